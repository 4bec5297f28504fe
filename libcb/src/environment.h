/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The environment record: what a machine is, as far as it bears on a measurement.
 *
 * Members and warning identifiers are described in docs/environment.md. What is not known is the
 * string "unknown": no member is ever absent or empty. Host name, user name, serial numbers and
 * machine identifiers are not read into the record; only listed fields are.
 */
#ifndef CB_ENVIRONMENT_H
#define CB_ENVIRONMENT_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <cb/status.h>

/**
 * Reads the environment below @p root ("" for this machine).
 *
 * Below another root only files are read, so the record of a recorded machine can be tested;
 * members about the running process (libc, pointer size, byte order) still describe the process.
 *
 * @param[out] out owned by the caller (json_decref)
 * @return CB_OK or CB_ENOMEM; what cannot be read is "unknown", not an error
 */
cb_status cb__environment_collect(json_t **out, const char *root);

/** Adds the core's clock as it is read now, by both chains, and whether cycles can be counted. */
cb_status cb__environment_add_clock(json_t *environment);

/**
 * Only the CPU part, from the text of a /proc/cpuinfo.
 *
 * If the text belongs to another architecture than @p arch, it is taken for the host of an
 * emulated process: member "emulated" is true and no feature is known.
 *
 * @param[out] out owned by the caller (json_decref)
 * @param text any bytes; need not end with a zero
 * @param arch "x86_64", "aarch64", ... as uname says it, or NULL to guess from the text
 * @return CB_OK or CB_ENOMEM
 */
cb_status cb__environment_cpu_from_text(
	json_t **out, const char *text, size_t text_len, const char *arch);

/**
 * Appends a warning unless its id is there already.
 *
 * @return CB_OK, CB_ENOMEM, or CB_EINVAL if @p environment is no object
 */
cb_status cb__environment_warn(json_t *environment, const char *id, const char *text);

/**
 * Whether the CPU of @p environment has @p feature.
 *
 * Names of docs/environment.md ("aes", "clmul", "sha2", "avx2") are normalised across
 * architectures. Any other name is looked up among the flags as the kernel spells them.
 *
 * @return 1, 0, or -1 if it is not known
 */
int cb__environment_has_feature(const json_t *environment, const char *feature);

/**
 * Reads the clock ticks of all CPUs since boot. Two readings give the share that the hypervisor
 * took away in between.
 *
 * @param[out] ret_steal ticks in which a virtual CPU was ready but not run
 * @param[out] ret_total all ticks
 * @return CB_OK, CB_EIO if there is no /proc/stat, CB_EFORMAT if it has no such line
 */
cb_status cb__environment_cpu_ticks(const char *root, uint64_t *ret_steal, uint64_t *ret_total);

#endif
