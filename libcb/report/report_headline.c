/* SPDX-License-Identifier: Apache-2.0 */
/* The answer in a sentence that can be read aloud. */
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "results.h"
#include "spelling.h"

/* What people ask for first. */
static const char *const wanted[][2] = {
	{"aes-256-gcm", "seal"},
	{"aes-128-gcm", "seal"},
	{"chacha20-poly1305", "seal"},
	{"aes-256-cbc", "encrypt"},
	{"aes-128-cbc", "encrypt"},
	{"sha256", "digest"},
};

static int is_work(const cb_cell *cell, const char *algorithm, const char *operation)
{
	return strcmp(cell->algorithm, algorithm) == 0 && strcmp(cell->operation, operation) == 0;
}

static const cb__report_row *find_wanted(const cb__report *r, const char *const name[2])
{
	for (size_t i = 0; i < r->group_count; i++) {
		const cb__report_row *row = cb__report_largest(r, &r->groups[i]);

		if (row != NULL && is_work(r->groups[i].any, name[0], name[1]))
			return row;
	}
	return NULL;
}

/* What the headline is about: what is asked for most, else the first that was measured. */
static const cb__report_row *find_subject(const cb__report *r)
{
	const cb__report_row *row = NULL;

	for (size_t i = 0; row == NULL && i < sizeof(wanted) / sizeof(wanted[0]); i++)
		row = find_wanted(r, wanted[i]);
	for (size_t i = 0; row == NULL && i < r->group_count; i++)
		row = cb__report_largest(r, &r->groups[i]);
	return row;
}

/* "Intel Xeon Processor" of "Intel(R) Xeon(R) Processor" */
static void put_spoken(cb_text *out, const char *name)
{
	static const char *const silent[] = {"(R)", "(TM)", "(r)", "(tm)"};

	while (*name != '\0') {
		size_t skip = 0;

		for (size_t i = 0; i < sizeof(silent) / sizeof(silent[0]); i++)
			if (strncmp(name, silent[i], strlen(silent[i])) == 0)
				skip = strlen(silent[i]);
		if (skip == 0)
			cb__text_append(out, name, 1);
		name += skip > 0 ? skip : 1;
	}
}

static const json_t *environment_part(const cb_results *results, const char *a, const char *b)
{
	const json_t *record = json_object_get(cb__results_document(results), "environment");

	return json_object_get(json_object_get(record, a), b);
}

/* "On this machine (Intel Xeon Processor, 2 CPUs), "; nothing where it is not known. What others
 * published is of this machine in no case. */
static void say_machine(cb_text *out, const cb__report *r)
{
	const char *model = cb_results_environment(r->results[0], "cpu.model");
	json_int_t cpus =
		json_integer_value(environment_part(r->results[0], "cpu", "logical_cpus"));

	if (model[0] == '\0' || strcmp(model, "unknown") == 0)
		return;
	if (cb__results_is_import(r->results[0])) {
		cb__text_add(out, "On ");
		put_spoken(out, model);
		cb__text_add(out, ", ");
		return;
	}
	cb__text_add(out, "On this machine (");
	put_spoken(out, model);
	if (cpus > 0)
		cb__text_format(out, ", %lld CPU%s", (long long)cpus, cpus == 1 ? "" : "s");
	cb__text_add(out, "), ");
}

/* "signing with RSA-2048": operations in which the name of the algorithm alone would mislead. */
static void say_work(cb_text *out, const cb_cell *cell)
{
	static const char *const verbs[][2] = {{"open", "opening "}, {"decrypt", "decrypting "},
		{"keygen", "making keys for "}, {"sign", "signing with "},
		{"verify", "verifying with "}, {"derive", "deriving with "},
		{"encaps", "encapsulating with "}, {"decaps", "decapsulating with "}};

	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (strcmp(cell->operation, verbs[i][0]) == 0)
			cb__text_add(out, verbs[i][1]);
	cb__spell_algorithm(out, cell->algorithm);
}

static void say_count(cb_text *out, uint32_t count, const char *what)
{
	if (count > 1)
		cb__text_format(out, " by %lu %s", (unsigned long)count, what);
}

