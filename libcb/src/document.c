/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "checked.h"
#include "environment.h"
#include "fits.h"
#include <cb/backend.h>

#include "results.h"
#include "schedule.h"
#include "summary.h"

/* Raised for an operation whose meaning changes; results then no longer meet under one name. */
#define SEMANTICS_VERSION 1

static json_t *string(const char *text)
{
	json_t *value = json_string(text != NULL ? text : "");
	return value != NULL ? value : json_string("unknown");
}

/* A list or an object that lacks a part is none: *list becomes NULL, which stays so. */
static void append(json_t **list, json_t *value)
{
	if (json_array_append_new(*list, value) == 0)
		return;
	json_decref(*list);
	*list = NULL;
}

static void put(json_t **object, const char *name, json_t *value)
{
	if (json_object_set_new(*object, name, value) == 0)
		return;
	json_decref(*object);
	*object = NULL;
}

/* Releases @p text. */
static json_t *taken(cb_text *text)
{
	json_t *value = text->failed ? NULL : string(cb__text_string(text));
	cb__text_done(text);
	return value;
}

static json_t *real_or_null(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

json_t *cb__document_now(void)
{
	char text[32] = "unknown";
	time_t seconds = time(NULL);
	struct tm parts;
	if (gmtime_r(&seconds, &parts) != NULL)
		strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
	return string(text);
}

static json_t *numbers(const uint64_t *rows, size_t count)
{
	json_t *list = json_array();
	for (size_t i = 0; i < count; i++)
		append(&list, json_integer((json_int_t)rows[i]));
	return list;
}

static json_t *variants(unsigned mask)
{
	json_t *list = json_array();
	for (int variant = 0; variant < CB_VARIANT_COUNT; variant++)
		if (mask & CB_VARIANT_BIT(variant))
			append(&list, json_string(cb_variant_name((cb_variant)variant)));
	return list;
}

/* What was left to us is null. */
static json_t *given(uint32_t number)
{
	return number > 0 ? json_integer((json_int_t)number) : json_null();
}

/* Where cycles come from: the kernel's counter, a chain of additions, or nowhere. */
static const char *cycles_source(const cb__record *record)
{
	for (size_t i = 0; i < record->matrix->panel_count; i++)
		for (size_t j = 0; j < record->matrix->entry_count; j++) {
			const cb__entry *entry = &record->matrix->panels[i].entries[j];
			if (entry->reading_count == 0)
				continue;
			const cb__sample *sample = &entry->readings[0].sample;
			return sample->cycles > 0     ? "counter"
			       : sample->clock_hz > 0 ? "chain"
						      : "unknown";
		}
	return "unknown";
}

static json_t *tool(const cb__record *record)
{
	const cb__settings *settings = record->settings;
	json_t *options =
		json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:o, s:o, s:f, s:f, s:f, s:i, s:s}",
			"algorithms", string(settings->algorithms), "ops", string(settings->ops),
			"sizes", numbers(settings->sizes, settings->size_count), "variant",
			variants(settings->variants), "threads",
			numbers(settings->threads, settings->thread_count), "processes",
			numbers(settings->processes, settings->process_count), "load",
			(json_int_t)settings->load, "launches", given(settings->launches),
			"samples", given(settings->samples), "precision",
			settings->precision_percent, "budget", settings->budget_s, "time_limit",
			settings->limit_s, "cpu", record->cpu, "cycles_by", cycles_source(record));
	return json_pack("{s:s, s:I, s:o, s:o, s:f, s:I, s:I, s:o}", "version", cb_version(),
		"seed", (json_int_t)settings->seed, "machine",
		settings->machine != NULL ? string(settings->machine) : json_string("unknown"),
		"finished", cb__document_now(), "elapsed_s", record->elapsed_s, "launches",
		(json_int_t)record->launches, "samples", (json_int_t)record->rounds, "options",
		options);
}

/* A path below the user's home would tell the user's name. */
static json_t *path(const char *text)
{
	const char *home = getenv("HOME");
	size_t len = home != NULL ? strlen(home) : 0;
	if (text == NULL || len < 2 || strncmp(text, home, len) != 0 || text[len] != '/')
		return string(text);
	cb_text shortened = CB_TEXT_INIT;
	cb__text_format(&shortened, "~%s", text + len);
	return taken(&shortened);
}

