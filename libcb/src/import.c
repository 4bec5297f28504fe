/* SPDX-License-Identifier: Apache-2.0 */
/* The handle: options, texts, and the way from texts to results. */
#include "import.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "environment.h"
#include "json_file.h"
#include "results.h"

#define CPUINFO_MAX   ((size_t)8 << 20)
#define PROCESSES_MAX 4096
#define SIZE_MAX_B    ((uint64_t)1 << 40)

typedef cb_status set_fn(cb_import *import, const char *value);

static cb_status refuse(cb_import *import, const char *name, const char *value, const char *what)
{
	return cb__context_fail(import->ctx, CB_EINVAL, "%s is %s, not \"%s\"", name, what, value);
}

static cb_status keep_text(
	cb_import *import, const char **slot, const char *name, const char *value)
{
	if (value[0] == '\0')
		return refuse(import, name, value, "a text that is not empty");
	*slot = cb__import_keep(import, value);
	return import->failed ? CB_ENOMEM : CB_OK;
}

static cb_status set_machine(cb_import *import, const char *value)
{
	return keep_text(import, &import->options.machine, "machine", value);
}

static cb_status set_cpu(cb_import *import, const char *value)
{
	return keep_text(import, &import->options.cpu, "cpu", value);
}

static cb_status set_algorithm(cb_import *import, const char *value)
{
	return keep_text(import, &import->options.algorithm, "algorithm", value);
}

static cb_status set_section(cb_import *import, const char *value)
{
	return keep_text(import, &import->options.section, "section", value);
}

static cb_status set_label(cb_import *import, const char *value)
{
	return keep_text(import, &import->options.label, "label", value);
}

static cb_status set_timer(cb_import *import, const char *value)
{
	if (strcmp(value, "user") != 0 && strcmp(value, "elapsed") != 0)
		return refuse(import, "timer", value, "\"user\" or \"elapsed\"");
	return keep_text(import, &import->options.timer, "timer", value);
}

static cb_status set_switch(cb_import *import, int *slot, const char *name, const char *value)
{
	if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
		return refuse(import, name, value, "1 or 0");
	*slot = value[0] == '1';
	return CB_OK;
}

static cb_status set_aead(cb_import *import, const char *value)
{
	return set_switch(import, &import->options.aead, "aead", value);
}

static cb_status set_decrypt(cb_import *import, const char *value)
{
	return set_switch(import, &import->options.decrypt, "decrypt", value);
}

static cb_status set_repeats(cb_import *import, const char *value)
{
	return set_switch(import, &import->options.joins_runs, "repeats", value);
}

static cb_status set_contended(cb_import *import, const char *value)
{
	return set_switch(import, &import->options.is_contended, "contended", value);
}

static cb_status set_processes(cb_import *import, const char *value)
{
	uint64_t number;

	if (!cb__import_count_read(&number, value) || number == 0 || number > PROCESSES_MAX)
		return refuse(import, "processes", value, "a number from 1 to 4096");
	import->options.processes = (uint32_t)number;
	return CB_OK;
}

static cb_status set_sizes(cb_import *import, const char *value)
{
	uint64_t sizes[CB__IMPORT_COLUMNS];
	char part[24];
	size_t count = 0;

	for (const char *at = value; at != NULL; at = *at == ',' ? at + 1 : NULL) {
		size_t len = strcspn(at, ",");

		snprintf(part, sizeof part, "%.*s", (int)(len < 23 ? len : 23), at);
		if (count == CB__IMPORT_COLUMNS || !cb__import_count_read(&sizes[count], part) ||
			sizes[count] == 0 || sizes[count] > SIZE_MAX_B)
			return refuse(import, "sizes", value,
				"up to 16 numbers with commas between them, such as \"16,64\"");
		count++;
		at += len;
	}
	memcpy(import->options.sizes, sizes, sizeof sizes);
	import->options.size_count = count;
	return CB_OK;
}

static cb_status set_cpuinfo(cb_import *import, const char *value)
{
	cb_text text = CB_TEXT_INIT;
	json_t *cpu = NULL;
	cb_status status = cb__json_file_text(&text, import->ctx, value, CPUINFO_MAX);

	if (status == CB_OK)
		status =
			cb__environment_cpu_from_text(&cpu, cb__text_string(&text), text.len, NULL);
	cb__text_done(&text);
	if (status == CB_OK && !json_is_array(json_object_get(cpu, "flags"))) {
		json_decref(cpu);
		return cb__context_fail(import->ctx, CB_EFORMAT,
			"\"%s\" has no list of features: copy /proc/cpuinfo of the machine", value);
	}
	if (status != CB_OK)
		return status;
	json_decref(import->cpu);
	import->cpu = cpu;
	return CB_OK;
}

