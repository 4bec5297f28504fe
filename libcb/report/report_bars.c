/* SPDX-License-Identifier: Apache-2.0 */
/* A small chart for each operation: the modes of each library as bars with whiskers. */
#include "report.h"

#include <math.h>
#include <string.h>

#include "spelling.h"

#define WIDTH     360
#define ROW       17
#define BAR       10
#define LABEL_END 112.0
#define BAR_LEFT  118.0
/* "~4.44 GB/s" begins 12 behind the longest bar, "0.54x" as far behind its end */
#define BAR_WIDTH  122.0
#define RATE_END   316.0
#define TITLE_MOST 11 /* letters of a library's name for which there is room beside its bars */
#define LINE_MOST  50 /* and in a line of its own */

typedef struct chart {
	cb__report *r;
	const cb__report_row *row;
	int has_message;
	double most; /* the rate of the longest bar, its whisker included */
	unsigned y;
} chart;

/* Lengthens by a class of its own, since styles in elements are forbidden on this page. */
void cb__report_classes(cb__report *r, size_t series)
{
	const cb__report_series *s = &r->series[series];

	cb__text_format(&r->out, "h%lu m%d s%lu", (unsigned long)(s->library % 8),
		(int)s->subject->accel, (unsigned long)series);
}

static void coordinate(chart *c, const char *name, double value)
{
	cb__text_format(&c->r->out, " %s=\"", name);
	cb__report_tenths(&c->r->out, value);
	cb__text_add(&c->r->out, "\"");
}

static double position(const chart *c, double rate)
{
	return BAR_LEFT + BAR_WIDTH * rate / c->most;
}

static double largest(const cb__report *r, const cb__report_row *row)
{
	double most = 0;

	for (size_t i = 0; i < r->series_count; i++) {
		cb__report_gain rate = cb__report_rate(row->cells[i]);

		most = fmax(most, rate.value);
		most = fmax(most, rate.high);
	}
	return most;
}

static void put_whisker(chart *c, const cb__report_gain *rate)
{
	double low = position(c, rate->low), high = position(c, rate->high);
	cb_text *out = &c->r->out;

	if (!isfinite(rate->low) || !isfinite(rate->high))
		return;
	cb__text_add(out, "<path class=\"w\" d=\"M");
	cb__report_tenths(out, low);
	cb__text_format(out, " %uv6m0-3H", c->y + ROW / 2 - 3);
	cb__report_tenths(out, high);
	cb__text_add(out, "m0-3v6\"/>");
}

/* "16x": how many times as fast as without the crypto instructions, the pair of all other gains. */
static void put_gain(chart *c, size_t series)
{
	cb__report *r = c->r;
	size_t without = cb__report_without(r, series);
	cb__report_gain gain;

	if (without == CB__REPORT_NONE)
		return;
	gain = cb__report_faster(r, c->row, series, without);
	if (isnan(gain.value))
		return;
	cb__text_format(&r->out, "<text class=\"g\" x=\"%d\" y=\"%u\">", WIDTH, c->y + 12);
	cb__report_gain_short(&r->out, gain.value);
	cb__text_add(&r->out, "</text>");
}

static void put_figure(chart *c, size_t series, const cb__report_gain *rate)
{
	const cb_cell *cell = c->row->cells[series];
	cb_text *out = &c->r->out;

	cb__text_format(out, "<rect class=\"b\" rx=\"1.5\" height=\"%d\" y=\"%u\"", BAR,
		c->y + (ROW - BAR) / 2);
	coordinate(c, "x", BAR_LEFT);
	coordinate(c, "width", fmax(position(c, rate->value) - BAR_LEFT, 0.7));
	cb__text_add(out, "/>");
	put_whisker(c, rate);
	cb__text_add(out, "<text class=\"e\"");
	coordinate(c, "x", RATE_END);
	cb__text_format(out, " y=\"%u\">", c->y + 12);
	cb__report_cell_rate(out, cell, c->has_message);
	cb__text_add(out, "</text>");
	put_gain(c, series);
}

