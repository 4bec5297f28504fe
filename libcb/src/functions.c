/* SPDX-License-Identifier: Apache-2.0 */
/* Measures functions of the calling program: members of a crew that need no workers, in one panel.
 */
#include <cb/measure.h>

#include <stdlib.h>
#include <string.h>

#include <cb/backend.h>

#include "environment.h"
#include "run.h"

/* What they are side by side; each has a name of its own in its cell. */
static const cb_algorithm functions_of_a_program = {
	.name = "function", .kind = CB_KIND_FUNCTION, .block_len = 1};

struct list {
	cb_function *rows;
	size_t count;
};

struct measuring {
	cb__run run;
	cb__settings
		settings; /* what is borrowed from the plan, and lists nothing that is not heeded */
	cb__subjects subjects;
	cb__callee *callees;
	size_t count;
	cb__counter counter;
};

static int do_nothing(void *payload)
{
	(void)payload;
	return 0;
}

static cb_status refuse_row(cb_context *ctx, const cb_function *row, size_t index)
{
	if (row->name == NULL || !cb__label_is_valid(row->name))
		return cb__context_fail(ctx, CB_EINVAL,
			"function %zu: \"%s\" is no name: one is made of letters, digits and ._+-",
			index, row->name != NULL ? row->name : "");
	if (row->call == NULL)
		return cb__context_fail(
			ctx, CB_EINVAL, "function \"%s\": there is nothing to call", row->name);
	if (row->size > CB_FUNCTION_SIZE_MAX)
		return cb__context_fail(ctx, CB_EINVAL,
			"function \"%s\": one call works through at most %llu bytes", row->name,
			(unsigned long long)CB_FUNCTION_SIZE_MAX);
	return CB_OK;
}

static const cb_function *find(const struct list *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->rows[i].name, name) == 0)
			return &list->rows[i];
	return NULL;
}

/* A row of another length is refused before the next one is looked for. */
static cb_status add_row(struct list *list, cb_context *ctx, const cb_function *functions)
{
	cb_function row;
	const char *at = (const char *)functions + list->count * sizeof row;
	memcpy(&row, at, sizeof row);
	if (row.struct_size != sizeof row)
		return cb__context_fail(ctx, CB_EINVAL,
			"function %zu: this version knows no cb_function of %zu bytes: start from "
			"CB_FUNCTION_INIT",
			list->count, row.struct_size);
	cb_status status = refuse_row(ctx, &row, list->count);
	if (status != CB_OK)
		return status;
	if (find(list, row.name) != NULL)
		return cb__context_fail(ctx, CB_EINVAL,
			"two functions are called \"%s\": give them different names", row.name);
	list->rows[list->count++] = row;
	return CB_OK;
}

/* Ours that does nothing comes last, unless there is one. */
static cb_status copy_rows(
	struct list *out, cb_context *ctx, const cb_function *functions, size_t count)
{
	const cb_function empty = {
		.struct_size = sizeof empty, .name = CB_FUNCTION_EMPTY, .call = do_nothing};
	struct list list = {calloc(count + 1, sizeof *list.rows), 0};
	cb_status status = list.rows != NULL ? CB_OK : CB_ENOMEM;
	for (size_t i = 0; i < count && status == CB_OK; i++)
		status = add_row(&list, ctx, functions);
	if (status == CB_OK && find(&list, CB_FUNCTION_EMPTY) == NULL)
		list.rows[list.count++] = empty;
	if (status == CB_OK)
		*out = list;
	else
		free(list.rows);
	return status;
}

static cb_status check_plan(const cb_plan *plan)
{
	if (plan->subjects.count > 0)
		return cb__context_fail(plan->ctx, CB_EINVAL,
			"the plan has subjects, and functions are measured without: make a plan "
			"for them alone");
	const char *option = cb__plan_misses(plan, CB_USED_BY_MEASURE);
	if (option == NULL)
		return CB_OK;
	cb_text heeded = CB_TEXT_INIT;
	for (size_t i = 0; i < cb_option_count(); i++)
		if (cb_option_at(i)->uses & CB_USED_BY_MEASURE)
			cb__text_format(
				&heeded, "%s%s", heeded.len > 0 ? ", " : "", cb_option_at(i)->name);
	cb_status status = cb__context_fail(plan->ctx, CB_EINVAL,
		"option %s: it means nothing to functions of a program, which heed %s", option,
		cb__text_string(&heeded));
	cb__text_done(&heeded);
	return status;
}

