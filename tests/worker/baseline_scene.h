/* SPDX-License-Identifier: Apache-2.0 */
/* A plan over a library that is a toy, and the baseline it is saved into. */
#ifndef BASELINE_SCENE_H
#define BASELINE_SCENE_H

#include "scene.h"
#include "scratch.h"

#include <jansson.h>

#include <cb/baseline.h>

#define SUBJECT "toy_accel:on"
#define CELL    "toy_accel/fixture-hash/digest/64/on"

typedef struct saving {
	scene s;
	scratch *in;
	cb_rules *rules;
	cb_gate *gate;
	cb_baseline_info info;
	char file[SCRATCH_MAX + 16];
} saving;

static inline void open_saving(saving *v, scratch *in, const char *subjects)
{
	*v = (saving){.in = in};
	scene_open(&v->s, subjects, "fixture-hash");
	assert_int_equal(cb_rules_new(&v->rules, v->s.ctx), CB_OK);
	snprintf(v->file, sizeof v->file, "%s/b.json", in->root);
}

static inline void close_saving(saving *v)
{
	cb_gate_free(v->gate);
	cb_rules_free(v->rules);
	scene_close(&v->s);
}

static inline cb_status save(saving *v, int no_library)
{
	return cb_plan_save_baseline(v->s.plan, v->file, no_library, &v->info, NULL, NULL);
}

static inline void save_well(saving *v, int no_library)
{
	if (save(v, no_library) != CB_OK)
		fail_msg("%s", cb_context_error(v->s.ctx));
}

static inline void gate_well(saving *v)
{
	cb_gate_free(v->gate);
	v->gate = NULL;
	if (cb_plan_gate_baseline(v->s.plan, &v->gate, v->file, v->rules, NULL, NULL) != CB_OK)
		fail_msg("%s", cb_context_error(v->s.ctx));
}

static inline const char *note_of(const saving *v, const char *id)
{
	for (size_t i = 0; i < cb_gate_note_count(v->gate); i++)
		if (strcmp(cb_gate_note_at(v->gate, i)->id, id) == 0)
			return cb_gate_note_at(v->gate, i)->text;
	return NULL;
}

static inline json_t *load(const saving *v)
{
	json_t *baseline = json_load_file(v->file, 0, NULL);
	assert_non_null(baseline);
	return baseline;
}

static inline void expect_error(const saving *v, const char *part)
{
	assert_is_message(cb_context_error(v->s.ctx));
	assert_says(cb_context_error(v->s.ctx), part);
}

#endif