static const cb_option options[] = {
#define IMPORT_OPTION(name, argument, fallback, set, help) {name, argument, fallback, help, 0},
#include "import_options.def"
#undef IMPORT_OPTION
};

static set_fn *const setters[] = {
#define IMPORT_OPTION(name, argument, fallback, set, help) set,
#include "import_options.def"
#undef IMPORT_OPTION
};

size_t cb_import_option_count(void)
{
	return sizeof options / sizeof options[0];
}

const cb_option *cb_import_option_at(size_t index)
{
	return index < cb_import_option_count() ? &options[index] : NULL;
}

cb_status cb_import_new(cb_import **out, cb_context *ctx)
{
	cb_import *import = calloc(1, sizeof *import);

	if (import == NULL)
		return cb__context_fail(ctx, CB_ENOMEM, "out of memory for an import");
	import->ctx = ctx;
	*out = import;
	return CB_OK;
}

void cb_import_free(cb_import *import)
{
	if (import == NULL)
		return;
	for (size_t i = 0; i < import->string_count; i++)
		free(import->strings[i]);
	for (size_t i = 0; i < import->run_count; i++)
		cb__text_done(&import->runs[i].output);
	cb__text_done(&import->remarks);
	json_decref(import->cpu);
	free(import->strings);
	free(import->sections);
	free(import->runs);
	free(import->records);
	free(import->progress);
	free(import->children);
	free(import->subjects);
	free(import->order);
	free(import);
}

cb_status cb_import_set(cb_import *import, const char *option, const char *value)
{
	for (size_t i = 0; i < cb_import_option_count(); i++)
		if (strcmp(options[i].name, option) == 0)
			return setters[i](import, value);
	return cb__context_fail(import->ctx, CB_ENOTFOUND, "no option \"%s\" of an import", option);
}

void *cb__import_grow(cb_import *import, void *list, size_t count, size_t size)
{
	void *grown;

	/* by doubling, whenever the length is a power of two */
	if ((count & (count - 1)) != 0)
		return list;
	grown = realloc(list, (count == 0 ? 1 : 2 * count) * size);
	if (grown == NULL)
		import->failed = 1;
	return grown;
}

const char *cb__import_keep(cb_import *import, const char *string)
{
	char *made, **grown;

	if (string[0] == '\0')
		return "";
	grown = cb__import_grow(import, import->strings, import->string_count, sizeof *grown);
	if (grown == NULL)
		return "";
	import->strings = grown;
	made = cb__string_copy(string);
	if (made == NULL) {
		import->failed = 1;
		return "";
	}
	import->strings[import->string_count++] = made;
	return made;
}

cb__import_section *cb__import_section_new(cb_import *import)
{
	cb__import_section *grown = cb__import_grow(
		import, import->sections, import->section_count, sizeof *import->sections);

	if (grown == NULL)
		return NULL;
	import->sections = grown;
	grown += import->section_count++;
	*grown = (cb__import_section){.heading = "",
		.file = import->file,
		.label = import->options.label != NULL ? import->options.label : "",
		.remark = "",
		.version = "",
		.aead = import->options.aead,
		.decrypt = import->options.decrypt};
	return grown;
}

cb__import_run *cb__import_run_next(cb_import *import)
{
	cb__import_run *grown =
		cb__import_grow(import, import->runs, import->run_count, sizeof *import->runs);

	if (grown == NULL)
		return NULL;
	import->runs = grown;
	grown += import->run_count++;
	*grown = (cb__import_run){.section = import->section_count - 1,
		.version = "",
		.built = "",
		.compiler = "",
		.settings = "",
		.capabilities = "",
		.timer = "",
		.output = CB_TEXT_INIT,
		.user_least = (double)NAN,
		.user_most = (double)NAN};
	import->columns = (cb__import_columns){.table = CB__IMPORT_BULK};
	import->open_progress = 0;
	return grown;
}

cb__import_run *cb__import_run_now(cb_import *import)
{
	size_t count = import->run_count;

	if (count == import->first_run ||
		import->runs[count - 1].section != import->section_count - 1)
		return cb__import_run_next(import);
	return &import->runs[count - 1];
}

