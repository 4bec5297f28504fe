/* SPDX-License-Identifier: Apache-2.0 */
/* What libraries offer, and the texts of documents, each by a view that is made from options. */
#include <stdlib.h>

#include "nearest.h"
#include "parts.h"

const char *bridge_nearest(const char *name, const bridge_texts *known)
{
	const char **terminated = name != NULL ? bridge__terminated(known) : NULL;
	const char *nearest = terminated != NULL ? cb__nearest(name, terminated) : NULL;
	free(terminated);
	return nearest;
}

/* Freed before its context, whatever order the language frees them in. */
struct bridge_inventory {
	bridge_context *context;
	cb_inventory *inventory;
};

bridge_inventory *bridge_inventory_new(bridge_context *context, bridge_error *error)
{
	bridge_inventory *inventory = calloc(1, sizeof *inventory);
	if (inventory == NULL)
		bridge__fail(error, CB_ENOMEM, NULL);
	if (inventory == NULL || !bridge__enter(context, error)) {
		free(inventory);
		return NULL;
	}
	cb_status status = cb_inventory_new(&inventory->inventory, context->ctx);
	bridge__take_error(error, status, context->ctx);
	bridge__leave(context);
	if (status != CB_OK) {
		free(inventory);
		return NULL;
	}
	atomic_fetch_add(&context->users, 1);
	inventory->context = context;
	return inventory;
}

void bridge_inventory_free(bridge_inventory *inventory)
{
	if (inventory == NULL)
		return;
	cb_inventory_free(inventory->inventory);
	bridge_close(inventory->context);
	free(inventory);
}

typedef cb_status format_fn(
	const void *document, char **out, const char *format, const cb_view *view);

static cb_status format_results(
	const void *document, char **out, const char *format, const cb_view *view)
{
	return cb_results_format(document, out, format, view);
}

static cb_status format_gate(
	const void *document, char **out, const char *format, const cb_view *view)
{
	return cb_gate_format(document, out, format, view);
}

static cb_status format_proofs(
	const void *document, char **out, const char *format, const cb_view *view)
{
	return cb_proofs_format(document, out, format, view);
}

struct comparisons {
	const cb_comparison *const *list;
	size_t count;
};

static cb_status format_comparisons(
	const void *document, char **out, const char *format, const cb_view *view)
{
	const struct comparisons *c = document;
	return cb_comparisons_format(out, c->list, c->count, format, view);
}

static cb_status format_selftest(
	const void *document, char **out, const char *format, const cb_view *view)
{
	return cb_selftest_format(document, out, format, view);
}

struct advices {
	const cb_advice *const *list;
	size_t count;
};

static cb_status format_advices(
	const void *document, char **out, const char *format, const cb_view *view)
{
	const struct advices *a = document;
	return cb_advices_format(out, a->list, a->count, format, view);
}

static cb_status format_inventory(
	const void *document, char **out, const char *format, const cb_view *view)
{
	const bridge_inventory *inventory = document;
	return cb_inventory_format(inventory->inventory, out, format, view);
}

static cb_status make_view(cb_view **out, cb_context *ctx, const bridge_pairs *options)
{
	cb_status status = cb_view_new(out, ctx);
	for (size_t i = 0; i < options->count && status == CB_OK; i++)
		status = cb_view_set(*out, options->names[i], options->values[i]);
	return status;
}

static char *format_document(const void *document, format_fn *write, const char *format,
	const bridge_pairs *options, bridge_error *error)
{
	cb_view *view = NULL;
	char *text = NULL;
	cb_context *ctx = bridge__has(format, "format", error) ? bridge__scratch(error) : NULL;
	if (ctx == NULL)
		return NULL;
	cb_status status = make_view(&view, ctx, options);
	if (status == CB_OK)
		status = write(document, &text, format, view);
	bridge__take_error(error, status, ctx);
	cb_view_free(view);
	cb_context_free(ctx);
	return text;
}

char *bridge_results_format(const cb_results *results, const char *format, const bridge_pairs *view,
	bridge_error *error)
{
	return format_document(results, format_results, format, view, error);
}

char *bridge_gate_format(
	const cb_gate *gate, const char *format, const bridge_pairs *view, bridge_error *error)
{
	return format_document(gate, format_gate, format, view, error);
}

char *bridge_proofs_format(
	const cb_proofs *proofs, const char *format, const bridge_pairs *view, bridge_error *error)
{
	return format_document(proofs, format_proofs, format, view, error);
}

char *bridge__format_comparisons(const cb_comparison *const *list, size_t count, const char *format,
	const bridge_pairs *view, bridge_error *error)
{
	return format_document(
		&(struct comparisons){list, count}, format_comparisons, format, view, error);
}

char *bridge_selftest_format(const cb_selftest *selftest, const char *format,
	const bridge_pairs *view, bridge_error *error)
{
	return format_document(selftest, format_selftest, format, view, error);
}

char *bridge__format_advices(const cb_advice *const *list, size_t count, const char *format,
	const bridge_pairs *view, bridge_error *error)
{
	return format_document(&(struct advices){list, count}, format_advices, format, view, error);
}

char *bridge_inventory_format(const bridge_inventory *inventory, const char *format,
	const bridge_pairs *view, bridge_error *error)
{
	return format_document(inventory, format_inventory, format, view, error);
}
