/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What the sources of the environment record share, and nobody else uses.
 */
#ifndef CB_ENVIRONMENT_PARTS_H
#define CB_ENVIRONMENT_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <cb/status.h>

#define CB__UNKNOWN "unknown"

enum {
	CB__CPU_LIMIT = 4096,     /* CPU numbers at or above are counted but not listed */
	CB__VALUE_LIMIT = 256,    /* bytes of one text in the record */
	CB__FILE_LIMIT = 1 << 23, /* bytes read of one file: /proc/cpuinfo of 4096 CPUs fits */
	CB__PATH_SIZE = 4096,     /* bytes of a path with its root */
	CB__LINE_SIZE = 256       /* bytes read of a file that holds one value */
};

/* environment_text.c */

/** Part of a text; .text is NULL if there is none. Not ended by a zero. */
typedef struct cb__span {
	const char *text;
	size_t len;
} cb__span;

cb__span cb__span_of(const char *string);
cb__span cb__span_trim(cb__span span);
int cb__span_is(cb__span span, const char *word);
int cb__span_same(cb__span a, cb__span b);
int cb__span_starts(cb__span span, const char *prefix);
int cb__span_contains(cb__span span, const char *word);

/** Takes the next line, or the next run of bytes without white space, off @p rest. 0 at the end. */
int cb__span_next_line(cb__span *rest, cb__span *ret_line);
int cb__span_next_word(cb__span *rest, cb__span *ret_word);

/** Splits at the first @p separator and trims both halves; the value is empty without one. */
void cb__span_split(cb__span line, char separator, cb__span *ret_key, cb__span *ret_value);

/** The value of the first line "key: value" whose value is not empty; NULL span if none. */
cb__span cb__span_find(cb__span text, const char *key);

/** Numbers that fill the span: decimal, hexadecimal with or without 0x. 1 if it is one. */
int cb__span_to_number(cb__span span, uint64_t *out);
int cb__span_to_hex(cb__span span, uint64_t *out);

/** A decimal fraction at the start of the span, in any locale; what follows it is ignored. */
int cb__span_to_real(cb__span span, double *out);

/** Bytes of "128K", "4096 KB", "1M". */
int cb__span_to_bytes(cb__span span, uint64_t *out);

/** Reads a file below @p root whole, up to CB__FILE_LIMIT. Freed by the caller; NULL if it cannot
 *  be read. */
char *cb__file_read(const char *root, const char *path, size_t *ret_len);

/** Reads a file with one value into @p buffer, trimmed; a NULL span if it cannot be read. */
cb__span cb__file_value(const char *root, const char *path, char *buffer, size_t buffer_size);

int cb__file_exists(const char *root, const char *path);

/* environment_record.c */

/** An object under construction. A failed step spoils the whole, so callers check once. */
typedef struct cb__record {
	json_t *object;
	int failed;
} cb__record;

void cb__record_init(cb__record *record);

/** Sets @p key, replacing an earlier value; takes @p value, NULL meaning out of memory. */
void cb__record_put(cb__record *record, const char *key, json_t *value);

/** As cb__record_put(), but keeps what is there if @p value is "unknown". */
void cb__record_improve(cb__record *record, const char *key, json_t *value);

/** Hands the object over, or NULL if any step failed. */
json_t *cb__record_take(cb__record *record);

/** Appends to an array that is to become part of @p record; takes @p value. */
void cb__record_append(cb__record *record, json_t *array, json_t *value);

/** Text as valid UTF-8, without control characters, white space collapsed; "unknown" if nothing
 *  is left. */
json_t *cb__json_text(cb__span span);
json_t *cb__json_unknown(void);
json_t *cb__json_count(uint64_t count); /* "unknown" for 0 */
json_t *cb__json_real(double value);
json_t *cb__json_truth(int truth); /* negative: "unknown" */
int cb__json_is_unknown(const json_t *value);

/* environment_cpuset.c */

/** A set of CPU numbers below CB__CPU_LIMIT. */
typedef struct cb__cpuset {
	uint8_t bits[CB__CPU_LIMIT / 8];
} cb__cpuset;

void cb__cpuset_add(cb__cpuset *set, uint64_t cpu);
int cb__cpuset_has(const cb__cpuset *set, uint64_t cpu);
size_t cb__cpuset_count(const cb__cpuset *set);