cb__import_record *cb__import_record_new(cb_import *import)
{
	cb__import_run *run = cb__import_run_now(import);
	cb__import_record *grown;

	import->is_full |= import->record_count >= CB__IMPORT_RECORDS;
	if (run == NULL || import->is_full)
		return NULL;
	grown = cb__import_grow(
		import, import->records, import->record_count, sizeof *import->records);
	if (grown == NULL)
		return NULL;
	import->records = grown;
	grown += import->record_count++;
	*grown = (cb__import_record){.printed = "",
		.algorithm = "",
		.kind = "unknown",
		.operation = "",
		.text = "",
		.row = "",
		.rate = (double)NAN,
		.requested_s = (double)NAN,
		.reported_s = (double)NAN,
		.processes = 1,
		.run = import->run_count - 1,
		.line = import->line,
		.reason = "",
		.output = "",
		.semantics = ""};
	return grown;
}

void cb__import_remark(cb_import *import, const char *format, ...)
{
	cb_text line = CB_TEXT_INIT;
	va_list arguments;

	va_start(arguments, format);
	cb__text_vformat(&line, format, arguments);
	va_end(arguments);
	cb__text_add(&line, "\n");
	if (strstr(cb__text_string(&import->remarks), cb__text_string(&line)) == NULL)
		cb__text_add(&import->remarks, cb__text_string(&line));
	import->failed |= line.failed || import->remarks.failed;
	cb__text_done(&line);
}

void cb__import_doubt(
	cb_import *import, cb__import_record *record, cb_outcome outcome, const char *format, ...)
{
	char text[400];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	record->outcome = outcome;
	record->reason = cb__import_keep(import, text);
}

/* Back to before the text was read; what was kept of it is freed with the import. */
static void forget(cb_import *import, size_t records, size_t progress, size_t children)
{
	while (import->run_count > import->first_run)
		cb__text_done(&import->runs[--import->run_count].output);
	import->section_count = import->first_section;
	import->record_count = records;
	import->progress_count = progress;
	import->child_count = children;
}

static cb_status read_text(cb_import *import, const char *name, cb_text *text)
{
	size_t records = import->record_count, progress = import->progress_count;
	size_t children = import->child_count;
	const char *quote = cb__import_quote(name), *shown = cb__import_shown(name);
	char *lines = NULL, *untouched = cb__string_copy(cb__text_string(text));
	cb_status status = untouched == NULL ? CB_ENOMEM : cb__text_take(text, &lines);

	import->file = cb__import_keep(import, name);
	import->first_section = import->section_count;
	import->first_run = import->run_count;
	import->has_seen_header = 0;
	if (status == CB_OK && cb__import_section_new(import) != NULL)
		status = cb__import_read(import, lines);
	if (import->failed || status == CB_ENOMEM)
		status = cb__context_fail(import->ctx, CB_ENOMEM,
			"out of memory while reading %s%s%s", quote, shown, quote);
	else if (import->is_full)
		status = cb__context_fail(import->ctx, CB_EFORMAT,
			"%s%s%s has more than %d figures: no run of openssl speed prints so many",
			quote, shown, quote, CB__IMPORT_RECORDS);
	else if (import->record_count == records && import->progress_count == progress)
		status = cb__import_refuse(import, name, untouched);
	if (status != CB_OK)
		forget(import, records, progress, children);
	import->is_full = 0;
	import->text_count += status == CB_OK;
	cb_string_free(lines);
	free(untouched);
	return status;
}

cb_status cb_import_add(cb_import *import, const char *name, const char *text, size_t text_len)
{
	cb_text decoded = CB_TEXT_INIT;
	cb_status status = cb__import_check(import, name, text, text_len);

	if (status != CB_OK)
		return status;
	if (text_len > CB_IMPORT_TEXT_MAX)
		return cb__context_fail(import->ctx, CB_EFORMAT,
			"%s%s%s is longer than 64 MiB: no output of openssl speed is",
			cb__import_quote(name), cb__import_shown(name), cb__import_quote(name));
	status = cb__import_decode(&decoded, text, text_len);
	if (status == CB_OK)
		status = read_text(import, name, &decoded);
	cb__text_done(&decoded);
	return status;
}

cb_status cb_import_add_file(cb_import *import, const char *file)
{
	const char *path = strcmp(file, "-") == 0 ? "/dev/stdin" : file;
	cb_text text = CB_TEXT_INIT;
	cb_status status = cb__json_file_text(&text, import->ctx, path, CB_IMPORT_TEXT_MAX);

	if (status == CB_OK)
		status = cb_import_add(import, file, cb__text_string(&text), text.len);
	cb__text_done(&text);
	return status;
}

