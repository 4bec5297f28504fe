/* SPDX-License-Identifier: Apache-2.0 */
#include "advise_page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figure.h"

#define RANKING_COLUMNS 5
#define PARTS_COLUMNS   5
#define PARTS_MIN       3 /* fewer are in the sentence */

advise_section advise_section_of(const cb_advice_note *note)
{
	static const struct {
		const char *id;
		advise_section section;
	} sections[] = {
		{"cipher", ADVISE_FLIPS},
		{"size", ADVISE_FLIPS},
		{"accel", ADVISE_FLIPS},
		{"strength", ADVISE_FLIPS},
		{"acceleration-unused", ADVISE_FACTS},
		{"acceleration-absent", ADVISE_FACTS},
		{"acceleration-gain", ADVISE_FACTS},
	};

	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
		if (strcmp(sections[i].id, note->id) == 0)
			return sections[i].section;
	return ADVISE_DOUBTS;
}

/* One unit for the whole column, that of the first row. */
static double scale_of(const char **ret_unit, const cb_candidate *c)
{
	static const struct {
		double scale;
		const char *unit;
	} units[] = {{1e9, "GB/s"}, {1e6, "MB/s"}, {1e3, "kB/s"}, {1, "B/s"}};
	size_t i = 0;

	if (isnan(c->bytes_per_second)) {
		*ret_unit = "/s";
		return 1;
	}
	while (i < 3 && c->bytes_per_second < units[i].scale)
		i++;
	*ret_unit = units[i].unit;
	return units[i].scale;
}

static double rate_of(const cb_candidate *c)
{
	return isnan(c->bytes_per_second) ? c->units_per_second : c->bytes_per_second;
}

static void add_interval(grid *g, const cb_candidate *c, double scale)
{
	char low[FIGURE_SIZE], high[FIGURE_SIZE], text[2 * FIGURE_SIZE + 8];

	if (isnan(c->low_ns) || isnan(c->high_ns)) {
		grid_add(g, "-", STYLE_FAINT);
		return;
	}
	figure_print(low, rate_of(c) * c->unit_ns / c->high_ns / scale);
	figure_print(high, rate_of(c) * c->unit_ns / c->low_ns / scale);
	snprintf(text, sizeof(text), "%s to %s", low, high);
	grid_add(g, text, STYLE_PLAIN);
}

static void add_candidate(grid *g, const cb_candidate *c, double scale)
{
	const char *with = strstr(c->name, " with ");
	char text[FIGURE_SIZE];
	style look = c->is_either ? STYLE_STRONG : STYLE_PLAIN;

	grid_add(g, c->title, look);
	grid_add(g, c->choice[0] != '\0' && with != NULL ? with + strlen(" with ") : "", look);
	figure_print(text, rate_of(c) / scale);
	grid_add(g, text, look);
	add_interval(g, c, scale);
	figure_print(text, c->times);
	grid_add(g, text, STYLE_PLAIN);
}

void advise_ranking(grid *g, const cb_advice *advice, const cb_ranking *r)
{
	const char *unit = "/s";
	char heading[ADVISE_LINE_SIZE];
	double scale = r->ranked_count > 0 ? scale_of(&unit, &r->candidates[0]) : 1;

	grid_init(g, RANKING_COLUMNS);
	grid_add(g, "library", STYLE_FAINT);
	grid_add(g, "algorithm", STYLE_FAINT);
	snprintf(heading, sizeof(heading), "%s%s",
		strcmp(unit, "/s") == 0 ? cb_profile_unit(cb_advice_profile(advice)) : "",
		strcmp(unit, "/s") == 0 ? "s/s" : unit);
	grid_add(g, heading, STYLE_FAINT);
	grid_add(g, "interval", STYLE_FAINT);
	grid_add(g, "time", STYLE_FAINT);
	for (size_t i = 0; i < r->ranked_count; i++)
		add_candidate(g, &r->candidates[i], scale);
}

