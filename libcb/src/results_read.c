/* SPDX-License-Identifier: Apache-2.0 */
/* From a document to results: every member that libcb relies on is checked here, once. */
#include "results.h"

#include <stdlib.h>
#include <string.h>

#include "json_file.h"
#include "json_text.h"
#include "reading.h"
#include "results_fields.h"
#include "text.h"

static const char *const sample_names[] = {
	"launch", "round", "ops", "wall_ns", "cpu_ns", "switches", "clock_hz"};

static cb_status find_list(const json_t **ret_list, size_t *ret_count, cb__fault *fault,
	const json_t *holder, const char *name)
{
	const json_t *list = json_object_get(holder, name);

	cb__fault_at(fault, "%s", name);
	if (list != NULL && !json_is_array(list))
		return cb__fault_set(fault, ": not a list");
	*ret_list = list;
	*ret_count = json_array_size(list);
	return CB_OK;
}

static cb_status check_type(
	cb__fault *fault, const json_t *document, const char *name, json_type type, int required)
{
	const json_t *value = json_object_get(document, name);

	cb__fault_at(fault, "%s", name);
	if (value == NULL && required)
		return cb__fault_set(fault, ": missing");
	if (value != NULL && json_typeof(value) != type)
		return cb__fault_set(
			fault, ": not %s", type == JSON_OBJECT ? "an object" : "a list");
	return CB_OK;
}

static cb_status read_head(cb_results *results, cb__fault *fault)
{
	const json_t *document = results->document;
	cb_status status = cb__reading_schema(fault, document, CB__RESULTS_SCHEMA);

	if (status == CB_OK)
		status = check_type(fault, document, "tool", JSON_OBJECT, 0);
	if (status == CB_OK)
		status = check_type(fault, document, "environment", JSON_OBJECT, 0);
	if (status == CB_OK)
		status = check_type(fault, document, "subjects", JSON_ARRAY, 1);
	if (status == CB_OK)
		status = check_type(fault, document, "cells", JSON_ARRAY, 1);
	if (status == CB_OK)
		status = cb__reading_bool(&results->complete, fault, document, "complete");
	return status;
}

static const cb_subject *find_subject(const cb_results *results, const char *label)
{
	for (size_t i = 0; label != NULL && i < results->subject_count; i++)
		if (results->subjects[i].label != NULL &&
			strcmp(results->subjects[i].label, label) == 0)
			return &results->subjects[i];
	return NULL;
}

static cb_status read_subjects(cb_results *results, cb__fault *fault)
{
	return cb__reading_subjects(
		&results->subjects, &results->subject_count, fault, results->document);
}

static cb_status check_sample_list(cb__fault *fault, const json_t *list, const char *name)
{
	size_t index;
	const json_t *value;

	if (!json_is_array(list))
		return cb__fault_set(fault, ".%s: not a list", name);
	json_array_foreach(list, index, value)
	{
		const char *complaint = cb__field_complain_real(value);

		/* A reading of the clock may be unknown. */
		if (complaint != NULL && !(json_is_null(value) && strcmp(name, "clock_hz") == 0))
			return cb__fault_set(fault, ".%s[%zu]: %s", name, index, complaint);
	}
	return CB_OK;
}

static cb_status check_samples(cb__fault *fault, const json_t *samples, size_t cell)
{
	const json_t *first = NULL;

	cb__fault_at(fault, "cells[%zu].samples", cell);
	if (samples != NULL && !json_is_object(samples))
		return cb__fault_set(fault, ": not an object");
	for (size_t i = 0; i < sizeof sample_names / sizeof sample_names[0]; i++) {
		const json_t *list = json_object_get(samples, sample_names[i]);

		if (list == NULL)
			continue;
		if (check_sample_list(fault, list, sample_names[i]) != CB_OK)
			return CB_EFORMAT;
		/* The clock was not read at all. */
		if (strcmp(sample_names[i], "clock_hz") == 0 && json_array_size(list) == 0)
			continue;
		first = first == NULL ? list : first;
		if (json_array_size(list) != json_array_size(first))
			return cb__fault_set(fault, ".%s: has %zu values where others have %zu",
				sample_names[i], json_array_size(list), json_array_size(first));
	}
	return CB_OK;
}

