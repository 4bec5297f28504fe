/* SPDX-License-Identifier: Apache-2.0 */
/* What is made of results: of those that others published, advice, findings, and a page of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

struct bridge_documents {
	const cb_results **items;
	size_t count;
};

/* Freed before its context. */
struct bridge_import {
	cb_context *ctx;
	cb_import *import;
};

/* Likewise. */
struct bridge_profile {
	cb_context *ctx;
	cb_profile *profile;
};

bridge_documents *bridge_documents_new(bridge_error *error)
{
	bridge_documents *documents = calloc(1, sizeof *documents);
	if (documents == NULL)
		bridge__fail(error, CB_ENOMEM, NULL);
	return documents;
}

void bridge_documents_free(bridge_documents *documents)
{
	if (documents == NULL)
		return;
	free(documents->items);
	free(documents);
}

void bridge_documents_add(
	bridge_documents *documents, const cb_results *results, bridge_error *error)
{
	size_t size = (documents->count + 1) * sizeof *documents->items;
	if (!bridge__is_there(results, error))
		return;
	const cb_results **items = realloc(documents->items, size);
	if (items == NULL) {
		bridge__fail(error, CB_ENOMEM, NULL);
		return;
	}
	items[documents->count++] = results;
	documents->items = items;
}

bridge_import *bridge_import_new(const bridge_pairs *options, bridge_error *error)
{
	bridge_import *import = calloc(1, sizeof *import);
	if (import == NULL)
		bridge__fail(error, CB_ENOMEM, NULL);
	else
		import->ctx = bridge__scratch(error);
	if (import == NULL || import->ctx == NULL) {
		free(import);
		return NULL;
	}
	cb_status status = cb_import_new(&import->import, import->ctx);
	for (size_t i = 0; i < options->count && status == CB_OK; i++)
		status = cb_import_set(import->import, options->names[i], options->values[i]);
	bridge__take_error(error, status, import->ctx);
	if (status == CB_OK)
		return import;
	bridge_import_free(import);
	return NULL;
}

void bridge_import_free(bridge_import *import)
{
	if (import == NULL)
		return;
	cb_import_free(import->import);
	cb_context_free(import->ctx);
	free(import);
}

void bridge_import_add(
	bridge_import *import, const char *name, bridge_bytes text, bridge_error *error)
{
	if (bridge__has(name, "name", error) && bridge__has(text.data, "text", error))
		bridge__take_error(error, cb_import_add(import->import, name, text.data, text.size),
			import->ctx);
}

void bridge_import_add_file(bridge_import *import, const char *file, bridge_error *error)
{
	if (bridge__has(file, "file", error))
		bridge__take_error(error, cb_import_add_file(import->import, file), import->ctx);
}

cb_results *bridge_import_finish(bridge_import *import, bridge_error *error)
{
	cb_results *results = NULL;
	bridge__take_error(error, cb_import_finish(import->import, &results), import->ctx);
	return results;
}

cb_findings *bridge_findings(const cb_results *results, bridge_error *error)
{
	cb_findings *findings = NULL;
	cb_context *ctx = bridge__is_there(results, error) ? bridge__scratch(error) : NULL;
	if (ctx == NULL)
		return NULL;
	bridge__take_error(error, cb_findings_new(&findings, ctx, results), ctx);
	cb_context_free(ctx);
	return findings;
}

const char *bridge_finding_field(const cb_findings *findings, size_t index, const char *name)
{
	const cb_finding *finding = cb_findings_at(findings, index);
	if (finding == NULL || name == NULL)
		return NULL;
	const struct {
		const char *name;
		const char *value;
	} fields[] = {
		{"id", finding->id},
		{"text", finding->text},
		{"subject", finding->subject->label},
		{"algorithm", finding->algorithm},
		{"operation", finding->operation},
		{"evidence", finding->evidence},
	};
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
		if (strcmp(fields[i].name, name) == 0)
			return fields[i].value;
	return NULL;
}

static cb_status find_profile(cb_profile **out, cb_context *ctx, const char *name, const char *text)
{
	if (text != NULL)
		return cb_profile_parse(out, ctx, name, text);
	return cb_profile_find(out, ctx, name);
}

