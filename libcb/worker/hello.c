/* SPDX-License-Identifier: Apache-2.0 */
/* The hello command: load, switch, prove, and say what is here. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cb/version.h>

#include "library.h"
#include "linked.h"
#include "session.h"
#include "switch.h"

/* Text from a library may be in any encoding; a document holds UTF-8 only. */
static json_t *safe_string(const char *text)
{
	json_t *value = json_string(text != NULL ? text : "");
	return value != NULL ? value : json_string("unknown");
}

static cb_status check_asked(const library_identity *identity, const json_t *asked, cb_text *why)
{
	if (identity->copies > 1) {
		cb__text_format(
			why, "%u copies of the library are mapped at once", identity->copies);
		return CB_EWORKER;
	}
	if (!json_is_object(asked))
		return CB_OK;
	uint64_t device = (uint64_t)json_integer_value(json_object_get(asked, "device"));
	uint64_t inode = (uint64_t)json_integer_value(json_object_get(asked, "inode"));
	if (identity->device == device && identity->inode == inode)
		return CB_OK;
	const char *file = json_string_value(json_object_get(asked, "file"));
	cb__text_format(why, "asked for \"%s\", but the loader took \"%s\"",
		file != NULL ? file : "", identity->file);
	return CB_EWORKER;
}

static void add_provider(const char *name, const char *version, const char *file, void *payload)
{
	json_array_append_new(
		payload, json_pack("{s:o, s:o, s:o}", "name", safe_string(name), "version",
				 safe_string(version), "file", safe_string(file)));
}

static json_t *describe_library(const cb_backend *backend, const library_identity *identity)
{
	json_t *providers = json_array();
	if (backend->list_providers != NULL)
		backend->list_providers(add_provider, providers);
	const char *info = backend->build_info != NULL ? backend->build_info() : "";
	return json_pack("{s:o, s:o, s:I, s:I, s:s, s:o, s:o}", "version",
		safe_string(backend->version()), "file", safe_string(identity->file), "device",
		(json_int_t)identity->device, "inode", (json_int_t)identity->inode, "build_id",
		identity->build_id, "build_info", safe_string(info), "providers", providers);
}

/* The detected vector without the bits a mode forbids, for variables that replace it. */
static void masked_value(char *out, size_t size, const cb_accel_table *table, uint64_t keep)
{
	char vector[256] = "";
	if (table->read_back == NULL || table->read_back(vector, sizeof vector) != CB_OK)
		vector[0] = '\0';
	const char *equals = strchr(vector, '=');
	uint64_t detected = strtoull(equals != NULL ? equals + 1 : vector, NULL, 0);
	snprintf(out, size, "0x%" PRIx64, detected & keep);
}

static json_t *describe_mode(const cb_accel_table *table, cb_accel accel)
{
	json_t *variables = json_object();
	for (size_t i = 0; table != NULL && i < table->variable_count; i++) {
		const cb_accel_variable *row = &table->variables[i];
		char masked[32];
		if (!(row->modes & CB_ACCEL_BIT(accel)))
			continue;
		masked_value(masked, sizeof masked, table, row->keep);
		json_object_set_new(variables, row->name,
			safe_string(row->value != NULL ? row->value : masked));
	}
	cb_accel same = table != NULL ? table->same_as[accel] : CB_ACCEL_ON;
	return json_pack("{s:s, s:o}", "same_as", cb_accel_name(same), "environment", variables);
}

static json_t *describe_modes(const cb_accel_table *table)
{
	json_t *modes = json_object();
	for (int accel = 0; accel < CB_ACCEL_COUNT; accel++)
		json_object_set_new(modes, cb_accel_name((cb_accel)accel),
			describe_mode(table, (cb_accel)accel));
	return modes;
}

/* The variants in which any of its operations can be had. */
static json_t *describe_variants(const cb__module *module, const cb_impl *impl)
{
	json_t *variants = json_array();
	for (int variant = 0; variant < CB_VARIANT_COUNT; variant++) {
		int is_had = 0;
		for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
			is_had |= cb__module_can(module, impl, (cb_op)op) &&
				  cb__module_has_variant(
					  module, impl, (cb_op)op, (cb_variant)variant);
		if (is_had)
			json_array_append_new(
				variants, json_string(cb_variant_name((cb_variant)variant)));
	}
	return variants;
}

static json_t *describe_impl(const cb__module *module, const cb_impl *impl)
{
	const cb_algorithm *algorithm = cb__module_algorithm(module, impl->algorithm);
	json_t *ops = json_array();
	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
		if (cb__module_can(module, impl, (cb_op)op))
			json_array_append_new(ops, json_string(cb_op_name((cb_op)op)));
	const char *reason = "";
	if (json_array_size(ops) == 0)
		reason = impl->unavailable_reason != NULL ? impl->unavailable_reason
							  : "this library lacks it";
	json_t *offer = json_pack("{s:s, s:o, s:o, s:o}", "algorithm", impl->algorithm, "ops", ops,
		"variants", describe_variants(module, impl), "reason", safe_string(reason));
	if (cb_algorithm_find(impl->algorithm) == NULL)
		json_object_set_new(offer, "own",
			json_pack("{s:i, s:i, s:b}", "kind", (int)algorithm->kind, "block_len",
				(int)algorithm->block_len, "usual", algorithm->usual != 0));
	return offer;
}

static json_t *describe_offers(const cb__module *module)
{
	json_t *offers = json_array();
	size_t count = 0;
	const cb_impl *rows = cb__module_rows(module, &count);
	for (size_t i = 0; i < count; i++)
		json_array_append_new(offers, describe_impl(module, &rows[i]));
	return offers;
}

