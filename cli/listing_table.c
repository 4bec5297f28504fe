/* SPDX-License-Identifier: Apache-2.0 */
/* For people: first the libraries and how their modes were proven, then algorithms against
 * libraries and modes. */
#include "listing.h"

#include <string.h>

#include "grid.h"
#include "markdown.h"

static int is_usable(const cb_library *library)
{
	return library->error[0] == '\0';
}

/* a mode that is the same as another has no column of its own */
static int has_column(const cb_mode *mode)
{
	return mode->same_as[0] == '\0' || strcmp(mode->same_as, cb_accel_name(mode->accel)) == 0;
}

static void print_field(FILE *out, const listing *l, const char *name, const char *text)
{
	if (text[0] == '\0')
		return;
	fprintf(out, "  %-9s ", name);
	text_print(out, text, STYLE_PLAIN, l->color);
	fputc('\n', out);
}

static void print_mode(FILE *out, const listing *l, const cb_mode *mode)
{
	fprintf(out, "  %-9s ", cb_accel_name(mode->accel));
	if (!has_column(mode))
		fprintf(out, "same as %s; ", mode->same_as);
	text_print(out, mode->achieved ? "proven" : "not proven",
		mode->achieved ? STYLE_GOOD : STYLE_BAD, l->color);
	if (mode->detail[0] != '\0') {
		fputs(": ", out);
		text_print(out, mode->detail, STYLE_PLAIN, 0);
	}
	fputc('\n', out);
}

static void print_library(FILE *out, const listing *l, const cb_library *library)
{
	text_print(out, library->backend, STYLE_STRONG, l->color);
	fputs(library->version[0] != '\0' ? " " : "", out);
	text_print(out, library->version, STYLE_STRONG, l->color);
	fputc('\n', out);
	if (!is_usable(library)) {
		fputs("  cannot be used: ", out);
		text_print(out, library->error, STYLE_BAD, l->color);
		fputc('\n', out);
	}
	print_field(out, l, "module", library->module);
	print_field(out, l, "file", library->file);
	print_field(out, l, "build-id", library->build_id);
	print_field(out, l, "built", library->build_info);
	for (size_t i = 0; is_usable(library) && i < library->mode_count; i++)
		print_mode(out, l, &library->modes[i]);
	fputc('\n', out);
}

/* everything that some library does with @p algorithm */
static unsigned union_of_ops(const listing *l, const cb_algorithm *algorithm)
{
	size_t count = cb_inventory_count(l->inventory);
	unsigned ops = 0;

	for (size_t i = 0; i < count; i++)
		for (int accel = 0; accel < CB_ACCEL_COUNT; accel++)
			ops |= listing_ops(l, i, (cb_accel)accel, algorithm);
	return ops;
}

static void add_operations(grid *g, unsigned ops)
{
	char text[160];

	listing_operations(ops, text, sizeof(text));
	grid_add(g, text, STYLE_PLAIN);
}

static void add_offer(grid *g, unsigned ops, unsigned all)
{
	if (ops == 0)
		grid_add(g, "-", STYLE_FAINT);
	else if (ops == all)
		grid_add(g, "yes", STYLE_GOOD);
	else
		add_operations(g, ops);
}

typedef void column_fn(grid *g, const listing *l, size_t library, const cb_mode *mode,
	const cb_algorithm *algorithm, unsigned all);

static void count_column(grid *g, const listing *l, size_t library, const cb_mode *mode,
	const cb_algorithm *algorithm, unsigned all)
{
	(void)l;
	(void)library;
	(void)mode;
	(void)algorithm;
	(void)all;
	g->columns++;
}

static void add_heading(grid *g, const listing *l, size_t library, const cb_mode *mode,
	const cb_algorithm *algorithm, unsigned all)
{
	char text[96];

	(void)algorithm;
	(void)all;
	snprintf(text, sizeof(text), "%s:%s", cb_inventory_at(l->inventory, library)->backend,
		cb_accel_name(mode->accel));
	grid_add(g, text, STYLE_STRONG);
}

static void add_cell(grid *g, const listing *l, size_t library, const cb_mode *mode,
	const cb_algorithm *algorithm, unsigned all)
{
	add_offer(g, listing_ops(l, library, mode->accel, algorithm), all);
}

static void for_each_column(
	grid *g, const listing *l, column_fn *visit, const cb_algorithm *algorithm, unsigned all)
{
	size_t count = cb_inventory_count(l->inventory);

	for (size_t i = 0; i < count; i++) {
		const cb_library *library = cb_inventory_at(l->inventory, i);

		for (size_t j = 0; is_usable(library) && j < library->mode_count; j++)
			if (has_column(&library->modes[j]))
				visit(g, l, i, &library->modes[j], algorithm, all);
	}
}

/* -1 if memory ran out; free @p g in any case */
static int fill_grid(grid *g, const listing *l)
{
	grid_init(g, 2);
	for_each_column(g, l, count_column, NULL, 0);
	grid_add(g, "algorithm", STYLE_STRONG);
	grid_add(g, "operations", STYLE_STRONG);
	for_each_column(g, l, add_heading, NULL, 0);
	for (size_t i = 0; i < l->algorithm_count; i++) {
		unsigned all = union_of_ops(l, l->algorithms[i]);

		grid_add(g, l->algorithms[i]->name, STYLE_PLAIN);
		add_operations(g, all);
		for_each_column(g, l, add_cell, l->algorithms[i], all);
	}
	return g->failed ? -1 : 0;
}

