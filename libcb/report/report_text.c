/* SPDX-License-Identifier: Apache-2.0 */
/* Texts and numbers of the page: nothing here depends on the locale of the host. */
#include "report.h"

#include <math.h>
#include <string.h>

#include <jansson.h>

#include "results.h"
#include "spelling.h"

#define REPLACEMENT "\xef\xbf\xbd"
#define NUMBER_MOST 1e15
/* From here on people count times, below they count percent. */
#define TIMES_LEAST 1.5

void cb__report_html(cb__report *r, const char *html)
{
	cb__text_add(&r->out, html);
}

/* What would break a line, ring a bell, or turn the direction of the text that follows it. */
static int is_unsafe(uint32_t code)
{
	return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0) ||
	       (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

static const char *entity(uint32_t code, int is_markup)
{
	if (!is_markup)
		return is_unsafe(code) ? REPLACEMENT : NULL;
	switch (code) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return is_unsafe(code) ? REPLACEMENT : NULL;
	}
}

static void copy(cb_text *out, const char *text, int is_markup)
{
	size_t len = strlen(text);

	while (len > 0) {
		uint32_t code = 0;
		size_t step = cb__text_step(text, len, &code);
		const char *instead = step == 0 ? REPLACEMENT : entity(code, is_markup);

		if (instead != NULL)
			cb__text_add(out, instead);
		else
			cb__text_append(out, text, step);
		step = step == 0 ? 1 : step;
		text += step;
		len -= step;
	}
}

void cb__report_clean(cb_text *out, const char *text)
{
	copy(out, text, 0);
}

void cb__report_escape(cb_text *out, const char *text)
{
	copy(out, text, 1);
}

void cb__report_put(cb__report *r, const char *text)
{
	cb__report_escape(&r->out, text);
}

void cb__report_put_done(cb__report *r, cb_text *text)
{
	cb__report_escape(&r->out, cb__text_string(text));
	cb__report_drop(r, text);
}

void cb__report_drop(cb__report *r, cb_text *text)
{
	r->out.failed |= text->failed;
	cb__text_done(text);
}

/* @p scaled / 10^decimals */
static void put_decimal(cb_text *out, unsigned long long scaled, int decimals)
{
	unsigned long long unit = 1;

	for (int i = 0; i < decimals; i++)
		unit *= 10;
	cb__text_format(out, "%llu", scaled / unit);
	if (decimals > 0)
		cb__text_format(out, ".%0*llu", decimals, scaled % unit);
}

void cb__report_number(cb_text *out, double value)
{
	int decimals = 0;

	if (!isfinite(value) || value < 0 || value > NUMBER_MOST) {
		cb__text_add(out, "?");
		return;
	}
	if (value > 0 && value < 99.95) {
		double scaled = value;

		/* 9.995 would become 10.00: one digit less then */
		for (; decimals < 6 && scaled < 99.95; decimals++)
			scaled *= 10;
	}
	put_decimal(out, (unsigned long long)(value * pow(10, decimals) + 0.5), decimals);
}

void cb__report_tenths(cb_text *out, double value)
{
	unsigned long long tenths = (unsigned long long)(fabs(value) * 10 + 0.5);

	if (value < 0 && tenths > 0)
		cb__text_add(out, "-");
	put_decimal(out, tenths % 10 == 0 ? tenths / 10 : tenths, tenths % 10 == 0 ? 0 : 1);
}

/* The prefix that leaves three digits before the point, and @p rate in it. */
static const char *scale(double *rate)
{
	static const char *const prefixes[] = {"", "k", "M", "G", "T"};
	size_t i = 0;

	while (*rate >= 999.5 && i + 1 < sizeof(prefixes) / sizeof(prefixes[0])) {
		*rate /= 1000;
		i++;
	}
	return prefixes[i];
}

void cb__report_rate_text(cb_text *out, double rate, int has_message)
{
	const char *prefix = scale(&rate);

	cb__report_number(out, rate);
	cb__text_format(out, " %s%s", prefix, has_message ? "B/s" : "/s");
}

void cb__report_cell_rate(cb_text *out, const cb_cell *cell, int has_message)
{
	cb__text_add(out, cb__report_is_marked(cell) ? "~" : "");
	cb__report_rate_text(out, cb__report_rate(cell).value, has_message);
}

const char *cb__report_cpu_note(const cb__report *r)
{
	/* by whether cells are marked by CPU time, and by wall time */
	static const char *const notes[2][2] = {
		{"", " <b>~</b>: other work had the processor, or a function waited: by wall "
		     "time."},
		{" <b>~</b>: other work had the processor: by CPU time.",
			" <b>~</b>: other work had the processor: by CPU time; by wall time of"
			" several threads or processes, under load, and of functions."},
	};
	int has[2] = {0, 0};

	for (size_t i = 0; i < r->row_count; i++)
		for (size_t j = 0; j < r->series_count; j++) {
			const cb_cell *cell = r->rows[i].cells[j];

			if (cb__report_is_marked(cell))
				has[cb__report_is_cpu(cell)] = 1;
		}
	return notes[has[1]][has[0]];
}