static void add_name(const char *name, void *payload)
{
	json_array_append_new(payload, safe_string(name));
}

static void add_variable(const char *name, const char *value, void *payload)
{
	json_object_set_new(payload, name, safe_string(value));
}

static cb_status choose_set(cb__session *session, const json_t *command, cb_text *why)
{
	cb__module *module = &session->module;
	const char *name = json_string_value(json_object_get(command, "implementation"));
	if (name == NULL)
		return CB_OK;
	module->set = cb__module_set(module, name);
	if (module->set != NULL)
		return CB_OK;
	cb__text_format(why, "%s has no implementation \"%s\"", session->name, name);
	return CB_ENOTFOUND;
}

static json_t *describe_sets(const cb__module *module)
{
	size_t count = cb__module_has(module, 2) ? module->backend->impl_set_count : 0;
	json_t *sets = json_array();
	for (size_t i = 0; i < count; i++) {
		const cb_impl_set *set = &module->backend->impl_sets[i];
		const char *reason = set->unavailable != NULL ? set->unavailable() : NULL;
		json_array_append_new(
			sets, json_pack("{s:s, s:o, s:o}", "name", set->name, "about",
				      safe_string(set->about), "unavailable", safe_string(reason)));
	}
	return sets;
}

static cb_status load(
	cb__session *session, library_identity *identity, const json_t *command, cb_text *why)
{
	const char *file = json_string_value(json_object_get(command, "backend"));
	const char *mode = json_string_value(json_object_get(command, "accel"));
	session->accel = cb_accel_find(mode != NULL ? mode : "");
	if (file == NULL || session->accel == CB_ACCEL_COUNT ||
		json_integer_value(json_object_get(command, "protocol")) != CB_WIRE_PROTOCOL) {
		cb__text_format(why,
			"cb-worker %s speaks protocol %d, the library another: install both from "
			"one build",
			CB_VERSION, CB_WIRE_PROTOCOL);
		return CB_EWORKER;
	}
	const char *name = json_string_value(json_object_get(command, "name"));
	const cb_backend *linked = linked_find(name != NULL ? name : "");
	cb_status status = linked != NULL ? cb__module_use(&session->module, linked, why)
					  : cb__module_open(&session->module, file, why);
	if (status == CB_OK)
		snprintf(session->name, sizeof session->name, "%s",
			name != NULL ? name : session->module.backend->name);
	if (status == CB_OK)
		status = choose_set(session, command, why);
	if (status != CB_OK)
		return status;
	*identity = (library_identity){.build_id = "unknown", .file = "none", .copies = 1};
	if (session->module.backend->library == NULL)
		return CB_OK;
	return library_identify(identity, &session->module, why);
}

static cb_status initialise(cb__session *session, cb_text *why)
{
	const cb_backend *backend = session->module.backend;
	cb_status status = backend->init != NULL ? backend->init() : CB_OK;
	if (status == CB_OK)
		return CB_OK;
	char text[256] = "";
	if (backend->last_error != NULL)
		backend->last_error(text, sizeof text);
	cb__text_format(why, "the library cannot be initialised: %s",
		text[0] != '\0' ? text : cb_status_text(status));
	return status;
}

static json_t *describe(
	const cb__session *session, const library_identity *identity, const switch_proof *proof)
{
	const cb_backend *backend = session->module.backend;
	json_t *needed = json_array();
	json_t *environment = json_object();
	json_t *scrub = json_array();
	library_needed(&session->module, add_name, needed);
	if (backend->environment != NULL)
		backend->environment(identity->file, add_variable, environment);
	const char *const *name = backend->accel != NULL ? backend->accel->scrub : NULL;
	for (; name != NULL && *name != NULL; name++)
		json_array_append_new(scrub, safe_string(*name));
	return json_pack(
		"{s:b, s:i, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:{s:b, s:s, s:o}, s:o, s:o}", "ok",
		1, "protocol", CB_WIRE_PROTOCOL, "version", CB_VERSION, "backend", backend->name,
		"library", describe_library(backend, identity), "needed", needed, "environment",
		environment, "scrub", scrub, "modes", describe_modes(backend->accel), "proof",
		"achieved", proof->achieved, "level", "switch", "detail",
		safe_string(proof->detail), "offers", describe_offers(&session->module),
		"implementations", describe_sets(&session->module));
}

cb_status command_hello(cb__session *session, json_t **out, const json_t *command, cb_text *why)
{
	if (session->module.backend != NULL) {
		cb__text_add(why, "hello was said already");
		return CB_EINVAL;
	}
	library_identity *identity = malloc(sizeof *identity);
	if (identity == NULL)
		return CB_ENOMEM;
	switch_proof proof = {0, ""};
	cb_text unproven = CB_TEXT_INIT;

	cb_status status = load(session, identity, command, why);
	cb_status switched = CB_OK;
	if (status == CB_OK)
		switched = switch_apply(&session->module, session->accel, &unproven);
	if (status == CB_OK)
		status = initialise(session, why);
	if (status == CB_OK) {
		session->is_initialised = 1;
		/* Init may have loaded more, so the mapped objects are counted again. */
		if (session->module.backend->library != NULL)
			status = library_identify(identity, &session->module, why);
	}
	if (status == CB_OK)
		status = check_asked(identity, json_object_get(command, "library"), why);
	if (status == CB_OK) {
		switch_prove(&proof, &session->module, session->accel);
		if (switched != CB_OK) {
			proof.achieved = 0;
			snprintf(proof.detail, sizeof proof.detail, "%s",
				cb__text_string(&unproven));
		}
		*out = describe(session, identity, &proof);
		status = *out != NULL ? CB_OK : CB_ENOMEM;
	}
	cb__text_done(&unproven);
	free(identity);
	return status;
}
