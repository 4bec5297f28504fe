/* SPDX-License-Identifier: Apache-2.0 */
/* What else differs between two sides, and so may be why their figures do. */
#include "compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "results.h"
#include "stats.h"

#define UNKNOWN      "unknown"
#define NAME_SIZE    32 /* longer than any name in the table below */
#define MACHINE_HINT "the difference may be the machine"
#define TOOL_HINT    "the difference may be how it was measured"

/* A member of the document that bears on figures. */
static const struct {
	const char *id;
	const char *path;
	const char *what;
	const char *hint;
} facts[] = {
	{"machine", "tool.machine", "machine", MACHINE_HINT},
	{"machine", "environment.cpu.architecture", "architecture", MACHINE_HINT},
	{"machine", "environment.cpu.model", "processor", MACHINE_HINT},
	{"machine", "environment.cpu.family", "family of the processor", MACHINE_HINT},
	{"machine", "environment.cpu.model_number", "model number of the processor", MACHINE_HINT},
	{"machine", "environment.cpu.stepping", "stepping of the processor", MACHINE_HINT},
	{"machine", "environment.cpu.microcode", "microcode", MACHINE_HINT},
	{"machine", "environment.cpu.logical_cpus", "processors online", MACHINE_HINT},
	{"machine", "environment.cpu.smt", "several threads per core", MACHINE_HINT},
	{"machine", "environment.cpu.governor", "governor", MACHINE_HINT},
	{"machine", "environment.cpu.turbo", "turbo", MACHINE_HINT},
	{"machine", "environment.virtualization", "virtualization", MACHINE_HINT},
	{"machine", "environment.container", "container", MACHINE_HINT},
	{"machine", "environment.os.kernel", "kernel", MACHINE_HINT},
	{"machine", "environment.os.libc", "C library", MACHINE_HINT},
	{"tool", "tool.version", "version of libcb", TOOL_HINT},
};

#define FACT_COUNT (sizeof facts / sizeof facts[0])

cb_status cb__compare_note_add(
	cb_comparison *c, const char *id, cb_text *text, const char *base, const char *head)
{
	cb_compare_note *grown = realloc(c->notes, (c->note_count + 1) * sizeof *grown);
	cb_text base_text = CB_TEXT_INIT, head_text = CB_TEXT_INIT;

	if (grown == NULL) {
		cb__text_done(text);
		return CB_ENOMEM;
	}
	c->notes = grown;
	cb__text_add(&base_text, base);
	cb__text_add(&head_text, head);
	grown[c->note_count++] = (cb_compare_note){.id = id,
		.text = cb__compare_keep(c, text),
		.base = cb__compare_keep(c, &base_text),
		.head = cb__compare_keep(c, &head_text)};
	return c->failed ? CB_ENOMEM : CB_OK;
}

static const json_t *find_member(const json_t *value, const char *path)
{
	while (value != NULL && path != NULL) {
		size_t len = strcspn(path, ".");
		char name[NAME_SIZE];

		if (len >= sizeof name)
			return NULL;
		memcpy(name, path, len);
		name[len] = '\0';
		value = json_object_get(value, name);
		path = path[len] == '.' ? path + len + 1 : NULL;
	}
	return value;
}

static void write_value(cb_text *text, const json_t *value)
{
	if (json_is_string(value) && json_string_length(value) > 0)
		cb__text_add(text, json_string_value(value));
	else if (json_is_integer(value))
		cb__text_format(text, "%lld", (long long)json_integer_value(value));
	else if (json_is_real(value))
		cb__text_format(text, "%g", json_real_value(value));
	else if (json_is_boolean(value))
		cb__text_add(text, json_is_true(value) ? "yes" : "no");
	else
		cb__text_add(text, UNKNOWN);
}

static cb_status add_difference(cb_comparison *c, const char *id, const char *what,
	const char *base, const char *head, const char *hint)
{
	cb_text text = CB_TEXT_INIT;

	cb__text_format(&text, "%s: %s has %s, %s has %s; %s", what, c->base_name, base,
		c->head_name, head, hint);
	return cb__compare_note_add(c, id, &text, base, head);
}

