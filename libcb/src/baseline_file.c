/* SPDX-License-Identifier: Apache-2.0 */
/* The document: reading, runs, drift, what differs. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#include "baseline.h"
#include "context.h"
#include "document.h"
#include "json_file.h"
#include "json_text.h"
#include "results.h"
#include "schema.h"

static const char *const compared[] = {
#define FIELD(path) path,
#include "baseline_fields.def"
#undef FIELD
};

json_t *cb__baseline_new(void)
{
	return json_pack("{s:s, s:o, s:[], s:{}, s:[]}", "schema", CB__BASELINE_SCHEMA, "created",
		cb__document_now(), "runs", "drift", "libraries");
}

/* A run's results are checked as any results are. */
static cb_status check_run(cb_context *ctx, const char *file, size_t index, json_t *run)
{
	json_t *document = json_object_get(run, "results");
	cb_results *results = NULL;
	char *why = NULL;
	cb_status status = CB_EFORMAT;
	if (json_is_object(document))
		status = cb__results_from_document(&results, json_incref(document), &why);
	if (status == CB_EFORMAT)
		cb__context_fail(ctx, status, "%s: runs[%zu].results: %s", file, index,
			why != NULL ? why : "not an object");
	cb_results_free(results);
	free(why);
	return status;
}

/* What may be left out, but not be something else. */
static cb_status check_type(
	cb_context *ctx, const char *file, const json_t *baseline, const char *name, json_type type)
{
	const json_t *value = json_object_get(baseline, name);
	if (value == NULL || json_typeof(value) == type)
		return CB_OK;
	return cb__context_fail(ctx, CB_EFORMAT, "%s: %s: not %s", file, name,
		type == JSON_OBJECT ? "an object" : "a list");
}

static cb_status check(cb_context *ctx, const char *file, const json_t *baseline)
{
	const char *schema = json_string_value(json_object_get(baseline, "schema"));
	const json_t *runs = json_object_get(baseline, "runs");
	if (schema == NULL || strcmp(schema, CB__BASELINE_SCHEMA) != 0) {
		char why[CB__SCHEMA_TEXT];
		cb__schema_refuse(why, schema, CB__BASELINE_SCHEMA);
		return cb__context_fail(ctx, CB_EFORMAT,
			"%s: no baseline: schema: %s; --save-baseline makes one", file, why);
	}
	if (!json_is_array(runs) || json_array_size(runs) == 0)
		return cb__context_fail(
			ctx, CB_EFORMAT, "%s: runs: missing, or an empty list", file);
	cb_status status = check_type(ctx, file, baseline, "drift", JSON_OBJECT);
	if (status == CB_OK)
		status = check_type(ctx, file, baseline, "libraries", JSON_ARRAY);
	if (status == CB_OK)
		status = cb__baseline_check_libraries(baseline, ctx, file);
	for (size_t i = 0; i < json_array_size(runs) && status == CB_OK; i++)
		status = check_run(ctx, file, i, json_array_get(runs, i));
	return status;
}

static int is_empty(const char *file)
{
	struct stat info;
	return stat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 0;
}

cb_status cb__baseline_load(json_t **out, cb_context *ctx, const char *file)
{
	json_t *baseline = NULL;
	*out = NULL;
	if (access(file, F_OK) != 0 && errno == ENOENT)
		return CB_OK;
	if (is_empty(file))
		return cb__context_fail(ctx, CB_EFORMAT,
			"\"%s\" is empty: remove it, and make a baseline with --save-baseline",
			file);
	cb_status status = cb__json_file_read(&baseline, ctx, file, CB__JSON_FILE_MAX);
	if (status == CB_OK)
		status = check(ctx, file, baseline);
	if (status == CB_OK)
		*out = baseline;
	else
		json_decref(baseline);
	return status;
}

json_t *cb__baseline_reference(const json_t *baseline)
{
	const json_t *runs = json_object_get(baseline, "runs");
	size_t count = json_array_size(runs);
	size_t first = count;
	json_t *list = json_array();
	while (first > 0 && (first == count || !json_is_string(json_object_get(
						       json_array_get(runs, first), "accepted"))))
		first--;
	for (size_t i = first; i < count && list != NULL; i++)
		json_array_append(list, json_array_get(runs, i));
	return list;
}

const json_t *cb__baseline_latest(const json_t *baseline)
{
	const json_t *runs = json_object_get(baseline, "runs");
	size_t count = json_array_size(runs);
	return count > 0 ? json_object_get(json_array_get(runs, count - 1), "results") : NULL;
}