/* why @p mode lacks an algorithm of the catalogue; NULL if it has it. What is a backend's own is
 * not missed elsewhere. */
static const char *why_missing(const listing *l, size_t library, const cb_mode *mode, size_t index)
{
	const cb_algorithm *algorithm = l->algorithms[index];

	if (listing_ops(l, library, mode->accel, algorithm) != 0 ||
		cb_algorithm_find(algorithm->name) == NULL)
		return NULL;
	return listing_reason(l, library, mode->accel, algorithm);
}

static int is_same_reason(const char *a, const char *b)
{
	return a != NULL && b != NULL ? strcmp(a, b) == 0 : a == b;
}

static int lack_the_same(const listing *l, size_t library, const cb_mode *a, const cb_mode *b)
{
	for (size_t i = 0; i < l->algorithm_count; i++)
		if (!is_same_reason(why_missing(l, library, a, i), why_missing(l, library, b, i)))
			return 0;
	return 1;
}

/* "openssl:on,nocrypto: reason (" with every mode that lacks the same as @p lead */
static void print_reason(
	FILE *out, const listing *l, size_t index, const cb_mode *lead, const char *reason)
{
	const cb_library *library = cb_inventory_at(l->inventory, index);
	const char *gap = ":";

	text_print(out, library->backend, STYLE_PLAIN, 0);
	for (size_t i = 0; i < library->mode_count; i++) {
		const cb_mode *mode = &library->modes[i];

		if (!has_column(mode) || !lack_the_same(l, index, mode, lead))
			continue;
		fprintf(out, "%s%s", gap, cb_accel_name(mode->accel));
		gap = ",";
	}
	fputs(": ", out);
	text_print(out, reason, STYLE_PLAIN, 0);
	fputs(" (", out);
}

/* every algorithm that @p mode lacks for the reason of algorithm @p first, unless an earlier
 * one has that reason too */
static void print_missing(
	FILE *out, const listing *l, size_t library, const cb_mode *mode, size_t first)
{
	const char *reason = why_missing(l, library, mode, first), *gap = "";

	for (size_t i = 0; i < first; i++)
		if (is_same_reason(why_missing(l, library, mode, i), reason))
			return;
	print_reason(out, l, library, mode, reason);
	for (size_t i = first; i < l->algorithm_count; i++) {
		if (!is_same_reason(why_missing(l, library, mode, i), reason))
			continue;
		fprintf(out, "%s%s", gap, l->algorithms[i]->name);
		gap = ", ";
	}
	fputs(")\n", out);
}

/* whether what mode @p index lacks was said of an earlier one */
static int is_said(const listing *l, size_t library, const cb_mode *modes, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (has_column(&modes[i]) && lack_the_same(l, library, &modes[i], &modes[index]))
			return 1;
	return 0;
}

/* whether all that the library has is its own: then it need not say what it lacks */
static int is_apart(const listing *l, size_t index)
{
	int own = 0, others = 0;

	for (size_t i = 0; i < l->algorithm_count; i++)
		for (int accel = 0; accel < CB_ACCEL_COUNT; accel++) {
			if (listing_ops(l, index, (cb_accel)accel, l->algorithms[i]) == 0)
				continue;
			if (cb_algorithm_find(l->algorithms[i]->name) == NULL)
				own++;
			else
				others++;
		}
	return own > 0 && others == 0;
}

static void print_reasons(FILE *out, const listing *l, size_t index)
{
	const cb_library *library = cb_inventory_at(l->inventory, index);

	if (is_apart(l, index))
		return;
	for (size_t i = 0; is_usable(library) && i < library->mode_count; i++) {
		const cb_mode *mode = &library->modes[i];

		if (!has_column(mode) || is_said(l, index, library->modes, i))
			continue;
		for (size_t j = 0; j < l->algorithm_count; j++)
			if (why_missing(l, index, mode, j) != NULL)
				print_missing(out, l, index, mode, j);
	}
}

static void print_all_reasons(FILE *out, const listing *l)
{
	size_t count = cb_inventory_count(l->inventory);

	fputc('\n', out);
	for (size_t i = 0; i < count; i++)
		print_reasons(out, l, i);
}

int listing_table(FILE *out, const listing *l)
{
	size_t count = cb_inventory_count(l->inventory);
	grid g;
	int status = fill_grid(&g, l);

	for (size_t i = 0; status == 0 && i < count; i++)
		print_library(out, l, cb_inventory_at(l->inventory, i));
	if (status == 0) {
		grid_print_all(out, &g, l->color);
		print_all_reasons(out, l);
	}
	grid_done(&g);
	return status;
}

int listing_markdown(FILE *out, const listing *l)
{
	grid g;
	int status = fill_grid(&g, l);

	for (size_t row = 0; status == 0 && row < grid_rows(&g); row++) {
		for (size_t column = 0; column < g.columns; column++) {
			fputs("| ", out);
			markdown_text(out, g.cells[row * g.columns + column].text);
			fputc(' ', out);
		}
		fputs("|\n", out);
		for (size_t column = 0; row == 0 && column < g.columns; column++)
			fputs(column + 1 < g.columns ? "|---" : "|---|\n", out);
	}
	grid_done(&g);
	return status;
}