/* What one side does not tell is no difference. */
static int is_different(const char *base, const char *head)
{
	return strcmp(base, UNKNOWN) != 0 && strcmp(head, UNKNOWN) != 0 && strcmp(base, head) != 0;
}

static cb_status compare_fact(cb_comparison *c, size_t index)
{
	cb_text base = CB_TEXT_INIT, head = CB_TEXT_INIT;
	cb_status status = CB_OK;

	write_value(&base, find_member(cb__results_document(c->base), facts[index].path));
	write_value(&head, find_member(cb__results_document(c->head), facts[index].path));
	if (is_different(cb__text_string(&base), cb__text_string(&head)))
		status = add_difference(c, facts[index].id, facts[index].what,
			cb__text_string(&base), cb__text_string(&head), facts[index].hint);
	if (base.failed || head.failed)
		status = CB_ENOMEM;
	cb__text_done(&base);
	cb__text_done(&head);
	return status;
}

/* Which processor does not matter, whether there was one does; -1 is none. */
static const char *pinning_of(const cb_results *results)
{
	const json_t *cpu = find_member(cb__results_document(results), "tool.options.cpu");

	if (!json_is_integer(cpu))
		return UNKNOWN;
	return json_integer_value(cpu) < 0 ? "no" : "yes";
}

static cb_status compare_facts(cb_comparison *c)
{
	cb_status status = CB_OK;

	if (c->base == c->head)
		return CB_OK;
	for (size_t i = 0; status == CB_OK && i < FACT_COUNT; i++)
		status = compare_fact(c, i);
	if (status == CB_OK && is_different(pinning_of(c->base), pinning_of(c->head)))
		status = add_difference(c, "tool", "pinned to one processor", pinning_of(c->base),
			pinning_of(c->head), TOOL_HINT);
	return status;
}

static int is_known(const char *text)
{
	return text[0] != '\0' && strcmp(text, UNKNOWN) != 0;
}

/* Several modes have the same to tell. */
static cb_status add_once(
	cb_comparison *c, const char *id, cb_text *text, const char *base, const char *head)
{
	for (size_t i = 0; i < c->note_count; i++)
		if (strcmp(c->notes[i].text, cb__text_string(text)) == 0) {
			cb__text_done(text);
			return CB_OK;
		}
	return cb__compare_note_add(c, id, text, base, head);
}

static int is_same_build(const cb_subject *base, const cb_subject *head)
{
	return is_known(base->build_id) && strcmp(base->build_id, head->build_id) == 0;
}

static int are_two_builds(const cb_subject *base, const cb_subject *head)
{
	return is_known(base->build_id) && is_known(head->build_id) &&
	       strcmp(base->build_id, head->build_id) != 0;
}

/* One backend, so two versions or builds of one library, or the very same. The same in two
 * documents is usual, and no note. */
static cb_status compare_library(cb_comparison *c, const cb_subject *base, const cb_subject *head)
{
	cb_text text = CB_TEXT_INIT;

	if (strcmp(base->version, head->version) != 0) {
		cb__text_format(&text, "%s: %s has version %s, %s has version %s", base->backend,
			c->base_name, base->version, c->head_name, head->version);
		return add_once(c, "library", &text, base->version, head->version);
	}
	if (are_two_builds(base, head)) {
		cb__text_format(&text, "%s: two builds of version %s: %s has %s, %s has %s",
			base->backend, base->version, c->base_name, base->file, c->head_name,
			head->file);
		return add_once(c, "library", &text, base->build_id, head->build_id);
	}
	if (!is_same_build(base, head) || c->base != c->head || base->accel != head->accel)
		return CB_OK;
	cb__text_format(&text,
		"%s: %s and %s are the same build of version %s, so what differs is noise",
		base->backend, c->base_name, c->head_name, base->version);
	return add_once(c, "same-library", &text, base->build_id, head->build_id);
}

