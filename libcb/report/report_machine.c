/* SPDX-License-Identifier: Apache-2.0 */
/* Where it was measured, on what, and how. */
#include "report.h"

#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "results.h"

/* Facts of the environment record that people ask for; lists are shown joined. */
static const struct {
	const char *title;
	const char *path[3];
} facts[] = {
	{"Processor", {"cpu", "model"}},
	{"Maker", {"cpu", "vendor"}},
	{"Family", {"cpu", "family"}},
	{"Model", {"cpu", "model_number"}},
	{"Stepping", {"cpu", "stepping"}},
	{"Architecture", {"cpu", "architecture"}},
	{"CPUs", {"cpu", "logical_cpus"}},
	{"Usable CPUs", {"cpu", "usable_cpus"}},
	{"Cores", {"cpu", "cores"}},
	{"Microcode", {"cpu", "microcode"}},
	{"Governor", {"cpu", "governor"}},
	{"Turbo", {"cpu", "turbo"}},
	{"Virtualization", {"virtualization"}},
	{"Container", {"container"}},
	{"Kernel", {"os", "kernel"}},
	{"Distribution", {"os", "distribution"}},
	{"C library", {"os", "libc"}},
	{"Version of the C library", {"os", "libc_version"}},
	{"Steal during the run, %", {"steal_percent_of_run"}},
};

static const struct {
	const char *title;
	const char *name;
} run_facts[] = {
	{"Measured by libcb", "version"},
	{"Finished", "finished"},
	{"Seconds", "elapsed_s"},
	{"Launches", "launches"},
	{"Seed", "seed"},
};

static void put_value(cb__report *r, const json_t *value)
{
	if (json_is_string(value))
		cb__report_put(r, json_string_value(value));
	else if (json_is_integer(value))
		cb__text_format(&r->out, "%lld", (long long)json_integer_value(value));
	else if (json_is_real(value))
		cb__report_number(&r->out, json_real_value(value));
	else if (json_is_boolean(value))
		cb__report_html(r, json_is_true(value) ? "yes" : "no");
	else
		cb__report_html(r, "unknown");
}

static int is_unknown(const char *text)
{
	return text[0] == '\0' || strcmp(text, "unknown") == 0;
}

static void put_fact(cb__report *r, const char *title, const json_t *value)
{
	if (value == NULL || (json_is_string(value) && json_string_length(value) == 0))
		return;
	cb__report_html(r, "<dt>");
	cb__report_put(r, title);
	cb__report_html(r, "</dt><dd>");
	put_value(r, value);
	cb__report_html(r, "</dd>\n");
}

static const json_t *walk(const json_t *from, const char *const path[3])
{
	for (size_t i = 0; i < 3 && path[i] != NULL; i++)
		from = json_object_get(from, path[i]);
	return from;
}

/* "aes, clmul, sha1": what the processor has, of what libcb knows. */
static void put_features(cb__report *r, const json_t *environment)
{
	json_t *features = json_object_get(json_object_get(environment, "cpu"), "features");
	const char *name, *separator = "";
	json_t *value;

	if (json_object_size(features) == 0)
		return;
	cb__report_html(r, "<dt>Instruction sets</dt><dd>");
	json_object_foreach(features, name, value)
	{
		if (!json_is_true(value))
			continue;
		cb__report_html(r, separator);
		cb__report_put(r, name);
		separator = ", ";
	}
	cb__report_html(r, separator[0] != '\0' ? "</dd>\n" : "none of those known here</dd>\n");
}

/* Of what others published hardly anything is known, and that need not be told line by line. */
static void put_imported(cb__report *r, const json_t *environment)
{
	cb__report_html(r, "<dl>\n<dt>Measured by</dt><dd>others, with openssl speed; imported by "
			   "libcb</dd>\n");
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		const json_t *value = walk(environment, facts[i].path);

		if (!json_is_string(value) || !is_unknown(json_string_value(value)))
			put_fact(r, facts[i].title, value);
	}
	put_features(r, environment);
	cb__report_html(r, "</dl>\n");
}

static void put_facts(cb__report *r, const cb_results *results)
{
	const json_t *document = cb__results_document(results);
	const json_t *environment = json_object_get(document, "environment");
	const json_t *tool = json_object_get(document, "tool");

	if (cb__results_is_import(results)) {
		put_imported(r, environment);
		return;
	}
	cb__report_html(r, "<dl>\n");
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		put_fact(r, facts[i].title, walk(environment, facts[i].path));
	put_features(r, environment);
	for (size_t i = 0; i < sizeof(run_facts) / sizeof(run_facts[0]); i++)
		put_fact(r, run_facts[i].title, json_object_get(tool, run_facts[i].name));
	cb__report_html(r, "</dl>\n");
}

