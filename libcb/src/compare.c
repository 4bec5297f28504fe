/* SPDX-License-Identifier: Apache-2.0 */
/* From two sides to rows: finding counterparts, in an order that people read. */
#include "compare.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "context.h"
#include "plan.h"

/* One cell of a side, and what it goes by. */
struct entry {
	const cb_cell *cell;
	const char *key;   /* equal for counterparts */
	const char *loose; /* the same without how many worked at once, on what */
	size_t place;      /* in its document */
	int is_matched;
};

struct side {
	const char *name;
	const cb_results *results;
	const char *const *labels;
	struct entry *entries;
	size_t count;
	const struct entry **by_key;
	struct entry **by_loose;
};

struct search {
	cb_comparison *c;
	cb_context *ctx;
	const cb_compare_config *config;
	struct side base;
	struct side head;
};

static const char *const change_names[] = {
#define CHANGE_NAME(name, text, meaning) text,
	CB_CHANGE_MAP(CHANGE_NAME)
#undef CHANGE_NAME
};

static const char *const change_meanings[] = {
#define CHANGE_MEANING(name, text, meaning) meaning,
	CB_CHANGE_MAP(CHANGE_MEANING)
#undef CHANGE_MEANING
};

const char *cb_change_name(cb_change change)
{
	return (unsigned)change < CB_CHANGE_COUNT ? change_names[change] : "unknown";
}

const char *cb_change_meaning(cb_change change)
{
	return (unsigned)change < CB_CHANGE_COUNT ? change_meanings[change] : "unknown";
}

const char *cb__compare_keep(cb_comparison *c, cb_text *text)
{
	char *string = NULL;

	/* the list grows by doubling, whenever its length is a power of two */
	if ((c->string_count & (c->string_count - 1)) == 0) {
		size_t size = c->string_count == 0 ? 1 : 2 * c->string_count;
		char **grown = realloc(c->strings, size * sizeof *grown);

		if (grown == NULL) {
			c->failed = 1;
			cb__text_done(text);
			return "";
		}
		c->strings = grown;
	}
	if (cb__text_take(text, &string) != CB_OK) {
		c->failed = 1;
		cb__text_done(text);
		return "";
	}
	c->strings[c->string_count++] = string;
	return string;
}

static int is_ascii(const char *text)
{
	while (*text != '\0' && (unsigned char)*text < 0x80)
		text++;
	return *text == '\0';
}

/* A file's name may be no UTF-8, which no document can hold, and have more than one line. */
static const char *keep_name(cb_comparison *c, const char *name)
{
	json_t *checked = is_ascii(name) ? NULL : json_string(name);
	int is_valid = is_ascii(name) || checked != NULL;
	cb_text text = CB_TEXT_INIT;

	json_decref(checked);
	cb__text_add(&text, name);
	for (size_t i = 0; i < text.len; i++) {
		unsigned char byte = (unsigned char)text.data[i];

		if (byte < ' ' || byte == 0x7f || (!is_valid && byte >= 0x80))
			text.data[i] = '?';
	}
	return cb__compare_keep(c, &text);
}

/* "old" stands for "old:on" and "old:off" as well. */
static int is_label(const cb_subject *subject, const char *label)
{
	size_t len = strlen(label);

	return strncmp(subject->label, label, len) == 0 &&
	       (subject->label[len] == '\0' || subject->label[len] == ':');
}

static int is_chosen(const struct side *side, const cb_subject *subject)
{
	if (side->labels == NULL)
		return 1;
	for (size_t i = 0; side->labels[i] != NULL; i++)
		if (is_label(subject, side->labels[i]))
			return 1;
	return 0;
}

/* "openssl:on, openssl:off" */
static void list_subjects(cb_text *text, const cb_results *results)
{
	for (size_t i = 0; i < cb_results_subject_count(results); i++)
		cb__text_format(
			text, "%s%s", i > 0 ? ", " : "", cb_results_subject_at(results, i)->label);
}

static cb_status refuse_label(cb_context *ctx, const struct side *side, const char *label)
{
	cb_text known = CB_TEXT_INIT;

	list_subjects(&known, side->results);
	cb__context_fail(ctx, CB_ENOTFOUND, "no subject \"%s\"; there are %s", label,
		known.len > 0 ? cb__text_string(&known) : "none");
	cb__text_done(&known);
	return CB_ENOTFOUND;
}

static cb_status check_labels(cb_context *ctx, const struct side *side)
{
	for (size_t i = 0; side->labels != NULL && side->labels[i] != NULL; i++) {
		int found = 0;

		for (size_t j = 0; j < cb_results_subject_count(side->results); j++)
			found |= is_label(cb_results_subject_at(side->results, j), side->labels[i]);
		if (!found)
			return refuse_label(ctx, side, side->labels[i]);
	}
	return CB_OK;
}