/* Rows of a library that is the same build on both sides; its differences are no change of it. */
struct control {
	size_t compared;
	size_t differing;
	double *changes; /* without their sign */
	cb_text names;
};

static int is_control(const cb_compared *row)
{
	return row->change <= CB_CHANGE_SAME &&
	       row->base->subject->accel == row->head->subject->accel &&
	       is_same_build(row->base->subject, row->head->subject);
}

static void add_control(struct control *found, const cb_compared *row)
{
	const char *backend = row->base->subject->backend;

	if (strstr(cb__text_string(&found->names), backend) == NULL)
		cb__text_format(&found->names, "%s%s", found->names.len > 0 ? ", " : "", backend);
	found->differing += row->change != CB_CHANGE_SAME;
	found->changes[found->compared++] = fabs(row->speed - 1) * 100;
}

static cb_status tell_control(cb_comparison *c, const struct control *found, double *scratch)
{
	cb_text text = CB_TEXT_INIT;

	/* by chance one in twenty does */
	if (found->differing * 10 < found->compared || found->differing == 0)
		return CB_OK;
	cb__text_format(&text,
		"the same builds (%s) are on both sides, and yet %zu of %zu of their cells differ,"
		" by %.2g %% in the median of all: so much is the machine or the moment, not the"
		" code",
		cb__text_string(&found->names), found->differing, found->compared,
		cb__stats_median(found->changes, found->compared, scratch));
	return cb__compare_note_add(c, "control", &text, "", "");
}

/* What was not measured in turn needs it; in one run it is told as "same-library". */
static cb_status check_control(cb_comparison *c)
{
	struct control found = {.changes = calloc(2 * c->count + 1, sizeof(double))};
	cb_status status = found.changes != NULL ? CB_OK : CB_ENOMEM;

	for (size_t i = 0; status == CB_OK && i < c->count; i++)
		if (is_control(&c->rows[i].view))
			add_control(&found, &c->rows[i].view);
	if (found.names.failed)
		status = CB_ENOMEM;
	if (status == CB_OK && c->base != c->head)
		status = tell_control(c, &found, found.changes + c->count);
	cb__text_done(&found.names);
	free(found.changes);
	return status;
}

static int is_alike(const cb_compared *a, const cb_compared *b)
{
	return a->base != NULL && a->head != NULL && a->base->subject == b->base->subject &&
	       a->head->subject == b->head->subject;
}

static cb_status compare_libraries(cb_comparison *c)
{
	cb_status status = CB_OK;

	for (size_t i = 0; status == CB_OK && i < c->count; i++) {
		const cb_compared *row = &c->rows[i].view;

		if (row->base == NULL || row->head == NULL ||
			strcmp(row->base->subject->backend, row->head->subject->backend) != 0 ||
			(i > 0 && is_alike(&c->rows[i - 1].view, row)))
			continue;
		status = compare_library(c, row->base->subject, row->head->subject);
	}
	return status;
}

/* A mode may be another's measurement, on both sides; it needs no look of its own. */
static cb_status check_stand_ins(cb_comparison *c)
{
	cb_status status = CB_OK;

	for (size_t i = 0; status == CB_OK && i < c->count; i++) {
		const cb_compared *row = &c->rows[i].view;
		cb_text text = CB_TEXT_INIT;

		if (row->base == NULL || row->head == NULL ||
			row->base->subject->same_as[0] == '\0' ||
			row->head->subject->same_as[0] == '\0' ||
			(i > 0 && is_alike(&c->rows[i - 1].view, row)))
			continue;
		cb__text_format(&text, "%s stands for %s, which is the same by mechanism",
			row->base->subject->same_as, row->base->subject->label);
		status = add_once(
			c, "stand-in", &text, row->base->subject->label, row->head->subject->label);
	}
	return status;
}

