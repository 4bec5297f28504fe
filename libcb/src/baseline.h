/* SPDX-License-Identifier: Apache-2.0 */
/* The file behind cb/baseline.h: runs, kept libraries, drift. */
#ifndef CB_SRC_BASELINE_H
#define CB_SRC_BASELINE_H

#include <jansson.h>

#include <cb/baseline.h>

#include "rules.h"
#include "text.h"

#define CB__BASELINE_SCHEMA "libcb.baseline/1"

/** Reads @p file. *out is NULL if there is none. CB_OK, CB_ENOMEM, CB_EIO, CB_EFORMAT; the context
 *  says what. */
cb_status cb__baseline_load(json_t **out, cb_context *ctx, const char *file);

/** A baseline without runs; NULL if out of memory. */
json_t *cb__baseline_new(void);

/** The runs that count: those since the last accepted one, it included. A new list. */
json_t *cb__baseline_reference(const json_t *baseline);

/** The newest run's results, borrowed; NULL if there is none. */
const json_t *cb__baseline_latest(const json_t *baseline);

/** Appends a run. @p reason is NULL unless it was accepted. CB_OK or CB_ENOMEM. */
cb_status cb__baseline_add(json_t *baseline, const json_t *results, const char *reason);

/** Adds what @p gate found to each cell's drift. CB_OK or CB_ENOMEM. */
cb_status cb__baseline_drift(json_t *baseline, const cb_gate *gate);

/**
 * What differs between the machines, harnesses and builds of two result documents, as far as it
 * bears on times: a list of {"field", "base", "head"}. NULL if out of memory.
 */
json_t *cb__baseline_differences(const json_t *base, const json_t *head);

/**
 * Copies the libraries that @p results measured into "FILE.libs" and says so in @p baseline.
 * Where one cannot be kept (an unpacked directory, whose C library it needs), none is.
 *
 * @return CB_OK, CB_ENOMEM, CB_EIO; the context says what
 */
cb_status cb__baseline_keep(
	json_t *baseline, cb_context *ctx, const char *file, const json_t *results);

/** The path of the kept library of @p backend; released by the caller. *out is NULL if none was
 *  kept. CB_EFORMAT if it is gone or damaged; the context says so. */
cb_status cb__baseline_library(
	char **out, const json_t *baseline, cb_context *ctx, const char *file, const char *backend);

/** The gate document of stored times against @p results; the caller's. NULL if out of memory. */
json_t *cb__baseline_gate(
	const json_t *baseline, const json_t *results, const cb_rules *rules, const char *file);

#endif