bridge_profile *bridge_profile_new(const char *name, const char *text, bridge_error *error)
{
	bridge_profile *profile =
		bridge__has(name, "name", error) ? calloc(1, sizeof *profile) : NULL;
	if (profile == NULL && error->status == CB_OK)
		bridge__fail(error, CB_ENOMEM, NULL);
	else if (profile != NULL)
		profile->ctx = bridge__scratch(error);
	if (profile == NULL || profile->ctx == NULL) {
		free(profile);
		return NULL;
	}
	cb_status status = find_profile(&profile->profile, profile->ctx, name, text);
	bridge__take_error(error, status, profile->ctx);
	if (status == CB_OK)
		return profile;
	bridge_profile_free(profile);
	return NULL;
}

void bridge_profile_free(bridge_profile *profile)
{
	if (profile == NULL)
		return;
	cb_profile_free(profile->profile);
	cb_context_free(profile->ctx);
	free(profile);
}

const cb_profile *bridge_profile_get(const bridge_profile *profile)
{
	return profile->profile;
}

/* Before a minute is spent on measuring. */
static int is_mode(const char *accel, bridge_error *error)
{
	char message[128];
	if (accel == NULL || cb_accel_find(accel) != CB_ACCEL_COUNT)
		return 1;
	snprintf(message, sizeof message, "\"%.40s\" is not a mode: on, nocrypto or off", accel);
	bridge__fail(error, CB_EINVAL, message);
	return 0;
}

#define OWN_OPTIONS 2

/* What cbench advise sets, too; what is given comes later and counts more. A mode that was asked
 * for is measured beside those that the profile wants. */
static size_t put_own(
	const char *names[OWN_OPTIONS], const char *values[OWN_OPTIONS], const char *accel)
{
	size_t count = 0;
	names[count] = "budget";
	values[count++] = CB_ADVISE_BUDGET;
	if (accel == NULL || cb_accel_find(accel) != CB_ACCEL_OFF)
		return count;
	names[count] = "accel";
	values[count++] = "on,nocrypto,off";
	return count;
}

static cb_status plan_for(cb_plan **out, cb_context *ctx, const bridge_profile *profile,
	const char *accel, const bridge_texts *subjects, const bridge_pairs *given)
{
	const char **names = calloc(given->count + OWN_OPTIONS, sizeof *names);
	const char **values = calloc(given->count + OWN_OPTIONS, sizeof *values);
	cb_status status = names != NULL && values != NULL ? CB_OK : CB_ENOMEM;
	if (status == CB_OK) {
		size_t own = put_own(names, values, accel);
		for (size_t i = 0; i < given->count; i++) {
			names[own + i] = given->names[i];
			values[own + i] = given->values[i];
		}
		status = bridge__make_plan(
			out, ctx, subjects, &(bridge_pairs){names, values, own + given->count});
	}
	if (status == CB_OK)
		status = cb_profile_plan(profile->profile, *out);
	free(names);
	free(values);
	return status;
}

cb_results *bridge_run_for(bridge_context *context, const bridge_profile *profile,
	const char *accel, const bridge_texts *subjects, const bridge_pairs *options,
	bridge_progress progress, bridge_error *error)
{
	cb_plan *plan = NULL;
	cb_results *results = NULL;
	if (!bridge__is_there(profile, error) || !is_mode(accel, error) ||
		!bridge__enter(context, error))
		return NULL;
	cb_status status = plan_for(&plan, context->ctx, profile, accel, subjects, options);
	if (status == CB_OK)
		status = cb_plan_run(plan, &results, progress.report, progress.payload);
	bridge__take_error(error, status, context->ctx);
	cb_plan_free(plan);
	bridge__leave(context);
	return results;
}

/* Made here, or read. */
struct bridge_advice {
	cb_advice *made;
	cb_advices *read;
};

static const cb_advice *const *advices_of(
	const bridge_advice *advice, const cb_advice **made, size_t *ret_count)
{
	if (advice->read != NULL)
		return cb_advices_all(advice->read, ret_count);
	*made = advice->made;
	*ret_count = 1;
	return made;
}