/* Members and one panel, as workers' offers give them elsewhere. */
static cb_status make_panel(struct measuring *m, const struct list *list)
{
	cb__matrix *matrix = &m->run.matrix;
	cb__panel *panel = calloc(1, sizeof *panel);
	matrix->panels = panel;
	matrix->entry_count = list->count;
	m->callees = calloc(list->count, sizeof *m->callees);
	if (panel == NULL || m->callees == NULL)
		return CB_ENOMEM;
	*panel = (cb__panel){.algorithm = &functions_of_a_program,
		.op = CB_OP_CALL,
		.variant = CB_VARIANT_MESSAGE,
		.threads = 1,
		.processes = 1,
		.entries = calloc(list->count, sizeof *panel->entries),
		.is_cross_checked = 1}; /* who knows what they shall agree in */
	if (panel->entries == NULL)
		return CB_ENOMEM;
	matrix->panel_count = 1;
	for (m->count = 0; m->count < list->count; m->count++) {
		cb__member *member = &m->run.bench.crew.members[m->count];
		member->callee = &m->callees[m->count];
		cb__callee_init(member->callee, &list->rows[m->count], &m->counter);
		panel->entries[m->count] =
			(cb__entry){.member = member, .outcome = CB_OUTCOME_MEASURED};
	}
	return CB_OK;
}

static cb_status open_all(struct measuring *m, const struct list *list)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < list->count && status == CB_OK; i++)
		status = cb__subjects_add_function(&m->subjects, list->rows[i].name);
	if (status == CB_OK)
		status = cb__bench_open(&m->run.bench, m->run.ctx, &m->settings, &m->subjects);
	return status == CB_OK ? make_panel(m, list) : status;
}

static cb_status write_results(struct measuring *m, cb_results **out, int is_complete)
{
	cb_status status = cb__environment_warn(m->run.bench.environment, "in-process",
		"functions were measured in their own program, without isolation: what else it did "
		"is part of their figures");
	return status == CB_OK ? cb__run_results(&m->run, out, is_complete) : status;
}

static void finish(struct measuring *m)
{
	/* What a cancelled launch has left open. */
	for (size_t i = 0; i < m->count; i++)
		cb__callee_close(&m->callees[i]);
	cb__counter_close(&m->counter);
	cb__run_done(&m->run);
	cb__subjects_done(&m->subjects);
	free(m->callees);
}

static cb_status measure(cb_plan *plan, cb_results **out, const struct list *list,
	cb_progress_fn *progress, void *payload)
{
	struct measuring m = {.settings = plan->settings};
	m.settings.size_count = 0;
	m.run = (cb__run)CB__RUN_INIT(plan->ctx, &m.settings, progress, payload);
	cb__counter_open(&m.counter);
	cb_status status = open_all(&m, list);
	if (status == CB_OK)
		status = cb__run_panels(&m.run);
	if (status == CB_OK || status == CB_ECANCELLED) {
		cb_status written = write_results(&m, out, status == CB_OK);
		if (written != CB_OK)
			status = written;
	}
	finish(&m);
	return status;
}

cb_status cb_plan_measure(cb_plan *plan, cb_results **out, const cb_function *functions,
	size_t count, cb_progress_fn *progress, void *payload)
{
	struct list list = {NULL, 0};
	cb_status status = check_plan(plan);
	if (status == CB_OK && count == 0)
		status =
			cb__context_fail(plan->ctx, CB_EEMPTY, "there are no functions to measure");
	if (status == CB_OK)
		status = copy_rows(&list, plan->ctx, functions, count);
	if (status == CB_OK)
		status = measure(plan, out, &list, progress, payload);
	free(list.rows);
	return status;
}