void cb__report_round_rate(cb_text *out, double rate)
{
	const char *prefix = scale(&rate);

	cb__report_tenths(out, rate);
	cb__text_format(out, " %sB/s", prefix);
}

void cb__report_size_text(cb_text *out, uint64_t size)
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB"};
	size_t i = 0;

	while (size > 0 && size % 1024 == 0 && i + 1 < sizeof(units) / sizeof(units[0])) {
		size /= 1024;
		i++;
	}
	cb__text_format(out, "%llu %s", (unsigned long long)size, units[i]);
}

void cb__report_gain_text(cb_text *out, double gain)
{
	if (gain < TIMES_LEAST) {
		cb__text_format(
			out, "%llu %% faster", (unsigned long long)((gain - 1) * 100 + 0.5));
		return;
	}
	cb__report_gain_short(out, gain);
	out->len -= out->len > 0 && !out->failed; /* without the sign */
	cb__text_add(out, " times as fast");
}

void cb__report_gain_short(cb_text *out, double gain)
{
	if (!isfinite(gain) || gain > 1e9)
		cb__text_add(out, "?");
	else if (gain >= 9.95)
		cb__text_format(out, "%llu", (unsigned long long)(gain + 0.5));
	else if (gain >= 0.95)
		put_decimal(out, (unsigned long long)(gain * 10 + 0.5), 1);
	else
		put_decimal(out, (unsigned long long)(gain * 100 + 0.5), 2);
	cb__text_add(out, "x");
}

static size_t stem_of(const cb_subject *subject)
{
	const char *colon = strrchr(subject->label, ':');
	const char *accel = cb_accel_name(subject->accel);

	if (colon != NULL && accel != NULL && strcmp(colon + 1, accel) == 0)
		return (size_t)(colon - subject->label);
	return strlen(subject->label);
}

void cb__report_label(cb_text *out, const cb__report_library *library)
{
	cb__text_append(out, library->any->label, stem_of(library->any));
}

static void put_backend(cb_text *out, const cb_subject *subject)
{
	cb__spell_backend(out, subject->backend);
	if (subject->version[0] != '\0' && strcmp(subject->version, "unknown") != 0)
		cb__text_format(out, " %s", subject->version);
}

void cb__report_library_text(cb_text *out, const cb__report_library *library)
{
	const cb_subject *subject = library->any;
	size_t len = stem_of(subject);

	if (len == strlen(subject->backend) && memcmp(subject->label, subject->backend, len) == 0) {
		put_backend(out, subject);
		return;
	}
	cb__text_append(out, subject->label, len);
	cb__text_add(out, " (");
	put_backend(out, subject);
	cb__text_add(out, ")");
}

static int is_known(const char *text)
{
	return text != NULL && text[0] != '\0' && strcmp(text, "unknown") != 0;
}

void cb__report_machine(cb_text *out, const cb__report *r, size_t document)
{
	const char *name = r->config.names != NULL ? r->config.names[document] : NULL;

	if (!is_known(name))
		name = json_string_value(json_object_get(
			json_object_get(r->results[document]->document, "tool"), "machine"));
	if (!is_known(name))
		name = cb_results_environment(r->results[document], "cpu.model");
	if (is_known(name))
		cb__text_add(out, name);
	else
		cb__text_format(out, "machine %llu", (unsigned long long)document + 1);
}

void cb__report_series_text(cb_text *out, const cb__report *r, size_t series)
{
	const cb__report_library *library = &r->libraries[r->series[series].library];

	if (r->count > 1) {
		cb__report_machine(out, r, library->document);
		cb__text_add(out, ": ");
	}
	cb__report_label(out, library);
	cb__text_format(out, " %s", cb_accel_name(r->series[series].subject->accel));
}

static void add_setting(cb_text *out, const char *name, uint32_t value, uint32_t usual)
{
	if (value != usual)
		cb__text_format(out, " %s=%lu", name, (unsigned long)value);
}

/* Whether the same work is there with other semantics, so that these have to be told. */
static int has_rival(const cb__report *r, const cb__report_group *group)
{
	for (size_t i = 0; i < r->group_count; i++)
		if (strcmp(r->groups[i].any->algorithm, group->any->algorithm) == 0 &&
			strcmp(r->groups[i].any->operation, group->any->operation) == 0 &&
			strcmp(r->groups[i].any->variant, group->any->variant) == 0 &&
			strcmp(r->groups[i].any->semantics, group->any->semantics) != 0)
			return 1;
	return 0;
}

int cb__report_has_rules(const cb__report *r)
{
	for (size_t i = 0; i < r->group_count; i++)
		if (has_rival(r, &r->groups[i]))
			return 1;
	return 0;
}

void cb__report_operation(cb_text *out, const cb__report *r, const cb__report_group *group)
{
	const cb_cell *cell = group->any;

	cb__text_add(out, cell->operation);
	if (strcmp(cell->variant, "message") != 0)
		cb__text_format(out, " %s", cell->variant);
	add_setting(out, "threads", cell->threads, 1);
	add_setting(out, "processes", cell->processes, 1);
	add_setting(out, "load", cell->load, 0);
	if (has_rival(r, group))
		cb__text_format(out, " (%s)", cell->semantics);
}