json_t *cb__document_path(const char *file)
{
	return file != NULL ? path(file) : json_null();
}

char *cb__document_file(const char *text)
{
	const char *home = getenv("HOME");
	if (text == NULL || text[0] != '~' || text[1] != '/' || home == NULL)
		return text != NULL ? cb__string_copy(text) : NULL;
	return cb__path_join(home, text + 2);
}

/* What the user had set and the worker was not given: it explains a difference to other tools. */
static json_t *ignored_environment(const json_t *hello)
{
	json_t *list = json_array();
	const json_t *names = json_object_get(hello, "scrub");
	for (size_t i = 0; i < json_array_size(names); i++) {
		const char *name = json_string_value(json_array_get(names, i));
		if (name != NULL && getenv(name) != NULL)
			append(&list, json_pack("{s:o, s:o}", "name", string(name), "value",
					      path(getenv(name))));
	}
	return list;
}

/* Of those that a user may have set to see what a library does without something. Backends tell
 * theirs (scrub) only once a worker was asked. */
static const char *const withheld[] = {"OPENSSL_ia32cap", "OPENSSL_armcap", "OPENSSL_ppccap",
	"OPENSSL_s390xcap", "OPENSSL_riscvcap", "OPENSSL_sparcv9cap", "OPENSSL_CONF",
	"OPENSSL_MODULES", "OPENSSL_ENGINES"};

cb_status cb__document_warn_withheld(json_t *environment)
{
	cb_text text = CB_TEXT_INIT;
	for (size_t i = 0; i < sizeof withheld / sizeof *withheld; i++)
		if (getenv(withheld[i]) != NULL)
			cb__text_format(&text, "%s%s", text.len > 0 ? ", " : "", withheld[i]);
	cb_status status = text.failed ? CB_ENOMEM : CB_OK;
	if (text.len > 0)
		cb__text_add(&text, CB__WITHHELD_SENTENCE);
	if (status == CB_OK && text.len > 0)
		status = text.failed ? CB_ENOMEM
				     : cb__environment_warn(environment, "variables-withheld",
					       cb__text_string(&text));
	cb__text_done(&text);
	return status;
}

static json_t *text_or_unknown(const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));
	return text != NULL && text[0] != '\0' ? path(text) : json_string("unknown");
}

/* A module beside a copy lies beside what it is a copy of. */
static json_t *module_path(const cb__member *member, const char *file)
{
	const cb__served *served = member->service != NULL ? &member->service->served : NULL;
	size_t len = served != NULL && served->source != NULL ? strlen(served->links) : 0;
	const char *slash = len > 0 ? strrchr(served->source, '/') : NULL;
	if (slash == NULL || strncmp(file, served->links, len) != 0)
		return path(file);
	cb_text text = CB_TEXT_INIT;
	cb__text_append(&text, served->source, (size_t)(slash - served->source));
	cb__text_add(&text, file + len);
	json_t *made = path(cb__text_string(&text));
	cb__text_done(&text);
	return made;
}

static json_t *providers(const cb__member *member, const json_t *told)
{
	json_t *list = json_array();
	const json_t *rows = json_object_get(told, "providers");
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);
		const char *file = json_string_value(json_object_get(row, "file"));
		append(&list, json_pack("{s:o, s:o, s:o}", "name", text_or_unknown(row, "name"),
				      "version", text_or_unknown(row, "version"), "file",
				      module_path(member, file != NULL ? file : "")));
	}
	return list;
}

static json_t *library(const cb__member *member, const json_t *hello)
{
	const char *file = cb__member_library(member);
	const json_t *told = json_object_get(hello, "library");
	return json_pack("{s:o, s:o, s:I, s:I, s:o, s:o, s:o}", "version",
		text_or_unknown(told, "version"), "file",
		file != NULL ? path(file) : text_or_unknown(told, "file"), "device",
		json_integer_value(json_object_get(told, "device")), "inode",
		json_integer_value(json_object_get(told, "inode")), "build_id",
		text_or_unknown(told, "build_id"), "build_info",
		text_or_unknown(told, "build_info"), "providers", providers(member, told));
}