/** Reads "0-3,8"; 1 if at least one CPU is in it. */
int cb__cpuset_parse(cb__cpuset *set, cb__span list);

/** Writes "0-3,8". */
json_t *cb__cpuset_to_json(const cb__cpuset *set);

/* environment_features.c */

#define CB__ARCH_MAP(X)                                                                            \
	X(UNKNOWN)                                                                                 \
	X(X86)                                                                                     \
	X(ARM)                                                                                     \
	X(MIPS)                                                                                    \
	X(RISCV)                                                                                   \
	X(POWER)                                                                                   \
	X(S390)                                                                                    \
	X(LOONGARCH)

/** Families of architectures whose /proc/cpuinfo looks alike. */
typedef enum cb__arch {
#define CB__ARCH_ENUM(name) CB__ARCH_##name,
	CB__ARCH_MAP(CB__ARCH_ENUM)
#undef CB__ARCH_ENUM
} cb__arch;

/** The family of a name as uname gives it. */
cb__arch cb__arch_from_name(const char *name);

/** Features from flags; all "unknown" if @p flags is no array. */
json_t *cb__features_to_json(const json_t *flags, cb__arch arch);

/** Whether @p flags has @p name. */
int cb__flags_have(const json_t *flags, const char *name);

/* environment_names.c */

/** "Phytium FTC662 (0x70/0x662)", the codes alone, or "unknown ARM". */
json_t *cb__name_arm_core(uint64_t implementer, uint64_t part);
json_t *cb__name_arm_vendor(uint64_t implementer);
json_t *cb__name_riscv_vendor(cb__span mvendorid);

/** "IBM z15 (8561)". */
json_t *cb__name_s390(cb__span machine);

/* environment_cpu.c, environment_kinds.c */

/** One logical CPU of /proc/cpuinfo. */
typedef struct cb__cpu_block {
	cb__span text;
	uint64_t number;
	uint64_t capacity; /* relative speed the kernel states, 0 if it does not */
	unsigned pmu;      /* which counter unit of a hybrid x86, 0 if there is one */
} cb__cpu_block;

/** A /proc/cpuinfo taken apart. The text belongs to the caller. */
typedef struct cb__cpu {
	cb__span text;
	char architecture[32];
	cb__arch arch; /* of the text */
	int foreign;   /* the text is about another architecture than the process has */
	int emulated;
	cb__cpu_block *blocks;
	size_t block_count;
} cb__cpu;

/** @param arch NULL to guess */
cb_status cb__cpu_init(cb__cpu *cpu, cb__span text, const char *arch);
void cb__cpu_done(cb__cpu *cpu);

/** The record's CPU part; NULL when out of memory. */
json_t *cb__cpu_to_json(const cb__cpu *cpu);

/** Tells kinds of cores apart that share one name, from files below @p root. */
void cb__kinds_annotate(cb__cpu *cpu, const char *root);
json_t *cb__kinds_to_json(const cb__cpu *cpu, const json_t *model);

/** One line that is the same for the same CPU, whatever its clock; from a finished CPU part. */
json_t *cb__fingerprint_to_json(const json_t *cpu);

/* environment_topology.c */

/** Adds to the CPU part what only /sys tells. */
void cb__topology_put(cb__record *cpu, const char *root);

/* environment_virtual.c, environment_quota.c, environment_os.c */

json_t *cb__virtual_to_json(const json_t *cpu, const char *root);
json_t *cb__container_to_json(const char *root);
json_t *cb__quota_to_json(const char *root);
json_t *cb__os_to_json(const char *root);

/* environment_system.c: the running system, asked by calls. Each gives 0 or NULL if it cannot. */

/** Writes what uname says; @p size bytes each. */
int cb__system_names(char *ret_system, char *ret_release, char *ret_machine, size_t size);
int cb__system_allowed_cpus(cb__cpuset *set);
uint64_t cb__system_online_cpus(void);
uint64_t cb__system_memory_bytes(void);
uint64_t cb__system_page_bytes(void);
int cb__system_load(double ret_load[3]);
const char *cb__system_libc(void);
const char *cb__system_libc_version(void);

/** The twelve bytes by which a hypervisor names itself on x86; 1 if there is one. */
int cb__system_hypervisor(char ret_signature[13]);

#endif
