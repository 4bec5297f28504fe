/* SPDX-License-Identifier: Apache-2.0 */
/* Takes a /proc/cpuinfo apart. Every architecture has its own layout, and one text may lack any of
 * its lines: what is not found is "unknown". */
#include "environment.h"
#include "environment_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { FLAG_LIMIT = 2048 };

struct field {
	cb__arch arch;
	const char *member;
	const char *key;
};

static const struct field fields[] = {
#define CB__CPU_FIELD(arch, member, key) {CB__ARCH_##arch, member, key},
#include "environment_cpu.def"
};

/* Members in the order they are written; those that only /sys knows stay as they are here. */
static const char *const text_members[] = {
	"vendor", "model", "family", "model_number", "stepping", "microcode", "system", "machine"};
static const char *const system_members[] = {
	"allowed_cpus", "usable_cpus", "governor", "frequency_driver", "turbo"};

static int is_named(cb__span text, const char *key)
{
	return cb__span_find(text, key).text != NULL;
}

/* Each layout has a line that no other has. */
static cb__arch detect_layout(cb__span text)
{
	cb__span isa = cb__span_find(text, "isa");

	if (cb__span_starts(cb__span_find(text, "vendor_id"), "IBM/S390"))
		return CB__ARCH_S390;
	if (cb__span_starts(isa, "rv") || is_named(text, "hart"))
		return CB__ARCH_RISCV;
	if (is_named(text, "CPU implementer"))
		return CB__ARCH_ARM;
	if (is_named(text, "flags") && is_named(text, "vendor_id"))
		return CB__ARCH_X86;
	if (cb__span_starts(cb__span_find(text, "CPU Family"), "Loongson"))
		return CB__ARCH_LOONGARCH;
	if (is_named(text, "cpu model") && (isa.text || is_named(text, "VCED exceptions")))
		return CB__ARCH_MIPS;
	if (cb__span_contains(cb__span_find(text, "revision"), "(pvr "))
		return CB__ARCH_POWER;
	if (is_named(text, "Features"))
		return CB__ARCH_ARM;
	return CB__ARCH_UNKNOWN;
}

static int has_word(cb__span words, const char *wanted)
{
	cb__span word;

	while (cb__span_next_word(&words, &word)) {
		if (cb__span_is(word, wanted))
			return 1;
	}
	return 0;
}

static const char *guess_architecture(cb__span text, cb__arch layout)
{
	switch (layout) {
	case CB__ARCH_X86:
		return has_word(cb__span_find(text, "flags"), "lm") ? "x86_64" : "i686";
	case CB__ARCH_ARM:
		return has_word(cb__span_find(text, "Features"), "asimd") ? "aarch64" : "arm";
	case CB__ARCH_RISCV:
		return cb__span_starts(cb__span_find(text, "isa"), "rv32") ? "riscv32" : "riscv64";
	case CB__ARCH_MIPS:
		return has_word(cb__span_find(text, "isa"), "mips64r2") ? "mips64" : "mips";
	case CB__ARCH_POWER:
		return "ppc64";
	case CB__ARCH_S390:
		return "s390x";
	case CB__ARCH_LOONGARCH:
		return "loongarch64";
	case CB__ARCH_UNKNOWN:
	default:
		return CB__UNKNOWN;
	}
}

/* "processor : 3" of most, "processor 3: version = FF" of s390. A capital P is a name instead. */
static int starts_block(cb__span key, cb__span value, uint64_t *ret_number)
{
	cb__span word;

	if (cb__span_is(key, "processor"))
		return cb__span_to_number(value, ret_number);
	if (!cb__span_starts(key, "processor "))
		return 0;
	(void)cb__span_next_word(&key, &word);
	return cb__span_to_number(cb__span_trim(key), ret_number);
}

