/* SPDX-License-Identifier: Apache-2.0 */
#include <cb/inventory.h>

#include <stdlib.h>
#include <string.h>

#include "crew.h"
#include "document.h"
#include "environment.h"
#include "offers.h"
#include "subject.h"

/* A worker that only says hello has no reason to take longer. */
#define HELLO_LIMIT_MS 20000u

struct cb_inventory {
	cb__subjects subjects; /* CB_ACCEL_COUNT for each backend, in order */
	cb__crew crew;
	cb_library *libraries;
	cb_mode *modes;
	cb_implementation *implementations; /* of all libraries */
	size_t implementation_count;
	size_t count;
	cb__algorithms algorithms;
	cb_offer *offers; /* libraries x modes x algorithms */
};

static const cb__member *member_at(const cb_inventory *inventory, size_t library, cb_accel accel)
{
	const cb__member *member =
		&inventory->crew.members[library * CB_ACCEL_COUNT + (size_t)accel];
	return member->same_as != NULL ? member->same_as : member;
}

static const char *text_of(const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));
	return text != NULL ? text : "";
}

static void fill_mode(cb_mode *out, const cb__member *member)
{
	const cb__member *source = member->same_as != NULL ? member->same_as : member;
	const json_t *proof = json_object_get(source->hello, "proof");
	*out = (cb_mode){
		.accel = member->subject->accel,
		.achieved = json_is_true(json_object_get(proof, "achieved")),
		.detail = source->reason != NULL ? source->reason : text_of(proof, "detail"),
		.same_as = member->same_as != NULL ? cb_accel_name(source->subject->accel) : "",
	};
}

static const json_t *sets_of(const cb_inventory *inventory, size_t index)
{
	const cb__member *first = &inventory->crew.members[index * CB_ACCEL_COUNT];
	return json_object_get(first->service->hello, "implementations");
}

static size_t count_sets(const cb_inventory *inventory)
{
	size_t count = 0;
	for (size_t i = 0; i < inventory->count; i++)
		count += json_array_size(sets_of(inventory, i));
	return count;
}

static void fill_sets(cb_library *out, cb_inventory *inventory, size_t index)
{
	const json_t *sets = sets_of(inventory, index);
	out->implementation_count = json_array_size(sets);
	out->implementations = &inventory->implementations[inventory->implementation_count];
	for (size_t i = 0; i < out->implementation_count; i++) {
		const json_t *set = json_array_get(sets, i);
		inventory->implementations[inventory->implementation_count++] = (cb_implementation){
			text_of(set, "name"), text_of(set, "about"), text_of(set, "unavailable")};
	}
}

static void fill_library(cb_library *out, cb_inventory *inventory, size_t index)
{
	const cb__member *first = &inventory->crew.members[index * CB_ACCEL_COUNT];
	const json_t *told = json_object_get(first->service->hello, "library");
	*out = (cb_library){
		.backend = first->subject->backend,
		.module = first->subject->module,
		.error = first->service->reason,
		.version = text_of(told, "version"),
		.file = text_of(told, "file"),
		.build_id = text_of(told, "build_id"),
		.build_info = text_of(told, "build_info"),
		.built_as = text_of(first->service->hello, "backend"),
	};
	if (out->error[0] != '\0')
		return;
	fill_sets(out, inventory, index);
	out->mode_count = CB_ACCEL_COUNT;
	out->modes = &inventory->modes[index * CB_ACCEL_COUNT];
	for (size_t i = 0; i < CB_ACCEL_COUNT; i++)
		fill_mode(&inventory->modes[index * CB_ACCEL_COUNT + i], first + i);
}

static void fill_offer(cb_offer *out, const cb__member *member, const cb_algorithm *algorithm)
{
	const json_t *offer = cb__member_offer(member, algorithm->name);
	*out = (cb_offer){.reason = ""};
	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
		if (cb__member_offers(member, algorithm->name, (cb_op)op))
			out->ops |= 1u << op;
	if (out->ops == 0)
		out->reason = offer != NULL ? text_of(offer, "reason") : "this library lacks it";
	for (int variant = 0; variant < CB_VARIANT_COUNT && out->ops != 0; variant++)
		if (cb__member_has_variant(member, algorithm->name, (cb_variant)variant))
			out->variants |= 1u << variant;
}

static cb_status fill_offers(cb_inventory *inventory)
{
	cb_status status = cb__algorithms_collect(&inventory->algorithms, &inventory->crew);
	size_t count = cb_inventory_algorithm_count(inventory);
	size_t rows = inventory->count * CB_ACCEL_COUNT;
	if (status == CB_OK)
		inventory->offers = calloc(rows * count + 1, sizeof(cb_offer));
	if (inventory->offers == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < count; j++)
			fill_offer(&inventory->offers[i * count + j],
				member_at(inventory, i / CB_ACCEL_COUNT,
					(cb_accel)(i % CB_ACCEL_COUNT)),
				cb_inventory_algorithm_at(inventory, j));
	return CB_OK;
}