/* Takes what is handed over, of which one is NULL; NULL for nothing. */
static bridge_advice *new_advice(cb_advice *made, cb_advices *read, bridge_error *error)
{
	bridge_advice *advice = made != NULL || read != NULL ? calloc(1, sizeof *advice) : NULL;
	if (advice != NULL) {
		*advice = (bridge_advice){made, read};
		return advice;
	}
	if (made != NULL || read != NULL)
		bridge__fail(error, CB_ENOMEM, NULL);
	cb_advice_free(made);
	cb_advices_free(read);
	return NULL;
}

void bridge_advice_free(bridge_advice *advice)
{
	if (advice == NULL)
		return;
	cb_advice_free(advice->made);
	cb_advices_free(advice->read);
	free(advice);
}

bridge_advice *bridge_take_advice(cb_document *document, bridge_error *error)
{
	return new_advice(NULL, cb_document_take_advices(document), error);
}

bridge_advice *bridge_advise(const bridge_documents *documents, const bridge_profile *profile,
	const char *accel, int across_machines, bridge_error *error)
{
	cb_advise_config config = CB_ADVISE_CONFIG_INIT;
	cb_advice *advice = NULL;
	config.accel = accel;
	config.across_machines = across_machines;
	cb_context *ctx = bridge__is_there(documents, error) && bridge__is_there(profile, error)
				  ? bridge__scratch(error)
				  : NULL;
	if (ctx == NULL)
		return NULL;
	bridge__take_error(error,
		cb_advise(&advice, ctx, documents->items, documents->count, profile->profile,
			&config),
		ctx);
	cb_context_free(ctx);
	return new_advice(advice, NULL, error);
}

char *bridge_advice_json(const bridge_advice *advice, unsigned flags, bridge_error *error)
{
	const cb_advice *made;
	size_t count;
	const cb_advice *const *list = advices_of(advice, &made, &count);
	char *text = NULL;
	bridge__take_error(error, cb_advices_to_json(&text, list, count, flags), NULL);
	return text;
}

void bridge_save_advice(
	const bridge_advice *advice, const char *file, unsigned flags, bridge_error *error)
{
	const cb_advice *made;
	size_t count;
	const cb_advice *const *list = advices_of(advice, &made, &count);
	cb_context *ctx = bridge__has(file, "file", error) ? bridge__scratch(error) : NULL;
	if (ctx == NULL)
		return;
	bridge__take_error(error, cb_advices_save(list, count, ctx, file, flags), ctx);
	cb_context_free(ctx);
}

char *bridge_advice_format(const bridge_advice *advice, const char *format,
	const bridge_pairs *view, bridge_error *error)
{
	const cb_advice *made;
	size_t count;
	const cb_advice *const *list = advices_of(advice, &made, &count);
	return bridge__format_advices(list, count, format, view, error);
}

/* One name for each of the results: cb_report() reads as many. */
static int is_named(
	const bridge_documents *documents, const bridge_texts *names, bridge_error *error)
{
	char message[128];
	if (names->count == 0 || names->count == documents->count)
		return 1;
	snprintf(message, sizeof message, "names: there are %zu of them for %zu results",
		names->count, documents->count);
	bridge__fail(error, CB_EINVAL, message);
	return 0;
}

char *bridge_report(const bridge_documents *documents, const bridge_page *page, bridge_error *error)
{
	cb_report_config config = CB_REPORT_CONFIG_INIT;
	char *text = NULL;
	config.title = page->title;
	config.names = page->names->count > 0 ? page->names->items : NULL;
	config.headline = page->headline;
	config.command = page->command;
	config.gate = page->gate;
	cb_context *ctx =
		bridge__is_there(documents, error) && is_named(documents, page->names, error)
			? bridge__scratch(error)
			: NULL;
	if (ctx == NULL)
		return NULL;
	bridge__take_error(
		error, cb_report(&text, ctx, documents->items, documents->count, &config), ctx);
	cb_context_free(ctx);
	return text;
}