static cb_status add_block(cb__cpu *cpu, size_t *size, cb__span start, uint64_t number)
{
	if (cpu->block_count == *size) {
		size_t grown_size = *size > 0 ? *size * 2 : 16;
		cb__cpu_block *grown = realloc(cpu->blocks, grown_size * sizeof(cpu->blocks[0]));

		if (!grown)
			return CB_ENOMEM;
		cpu->blocks = grown;
		*size = grown_size;
	}
	cpu->blocks[cpu->block_count++] = (cb__cpu_block){.text = start, .number = number};
	return CB_OK;
}

/* A block goes to the next one or to an empty line: what follows it there is about all CPUs. */
static cb_status find_blocks(cb__cpu *cpu)
{
	cb__span rest = cpu->text;
	cb__span line, key, value;
	size_t size = 0;
	uint64_t number;
	int open = 0;

	while (cb__span_next_line(&rest, &line)) {
		cb__span_split(line, ':', &key, &value);
		if (key.len == 0 && value.len == 0)
			open = 0;
		if (starts_block(key, value, &number)) {
			if (cpu->block_count == CB__CPU_LIMIT)
				break;
			if (add_block(cpu, &size, line, number) != CB_OK)
				return CB_ENOMEM;
			open = 1;
		} else if (open) {
			cb__span *text = &cpu->blocks[cpu->block_count - 1].text;

			text->len = (size_t)(line.text + line.len - text->text);
		}
	}
	if (cpu->block_count == 0 && cpu->arch != CB__ARCH_UNKNOWN)
		return add_block(cpu, &size, cpu->text, 0);
	return CB_OK;
}

cb_status cb__cpu_init(cb__cpu *cpu, cb__span text, const char *arch)
{
	cb__arch target;

	*cpu = (cb__cpu){.text = text, .arch = detect_layout(text)};
	target = arch ? cb__arch_from_name(arch) : cpu->arch;
	if (cpu->arch == CB__ARCH_UNKNOWN)
		cpu->arch = target;
	if (!arch || arch[0] == '\0')
		arch = guess_architecture(text, cpu->arch);
	(void)snprintf(cpu->architecture, sizeof(cpu->architecture), "%s", arch);
	/* qemu-user shows the host's file, or one of its own that calls itself "qemu". */
	cpu->foreign = target != CB__ARCH_UNKNOWN && target != cpu->arch;
	cpu->emulated = cpu->foreign || cb__span_is(cb__span_find(text, "uarch"), "qemu");
	return find_blocks(cpu);
}

void cb__cpu_done(cb__cpu *cpu)
{
	free(cpu->blocks);
	cpu->blocks = NULL;
	cpu->block_count = 0;
}

static json_t *find_member(const cb__cpu *cpu, const char *member)
{
	for (size_t i = 0; i < COUNT(fields); i++) {
		cb__span value;

		if (fields[i].arch != cpu->arch || strcmp(fields[i].member, member) != 0)
			continue;
		value = cb__span_find(cpu->text, fields[i].key);
		if (value.text)
			return cb__json_text(value);
	}
	return cb__json_unknown();
}

static void put_arm(cb__record *record, const cb__cpu *cpu)
{
	cb__span part_text = cb__span_find(cpu->text, "CPU part");
	uint64_t implementer = 0, part = 0, variant, revision;

	(void)cb__span_to_hex(cb__span_find(cpu->text, "CPU implementer"), &implementer);
	(void)cb__span_to_hex(part_text, &part);
	cb__record_put(record, "vendor", cb__name_arm_vendor(implementer));
	if (cb__json_is_unknown(json_object_get(record->object, "model")))
		cb__record_put(record, "model", cb__name_arm_core(implementer, part));
	if (implementer == 0)
		return;
	cb__record_put(record, "model_number", cb__json_text(part_text));
	if (cb__span_to_hex(cb__span_find(cpu->text, "CPU variant"), &variant) &&
		cb__span_to_number(cb__span_find(cpu->text, "CPU revision"), &revision))
		cb__record_put(record, "stepping",
			json_sprintf(
				"r%up%u", (unsigned)(variant & 0xff), (unsigned)(revision & 0xff)));
}

