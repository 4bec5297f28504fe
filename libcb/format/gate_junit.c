/* SPDX-License-Identifier: Apache-2.0 */
/* What every reader of JUnit's XML takes: the elements and attributes of Jenkins' strict schema.
 * GitLab shows the text of an element, not its message, and drops a name that is there twice. */
#include "gate_format.h"

#include <math.h>
#include <string.h>

#include "escape.h"
#include "gate_text.h"
#include "openmetrics.h"

typedef struct totals {
	size_t tests;
	size_t failures;
	size_t errors;
	size_t skipped;
} totals;

static void write_attribute(FILE *out, const char *name, const char *value)
{
	static const cb__escape_row table[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"},
		{'"', "&quot;"}, {'\'', "&#39;"}, {0}};

	fprintf(out, " %s=\"", name);
	cb__escape_write(out, value, table, " ");
	fputc('"', out);
}

/* GitLab takes [[ATTACHMENT|FILE]] for a file to show, so there are no such brackets. */
static void write_text(FILE *out, const char *text)
{
	static const cb__escape_row table[] = {
		{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'[', "("}, {']', ")"}, {0}};

	cb__escape_write(out, text, table, " ");
}

/* What the judgement as a whole is, beside its cells. */
static int is_faulty(const cb__gate_view *g)
{
	return strcmp(g->word, "invalid") == 0 || strcmp(g->word, "inconclusive") == 0;
}

static totals count(const cb__gate_view *g)
{
	totals t = {.tests = g->cell_count + 1, .errors = is_faulty(g) ? 1 : 0};

	for (size_t i = 0; i < g->cell_count; i++) {
		cb__gate_group group = cb__gate_group_of(g->cells[i]);

		t.failures += group == GATE_FAILED;
		t.errors += group == GATE_BROKE;
		t.skipped += group == GATE_OPEN;
	}
	return t;
}

static void write_totals(FILE *out, const totals *t)
{
	fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", t->tests, t->failures,
		t->errors);
}

static void write_property(FILE *out, const char *name, const char *value)
{
	fputs("      <property", out);
	write_attribute(out, "name", name);
	write_attribute(out, "value", value);
	fputs("/>\n", out);
}

static void write_properties(FILE *out, const cb__gate_view *g)
{
	char text[GATE_TEXT_SIZE];

	fputs("    <properties>\n", out);
	write_property(out, "mode", g->mode);
	cb__gate_side(text, g->bases, g->base_count);
	write_property(out, "base", text);
	cb__gate_side(text, g->heads, g->head_count);
	write_property(out, "head", text);
	if (g->rules_file[0] != '\0')
		write_property(out, "rules", g->rules_file);
	for (size_t i = 0; i < g->note_count; i++)
		write_property(out, g->notes[i]->id, g->notes[i]->text);
	fputs("    </properties>\n", out);
}

static void begin_case(FILE *out, const char *name, const char *backend)
{
	char class_name[GATE_TEXT_SIZE];

	snprintf(class_name, sizeof(class_name), "libcb.%s", backend);
	fputs("    <testcase", out);
	write_attribute(out, "classname", class_name);
	write_attribute(out, "name", name);
	fputs(">\n", out);
}

static void write_result(FILE *out, const char *element, const char *type, const char *message)
{
	fprintf(out, "      <%s", element);
	write_attribute(out, "type", type);
	write_attribute(out, "message", message);
	fputc('>', out);
	write_text(out, message);
	fprintf(out, "</%s>\n", element);
}

static void write_cell(FILE *out, const cb_judged *cell)
{
	static const char *const elements[] = {[GATE_FAILED] = "failure",
		[GATE_BROKE] = "error",
		[GATE_OPEN] = "skipped",
		[GATE_TOLERATED] = NULL,
		[GATE_PASSED] = NULL};
	const char *element = elements[cb__gate_group_of(cell)];
	char text[GATE_TEXT_SIZE];

	cb__gate_details(text, cell);
	begin_case(out, cell->id, cell->backend);
	if (element != NULL) {
		write_result(out, element, cb__gate_verdict_text(cell->verdict), text);
	} else {
		fputs("      <system-out>", out);
		write_text(out, text);
		fputs("</system-out>\n", out);
	}
	fputs("    </testcase>\n", out);
}

/* The one test that a judgement always has: a report without a failure must not look like a pass
 * where nothing could be judged. */
static void write_judgement(FILE *out, const cb__gate_view *g)
{
	char text[GATE_TEXT_SIZE];

	cb__gate_conclusion(text, g);
	begin_case(out, "judgement", "gate");
	if (is_faulty(g))
		write_result(out, "error", g->word, text);
	cb__gate_summary(text, g);
	fputs("      <system-out>", out);
	write_text(out, text);
	fputs("</system-out>\n    </testcase>\n", out);
}

static void write_suite(FILE *out, const cb__gate_view *g, const totals *t)
{
	char time[sizeof("2026-11-30T12:00:00")];

	fputs("  <testsuite name=\"libcb gate\"", out);
	write_totals(out, t);
	fprintf(out, " skipped=\"%zu\"", t->skipped);
	if (isfinite(cb__openmetrics_seconds(g->created))) {
		/* readers of old take no zone */
		snprintf(time, sizeof(time), "%.*s", (int)sizeof(time) - 1, g->created);
		write_attribute(out, "timestamp", time);
	}
	fputs(">\n", out);
	write_properties(out, g);
	write_judgement(out, g);
	for (size_t i = 0; i < g->cell_count; i++)
		write_cell(out, g->cells[i]);
	fputs("  </testsuite>\n", out);
}

int cb__gate_junit(FILE *out, const cb__gate_view *g, const cb_view *v)
{
	totals t = count(g);

	(void)v;
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"libcb gate\"", out);
	write_totals(out, &t);
	fputs(">\n", out);
	write_suite(out, g, &t);
	fputs("</testsuites>\n", out);
	return 0;
}
