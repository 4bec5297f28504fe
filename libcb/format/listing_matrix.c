/* SPDX-License-Identifier: Apache-2.0 */
/* Algorithms against libraries, kind by kind; modes are named only where they differ. */
#include "listing.h"

#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "markdown.h"

#define TEXT_SIZE 192

/* The libraries that are compared. */
typedef struct sheet {
	const cb__listing *l;
	size_t *libraries;
	size_t count;
	cb__grid texts;
} sheet;

int cb__listing_is_usable(const cb_library *library)
{
	return library->error[0] == '\0';
}

int cb__listing_is_own_mode(const cb_mode *mode)
{
	return mode->same_as[0] == '\0' || strcmp(mode->same_as, cb_accel_name(mode->accel)) == 0;
}

static unsigned ops_of_any_mode(const cb__listing *l, size_t index, const cb_algorithm *algorithm)
{
	unsigned ops = 0;

	for (int accel = 0; accel < CB_ACCEL_COUNT; accel++)
		ops |= cb__listing_ops(l, index, (cb_accel)accel, algorithm);
	return ops;
}

int cb__listing_is_apart(const cb__listing *l, size_t index)
{
	size_t count = cb_inventory_algorithm_count(l->inventory);
	int own = 0, others = 0;

	for (size_t i = 0; i < count; i++) {
		const cb_algorithm *algorithm = cb_inventory_algorithm_at(l->inventory, i);

		if (ops_of_any_mode(l, index, algorithm) == 0)
			continue;
		if (cb_algorithm_find(algorithm->name) == NULL)
			own++;
		else
			others++;
	}
	return own > 0 && others == 0;
}

static unsigned ops_of_kind(cb_kind kind)
{
	unsigned ops = 0;

	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
		if (cb_kind_has_op(kind, (cb_op)op))
			ops |= 1u << op;
	return ops;
}

/* "yes", "-", and what is shorter of "no setkey" and "encrypt decrypt" */
static void ops_text(char text[TEXT_SIZE], unsigned ops, unsigned all)
{
	char has[TEXT_SIZE], lacks[TEXT_SIZE - 4];

	cb__listing_operations(ops, has, sizeof(has));
	cb__listing_operations(all & ~ops, lacks, sizeof(lacks));
	if (ops == 0)
		snprintf(text, TEXT_SIZE, "-");
	else if (ops == all)
		snprintf(text, TEXT_SIZE, "yes");
	else if (strlen(lacks) + 3 < strlen(has))
		snprintf(text, TEXT_SIZE, "no %s", lacks);
	else
		snprintf(text, TEXT_SIZE, "%s", has);
}

static void append(char text[TEXT_SIZE], const char *gap, const char *more)
{
	size_t used = strlen(text);

	snprintf(text + used, TEXT_SIZE - used, "%s%s", used > 0 ? gap : "", more);
}

/* "on nocrypto: yes" for the modes that have exactly @p ops */
static void append_modes(char text[TEXT_SIZE], const cb__listing *l, size_t index,
	const cb_algorithm *algorithm, unsigned ops, int only)
{
	const cb_library *library = cb_inventory_at(l->inventory, index);
	char modes[TEXT_SIZE] = "", what[TEXT_SIZE];

	for (size_t i = 0; i < library->mode_count; i++) {
		const cb_mode *mode = &library->modes[i];

		if (cb__listing_is_own_mode(mode) &&
			cb__listing_ops(l, index, mode->accel, algorithm) == ops)
			append(modes, " ", cb_accel_name(mode->accel));
	}
	ops_text(what, ops, ops_of_kind(algorithm->kind));
	if (only && strcmp(what, "yes") == 0) {
		append(modes, " ", "only");
	} else {
		append(modes, "", ": ");
		append(modes, "", what);
	}
	append(text, "; ", modes);
}

/* distinct sets of operations that modes of the library have; at most CB_ACCEL_COUNT */
static size_t find_sets(unsigned sets[CB_ACCEL_COUNT], const cb__listing *l, size_t index,
	const cb_algorithm *algorithm)
{
	const cb_library *library = cb_inventory_at(l->inventory, index);
	size_t count = 0;

	for (size_t i = 0; i < library->mode_count && count < CB_ACCEL_COUNT; i++) {
		unsigned ops = cb__listing_ops(l, index, library->modes[i].accel, algorithm);
		size_t at = 0;

		while (at < count && sets[at] != ops)
			at++;
		if (at == count)
			sets[count++] = ops;
	}
	return count;
}

