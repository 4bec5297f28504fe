/* SPDX-License-Identifier: Apache-2.0 */
/* A plan over test backends and real ones, run through the public interface. */
#ifndef SCENE_H
#define SCENE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cb/cb.h>

#include "sanitized.h"

typedef struct scene {
	cb_context *ctx;
	cb_plan *plan;
	cb_results *results;
	cb_status status; /* of the run */
} scene;

/** A context that knows the test backends and the real ones. */
cb_context *scene_context(void);

/** A plan of one launch and two samples of 64 bytes; @p subjects are separated by blanks. */
void scene_open(scene *out, const char *subjects, const char *algorithms);
void scene_set(scene *s, const char *option, const char *value);
void scene_run(scene *s, cb_progress_fn *progress, void *payload);
void scene_close(scene *s);

/** The cell called @p id; the test fails if there is none. */
const cb_cell *scene_cell(const scene *s, const char *id);
const cb_subject *scene_subject(const scene *s, const char *label);

/** The test fails, and says why the cell ended, unless it ended so. */
void scene_expect(const scene *s, const char *id, cb_outcome outcome);

/** The test fails unless @p text holds @p part. */
void expect_part(const char *text, const char *part);

/** Whether the backend was built. */
int scene_has(const char *backend);

/** The test fails if a child of this process is left. */
void expect_no_children(void);

#endif