static void add_part(grid *g, const cb_advised_part *part)
{
	char text[ADVISE_LINE_SIZE], figure[FIGURE_SIZE];

	snprintf(text, sizeof(text), "%s %s", part->algorithm, part->operation);
	grid_add(g, text, STYLE_PLAIN);
	snprintf(text, sizeof(text), "%llu", (unsigned long long)part->size);
	grid_add(g, part->size > 0 ? text : "", STYLE_PLAIN);
	figure_print_exact(figure, part->count);
	grid_add(g, figure, STYLE_PLAIN);
	figure_print(figure, part->ns);
	snprintf(text, sizeof(text), "%s%s", part->basis == CB_BASIS_MEASURED ? "" : "~", figure);
	grid_add(g, text, STYLE_PLAIN);
	snprintf(text, sizeof(text), "%.0f %%", 100 * part->share);
	grid_add(g, text, STYLE_PLAIN);
}

void advise_parts(grid *g, const cb_ranking *r)
{
	grid_init(g, PARTS_COLUMNS);
	if (r->ranked_count == 0 || r->candidates[0].part_count < PARTS_MIN)
		return;
	grid_add(g, "operation", STYLE_FAINT);
	grid_add(g, "bytes", STYLE_FAINT);
	grid_add(g, "times", STYLE_FAINT);
	grid_add(g, "ns each", STYLE_FAINT);
	grid_add(g, "share", STYLE_FAINT);
	for (size_t i = 0; i < r->candidates[0].part_count; i++)
		add_part(g, &r->candidates[0].parts[i]);
}

int advise_unranked(char text[ADVISE_LINE_SIZE], const cb_ranking *r, size_t index)
{
	const cb_candidate *c = &r->candidates[r->ranked_count + index];

	if (r->ranked_count + index >= r->candidate_count)
		return 0;
	snprintf(text, ADVISE_LINE_SIZE, "%s: %s", c->name, c->reason);
	return 1;
}

const char *advise_measure(const cb_ranking *r, size_t index)
{
	const cb_candidate *c = &r->candidates[r->ranked_count + index];

	if (r->ranked_count + index + 1 < r->candidate_count &&
		strcmp(c->measure, c[1].measure) == 0)
		return "";
	return c->measure;
}

const cb_ranking *advise_main(const cb_advice *advice, size_t index)
{
	const cb_ranking *r;

	for (size_t i = 0; (r = cb_advice_ranking_at(advice, i)) != NULL; i++)
		if (r->is_main && index-- == 0)
			return r;
	return NULL;
}

void advise_answer(char text[ADVISE_LINE_SIZE], const cb_advice *advice, const cb_ranking *r)
{
	const char *end = advise_main(advice, 1) != NULL ? r->machine : "";
	const char *on = end[0] != '\0' ? ", on " : "";

	if (r->kind == CB_ADVICE_NONE)
		snprintf(text, ADVISE_LINE_SIZE, "measure first with cbench advise -p %s%s%s",
			cb_profile_name(cb_advice_profile(advice)), on, end);
	else
		snprintf(text, ADVISE_LINE_SIZE, "%s%s%s", r->answer, on, end);
}

const char *advise_cipher(const cb_advice *const *advices, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const cb_ranking *r = advise_main(advices[i], 0);

		for (size_t j = 0; r != NULL && j < r->note_count; j++)
			if (strcmp(r->notes[j].id, "cipher") == 0)
				return r->notes[j].text;
	}
	return NULL;
}

void advise_profile(char text[ADVISE_LINE_SIZE], const cb_advice *advice)
{
	const cb_profile *profile = cb_advice_profile(advice);

	snprintf(text, ADVISE_LINE_SIZE, "%s%s%s", cb_profile_name(profile),
		cb_profile_summary(profile)[0] != '\0' ? ": " : "", cb_profile_summary(profile));
}
