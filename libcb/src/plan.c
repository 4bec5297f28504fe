/* SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <cb/backend.h>

#include "catalogue.h"
#include "inject.h"
#include "nearest.h"
#include "plan_numbers.h"

typedef cb_status take_fn(cb_plan *plan, const char *name, const char *value);

static take_fn take_accel, take_algorithms, take_ops, take_sizes, take_launches, take_samples,
	take_precision, take_budget, take_seed, take_time_limit, take_machine, take_no_samples,
	take_threads, take_processes, take_load, take_variant, take_prove, take_steps,
	take_no_shortcut, take_inject;

static const struct {
	cb_option option;
	take_fn *take;
} options[] = {
#define RUN     CB_USED_BY_RUN
#define PROVE   CB_USED_BY_PROVE
#define GATE    CB_USED_BY_GATE
#define MEASURE CB_USED_BY_MEASURE
#define ADVISE  CB_USED_BY_ADVISE
#define ALL     (RUN | PROVE | GATE)
#define CB_OPTION(name, argument, fallback, take, uses, help)                                      \
	{{name, argument, fallback, help, uses}, take},
#include "options.def"
#undef CB_OPTION
#undef ALL
#undef ADVISE
#undef MEASURE
#undef GATE
#undef PROVE
#undef RUN
};

static cb_status replace(char **member, const char *value)
{
	char *copy = cb__string_copy(value);
	if (copy == NULL)
		return CB_ENOMEM;
	free(*member);
	*member = copy;
	return CB_OK;
}

/* Calls @p visit for each part of a list; an empty part is refused. */
static cb_status each_part(cb_plan *plan, const char *name, const char *value,
	cb_status (*visit)(cb_plan *plan, const char *name, const char *part))
{
	char *copy = cb__string_copy(value);
	cb_status status = copy != NULL ? CB_OK : CB_ENOMEM;
	char *part = copy;
	while (status == CB_OK && part != NULL) {
		char *comma = strchr(part, ',');
		if (comma != NULL)
			*comma = '\0';
		int is_sound = part[0] != '\0' && strlen(part) < CB__PATTERN_SIZE;
		status = is_sound ? visit(plan, name, part)
				  : cb__plan_refuse(
					    plan, name, value, "a list of short parts, none empty");
		part = comma != NULL ? comma + 1 : NULL;
	}
	free(copy);
	return status;
}

static cb_status add_accel(cb_plan *plan, const char *name, const char *part)
{
	cb_accel accel = cb_accel_find(part);
	if (accel == CB_ACCEL_COUNT)
		return cb__plan_refuse(plan, name, part, "one of on, nocrypto, off");
	plan->settings.accel |= CB_ACCEL_BIT(accel);
	return CB_OK;
}

static cb_status take_accel(cb_plan *plan, const char *name, const char *value)
{
	unsigned before = plan->settings.accel;
	plan->settings.accel = 0;
	cb_status status = each_part(plan, name, value, add_accel);
	if (status == CB_OK)
		plan->settings.is_accel_given = 1;
	else
		plan->settings.accel = before;
	return status;
}

static cb_status accept_part(cb_plan *plan, const char *name, const char *part)
{
	(void)plan;
	(void)name;
	(void)part;
	return CB_OK;
}

/* Backends may know algorithms that the catalogue lacks, so names are checked when they run. */
static cb_status take_algorithms(cb_plan *plan, const char *name, const char *value)
{
	cb_status status = each_part(plan, name, value, accept_part);
	return status == CB_OK ? replace(&plan->settings.algorithms, value) : status;
}

static cb_status refuse_op(cb_plan *plan, const char *name, const char *part)
{
	const char *known[CB_OP_COUNT + 1] = {NULL};
	size_t count = 0;
	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
		known[count++] = cb_op_name((cb_op)op);
	const char *meant = cb__nearest(part, known);
	return cb__context_fail(plan->ctx, CB_ENOTFOUND,
		"option %s: \"%s\" matches no operation%s%s%s", name, part,
		meant != NULL ? "; did you mean \"" : "", meant != NULL ? meant : "",
		meant != NULL ? "\"?" : "");
}

static cb_status check_op(cb_plan *plan, const char *name, const char *part)
{
	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
		if (cb__glob_match(part, cb_op_name((cb_op)op)))
			return CB_OK;
	return refuse_op(plan, name, part);
}

static cb_status take_ops(cb_plan *plan, const char *name, const char *value)
{
	cb_status status = each_part(plan, name, value, check_op);
	return status == CB_OK ? replace(&plan->settings.ops, value) : status;
}

