/* SPDX-License-Identifier: Apache-2.0 */
/* Imports of recorded files and of texts, and cells of them. */
#ifndef CB_TEST_IMPORT_FIXTURE_H
#define CB_TEST_IMPORT_FIXTURE_H

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

#include <cb/findings.h>
#include <cb/import.h>

#define SPEED_DIR CB_TEST_FIXTURES "/speed/"
#define BANNER    "OpenSSL 1.0.1e 11 Feb 2013\n"
#define SIZES     "type             16 bytes     64 bytes    256 bytes   1024 bytes   8192 bytes\n"

typedef struct import_fixture {
	cb_context *ctx;
	cb_import *import;
	cb_results *results;
} import_fixture;

static inline int import_setup(void **state)
{
	import_fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	assert_int_equal(cb_context_new(&f->ctx, NULL), CB_OK);
	assert_int_equal(cb_import_new(&f->import, f->ctx), CB_OK);
	*state = f;
	return 0;
}

static inline int import_teardown(void **state)
{
	import_fixture *f = *state;

	cb_results_free(f->results);
	cb_import_free(f->import);
	cb_context_free(f->ctx);
	free(f);
	return 0;
}

static inline void import_set(import_fixture *f, const char *option, const char *value)
{
	if (cb_import_set(f->import, option, value) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
}

static inline const cb_results *import_finish(import_fixture *f)
{
	cb_results_free(f->results);
	f->results = NULL;
	if (cb_import_finish(f->import, &f->results) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	return f->results;
}

static inline const cb_results *import_text(import_fixture *f, const char *text)
{
	if (cb_import_add(f->import, "text", text, strlen(text)) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	return import_finish(f);
}

static inline const cb_results *import_file(import_fixture *f, const char *name)
{
	char path[1024];

	snprintf(path, sizeof path, "%s%s", SPEED_DIR, name);
	if (cb_import_add_file(f->import, path) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	return import_finish(f);
}

/* The cell whose id this is; fails without one. */
static inline const cb_cell *import_cell(const cb_results *results, const char *id)
{
	const cb_cell *cell = cb_results_find(results, id);

	if (cell == NULL)
		fail_msg("no cell \"%s\"", id);
	return cell;
}

/* Bytes per second, or operations, of a cell that was measured. */
static inline double import_rate(const cb_results *results, const char *id)
{
	const cb_cell *cell = import_cell(results, id);

	if (cell->summary == NULL)
		fail_msg("%s is %s: %s", id, cb_outcome_name(cell->outcome), cell->reason);
	return cell->size > 0 ? cell->summary->bytes_per_second : cell->summary->ops_per_second;
}

static inline void assert_refused(import_fixture *f, const char *text, size_t len, const char *says)
{
	assert_int_equal(cb_import_add(f->import, "text", text, len), CB_EFORMAT);
	assert_is_message(cb_context_error(f->ctx));
	assert_says(cb_context_error(f->ctx), says);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, import_setup, import_teardown)

#endif
