/* SPDX-License-Identifier: Apache-2.0 */
#include "matrix.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <cb/backend.h>

#include "catalogue.h"
#include "nearest.h"

/* Whether any mode of any library has it: "off" may lack what "on" has, and then says why. */
static int is_offered_by_any(const cb__crew *crew, const char *algorithm, cb_op op)
{
	for (size_t i = 0; i < crew->member_count; i++)
		if (cb__member_offers(&crew->members[i], algorithm, op))
			return 1;
	return 0;
}

/* A variant that no library has of an algorithm makes no panels, unless it is the default. */
static int is_variant_offered(
	const cb__crew *crew, const cb_algorithm *algorithm, cb_variant variant)
{
	int is_had = variant == CB_VARIANT_MESSAGE;
	for (size_t i = 0; i < crew->member_count && !is_had; i++)
		is_had = cb__member_has_variant(&crew->members[i], algorithm->name, variant);
	return is_had;
}

static int is_algorithm_selected(const cb_algorithm *algorithm, const cb__settings *settings)
{
	return settings->algorithms != NULL
		       ? cb__list_matches(settings->algorithms, algorithm->name)
		       : algorithm->usual;
}

static int is_op_selected(const cb_algorithm *algorithm, cb_op op, const cb__settings *settings)
{
	if (!cb_kind_has_op(algorithm->kind, op))
		return 0;
	return settings->ops != NULL ? cb__list_matches(settings->ops, cb_op_name(op))
				     : !cb__op_is_opt_in(algorithm, op);
}

static int is_in_list(const char *list, const char *name)
{
	size_t len = strlen(name);
	for (const char *at = list; at != NULL; at = strchr(at, ',')) {
		at += *at == ',';
		if (strncmp(at, name, len) == 0 && (at[len] == ',' || at[len] == '\0'))
			return 1;
	}
	return 0;
}

static cb_status refuse_pattern(const cb__matrix *matrix, cb_context *ctx, const char *asked,
	const char *pattern, size_t len)
{
	const char *known[256];
	const cb_algorithm *algorithm;
	size_t count = 0;
	for (; count < 255 && (algorithm = cb__algorithms_at(&matrix->algorithms, count)) != NULL;
		count++)
		known[count] = algorithm->name;
	known[count] = NULL;
	const char *meant = cb__nearest(pattern, known);
	return cb__context_fail(ctx, CB_ENOTFOUND,
		"\"%.*s\" matches no algorithm; %s%s%s`cbench list` shows them", (int)len, asked,
		meant != NULL ? "did you mean \"" : "", meant != NULL ? meant : "",
		meant != NULL ? "\"? " : "");
}

/* Every pattern must mean something: a misspelt one would otherwise silently measure less. */
static cb_status check_patterns(const cb__matrix *matrix, cb_context *ctx, const char *patterns)
{
	for (const char *start = patterns; start != NULL;) {
		const char *comma = strchr(start, ',');
		size_t len = comma != NULL ? (size_t)(comma - start) : strlen(start);
		char pattern[CB__PATTERN_SIZE] = "";
		if (len < sizeof pattern)
			memcpy(pattern, start, len);
		int has_match = 0;
		const cb_algorithm *algorithm;
		for (size_t i = 0; (algorithm = cb__algorithms_at(&matrix->algorithms, i)) != NULL;
			i++)
			has_match |= cb__glob_match(pattern, algorithm->name);
		if (!has_match)
			return refuse_pattern(matrix, ctx, start, pattern, len);
		start = comma != NULL ? comma + 1 : NULL;
	}
	return CB_OK;
}