static cb_status check_sizes(cb_context *ctx, const char *sizes)
{
	const char *part = sizes;

	while (part != NULL) {
		size_t len = strspn(part, "0123456789");

		if (len == 0 || len > 18 || (part[len] != ',' && part[len] != '\0'))
			return cb__context_fail(ctx, CB_EINVAL,
				"sizes are numbers with commas between them, such as \"64,1024\";"
				" not \"%s\"",
				sizes);
		part = part[len] == ',' ? part + len + 1 : NULL;
	}
	return CB_OK;
}

static cb_status check(const struct search *s)
{
	const cb_compare_config *config = s->config;
	const char *time = config->time;
	cb_status status = check_sizes(s->ctx, config->sizes);

	if (status == CB_OK)
		status = check_labels(s->ctx, &s->base);
	if (status == CB_OK)
		status = check_labels(s->ctx, &s->head);
	if (status != CB_OK)
		return status;
	if (time != NULL && strcmp(time, "cpu") != 0 && strcmp(time, "wall") != 0)
		return cb__context_fail(
			s->ctx, CB_EINVAL, "time is \"cpu\" or \"wall\", not \"%s\"", time);
	if (config->base == config->head && (s->base.labels == NULL || s->head.labels == NULL))
		return cb__context_fail(s->ctx, CB_EINVAL,
			"within one document, each side needs the label of a subject");
	return CB_OK;
}

static int has_size(const char *sizes, uint64_t size)
{
	for (const char *part = sizes; part != NULL;) {
		if (strtoull(part, NULL, 10) == size)
			return 1;
		part = strchr(part, ',');
		part = part != NULL ? part + 1 : NULL;
	}
	return 0;
}

/* Of rows that an import found under one name the first tells that they are ambiguous. */
static int is_repetition(const cb_cell *cell)
{
	return cell->outcome != CB_OUTCOME_MEASURED && strstr(cell->id, "/row=") != NULL;
}

static int is_asked(const struct search *s, const struct side *side, const cb_cell *cell)
{
	const cb_compare_config *config = s->config;

	if (!is_chosen(side, cell->subject) || is_repetition(cell))
		return 0;
	if (config->algorithms != NULL && !cb__list_matches(config->algorithms, cell->algorithm))
		return 0;
	if (config->ops != NULL && !cb__list_matches(config->ops, cell->operation))
		return 0;
	return config->sizes == NULL || has_size(config->sizes, cell->size);
}

static cb_status collect(const struct search *s, struct side *side)
{
	size_t all = cb_results_cell_count(side->results);

	side->entries = calloc(all + 1, sizeof *side->entries);
	side->by_key = calloc(all + 1, sizeof *side->by_key);
	side->by_loose = calloc(all + 1, sizeof *side->by_loose);
	if (side->entries == NULL || side->by_key == NULL || side->by_loose == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < all; i++) {
		const cb_cell *cell = cb_results_cell_at(side->results, i);

		if (is_asked(s, side, cell))
			side->entries[side->count++] = (struct entry){.cell = cell, .place = i};
	}
	return CB_OK;
}

/* The backend that all cells of a side have, or NULL. */
static const char *only_backend(const struct side *side)
{
	const char *backend = side->count > 0 ? side->entries[0].cell->subject->backend : NULL;

	for (size_t i = 0; backend != NULL && i < side->count; i++)
		if (strcmp(side->entries[i].cell->subject->backend, backend) != 0)
			return NULL;
	return backend;
}

static cb_accel only_accel(const struct side *side)
{
	cb_accel accel = side->count > 0 ? side->entries[0].cell->subject->accel : CB_ACCEL_COUNT;

	for (size_t i = 0; i < side->count; i++)
		if (side->entries[i].cell->subject->accel != accel)
			return CB_ACCEL_COUNT;
	return accel;
}

/* Likewise; NULL also if there are none. */
static const char *only_implementation(const struct side *side)
{
	const char *name = side->count > 0 ? side->entries[0].cell->subject->implementation : NULL;

	for (size_t i = 0; name != NULL && i < side->count; i++)
		if (strcmp(side->entries[i].cell->subject->implementation, name) != 0)
			return NULL;
	return name;
}