/* "2.2 (pvr 004e 1202)" and "POWER9, altivec supported" or "POWER8E (raw), altivec supported". */
static void put_power(cb__record *record, const cb__cpu *cpu)
{
	cb__span revision = cb__span_find(cpu->text, "revision");
	cb__span name, rest, word;

	cb__span_split(cb__span_find(cpu->text, "cpu"), ',', &name, &rest);
	cb__span_split(name, '(', &name, &rest);
	cb__record_put(record, "model", cb__json_text(name));
	if (cb__span_starts(name, "POWER") || cb__span_starts(name, "Power"))
		cb__record_put(record, "vendor", json_string("IBM"));
	if (cb__span_next_word(&revision, &word))
		cb__record_put(record, "stepping", cb__json_text(word));
	if (cb__span_next_word(&revision, &word) && cb__span_is(word, "(pvr") &&
		cb__span_next_word(&revision, &word))
		cb__record_put(record, "model_number", cb__json_text(word));
}

/* "version = FF,  identification = 0123,  machine = 8561": the middle one must not be kept. */
static void put_s390(cb__record *record, const cb__cpu *cpu)
{
	cb__span line = cpu->block_count > 0 ? cpu->blocks[0].text : cpu->text;
	cb__span key, value, word = {NULL, 0};

	while (line.len > 0 && !cb__span_starts(line, "machine = ")) {
		line.text++;
		line.len--;
	}
	cb__span_split(line, '=', &key, &value);
	(void)cb__span_next_word(&value, &word);
	cb__record_put(record, "machine", cb__json_text(word));
	cb__record_put(record, "model_number", cb__json_text(word));
	cb__record_put(record, "model", cb__name_s390(word));
}

static void put_identity(cb__record *record, const cb__cpu *cpu)
{
	cb__record_put(record, "architecture", cb__json_text(cb__span_of(cpu->architecture)));
	for (size_t i = 0; i < COUNT(text_members); i++)
		cb__record_put(record, text_members[i], find_member(cpu, text_members[i]));
	if (cpu->arch == CB__ARCH_ARM)
		put_arm(record, cpu);
	if (cpu->arch == CB__ARCH_POWER)
		put_power(record, cpu);
	if (cpu->arch == CB__ARCH_S390)
		put_s390(record, cpu);
	if (cpu->arch == CB__ARCH_RISCV)
		cb__record_put(record, "vendor",
			cb__name_riscv_vendor(cb__span_find(cpu->text, "mvendorid")));
}

static void append_flag(cb__record *record, json_t *flags, cb__span word)
{
	json_t *flag = cb__json_text(word);

	if (cb__json_is_unknown(flag) || json_array_size(flags) >= FLAG_LIMIT)
		json_decref(flag);
	else
		cb__record_append(record, flags, flag);
}

static void append_words(cb__record *record, json_t *flags, cb__span words)
{
	cb__span word;

	while (cb__span_next_word(&words, &word))
		append_flag(record, flags, word);
}

/* "rv64imac_zba_zbb": single letters up to the first underscore, then names. */
static void append_riscv(cb__record *record, json_t *flags, cb__span isa)
{
	size_t at = cb__span_starts(isa, "rv32") || cb__span_starts(isa, "rv64") ? 4 : 0;

	for (; at < isa.len && isa.text[at] != '_'; at++)
		append_flag(record, flags, (cb__span){isa.text + at, 1});
	while (at < isa.len) {
		cb__span name = {isa.text + at + 1, 0};

		for (at++; at < isa.len && isa.text[at] != '_'; at++)
			name.len++;
		append_flag(record, flags, name);
	}
}

/* ISA 2.07, which POWER8 brought, has the vector crypto category. */
static void append_power(cb__record *record, json_t *flags, cb__span name)
{
	cb__span digits = {name.text, 0};
	uint64_t generation = 0;

	if (cb__span_contains(name, "altivec supported"))
		cb__record_append(record, flags, json_string("altivec"));
	if (!cb__span_starts(name, "POWER") && !cb__span_starts(name, "Power"))
		return;
	digits.text += strlen("POWER");
	while (strlen("POWER") + digits.len < name.len && digits.len < 2 &&
		digits.text[digits.len] >= '0' && digits.text[digits.len] <= '9')
		digits.len++;
	if (cb__span_to_number(digits, &generation) && generation >= 8)
		cb__record_append(record, flags, json_string("vcrypto"));
}