/* What a second is of. */
static void say_clock(cb_text *out, const cb_cell *cell)
{
	if (cb__report_is_cpu(cell))
		cb__text_add(out, " of CPU time");
}

/* "4.44 GB/s for messages of 16 KiB by 8 processes", "24000 operations a second" */
static void say_rate(cb_text *out, const cb_cell *cell, int has_message)
{
	double rate = cb__report_rate(cell).value;

	if (has_message) {
		cb__report_rate_text(out, rate, 1);
		say_clock(out, cell);
		cb__text_add(out, " for messages of ");
		cb__report_size_text(out, cell->size);
	} else {
		cb__report_number(out, rate);
		cb__text_add(out, " operations a second");
		say_clock(out, cell);
	}
	say_count(out, cell->threads, "threads");
	say_count(out, cell->processes, "processes");
}

/* The instructions that speed this algorithm up, as far as the machine is known to have them. */
static const char *instructions_of(const cb_results *results, const char *algorithm)
{
	if (strncmp(algorithm, "aes-", 4) == 0 &&
		json_is_true(json_object_get(environment_part(results, "cpu", "features"), "aes")))
		return "AES instructions";
	if (strcmp(algorithm, "sha256") == 0 &&
		json_is_true(json_object_get(environment_part(results, "cpu", "features"), "sha2")))
		return "SHA instructions";
	return "crypto instructions";
}

/* What does not change the time by a tenth, and that for sure. */
static int is_even(const cb__report_gain *gain)
{
	return gain->low > 0.9 && gain->high < 1.1;
}

/* Why the time is as it is: it may be longer with the instructions. */
static void say_no_gain(cb_text *out, const cb__report_gain *gain, const char *what)
{
	if (gain->high < 1)
		cb__text_format(out, "; %s it no faster", what);
	else
		cb__text_format(out, "; %s no difference to it%s", what,
			is_even(gain) ? "" : " that can be told");
}

/* " with the CPU's AES instructions, 16 times as fast as without"; without more than those, if only
 * that was measured. */
static void say_gain(cb_text *out, const cb__report *r, const cb__report_row *row, size_t best)
{
	size_t without = cb__report_without(r, best), document;
	cb__report_gain gain;
	int is_all;

	if (without == CB__REPORT_NONE)
		return;
	gain = cb__report_faster(r, row, best, without);
	if (isnan(gain.value))
		return;
	is_all = r->series[without].subject->accel == CB_ACCEL_OFF;
	document = r->libraries[r->series[best].library].document;
	if (!cb__report_is_gain(&gain) || gain.value < 1.05) {
		say_no_gain(out, &gain,
			is_all ? "acceleration makes" : "the CPU's crypto instructions make");
		return;
	}
	if (is_all)
		cb__text_add(out, " with acceleration, ");
	else
		cb__text_format(out, " with the CPU's %s, ",
			instructions_of(r->results[document], row->cells[best]->algorithm));
	cb__report_gain_text(out, gain.value);
	cb__text_add(out, gain.value < 1.5 ? " than without" : " as without");
}

/* The second library, if the first is not clearly faster. */
static size_t find_equal(const cb__report *r, const cb__report_row *row, size_t best, size_t next)
{
	cb__report_gain gain;

	if (next == CB__REPORT_NONE)
		return CB__REPORT_NONE;
	gain = cb__report_faster(r, row, best, next);
	return cb__report_is_gain(&gain) ? CB__REPORT_NONE : next;
}

static void say_library(cb_text *out, const cb__report *r, size_t series)
{
	cb__report_library_text(out, &r->libraries[r->series[series].library]);
}

/* "OpenSSL 3.0.19", and who else of its machine may be as fast. */
static void say_libraries(cb_text *out, const cb__report *r, const cb__report_row *row, size_t best)
{
	const cb__report_library *library = &r->libraries[r->series[best].library];
	size_t next = cb__report_fastest(r, row, library->document, r->series[best].library);
	size_t equal = find_equal(r, row, best, next);

	say_library(out, r, best);
	if (equal == CB__REPORT_NONE)
		return;
	cb__text_add(out, ", or as fast as far as can be told in ");
	say_library(out, r, equal);
}