/* "yes", "no setkey", "on only", "on: yes; off: seal" */
static void offer_text(
	char text[TEXT_SIZE], const cb__listing *l, size_t index, const cb_algorithm *algorithm)
{
	unsigned sets[CB_ACCEL_COUNT] = {0};
	size_t count = find_sets(sets, l, index, algorithm), some = 0;

	text[0] = '\0';
	for (size_t i = 0; i < count; i++)
		some += sets[i] != 0;
	if (count <= 1) {
		ops_text(text, sets[0], ops_of_kind(algorithm->kind));
		return;
	}
	for (size_t i = 0; i < count; i++)
		if (sets[i] != 0)
			append_modes(text, l, index, algorithm, sets[i], some == 1);
}

static void add_offers(sheet *s, const cb_algorithm *algorithm)
{
	char text[TEXT_SIZE];

	for (size_t i = 0; i < s->count; i++) {
		offer_text(text, s->l, s->libraries[i], algorithm);
		cb__grid_add(&s->texts, text,
			strcmp(text, "-") == 0     ? STYLE_FAINT
			: strcmp(text, "yes") == 0 ? STYLE_GOOD
						   : STYLE_PLAIN);
	}
}

/* an algorithm that nobody who is compared has, and that the catalogue lacks, is somebody else's */
static int is_shown(const sheet *s, const cb_algorithm *algorithm)
{
	if (cb_algorithm_find(algorithm->name) != NULL)
		return 1;
	for (size_t i = 0; i < s->count; i++)
		if (ops_of_any_mode(s->l, s->libraries[i], algorithm) != 0)
			return 1;
	return 0;
}

static size_t count_algorithms(const sheet *s, cb_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < s->l->algorithm_count; i++) {
		const cb_algorithm *algorithm = s->l->algorithms[i];

		count +=
			(kind == CB_KIND_NONE || kind == algorithm->kind) && is_shown(s, algorithm);
	}
	return count;
}

/* number of algorithms of @p kind, or of all, that each library has */
static void add_counts(sheet *s, cb_kind kind)
{
	char text[24];

	for (size_t i = 0; i < s->count; i++) {
		unsigned long count = 0;

		for (size_t j = 0; j < s->l->algorithm_count; j++) {
			const cb_algorithm *algorithm = s->l->algorithms[j];

			count += (kind == CB_KIND_NONE || kind == algorithm->kind) &&
				 ops_of_any_mode(s->l, s->libraries[i], algorithm) != 0;
		}
		snprintf(text, sizeof(text), "%lu", count);
		cb__grid_add(&s->texts, text, STYLE_STRONG);
	}
}

static void add_libraries(sheet *s)
{
	for (size_t i = 0; i < s->count; i++) {
		const cb_library *library = cb_inventory_at(s->l->inventory, s->libraries[i]);
		char text[TEXT_SIZE];

		snprintf(text, sizeof(text), "%.60s%s%.60s", library->backend,
			library->version[0] != '\0' ? " " : "", library->version);
		cb__grid_add(&s->texts, text, STYLE_STRONG);
	}
}

static unsigned usual_ops(void)
{
	unsigned ops = 0;

	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
		if (cb_op_is_usual((cb_op)op))
			ops |= 1u << op;
	return ops;
}

/* "aead: seal open (on request: reject setkey)" */
static void kind_text(char text[TEXT_SIZE], cb_kind kind)
{
	char usual[TEXT_SIZE / 3], others[TEXT_SIZE / 3];
	const char *name = cb_kind_name(kind);
	unsigned all = ops_of_kind(kind);
	int has_others;

	cb__listing_operations(all & usual_ops(), usual, sizeof(usual));
	cb__listing_operations(all & ~usual_ops(), others, sizeof(others));
	has_others = others[0] != '\0';
	snprintf(text, TEXT_SIZE, "%.16s: %s%s%s%s", name != NULL ? name : "other", usual,
		has_others ? " (on request: " : "", others, has_others ? ")" : "");
}

static void add_algorithms(sheet *s, cb_kind kind)
{
	for (size_t i = 0; i < s->l->algorithm_count; i++) {
		const cb_algorithm *algorithm = s->l->algorithms[i];

		if (algorithm->kind != kind || !is_shown(s, algorithm))
			continue;
		cb__grid_add(&s->texts, algorithm->name, STYLE_PLAIN);
		add_offers(s, algorithm);
	}
}

/* whether @p index is the first algorithm of its kind that is shown */
static int begins_kind(const sheet *s, size_t index)
{
	const cb_algorithm *const *algorithms = s->l->algorithms;

	if (!is_shown(s, algorithms[index]))
		return 0;
	for (size_t i = 0; i < index; i++)
		if (algorithms[i]->kind == algorithms[index]->kind && is_shown(s, algorithms[i]))
			return 0;
	return 1;
}