static cb_status init_entry(cb__entry *entry, cb__member *member, const cb__panel *panel)
{
	*entry = (cb__entry){.member = member, .outcome = CB_OUTCOME_MEASURED};
	const cb__member *source = member->same_as != NULL ? member->same_as : member;
	if (source->outcome != CB_OUTCOME_MEASURED)
		return cb__entry_end(entry, source->outcome, source->reason, source->output);
	const char *name = panel->algorithm->name;
	if (panel->size % panel->algorithm->block_len != 0)
		return cb__entry_end(entry, CB_OUTCOME_UNSUPPORTED,
			"its messages are whole blocks, and this size is none", NULL);
	if (!cb__member_offers(source, name, panel->op)) {
		const json_t *offer = cb__member_offer(source, name);
		const char *reason = json_string_value(json_object_get(offer, "reason"));
		int is_told = reason != NULL && reason[0] != '\0';
		return cb__entry_end(entry, CB_OUTCOME_UNSUPPORTED,
			is_told ? reason : "this library lacks it", NULL);
	}
	if (!cb__member_has_variant(source, name, panel->variant))
		return cb__entry_end(entry, CB_OUTCOME_UNSUPPORTED,
			"the backend has no such variant of it", NULL);
	return CB_OK;
}

static cb_status add_panel(cb__matrix *matrix, cb__crew *crew, const cb__panel *like)
{
	cb__panel *panels = realloc(matrix->panels, (matrix->panel_count + 1) * sizeof *panels);
	if (panels == NULL)
		return CB_ENOMEM;
	matrix->panels = panels;
	cb__panel *panel = &panels[matrix->panel_count];
	*panel = *like;
	panel->entries = calloc(crew->member_count + 1, sizeof *panel->entries);
	if (panel->entries == NULL)
		return CB_ENOMEM;
	matrix->panel_count++;
	cb_status status = CB_OK;
	for (size_t i = 0; i < crew->member_count && status == CB_OK; i++)
		status = init_entry(&panel->entries[i], &crew->members[i], panel);
	return status;
}

static cb_status add_threads(
	cb__matrix *matrix, cb__crew *crew, cb__panel like, const cb__settings *settings)
{
	cb_status status = CB_OK;
	size_t count = settings->thread_count * settings->process_count;
	for (size_t i = 0; i < count && status == CB_OK; i++) {
		like.threads = (uint32_t)settings->threads[i % settings->thread_count];
		like.processes = (uint32_t)settings->processes[i / settings->thread_count];
		status = add_panel(matrix, crew, &like);
	}
	return status;
}

static cb_status add_variants(
	cb__matrix *matrix, cb__crew *crew, cb__panel like, const cb__settings *settings)
{
	cb_status status = CB_OK;
	for (int variant = 0; variant < CB_VARIANT_COUNT && status == CB_OK; variant++) {
		like.variant = (cb_variant)variant;
		int is_wanted = (settings->variants & CB_VARIANT_BIT(variant)) != 0;
		if (is_wanted && is_variant_offered(crew, like.algorithm, like.variant))
			status = add_threads(matrix, crew, like, settings);
	}
	return status;
}

static cb_status refuse_size(const cb__crew *crew, const cb_algorithm *algorithm, uint64_t size)
{
	return cb__context_fail(crew->ctx, CB_EINVAL,
		"%s takes messages of whole blocks of %u bytes, not %" PRIu64, algorithm->name,
		(unsigned)algorithm->block_len, size);
}

static cb_status add_sizes(cb__matrix *matrix, cb__crew *crew, cb__panel like,
	const cb__settings *settings, int is_named)
{
	const cb_algorithm *algorithm = like.algorithm;
	if (!cb_op_has_message(algorithm->kind, like.op))
		return add_variants(matrix, crew, like, settings);
	cb_status status = CB_OK;
	for (size_t i = 0; i < settings->size_count && status == CB_OK; i++) {
		like.size = settings->sizes[i];
		/* Who names an algorithm and a size that do not fit has made a mistake; who asks
		 * for many gets those that fit. */
		if (is_named && like.size % algorithm->block_len != 0)
			return refuse_size(crew, algorithm, like.size);
		status = add_variants(matrix, crew, like, settings);
	}
	return status;
}

static cb_status add_algorithm(cb__matrix *matrix, cb__crew *crew, const cb_algorithm *algorithm,
	const cb__settings *settings)
{
	int is_named =
		settings->algorithms != NULL && is_in_list(settings->algorithms, algorithm->name);
	cb__panel like = {
		.algorithm = algorithm, .threads = 1, .processes = 1, .load = settings->load};
	cb_status status = CB_OK;
	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT && status == CB_OK; op++) {
		like.op = (cb_op)op;
		if (!is_op_selected(algorithm, like.op, settings))
			continue;
		if (is_named || is_offered_by_any(crew, algorithm->name, like.op))
			status = add_sizes(matrix, crew, like, settings, is_named);
	}
	return status;
}