static cb_status take_sizes(cb_plan *plan, const char *name, const char *value)
{
	cb_status status = cb__plan_numbers(&plan->settings.sizes, &plan->settings.size_count, plan,
		name, value, cb__plan_size);
	if (status == CB_OK)
		plan->settings.are_sizes_given = 1;
	return status;
}

static cb_status take_threads(cb_plan *plan, const char *name, const char *value)
{
	return cb__plan_numbers(&plan->settings.threads, &plan->settings.thread_count, plan, name,
		value, cb__plan_processors);
}

static cb_status take_uint32(
	uint32_t *out, cb_plan *plan, const char *name, const char *value, uint32_t max)
{
	uint64_t number = 0;
	cb_status status = cb__plan_whole(&number, plan, name, value, 1, max);
	if (status == CB_OK)
		*out = (uint32_t)number;
	return status;
}

static cb_status take_launches(cb_plan *plan, const char *name, const char *value)
{
	return take_uint32(&plan->settings.launches, plan, name, value, 1000);
}

static cb_status take_samples(cb_plan *plan, const char *name, const char *value)
{
	return take_uint32(&plan->settings.samples, plan, name, value, 10000);
}

static cb_status take_precision(cb_plan *plan, const char *name, const char *value)
{
	return cb__plan_decimal(&plan->settings.precision_percent, plan, name, value, 0.01, 100);
}

static cb_status take_budget(cb_plan *plan, const char *name, const char *value)
{
	cb_status status =
		cb__plan_decimal(&plan->settings.budget_s, plan, name, value, 0.1, 1000000);
	if (status == CB_OK)
		plan->settings.is_budget_given = 1;
	return status;
}

static cb_status take_seed(cb_plan *plan, const char *name, const char *value)
{
	return cb__plan_whole(&plan->settings.seed, plan, name, value, 0, INT64_MAX / 16);
}

static cb_status take_time_limit(cb_plan *plan, const char *name, const char *value)
{
	return cb__plan_decimal(&plan->settings.limit_s, plan, name, value, 0.1, 86400);
}

static cb_status take_machine(cb_plan *plan, const char *name, const char *value)
{
	if (value[0] == '\0' || strlen(value) > 200)
		return cb__plan_refuse(plan, name, value, "a name of 1 to 200 bytes");
	return replace(&plan->settings.machine, value);
}

static cb_status take_switch(int *out, cb_plan *plan, const char *name, const char *value)
{
	uint64_t number = 0;
	cb_status status = cb__plan_whole(&number, plan, name, value, 0, 1);
	if (status == CB_OK)
		*out = number != 0;
	return status;
}

static cb_status take_no_shortcut(cb_plan *plan, const char *name, const char *value)
{
	return take_switch(&plan->settings.no_shortcut, plan, name, value);
}

static cb_status take_inject(cb_plan *plan, const char *name, const char *value)
{
	if (!cb__inject_is_valid(value))
		return cb__plan_refuse(
			plan, name, value, "GLOB=PERCENT,... with percents above 0 to 1000");
	return replace(&plan->settings.inject, value);
}

static cb_status take_no_samples(cb_plan *plan, const char *name, const char *value)
{
	return take_switch(&plan->settings.no_samples, plan, name, value);
}

static cb_status take_processes(cb_plan *plan, const char *name, const char *value)
{
	return cb__plan_numbers(&plan->settings.processes, &plan->settings.process_count, plan,
		name, value, cb__plan_processors);
}

static cb_status take_load(cb_plan *plan, const char *name, const char *value)
{
	uint64_t number = 0;
	cb_status status = cb__plan_whole(&number, plan, name, value, 0, CB__PROCESSOR_LIMIT);
	if (status == CB_OK)
		plan->settings.load = (uint32_t)number;
	return status;
}

static cb_status add_variant(cb_plan *plan, const char *name, const char *part)
{
	cb_variant variant = cb_variant_find(part);
	if (variant == CB_VARIANT_COUNT)
		return cb__plan_refuse(plan, name, part,
			"one of message, stream, rekey, fresh, fetch, inplace, misalign, "
			"sharedkey");
	plan->settings.variants |= CB_VARIANT_BIT(variant);
	return CB_OK;
}

static cb_status take_variant(cb_plan *plan, const char *name, const char *value)
{
	unsigned before = plan->settings.variants;
	plan->settings.variants = 0;
	cb_status status = each_part(plan, name, value, add_variant);
	if (status != CB_OK)
		plan->settings.variants = before;
	return status;
}

static cb_status take_prove(cb_plan *plan, const char *name, const char *value)
{
	return take_switch(&plan->settings.is_proof_wanted, plan, name, value);
}