/* What was varied on purpose keeps no cells apart. */
static void find_varied(struct search *s)
{
	const char *base = only_backend(&s->base), *head = only_backend(&s->head);
	cb_accel base_accel = only_accel(&s->base), head_accel = only_accel(&s->head);

	const char *base_implementation = only_implementation(&s->base);
	const char *head_implementation = only_implementation(&s->head);

	s->c->without_implementation = base_implementation != NULL && head_implementation != NULL &&
				       strcmp(base_implementation, head_implementation) != 0;
	s->c->without_backend = base != NULL && head != NULL && strcmp(base, head) != 0;
	s->c->without_accel = base_accel != CB_ACCEL_COUNT && head_accel != CB_ACCEL_COUNT &&
			      base_accel != head_accel;
}

static int order_keys(const void *a, const void *b)
{
	const struct entry *left = *(const struct entry *const *)a;
	const struct entry *right = *(const struct entry *const *)b;

	return strcmp(left->key, right->key);
}

static int order_loose(const void *a, const void *b)
{
	const struct entry *left = *(const struct entry *const *)a;
	const struct entry *right = *(const struct entry *const *)b;
	int order = strcmp(left->loose, right->loose);

	return order != 0 ? order : (left->place > right->place) - (left->place < right->place);
}

static cb_status sort_side(const struct search *s, struct side *side)
{
	for (size_t i = 0; i < side->count; i++) {
		side->entries[i].key = cb__compare_id(s->c, side->entries[i].cell, 1, 1);
		side->entries[i].loose = cb__compare_id(s->c, side->entries[i].cell, 1, 0);
		side->by_key[i] = side->by_loose[i] = &side->entries[i];
	}
	if (s->c->failed)
		return CB_ENOMEM;
	qsort(side->by_key, side->count, sizeof(*side->by_key), order_keys);
	qsort(side->by_loose, side->count, sizeof(*side->by_loose), order_loose);
	for (size_t i = 1; i < side->count; i++) {
		const struct entry *one = side->by_key[i - 1], *two = side->by_key[i];

		if (strcmp(one->key, two->key) != 0)
			continue;
		return cb__context_fail(s->ctx, CB_EFORMAT,
			"%s: cells \"%s\" and \"%s\" are both %s; choose one of the subjects %s and"
			" %s by %s (cbench compare: -s)",
			side->name, one->cell->id, two->cell->id, one->key,
			one->cell->subject->label, two->cell->subject->label,
			side == &s->base ? "base_labels" : "head_labels");
	}
	return CB_OK;
}

static struct entry *find_key(const struct side *side, const struct entry *wanted)
{
	const struct entry **found = side->count == 0 ? NULL
						      : bsearch(&wanted, side->by_key, side->count,
								sizeof(*side->by_key), order_keys);

	return found != NULL ? &side->entries[*found - side->entries] : NULL;
}

static void add_row(struct search *s, struct entry *base, struct entry *head)
{
	cb_comparison *c = s->c;
	const struct entry *any = base != NULL ? base : head;
	cb__compare_row *row = &c->rows[c->count];

	if (base != NULL)
		base->is_matched = 1;
	if (head != NULL)
		head->is_matched = 1;
	row->view.id = any->key;
	row->view.base = base != NULL ? base->cell : NULL;
	row->view.head = head != NULL ? head->cell : NULL;
	row->group = cb__compare_id(c, any->cell, 0, 1);
	row->row_place = base != NULL ? base->place : cb_results_cell_count(c->base) + head->place;
	c->count++;
	cb__compare_pair(c, &row->view, s->config->time);
}

/* What is left on both sides and is the same work is told as one, with what keeps it apart. Both
 * lists are sorted, so they are walked once. */
static void match_loosely(struct search *s)
{
	size_t j = 0;

	for (size_t i = 0; i < s->base.count; i++) {
		struct entry *base = s->base.by_loose[i];
		int order = 1;

		if (base->is_matched)
			continue;
		while (j < s->head.count &&
			(s->head.by_loose[j]->is_matched ||
				(order = strcmp(s->head.by_loose[j]->loose, base->loose)) < 0))
			j++;
		if (j < s->head.count && order == 0)
			add_row(s, base, s->head.by_loose[j++]);
	}
}

static cb_status match(struct search *s)
{
	s->c->rows = calloc(s->base.count + s->head.count + 1, sizeof *s->c->rows);
	if (s->c->rows == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < s->base.count; i++) {
		struct entry *head = find_key(&s->head, &s->base.entries[i]);

		if (head != NULL)
			add_row(s, &s->base.entries[i], head);
	}
	match_loosely(s);
	for (size_t i = 0; i < s->base.count; i++)
		if (!s->base.entries[i].is_matched)
			add_row(s, &s->base.entries[i], NULL);
	for (size_t i = 0; i < s->head.count; i++)
		if (!s->head.entries[i].is_matched)
			add_row(s, NULL, &s->head.entries[i]);
	return s->c->failed ? CB_ENOMEM : CB_OK;
}