cb_status cb__matrix_new(cb__matrix *out, cb__crew *crew, const cb__settings *settings)
{
	cb__matrix matrix = {.entry_count = crew->member_count};
	cb_status status = cb__algorithms_collect(&matrix.algorithms, crew);
	if (status == CB_OK)
		status = check_patterns(&matrix, crew->ctx, settings->algorithms);
	const cb_algorithm *algorithm;
	for (size_t i = 0;
		status == CB_OK && (algorithm = cb__algorithms_at(&matrix.algorithms, i)) != NULL;
		i++)
		if (is_algorithm_selected(algorithm, settings))
			status = add_algorithm(&matrix, crew, algorithm, settings);
	if (status == CB_OK && matrix.panel_count == 0)
		status = cb__context_fail(crew->ctx, CB_EEMPTY,
			"no subject has what was selected; `cbench list` shows what there is");
	if (status == CB_OK)
		*out = matrix;
	else
		cb__matrix_done(&matrix);
	return status;
}

void cb__matrix_done(cb__matrix *matrix)
{
	for (size_t i = 0; i < matrix->panel_count; i++) {
		for (size_t j = 0; j < matrix->entry_count; j++) {
			cb__entry *entry = &matrix->panels[i].entries[j];
			free(entry->reason);
			free(entry->output);
			free(entry->readings);
		}
		free(matrix->panels[i].entries);
	}
	cb__algorithms_done(&matrix->algorithms);
	free(matrix->panels);
	*matrix = (cb__matrix){0};
}

const cb_algorithm *cb__panel_algorithm(const cb__panel *panel, const cb__member *member)
{
	return member->callee != NULL ? &member->callee->algorithm : panel->algorithm;
}

uint64_t cb__panel_size(const cb__panel *panel, const cb__member *member)
{
	return member->callee != NULL ? member->callee->function.size : panel->size;
}

void cb__panel_stem(cb_text *out, const cb__panel *panel, const cb__member *member)
{
	cb__text_format(out, "%s/%s/%" PRIu64, cb__panel_algorithm(panel, member)->name,
		cb_op_name(panel->op), cb__panel_size(panel, member));
}

void cb__panel_suffix(cb_text *out, const cb__panel *panel)
{
	if (panel->variant != CB_VARIANT_MESSAGE)
		cb__text_format(out, "/variant=%s", cb_variant_name(panel->variant));
	if (panel->threads != 1)
		cb__text_format(out, "/threads=%u", (unsigned)panel->threads);
	if (panel->processes != 1)
		cb__text_format(out, "/processes=%u", (unsigned)panel->processes);
	if (panel->load != 0)
		cb__text_format(out, "/load=%u", (unsigned)panel->load);
}

void cb__panel_name(cb_text *out, const cb__panel *panel)
{
	cb__text_format(
		out, "%s/%s/%" PRIu64, panel->algorithm->name, cb_op_name(panel->op), panel->size);
	cb__panel_suffix(out, panel);
}

cb_status cb__entry_end(
	cb__entry *entry, cb_outcome outcome, const char *reason, const char *output)
{
	if (entry->outcome != CB_OUTCOME_MEASURED)
		return CB_OK;
	entry->outcome = outcome;
	entry->reason = cb__string_copy(reason != NULL ? reason : "");
	entry->output = cb__string_copy(output != NULL ? output : "");
	return entry->reason != NULL && entry->output != NULL ? CB_OK : CB_ENOMEM;
}

int cb__entry_is_alive(const cb__entry *entry)
{
	return entry->outcome == CB_OUTCOME_MEASURED && entry->member->same_as == NULL;
}

cb_status cb__entry_add(cb__entry *entry, const cb__reading *reading)
{
	if (entry->reading_count == entry->reading_size) {
		size_t size = 2 * entry->reading_size + 16;
		cb__reading *readings = realloc(entry->readings, size * sizeof *readings);
		if (readings == NULL)
			return CB_ENOMEM;
		entry->readings = readings;
		entry->reading_size = size;
	}
	entry->readings[entry->reading_count++] = *reading;
	return CB_OK;
}