static json_t *collect_flags(cb__record *record, const cb__cpu *cpu)
{
	json_t *flags = json_array();

	if (!flags)
		record->failed = 1;
	for (size_t i = 0; i < COUNT(fields); i++) {
		if (fields[i].arch == cpu->arch && strcmp(fields[i].member, "flags") == 0)
			append_words(record, flags, cb__span_find(cpu->text, fields[i].key));
	}
	if (cpu->arch == CB__ARCH_RISCV)
		append_riscv(record, flags, cb__span_find(cpu->text, "isa"));
	if (cpu->arch == CB__ARCH_POWER)
		append_power(record, flags, cb__span_find(cpu->text, "cpu"));
	return flags;
}

static void put_flags(cb__record *record, const cb__cpu *cpu)
{
	json_t *flags = collect_flags(record, cpu);
	int hypervisor = cpu->arch == CB__ARCH_X86 ? cb__flags_have(flags, "hypervisor") : -1;

	if (cpu->foreign || json_array_size(flags) == 0) {
		json_decref(flags);
		flags = cb__json_unknown();
		hypervisor = -1;
	}
	cb__record_put(record, "emulated", json_boolean(cpu->emulated));
	cb__record_put(record, "hypervisor", cb__json_truth(hypervisor));
	cb__record_put(record, "features", cb__features_to_json(flags, cpu->arch));
	cb__record_put(record, "flags", flags);
}

static int compare_keys(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a;
	uint64_t right = *(const uint64_t *)b;

	return left < right ? -1 : left > right;
}

static uint64_t find_number(cb__span text, const char *key, const char *other_key)
{
	cb__span value = cb__span_find(text, key);
	uint64_t number;

	if (!value.text)
		value = cb__span_find(text, other_key);
	return cb__span_to_number(value, &number) && number < UINT32_MAX ? number : UINT64_MAX;
}

/* Distinct pairs of package and core, 0 if any CPU does not say. */
static uint64_t count_cores(const cb__cpu *cpu)
{
	uint64_t *keys = calloc(cpu->block_count + 1, sizeof(*keys));
	uint64_t cores = 0;

	for (size_t i = 0; keys && i < cpu->block_count; i++) {
		cb__span text = cpu->blocks[i].text;
		uint64_t package = find_number(text, "physical id", "package");
		uint64_t core = find_number(text, "core id", "core");

		if (package == UINT64_MAX || core == UINT64_MAX) {
			free(keys);
			return 0;
		}
		keys[i] = package << 32 | core;
	}
	if (!keys)
		return 0;
	qsort(keys, cpu->block_count, sizeof(*keys), compare_keys);
	for (size_t i = 0; i < cpu->block_count; i++)
		cores += i == 0 || keys[i] != keys[i - 1];
	free(keys);
	return cores;
}

static void put_counts(cb__record *record, const cb__cpu *cpu)
{
	uint64_t cores = count_cores(cpu);
	uint64_t stated = 0, siblings = 0, top, threads = 0;

	(void)cb__span_to_number(cb__span_find(cpu->text, "cpu cores"), &stated);
	(void)cb__span_to_number(cb__span_find(cpu->text, "siblings"), &siblings);
	if (stated > 0)
		threads = siblings / stated;
	else if (cores > 0)
		threads = (cpu->block_count + cores - 1) / cores;
	if (cb__span_to_number(cb__span_find(cpu->text, "max thread id"), &top) && top < 64)
		threads = top + 1;
	cb__record_put(record, "logical_cpus", cb__json_count(cpu->block_count));
	cb__record_put(record, "cores", cb__json_count(cores > 0 ? cores : stated));
	cb__record_put(record, "threads_per_core", cb__json_count(threads));
	cb__record_put(record, "smt", cb__json_truth(threads > 0 ? threads > 1 : -1));
}

