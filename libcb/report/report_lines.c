/* SPDX-License-Identifier: Apache-2.0 */
/* A small chart for each operation on messages: throughput over size, both axes logarithmic. */
#include "report.h"

#include <math.h>
#include <string.h>

#define WIDTH       360
#define HEIGHT      230
#define LEFT        58.0
#define RIGHT       352.0
#define TOP         8.0
#define BOTTOM      204.0
#define LABEL_WIDTH 30.0 /* that a size takes below the axis */

typedef struct plot {
	cb__report *r;
	const cb__report_group *group;
	double x_low, x_high; /* logarithms of sizes */
	double y_low, y_high; /* of rates */
} plot;

static const cb__report_row *row_at(const plot *p, size_t i)
{
	return &p->r->rows[p->group->first + i];
}

static double x_of(const plot *p, uint64_t size)
{
	return LEFT + (RIGHT - LEFT) * (log((double)size) - p->x_low) / (p->x_high - p->x_low);
}

static double y_of(const plot *p, double rate)
{
	return BOTTOM - (BOTTOM - TOP) * (log(rate) - p->y_low) / (p->y_high - p->y_low);
}

static void put_point(plot *p, uint64_t size, double rate)
{
	cb__report_tenths(&p->r->out, x_of(p, size));
	cb__text_add(&p->r->out, " ");
	cb__report_tenths(&p->r->out, y_of(p, rate));
}

/* Takes in every rate with its interval. */
static void stretch(plot *p, const cb__report_gain *rate)
{
	if (!(rate->value > 0))
		return;
	p->y_low = fmin(p->y_low, log(rate->low > 0 ? rate->low : rate->value));
	p->y_high = fmax(
		p->y_high, log(rate->high > 0 && isfinite(rate->high) ? rate->high : rate->value));
}

/* The sizes at which something was measured; how many. */
static size_t measure(plot *p)
{
	size_t sizes = 0;

	p->x_low = p->y_low = INFINITY;
	p->x_high = p->y_high = -INFINITY;
	for (size_t i = 0; i < p->group->count; i++) {
		const cb__report_row *row = row_at(p, i);
		int any = 0;

		for (size_t s = 0; s < p->r->series_count; s++) {
			cb__report_gain rate = cb__report_rate(row->cells[s]);

			any |= rate.value > 0;
			stretch(p, &rate);
		}
		if (!any || row->size == 0)
			continue;
		p->x_low = fmin(p->x_low, log((double)row->size));
		p->x_high = fmax(p->x_high, log((double)row->size));
		sizes++;
	}
	return sizes;
}

/* To the next of 1, 2, 5, 10 ... at or below. */
static double step_below(double value)
{
	double decade = pow(10, floor(log10(value) + 1e-9));
	double digit = value / decade;

	return decade * (digit >= 5 - 1e-9 ? 5 : digit >= 2 - 1e-9 ? 2 : 1);
}

static double step_after(double value)
{
	double decade = pow(10, floor(log10(value) + 1e-9));
	double digit = value / decade;

	return decade * (digit < 1.5 ? 2 : digit < 3 ? 5 : 10);
}

static void put_grid_line(plot *p, double rate)
{
	cb_text *out = &p->r->out;

	cb__text_add(out, "<path class=\"x\" d=\"M");
	cb__report_tenths(out, LEFT);
	cb__text_add(out, " ");
	cb__report_tenths(out, y_of(p, rate));
	cb__text_add(out, "H");
	cb__report_tenths(out, RIGHT);
	cb__text_add(out, "\"/><text class=\"e\" x=\"");
	cb__report_tenths(out, LEFT - 6);
	cb__text_add(out, "\" y=\"");
	cb__report_tenths(out, y_of(p, rate) + 4);
	cb__text_add(out, "\">");
	cb__report_round_rate(out, rate);
	cb__text_add(out, "</text>\n");
}

/* Lines at 1, 2, 5 where the rates span little, else at powers of ten. */
static void put_rates(plot *p)
{
	double low = exp(p->y_low), high = exp(p->y_high);
	int is_fine = high / low < 60;

	for (double rate = step_below(low); rate <= high * (1 + 1e-9); rate = step_after(rate)) {
		double decade = pow(10, floor(log10(rate) + 1e-9));

		if (rate >= low * (1 - 1e-9) && (is_fine || rate < decade * 1.5))
			put_grid_line(p, rate);
	}
}

/* Sizes are left out where there is no room for their names, the smaller ones first. */
static void put_sizes(plot *p)
{
	double last = INFINITY;

	for (size_t i = p->group->count; i-- > 0;) {
		const cb__report_row *row = row_at(p, i);
		double x;

		if (row->size == 0)
			continue;
		x = x_of(p, row->size);
		if (x < LEFT - 1 || x > RIGHT + 1 || last - x < LABEL_WIDTH)
			continue;
		last = x;
		cb__text_add(&p->r->out, "<text class=\"c\" x=\"");
		cb__report_tenths(&p->r->out, fmin(x, RIGHT - 8));
		cb__text_format(&p->r->out, "\" y=\"%d\">", HEIGHT - 8);
		cb__report_size_text(&p->r->out, row->size);
		cb__text_add(&p->r->out, "</text>\n");
	}
}

