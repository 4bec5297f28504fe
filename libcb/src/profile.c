/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "nearest.h"
#include "plan.h"
#include "text.h"

struct table_profile {
	const char *name;
	const char *unit;
	uint64_t bytes;
	const char *needs;
	cb_accel accel;
	const char *choices;
	const char *sizes;
	const char *summary;
};

struct table_work {
	const char *profile; /* NULL: the same as before */
	const char *algorithm;
	const char *operation;
	uint64_t size;
	double count;
};

static const struct table_profile profiles[] = {
#define CB_PROFILE(name, unit, bytes, needs, accel, choices, sizes, summary)                       \
	{name, unit, bytes, needs, CB_ACCEL_##accel, choices, sizes, summary},
#define CB_WORK(algorithm, operation, size, count)
#include "profiles.def"
#undef CB_PROFILE
#undef CB_WORK
};

/* A row with a name begins the work of a profile. */
static const struct table_work works[] = {
#define CB_PROFILE(name, unit, bytes, needs, accel, choices, sizes, summary)                       \
	{name, NULL, NULL, 0, 0},
#define CB_WORK(algorithm, operation, size, count) {NULL, algorithm, operation, size, count},
#include "profiles.def"
#undef CB_PROFILE
#undef CB_WORK
};

static const struct {
	const char *capability;
	const char *backend;
	const char *since;
} capabilities[] = {
#define CB_CAPABILITY(capability, backend, since, source) {capability, backend, since},
#include "capabilities.def"
#undef CB_CAPABILITY
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

const char *cb_profile_name_at(size_t index)
{
	return index < COUNT(profiles) ? profiles[index].name : NULL;
}

cb_profile *cb__profile_new(cb_context *ctx)
{
	cb_profile *profile = calloc(1, sizeof *profile);

	if (profile != NULL)
		profile->ctx = ctx;
	return profile;
}

void cb_profile_free(cb_profile *profile)
{
	free(profile);
}

const char *cb_profile_name(const cb_profile *profile)
{
	return profile->name;
}

const char *cb_profile_summary(const cb_profile *profile)
{
	return profile->summary;
}

const char *cb_profile_unit(const cb_profile *profile)
{
	return profile->unit;
}

cb_accel cb_profile_accel(const cb_profile *profile)
{
	return profile->accel;
}

int cb__profile_add_size(cb_profile *profile, uint64_t size)
{
	size_t at = 0;

	while (at < profile->size_count && profile->sizes[at] < size)
		at++;
	if (at < profile->size_count && profile->sizes[at] == size)
		return 1;
	if (profile->size_count == CB__PROFILE_SIZES)
		return 0;
	memmove(profile->sizes + at + 1, profile->sizes + at,
		(profile->size_count - at) * sizeof *profile->sizes);
	profile->sizes[at] = size;
	profile->size_count++;
	return 1;
}

size_t cb__profile_choice_count(const cb_profile *profile)
{
	return profile->choice_count > 0 ? profile->choice_count : 1;
}

const cb_algorithm *cb__work_algorithm(
	const cb_profile *profile, const cb__work *work, size_t choice)
{
	return work->algorithm != NULL ? work->algorithm : profile->choices[choice];
}

int cb__work_is_sized(const cb_profile *profile, const cb__work *work)
{
	return work->algorithm == NULL && cb_op_has_message(profile->choices[0]->kind, work->op);
}

static void take_choices(cb_profile *profile, const char *names)
{
	while (*names != '\0') {
		char name[64];
		size_t len = strcspn(names, ",");

		snprintf(name, sizeof name, "%.*s", (int)len, names);
		profile->choices[profile->choice_count++] = cb_algorithm_find(name);
		names += len + (names[len] == ',');
	}
}

static void take_sizes(cb_profile *profile, const char *sizes)
{
	char *end;

	for (; *sizes != '\0'; sizes = *end == ',' ? end + 1 : end)
		cb__profile_add_size(profile, strtoull(sizes, &end, 10));
}

static void take_works(cb_profile *profile, const char *name)
{
	size_t i = 0;

	while (works[i].profile == NULL || strcmp(works[i].profile, name) != 0)
		i++;
	for (i++; i < COUNT(works) && works[i].profile == NULL; i++)
		profile->work[profile->work_count++] =
			(cb__work){cb_algorithm_find(works[i].algorithm),
				cb_op_find(works[i].operation), works[i].size, works[i].count};
}

static cb_status find_built_in(cb_profile **out, cb_context *ctx, const struct table_profile *row)
{
	cb_profile *profile = cb__profile_new(ctx);

	if (profile == NULL)
		return CB_ENOMEM;
	snprintf(profile->name, sizeof profile->name, "%s", row->name);
	snprintf(profile->summary, sizeof profile->summary, "%s", row->summary);
	snprintf(profile->unit, sizeof profile->unit, "%s", row->unit);
	snprintf(profile->needs, sizeof profile->needs, "%s", row->needs);
	profile->accel = row->accel;
	profile->bytes = row->bytes;
	take_choices(profile, row->choices);
	take_sizes(profile, row->sizes);
	take_works(profile, row->name);
	*out = profile;
	return CB_OK;
}

static const char *nearest_profile(const char *name)
{
	const char *known[COUNT(profiles) + 1];

	for (size_t i = 0; i < COUNT(profiles); i++)
		known[i] = profiles[i].name;
	known[COUNT(profiles)] = NULL;
	return cb__nearest(name, known);
}

static void list_names(cb_text *text)
{
	for (size_t i = 0; i < COUNT(profiles); i++)
		cb__text_format(text, "%s%s", i > 0 ? ", " : "", profiles[i].name);
}

cb_status cb_profile_find(cb_profile **out, cb_context *ctx, const char *name)
{
	cb_text names = CB_TEXT_INIT;
	cb_status status;

	for (size_t i = 0; i < COUNT(profiles); i++)
		if (strcmp(profiles[i].name, name) == 0)
			return find_built_in(out, ctx, &profiles[i]);
	if (strpbrk(name, "/.") != NULL)
		return cb__profile_load(out, ctx, name);
	if (nearest_profile(name) != NULL)
		return cb__context_fail(ctx, CB_ENOTFOUND,
			"no profile \"%s\"; did you mean \"%s\"?", name, nearest_profile(name));
	list_names(&names);
	status = cb__context_fail(ctx, CB_ENOTFOUND,
		"no profile \"%s\": there are %s, and files, whose name has a dot or a slash", name,
		cb__text_string(&names));
	cb__text_done(&names);
	return status;
}

/* 3.0.19 as three numbers: what is not there is 0, and what follows a number ends it. -1 if there
 * is none. */
static int read_version(unsigned long parts[3], const char *version)
{
	int count = sscanf(version, "%lu.%lu.%lu", &parts[0], &parts[1], &parts[2]);

	for (int i = count < 0 ? 0 : count; i < 3; i++)
		parts[i] = 0;
	return count < 1 ? -1 : 0;
}

static int is_since(const unsigned long version[3], const unsigned long since[3])
{
	for (size_t i = 0; i < 3; i++)
		if (version[i] != since[i])
			return version[i] > since[i];
	return 1;
}

cb__ability cb__capability_of(
	const char **ret_since, const char *capability, const char *backend, const char *version)
{
	unsigned long has[3], since[3];

	*ret_since = "";
	if (capability[0] == '\0')
		return CB__ABILITY_HAS;
	for (size_t i = 0; i < COUNT(capabilities); i++) {
		if (strcmp(capabilities[i].capability, capability) != 0 ||
			strcmp(capabilities[i].backend, backend) != 0)
			continue;
		*ret_since = capabilities[i].since;
		if (read_version(since, *ret_since) != 0)
			return CB__ABILITY_NEVER;
		if (read_version(has, version) != 0)
			return CB__ABILITY_UNKNOWN;
		return is_since(has, since) ? CB__ABILITY_HAS : CB__ABILITY_OLD;
	}
	return CB__ABILITY_UNKNOWN;
}

int cb__capability_is_known(const char *capability)
{
	for (size_t i = 0; i < COUNT(capabilities); i++)
		if (strcmp(capabilities[i].capability, capability) == 0)
			return 1;
	return 0;
}

const char *cb__capability_never(const char *capability, size_t index)
{
	for (size_t i = 0; i < COUNT(capabilities); i++)
		if (strcmp(capabilities[i].capability, capability) == 0 &&
			capabilities[i].since[0] == '\0' && index-- == 0)
			return capabilities[i].backend;
	return NULL;
}

static void add_word(cb_text *list, const char *word)
{
	size_t len = strlen(word);
	const char *at = cb__text_string(list);

	for (; *at != '\0'; at += strcspn(at, ","), at += *at == ',')
		if (strncmp(at, word, len) == 0 && (at[len] == ',' || at[len] == '\0'))
			return;
	cb__text_format(list, "%s%s", list->len > 0 ? "," : "", word);
}

static void add_sizes(cb_text *list, const cb_profile *profile)
{
	cb_profile all = *profile;

	for (size_t i = 0; i < profile->work_count; i++)
		if (profile->work[i].size > 0)
			cb__profile_add_size(&all, profile->work[i].size);
	for (size_t i = 0; i < all.size_count; i++)
		cb__text_format(list, "%s%llu", i > 0 ? "," : "", (unsigned long long)all.sizes[i]);
}

static void add_work(cb_text *algorithms, cb_text *ops, const cb_profile *profile)
{
	for (size_t i = 0; i < profile->work_count; i++) {
		const cb__work *work = &profile->work[i];

		add_word(ops, cb_op_name(work->op));
		for (size_t choice = 0; choice < cb__profile_choice_count(profile); choice++)
			add_word(algorithms, cb__work_algorithm(profile, work, choice)->name);
	}
}

static cb_status set_list(cb_plan *plan, const char *option, cb_text *list)
{
	cb_status status = list->failed ? CB_ENOMEM : CB_OK;

	if (status == CB_OK && list->len > 0)
		status = cb_plan_set(plan, option, list->data);
	cb__text_done(list);
	return status;
}

static int can_ever(const cb_profile *profile, const char *backend)
{
	const char *since;

	return cb__capability_of(&since, profile->needs, backend, "") != CB__ABILITY_NEVER;
}

static cb_status add_subjects(cb_plan *plan, const cb_profile *profile)
{
	const char *name;
	cb_status status = CB_OK;

	for (size_t i = 0;
		status == CB_OK && (name = cb_context_backend_name(plan->ctx, i)) != NULL; i++)
		if (strcmp(name, "null") != 0 && can_ever(profile, name))
			status = cb_plan_add_subject(plan, name);
	return status;
}

static cb_status set_matrix(cb_plan *plan, const cb_profile *profile)
{
	cb_text algorithms = CB_TEXT_INIT, ops = CB_TEXT_INIT, sizes = CB_TEXT_INIT;
	cb_status first, second, third;

	add_work(&algorithms, &ops, profile);
	add_sizes(&sizes, profile);
	first = set_list(plan, "algorithms", &algorithms);
	second = set_list(plan, "ops", &ops);
	third = set_list(plan, "sizes", &sizes);
	if (first != CB_OK)
		return first;
	return second != CB_OK ? second : third;
}

/* The mode that counts, and those that say what acceleration gives. Nobody asked for them by name,
 * so that one which cannot be proven is no failure. */
static cb_status set_modes(cb_plan *plan, const cb_profile *profile)
{
	cb_status status = cb_plan_set(
		plan, "accel", profile->accel == CB_ACCEL_OFF ? "on,nocrypto,off" : "on,nocrypto");

	plan->settings.is_accel_given = 0;
	return status;
}

cb_status cb_profile_plan(const cb_profile *profile, cb_plan *plan)
{
	cb_status status = set_matrix(plan, profile);

	if (status == CB_OK && !plan->settings.is_accel_given)
		status = set_modes(plan, profile);
	if (status == CB_OK && plan->subjects.count == 0 && profile->needs[0] != '\0')
		status = add_subjects(plan, profile);
	return status;
}