static void put_proof(cb__report *r, const cb_subject *subject)
{
	if (subject->same_as[0] != '\0') {
		cb__report_html(r, "the same as ");
		cb__report_put(r, subject->same_as);
		return;
	}
	cb__report_html(r, subject->achieved ? "" : "<b>not proven</b>");
	if (subject->achieved || !is_unknown(subject->level)) {
		cb__report_html(r, subject->achieved ? "by " : " by ");
		cb__report_put(r, subject->level);
	}
	if (subject->detail[0] != '\0') {
		cb__report_html(r, ": ");
		cb__report_put(r, subject->detail);
	}
}

static void put_subject(cb__report *r, const cb_subject *subject)
{
	cb__report_html(r, "<tr><th scope=\"row\">");
	cb__report_put(r, subject->label);
	cb__report_html(r, "</th><td>");
	cb__report_put(r, subject->version);
	cb__report_html(r, "</td><td>");
	put_proof(r, subject);
	cb__report_html(r, "</td><td>");
	cb__report_put(r, subject->file);
	if (!is_unknown(subject->build_id)) {
		cb__report_html(r, "<br><small>");
		cb__report_put(r, subject->build_id);
		cb__report_html(r, "</small>");
	}
	cb__report_html(r, "</td></tr>\n");
}

static void put_subjects(cb__report *r, const cb_results *results)
{
	const cb_subject *subject;

	cb__report_html(r, "<div class=\"scroll\"><table class=\"words\"><thead><tr><th "
			   "scope=\"col\">Subject</th>"
			   "<th scope=\"col\">Version</th><th scope=\"col\">Mode proven</th>"
			   "<th scope=\"col\">File and build-id</th></tr></thead><tbody>\n");
	for (size_t i = 0; (subject = cb_results_subject_at(results, i)) != NULL; i++)
		put_subject(r, subject);
	cb__report_html(r, "</tbody></table></div>\n");
}

static int is_same_reason(const cb_cell *a, const cb_cell *b)
{
	return a->outcome == b->outcome && strcmp(a->reason, b->reason) == 0;
}

static int is_first(const cb_results *results, size_t index)
{
	const cb_cell *cell = cb_results_cell_at(results, index);

	for (size_t i = 0; i < index; i++)
		if (is_same_reason(cb_results_cell_at(results, i), cell))
			return 0;
	return 1;
}

static size_t count_same(const cb_results *results, const cb_cell *cell)
{
	size_t count = cb_results_cell_count(results), same = 0;

	for (size_t i = 0; i < count; i++)
		same += is_same_reason(cb_results_cell_at(results, i), cell) ? 1u : 0u;
	return same;
}

/* "12 unsupported: this library lacks it (such as ...)" */
static void put_lack(cb__report *r, const cb_results *results, const cb_cell *cell)
{
	size_t count = count_same(results, cell);

	cb__text_format(
		&r->out, "<li>%lu %s: ", (unsigned long)count, cb_outcome_name(cell->outcome));
	cb__report_put(r, cell->reason[0] != '\0' ? cell->reason : "no reason is told");
	cb__report_html(r, count > 1 ? " (such as <code>" : " (<code>");
	cb__report_put(r, cell->id);
	cb__report_html(r, "</code>)</li>\n");
}

static void put_lacks(cb__report *r, const cb_results *results)
{
	const cb_cell *cell;

	cb__report_html(r, "<ul class=\"notes\">\n");
	for (size_t i = 0; (cell = cb_results_cell_at(results, i)) != NULL; i++)
		if (cell->outcome != CB_OUTCOME_MEASURED && is_first(results, i))
			put_lack(r, results, cell);
	cb__report_html(r, "</ul>\n");
}

static void put_command(cb__report *r, const cb_results *results)
{
	cb_text command = CB_TEXT_INIT;

	cb__report_command(&command, results);
	if (command.len == 0) {
		cb__report_drop(r, &command);
		return;
	}
	cb__report_html(r, "<p class=\"note\">The same again:</p>\n<pre><code>");
	cb__report_put_done(r, &command);
	cb__report_html(r, "</code></pre>\n");
}

static void put_document(cb__report *r, size_t document)
{
	const cb_results *results = r->results[document];
	cb_text name = CB_TEXT_INIT;

	if (r->count > 1) {
		cb__report_html(r, "<h3>");
		cb__report_machine(&name, r, document);
		cb__report_put_done(r, &name);
		cb__report_html(r, "</h3>\n");
	}
	put_facts(r, results);
	put_command(r, results);
	put_subjects(r, results);
	put_lacks(r, results);
}

void cb__report_write_machine(cb__report *r)
{
	cb__report_html(r, "<h2 id=\"machine\">Where and how it was measured</h2>\n");
	for (size_t i = 0; i < r->count; i++)
		put_document(r, i);
	if (r->config.command == NULL)
		return;
	cb__report_html(r, "<p class=\"note\">This page was made by:</p>\n<pre><code>");
	cb__report_put(r, r->config.command);
	cb__report_html(r, "</code></pre>\n");
}