/* The confidence of the interval is in the document only. */
static cb_status check_level(cb__fault *fault, const json_t *summary)
{
	const json_t *level = json_object_get(summary, "ci95_level");

	if (level == NULL || json_is_null(level))
		return CB_OK;
	if (cb__field_complain_real(level) != NULL || json_number_value(level) > 1)
		return cb__fault_set(fault, ".ci95_level: not between 0 and 1");
	return CB_OK;
}

/* @p name is "summary" or "doubtful". */
static cb_status read_summary(
	cb_summary *summary, cb__fault *fault, const json_t *json, const char *name, size_t index)
{
	cb_status status;

	cb__fault_at(fault, "cells[%zu].%s", index, name);
	if (json == NULL)
		return cb__fault_set(fault, ": missing, though the cell was measured");
	status = cb__fields_read(summary, fault, json, &cb__summary_fields);
	if (status == CB_OK)
		status = check_level(fault, json);
	if (status != CB_OK)
		return status;
	/* Comparisons with an unknown bound, which is NaN, are false. */
	if (summary->ci95_low_ns > summary->median_ns || summary->ci95_high_ns < summary->median_ns)
		return cb__fault_set(fault, ".median_ns: outside its own interval");
	if (summary->cpu_ci95_low_ns > summary->cpu_ci95_high_ns)
		return cb__fault_set(fault, ".cpu_ci95_low_ns: above cpu_ci95_high_ns");
	return CB_OK;
}

/* The figures of a cell, whether they can be trusted or not. */
static cb_status read_figures(
	cb_results *results, cb__fault *fault, const json_t *object, size_t index)
{
	cb_cell *cell = &results->cells[index];
	const json_t *summary = json_object_get(object, "summary");
	const json_t *doubtful = json_object_get(object, "doubtful");
	cb_status status;

	if (cell->outcome == CB_OUTCOME_MEASURED) {
		status = read_summary(&results->summaries[index], fault, summary, "summary", index);
		cell->summary = status == CB_OK ? &results->summaries[index] : NULL;
		return status;
	}
	if (doubtful == NULL || json_is_null(doubtful))
		return CB_OK;
	status = read_summary(&results->summaries[index], fault, doubtful, "doubtful", index);
	cell->doubtful = status == CB_OK ? &results->summaries[index] : NULL;
	return status;
}

static cb_status read_cell(
	cb_results *results, cb__fault *fault, const json_t *object, size_t index)
{
	cb_cell *cell = &results->cells[index];
	cb_status status;

	cb__fault_at(fault, "cells[%zu]", index);
	status = cb__fields_read(cell, fault, object, &cb__cell_fields);
	if (status == CB_OK)
		status = cb__reading_subject(
			&cell->subject, fault, object, results->subjects, results->subject_count);
	if (status == CB_OK)
		status = cb__reading_id(results->index, fault, cell->id, index);
	if (status == CB_OK)
		status = read_figures(results, fault, object, index);
	if (status == CB_OK)
		status = check_samples(fault, json_object_get(object, "samples"), index);
	return status;
}

static cb_status read_cells(cb_results *results, cb__fault *fault)
{
	const json_t *list = NULL;
	cb_status status =
		find_list(&list, &results->cell_count, fault, results->document, "cells");

	if (status != CB_OK)
		return status;
	results->cells = cb__reading_records(results->cell_count, sizeof *results->cells);
	results->summaries = cb__reading_records(results->cell_count, sizeof *results->summaries);
	results->index = json_object();
	if (results->cells == NULL || results->summaries == NULL || results->index == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; status == CB_OK && i < results->cell_count; i++)
		status = read_cell(results, fault, json_array_get(list, i), i);
	return status;
}

/* Whoever stands for another must exist; only now, since it may come later in its list. */
static cb_status check_stand_ins(cb_results *results, cb__fault *fault)
{
	for (size_t i = 0; i < results->subject_count; i++) {
		const char *label = results->subjects[i].same_as;

		cb__fault_at(fault, "subjects[%zu]", i);
		if (label[0] != '\0' && find_subject(results, label) == NULL)
			return cb__fault_set(fault, ".same_as: no subject \"%s\"", label);
	}
	for (size_t i = 0; i < results->cell_count; i++) {
		const char *id = results->cells[i].same_as;

		cb__fault_at(fault, "cells[%zu]", i);
		if (id[0] != '\0' && cb_results_find(results, id) == NULL)
			return cb__fault_set(fault, ".same_as: no cell \"%s\"", id);
	}
	return CB_OK;
}

