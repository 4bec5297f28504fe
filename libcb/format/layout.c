/* SPDX-License-Identifier: Apache-2.0 */
#include "layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "subjects.h"

static void write_title(cb__layout_library *library)
{
	const cb_subject *s = library->any;
	size_t length = cb__subject_stem(s);
	const char *version = strcmp(s->version, "unknown") == 0 ? "" : s->version;

	if (cb__subject_is_function(s))
		snprintf(library->name, sizeof(library->name), "%s", s->backend);
	else
		snprintf(library->name, sizeof(library->name), "%.*s", (int)length, s->label);
	if (!cb__subject_is_labelled(s))
		snprintf(library->title, sizeof(library->title), "%.*s%s%s",
			cb__subject_is_function(s) ? (int)strlen(s->backend) : (int)length,
			cb__subject_is_function(s) ? s->backend : s->label,
			version[0] != '\0' ? " " : "", version);
	else
		snprintf(library->title, sizeof(library->title), "%.*s (%s%s%s)", (int)length,
			s->label, s->backend, version[0] != '\0' ? " " : "", version);
}

static cb__layout_library *find_library(cb__layout *m, const cb_subject *subject)
{
	for (size_t i = 0; i < m->library_count; i++)
		if (cb__subject_is_same_library(m->libraries[i].any, subject) &&
			m->libraries[i].subjects[subject->accel] == LAYOUT_NONE)
			return &m->libraries[i];
	return NULL;
}

static cb__layout_library *add_library(cb__layout *m, const cb_subject *subject)
{
	cb__layout_library *library = &m->libraries[m->library_count++];

	library->any = subject;
	for (size_t i = 0; i < CB_ACCEL_COUNT; i++)
		library->subjects[i] = LAYOUT_NONE;
	write_title(library);
	return library;
}

/* Functions of a program stand below each other: one column has them all. */
static int is_later_function(const cb__layout *m, const cb_subject *subject)
{
	for (size_t i = 0; cb__subject_is_function(subject) && i < m->library_count; i++)
		if (cb__subject_is_function(m->libraries[i].any))
			return 1;
	return 0;
}

static void add_subjects(cb__layout *m)
{
	for (size_t i = 0; i < m->subject_count; i++) {
		const cb_subject *subject = cb_results_subject_at(m->results, i);
		cb__layout_library *library;

		if (cb__subject_is_stood_for(m->results, subject) ||
			(unsigned)subject->accel >= CB_ACCEL_COUNT)
			continue;
		library = find_library(m, subject);
		if (library == NULL && is_later_function(m, subject))
			continue;
		if (library == NULL)
			library = add_library(m, subject);
		library->subjects[subject->accel] = i;
	}
}

static void add_column(cb__layout *m, const char *title, size_t subject, size_t over)
{
	size_t library = m->library_count - 1;

	if (subject == LAYOUT_NONE)
		return;
	m->columns[m->column_count++] = (cb__layout_column){title, library, subject, over, 0};
	m->libraries[library].column_count++;
}

static void add_gain(cb__layout *m, const char *title, size_t subject, size_t over)
{
	if (over != LAYOUT_NONE)
		add_column(m, title, subject, over);
}

static void add_columns(cb__layout *m, const cb__layout_library *library)
{
	const size_t *s = library->subjects;

	for (size_t i = 0; i < CB_ACCEL_COUNT; i++)
		add_column(m, cb_accel_name((cb_accel)i), s[i], LAYOUT_NONE);
	if (s[CB_ACCEL_NOCRYPTO] == LAYOUT_NONE)
		add_gain(m, "gain", s[CB_ACCEL_ON], s[CB_ACCEL_OFF]);
	add_gain(m, "crypto", s[CB_ACCEL_ON], s[CB_ACCEL_NOCRYPTO]);
	add_gain(m, "vector", s[CB_ACCEL_NOCRYPTO], s[CB_ACCEL_OFF]);
}

/* two libraries of one backend: the modes that both have stand below their names */
static void add_pair(cb__layout *m, const cb__subject_pair *pair)
{
	char name[sizeof(m->libraries->name)];
	cb__layout_library *library = &m->libraries[m->library_count - 1];

	cb__subject_pair_name(pair, name, sizeof(name));
	if (strcmp(library->name, name) != 0) {
		library = &m->libraries[m->library_count++];
		*library =
			(cb__layout_library){.any = pair->other, .first_column = m->column_count};
		snprintf(library->name, sizeof(library->name), "%s", name);
		snprintf(library->title, sizeof(library->title), "%s", name);
	}
	add_column(m, cb_accel_name(pair->base->accel), pair->other_index, pair->base_index);
	m->columns[m->column_count - 1].is_pair = 1;
}

