/* SPDX-License-Identifier: Apache-2.0 */
/* What differs: documents from the first, or the libraries of one from its fastest. */
#include "report.h"

#include <string.h>

#include <cb/compare.h>

#include "results.h"

/* Whether one side cannot do it at all. */
static int is_lacking(const cb_comparison *comparison, const cb_conclusion *conclusion)
{
	for (size_t i = 0; i < conclusion->count; i++) {
		const cb_compared *row = cb_comparison_at(comparison, conclusion->first + i);
		int has_base = row->base != NULL && row->base->outcome != CB_OUTCOME_UNSUPPORTED;
		int has_head = row->head != NULL && row->head->outcome != CB_OUTCOME_UNSUPPORTED;

		if (has_base && has_head)
			return 0;
	}
	return 1;
}

/* What cannot be compared in one line, instead of one for each. */
static void put_lacking(cb__report *r, const cb_comparison *comparison)
{
	const char *separator = "<p class=\"note\">Not on both sides: ";
	const cb_conclusion *conclusion;

	for (size_t i = 0; (conclusion = cb_comparison_conclusion_at(comparison, i)) != NULL; i++) {
		if (!is_lacking(comparison, conclusion))
			continue;
		cb__report_html(r, separator);
		cb__report_put(r, conclusion->title);
		separator = ", ";
	}
	if (separator[0] == ',')
		cb__report_html(r, ".</p>\n");
}

static void put_conclusion(cb__report *r, const cb_conclusion *conclusion)
{
	cb__report_html(r, "<tr><th scope=\"row\">");
	cb__report_put(r, conclusion->title);
	cb__report_html(r, "</th><td>");
	cb__report_put(r, conclusion->text);
	cb__report_html(r, "</td></tr>\n");
}

/* "12 faster, 3 slower, 40 same" */
static void put_counts(cb__report *r, const cb_comparison *comparison)
{
	const char *separator = "";

	for (int i = 0; i < CB_CHANGE_COUNT; i++) {
		size_t count = cb_comparison_changes(comparison, (cb_change)i);

		if (count == 0)
			continue;
		cb__text_format(&r->out, "%s<b>%lu</b> %s", separator, (unsigned long)count,
			cb_change_name((cb_change)i));
		separator = ", ";
	}
}

static void put_notes(cb__report *r, const cb_comparison *comparison)
{
	const cb_compare_note *note;

	if (cb_comparison_note_count(comparison) == 0)
		return;
	cb__report_html(r, "<ul class=\"notes\">\n");
	for (size_t i = 0; (note = cb_comparison_note_at(comparison, i)) != NULL; i++) {
		cb__report_html(r, "<li>");
		cb__report_put(r, note->text);
		cb__report_html(r, "</li>\n");
	}
	cb__report_html(r, "</ul>\n");
}

static void put_comparison(cb__report *r, const cb_comparison *comparison)
{
	const cb_conclusion *conclusion;

	cb__report_html(r, "<h3>");
	cb__report_put(r, cb_comparison_head_name(comparison));
	cb__report_html(r, " against ");
	cb__report_put(r, cb_comparison_base_name(comparison));
	cb__report_html(r, "</h3>\n<p class=\"note\">Of the cells: ");
	put_counts(r, comparison);
	cb__report_html(r, ".</p>\n<div class=\"scroll\"><table class=\"words\"><tbody>\n");
	for (size_t i = 0; (conclusion = cb_comparison_conclusion_at(comparison, i)) != NULL; i++)
		if (!is_lacking(comparison, conclusion))
			put_conclusion(r, conclusion);
	cb__report_html(r, "</tbody></table></div>\n");
	put_lacking(r, comparison);
	put_notes(r, comparison);
}

/* What cannot be compared is no failure of the page: it says why. */
static cb_status compare(cb__report *r, const cb_compare_config *config)
{
	cb_comparison *comparison;
	cb_status status = cb_compare(&comparison, r->ctx, config);

	if (status == CB_ENOMEM)
		return status;
	if (status == CB_OK) {
		put_comparison(r, comparison);
		cb_comparison_free(comparison);
		return CB_OK;
	}
	cb__report_html(r, "<h3>");
	cb__report_put(r, config->head_name);
	cb__report_html(r, " against ");
	cb__report_put(r, config->base_name);
	cb__report_html(r, "</h3>\n<p class=\"note\">");
	cb__report_put(r, cb_context_error(r->ctx));
	cb__report_html(r, "</p>\n");
	return CB_OK;
}

static void begin(cb__report *r, const char *text)
{
	cb__report_html(r, "<h2 id=\"differences\">Differences</h2>\n<p class=\"note\">");
	cb__report_html(r, text);
	cb__report_html(r, "</p>\n");
}

static cb_status compare_documents(cb__report *r)
{
	cb_text base = CB_TEXT_INIT, head = CB_TEXT_INIT;
	cb_status status = CB_OK;

	begin(r, "Each file against the first. They were not measured next to each other, so"
		 " differences of some percent may be the moment's.");
	cb__report_machine(&base, r, 0);
	for (size_t i = 1; status == CB_OK && i < r->count; i++) {
		cb_compare_config config = CB_COMPARE_CONFIG_INIT;

		cb__text_clear(&head);
		cb__report_machine(&head, r, i);
		config.base = r->results[0];
		config.head = r->results[i];
		config.base_name = cb__text_string(&base);
		config.head_name = cb__text_string(&head);
		status = compare(r, &config);
	}
	cb__report_drop(r, &base);
	cb__report_drop(r, &head);
	return status;
}

static size_t count_measured(const cb__report *r, size_t series)
{
	size_t count = 0;

	for (size_t i = 0; i < r->row_count; i++)
		count += cb__report_time(r->rows[i].cells[series]).value > 0;
	return count;
}

/* The library that has the most, as it ships. */
static size_t find_base(const cb__report *r)
{
	size_t best = CB__REPORT_NONE, most = 0;

	for (size_t i = 0; i < r->library_count; i++) {
		size_t on = r->libraries[i].series[CB_ACCEL_ON];
		size_t count = on != CB__REPORT_NONE ? count_measured(r, on) : 0;

		if (count > most) {
			most = count;
			best = on;
		}
	}
	return best;
}

static cb_status compare_library(cb__report *r, size_t base, size_t head)
{
	const char *base_labels[] = {r->series[base].subject->label, NULL};
	const char *head_labels[] = {r->series[head].subject->label, NULL};
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;

	config.base = config.head = r->results[0];
	config.base_name = base_labels[0];
	config.head_name = head_labels[0];
	config.base_labels = base_labels;
	config.head_labels = head_labels;
	return compare(r, &config);
}

static const char own[] = "Each library, as it ships, against the one that has the most of what was"
			  " measured; they were measured in turn, milliseconds apart.";
static const char others[] = "Each against the one of which the most was published. They were not"
			     " measured next to each other.";

static cb_status compare_libraries(cb__report *r)
{
	int is_import = cb__results_is_import(r->results[0]);
	size_t base = find_base(r);
	cb_status status = CB_OK;
	int begun = 0;

	for (size_t i = 0; base != CB__REPORT_NONE && status == CB_OK && i < r->library_count;
		i++) {
		size_t on = r->libraries[i].series[CB_ACCEL_ON];

		if (on == base || on == CB__REPORT_NONE || count_measured(r, on) == 0)
			continue;
		if (!begun++)
			begin(r, is_import ? others : own);
		status = compare_library(r, base, on);
	}
	return status;
}

cb_status cb__report_write_differences(cb__report *r)
{
	return r->count > 1 ? compare_documents(r) : compare_libraries(r);
}