static cb_status link_cell(const cb_cell **ret_cell, cb__fault *fault, const cb_results *results,
	const json_t *ratio, const char *side)
{
	const char *id = json_string_value(json_object_get(ratio, side));

	if (id == NULL)
		return cb__fault_set(fault, ".%s: missing or not a text", side);
	*ret_cell = cb_results_find(results, id);
	if (*ret_cell == NULL)
		return cb__fault_set(fault, ".%s: no cell \"%s\"", side, id);
	return CB_OK;
}

static cb_status read_ratio(
	cb_results *results, cb__fault *fault, const json_t *object, size_t index)
{
	cb_ratio *ratio = &results->ratios[index];
	cb_status status;

	cb__fault_at(fault, "ratios[%zu]", index);
	status = cb__fields_read(ratio, fault, object, &cb__ratio_fields);
	if (status == CB_OK)
		status = link_cell(&ratio->a, fault, results, object, "a");
	if (status == CB_OK)
		status = link_cell(&ratio->b, fault, results, object, "b");
	if (status == CB_OK && (ratio->ci95_low > ratio->ratio || ratio->ci95_high < ratio->ratio))
		status = cb__fault_set(fault, ".ratio: outside its own interval");
	return status;
}

static cb_status read_ratios(cb_results *results, cb__fault *fault)
{
	const json_t *list = NULL;
	cb_status status =
		find_list(&list, &results->ratio_count, fault, results->document, "ratios");

	if (status != CB_OK)
		return status;
	results->ratios = cb__reading_records(results->ratio_count, sizeof *results->ratios);
	if (results->ratios == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; status == CB_OK && i < results->ratio_count; i++)
		status = read_ratio(results, fault, json_array_get(list, i), i);
	return status == CB_OK ? cb__results_sort_ratios(results) : status;
}

/* Steps of all fits are in one list; @p ret_used counts those that were read. */
static cb_status read_steps(
	cb_results *results, size_t *ret_used, cb__fault *fault, const json_t *object, size_t index)
{
	const json_t *list = json_object_get(object, "steps");
	cb_fit *fit = &results->fits[index];
	cb_status status = CB_OK;

	if (list != NULL && !json_is_array(list))
		return cb__fault_set(fault, ".steps: not a list");
	fit->steps = results->steps + *ret_used;
	fit->step_count = json_array_size(list);
	for (size_t i = 0; status == CB_OK && i < fit->step_count; i++) {
		cb__fault_at(fault, "fits[%zu].steps[%zu]", index, i);
		status = cb__fields_read(&results->steps[(*ret_used)++], fault,
			json_array_get(list, i), &cb__fit_step_fields);
	}
	return status;
}

static cb_status check_fit(cb__fault *fault, const cb_fit *fit)
{
	/* Comparisons with an unknown bound, which is NaN, are false. */
	if (fit->fixed_ci95_low_ns > fit->fixed_ns || fit->fixed_ci95_high_ns < fit->fixed_ns)
		return cb__fault_set(fault, ".fixed_ns: outside its own interval");
	if (fit->ns_per_byte_ci95_low > fit->ns_per_byte ||
		fit->ns_per_byte_ci95_high < fit->ns_per_byte)
		return cb__fault_set(fault, ".ns_per_byte: outside its own interval");
	if (fit->ci95_level > 1)
		return cb__fault_set(fault, ".ci95_level: not between 0 and 1");
	if (fit->size_min > fit->size_max)
		return cb__fault_set(fault, ".size_min: above size_max");
	return CB_OK;
}

static cb_status read_fit(
	cb_results *results, size_t *ret_used, cb__fault *fault, const json_t *object, size_t index)
{
	cb_fit *fit = &results->fits[index];
	cb_status status;

	cb__fault_at(fault, "fits[%zu]", index);
	status = cb__fields_read(fit, fault, object, &cb__fit_fields);
	if (status == CB_OK)
		status = check_fit(fault, fit);
	if (status == CB_OK)
		status = cb__reading_subject(
			&fit->subject, fault, object, results->subjects, results->subject_count);
	if (status == CB_OK)
		status = read_steps(results, ret_used, fault, object, index);
	return status;
}

