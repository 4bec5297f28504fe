/* SPDX-License-Identifier: Apache-2.0 */
#include "selftest_text.h"

#include <math.h>

#include "page.h"

/* Exit statuses of a command that are none of a judgement. */
#define EXIT_USAGE       2
#define EXIT_INTERRUPTED 130

static void print_null(FILE *out, const cb_selftest_null *n)
{
	fprintf(out,
		"%lu null gates of %lu cells, %.0f s each: the library against a copy of itself\n",
		(unsigned long)n->runs, (unsigned long)n->cells, n->seconds);
	fprintf(out, "  false alarms      %lu of %lu (below %.1f %% with 95 %% confidence)\n",
		(unsigned long)n->alarms, (unsigned long)n->runs, 100 * n->alarm_high);
	fprintf(out, "  no judgement      %lu of %lu\n", (unsigned long)n->inconclusive,
		(unsigned long)n->runs);
	if (n->invalid > 0)
		fprintf(out, "  invalid, broken   %lu of %lu\n", (unsigned long)n->invalid,
			(unsigned long)n->runs);
}

static void print_rate(FILE *out, const cb_selftest_rate *r)
{
	fprintf(out, "  %4.1f %% %s  %lu of %lu found (above %.1f %% with 95 %% confidence)",
		r->injected_percent, r->is_real ? "measured" : "recorded", (unsigned long)r->found,
		(unsigned long)r->tried, 100 * r->found_low);
	if (r->blamed > 0)
		fprintf(out, ", %lu other cells blamed", (unsigned long)r->blamed);
	fputc('\n', out);
}

static void print_rates(FILE *out, const cb_selftest *s)
{
	const cb_selftest_rate *first = cb_selftest_rate_at(s, 0);

	if (first == NULL)
		return;
	fprintf(out,
		"slowdowns injected, in %% of time, limit %g %% of throughput: while measuring, or "
		"into what was recorded\n",
		first->limit_percent);
	for (size_t i = 0; i < cb_selftest_rate_count(s); i++)
		print_rate(out, cb_selftest_rate_at(s, i));
}

static void print_advice(FILE *out, const cb_selftest *s)
{
	double limit = cb_selftest_limit_percent(s);

	if (isnan(limit))
		fprintf(out, "no limit up to 20 %% can be kept here: %s\n",
			cb_selftest_obstacle(s));
	else
		fprintf(out, "on this machine, now, a limit of %g %% can be kept: --limit %g%%\n",
			limit, limit);
}

static const char *word_of(int code)
{
	switch (code) {
	case CB_GATE_FINE:
		return "ok";
	case CB_GATE_REGRESSED:
		return "alarms";
	case EXIT_USAGE:
		return "usage";
	case EXIT_INTERRUPTED:
		return "cancelled";
	default:
		return "invalid";
	}
}

static void print_last(FILE *out, const cb_selftest_null *n, int code)
{
	fprintf(out, "verdict=%s runs=%zu alarms=%zu inconclusive=%zu exit=%d\n", word_of(code),
		n->runs, n->alarms, n->inconclusive, code);
}

static int print_table(FILE *out, const cb_selftest *s, const cb_view *v)
{
	print_null(out, cb_selftest_null_runs(s));
	print_rates(out, s);
	print_advice(out, s);
	print_last(out, cb_selftest_null_runs(s), v->has_exit ? v->exit : cb_selftest_exit(s));
	return 0;
}

static int print_json(FILE *out, const cb_selftest *s, const cb_view *v)
{
	char *text;

	(void)v;
	if (cb_selftest_to_json(s, &text, 0) != CB_OK)
		return -1;
	cb__page_put(out, text);
	return 0;
}

static const cb__format_row rows[] = {
	{{"table", ".txt", "alarms, what was found, and a last line for programs"},
		{.selftest = print_table}},
	{{"json", ".json", "every gate and its judgement"}, {.selftest = print_json}},
};

static const cb__formats formats = {"self-tests", rows, sizeof(rows) / sizeof(rows[0])};

const cb_format *cb_selftest_format_at(size_t index)
{
	return cb__formats_at(&formats, index);
}

cb_status cb_selftest_format(
	const cb_selftest *selftest, char **out, const char *format, const cb_view *view)
{
	cb__page p;
	cb_status status = cb__page_begin(&p, &formats, format, view);

	if (status != CB_OK)
		return status;
	if (p.row->write.selftest(p.out, selftest, p.view) != 0)
		status = CB_ENOMEM;
	return cb__page_end(&p, status, out);
}