static cb_status search(struct search *s)
{
	cb_status status = check(s);

	if (status == CB_OK)
		status = collect(s, &s->base);
	if (status == CB_OK)
		status = collect(s, &s->head);
	if (status == CB_OK && s->base.count + s->head.count == 0)
		return cb__context_fail(s->ctx, CB_EEMPTY,
			"there is no cell to compare: neither %s nor %s has what was asked for",
			s->base.name, s->head.name);
	if (status == CB_OK)
		find_varied(s);
	if (status == CB_OK)
		status = sort_side(s, &s->base);
	if (status == CB_OK)
		status = sort_side(s, &s->head);
	if (status == CB_OK)
		status = match(s);
	if (status == CB_OK)
		status = cb__compare_conclude(s->c);
	return status == CB_OK ? cb__compare_note_all(s->c) : status;
}

static void end_side(struct side *side)
{
	free(side->entries);
	free(side->by_key);
	free(side->by_loose);
}

static cb_status compare(cb_comparison *c, cb_context *ctx, const cb_compare_config *config)
{
	struct search s = {.c = c, .ctx = ctx, .config = config};
	cb_status status;

	c->base = config->base;
	c->head = config->head;
	c->base_name = keep_name(c, config->base_name != NULL ? config->base_name : "base");
	c->head_name = keep_name(c, config->head_name != NULL ? config->head_name : "head");
	s.base = (struct side){
		.name = c->base_name, .results = c->base, .labels = config->base_labels};
	s.head = (struct side){
		.name = c->head_name, .results = c->head, .labels = config->head_labels};
	status = search(&s);
	end_side(&s.base);
	end_side(&s.head);
	return status;
}

cb_status cb_compare(cb_comparison **out, cb_context *ctx, const cb_compare_config *config)
{
	cb_compare_config known = CB_COMPARE_CONFIG_INIT;
	cb_comparison *c;
	cb_status status;

	/* A program built against an older header has fewer members, which are the first. */
	if (config->struct_size < sizeof config->struct_size || config->struct_size > sizeof known)
		return cb__context_fail(
			ctx, CB_EINVAL, "the configuration is of another version of libcb");
	memcpy(&known, config, config->struct_size);
	c = calloc(1, sizeof *c);
	status = c == NULL ? CB_ENOMEM : compare(c, ctx, &known);
	if (status == CB_ENOMEM)
		cb__context_fail(ctx, status, "out of memory while comparing");
	if (status == CB_OK)
		*out = c;
	else
		cb_comparison_free(c);
	return status;
}

void cb__compare_done(cb_comparison *c)
{
	for (size_t i = 0; i < c->string_count; i++)
		free(c->strings[i]);
	free(c->strings);
	free(c->rows);
	free(c->conclusions);
	free(c->notes);
}

void cb_comparison_free(cb_comparison *comparison)
{
	if (comparison == NULL)
		return;
	cb__compare_done(comparison);
	free(comparison);
}

const char *cb_comparison_base_name(const cb_comparison *comparison)
{
	return comparison->base_name;
}

const char *cb_comparison_head_name(const cb_comparison *comparison)
{
	return comparison->head_name;
}

size_t cb_comparison_changes(const cb_comparison *comparison, cb_change change)
{
	size_t count = 0;

	for (size_t i = 0; i < comparison->count; i++)
		count += comparison->rows[i].view.change == change;
	return count;
}

size_t cb_comparison_count(const cb_comparison *comparison)
{
	return comparison->count;
}

const cb_compared *cb_comparison_at(const cb_comparison *comparison, size_t index)
{
	return index < comparison->count ? &comparison->rows[index].view : NULL;
}

const cb_compared *cb_comparison_find(const cb_comparison *comparison, const char *id)
{
	for (size_t i = 0; i < comparison->count; i++)
		if (strcmp(comparison->rows[i].view.id, id) == 0)
			return &comparison->rows[i].view;
	return NULL;
}

size_t cb_comparison_conclusion_count(const cb_comparison *comparison)
{
	return comparison->conclusion_count;
}

const cb_conclusion *cb_comparison_conclusion_at(const cb_comparison *comparison, size_t index)
{
	return index < comparison->conclusion_count ? &comparison->conclusions[index] : NULL;
}

size_t cb_comparison_note_count(const cb_comparison *comparison)
{
	return comparison->note_count;
}

const cb_compare_note *cb_comparison_note_at(const cb_comparison *comparison, size_t index)
{
	return index < comparison->note_count ? &comparison->notes[index] : NULL;
}
