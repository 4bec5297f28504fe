/* SPDX-License-Identifier: Apache-2.0 */
/* Every figure: a row for each operation and size, the modes of each library side by side. */
#include "report.h"

#include <math.h>
#include <string.h>

#include "results.h"

/* Intervals within this are not told in the table: it is the precision that runs aim at. */
#define NARROW_PERCENT 1.05

/* Two of which the second is slower: how much the one is faster. */
typedef struct gain_column {
	const char *title;
	cb_accel fast;
	cb_accel slow;
} gain_column;

static const gain_column gains[] = {
	{"crypto", CB_ACCEL_ON, CB_ACCEL_NOCRYPTO},
	{"vector", CB_ACCEL_NOCRYPTO, CB_ACCEL_OFF},
	{"gain", CB_ACCEL_ON, CB_ACCEL_OFF},
};

#define GAIN_COUNT (sizeof(gains) / sizeof(gains[0]))

/* Of three modes the two steps are shown, of two the one. */
static int has_gain(const cb__report_library *library, size_t i)
{
	int has_all = library->series[CB_ACCEL_NOCRYPTO] != CB__REPORT_NONE;

	return library->series[gains[i].fast] != CB__REPORT_NONE &&
	       library->series[gains[i].slow] != CB__REPORT_NONE &&
	       !(gains[i].slow == CB_ACCEL_OFF && gains[i].fast == CB_ACCEL_ON && has_all);
}

static unsigned count_columns(const cb__report_library *library)
{
	unsigned count = 0;

	for (size_t i = 0; i < CB_ACCEL_COUNT; i++)
		count += library->series[i] != CB__REPORT_NONE;
	for (size_t i = 0; i < GAIN_COUNT; i++)
		count += has_gain(library, i) ? 1u : 0u;
	return count;
}

static unsigned count_machine(const cb__report *r, size_t document)
{
	unsigned count = 0;

	for (size_t i = 0; i < r->library_count; i++)
		if (r->libraries[i].document == document)
			count += count_columns(&r->libraries[i]);
	return count;
}

static void put_machines(cb__report *r, int names)
{
	cb_text name = CB_TEXT_INIT;

	if (r->count == 1)
		return;
	cb__text_format(&r->out, "<tr><td colspan=\"%d\"></td>", names);
	for (size_t i = 0; i < r->count; i++) {
		if (count_machine(r, i) == 0)
			continue;
		cb__text_format(&r->out, "<th class=\"f\" scope=\"colgroup\" colspan=\"%u\">",
			count_machine(r, i));
		cb__report_machine(&name, r, i);
		cb__report_put_done(r, &name);
		cb__report_html(r, "</th>");
	}
	cb__report_html(r, "</tr>\n");
}

static void put_libraries(cb__report *r, int names)
{
	cb_text name = CB_TEXT_INIT;

	cb__text_format(&r->out, "<tr><td colspan=\"%d\"></td>", names);
	for (size_t i = 0; i < r->library_count; i++) {
		cb__text_format(&r->out, "<th class=\"f\" scope=\"colgroup\" colspan=\"%u\">",
			count_columns(&r->libraries[i]));
		cb__report_library_text(&name, &r->libraries[i]);
		cb__report_put_done(r, &name);
		cb__report_html(r, "</th>");
	}
	cb__report_html(r, "</tr>\n");
}

static void put_modes(cb__report *r, const cb__report_library *library)
{
	const char *first = " f";

	for (size_t i = 0; i < CB_ACCEL_COUNT; i++) {
		if (library->series[i] == CB__REPORT_NONE)
			continue;
		cb__text_format(&r->out, "<th scope=\"col\" class=\"n%s\">%s</th>", first,
			cb_accel_name((cb_accel)i));
		first = "";
	}
	for (size_t i = 0; i < GAIN_COUNT; i++)
		if (has_gain(library, i))
			cb__text_format(
				&r->out, "<th scope=\"col\" class=\"n g\">%s</th>", gains[i].title);
}

static void put_headings(cb__report *r, int has_message)
{
	int names = has_message ? 3 : 2;

	cb__report_html(r, "<thead>\n");
	put_machines(r, names);
	put_libraries(r, names);
	cb__report_html(r, "<tr class=\"s\"><th scope=\"col\">Algorithm</th>"
			   "<th scope=\"col\">Operation</th>");
	if (has_message)
		cb__report_html(r, "<th scope=\"col\" class=\"n\">Bytes</th>");
	for (size_t i = 0; i < r->library_count; i++)
		put_modes(r, &r->libraries[i]);
	cb__report_html(r, "</tr></thead>\n");
}

/* "±2.3" where the interval is wider than usual */
static void put_width(cb__report *r, const cb__report_gain *rate)
{
	double percent = (rate->high - rate->low) / 2 / rate->value * 100;

	if (!isfinite(percent) || percent <= NARROW_PERCENT)
		return;
	cb__report_html(r, "<i>\xc2\xb1");
	if (percent < 9.95)
		cb__report_tenths(&r->out, percent);
	else
		cb__text_format(&r->out, "%llu", (unsigned long long)(percent + 0.5));
	cb__report_html(r, "%</i>");
}

static const char *class_of(const cb_cell *cell)
{
	if (cell == NULL || cell->outcome == CB_OUTCOME_UNSUPPORTED)
		return " q";
	if (cell->outcome == CB_OUTCOME_SKIPPED || cell->outcome == CB_OUTCOME_UNPROVEN)
		return " u";
	if (cell->outcome != CB_OUTCOME_MEASURED)
		return " bad";
	return cell->summary != NULL && cell->summary->contended ? " u" : "";
}

