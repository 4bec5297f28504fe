/* SPDX-License-Identifier: Apache-2.0 */
/* What rows are called, and the order and the paragraphs in which people read them. */
#include "compare.h"

#include <stdlib.h>
#include <string.h>

#include "sort.h"

static void add_number(cb_text *text, const char *name, uint32_t number, uint32_t usual)
{
	if (number == 0 && usual != 0)
		cb__text_format(text, "/%s=unknown", name);
	else if (number != usual)
		cb__text_format(text, "/%s=%u", name, (unsigned)number);
}

/* "openssl/aes-256-gcm/seal/16384/on"; the variant and so on only if @p extras. */
static void write_id(
	const cb_comparison *c, cb_text *text, const cb_cell *cell, int with_size, int extras)
{
	const char *usual = cb_variant_name(CB_VARIANT_MESSAGE);

	if (!c->without_backend)
		cb__text_format(text, "%s/", cell->subject->backend);
	cb__text_format(text, "%s/%s", cell->algorithm, cell->operation);
	if (with_size)
		cb__text_format(text, "/%llu", (unsigned long long)cell->size);
	if (!c->without_accel)
		cb__text_format(text, "/%s", cb_accel_name(cell->subject->accel));
	if (!extras)
		return;
	if (strcmp(cell->variant, usual) != 0)
		cb__text_format(text, "/variant=%s", cell->variant);
	add_number(text, "threads", cell->threads, 1);
	add_number(text, "processes", cell->processes, 1);
	add_number(text, "load", cell->load, 0);
	if (!c->without_implementation && cell->subject->implementation[0] != '\0')
		cb__text_format(text, "/impl=%s", cell->subject->implementation);
}

const char *cb__compare_id(cb_comparison *c, const cb_cell *cell, int with_size, int extras)
{
	cb_text text = CB_TEXT_INIT;

	write_id(c, &text, cell, with_size, extras);
	return cb__compare_keep(c, &text);
}

static const cb_cell *any_cell(const cb__compare_row *row)
{
	return row->view.base != NULL ? row->view.base : row->view.head;
}

static int order_by_group(const void *a, const void *b)
{
	const cb__compare_row *left = a, *right = b;
	int order = strcmp(left->group, right->group);

	return order != 0 ? order : cb__order_numbers(left->row_place, right->row_place);
}

static int order_rows(const void *a, const void *b)
{
	const cb__compare_row *left = a, *right = b;
	int order = cb__order_numbers(left->place, right->place);

	if (order == 0)
		order = cb__order_numbers(left->group_place, right->group_place);
	if (order == 0)
		order = cb__order_numbers(any_cell(left)->size, any_cell(right)->size);
	return order != 0 ? order : cb__order_numbers(left->row_place, right->row_place);
}

static int is_same_kind(const cb_comparison *c, const cb_subject *a, const cb_subject *b)
{
	if (!c->without_backend && strcmp(a->backend, b->backend) != 0)
		return 0;
	if (!c->without_implementation && strcmp(a->implementation, b->implementation) != 0)
		return 0;
	return c->without_accel || a->accel == b->accel;
}

/* Where a backend and mode are among those of a document; past the end if they are not. */
static size_t find_kind(
	const cb_comparison *c, const cb_results *results, const cb_subject *subject)
{
	size_t i = 0;

	while (i < cb_results_subject_count(results) &&
		!is_same_kind(c, subject, cb_results_subject_at(results, i)))
		i++;
	return i;
}

/* What only the head has comes last. */
static size_t find_place(const cb_comparison *c, const cb_subject *subject)
{
	size_t count = cb_results_subject_count(c->base), place = find_kind(c, c->base, subject);

	return place < count ? place : count + find_kind(c, c->head, subject);
}

/* Subjects as in the base, then what is told in one sentence together, where its first row was. */
static void sort_rows(cb_comparison *c)
{
	for (size_t i = 0; i < c->count; i++)
		c->rows[i].place = find_place(c, any_cell(&c->rows[i])->subject);
	qsort(c->rows, c->count, sizeof(*c->rows), order_by_group);
	for (size_t i = 0; i < c->count; i++) {
		int is_first = i == 0 || strcmp(c->rows[i - 1].group, c->rows[i].group) != 0;

		c->rows[i].group_place =
			is_first ? c->rows[i].row_place : c->rows[i - 1].group_place;
	}
	qsort(c->rows, c->count, sizeof(*c->rows), order_rows);
}

static int has_several_kinds(const cb_comparison *c)
{
	for (size_t i = 1; i < c->count; i++)
		if (!is_same_kind(
			    c, any_cell(&c->rows[0])->subject, any_cell(&c->rows[i])->subject))
			return 1;
	return 0;
}

/* Hashes have but one operation, which need not be told. */
static int has_one_op(const char *name)
{
	const cb_algorithm *algorithm = cb_algorithm_find(name);
	int count = 0;

	for (int op = CB_OP_NONE + 1; algorithm != NULL && op < CB_OP_COUNT; op++)
		count += cb_kind_has_op(algorithm->kind, (cb_op)op);
	return count == 1;
}

/* "openssl:on aes-256-gcm seal stream threads=4" */
static const char *make_title(cb_comparison *c, const cb_cell *cell, int with_kind)
{
	cb_text text = CB_TEXT_INIT;

	if (with_kind)
		cb__text_format(&text, "%s%s%s ", c->without_backend ? "" : cell->subject->backend,
			c->without_backend || c->without_accel ? "" : ":",
			c->without_accel ? "" : cb_accel_name(cell->subject->accel));
	cb__text_add(&text, cell->algorithm);
	if (!has_one_op(cell->algorithm))
		cb__text_format(&text, " %s", cell->operation);
	if (strcmp(cell->variant, cb_variant_name(CB_VARIANT_MESSAGE)) != 0)
		cb__text_format(&text, " %s", cell->variant);
	if (cell->threads != 1)
		cb__text_format(&text, " threads=%u", (unsigned)cell->threads);
	if (cell->processes == 0)
		cb__text_add(&text, " processes=?");
	else if (cell->processes != 1)
		cb__text_format(&text, " processes=%u", (unsigned)cell->processes);
	if (cell->load != 0)
		cb__text_format(&text, " load=%u", (unsigned)cell->load);
	return cb__compare_keep(c, &text);
}

static void conclude(cb_comparison *c, size_t first, size_t count, int with_kind)
{
	const cb_cell *cell = any_cell(&c->rows[first]);
	cb_conclusion *made = &c->conclusions[c->conclusion_count++];
	cb_text text = CB_TEXT_INIT;

	cb__compare_say(&text, &c->rows[first], count, c->base_name, c->head_name);
	*made = (cb_conclusion){.title = make_title(c, cell, with_kind),
		.text = cb__compare_keep(c, &text),
		.first = first,
		.count = count,
		.backend = c->without_backend ? "" : cell->subject->backend,
		.accel = c->without_accel ? "" : cb_accel_name(cell->subject->accel),
		.algorithm = cell->algorithm,
		.operation = cell->operation};
}

cb_status cb__compare_conclude(cb_comparison *c)
{
	int with_kind = has_several_kinds(c);

	sort_rows(c);
	c->conclusions = calloc(c->count + 1, sizeof *c->conclusions);
	if (c->conclusions == NULL)
		return CB_ENOMEM;
	for (size_t first = 0, next; first < c->count; first = next) {
		next = first + 1;
		while (next < c->count && strcmp(c->rows[first].group, c->rows[next].group) == 0)
			next++;
		conclude(c, first, next - first, with_kind);
	}
	return c->failed ? CB_ENOMEM : CB_OK;
}