static cb_status check_complete(cb_comparison *c, const cb_results *results, const char *name)
{
	cb_text text = CB_TEXT_INIT;

	if (cb_results_complete(results))
		return CB_OK;
	cb__text_format(&text,
		"%s is not complete: the run was interrupted or ended its budget before all was"
		" measured",
		name);
	return cb__compare_note_add(c, "incomplete", &text, "", "");
}

static cb_status check_contended(cb_comparison *c)
{
	size_t base = 0, head = 0, compared = 0;
	cb_text text = CB_TEXT_INIT;

	for (size_t i = 0; i < c->count; i++) {
		const cb_compared *row = &c->rows[i].view;

		if (row->change > CB_CHANGE_SAME)
			continue;
		compared++;
		base += row->base->summary->contended != 0;
		head += row->head->summary->contended != 0;
	}
	if (base + head == 0)
		return CB_OK;
	cb__text_format(&text,
		"something else had the processor for part of the time: in %zu of %zu cells of %s"
		" and %zu of %s",
		base, compared, c->base_name, head, c->head_name);
	return cb__compare_note_add(c, "contended", &text, "", "");
}

static cb_status check_intervals(cb_comparison *c)
{
	size_t without = 0, compared = 0;
	cb_text text = CB_TEXT_INIT;

	for (size_t i = 0; i < c->count; i++) {
		const cb_compared *row = &c->rows[i].view;

		compared += row->change <= CB_CHANGE_SAME;
		without += row->change <= CB_CHANGE_SAME && isnan(row->ci95_low);
	}
	if (without == 0)
		return CB_OK;
	cb__text_format(&text,
		"%zu of %zu ratios have no interval, as one side has fewer than six launches:"
		" whether they are noise is not known",
		without, compared);
	return cb__compare_note_add(c, "no-interval", &text, "", "");
}

static int has_warning(const cb_results *results, const char *id)
{
	for (size_t i = 0; i < cb_results_warning_count(results); i++)
		if (strcmp(cb_results_warning_at(results, i)->id, id) == 0)
			return 1;
	return 0;
}

static cb_status check_warnings(
	cb_comparison *c, const cb_results *results, const cb_results *other, const char *name)
{
	cb_status status = CB_OK;

	for (size_t i = 0; status == CB_OK && i < cb_results_warning_count(results); i++) {
		const cb_warning *warning = cb_results_warning_at(results, i);
		cb_text text = CB_TEXT_INIT;

		if (has_warning(other, warning->id))
			continue;
		cb__text_format(&text, "only of %s: %s", name, warning->text);
		status = cb__compare_note_add(c, "warning", &text,
			results == c->base ? warning->id : "",
			results == c->base ? "" : warning->id);
	}
	return status;
}

static cb_status check_pairing(cb_comparison *c)
{
	cb_text text = CB_TEXT_INIT;

	if (c->base == c->head)
		return CB_OK;
	cb__text_format(&text,
		"%s and %s were not measured in turn: intervals tell the noise within each run, not"
		" what changed between them",
		c->base_name, c->head_name);
	return cb__compare_note_add(c, "unpaired", &text, "", "");
}

cb_status cb__compare_note_all(cb_comparison *c)
{
	cb_status status = check_control(c);

	if (status == CB_OK)
		status = check_pairing(c);
	if (status == CB_OK)
		status = compare_facts(c);
	if (status == CB_OK)
		status = compare_libraries(c);
	if (status == CB_OK)
		status = check_stand_ins(c);
	if (status == CB_OK)
		status = check_complete(c, c->base, c->base_name);
	if (status == CB_OK && c->base != c->head)
		status = check_complete(c, c->head, c->head_name);
	if (status == CB_OK)
		status = check_contended(c);
	if (status == CB_OK)
		status = check_warnings(c, c->base, c->head, c->base_name);
	if (status == CB_OK && c->base != c->head)
		status = check_warnings(c, c->head, c->base, c->head_name);
	if (status == CB_OK)
		status = cb__compare_note_imports(c);
	return status == CB_OK ? check_intervals(c) : status;
}
