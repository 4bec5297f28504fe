/* SPDX-License-Identifier: Apache-2.0 */
#include "scene.h"

#include <errno.h>
#include <string.h>

#include <sys/wait.h>

cb_context *scene_context(void)
{
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = CB_TEST_BACKENDS ":" CB_TEST_MODULES;
	config.worker_path = CB_TEST_WORKER;
	cb_context *ctx = NULL;
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	return ctx;
}

static void add_subjects(scene *s, const char *subjects)
{
	char copy[1024];
	assert_true(strlen(subjects) < sizeof copy);
	strcpy(copy, subjects);
	for (char *subject = strtok(copy, " "); subject != NULL; subject = strtok(NULL, " "))
		if (cb_plan_add_subject(s->plan, subject) != CB_OK)
			fail_msg("%s", cb_context_error(s->ctx));
}

void scene_set(scene *s, const char *option, const char *value)
{
	if (cb_plan_set(s->plan, option, value) != CB_OK)
		fail_msg("%s", cb_context_error(s->ctx));
}

void scene_open(scene *out, const char *subjects, const char *algorithms)
{
	*out = (scene){.ctx = scene_context()};
	assert_int_equal(cb_plan_new(&out->plan, out->ctx), CB_OK);
	scene_set(out, "accel", "on");
	add_subjects(out, subjects);
	scene_set(out, "algorithms", algorithms);
	scene_set(out, "sizes", "64");
	scene_set(out, "launches", "1");
	scene_set(out, "samples", "2");
}

void scene_run(scene *s, cb_progress_fn *progress, void *payload)
{
	s->status = cb_plan_run(s->plan, &s->results, progress, payload);
}

void scene_close(scene *s)
{
	cb_results_free(s->results);
	cb_plan_free(s->plan);
	cb_context_free(s->ctx);
	expect_no_children();
}

const cb_cell *scene_cell(const scene *s, const char *id)
{
	const cb_cell *cell = cb_results_find(s->results, id);
	if (cell == NULL)
		fail_msg("no cell \"%s\"", id);
	return cell;
}

const cb_subject *scene_subject(const scene *s, const char *label)
{
	for (size_t i = 0; i < cb_results_subject_count(s->results); i++) {
		const cb_subject *subject = cb_results_subject_at(s->results, i);
		if (strcmp(subject->label, label) == 0)
			return subject;
	}
	fail_msg("no subject \"%s\"", label);
	return NULL;
}

void scene_expect(const scene *s, const char *id, cb_outcome outcome)
{
	const cb_cell *cell = scene_cell(s, id);
	if (cell->outcome != outcome)
		fail_msg("%s is %s (%s) and not %s", id, cb_outcome_name(cell->outcome),
			cell->reason, cb_outcome_name(outcome));
	assert_true((cell->summary != NULL) == (outcome == CB_OUTCOME_MEASURED));
	assert_true((cell->reason[0] == '\0') == (outcome == CB_OUTCOME_MEASURED));
}

void expect_part(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		fail_msg("\"%s\" does not hold \"%s\"", text, part);
}

int scene_has(const char *backend)
{
	cb_context *ctx = scene_context();
	int is_found = 0;
	for (size_t i = 0; i < cb_context_backend_count(ctx); i++)
		is_found |= strcmp(cb_context_backend_name(ctx, i), backend) == 0;
	cb_context_free(ctx);
	return is_found;
}

void expect_no_children(void)
{
	int status = 0;
	assert_int_equal(waitpid(-1, &status, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}
