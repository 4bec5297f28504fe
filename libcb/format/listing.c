/* SPDX-License-Identifier: Apache-2.0 */
#include "listing.h"

#include <string.h>

#include <jansson.h>

#include "csv.h"
#include "json_member.h"

cb_op cb__listing_op_at(size_t index)
{
	for (int usual = 1; usual >= 0; usual--)
		for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
			if (cb_op_is_usual((cb_op)op) == usual && index-- == 0)
				return (cb_op)op;
	return CB_OP_NONE;
}

void cb__listing_operations(unsigned ops, char *text, size_t text_size)
{
	size_t used = 0;
	cb_op op;

	text[0] = '\0';
	for (size_t i = 0; (op = cb__listing_op_at(i)) != CB_OP_NONE && used < text_size; i++)
		if (ops & (1u << op))
			used += (size_t)snprintf(text + used, text_size - used, "%s%s",
				used == 0 ? "" : " ", cb_op_name(op));
}

void cb__listing_variant_names(unsigned variants, char *text, size_t text_size)
{
	size_t used = 0;

	text[0] = '\0';
	for (int variant = 0; variant < CB_VARIANT_COUNT && used < text_size; variant++)
		if (variants & (1u << variant))
			used += (size_t)snprintf(text + used, text_size - used, "%s%s",
				used == 0 ? "" : " ", cb_variant_name((cb_variant)variant));
}

unsigned cb__listing_ops(
	const cb__listing *l, size_t index, cb_accel accel, const cb_algorithm *algorithm)
{
	const cb_offer *offer = cb_inventory_offer(l->inventory, index, accel, algorithm);

	return offer != NULL ? offer->ops : 0;
}

unsigned cb__listing_variants(
	const cb__listing *l, size_t index, cb_accel accel, const cb_algorithm *algorithm)
{
	const cb_offer *offer = cb_inventory_offer(l->inventory, index, accel, algorithm);

	return offer != NULL ? offer->variants : 0;
}

const char *cb__listing_reason(
	const cb__listing *l, size_t index, cb_accel accel, const cb_algorithm *algorithm)
{
	const cb_offer *offer = cb_inventory_offer(l->inventory, index, accel, algorithm);

	if (offer == NULL)
		return "this library or mode cannot be used";
	return offer->ops == 0 ? offer->reason : "";
}

static void csv_row(FILE *out, const cb__listing *l, size_t index, const cb_mode *mode,
	const cb_algorithm *algorithm)
{
	const cb_library *library = cb_inventory_at(l->inventory, index);
	unsigned ops = cb__listing_ops(l, index, mode->accel, algorithm);
	char operations[160], variants[160];

	cb__listing_operations(ops, operations, sizeof(operations));
	cb__listing_variant_names(
		cb__listing_variants(l, index, mode->accel, algorithm), variants, sizeof(variants));
	cb__csv_text(out, 1, library->backend);
	cb__csv_text(out, 0, library->version);
	cb__csv_text(out, 0, library->file);
	cb__csv_text(out, 0, library->build_id);
	cb__csv_text(out, 0, cb_accel_name(mode->accel));
	cb__csv_number(out, 0, mode->achieved);
	cb__csv_text(out, 0, mode->same_as);
	cb__csv_text(out, 0, mode->detail);
	cb__csv_text(out, 0, algorithm->name);
	cb__csv_text(out, 0, cb_kind_name(algorithm->kind));
	cb__csv_text(out, 0, operations);
	cb__csv_text(out, 0, variants);
	cb__csv_text(out, 0, cb__listing_reason(l, index, mode->accel, algorithm));
	cb__csv_end(out);
}

int cb__listing_csv(FILE *out, const cb__listing *l)
{
	size_t count = cb_inventory_count(l->inventory);

	fputs("backend,version,file,build_id,accel,achieved,same_as,detail,algorithm,kind,"
	      "operations,variants,reason\r\n",
		out);
	for (size_t i = 0; i < count; i++) {
		const cb_library *library = cb_inventory_at(l->inventory, i);

		for (size_t j = 0; j < library->mode_count; j++)
			for (size_t k = 0; k < l->algorithm_count; k++)
				csv_row(out, l, i, &library->modes[j], l->algorithms[k]);
	}
	return 0;
}