static cb_status ask_all(cb_inventory *inventory, cb_context *ctx)
{
	const unsigned all = (1u << CB_ACCEL_COUNT) - 1;
	cb_status status = CB_OK;
	for (size_t i = 0; i < ctx->backend_count && status == CB_OK; i++)
		status = cb__subjects_add(&inventory->subjects, ctx, ctx->backends[i].name, all);
	inventory->count = ctx->backend_count;
	const cb__pump none = {NULL, NULL};
	if (status == CB_OK)
		status = cb__crew_init(
			&inventory->crew, ctx, &inventory->subjects, HELLO_LIMIT_MS, none);
	if (status == CB_OK)
		status = cb__crew_describe(&inventory->crew);
	for (size_t i = 0; i < inventory->crew.member_count && status == CB_OK; i++)
		status = cb__crew_start(&inventory->crew, &inventory->crew.members[i]);
	if (status == CB_OK)
		cb__crew_stop(&inventory->crew, 0);
	return status;
}

cb_status cb_inventory_new(cb_inventory **out, cb_context *ctx)
{
	cb_inventory *inventory = calloc(1, sizeof *inventory);
	if (inventory == NULL)
		return CB_ENOMEM;
	cb_status status = ask_all(inventory, ctx);
	if (status == CB_OK) {
		inventory->libraries = calloc(inventory->count + 1, sizeof(cb_library));
		inventory->modes = calloc(inventory->count * CB_ACCEL_COUNT + 1, sizeof(cb_mode));
		inventory->implementations =
			calloc(count_sets(inventory) + 1, sizeof(cb_implementation));
		if (inventory->libraries == NULL || inventory->modes == NULL ||
			inventory->implementations == NULL)
			status = CB_ENOMEM;
	}
	for (size_t i = 0; i < inventory->count && status == CB_OK; i++)
		fill_library(&inventory->libraries[i], inventory, i);
	if (status == CB_OK)
		status = fill_offers(inventory);
	if (status == CB_OK)
		*out = inventory;
	else
		cb_inventory_free(inventory);
	return status;
}

void cb_inventory_free(cb_inventory *inventory)
{
	if (inventory == NULL)
		return;
	cb__crew_done(&inventory->crew);
	cb__subjects_done(&inventory->subjects);
	free(inventory->libraries);
	free(inventory->modes);
	free(inventory->implementations);
	free(inventory->offers);
	cb__algorithms_done(&inventory->algorithms);
	free(inventory);
}

size_t cb_inventory_count(const cb_inventory *inventory)
{
	return inventory->count;
}

const cb_library *cb_inventory_at(const cb_inventory *inventory, size_t index)
{
	return index < inventory->count ? &inventory->libraries[index] : NULL;
}

size_t cb_inventory_algorithm_count(const cb_inventory *inventory)
{
	return cb__algorithms_count(&inventory->algorithms);
}

const cb_algorithm *cb_inventory_algorithm_at(const cb_inventory *inventory, size_t index)
{
	return cb__algorithms_at(&inventory->algorithms, index);
}

const cb_offer *cb_inventory_offer(
	const cb_inventory *inventory, size_t index, cb_accel accel, const cb_algorithm *algorithm)
{
	if (index >= inventory->count || (size_t)accel >= CB_ACCEL_COUNT ||
		member_at(inventory, index, accel)->outcome != CB_OUTCOME_MEASURED)
		return NULL;
	size_t count = cb_inventory_algorithm_count(inventory);
	for (size_t i = 0; i < count; i++)
		if (strcmp(cb_inventory_algorithm_at(inventory, i)->name, algorithm->name) == 0)
			return &inventory->offers[(index * CB_ACCEL_COUNT + (size_t)accel) * count +
						  i];
	return NULL;
}

cb_status cb_environment_to_json(cb_context *ctx, char **out)
{
	(void)ctx;
	json_t *record = NULL;
	cb_status status = cb__environment_collect(&record, "");
	if (status == CB_OK)
		status = cb__environment_add_clock(record);
	if (status == CB_OK)
		status = cb__document_warn_withheld(record);
	if (status != CB_OK) {
		json_decref(record);
		return status;
	}
	char *text = json_dumps(record, JSON_INDENT(2));
	json_decref(record);
	if (text == NULL)
		return CB_ENOMEM;
	*out = text;
	return CB_OK;
}