/* A day of following. */
#define STEPS_MAX 4000000000u

static cb_status take_steps(cb_plan *plan, const char *name, const char *value)
{
	return cb__plan_whole(&plan->settings.steps, plan, name, value, 1, STEPS_MAX);
}

size_t cb_option_count(void)
{
	return CB_COUNT(options);
}

const cb_option *cb_option_at(size_t index)
{
	return index < CB_COUNT(options) ? &options[index].option : NULL;
}

cb_status cb_plan_set(cb_plan *plan, const char *option, const char *value)
{
	for (size_t i = 0; i < CB_COUNT(options); i++)
		if (strcmp(options[i].option.name, option) == 0) {
			cb_status status = options[i].take(plan, option, value);
			plan->given[i] |= status == CB_OK;
			return status;
		}
	return cb__context_fail(plan->ctx, CB_ENOTFOUND, "no option \"%s\"", option);
}

int cb__list_matches(const char *patterns, const char *name)
{
	const char *start = patterns;
	while (start != NULL) {
		const char *comma = strchr(start, ',');
		size_t len = comma != NULL ? (size_t)(comma - start) : strlen(start);
		char pattern[CB__PATTERN_SIZE];
		if (len < sizeof pattern) {
			memcpy(pattern, start, len);
			pattern[len] = '\0';
			if (cb__glob_match(pattern, name))
				return 1;
		}
		start = comma != NULL ? comma + 1 : NULL;
	}
	return 0;
}

void cb__settings_done(cb__settings *settings)
{
	free(settings->algorithms);
	free(settings->ops);
	free(settings->sizes);
	free(settings->threads);
	free(settings->processes);
	free(settings->machine);
	free(settings->inject);
	*settings = (cb__settings){0};
}

/* Defaults come from the table, as their text. */
static cb_status set_defaults(cb_plan *plan)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < CB_COUNT(options) && status == CB_OK; i++)
		if (options[i].option.fallback[0] != '\0')
			status = cb_plan_set(
				plan, options[i].option.name, options[i].option.fallback);
	plan->settings.is_budget_given = 0;
	plan->settings.are_sizes_given = 0;
	plan->settings.is_accel_given = 0;
	memset(plan->given, 0, sizeof plan->given);
	return status;
}

cb_status cb_plan_new(cb_plan **out, cb_context *ctx)
{
	cb_plan *plan = calloc(1, sizeof *plan);
	if (plan == NULL)
		return CB_ENOMEM;
	plan->ctx = ctx;
	cb_status status = set_defaults(plan);
	if (status == CB_OK)
		*out = plan;
	else
		cb_plan_free(plan);
	return status;
}

const char *cb__plan_misses(const cb_plan *plan, unsigned use)
{
	for (size_t i = 0; i < CB_COUNT(options); i++)
		if (plan->given[i] && !(options[i].option.uses & use))
			return options[i].option.name;
	return NULL;
}

void cb_plan_free(cb_plan *plan)
{
	if (plan == NULL)
		return;
	cb__settings_done(&plan->settings);
	cb__subjects_done(&plan->subjects);
	free(plan);
}

cb_status cb__plan_subjects(const cb__subjects **out, cb__subjects *all, const cb_plan *plan)
{
	cb_context *ctx = plan->ctx;
	cb_status status = CB_OK;
	size_t count = plan->subjects.count > 0 ? 0 : ctx->backend_count;
	for (size_t i = 0; i < count && status == CB_OK; i++) {
		const char *name = ctx->backends[i].name;
		if (strcmp(name, "null") != 0)
			status = cb__subjects_add(all, ctx, name, plan->settings.accel);
	}
	for (size_t i = 0; i < all->count; i++)
		all->rows[i].is_asked = plan->settings.is_accel_given;
	*out = plan->subjects.count > 0 ? &plan->subjects : all;
	if (status == CB_OK && (*out)->count == 0)
		status = cb__context_fail(ctx, CB_EEMPTY,
			"no backend was found: set CB_BACKEND_PATH, or install libcb whole");
	return status == CB_OK ? cb__subjects_check(*out, ctx) : status;
}

cb_status cb_plan_add_subject(cb_plan *plan, const char *subject)
{
	size_t before = plan->subjects.count;
	cb_status status =
		cb__subjects_add(&plan->subjects, plan->ctx, subject, plan->settings.accel);
	for (size_t i = before; i < plan->subjects.count; i++)
		if (plan->settings.is_accel_given)
			plan->subjects.rows[i].is_asked = 1;
	return status;
}