static cb_status read_fits(cb_results *results, cb__fault *fault)
{
	const json_t *list = NULL, *object;
	size_t index, steps = 0, used = 0;
	cb_status status = find_list(&list, &results->fit_count, fault, results->document, "fits");

	if (status != CB_OK)
		return status;
	json_array_foreach(list, index, object)
	{
		steps += json_array_size(json_object_get(object, "steps"));
	}
	results->fits = cb__reading_records(results->fit_count, sizeof *results->fits);
	results->steps = cb__reading_records(steps, sizeof *results->steps);
	if (results->fits == NULL || results->steps == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; status == CB_OK && i < results->fit_count; i++)
		status = read_fit(results, &used, fault, json_array_get(list, i), i);
	return status;
}

static cb_status read_warnings(cb_results *results, cb__fault *fault)
{
	const json_t *environment = json_object_get(results->document, "environment");
	const json_t *list = NULL;
	cb_status status =
		find_list(&list, &results->warning_count, fault, environment, "warnings");

	if (status != CB_OK)
		return status;
	results->warnings = cb__reading_records(results->warning_count, sizeof *results->warnings);
	if (results->warnings == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; status == CB_OK && i < results->warning_count; i++) {
		cb__fault_at(fault, "environment.warnings[%zu]", i);
		status = cb__fields_read(
			&results->warnings[i], fault, json_array_get(list, i), &cb__warning_fields);
	}
	return status;
}

static int is_failure(const cb_results *results, const cb_cell *cell)
{
	const json_t *subjects = json_object_get(results->document, "subjects");
	size_t subject = (size_t)(cell->subject - results->subjects);

	switch (cell->outcome) {
	case CB_OUTCOME_MISMATCH:
	case CB_OUTCOME_FAILED:
	case CB_OUTCOME_CRASHED:
	case CB_OUTCOME_TIMED_OUT:
		return 1;
	case CB_OUTCOME_UNPROVEN:
		return json_is_true(json_object_get(json_array_get(subjects, subject), "asked"));
	default:
		return 0;
	}
}

static cb_status read_document(cb_results *results, cb__fault *fault)
{
	static cb_status (*const steps[])(cb_results *, cb__fault *) = {read_head, read_subjects,
		read_cells, check_stand_ins, read_ratios, read_fits, read_warnings};
	cb_status status = CB_OK;

	for (size_t i = 0; status == CB_OK && i < sizeof steps / sizeof steps[0]; i++)
		status = steps[i](results, fault);
	for (size_t i = 0; status == CB_OK && i < results->cell_count; i++)
		results->failed |= is_failure(results, &results->cells[i]);
	return status;
}

cb_status cb__results_read(cb_results **out, json_t *document, cb__fault *fault)
{
	cb_results *results = calloc(1, sizeof *results);
	cb_status status = CB_ENOMEM;

	if (results == NULL) {
		json_decref(document);
	} else {
		results->document = document;
		status = read_document(results, fault);
	}
	if (status == CB_OK)
		*out = results;
	else
		cb_results_free(results);
	return status;
}

cb_status cb__results_from_document(cb_results **out, json_t *document, char **ret_why)
{
	cb__fault fault = {0};
	cb_status status = cb__results_read(out, document, &fault);

	if (ret_why != NULL)
		*ret_why = status == CB_EFORMAT ? cb__string_copy(fault.why) : NULL;
	return status;
}

/* Takes @p document; @p name is as for cb__json_parse(). */
static cb_status accept(cb_results **out, cb_context *ctx, const char *name, json_t *document)
{
	cb__fault fault = {0};
	cb_status status = cb__results_read(out, document, &fault);

	return cb__reading_end(ctx, status, name, &fault);
}

cb_status cb_results_from_json(cb_results **out, cb_context *ctx, const char *text, size_t text_len)
{
	json_t *document;
	cb_status status = cb__json_parse(&document, ctx, NULL, text, text_len);

	return status == CB_OK ? accept(out, ctx, NULL, document) : status;
}

cb_status cb_results_load(cb_results **out, cb_context *ctx, const char *file)
{
	json_t *document;
	cb_status status = cb__json_file_read(&document, ctx, file, CB__JSON_FILE_MAX);

	return status == CB_OK ? accept(out, ctx, file, document) : status;
}