/* What stands where a bar would be. */
static void put_outcome(chart *c, const cb_cell *cell)
{
	cb_text *out = &c->r->out;

	cb__text_add(out, "<text class=\"q\"");
	coordinate(c, "x", BAR_LEFT);
	cb__text_format(out, " y=\"%u\">", c->y + 12);
	cb__text_add(out, cell->outcome == CB_OUTCOME_MEASURED ? "no figure"
							       : cb_outcome_name(cell->outcome));
	cb__text_add(out, "</text>");
}

static void put_bar(chart *c, size_t series)
{
	cb__report *r = c->r;
	const cb_cell *cell = c->row->cells[series];
	cb__report_gain rate = cb__report_rate(cell);

	cb__report_html(r, "<g class=\"");
	cb__report_classes(r, series);
	cb__report_html(r, "\"><text class=\"e\"");
	coordinate(c, "x", LABEL_END);
	cb__text_format(&r->out, " y=\"%u\">%s</text>", c->y + 12,
		cb_accel_name(r->series[series].subject->accel));
	if (isnan(rate.value))
		put_outcome(c, cell);
	else
		put_figure(c, series, &rate);
	cb__report_html(r, "</g>\n");
	c->y += ROW;
}

static size_t count_letters(const char *text)
{
	size_t count = 0;

	for (; *text != '\0'; text++)
		count += ((unsigned char)*text & 0xc0) != 0x80;
	return count;
}

/* A name that would be cut stands above its bars: names of machines differ at their ends. */
static int is_long(cb__report *r, size_t library)
{
	cb_text name = CB_TEXT_INIT;
	size_t letters;

	cb__report_label(&name, &r->libraries[library]);
	letters = count_letters(cb__text_string(&name));
	cb__report_drop(r, &name);
	return letters > TITLE_MOST;
}

/* Cuts what has no room; the table below has it whole. */
static void put_short(cb__report *r, cb_text *name, size_t most)
{
	size_t at = 0, letters = 0;

	while (at < name->len && letters < most) {
		uint32_t code;
		size_t step = cb__text_step(name->data + at, name->len - at, &code);

		at += step > 0 ? step : 1;
		letters++;
	}
	if (at < name->len) {
		name->data[at] = '\0';
		name->len = at;
		cb__text_add(name, "\xe2\x80\xa6");
	}
	cb__report_put_done(r, name);
}

static int is_shown(const cb_cell *cell)
{
	return cell != NULL && cell->outcome != CB_OUTCOME_UNSUPPORTED &&
	       cell->outcome != CB_OUTCOME_SKIPPED;
}

static unsigned count_bars(const chart *c, size_t library)
{
	unsigned count = 0;

	for (size_t i = 0; i < CB_ACCEL_COUNT; i++) {
		size_t series = c->r->libraries[library].series[i];

		count += series != CB__REPORT_NONE && is_shown(c->row->cells[series]);
	}
	return count;
}

static void put_library(chart *c, size_t library)
{
	cb__report *r = c->r;
	cb_text name = CB_TEXT_INIT;

	if (count_bars(c, library) == 0)
		return;
	cb__report_label(&name, &r->libraries[library]);
	cb__text_format(&r->out, "<text class=\"t\" x=\"0\" y=\"%u\">", c->y + 12);
	put_short(r, &name, is_long(r, library) ? LINE_MOST : TITLE_MOST);
	cb__report_html(r, "</text>\n");
	c->y += is_long(r, library) ? ROW : 0;
	for (size_t i = 0; i < CB_ACCEL_COUNT; i++) {
		size_t series = r->libraries[library].series[i];

		if (series != CB__REPORT_NONE && is_shown(c->row->cells[series]))
			put_bar(c, series);
	}
	c->y += 4;
}

static int has_bars(const chart *c, size_t document)
{
	for (size_t i = 0; i < c->r->library_count; i++)
		if (c->r->libraries[i].document == document && count_bars(c, i) > 0)
			return 1;
	return 0;
}

