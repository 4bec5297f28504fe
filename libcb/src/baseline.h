/* SPDX-License-Identifier: Apache-2.0 */
/* The file behind cb/baseline.h: runs, kept libraries, drift. */
#ifndef CB_SRC_BASELINE_H
#define CB_SRC_BASELINE_H

#include <jansson.h>

#include <cb/baseline.h>

#include "rules.h"
#include "text.h"

#define CB__BASELINE_SCHEMA "libcb.baseline/1"

/** Room for a checksum in hexadecimal digits. */
#define CB__BASELINE_SUM 17

/** Reads @p file. *out is NULL if there is none. CB_OK, CB_ENOMEM, CB_EIO, CB_EFORMAT; the context
 *  says what. */
cb_status cb__baseline_load(json_t **out, cb_context *ctx, const char *file);

/** A baseline without runs; NULL if out of memory. */
json_t *cb__baseline_new(void);

/** The runs that count: those since the last accepted one, it included. A new list. */
json_t *cb__baseline_reference(const json_t *baseline);

/** The newest run's results, borrowed; NULL if there is none. */
const json_t *cb__baseline_latest(const json_t *baseline);

/** Appends a run. @p subjects are of cb__baseline_subjects(), or NULL; @p reason is NULL unless it
 *  was accepted. CB_OK or CB_ENOMEM. */
cb_status cb__baseline_add(
	json_t *baseline, const json_t *results, const json_t *subjects, const char *reason);

/**
 * The subjects of @p results as they were asked for: a list of {"label", "library" (a path, or null
 * for the system's), "checksum" (of the library and its modules; null if it has no file)}. NULL if
 * out of memory.
 */
json_t *cb__baseline_subjects(const cb_plan *plan, const json_t *results);

/** Adds the subjects of the newest run to @p plan, with the libraries that were asked for. As
 *  cb_plan_add_subject(); CB_ENOTFOUND if a library is gone, and the context says what to do. */
cb_status cb__baseline_add_subjects(cb_plan *plan, const json_t *baseline, const char *file);

/** Whether @p results with their @p subjects are of the libraries of the newest run. */
int cb__baseline_is_same(const json_t *baseline, const json_t *results, const json_t *subjects);

/** Adds what @p gate found to each cell's drift: nothing where it could not judge, nor if it has a
 *  fault. CB_OK or CB_ENOMEM. */
cb_status cb__baseline_drift(json_t *baseline, const cb_gate *gate);

/**
 * What differs between the machines, harnesses and builds of two result documents, as far as it
 * bears on times: a list of {"field", "base", "head"}. NULL if out of memory.
 */
json_t *cb__baseline_differences(const json_t *base, const json_t *head);

/**
 * Copies the libraries that @p results measured to "FILE.libs/BACKEND/SUM/..." and says so in
 * @p baseline. SUM is of the bytes, so older copies stay as they are until cb__baseline_sweep().
 *
 * @return CB_OK, CB_ENOMEM, CB_EIO; the context says what
 */
cb_status cb__baseline_keep(
	json_t *baseline, cb_context *ctx, const char *file, const json_t *results);

/** Removes the copies that @p baseline does not name, as far as that is possible. */
void cb__baseline_sweep(const json_t *baseline, const char *file);

/** The checksum of a subject's library and the modules that are kept with it; "" if it has no file
 *  that can be read. CB_OK or CB_ENOMEM. */
cb_status cb__baseline_checksum(char out[CB__BASELINE_SUM], const json_t *subject);

/** Whether all kept files lie where they may: below "FILE.libs/BACKEND". CB_OK or CB_EFORMAT; the
 *  context says which does not. */
cb_status cb__baseline_check_libraries(const json_t *baseline, cb_context *ctx, const char *file);

/**
 * Takes the lock "FILE.lock" of @p file, which one process can have at a time; the file stays.
 *
 * @param[out] out to be closed
 * @return CB_OK, CB_ENOMEM, or CB_EIO, also if another process has it; the context says what
 */
cb_status cb__baseline_lock(int *out, cb_context *ctx, const char *file);

/** The path of the kept library of @p backend; released by the caller. *out is NULL if none was
 *  kept. CB_EFORMAT if it is gone or damaged; the context says so. */
cb_status cb__baseline_library(
	char **out, const json_t *baseline, cb_context *ctx, const char *file, const char *backend);

/** The gate document of stored times against @p results; the caller's. NULL if out of memory. */
json_t *cb__baseline_gate(
	const json_t *baseline, const json_t *results, const cb_rules *rules, const char *file);

#endif
