/* SPDX-License-Identifier: Apache-2.0 */
/* The page from its first line to its last. */
#include "report.h"

#include <string.h>

#include <cb/version.h>

#include "context.h"
#include "report_assets.h"

static void put_asset(cb__report *r, const cb__report_asset *asset)
{
	cb__text_append(&r->out, (const char *)asset->bytes, asset->len);
}

static void put_title(cb__report *r)
{
	cb_text title = CB_TEXT_INIT;

	if (r->config.title != NULL) {
		cb__text_add(&title, r->config.title);
	} else {
		cb__text_add(&title, "Crypto benchmark: ");
		for (size_t i = 0; i < r->count; i++) {
			cb__text_add(&title, i > 0 ? ", " : "");
			cb__report_machine(&title, r, i);
		}
	}
	cb__report_put_done(r, &title);
}

/* Nothing is loaded, and no script or style runs but the two of this page. */
static void put_policy(cb__report *r)
{
	cb__text_format(&r->out,
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
		" script-src 'sha256-%s'; style-src 'sha256-%s'; base-uri 'none';"
		" form-action 'none'\">\n",
		cb__report_script.hash, cb__report_style.hash);
}

static void begin_page(cb__report *r)
{
	cb__report_html(
		r, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
	put_policy(r);
	cb__report_html(r,
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<meta name=\"color-scheme\" content=\"light dark\">\n"
		"<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
	put_title(r);
	cb__report_html(r, "</title>\n<style>");
	put_asset(r, &cb__report_style);
	cb__report_html(r, "</style>\n</head>\n<body>\n<header>\n<h1>");
	put_title(r);
	cb__report_html(r, "</h1>\n");
}

static void end_page(cb__report *r)
{
	cb__report_html(r, "<footer>Made by libcb ");
	cb__report_put(r, cb_version());
	cb__report_html(r, ", Apache License 2.0.</footer>\n<script>");
	put_asset(r, &cb__report_script);
	cb__report_html(r, "</script>\n</body>\n</html>\n");
}

static cb_status write_page(cb__report *r)
{
	cb_status status;

	begin_page(r);
	cb__report_write_headline(r);
	cb__report_write_doubts(r);
	cb__report_html(r, "</header>\n<main>\n");
	cb__report_write_gate(r);
	status = cb__report_write_advice(r);
	if (status == CB_OK)
		status = cb__report_write_findings(r);
	cb__report_write_glance(r);
	cb__report_write_legend(r);
	cb__report_write_bars(r);
	cb__report_write_lines(r);
	cb__report_write_table(r);
	if (status == CB_OK)
		status = cb__report_write_differences(r);
	cb__report_write_machine(r);
	put_asset(r, &cb__report_reading);
	cb__report_html(r, "</main>\n");
	if (status == CB_OK)
		status = cb__report_write_data(r);
	end_page(r);
	return status;
}

/* Members that the caller's version does not have stay as they are by default. */
static void take_config(cb__report *r, const cb_report_config *config)
{
	cb_report_config made = CB_REPORT_CONFIG_INIT;
	size_t size = sizeof made;

	if (config != NULL && config->struct_size < size)
		size = config->struct_size;
	if (config != NULL)
		memcpy(&made, config, size);
	r->config = made;
}

cb_status cb_report(char **out, cb_context *ctx, const cb_results *const *results, size_t count,
	const cb_report_config *config)
{
	cb__report r = {.ctx = ctx, .results = results, .count = count};
	cb_status status;

	if (count == 0)
		return cb__context_fail(
			ctx, CB_EEMPTY, "a report needs results; name at least one document");
	take_config(&r, config);
	status = cb__report_arrange(&r);
	if (status == CB_OK)
		status = write_page(&r);
	if (status == CB_OK)
		status = cb__text_take(&r.out, out);
	if (status == CB_ENOMEM)
		cb__context_fail(ctx, status, "out of memory while writing a report");
	cb__report_done(&r);
	return status;
}