static void fill_row(sheet *s)
{
	while (s->texts.count % s->texts.columns != 0 && !s->texts.failed)
		cb__grid_add(&s->texts, "", STYLE_PLAIN);
}

static void fill_table(sheet *s)
{
	char text[TEXT_SIZE];

	for (size_t i = 0; i < s->l->algorithm_count; i++) {
		cb_kind kind = s->l->algorithms[i]->kind;

		if (!begins_kind(s, i))
			continue;
		kind_text(text, kind);
		cb__grid_add(&s->texts, text, STYLE_STRONG);
		fill_row(s);
		cb__grid_add(&s->texts, "", STYLE_PLAIN);
		add_libraries(s);
		add_algorithms(s, kind);
		cb__grid_add(&s->texts, "", STYLE_PLAIN);
		fill_row(s);
	}
	snprintf(text, sizeof(text), "%lu algorithms",
		(unsigned long)count_algorithms(s, CB_KIND_NONE));
	cb__grid_add(&s->texts, text, STYLE_STRONG);
	add_counts(s, CB_KIND_NONE);
}

static void fill_markdown(sheet *s)
{
	char text[TEXT_SIZE];

	cb__grid_add(&s->texts, "algorithm", STYLE_STRONG);
	add_libraries(s);
	for (size_t i = 0; i < s->l->algorithm_count; i++) {
		cb_kind kind = s->l->algorithms[i]->kind;

		if (!begins_kind(s, i))
			continue;
		kind_text(text, kind);
		cb__grid_add(&s->texts, text, STYLE_STRONG);
		add_counts(s, kind);
		add_algorithms(s, kind);
	}
	snprintf(text, sizeof(text), "all %lu", (unsigned long)count_algorithms(s, CB_KIND_NONE));
	cb__grid_add(&s->texts, text, STYLE_STRONG);
	add_counts(s, CB_KIND_NONE);
}

/* all that can be compared, or if there is nothing of that kind all that can be used */
static int sheet_init(sheet *s, const cb__listing *l)
{
	size_t count = cb_inventory_count(l->inventory);

	*s = (sheet){.l = l, .libraries = calloc(count + 1, sizeof(size_t))};
	for (int apart = 0; s->libraries != NULL && apart < 2 && s->count == 0; apart++)
		for (size_t i = 0; i < count; i++)
			if (cb__listing_is_usable(cb_inventory_at(l->inventory, i)) &&
				cb__listing_is_apart(l, i) == apart)
				s->libraries[s->count++] = i;
	cb__grid_init(&s->texts, 1 + s->count);
	return s->libraries != NULL ? 0 : -1;
}

static int sheet_done(sheet *s)
{
	int failed = s->libraries == NULL || s->texts.failed;

	free(s->libraries);
	cb__grid_done(&s->texts);
	return failed ? -1 : 0;
}

int cb__listing_matrix(FILE *out, const cb__listing *l)
{
	sheet s;

	if (sheet_init(&s, l) == 0)
		fill_table(&s);
	if (!s.texts.failed)
		cb__grid_print_titled(out, &s.texts, 0, l->color);
	fputc('\n', out);
	return sheet_done(&s);
}

static void print_item(FILE *out, const cb__listing *l, const char *who, const char *text)
{
	(void)l;
	fputs("- ", out);
	cb__markdown_text(out, who);
	fputs(": ", out);
	cb__markdown_text(out, text);
	fputc('\n', out);
}

/* as cb__markdown_grid(), with what is strong in the rows strong */
static void print_markdown(FILE *out, const cb__grid *g)
{
	for (size_t row = 0; row < cb__grid_rows(g); row++) {
		for (size_t column = 0; column < g->columns; column++) {
			const cb__grid_cell *cell = &g->cells[row * g->columns + column];
			const char *mark = row > 0 && cell->look == STYLE_STRONG ? "**" : "";

			fprintf(out, "| %s", mark);
			cb__markdown_text(out, cell->text);
			fprintf(out, "%s ", mark);
		}
		fputs("|\n", out);
		for (size_t column = 0; row == 0 && column < g->columns; column++)
			fputs(column + 1 < g->columns ? "|---" : "|---|\n", out);
	}
}

int cb__listing_markdown(FILE *out, const cb__listing *l)
{
	sheet s;

	if (sheet_init(&s, l) == 0)
		fill_markdown(&s);
	if (!s.texts.failed)
		print_markdown(out, &s.texts);
	fputc('\n', out);
	cb__listing_reasons(out, l, print_item);
	return sheet_done(&s);
}
