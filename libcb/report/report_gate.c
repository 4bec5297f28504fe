/* SPDX-License-Identifier: Apache-2.0 */
/* The verdicts of a gate. */
#include "report.h"

#include <math.h>
#include <string.h>

static void put_percent(cb__report *r, double percent)
{
	if (!isfinite(percent)) {
		cb__report_html(r, "\xe2\x80\x93");
		return;
	}
	cb__report_tenths(&r->out, percent);
	cb__report_html(r, "%");
}

static const char *class_of(const cb_judged *judged)
{
	switch (judged->verdict) {
	case CB_VERDICT_MISSING:
		return judged->is_allowed ? "u" : "bad";
	case CB_VERDICT_REGRESSED:
	case CB_VERDICT_BROKEN:
		return "bad";
	case CB_VERDICT_IMPROVED:
		return "up";
	case CB_VERDICT_INCOMPARABLE:
	case CB_VERDICT_SUSPECT:
	case CB_VERDICT_NOISY:
	case CB_VERDICT_WAIVED:
		return "u";
	case CB_VERDICT_NEW:
	case CB_VERDICT_UNCHANGED:
	case CB_VERDICT_IDENTICAL:
	case CB_VERDICT_COUNT:
	default:
		return "";
	}
}

static void put_judged(cb__report *r, const cb_judged *judged)
{
	cb__report_html(r, "<tr><th scope=\"row\">");
	cb__report_put(r, judged->id);
	cb__text_format(&r->out, "</th><td class=\"%s\">%s</td><td class=\"n\">", class_of(judged),
		cb_verdict_name(judged->verdict));
	put_percent(r, judged->loss_percent);
	cb__report_html(r, "</td><td class=\"n\">");
	put_percent(r, judged->loss_ci95_low_percent);
	cb__report_html(r, " to ");
	put_percent(r, judged->loss_ci95_high_percent);
	cb__report_html(r, "</td><td class=\"n\">");
	put_percent(r, judged->limit_percent);
	cb__report_html(r, "</td><td>");
	cb__report_put(r, judged->reason);
	cb__report_html(r, "</td></tr>\n");
}

static void put_notes(cb__report *r)
{
	const cb_gate_note *note;

	cb__report_html(r, "<ul class=\"notes\">\n");
	for (size_t i = 0; (note = cb_gate_note_at(r->config.gate, i)) != NULL; i++) {
		cb__report_html(r, note->is_fault ? "<li class=\"bad\">" : "<li>");
		cb__report_put(r, note->text);
		cb__report_html(r, "</li>\n");
	}
	cb__report_html(r, "</ul>\n");
}

static void put_counts(cb__report *r)
{
	const char *separator = "";

	for (int i = 0; i < CB_VERDICT_COUNT; i++) {
		size_t count = cb_gate_verdict_count(r->config.gate, (cb_verdict)i);

		if (count == 0)
			continue;
		cb__text_format(&r->out, "%s<b>%lu</b> %s", separator, (unsigned long)count,
			cb_verdict_name((cb_verdict)i));
		separator = ", ";
	}
}

void cb__report_write_gate(cb__report *r)
{
	const cb_gate *gate = r->config.gate;
	const cb_judged *judged;

	if (gate == NULL)
		return;
	cb__report_html(r, "<h2 id=\"gate\">The gate says: ");
	cb__report_put(r, cb_gate_word(gate));
	cb__report_html(r, "</h2>\n<p class=\"note\">Loss of throughput of the new side, its 95 %"
			   " interval, and the limit. Of the cells: ");
	put_counts(r);
	cb__report_html(r,
		".</p>\n<div class=\"scroll\"><table class=\"sortable\"><thead><tr class=\"s\">"
		"<th scope=\"col\">Cell</th><th scope=\"col\">Verdict</th><th scope=\"col\" "
		"class=\"n\">"
		"Loss</th><th scope=\"col\" class=\"n\">Interval</th><th scope=\"col\" "
		"class=\"n\">Limit"
		"</th><th scope=\"col\">Reason</th></tr></thead><tbody>\n");
	for (size_t i = 0; (judged = cb_gate_at(gate, i)) != NULL; i++)
		put_judged(r, judged);
	cb__report_html(r, "</tbody></table></div>\n");
	put_notes(r);
}