/* Nothing was switched, and "on" is only what a program's functions are called. */
static json_t *no_proof(void)
{
	return json_pack("{s:b, s:s, s:s}", "achieved", 0, "level", "none", "detail",
		"a function of the calling program: nothing is switched, nothing was proven");
}

static json_t *proof(const cb__member *member)
{
	if (member->callee != NULL)
		return no_proof();
	if (member->trace != NULL)
		return json_incref(member->trace);
	const json_t *told = json_object_get(member->hello, "proof");
	const json_t *detail = json_object_get(told, "detail");
	return json_pack("{s:b, s:s, s:o}", "achieved",
		json_is_true(json_object_get(told, "achieved")), "level", "switch", "detail",
		string(detail != NULL ? json_string_value(detail) : member->reason));
}

json_t *cb__document_subject(const cb__member *member)
{
	const cb__subject *asked = member->subject;
	const cb__member *source = member->same_as != NULL ? member->same_as : member;
	const json_t *hello = source->hello;
	if (hello == NULL && source->service != NULL)
		hello = source->service->hello;
	return json_pack("{s:s, s:s, s:o, s:s, s:s, s:b, s:s, s:s, s:o, s:o, s:o}", "label",
		asked->label, "backend", asked->backend, "built_as",
		text_or_unknown(hello, "backend"), "implementation",
		asked->implementation != NULL ? asked->implementation : "", "accel",
		cb_accel_name(asked->accel), "asked", asked->is_asked, "same_as",
		member->same_as != NULL ? source->subject->label : "", "isolation",
		member->callee != NULL ? "none" : "process", "library", library(source, hello),
		"accel_proof", proof(source), "ignored_environment", ignored_environment(hello));
}

static json_t *subjects(const cb__crew *crew)
{
	json_t *list = json_array();
	for (size_t i = 0; i < crew->member_count; i++)
		append(&list, cb__document_subject(&crew->members[i]));
	return list;
}

void cb__document_cell_id(cb_text *out, const cb__panel *panel, const cb__member *member)
{
	const cb__subject *asked = member->subject;
	cb__text_format(out, "%s/", asked->backend);
	cb__panel_stem(out, panel, member);
	cb__text_format(out, "/%s", cb_accel_name(asked->accel));
	cb__panel_suffix(out, panel);
	if (asked->is_labelled)
		cb__text_format(out, "/subject=%s", asked->label);
	if (asked->implementation != NULL)
		cb__text_format(out, "/impl=%s", asked->implementation);
}

void cb__document_semantics(cb_text *out, const cb__panel *panel)
{
	int is_function = panel->algorithm->kind == CB_KIND_FUNCTION;
	cb__text_format(out, "%s.%s%s%s/%d", cb_kind_name(panel->algorithm->kind),
		cb_op_name(panel->op), is_function ? "" : ".",
		is_function ? "" : cb_variant_name(panel->variant), SEMANTICS_VERSION);
}

static json_t *samples(const cb__entry *entry)
{
	json_t *lists[7];
	json_t *clock_hz = json_array();
	for (size_t i = 0; i < 7; i++)
		lists[i] = json_array();
	for (size_t i = 0; i < entry->reading_count; i++) {
		const cb__reading *reading = &entry->readings[i];
		const json_int_t values[7] = {reading->launch, reading->round,
			(json_int_t)reading->sample.ops, (json_int_t)reading->sample.wall_ns,
			(json_int_t)reading->sample.cpu_ns, reading->sample.switches,
			(json_int_t)reading->sample.cycles};
		for (size_t j = 0; j < 7; j++)
			append(&lists[j], json_integer(values[j]));
		double hz = reading->sample.clock_hz;
		append(&clock_hz, hz > 0 ? json_real(hz) : json_null());
	}
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "launch", lists[0], "round",
		lists[1], "ops", lists[2], "wall_ns", lists[3], "cpu_ns", lists[4], "switches",
		lists[5], "cycles", lists[6], "clock_hz", clock_hz);
}

static const cb__entry *source_of(
	const cb__record *record, const cb__panel *panel, const cb__entry *entry)
{
	if (entry->member->same_as == NULL)
		return entry;
	return &panel->entries[entry->member->same_as - record->crew->members];
}