/* "AES-256-GCM is fastest in OpenSSL 3.0.19: 4.44 GB/s ..." */
static void say_one(cb_text *out, const cb__report *r, const cb__report_row *row, size_t document)
{
	size_t best = cb__report_fastest(r, row, document, CB__REPORT_NONE);
	size_t next = cb__report_fastest(r, row, document, r->series[best].library);
	size_t equal = find_equal(r, row, best, next);
	const cb_cell *cell = row->cells[best];

	say_work(out, cell);
	if (next == CB__REPORT_NONE)
		cb__text_add(out, " in ");
	else if (equal == CB__REPORT_NONE)
		cb__text_add(out, " is fastest in ");
	else
		cb__text_add(out, " is equally fast, as far as can be told, in ");
	say_library(out, r, best);
	if (equal != CB__REPORT_NONE) {
		cb__text_add(out, " and ");
		say_library(out, r, equal);
	}
	cb__text_add(out, next == CB__REPORT_NONE ? " reaches " : ": ");
	say_rate(out, cell, r->groups[row->group].has_message);
	say_gain(out, r, row, best);
	cb__text_add(out, ".");
}

/* "rome (AMD EPYC 7B13)" */
static void say_name(cb_text *out, const cb__report *r, size_t document)
{
	const char *model = cb_results_environment(r->results[document], "cpu.model");
	cb_text name = CB_TEXT_INIT;

	cb__report_machine(&name, r, document);
	put_spoken(out, cb__text_string(&name));
	if (strcmp(cb__text_string(&name), model) != 0 && model[0] != '\0' &&
		strcmp(model, "unknown") != 0) {
		cb__text_add(out, " (");
		put_spoken(out, model);
		cb__text_add(out, ")");
	}
	out->failed |= name.failed;
	cb__text_done(&name);
}

/* The same operation at the same size by other rules, or at another size; NULL if there is none. */
static const cb__report_row *find_alike(
	const cb__report *r, const cb__report_row *row, size_t document, int is_same_size)
{
	const cb_cell *any = r->groups[row->group].any;

	for (size_t i = r->row_count; i-- > 0;) {
		const cb__report_row *other = &r->rows[i];

		if (is_work(r->groups[other->group].any, any->algorithm, any->operation) &&
			(!is_same_size || other->size == row->size) &&
			cb__report_fastest(r, other, document, CB__REPORT_NONE) != CB__REPORT_NONE)
			return other;
	}
	return NULL;
}

/* " reaches 4.37 GB/s in OpenSSL 3.0.19, by other rules, which is no comparison" */
static void say_other_rules(
	cb_text *out, const cb__report *r, const cb__report_row *row, size_t document)
{
	const cb__report_row *other = find_alike(r, row, document, 1);
	size_t best;

	if (other == NULL) {
		cb__text_add(out, find_alike(r, row, document, 0) != NULL
					  ? " has figures of other sizes only"
					  : " has no figure for the same work");
		return;
	}
	best = cb__report_fastest(r, other, document, CB__REPORT_NONE);
	cb__text_add(out, " reaches ");
	cb__report_rate_text(out, cb__report_rate(other->cells[best]).value,
		r->groups[other->group].has_message);
	say_clock(out, other->cells[best]);
	cb__text_add(out, " in ");
	say_library(out, r, best);
	cb__text_format(out, ", measured by other rules (%s against %s), which is no comparison",
		r->groups[other->group].any->semantics, r->groups[row->group].any->semantics);
}

/* "B reaches 1.22 GB/s in OpenSSL 3.0.19" */
static void say_other(cb_text *out, const cb__report *r, const cb__report_row *row, size_t document)
{
	size_t best = cb__report_fastest(r, row, document, CB__REPORT_NONE);

	say_name(out, r, document);
	if (best == CB__REPORT_NONE) {
		say_other_rules(out, r, row, document);
		return;
	}
	cb__text_add(out, " reaches ");
	cb__report_rate_text(
		out, cb__report_rate(row->cells[best]).value, r->groups[row->group].has_message);
	say_clock(out, row->cells[best]);
	cb__text_add(out, " in ");
	say_libraries(out, r, row, best);
}

