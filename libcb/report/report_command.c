/* SPDX-License-Identifier: Apache-2.0 */
/* The command that measures the same again, from what a document says was asked for. */
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cb/plan.h>
#include <jansson.h>

#include "results.h"

/* What needs no quotes in any shell. */
static const char plain[] =
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";

static void add_word(cb_text *out, const char *word)
{
	if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
		cb__text_add(out, word);
		return;
	}
	cb__text_add(out, "'");
	for (; *word != '\0'; word++)
		if (*word == '\'')
			cb__text_add(out, "'\\''");
		else
			cb__text_append(out, word, 1);
	cb__text_add(out, "'");
}

static void add_number(cb_text *out, const json_t *value)
{
	double number = json_number_value(value);
	char *text;

	if (fabs(number) < 1e15 && number == floor(number)) {
		cb__text_format(out, "%lld", (long long)number);
		return;
	}
	text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(10));
	cb__text_add(out, text != NULL ? text : "");
	out->failed |= text == NULL;
	free(text);
}

/* As an option takes it: lists are joined by commas; nothing for null. */
static void add_value(cb_text *out, const json_t *value)
{
	const json_t *item;
	size_t i;

	if (json_is_string(value))
		cb__text_add(out, json_string_value(value));
	else if (json_is_number(value))
		add_number(out, value);
	else if (json_is_true(value))
		cb__text_add(out, "1");
	json_array_foreach(value, i, item)
	{
		cb__text_add(out, i > 0 ? "," : "");
		if (json_is_string(item))
			cb__text_add(out, json_string_value(item));
		else
			add_number(out, item);
	}
}

/* What was asked for under the name of an option: "time-limit" is "time_limit". */
static const json_t *find_value(const json_t *tool, const char *name)
{
	const json_t *options = json_object_get(tool, "options"), *found;
	char member[64];
	size_t len = strlen(name);

	if (len >= sizeof member)
		return NULL;
	for (size_t i = 0; i <= len; i++)
		member[i] = name[i] == '-' ? '_' : name[i];
	found = json_object_get(options, member);
	return found != NULL ? found : json_object_get(tool, name);
}

static void add_option(cb_text *out, const json_t *tool, const cb_option *option)
{
	cb_text value = CB_TEXT_INIT;
	const char *text;

	add_value(&value, find_value(tool, option->name));
	text = cb__text_string(&value);
	if (text[0] != '\0' && strcmp(text, option->fallback) != 0 &&
		strcmp(text, "unknown") != 0) {
		cb__text_format(out, " --%s", option->name);
		if (option->argument != NULL) {
			cb__text_add(out, " ");
			add_word(out, text);
		}
	}
	out->failed |= value.failed;
	cb__text_done(&value);
}

/* Whether the label is not the one that a subject has unasked. */
static int is_labelled(const cb_subject *subject)
{
	size_t len = strlen(subject->backend);

	return strncmp(subject->label, subject->backend, len) != 0 || subject->label[len] != ':' ||
	       strcmp(subject->label + len + 1, cb_accel_name(subject->accel)) != 0;
}

/* Subjects are named unless they are those of a run that names none: every mode of each backend. */
static int are_usual(const cb_results *results)
{
	const cb_subject *subject;
	size_t backends = 0, count = 0;

	for (; (subject = cb_results_subject_at(results, count)) != NULL; count++) {
		if (is_labelled(subject))
			return 0;
		backends += subject->accel == CB_ACCEL_ON;
	}
	return count == backends * CB_ACCEL_COUNT;
}

static void add_subject(cb_text *out, const cb_subject *subject)
{
	cb_text word = CB_TEXT_INIT;

	if (is_labelled(subject))
		cb__text_format(&word, "%s@", subject->label);
	cb__text_format(&word, "%s:%s", subject->backend, cb_accel_name(subject->accel));
	if (is_labelled(subject))
		cb__text_format(&word, "=%s", subject->file);
	cb__text_add(out, " -s ");
	add_word(out, cb__text_string(&word));
	out->failed |= word.failed;
	cb__text_done(&word);
}

void cb__report_command(cb_text *out, const cb_results *results)
{
	const json_t *tool = json_object_get(cb__results_document(results), "tool");
	const cb_subject *subject;
	const cb_option *option;

	/* what others measured cannot be measured again here */
	if (!json_is_object(json_object_get(tool, "options")) || cb__results_is_import(results))
		return;
	cb__text_add(out, "cbench run");
	if (!are_usual(results))
		for (size_t i = 0; (subject = cb_results_subject_at(results, i)) != NULL; i++)
			if ((unsigned)subject->accel < CB_ACCEL_COUNT)
				add_subject(out, subject);
	for (size_t i = 0; (option = cb_option_at(i)) != NULL; i++)
		if (option->uses & CB_USED_BY_RUN)
			add_option(out, tool, option);
}
