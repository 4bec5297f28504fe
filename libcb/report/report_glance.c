/* SPDX-License-Identifier: Apache-2.0 */
/* What stands below the headline: what makes it doubtful, and the fastest of each algorithm. */
#include "report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "spelling.h"

/* Below this a gain is told in percent. */
#define CLOSE 1.095

/* Operations by which an algorithm is told. */
static const char *const main_operations[] = {
	"seal", "encrypt", "digest", "mac", "derive", "sign", "encaps", "generate"};

static void put_doubt(cb__report *r, const char *name, const char *text)
{
	cb__report_html(r, "<li>");
	if (r->count > 1) {
		cb__report_put(r, name);
		cb__report_html(r, ": ");
	}
	cb__report_put(r, text);
	cb__report_html(r, "</li>\n");
}

static size_t count_outcome(const cb_results *results, cb_outcome outcome)
{
	const cb_cell *cell;
	size_t count = 0;

	for (size_t i = 0; (cell = cb_results_cell_at(results, i)) != NULL; i++)
		count += cell->outcome == outcome;
	return count;
}

/* Outcomes that a reader should know of: the library may lack what it likes. */
static const cb_outcome failures[] = {
#define FAILURE(name, ...) CB_OUTCOME_##name,
	CB_OUTCOME_MAP(FAILURE)
#undef FAILURE
};

#define FAILURE_COUNT (sizeof(failures) / sizeof(failures[0]))

static size_t count_failures(const cb_results *results, size_t i)
{
	if (failures[i] == CB_OUTCOME_MEASURED || failures[i] == CB_OUTCOME_UNSUPPORTED)
		return 0;
	return count_outcome(results, failures[i]);
}

/* '3 cells ended as "crashed"' */
static void put_failures(cb__report *r, const char *name, const cb_results *results)
{
	for (size_t i = 0; i < FAILURE_COUNT; i++) {
		size_t count = count_failures(results, i);
		char text[80];

		if (count == 0)
			continue;
		snprintf(text, sizeof text, "%lu cell%s ended as \"%s\"", (unsigned long)count,
			count == 1 ? "" : "s", cb_outcome_name(failures[i]));
		put_doubt(r, name, text);
	}
}

static size_t count_doubts(const cb_results *results)
{
	size_t count = cb_results_warning_count(results) + !cb_results_complete(results);

	for (size_t i = 0; i < FAILURE_COUNT; i++)
		count += count_failures(results, i);
	return count;
}

static void put_doubts(cb__report *r, size_t document)
{
	const cb_results *results = r->results[document];
	cb_text name = CB_TEXT_INIT;
	const cb_warning *warning;

	cb__report_machine(&name, r, document);
	for (size_t i = 0; (warning = cb_results_warning_at(results, i)) != NULL; i++)
		put_doubt(r, cb__text_string(&name), warning->text);
	if (!cb_results_complete(results))
		put_doubt(r, cb__text_string(&name), "not everything that was planned was reached");
	put_failures(r, cb__text_string(&name), results);
	cb__report_drop(r, &name);
}

void cb__report_write_doubts(cb__report *r)
{
	size_t count = 0;

	for (size_t i = 0; i < r->count; i++)
		count += count_doubts(r->results[i]);
	if (count == 0)
		return;
	cb__report_html(r, "<aside class=\"doubt\"><h2>Read with care</h2><ul>\n");
	for (size_t i = 0; i < r->count; i++)
		put_doubts(r, i);
	cb__report_html(r, "</ul></aside>\n");
}

/* The same work by other rules, as of an import beside an own result: it is no comparison, but
 * neither is it to be missing. */
static int is_rival(const cb__report_group *a, const cb__report_group *b)
{
	return strcmp(a->any->operation, b->any->operation) == 0 &&
	       strcmp(a->any->variant, b->any->variant) == 0 &&
	       a->any->threads == b->any->threads && a->any->processes == b->any->processes &&
	       a->any->load == b->any->load && strcmp(a->any->semantics, b->any->semantics) != 0;
}

/* The group by which its algorithm is told, of the same variant and so on as the first. */
static int is_main(const cb__report *r, size_t index)
{
	const cb__report_group *group = &r->groups[index];
	size_t best = sizeof(main_operations) / sizeof(main_operations[0]), chosen = index;

	for (size_t i = 0; i < r->group_count; i++) {
		if (r->groups[i].algorithm_place != group->algorithm_place)
			continue;
		for (size_t j = 0; j < best; j++)
			if (strcmp(r->groups[i].any->operation, main_operations[j]) == 0) {
				best = j;
				chosen = i;
			}
	}
	return chosen == index || is_rival(group, &r->groups[chosen]);
}

