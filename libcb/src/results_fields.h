/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Tables of the members that result documents and the structures of cb/results.h share; one table
 * reads and writes.
 */
#ifndef CB_RESULTS_FIELDS_H
#define CB_RESULTS_FIELDS_H

#include <stddef.h>

#include <jansson.h>

#include <cb/export.h>
#include <cb/status.h>

/** The largest number of a document: 31 years in nanoseconds, and no rate of a machine comes near
 *  it. */
#define CB__REAL_MAX 1e18

typedef enum cb__field_type {
	CB__FIELD_TEXT,    /* const char *, borrowed from the document */
	CB__FIELD_UINT32,  /* uint32_t */
	CB__FIELD_UINT64,  /* uint64_t */
	CB__FIELD_SIZE,    /* size_t */
	CB__FIELD_REAL,    /* double, not negative; NaN if unknown, written as null */
	CB__FIELD_SIGNED,  /* double, of either sign */
	CB__FIELD_BOOL,    /* int */
	CB__FIELD_ACCEL,   /* cb_accel by its spelling */
	CB__FIELD_OUTCOME, /* cb_outcome by its spelling */
	CB__FIELD_COUNT    /* not a type */
} cb__field_type;

#define CB__FIELD_REQUIRED 1u /* the member must be there, if only as null */
#define CB__FIELD_NULLABLE 2u /* null is allowed; always so for a member that may be left out */
#define CB__FIELD_NONZERO  4u /* a number above 0, a text that is not empty */

typedef struct cb__field {
	const char *object; /* member that holds it, or NULL for the record's own object */
	const char *name;
	size_t offset; /* in the record */
	cb__field_type type;
	unsigned flags;
	const char *absent; /* what a text is that is missing or null */
} cb__field;

typedef struct cb__field_table {
	const cb__field *fields;
	size_t count;
} cb__field_table;

extern const cb__field_table cb__subject_fields;
extern const cb__field_table cb__cell_fields;
extern const cb__field_table cb__summary_fields;
extern const cb__field_table cb__ratio_fields;
extern const cb__field_table cb__fit_fields;
extern const cb__field_table cb__fit_step_fields;
extern const cb__field_table cb__warning_fields;

/** What is wrong with a document, and where. All zero is "nothing". */
typedef struct cb__fault {
	char where[64]; /* path of the object that is being read, such as "cells[12].summary" */
	char why[400];  /* one line of UTF-8 that begins with a path */
} cb__fault;

/** Sets the place that the following reasons are about. */
void cb__fault_at(cb__fault *fault, const char *format, ...) CB_PRINTF(2, 3);

/** Sets the reason: the place, and what follows it (".median_ns: not a number"). CB_EFORMAT. */
cb_status cb__fault_set(cb__fault *fault, const char *format, ...) CB_PRINTF(2, 3);

/** Whether @p number may stand in a document: a number from 0 to 1e18. NULL, or the complaint. */
const char *cb__field_complain_real(const json_t *number);

/** Fills @p record from @p object. CB_OK, or CB_EFORMAT with @p fault set. */
cb_status cb__fields_read(
	void *record, cb__fault *fault, const json_t *object, const cb__field_table *table);

/** The object made from @p record, its members in the table's order; NULL if out of memory. */
json_t *cb__fields_to_json(const void *record, const cb__field_table *table);

#endif