static void add_pairs(cb__layout *m)
{
	cb__subject_pair pair;

	for (size_t i = 0; cb__subject_pair_at(m->results, i, &pair); i++)
		if ((unsigned)pair.base->accel < CB_ACCEL_COUNT)
			add_pair(m, &pair);
}

static void add_all_columns(cb__layout *m)
{
	size_t count = m->library_count;

	for (m->library_count = 1; m->library_count <= count; m->library_count++) {
		cb__layout_library *library = &m->libraries[m->library_count - 1];

		library->first_column = m->column_count;
		add_columns(m, library);
	}
	m->library_count = count;
	add_pairs(m);
}

static int is_same_work(const cb_cell *a, const cb_cell *b)
{
	return a->threads == b->threads && a->processes == b->processes && a->load == b->load &&
	       strcmp(a->algorithm, b->algorithm) == 0 && strcmp(a->operation, b->operation) == 0 &&
	       strcmp(a->variant, b->variant) == 0;
}

/* cells of one row tend to be near each other or in the order of the rows: look backwards */
static cb__layout_row *find_row(cb__layout *m, const cb_cell *cell)
{
	for (size_t i = m->row_count; i-- > 0;)
		if (m->rows[i].any->size == cell->size && is_same_work(m->rows[i].any, cell))
			return &m->rows[i];
	return NULL;
}

static int is_in_column_of(const cb_subject *a, const cb_subject *b)
{
	return a == b || (cb__subject_is_function(a) && cb__subject_is_function(b));
}

static size_t subject_index(const cb__layout *m, const cb_subject *subject)
{
	for (size_t i = 0; i < m->subject_count; i++)
		if (is_in_column_of(cb_results_subject_at(m->results, i), subject))
			return i;
	return LAYOUT_NONE;
}

/* where a row for @p cell belongs: sizes ascend, and what is alike stays together */
static size_t place_of(const cb__layout *m, const cb_cell *cell)
{
	size_t place = m->row_count;

	for (size_t i = m->row_count; i-- > 0;) {
		if (!is_same_work(m->rows[i].any, cell))
			continue;
		if (m->rows[i].any->size < cell->size)
			return i + 1;
		place = i;
	}
	for (size_t i = m->row_count; place == m->row_count && i-- > 0;)
		if (strcmp(m->rows[i].any->algorithm, cell->algorithm) == 0)
			return i + 1;
	return place;
}

static cb__layout_row *insert_row(cb__layout *m, const cb_cell *cell)
{
	size_t place = place_of(m, cell);
	cb__layout_row *row = &m->rows[place];

	memmove(row + 1, row, (m->row_count - place) * sizeof(*row));
	row->any = cell;
	row->cells = m->cells + m->row_count * m->subject_count;
	m->row_count++;
	return row;
}

static void add_cells(cb__layout *m)
{
	size_t count = cb_results_cell_count(m->results);

	for (size_t i = 0; i < count; i++) {
		const cb_cell *cell = cb_results_cell_at(m->results, i);
		size_t subject = subject_index(m, cell->subject);
		cb__layout_row *row = find_row(m, cell);

		if (row == NULL)
			row = insert_row(m, cell);
		if (subject != LAYOUT_NONE)
			row->cells[subject] = cell;
	}
}

int cb__layout_init(cb__layout *m, const cb_results *results, const cb_view *v)
{
	size_t subjects = cb_results_subject_count(results);
	size_t cells = cb_results_cell_count(results);

	*m = (cb__layout){.results = results, .view = v, .subject_count = subjects};
	m->libraries = calloc((subjects + 1) * 2, sizeof(*m->libraries));
	m->columns = calloc((subjects + 1) * 3, sizeof(*m->columns));
	m->rows = calloc(cells + 1, sizeof(*m->rows));
	m->cells = calloc((cells + 1) * (subjects + 1), sizeof(*m->cells));
	if (m->libraries == NULL || m->columns == NULL || m->rows == NULL || m->cells == NULL) {
		cb__layout_done(m);
		return -1;
	}
	add_subjects(m);
	add_all_columns(m);
	add_cells(m);
	return 0;
}