static void put_machine(chart *c, size_t document)
{
	cb_text name = CB_TEXT_INIT;

	if (!has_bars(c, document))
		return;
	if (c->r->count > 1) {
		cb__report_machine(&name, c->r, document);
		cb__text_format(&c->r->out, "<text class=\"a\" x=\"0\" y=\"%u\">", c->y + 12);
		put_short(c->r, &name, LINE_MOST);
		cb__report_html(c->r, "</text>\n");
		c->y += ROW;
	}
	for (size_t i = 0; i < c->r->library_count; i++)
		if (c->r->libraries[i].document == document)
			put_library(c, i);
}

static unsigned height_of(const chart *c)
{
	unsigned height = 2;

	for (size_t i = 0; i < c->r->library_count; i++) {
		unsigned bars = count_bars(c, i);

		height += bars > 0 ? bars * ROW + 4 : 0;
		height += bars > 0 && is_long(c->r, i) ? ROW : 0;
	}
	for (size_t i = 0; c->r->count > 1 && i < c->r->count; i++)
		height += has_bars(c, i) ? ROW : 0;
	return height;
}

void cb__report_begin_card(cb__report *r, const cb__report_group *group, const char *more)
{
	cb_text title = CB_TEXT_INIT;

	cb__report_html(r, "<figure class=\"card\" data-name=\"");
	cb__text_format(&title, "%s %s", group->any->algorithm, group->any->operation);
	cb__report_put_done(r, &title);
	cb__report_html(r, "\"><figcaption><b>");
	cb__spell_algorithm(&title, group->any->algorithm);
	cb__report_put_done(r, &title);
	cb__report_html(r, "</b> ");
	cb__report_operation(&title, r, group);
	cb__report_put_done(r, &title);
	cb__text_format(&r->out, "<span>%s</span></figcaption>", more);
}

static void put_card(cb__report *r, const cb__report_group *group)
{
	chart c = {.r = r, .row = cb__report_largest(r, group), .has_message = group->has_message};
	cb_text size = CB_TEXT_INIT;

	if (c.row == NULL)
		return;
	c.most = largest(r, c.row);
	if (group->has_message)
		cb__report_size_text(&size, c.row->size);
	cb__report_begin_card(r, group, cb__text_string(&size));
	cb__report_drop(r, &size);
	cb__text_format(&r->out, "<svg viewBox=\"0 0 %d %u\" role=\"img\" aria-label=\"", WIDTH,
		height_of(&c));
	cb__report_html(
		r, "Rates of each library and mode; the figures are in the table below\">\n");
	for (size_t i = 0; i < r->count; i++)
		put_machine(&c, i);
	cb__report_html(r, "</svg></figure>\n");
}

static void put_heading(cb__report *r)
{
	if (!cb__report_has_modes(r)) {
		cb__report_html(r,
			"<h2 id=\"bars\">Side by side</h2>\n<p class=\"note\">Longer is faster; "
			"each"
			" chart has its own scale. The whisker is the 95 % interval, where there is"
			" one.");
		return;
	}
	cb__report_html(r,
		"<h2 id=\"bars\">With and without the crypto instructions</h2>\n"
		"<p class=\"note\">Longer is faster; each chart has its own scale. The whisker is "
		"the"
		" 95 % interval. <b>on</b>: as the library ships. <b>nocrypto</b>: without AES,"
		" carry-less multiply and SHA instructions. <b>off</b>: nothing but what every CPU "
		"of"
		" this architecture has. The last number: how many times as fast <b>on</b> is as"
		" <b>nocrypto</b>, or as <b>off</b> where nothing else was measured.");
}

void cb__report_write_bars(cb__report *r)
{
	if (r->measured == 0)
		return;
	put_heading(r);
	cb__report_html(r, cb__report_cpu_note(r));
	cb__report_html(r, "</p>\n<div class=\"cards\">\n");
	for (size_t i = 0; i < r->group_count; i++)
		put_card(r, &r->groups[i]);
	cb__report_html(r, "</div>\n");
}