static json_t *head_of_cell(
	const cb__record *record, const cb__panel *panel, const cb__entry *entry)
{
	const cb__entry *source = source_of(record, panel, entry);
	cb_text id = CB_TEXT_INIT;
	cb_text name = CB_TEXT_INIT;
	cb_text same = CB_TEXT_INIT;
	cb_text semantics = CB_TEXT_INIT;
	const char *variant = cb_variant_name(panel->variant);
	cb__document_cell_id(&id, panel, entry->member);
	cb__panel_name(&name, panel);
	if (source != entry)
		cb__document_cell_id(&same, panel, source->member);
	cb__document_semantics(&semantics, panel);
	return json_pack("{s:o, s:o, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:s, s:o, s:o}", "id",
		taken(&id), "panel", taken(&name), "subject", entry->member->subject->label,
		"algorithm", cb__panel_algorithm(panel, entry->member)->name, "operation",
		cb_op_name(panel->op), "size", (json_int_t)cb__panel_size(panel, entry->member),
		"threads", (json_int_t)panel->threads, "processes", (json_int_t)panel->processes,
		"load", (json_int_t)panel->load, "variant", variant, "semantics", taken(&semantics),
		"same_as", taken(&same));
}

/* A cell that nothing happened to was not reached. */
static cb_outcome outcome_of(const cb__entry *entry, const char **ret_reason)
{
	*ret_reason = entry->reason;
	if (entry->outcome != CB_OUTCOME_MEASURED || entry->reading_count > 0)
		return entry->outcome;
	*ret_reason = "not reached: cancelled, or the budget was spent";
	return CB_OUTCOME_SKIPPED;
}

static int has_figures(const cb__entry *entry)
{
	return entry->outcome == CB_OUTCOME_MEASURED && entry->reading_count > 0;
}

/* Threads that share a key are held against one thread, which shares it with nobody. */
static cb_variant alone_variant(cb_variant variant)
{
	return variant == CB_VARIANT_SHAREDKEY ? CB_VARIANT_MESSAGE : variant;
}

/* More than one of each gains cannot be: then one of the two figures was disturbed. */
#define EFFICIENCY_MAX 1.1

/* The rate of all threads and processes over that of as many as there are, were each as fast as
 * one alone; NaN unless one alone was measured too. */
static double efficiency(
	const cb__record *record, const cb__panel *panel, size_t entry, double median_ns)
{
	double at_once = (double)panel->threads * panel->processes;
	for (size_t i = 0; at_once > 1 && i < record->matrix->panel_count; i++) {
		const cb__panel *alone = &record->matrix->panels[i];
		cb_summary summary;
		if (alone->algorithm != panel->algorithm || alone->op != panel->op ||
			alone->size != panel->size || alone->load != panel->load ||
			alone->threads * alone->processes != 1 ||
			alone->variant != alone_variant(panel->variant) ||
			!has_figures(&alone->entries[entry]) ||
			cb__summarise(&summary, alone, &alone->entries[entry]) != CB_OK)
			continue;
		double found = summary.median_ns / (at_once * median_ns);
		return found <= EFFICIENCY_MAX ? found : (double)NAN;
	}
	return (double)NAN;
}

/* Why the interval is wider than was asked; "" if it is not. */
static const char *missed(const cb__record *record, const cb_summary *summary)
{
	const cb__settings *settings = record->settings;
	double half = (summary->ci95_high_ns - summary->ci95_low_ns) / 2;
	if (summary->launches >= CB_LAUNCHES_MIN &&
		100 * half <= settings->precision_percent * summary->median_ns)
		return "";
	if (settings->launches > 0)
		return "the number of launches was given";
	if (summary->launches < CB_LAUNCHES_MIN)
		return "the budget was spent before there were six launches";
	return summary->contended ? "the budget was spent, and other work had the processor"
				  : "the budget was spent";
}

static void put_figures(
	json_t **made, const cb__record *record, const cb__panel *panel, const cb__entry *source)
{
	cb_summary summary;
	if (cb__summarise(&summary, panel, source) != CB_OK) {
		put(made, "summary", NULL);
		return;
	}
	summary.efficiency =
		efficiency(record, panel, (size_t)(source - panel->entries), summary.median_ns);
	put(made, "summary", cb__results_summary_to_json(&summary));
	put(made, "missed", string(missed(record, &summary)));
}