cb_status cb__baseline_add(
	json_t *baseline, const json_t *results, const json_t *subjects, const char *reason)
{
	json_t *run = json_pack("{s:o, s:o, s:o, s:o}", "saved", cb__document_now(), "accepted",
		reason != NULL ? json_string(reason) : json_null(), "subjects",
		subjects != NULL ? json_deep_copy(subjects) : json_array(), "results",
		json_deep_copy(results));
	return json_array_append_new(json_object_get(baseline, "runs"), run) == 0 ? CB_OK
										  : CB_ENOMEM;
}

/* What was not measured well, or not judged, says nothing of what was lost. */
static int has_drift(const cb_judged *cell)
{
	return cell->verdict != CB_VERDICT_NOISY && cell->verdict != CB_VERDICT_SUSPECT &&
	       cell->verdict != CB_VERDICT_BROKEN && cell->verdict != CB_VERDICT_INCOMPARABLE &&
	       isfinite(cell->loss_percent) && cell->loss_percent < 100;
}

static int is_faulty(const cb_gate *gate)
{
	for (size_t i = 0; i < cb_gate_note_count(gate); i++)
		if (cb_gate_note_at(gate, i)->is_fault)
			return 1;
	return 0;
}

cb_status cb__baseline_drift(json_t *baseline, const cb_gate *gate)
{
	json_t *drift = json_object_get(baseline, "drift");
	if (drift == NULL && json_object_set_new(baseline, "drift", json_object()) != 0)
		return CB_ENOMEM;
	drift = json_object_get(baseline, "drift");
	size_t count = is_faulty(gate) ? 0 : cb_gate_count(gate);
	for (size_t i = 0; i < count; i++) {
		const cb_judged *cell = cb_gate_at(gate, i);
		if (!has_drift(cell))
			continue;
		double before = json_number_value(json_object_get(drift, cell->id));
		double total = before - log1p(-cell->loss_percent / 100);
		if (json_object_set_new(drift, cell->id, json_real(total)) != 0)
			return CB_ENOMEM;
	}
	return CB_OK;
}

static json_t *shown(const json_t *value)
{
	if (json_is_string(value))
		return json_string(json_string_value(value));
	char *text = value != NULL ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
	json_t *made = json_string(text != NULL ? text : "unknown");
	free(text);
	return made;
}

/* Which of the features, instead of all of them. */
static json_t *differing_members(const json_t *a, const json_t *b)
{
	json_t *left = json_object();
	const char *name;
	json_t *value;
	json_object_foreach((json_t *)(uintptr_t)a, name, value)
	{
		if (!json_equal(value, json_object_get(b, name)))
			json_object_set(left, name, value);
	}
	return left;
}

static json_t *difference(const char *path, const json_t *base, const json_t *head)
{
	if (!json_is_object(base) || !json_is_object(head))
		return json_pack(
			"{s:s, s:o, s:o}", "field", path, "base", shown(base), "head", shown(head));
	json_t *left = differing_members(base, head);
	json_t *right = differing_members(head, base);
	json_t *made = json_pack(
		"{s:s, s:o, s:o}", "field", path, "base", shown(left), "head", shown(right));
	json_decref(left);
	json_decref(right);
	return made;
}

/* A build without optimisation adds to short operations. */
static int is_debug_build(const json_t *document)
{
	const json_t *warnings = cb__json_at(document, "environment.warnings");
	for (size_t i = 0; i < json_array_size(warnings); i++) {
		const char *id =
			json_string_value(json_object_get(json_array_get(warnings, i), "id"));
		if (id != NULL && strcmp(id, "debug-build") == 0)
			return 1;
	}
	return 0;
}

/* What neither document has does not differ. */
static int is_same(const json_t *before, const json_t *now)
{
	return (before == NULL && now == NULL) || json_equal(before, now);
}

json_t *cb__baseline_differences(const json_t *base, const json_t *head)
{
	json_t *list = json_array();
	for (size_t i = 0; i < sizeof compared / sizeof *compared && list != NULL; i++) {
		const json_t *before = cb__json_at(base, compared[i]);
		const json_t *now = cb__json_at(head, compared[i]);
		if (!is_same(before, now))
			json_array_append_new(list, difference(compared[i], before, now));
	}
	if (list != NULL && is_debug_build(base) != is_debug_build(head))
		json_array_append_new(
			list, json_pack("{s:s, s:s, s:s}", "field", "build of libcb", "base",
				      is_debug_build(base) ? "debug" : "optimised", "head",
				      is_debug_build(head) ? "debug" : "optimised"));
	return list;
}