/* The fastest series of the documents but for @p winner. */
static size_t find_next(const cb__report *r, const cb__report_row *row, size_t winner)
{
	size_t next = CB__REPORT_NONE;

	for (size_t i = 0; i < r->count; i++) {
		size_t best = i == winner ? CB__REPORT_NONE
					  : cb__report_fastest(r, row, i, CB__REPORT_NONE);

		if (best == CB__REPORT_NONE)
			continue;
		if (next == CB__REPORT_NONE || cb__report_faster(r, row, best, next).value > 1)
			next = best;
	}
	return next;
}

/* Whether @p next is slower. Documents were not measured side by side: some percent tell nothing.
 */
static int is_slower(const cb__report *r, const cb__report_row *row, size_t best, size_t next)
{
	cb__report_gain gain = cb__report_faster(r, row, best, next);

	return cb__report_is_gain(&gain) && gain.value > 1.05;
}

/* " is fastest on A (AMD EPYC): ", or who else is as fast */
static void say_where(cb_text *out, const cb__report *r, const cb__report_row *row, size_t best)
{
	size_t winner = r->libraries[r->series[best].library].document;
	size_t next = find_next(r, row, winner);
	int is_even = next != CB__REPORT_NONE && !is_slower(r, row, best, next);

	if (next == CB__REPORT_NONE)
		cb__text_add(out, " was measured on ");
	else
		cb__text_add(out, is_even ? " is equally fast, as far as can be told, on "
					  : " is fastest on ");
	say_name(out, r, winner);
	if (is_even) {
		cb__text_add(out, " and ");
		say_name(out, r, r->libraries[r->series[next].library].document);
	}
	cb__text_add(out, ": ");
}

/* "AES-256-GCM is fastest on A (AMD EPYC): 4.44 GB/s ... in OpenSSL 3.0.19; B reaches ..." */
static void say_machines(cb_text *out, const cb__report *r, const cb__report_row *row)
{
	size_t best = cb__report_fastest(r, row, CB__REPORT_NONE, CB__REPORT_NONE);
	size_t winner = r->libraries[r->series[best].library].document;

	say_work(out, row->cells[best]);
	say_where(out, r, row, best);
	say_rate(out, row->cells[best], r->groups[row->group].has_message);
	cb__text_add(out, " in ");
	say_libraries(out, r, row, best);
	for (size_t i = 0; i < r->count; i++)
		if (i != winner) {
			cb__text_add(out, "; ");
			say_other(out, r, row, i);
		}
	cb__text_add(out, ".");
}

/* Names such as "AES-256-GCM" and figures such as "16 KiB" are not torn apart at the end of a line;
 * what is longer than a line may be. */
static void put_words(cb__report *r, const char *text)
{
	while (*text != '\0') {
		size_t len = strcspn(text, " ");
		int is_whole = len < 30 && memchr(text, '-', len) != NULL;
		cb_text word = CB_TEXT_INIT;

		len += strspn(text + len, " ");
		cb__text_append(&word, text, len);
		cb__report_html(r, is_whole ? "<span class=\"whole\">" : "");
		cb__report_put_done(r, &word);
		cb__report_html(r, is_whole ? "</span>" : "");
		text += len;
	}
}

void cb__report_write_headline(cb__report *r)
{
	const cb__report_row *row = find_subject(r);
	cb_text text = CB_TEXT_INIT;

	if (r->config.headline != NULL)
		cb__text_add(&text, r->config.headline);
	else if (row == NULL)
		cb__text_add(&text, "Nothing was measured: no cell of these results has a figure.");
	else if (r->count > 1)
		say_machines(&text, r, row);
	else {
		say_machine(&text, r);
		say_one(&text, r, row, 0);
	}
	cb__report_html(r, "<p class=\"answer\">");
	put_words(r, cb__text_string(&text));
	cb__report_drop(r, &text);
	cb__report_html(r, "</p>\n");
}
