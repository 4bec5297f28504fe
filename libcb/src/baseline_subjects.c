/* SPDX-License-Identifier: Apache-2.0 */
/* Which subjects a baseline measured, and with which libraries. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "baseline.h"
#include "context.h"
#include "document.h"
#include "plan.h"

static const char *text_of(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
}

static int is_text(const char *a, const char *b)
{
	return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static const json_t *find_subject(const json_t *subjects, const char *label)
{
	for (size_t i = 0; i < json_array_size(subjects); i++)
		if (is_text(text_of(json_array_get(subjects, i), "label"), label))
			return json_array_get(subjects, i);
	return NULL;
}

static const char *asked_library(const cb_plan *plan, const char *label)
{
	for (size_t i = 0; i < plan->subjects.count; i++)
		if (is_text(plan->subjects.rows[i].label, label))
			return plan->subjects.rows[i].library;
	return NULL;
}

static json_t *subject_to_json(const cb_plan *plan, const json_t *subject)
{
	const char *label = text_of(subject, "label");
	char sum[CB__BASELINE_SUM];
	if (cb__baseline_checksum(sum, subject) != CB_OK)
		return NULL;
	return json_pack("{s:s, s:o, s:o}", "label", label != NULL ? label : "", "library",
		cb__document_path(asked_library(plan, label)), "checksum",
		sum[0] != '\0' ? json_string(sum) : json_null());
}

json_t *cb__baseline_subjects(const cb_plan *plan, const json_t *results)
{
	const json_t *subjects = json_object_get(results, "subjects");
	json_t *list = json_array();
	for (size_t i = 0; i < json_array_size(subjects); i++) {
		json_t *made = subject_to_json(plan, json_array_get(subjects, i));
		if (json_array_append_new(list, made) == 0)
			continue;
		json_decref(list);
		return NULL;
	}
	return list;
}

static const json_t *latest_run(const json_t *baseline)
{
	const json_t *runs = json_object_get(baseline, "runs");
	size_t count = json_array_size(runs);
	return count > 0 ? json_array_get(runs, count - 1) : NULL;
}

/* `[LABEL@]BACKEND:ACCEL[=LIBRARY]` */
static void append_subject(cb_text *out, const json_t *subject, const char *library)
{
	const char *label = text_of(subject, "label");
	cb_text plain = CB_TEXT_INIT;
	cb__text_format(&plain, "%s:%s", text_of(subject, "backend"), text_of(subject, "accel"));
	if (label != NULL && strcmp(label, cb__text_string(&plain)) != 0)
		cb__text_format(out, "%s@", label);
	cb__text_add(out, cb__text_string(&plain));
	if (library != NULL)
		cb__text_format(out, "=%s", library);
	out->failed |= plain.failed;
	cb__text_done(&plain);
}

static cb_status add_subject(
	cb_plan *plan, const char *file, const json_t *subject, const char *library)
{
	if (library != NULL && access(library, F_OK) != 0)
		return cb__context_fail(plan->ctx, CB_ENOTFOUND,
			"\"%s\" measured the library \"%s\" for %s: %s; name today's with -s "
			"%s=LIBRARY",
			file, library, text_of(subject, "label"), strerror(errno),
			text_of(subject, "backend"));
	cb_text text = CB_TEXT_INIT;
	append_subject(&text, subject, library);
	cb_status status =
		text.failed ? CB_ENOMEM : cb_plan_add_subject(plan, cb__text_string(&text));
	cb__text_done(&text);
	return status;
}

cb_status cb__baseline_add_subjects(cb_plan *plan, const json_t *baseline, const char *file)
{
	const json_t *run = latest_run(baseline);
	const json_t *subjects = json_object_get(cb__baseline_latest(baseline), "subjects");
	const json_t *asked = json_object_get(run, "subjects");
	cb_status status = CB_OK;
	for (size_t i = 0; i < json_array_size(subjects) && status == CB_OK; i++) {
		const json_t *subject = json_array_get(subjects, i);
		const json_t *row = find_subject(asked, text_of(subject, "label"));
		const char *named = text_of(row, "library");
		char *library = cb__document_file(named);
		status = named != NULL && library == NULL
				 ? CB_ENOMEM
				 : add_subject(plan, file, subject, library);
		free(library);
	}
	return status;
}

/* What neither says is no difference. */
static int is_same_text(const json_t *before, const json_t *now, const char *name)
{
	const char *a = text_of(before, name);
	const char *b = text_of(now, name);
	return (a == NULL && b == NULL) || is_text(a, b);
}

static int is_known(const char *text)
{
	return text != NULL && text[0] != '\0' && strcmp(text, "unknown") != 0;
}

/* By its bytes; where they could not be read, by what it says of itself. */
static int is_same_library(const json_t *before, const json_t *now, const json_t *asked_before,
	const json_t *asked_now)
{
	const json_t *base = json_object_get(before, "library");
	const json_t *head = json_object_get(now, "library");
	if (!is_same_text(before, now, "label"))
		return 0;
	if (is_known(text_of(asked_before, "checksum")) && is_known(text_of(asked_now, "checksum")))
		return is_same_text(asked_before, asked_now, "checksum");
	return is_same_text(base, head, "version") && is_same_text(base, head, "build_id");
}

int cb__baseline_is_same(const json_t *baseline, const json_t *results, const json_t *subjects)
{
	const json_t *asked = json_object_get(latest_run(baseline), "subjects");
	const json_t *before = json_object_get(cb__baseline_latest(baseline), "subjects");
	const json_t *now = json_object_get(results, "subjects");
	int same = json_array_size(before) == json_array_size(now);
	for (size_t i = 0; i < json_array_size(now) && same; i++) {
		const char *label = text_of(json_array_get(now, i), "label");
		same = is_same_library(json_array_get(before, i), json_array_get(now, i),
			find_subject(asked, label), find_subject(subjects, label));
	}
	return same;
}