/* Headings with figures below them. */
static size_t count_machines(cb_import *import)
{
	size_t count = 0;

	for (size_t i = 0; i < import->record_count; i++) {
		cb__import_section *section =
			&import->sections[import->runs[import->records[i].run].section];

		count += !section->is_counted;
		section->is_counted = 1;
	}
	return count;
}

/* What was supplied and is not needed was meant for something. */
static cb_status check_use(cb_import *import)
{
	const cb__import_options *o = &import->options;
	size_t machines = count_machines(import);

	if (o->processes > 0 && !import->used_processes)
		return cb__context_fail(import->ctx, CB_EINVAL,
			"processes=%u supplies nothing: the text tells how many there were",
			(unsigned)o->processes);
	if (o->algorithm != NULL && !import->used_algorithm)
		return cb__context_fail(import->ctx, CB_EINVAL,
			"algorithm=%s supplies nothing: every row has a name", o->algorithm);
	if (import->cpu != NULL && machines > 1)
		return cb__context_fail(import->ctx, CB_EINVAL,
			"cpuinfo is of one machine, and the texts are about %zu: choose one of "
			"their"
			" headings with section",
			machines);
	if (o->size_count > 0 && !import->used_sizes)
		return cb__context_fail(import->ctx, CB_EINVAL,
			"sizes supply nothing: every row has a heading with its sizes");
	if (o->is_contended && !import->used_contended)
		return cb__context_fail(import->ctx, CB_EINVAL,
			"contended supplies nothing: no line of progress tells of user time that"
			" is less than half of what was asked for");
	return CB_OK;
}

/* A finished import is as before its first text. */
static void start_over(cb_import *import)
{
	import->first_section = import->first_run = 0;
	forget(import, 0, 0, 0);
	cb__text_clear(&import->remarks);
	import->subject_count = import->text_count = 0;
	import->is_cut = import->is_full = 0;
	import->used_processes = import->used_algorithm = import->used_sizes = 0;
	import->used_contended = 0;
}

static cb_status make(cb_import *import, cb_results **out)
{
	json_t *document;
	char *why = NULL;
	cb_status status = CB_ENOMEM;

	cb__import_tell_subjects(import);
	if (import->is_full)
		return cb__context_fail(import->ctx, CB_EFORMAT,
			"more figures or subjects than an import may have: import the texts one by"
			" one");
	document = import->failed ? NULL : cb__import_document(import);
	/* what was not kept would be missing in it */
	if (document != NULL && import->failed) {
		json_decref(document);
		document = NULL;
	}
	if (document != NULL)
		status = cb__results_from_document(out, document, &why);
	if (status == CB_ENOMEM)
		cb__context_fail(import->ctx, status, "out of memory while importing");
	else if (status != CB_OK)
		cb__context_fail(
			import->ctx, status, "%s", why != NULL ? why : cb_status_text(status));
	free(why);
	return status;
}

cb_status cb_import_finish(cb_import *import, cb_results **out)
{
	cb_status status;

	if (import->text_count == 0)
		return cb__context_fail(import->ctx, CB_EEMPTY, "there is no text to import");
	cb__import_close(import);
	cb__import_judge(import);
	status = check_use(import);
	if (status == CB_OK && import->record_count == 0)
		status = cb__context_fail(import->ctx, CB_EEMPTY,
			"no heading with figures below it matches \"%s\"",
			import->options.section != NULL ? import->options.section : "*");
	if (status == CB_OK)
		status = make(import, out);
	start_over(import);
	return status;
}

static cb_status finish(cb_import *import, cb_results **out, cb_status status)
{
	if (status == CB_OK)
		status = cb_import_finish(import, out);
	cb_import_free(import);
	return status;
}

cb_status cb_import_text(cb_results **out, cb_context *ctx, const char *text, size_t text_len)
{
	cb_import *import;
	cb_status status = cb_import_new(&import, ctx);

	if (status != CB_OK)
		return status;
	return finish(import, out, cb_import_add(import, "", text, text_len));
}

cb_status cb_import_load(cb_results **out, cb_context *ctx, const char *file)
{
	cb_import *import;
	cb_status status = cb_import_new(&import, ctx);

	if (status != CB_OK)
		return status;
	return finish(import, out, cb_import_add_file(import, file));
}