void cb__layout_done(cb__layout *m)
{
	free(m->libraries);
	free(m->columns);
	free(m->rows);
	free(m->cells);
	*m = (cb__layout){0};
}

static cb__style outcome_text(const cb_cell *cell, char text[FIGURE_SIZE])
{
	int missing = cell == NULL || cell->outcome == CB_OUTCOME_UNSUPPORTED;
	int unknown = !missing && cell->outcome == CB_OUTCOME_MEASURED;

	if (missing || unknown) {
		snprintf(text, FIGURE_SIZE, "%s", unknown ? "?" : "-");
		return STYLE_FAINT;
	}
	snprintf(text, FIGURE_SIZE, "%s", cb_outcome_name(cell->outcome));
	return cell->outcome == CB_OUTCOME_SKIPPED ? STYLE_DOUBTFUL : STYLE_BAD;
}

/* Who is quiet is told nothing about marks, so there are none. */
static cb__style shown_text(const cb__layout *m, char text[FIGURE_SIZE], const cb_cell *cell)
{
	char number[FIGURE_SIZE];
	double value = cell != NULL ? cb__figure_shown(cell, m->view) : (double)NAN;
	int marked;

	if (cell == NULL || isnan(value))
		return outcome_text(cell, text);
	marked = cb__figure_is_marked(cell, m->view) && !m->view->quiet;
	cb__figure_print(number, value);
	snprintf(text, FIGURE_SIZE, "%s%.30s", marked ? "~" : "", number);
	return marked ? STYLE_DOUBTFUL : STYLE_PLAIN;
}

/* a gain that may be none is nothing to point at */
static cb__style gain_look(const cb__gain *g, double margin)
{
	if (isnan(g->value))
		return STYLE_FAINT;
	if (cb__figure_is_even(g))
		return STYLE_PLAIN;
	if (g->value >= 1 + margin)
		return STYLE_GOOD;
	return g->value < 1 - margin ? STYLE_DOUBTFUL : STYLE_PLAIN;
}

cb__style cb__layout_text(const cb__layout *m, char text[FIGURE_SIZE], size_t row, size_t column)
{
	const cb__layout_column *c = &m->columns[column];
	const cb_cell *const *cells = m->rows[row].cells;
	cb__gain g;

	if (c->over == LAYOUT_NONE)
		return shown_text(m, text, cells[c->subject]);
	g = cb__figure_gain(m->results, cells[c->subject], cells[c->over], m->view);
	if (c->is_pair)
		cb__figure_print_ratio(text, &g, m->view->utf8);
	else
		cb__figure_print_gain(text, g.value);
	return gain_look(&g, c->is_pair ? 0.005 : 0.05);
}

static void add_setting(
	char *text, size_t text_size, const char *name, uint32_t value, uint32_t usual)
{
	size_t used = strlen(text);

	/* an import may not tell how many processes there were */
	if (value == 0 && usual != 0)
		snprintf(text + used, text_size - used, " %s=?", name);
	else if (value != usual)
		snprintf(text + used, text_size - used, " %s=%lu", name, (unsigned long)value);
}

void cb__layout_operation(const cb_cell *cell, char *text, size_t text_size)
{
	cb__layout_work(cell, text, text_size);
	add_setting(text, text_size, "threads", cell->threads, 1);
	add_setting(text, text_size, "processes", cell->processes, 1);
	add_setting(text, text_size, "load", cell->load, 0);
}

void cb__layout_work(const cb_cell *cell, char *text, size_t text_size)
{
	int plain = strcmp(cell->variant, cb_variant_name(CB_VARIANT_MESSAGE)) == 0;

	snprintf(text, text_size, "%s%s%s", cell->operation, plain ? "" : " ",
		plain ? "" : cell->variant);
}

int cb__layout_is_extreme(const cb__layout *m, size_t row)
{
	const cb_cell *cell = m->rows[row].any;
	int smaller = 0, larger = 0;

	for (size_t i = 0; i < m->row_count; i++) {
		const cb_cell *other = m->rows[i].any;

		if (!is_same_work(cell, other))
			continue;
		smaller |= other->size < cell->size;
		larger |= other->size > cell->size;
	}
	return !smaller || !larger;
}
