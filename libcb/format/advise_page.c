/* SPDX-License-Identifier: Apache-2.0 */
#include "advise_page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figure.h"

#define RANKING_COLUMNS 5
#define PARTS_COLUMNS   5
#define PARTS_MIN       3 /* fewer are in the sentence */

cb__advise_section cb__advise_section_of(const cb_advice_note *note)
{
	static const struct {
		const char *id;
		cb__advise_section section;
	} sections[] = {
		{"cipher", ADVISE_FLIPS},
		{"size", ADVISE_FLIPS},
		{"accel", ADVISE_FLIPS},
		{"strength", ADVISE_FLIPS},
		{"acceleration-unused", ADVISE_FACTS},
		{"acceleration-absent", ADVISE_FACTS},
		{"acceleration-gain", ADVISE_FACTS},
		{"finding", ADVISE_FACTS},
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

static void add_interval(cb__grid *g, const cb_candidate *c, double scale)
{
	char low[FIGURE_SIZE], high[FIGURE_SIZE], text[2 * FIGURE_SIZE + 8];

	if (isnan(c->low_ns) || isnan(c->high_ns)) {
		cb__grid_add(g, "-", STYLE_FAINT);
		return;
	}
	cb__figure_print(low, rate_of(c) * c->unit_ns / c->high_ns / scale);
	cb__figure_print(high, rate_of(c) * c->unit_ns / c->low_ns / scale);
	snprintf(text, sizeof(text), "%s to %s", low, high);
	cb__grid_add(g, text, STYLE_PLAIN);
}

static void add_candidate(cb__grid *g, const cb_candidate *c, double scale)
{
	const char *with = strstr(c->name, " with ");
	char figure[FIGURE_SIZE], text[FIGURE_SIZE + 1];
	cb__style look = c->is_either ? STYLE_STRONG : STYLE_PLAIN;

	cb__grid_add(g, c->title, look);
	cb__grid_add(g, c->choice[0] != '\0' && with != NULL ? with + strlen(" with ") : "", look);
	cb__figure_print(figure, rate_of(c) / scale);
	snprintf(text, sizeof(text), "%s%s", c->is_estimated ? "~" : "", figure);
	cb__grid_add(g, text, look);
	add_interval(g, c, scale);
	cb__figure_print(text, c->times);
	cb__grid_add(g, text, STYLE_PLAIN);
}

void cb__advise_ranking(cb__grid *g, const cb_advice *advice, const cb_ranking *r)
{
	const char *unit = "/s";
	char heading[ADVISE_LINE_SIZE];
	double scale = r->ranked_count > 0 ? scale_of(&unit, &r->candidates[0]) : 1;

	cb__grid_init(g, RANKING_COLUMNS);
	cb__grid_add(g, "library", STYLE_FAINT);
	cb__grid_add(g, "algorithm", STYLE_FAINT);
	snprintf(heading, sizeof(heading), "%s%s",
		strcmp(unit, "/s") == 0 ? cb_profile_unit(cb_advice_profile(advice)) : "",
		strcmp(unit, "/s") == 0 ? "s/s" : unit);
	cb__grid_add(g, heading, STYLE_FAINT);
	cb__grid_add(g, "interval", STYLE_FAINT);
	cb__grid_add(g, "time", STYLE_FAINT);
	for (size_t i = 0; i < r->ranked_count; i++)
		add_candidate(g, &r->candidates[i], scale);
}

static void add_part(cb__grid *g, const cb_advised_part *part)
{
	char text[ADVISE_LINE_SIZE], figure[FIGURE_SIZE];

	snprintf(text, sizeof(text), "%s %s", part->algorithm, part->operation);
	cb__grid_add(g, text, STYLE_PLAIN);
	snprintf(text, sizeof(text), "%llu", (unsigned long long)part->size);
	cb__grid_add(g, part->size > 0 ? text : "", STYLE_PLAIN);
	cb__figure_print_exact(figure, part->count);
	cb__grid_add(g, figure, STYLE_PLAIN);
	cb__figure_print(figure, part->ns);
	snprintf(text, sizeof(text), "%s%s", part->basis == CB_BASIS_MEASURED ? "" : "~", figure);
	cb__grid_add(g, text, STYLE_PLAIN);
	snprintf(text, sizeof(text), "%.0f %%", 100 * part->share);
	cb__grid_add(g, text, STYLE_PLAIN);
}

void cb__advise_parts(cb__grid *g, const cb_ranking *r)
{
	cb__grid_init(g, PARTS_COLUMNS);
	if (r->ranked_count == 0 || r->candidates[0].part_count < PARTS_MIN)
		return;
	cb__grid_add(g, "operation", STYLE_FAINT);
	cb__grid_add(g, "bytes", STYLE_FAINT);
	cb__grid_add(g, "times", STYLE_FAINT);
	cb__grid_add(g, "ns each", STYLE_FAINT);
	cb__grid_add(g, "share", STYLE_FAINT);
	for (size_t i = 0; i < r->candidates[0].part_count; i++)
		add_part(g, &r->candidates[0].parts[i]);
}

int cb__advise_unranked(char text[ADVISE_LINE_SIZE], const cb_ranking *r, size_t index)
{
	const cb_candidate *c = &r->candidates[r->ranked_count + index];

	if (r->ranked_count + index >= r->candidate_count)
		return 0;
	snprintf(text, ADVISE_LINE_SIZE, "%s: %s", c->name, c->reason);
	return 1;
}

const char *cb__advise_measure(const cb_ranking *r, size_t index)
{
	const cb_candidate *c = &r->candidates[r->ranked_count + index];

	if (r->ranked_count + index + 1 < r->candidate_count &&
		strcmp(c->measure, c[1].measure) == 0)
		return "";
	return c->measure;
}

static int is_built_in(const char *profile)
{
	const char *name;

	for (size_t i = 0; (name = cb_profile_name_at(i)) != NULL; i++)
		if (strcmp(name, profile) == 0)
			return 1;
	return 0;
}

const char *cb__advise_measure_all(const cb_advice *advice, const cb_ranking *r)
{
	const char *name = cb_profile_name(cb_advice_profile(advice));
	size_t commands = 0;

	for (size_t i = 0; r->ranked_count + i < r->candidate_count; i++)
		commands += cb__advise_measure(r, i)[0] != '\0' ? 1 : 0;
	return commands > 1 && is_built_in(name) ? name : NULL;
}

const cb_ranking *cb__advise_main(const cb_advice *advice, size_t index)
{
	const cb_ranking *r;

	for (size_t i = 0; (r = cb_advice_ranking_at(advice, i)) != NULL; i++)
		if (r->is_main && index-- == 0)
			return r;
	return NULL;
}

int cb__advise_answer(char text[ADVISE_LINE_SIZE], const cb_advice *advice, const cb_ranking *r)
{
	const char *end = cb__advise_main(advice, 1) != NULL ? r->machine : "";
	const char *on = end[0] != '\0' ? ", on " : "";

	if (r->kind == CB_ADVICE_NONE)
		return 0;
	snprintf(text, ADVISE_LINE_SIZE, "%s%s%s", r->answer, on, end);
	return 1;
}

static void append(char text[ADVISE_LINE_SIZE], const char *separator, const char *what)
{
	size_t used = strlen(text);

	snprintf(text + used, ADVISE_LINE_SIZE - used, "%s%s", separator, what);
}

int cb__advise_open(
	char text[ADVISE_LINE_SIZE], const cb_advice *const *advices, size_t count, size_t machine)
{
	const cb_ranking *r = cb__advise_main(advices[0], machine);
	const char *separator = ": ";

	snprintf(text, ADVISE_LINE_SIZE, "%s%s%s",
		r->is_imported ? "Nothing to recommend, for want of figures"
			       : "Measure first with cbench advise -p PROFILE",
		cb__advise_main(advices[0], 1) != NULL ? ", on " : "",
		cb__advise_main(advices[0], 1) != NULL ? r->machine : "");
	for (size_t i = 0; i < count; i++) {
		r = cb__advise_main(advices[i], machine);
		if (r == NULL || r->kind != CB_ADVICE_NONE)
			continue;
		append(text, separator, cb_profile_name(cb_advice_profile(advices[i])));
		separator = ", ";
	}
	return strcmp(separator, ", ") == 0;
}

static const char *find_note(const cb_ranking *r, const char *id)
{
	for (size_t i = 0; i < r->note_count; i++)
		if (strcmp(r->notes[i].id, id) == 0)
			return r->notes[i].text;
	return NULL;
}

/* Of all that tell of ciphers the first; before it that which counts every library: some that lack
 * what a protocol needs may have the fastest cipher. */
static const cb_ranking *find_of_ciphers(
	const cb_advice *const *advices, size_t count, size_t machine)
{
	const cb_ranking *found = NULL;

	for (size_t i = 0; i < count; i++) {
		const cb_ranking *r = cb__advise_main(advices[i], machine);

		if (r == NULL || find_note(r, "cipher") == NULL)
			continue;
		if (find_note(r, "primitives") == NULL && r->accel == CB_ACCEL_ON)
			return r;
		found = found != NULL ? found : r;
	}
	return found;
}

int cb__advise_cipher(
	char text[ADVISE_LINE_SIZE], const cb_advice *const *advices, size_t count, size_t machine)
{
	const cb_ranking *r = find_of_ciphers(advices, count, machine);
	int is_one = cb__advise_main(advices[0], 1) == NULL;

	if (r == NULL)
		return 0;
	snprintf(text, ADVISE_LINE_SIZE, "%s%s%s%s%s", find_note(r, "cipher"),
		is_one ? "" : ", on ", is_one ? "" : r->machine,
		r->accel == CB_ACCEL_ON ? "" : ", in mode ",
		r->accel == CB_ACCEL_ON ? "" : cb_accel_name(r->accel));
	return 1;
}

void cb__advise_profile(char text[ADVISE_LINE_SIZE], const cb_advice *advice)
{
	const cb_profile *profile = cb_advice_profile(advice);

	snprintf(text, ADVISE_LINE_SIZE, "%s%s%s", cb_profile_name(profile),
		cb_profile_summary(profile)[0] != '\0' ? ": " : "", cb_profile_summary(profile));
}
