/* SPDX-License-Identifier: Apache-2.0 */
/* What tests of baselines share: a directory, a context, results that can be altered. */
#ifndef CB_BASELINE_FIXTURE_H
#define CB_BASELINE_FIXTURE_H

#include "scratch.h"

#include <cb/backend.h>

#include "baseline.h"

#define CELL "openssl/aes-256-gcm/seal/16384/on"

typedef struct fixture {
	scratch *in;
	cb_context *ctx;
	json_t *results; /* of valid.json */
	json_t *baseline;
	char file[SCRATCH_MAX + 32];
} fixture;

static inline int set_up(void **state)
{
	fixture *f = calloc(1, sizeof *f);
	assert_non_null(f);
	assert_int_equal(scratch_make((void **)&f->in), 0);
	assert_int_equal(cb_context_new(&f->ctx, NULL), CB_OK);
	f->results = json_load_file(CB_FIXTURE_DIR "/json/valid.json", 0, NULL);
	assert_non_null(f->results);
	f->baseline = cb__baseline_new();
	assert_non_null(f->baseline);
	snprintf(f->file, sizeof f->file, "%s/b.json", f->in->root);
	*state = f;
	return 0;
}

static inline int tear_down(void **state)
{
	fixture *f = *state;
	json_decref(f->results);
	json_decref(f->baseline);
	cb_context_free(f->ctx);
	int status = scratch_drop((void **)&f->in);
	free(f);
	return status;
}

/** Puts @p value where @p path leads ("environment.cpu.model"); NULL removes what is there. */
static inline void put(json_t *document, const char *path, json_t *value)
{
	char name[64];
	size_t len;
	while ((len = strcspn(path, ".")) < sizeof name && path[len] != '\0') {
		memcpy(name, path, len);
		name[len] = '\0';
		if (json_object_get(document, name) == NULL)
			json_object_set_new(document, name, json_object());
		document = json_object_get(document, name);
		path += len + 1;
	}
	if (value == NULL)
		json_object_del(document, path);
	else
		assert_int_equal(json_object_set_new(document, path, value), 0);
}

static inline json_t *cell_at(const json_t *results, size_t index)
{
	return json_array_get(json_object_get(results, "cells"), index);
}

/** Gives the first cell this time, with an interval of a thousandth to both sides. */
static inline void set_time(json_t *results, double ns)
{
	json_t *summary = json_object_get(cell_at(results, 0), "summary");
	put(summary, "cpu_median_ns", json_real(ns));
	put(summary, "cpu_ci95_low_ns", json_real(0.999 * ns));
	put(summary, "cpu_ci95_high_ns", json_real(1.001 * ns));
}

static inline void add_runs(fixture *f, int count, double ns)
{
	for (int i = 0; i < count; i++) {
		set_time(f->results, ns * (1 + 1e-4 * i));
		assert_int_equal(cb__baseline_add(f->baseline, f->results, NULL, NULL), CB_OK);
	}
}

#define BASELINE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