/* NULL if out of memory. */
static json_t *cell(const cb__record *record, const cb__panel *panel, const cb__entry *entry)
{
	const cb__entry *source = source_of(record, panel, entry);
	const char *reason = NULL;
	cb_outcome outcome = outcome_of(source, &reason);
	json_t *made = head_of_cell(record, panel, entry);
	put(&made, "outcome", json_string(cb_outcome_name(outcome)));
	put(&made, "reason", string(reason));
	if (source->output != NULL && source->output[0] != '\0')
		put(&made, "output", string(source->output));
	if (outcome == CB_OUTCOME_MEASURED)
		put(&made, "checked", string(cb__checked_by(source)));
	if (outcome == CB_OUTCOME_MEASURED)
		put_figures(&made, record, panel, source);
	/* Also of a cell that went wrong later: what was measured is not lost. */
	if (source == entry && entry->reading_count > 0 && !record->settings->no_samples)
		put(&made, "samples", samples(entry));
	return made;
}

static json_t *cells(const cb__record *record)
{
	json_t *list = json_array();
	for (size_t i = 0; i < record->matrix->panel_count; i++) {
		const cb__panel *panel = &record->matrix->panels[i];
		for (size_t j = 0; j < record->matrix->entry_count; j++)
			append(&list, cell(record, panel, &panel->entries[j]));
	}
	return list;
}

/* Pairs that answer a question: one library in two modes, or two subjects in one mode. The slower
 * mode comes first, so that the ratio is what the other gains. */
static int is_pair(const cb__entry *a, const cb__entry *b)
{
	const cb__subject *left = a->member->subject;
	const cb__subject *right = b->member->subject;
	if (!has_figures(a) || !has_figures(b) || a == b)
		return 0;
	if (a->member->service == b->member->service && left->accel != right->accel)
		return left->accel > right->accel &&
		       cb__subject_is_same_implementation(left, right);
	return left->accel == right->accel && a < b;
}

static void add_ratio(json_t **list, const cb__panel *panel, const cb__entry *a, const cb__entry *b)
{
	cb_ratio ratio;
	size_t launches = 0;
	if (cb__summarise_ratio(&ratio, &launches, a, b) != CB_OK) {
		append(list, NULL);
		return;
	}
	/* A clock that stood still makes no ratio. */
	if (launches == 0 || !isfinite(ratio.ratio))
		return;
	cb_text name = CB_TEXT_INIT;
	cb_text a_id = CB_TEXT_INIT;
	cb_text b_id = CB_TEXT_INIT;
	cb__panel_name(&name, panel);
	cb__document_cell_id(&a_id, panel, a->member);
	cb__document_cell_id(&b_id, panel, b->member);
	append(list,
		json_pack("{s:o, s:o, s:o, s:f, s:o, s:o, s:f, s:I}", "panel", taken(&name), "a",
			taken(&a_id), "b", taken(&b_id), "ratio", ratio.ratio, "ci95_low",
			real_or_null(ratio.ci95_low), "ci95_high", real_or_null(ratio.ci95_high),
			"ci95_level", ratio.ci95_level, "launches", (json_int_t)ratio.launches));
}

static json_t *ratios(const cb__record *record)
{
	json_t *list = json_array();
	size_t count = record->matrix->entry_count;
	for (size_t i = 0; i < record->matrix->panel_count; i++) {
		const cb__panel *panel = &record->matrix->panels[i];
		for (size_t j = 0; j < count * count; j++) {
			const cb__entry *a = &panel->entries[j / count];
			const cb__entry *b = &panel->entries[j % count];
			if (is_pair(a, b))
				add_ratio(&list, panel, a, b);
		}
	}
	return list;
}

cb_status cb__document_new(json_t **out, const cb__record *record)
{
	json_t *fits = NULL;
	cb_status status = cb__fits_to_json(&fits, record->matrix);
	if (status != CB_OK)
		return status;
	json_t *document = json_pack("{s:s, s:b, s:o, s:O, s:o, s:o, s:o, s:o}", "schema",
		"libcb.results/1", "complete", record->is_complete, "tool", tool(record),
		"environment", record->environment, "subjects", subjects(record->crew), "cells",
		cells(record), "ratios", ratios(record), "fits", fits);
	if (document == NULL)
		return CB_ENOMEM;
	*out = document;
	return CB_OK;
}