/* Neighbours are joined; a size that was not measured interrupts the line. */
static void put_line(plot *p, size_t series)
{
	const char *command = "M";

	cb__text_add(&p->r->out, "<path class=\"l\" d=\"");
	for (size_t i = 0; i < p->group->count; i++) {
		const cb__report_row *row = row_at(p, i);
		double rate = cb__report_rate(row->cells[series]).value;

		if (!(rate > 0)) {
			if (row->cells[series] != NULL)
				command = "M";
			continue;
		}
		cb__text_add(&p->r->out, command);
		put_point(p, row->size, rate);
		command = "L";
	}
	cb__text_add(&p->r->out, "\"/>");
}

static void put_points(plot *p, size_t series)
{
	cb__text_add(&p->r->out, "<path class=\"p\" d=\"");
	for (size_t i = 0; i < p->group->count; i++) {
		double rate = cb__report_rate(row_at(p, i)->cells[series]).value;

		if (!(rate > 0))
			continue;
		cb__text_add(&p->r->out, "M");
		put_point(p, row_at(p, i)->size, rate);
		cb__text_add(&p->r->out, "h0");
	}
	cb__text_add(&p->r->out, "\"/>");
}

static int has_band(const cb__report_gain *rate)
{
	return rate->low > 0 && isfinite(rate->low) && isfinite(rate->high);
}

/* The interval as an area, up along its upper bounds and back along the lower ones. */
static void put_band(plot *p, size_t series)
{
	const char *command = "M";

	for (size_t i = 0; i < p->group->count; i++)
		if (row_at(p, i)->cells[series] != NULL) {
			cb__report_gain rate = cb__report_rate(row_at(p, i)->cells[series]);

			if (!has_band(&rate))
				return;
		}
	cb__text_add(&p->r->out, "<path class=\"d\" d=\"");
	for (size_t i = 0; i < 2 * p->group->count; i++) {
		size_t at = i < p->group->count ? i : 2 * p->group->count - 1 - i;
		const cb__report_row *row = row_at(p, at);
		cb__report_gain rate = cb__report_rate(row->cells[series]);

		if (!has_band(&rate))
			continue;
		cb__text_add(&p->r->out, command);
		put_point(p, row->size, i < p->group->count ? rate.high : rate.low);
		command = "L";
	}
	cb__text_add(&p->r->out, "Z\"/>");
}

static int is_measured(const plot *p, size_t series)
{
	for (size_t i = 0; i < p->group->count; i++)
		if (cb__report_rate(row_at(p, i)->cells[series]).value > 0)
			return 1;
	return 0;
}

static void put_series(plot *p)
{
	for (size_t i = p->r->series_count; i-- > 0;) {
		if (!is_measured(p, i))
			continue;
		cb__report_html(p->r, "<g class=\"");
		cb__report_classes(p->r, i);
		cb__report_html(p->r, "\">");
		put_band(p, i);
		put_line(p, i);
		put_points(p, i);
		cb__report_html(p->r, "</g>\n");
	}
}

/* A span of nothing would be divided by. */
static void put_card(cb__report *r, const cb__report_group *group)
{
	plot p = {.r = r, .group = group};

	if (!group->has_message || measure(&p) < 2)
		return;
	if (p.y_high - p.y_low < 0.2) {
		p.y_low -= 0.1;
		p.y_high += 0.1;
	}
	cb__report_begin_card(r, group, "");
	cb__text_format(
		&r->out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, HEIGHT);
	cb__report_html(r, "Throughput over message size; the figures are in the table below\">\n");
	put_rates(&p);
	put_sizes(&p);
	put_series(&p);
	cb__report_html(r, "</svg></figure>\n");
}

void cb__report_write_lines(cb__report *r)
{
	size_t before = r->out.len, begun;

	cb__report_html(r,
		"<h2 id=\"lines\">Throughput over message size</h2>\n"
		"<p class=\"note\">Both axes are logarithmic. Small messages show what a call "
		"costs,"
		" large ones what a byte costs. The band is the 95 % interval; where it cannot be"
		" seen it is narrower than the line.</p>\n<div class=\"cards\">\n");
	begun = r->out.len;
	for (size_t i = 0; i < r->group_count; i++)
		put_card(r, &r->groups[i]);
	if (r->out.len == begun && !r->out.failed) {
		r->out.len = before;
		r->out.data[before] = '\0';
		return;
	}
	cb__report_html(r, "</div>\n");
}

static void put_swatch(cb__report *r)
{
	cb__report_html(r,
		"<svg class=\"key\" viewBox=\"0 0 42 12\" aria-hidden=\"true\">"
		"<rect class=\"b\" y=\"1\" width=\"10\" height=\"10\" rx=\"1.5\"/>"
		"<path class=\"l\" d=\"M15 6H41\"/><path class=\"p\" d=\"M28 6h0\"/></svg>");
}

/* A script makes buttons of it, which hide and show. */
void cb__report_write_legend(cb__report *r)
{
	cb_text name = CB_TEXT_INIT;

	if (r->measured == 0)
		return;
	cb__report_html(r, "<div class=\"bar\" id=\"bar\"><ul class=\"legend\" id=\"legend\""
			   " aria-label=\"Legend\">\n");
	for (size_t i = 0; i < r->series_count; i++) {
		cb__text_format(&r->out, "<li class=\"h%lu m%d\" data-s=\"%lu\">",
			(unsigned long)(r->series[i].library % 8), (int)r->series[i].subject->accel,
			(unsigned long)i);
		put_swatch(r);
		cb__report_series_text(&name, r, i);
		cb__report_put_done(r, &name);
		cb__report_html(r, "</li>\n");
	}
	cb__report_html(r, "</ul></div>\n");
}