/* Each is NULL if memory ran out. */
static json_t *json_operations(unsigned ops)
{
	json_t *array = json_array();
	int failed = 0;
	cb_op op;

	for (size_t i = 0; (op = cb__listing_op_at(i)) != CB_OP_NONE; i++)
		if (ops & (1u << op))
			failed |= json_array_append_new(array, json_string(cb_op_name(op)));
	return cb__json_member_whole(array, failed);
}

static json_t *json_variants(unsigned variants)
{
	json_t *array = json_array();
	int failed = 0;

	for (int variant = 0; variant < CB_VARIANT_COUNT; variant++)
		if (variants & (1u << variant))
			failed |= json_array_append_new(
				array, json_string(cb_variant_name((cb_variant)variant)));
	return cb__json_member_whole(array, failed);
}

static json_t *json_offer(
	const cb__listing *l, size_t library, cb_accel accel, const cb_algorithm *algorithm)
{
	unsigned ops = cb__listing_ops(l, library, accel, algorithm);

	return json_pack("{s:s, s:s, s:o, s:o, s:s}", "algorithm", algorithm->name, "kind",
		cb_kind_name(algorithm->kind), "operations", json_operations(ops), "variants",
		json_variants(cb__listing_variants(l, library, accel, algorithm)), "reason",
		cb__listing_reason(l, library, accel, algorithm));
}

static json_t *json_offers(const cb__listing *l, size_t library, cb_accel accel)
{
	json_t *array = json_array();
	int failed = 0;

	for (size_t i = 0; i < l->algorithm_count; i++)
		failed |= json_array_append_new(
			array, json_offer(l, library, accel, l->algorithms[i]));
	return cb__json_member_whole(array, failed);
}

static json_t *json_modes(const cb__listing *l, size_t index, const cb_library *library)
{
	json_t *array = json_array();
	int failed = 0;

	for (size_t i = 0; i < library->mode_count; i++) {
		const cb_mode *mode = &library->modes[i];

		failed |= json_array_append_new(array,
			json_pack("{s:s, s:b, s:s, s:s, s:o}", "accel", cb_accel_name(mode->accel),
				"achieved", mode->achieved, "detail", mode->detail, "same_as",
				mode->same_as, "offers", json_offers(l, index, mode->accel)));
	}
	return cb__json_member_whole(array, failed);
}

static json_t *json_implementations(const cb_library *library)
{
	json_t *array = json_array();
	int failed = 0;

	for (size_t i = 0; i < library->implementation_count; i++) {
		const cb_implementation *set = &library->implementations[i];

		failed |= json_array_append_new(
			array, json_pack("{s:s, s:s, s:s}", "name", set->name, "about", set->about,
				       "unavailable", set->unavailable));
	}
	return cb__json_member_whole(array, failed);
}

static json_t *json_library(const cb__listing *l, size_t index)
{
	const cb_library *library = cb_inventory_at(l->inventory, index);

	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o}", "backend",
		library->backend, "built_as", library->built_as, "module", library->module, "error",
		library->error, "version", library->version, "file", library->file, "build_id",
		library->build_id, "build_info", library->build_info, "implementations",
		json_implementations(library), "modes", json_modes(l, index, library));
}

int cb__listing_json(FILE *out, const cb__listing *l)
{
	size_t count = cb_inventory_count(l->inventory);
	json_t *libraries = json_array();
	int failed = 0;

	for (size_t i = 0; i < count; i++)
		failed |= json_array_append_new(libraries, json_library(l, i));
	libraries = cb__json_member_whole(libraries, failed);
	return cb__json_member_write(out,
		json_pack("{s:s, s:o}", "schema", "libcb.inventory/1", "libraries", libraries), 0);
}