/* What stands for a figure that is not there. */
static void put_lack(cb__report *r, const cb_cell *cell)
{
	if (cell == NULL || cell->outcome == CB_OUTCOME_UNSUPPORTED)
		cb__report_html(r, "\xe2\x80\x93");
	else if (cell->outcome == CB_OUTCOME_MEASURED)
		cb__report_html(r, "?");
	else
		cb__report_html(r, cb_outcome_name(cell->outcome));
}

static void put_figure(cb__report *r, const cb_cell *cell, int has_message, const char *first)
{
	cb__report_gain rate = cb__report_rate(cell);

	cb__text_format(&r->out, "<td class=\"n%s%s\">", first, class_of(cell));
	if (isnan(rate.value)) {
		put_lack(r, cell);
	} else {
		cb__report_number(&r->out, rate.value / (has_message ? 1e6 : 1));
		put_width(r, &rate);
	}
	cb__report_html(r, "</td>");
}

static void put_gain(cb__report *r, const cb__report_row *row, size_t fast, size_t slow)
{
	cb__report_gain gain = cb__report_faster(r, row, fast, slow);

	cb__text_format(&r->out, "<td class=\"n g%s\">",
		cb__report_is_gain(&gain) && gain.value > 1.05 ? " up" : "");
	if (isnan(gain.value))
		cb__report_html(r, "\xe2\x80\x93");
	else
		cb__report_gain_short(&r->out, gain.value);
	cb__report_html(r, "</td>");
}

static void put_library(cb__report *r, const cb__report_row *row, const cb__report_library *library)
{
	int has_message = r->groups[row->group].has_message;
	const char *first = " f";

	for (size_t i = 0; i < CB_ACCEL_COUNT; i++) {
		if (library->series[i] == CB__REPORT_NONE)
			continue;
		put_figure(r, row->cells[library->series[i]], has_message, first);
		first = "";
	}
	for (size_t i = 0; i < GAIN_COUNT; i++)
		if (has_gain(library, i))
			put_gain(r, row, library->series[gains[i].fast],
				library->series[gains[i].slow]);
}

/* Where the cells of a row are in the data: "12 14 1.9", of other documents with their number. */
static void put_places(cb__report *r, const cb__report_row *row)
{
	const char *separator = "";

	for (size_t i = 0; i < r->series_count; i++) {
		size_t document = r->libraries[r->series[i].library].document;

		if (row->cells[i] == NULL)
			continue;
		cb__text_add(&r->out, separator);
		if (document > 0)
			cb__text_format(&r->out, "%lu.", (unsigned long)document);
		cb__text_format(&r->out, "%lu",
			(unsigned long)(row->cells[i] - r->results[document]->cells));
		separator = " ";
	}
}

static void put_row(cb__report *r, const cb__report_row *row)
{
	const cb__report_group *group = &r->groups[row->group];
	cb_text name = CB_TEXT_INIT;

	cb__report_html(r, "<tr data-c=\"");
	put_places(r, row);
	cb__report_html(r, "\"><th scope=\"row\">");
	cb__report_put(r, group->any->algorithm);
	cb__report_html(r, "</th><td>");
	cb__report_operation(&name, r, group);
	cb__report_put_done(r, &name);
	cb__report_html(r, "</td>");
	if (group->has_message)
		cb__text_format(
			&r->out, "<td class=\"n\">%llu</td>", (unsigned long long)row->size);
	for (size_t i = 0; i < r->library_count; i++)
		put_library(r, row, &r->libraries[i]);
	cb__report_html(r, "</tr>\n");
}

static void put_table(cb__report *r, int has_message, const char *title)
{
	size_t rows = 0;

	for (size_t i = 0; i < r->row_count; i++)
		rows += r->groups[r->rows[i].group].has_message == has_message;
	if (rows == 0)
		return;
	cb__text_format(&r->out,
		"<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">"
		"<table class=\"matrix\"><caption>%s</caption>\n",
		title, title);
	put_headings(r, has_message);
	cb__report_html(r, "<tbody>\n");
	for (size_t i = 0; i < r->row_count; i++)
		if (r->groups[r->rows[i].group].has_message == has_message)
			put_row(r, &r->rows[i]);
	cb__report_html(r, "</tbody></table></div>\n");
}

/* A dash of a library that has the same in another row would be told as a lack. */
static const char *what_is_missing(const cb__report *r)
{
	if (cb__report_has_rules(r))
		return "the library lacks it, or it was not measured by the rules of this row "
		       "(those "
		       "in brackets, which differ between documents)";
	return r->count > 1 ? "the library lacks it, or it was not measured there"
			    : "the library lacks it";
}

void cb__report_write_table(cb__report *r)
{
	cb__report_html(r,
		"<h2 id=\"table\">Every figure</h2>\n<p class=\"note\"><b>crypto</b>: on over"
		" nocrypto, <b>vector</b>: nocrypto over off, <b>gain</b>: on over off, in times."
		" Figures are medians; where \xc2\xb1 is missing, half of the 95 % interval is "
		"within 1 %, or"
		" there were fewer than six launches, which have no interval. \xe2\x80\x93: ");
	cb__report_html(r, what_is_missing(r));
	cb__report_html(r,
		". <span class=\"u\">Slanted</span>: other work had the processor: by CPU "
		"time, but by wall time of several threads or processes, under load, and of"
		" functions.</p>\n"
		"<p id=\"tools\" class=\"tools\"></p>\n");
	put_table(r, 1, "Throughput in MB/s");
	put_table(r, 0, "Operations per second");
}
