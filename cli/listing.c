/* SPDX-License-Identifier: Apache-2.0 */
#include "listing.h"

#include <string.h>

#include <jansson.h>

#include "csv.h"

static const listing_format formats[] = {
	{"table", listing_table},
	{"markdown", listing_markdown},
	{"csv", listing_csv},
	{"json", listing_json},
};

const listing_format *listing_format_find(const char *name)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}

cb_op listing_op_at(size_t index)
{
	for (int usual = 1; usual >= 0; usual--)
		for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
			if (cb_op_is_usual((cb_op)op) == usual && index-- == 0)
				return (cb_op)op;
	return CB_OP_NONE;
}

void listing_operations(unsigned ops, char *text, size_t text_size)
{
	size_t used = 0;
	cb_op op;

	text[0] = '\0';
	for (size_t i = 0; (op = listing_op_at(i)) != CB_OP_NONE && used < text_size; i++)
		if (ops & (1u << op))
			used += (size_t)snprintf(text + used, text_size - used, "%s%s",
				used == 0 ? "" : " ", cb_op_name(op));
}

void listing_variant_names(unsigned variants, char *text, size_t text_size)
{
	size_t used = 0;

	text[0] = '\0';
	for (int variant = 0; variant < CB_VARIANT_COUNT && used < text_size; variant++)
		if (variants & (1u << variant))
			used += (size_t)snprintf(text + used, text_size - used, "%s%s",
				used == 0 ? "" : " ", cb_variant_name((cb_variant)variant));
}

unsigned listing_ops(const listing *l, size_t index, cb_accel accel, const cb_algorithm *algorithm)
{
	const cb_offer *offer = cb_inventory_offer(l->inventory, index, accel, algorithm);

	return offer != NULL ? offer->ops : 0;
}

unsigned listing_variants(
	const listing *l, size_t index, cb_accel accel, const cb_algorithm *algorithm)
{
	const cb_offer *offer = cb_inventory_offer(l->inventory, index, accel, algorithm);

	return offer != NULL ? offer->variants : 0;
}

const char *listing_reason(
	const listing *l, size_t index, cb_accel accel, const cb_algorithm *algorithm)
{
	const cb_offer *offer = cb_inventory_offer(l->inventory, index, accel, algorithm);

	if (offer == NULL)
		return "this library or mode cannot be used";
	return offer->ops == 0 ? offer->reason : "";
}

static void csv_row(FILE *out, const listing *l, size_t index, const cb_mode *mode,
	const cb_algorithm *algorithm)
{
	const cb_library *library = cb_inventory_at(l->inventory, index);
	unsigned ops = listing_ops(l, index, mode->accel, algorithm);
	char operations[160], variants[160];

	listing_operations(ops, operations, sizeof(operations));
	listing_variant_names(
		listing_variants(l, index, mode->accel, algorithm), variants, sizeof(variants));
	csv_text(out, 1, library->backend);
	csv_text(out, 0, library->version);
	csv_text(out, 0, library->file);
	csv_text(out, 0, library->build_id);
	csv_text(out, 0, cb_accel_name(mode->accel));
	csv_number(out, 0, mode->achieved);
	csv_text(out, 0, mode->same_as);
	csv_text(out, 0, mode->detail);
	csv_text(out, 0, algorithm->name);
	csv_text(out, 0, cb_kind_name(algorithm->kind));
	csv_text(out, 0, operations);
	csv_text(out, 0, variants);
	csv_text(out, 0, listing_reason(l, index, mode->accel, algorithm));
	csv_end(out);
}

int listing_csv(FILE *out, const listing *l)
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

static json_t *json_operations(unsigned ops)
{
	json_t *array = json_array();
	cb_op op;

	for (size_t i = 0; (op = listing_op_at(i)) != CB_OP_NONE; i++)
		if (ops & (1u << op))
			json_array_append_new(array, json_string(cb_op_name(op)));
	return array;
}

static json_t *json_variants(unsigned variants)
{
	json_t *array = json_array();

	for (int variant = 0; variant < CB_VARIANT_COUNT; variant++)
		if (variants & (1u << variant))
			json_array_append_new(
				array, json_string(cb_variant_name((cb_variant)variant)));
	return array;
}

static json_t *json_offer(
	const listing *l, size_t library, cb_accel accel, const cb_algorithm *algorithm)
{
	unsigned ops = listing_ops(l, library, accel, algorithm);

	return json_pack("{s:s, s:s, s:o, s:o, s:s}", "algorithm", algorithm->name, "kind",
		cb_kind_name(algorithm->kind), "operations", json_operations(ops), "variants",
		json_variants(listing_variants(l, library, accel, algorithm)), "reason",
		listing_reason(l, library, accel, algorithm));
}

static json_t *json_offers(const listing *l, size_t library, cb_accel accel)
{
	json_t *array = json_array();

	for (size_t i = 0; i < l->algorithm_count; i++)
		json_array_append_new(array, json_offer(l, library, accel, l->algorithms[i]));
	return array;
}

static json_t *json_modes(const listing *l, size_t index, const cb_library *library)
{
	json_t *array = json_array();

	for (size_t i = 0; i < library->mode_count; i++) {
		const cb_mode *mode = &library->modes[i];

		json_array_append_new(array,
			json_pack("{s:s, s:b, s:s, s:s, s:o}", "accel", cb_accel_name(mode->accel),
				"achieved", mode->achieved, "detail", mode->detail, "same_as",
				mode->same_as, "offers", json_offers(l, index, mode->accel)));
	}
	return array;
}

static json_t *json_library(const listing *l, size_t index)
{
	const cb_library *library = cb_inventory_at(l->inventory, index);

	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "backend", library->backend,
		"module", library->module, "error", library->error, "version", library->version,
		"file", library->file, "build_id", library->build_id, "build_info",
		library->build_info, "modes", json_modes(l, index, library));
}

int listing_json(FILE *out, const listing *l)
{
	size_t count = cb_inventory_count(l->inventory);
	json_t *libraries = json_array(), *root;
	int status;

	for (size_t i = 0; i < count; i++)
		json_array_append_new(libraries, json_library(l, i));
	root = json_pack("{s:s, s:o}", "schema", "libcb.inventory/1", "libraries", libraries);
	if (root == NULL || json_array_size(libraries) != count) {
		json_decref(root);
		return -1;
	}
	status = json_dumpf(root, out, JSON_INDENT(2));
	json_decref(root);
	fputc('\n', out);
	return status;
}