/* "cpu MHz" of x86 is the clock of the moment and differs between cores: it is no identity. */
static json_t *frequency_to_json(const cb__cpu *cpu)
{
	cb__span nominal = cb__span_find(cpu->text, "cpu MHz static");
	double mhz;
	cb__record record;

	if (cpu->arch == CB__ARCH_POWER)
		nominal = cb__span_find(cpu->text, "clock");
	cb__record_init(&record);
	cb__record_put(&record, "nominal_mhz",
		cb__span_to_real(nominal, &mhz) ? cb__json_real(mhz) : cb__json_unknown());
	cb__record_put(&record, "min_mhz", cb__json_unknown());
	cb__record_put(&record, "max_mhz", cb__json_unknown());
	return cb__record_take(&record);
}

static json_t *cache_to_json(cb__span level, cb__span type, cb__span size)
{
	uint64_t number = 0, bytes = 0;
	cb__record record;

	(void)cb__span_to_number(level, &number);
	(void)cb__span_to_bytes(size, &bytes);
	cb__record_init(&record);
	cb__record_put(&record, "level", cb__json_count(number));
	cb__record_put(&record, "type", cb__json_text(type));
	cb__record_put(&record, "size_bytes", cb__json_count(bytes));
	return cb__record_take(&record);
}

/* s390: "level=1 type=Data scope=Private size=128K line_size=256 associativity=8". */
static json_t *s390_cache_to_json(cb__span words)
{
	cb__span level = {NULL, 0}, type = {NULL, 0}, size = {NULL, 0};
	cb__span word, key, value;

	while (cb__span_next_word(&words, &word)) {
		cb__span_split(word, '=', &key, &value);
		if (cb__span_is(key, "level"))
			level = value;
		else if (cb__span_is(key, "type"))
			type = value;
		else if (cb__span_is(key, "size"))
			size = value;
	}
	return cache_to_json(level, type, size);
}

static json_t *caches_to_json(cb__record *record, const cb__cpu *cpu)
{
	json_t *caches = json_array();
	cb__span size = cb__span_find(cpu->text, "cache size");

	if (size.text)
		cb__record_append(record, caches,
			cache_to_json((cb__span){NULL, 0}, (cb__span){NULL, 0}, size));
	for (unsigned i = 0; i < 10; i++) {
		char key[16];
		cb__span words;

		(void)snprintf(key, sizeof(key), "cache%u", i);
		words = cb__span_find(cpu->text, key);
		if (words.text)
			cb__record_append(record, caches, s390_cache_to_json(words));
	}
	if (caches && json_array_size(caches) == 0) {
		json_decref(caches);
		caches = cb__json_unknown();
	}
	return caches;
}

json_t *cb__cpu_to_json(const cb__cpu *cpu)
{
	cb__record record;

	cb__record_init(&record);
	put_identity(&record, cpu);
	put_counts(&record, cpu);
	for (size_t i = 0; i < COUNT(system_members); i++)
		cb__record_put(&record, system_members[i], cb__json_unknown());
	cb__record_put(
		&record, "kinds", cb__kinds_to_json(cpu, json_object_get(record.object, "model")));
	cb__record_put(&record, "frequency", frequency_to_json(cpu));
	cb__record_put(&record, "caches", caches_to_json(&record, cpu));
	put_flags(&record, cpu);
	cb__record_put(&record, "fingerprint", cb__fingerprint_to_json(record.object));
	return cb__record_take(&record);
}

cb_status cb__environment_cpu_from_text(
	json_t **out, const char *text, size_t text_len, const char *arch)
{
	cb__cpu cpu;
	json_t *object = NULL;

	if (cb__cpu_init(&cpu, (cb__span){text, text_len}, arch) == CB_OK)
		object = cb__cpu_to_json(&cpu);
	cb__cpu_done(&cpu);
	if (!object)
		return CB_ENOMEM;
	*out = object;
	return CB_OK;
}
