/* SPDX-License-Identifier: Apache-2.0 */
/* What to take for each kind of work, and what stands out. */
#include "report.h"

#include <string.h>

#include <cb/advise.h>
#include <cb/findings.h>

typedef struct section {
	cb__report *r;
	int is_open;
} section;

static void open_section(section *s)
{
	if (!s->is_open)
		cb__report_html(s->r, "<h2 id=\"advice\">What to take</h2>\n"
				      "<div class=\"scroll\"><table class=\"words\"><tbody>\n");
	s->is_open = 1;
}

static void put_ranking(section *s, const cb_profile *profile, const cb_ranking *ranking)
{
	cb__report *r = s->r;

	open_section(s);
	cb__report_html(r, "<tr><th scope=\"row\">");
	cb__report_put(r, cb_profile_name(profile));
	if (r->count > 1) {
		cb__report_html(r, "<br><small>");
		cb__report_put(r, ranking->machine);
		cb__report_html(r, "</small>");
	}
	cb__report_html(r, "</th><td>");
	cb__report_put(r, ranking->answer);
	cb__report_html(r, "<br><small>");
	cb__report_put(r, cb_profile_summary(profile));
	cb__report_html(r, "</small></td></tr>\n");
}

/* Where nothing can be recommended the advice is to measure, which is no news on this page. */
static cb_status put_profile(section *s, const cb_profile *profile)
{
	cb__report *r = s->r;
	const cb_ranking *ranking;
	cb_advice *advice;
	cb_status status = cb_advise(&advice, r->ctx, r->results, r->count, profile, NULL);

	if (status != CB_OK)
		return status;
	for (size_t i = 0; (ranking = cb_advice_ranking_at(advice, i)) != NULL; i++)
		if (ranking->is_main && ranking->kind != CB_ADVICE_NONE &&
			ranking->kind != CB_ADVICE_ONLY)
			put_ranking(s, profile, ranking);
	cb_advice_free(advice);
	return CB_OK;
}

cb_status cb__report_write_advice(cb__report *r)
{
	section s = {r, 0};
	cb_status status = CB_OK;
	const char *name;

	for (size_t i = 0; status == CB_OK && (name = cb_profile_name_at(i)) != NULL; i++) {
		cb_profile *profile;

		status = cb_profile_find(&profile, r->ctx, name);
		if (status != CB_OK)
			break;
		status = put_profile(&s, profile);
		cb_profile_free(profile);
	}
	if (s.is_open)
		cb__report_html(r, "</tbody></table></div>\n");
	return status;
}

static void put_finding(cb__report *r, size_t document, const cb_finding *finding)
{
	cb_text name = CB_TEXT_INIT;

	cb__report_html(r, "<li>");
	if (r->count > 1) {
		cb__report_machine(&name, r, document);
		cb__report_put_done(r, &name);
		cb__report_html(r, ": ");
	}
	cb__report_put(r, finding->text);
	cb__report_html(r, "</li>\n");
}

cb_status cb__report_write_findings(cb__report *r)
{
	int is_open = 0;

	for (size_t i = 0; i < r->count; i++) {
		const cb_finding *finding;
		cb_findings *findings;
		cb_status status = cb_findings_new(&findings, r->ctx, r->results[i]);

		if (status != CB_OK)
			return status;
		for (size_t j = 0; (finding = cb_findings_at(findings, j)) != NULL; j++) {
			if (!is_open++)
				cb__report_html(r, "<h2 id=\"findings\">What stands out</h2>\n"
						   "<ul class=\"notes\">\n");
			put_finding(r, i, finding);
		}
		cb_findings_free(findings);
	}
	if (is_open)
		cb__report_html(r, "</ul>\n");
	return CB_OK;
}