/* "openssl", with its machine where there are several; the mode if it is not as usual. */
static void put_who(cb_text *out, const cb__report *r, size_t series)
{
	const cb__report_library *library = &r->libraries[r->series[series].library];

	if (r->series[series].subject->accel != CB_ACCEL_ON) {
		cb__report_series_text(out, r, series);
		return;
	}
	if (r->count > 1) {
		cb__report_machine(out, r, library->document);
		cb__text_add(out, ": ");
	}
	cb__report_label(out, library);
}

/* "mbedtls, 12x" */
static void put_next(cb__report *r, const cb__report_row *row, size_t best)
{
	size_t next = cb__report_fastest(r, row, CB__REPORT_NONE, r->series[best].library);
	cb_text text = CB_TEXT_INIT;
	cb__report_gain gain;

	if (next == CB__REPORT_NONE)
		return;
	gain = cb__report_faster(r, row, best, next);
	put_who(&text, r, next);
	cb__text_add(&text, ", ");
	if (cb__report_is_gain(&gain) && gain.value < CLOSE)
		cb__text_format(&text, "%.0f %% slower", (1 - 1 / gain.value) * 100);
	else if (cb__report_is_gain(&gain))
		cb__report_gain_short(&text, gain.value);
	else
		cb__text_add(&text, "equal");
	cb__report_put_done(r, &text);
}

static void put_gain(cb__report *r, const cb__report_row *row, size_t best)
{
	size_t without = cb__report_without(r, best);
	cb__report_gain gain = {(double)NAN, 0, 0};

	cb__report_html(r, "<td class=\"n\">");
	if (without != CB__REPORT_NONE)
		gain = cb__report_faster(r, row, best, without);
	if (isnan(gain.value))
		cb__report_html(r, "?");
	else
		cb__report_gain_short(&r->out, gain.value);
	if (!isnan(gain.value) && r->series[without].subject->accel == CB_ACCEL_OFF)
		cb__report_html(r, " (off)");
	cb__report_html(r, "</td>");
}

static void put_row(cb__report *r, const cb__report_group *group)
{
	const cb__report_row *row = cb__report_largest(r, group);
	cb_text text = CB_TEXT_INIT;
	size_t best;

	if (row == NULL)
		return;
	best = cb__report_fastest(r, row, CB__REPORT_NONE, CB__REPORT_NONE);
	cb__spell_algorithm(&text, group->any->algorithm);
	cb__text_add(&text, " ");
	cb__report_operation(&text, r, group);
	cb__report_html(r, "<tr><th scope=\"row\">");
	cb__report_put_done(r, &text);
	cb__report_html(r, "</th><td>");
	put_who(&text, r, best);
	cb__report_put_done(r, &text);
	cb__report_html(r, "</td><td class=\"n\">");
	cb__report_cell_rate(&r->out, row->cells[best], group->has_message);
	cb__report_html(r, "</td>");
	if (cb__report_has_modes(r))
		put_gain(r, row, best);
	cb__report_html(r, "<td>");
	put_next(r, row, best);
	cb__report_html(r, "</td></tr>\n");
}

static const char opening[] = "<h2 id=\"glance\">Who is fastest</h2>\n"
			      "<p class=\"note\">Each algorithm at its largest message size.";

static const char about_gains[] = " <b>Crypto</b>: how many times as fast as without the crypto "
				  "instructions; (off): as without "
				  "any acceleration, where only that was measured.";

static const char about_next[] =
	" <b>Next</b>: the second library, and how many times as fast the fastest is.";

static const char headings[] = "</p>\n<div class=\"scroll\"><table class=\"glance\"><thead><tr>"
			       "<th scope=\"col\">Algorithm</th><th scope=\"col\">Fastest</th>"
			       "<th scope=\"col\" class=\"n\">Rate</th>";

/* What others published has one mode, and no column of question marks. */
void cb__report_write_glance(cb__report *r)
{
	int has_modes = cb__report_has_modes(r);

	if (r->measured == 0)
		return;
	cb__report_html(r, opening);
	cb__report_html(r, has_modes ? about_gains : "");
	cb__report_html(r, about_next);
	cb__report_html(r, cb__report_cpu_note(r));
	cb__report_html(r, headings);
	cb__report_html(r, has_modes ? "<th scope=\"col\" class=\"n\">Crypto</th>" : "");
	cb__report_html(r, "<th scope=\"col\">Next</th></tr></thead><tbody>\n");
	for (size_t i = 0; i < r->group_count; i++)
		if (is_main(r, i))
			put_row(r, &r->groups[i]);
	cb__report_html(r, "</tbody></table></div>\n");
}
