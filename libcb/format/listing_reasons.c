/* SPDX-License-Identifier: Apache-2.0 */
/* Why algorithms are missing: one line for what lacks for the same reason in the same modes. */
#include "listing.h"

#include <stdlib.h>
#include <string.h>

/* What every library says of what it never had: the table shows that already. */
#define REASON_PLAIN "this library lacks it"

/* why a mode lacks an algorithm of the catalogue; NULL if it has it, or there is nothing to say */
static const char *why_missing(const cb__listing *l, size_t library, size_t mode, size_t index)
{
	const cb_mode *modes = cb_inventory_at(l->inventory, library)->modes;
	const cb_algorithm *algorithm = l->algorithms[index];
	const char *reason;

	if (!cb__listing_is_own_mode(&modes[mode]) || cb_algorithm_find(algorithm->name) == NULL ||
		cb__listing_ops(l, library, modes[mode].accel, algorithm) != 0)
		return NULL;
	reason = cb__listing_reason(l, library, modes[mode].accel, algorithm);
	return strcmp(reason, REASON_PLAIN) != 0 ? reason : NULL;
}

/* the modes that lack the algorithm for that reason, as bits */
static unsigned modes_missing(
	const cb__listing *l, size_t library, size_t index, const char *reason)
{
	size_t count = cb_inventory_at(l->inventory, library)->mode_count;
	unsigned modes = 0;

	for (size_t i = 0; i < count; i++) {
		const char *other = why_missing(l, library, i, index);

		if (other != NULL && strcmp(other, reason) == 0)
			modes |= 1u << i;
	}
	return modes;
}

/* "libsodium", or "libsodium:nocrypto,off" if not in all modes */
static void write_who(char *text, size_t text_size, const cb_library *library, unsigned modes)
{
	size_t used = (size_t)snprintf(text, text_size, "%.60s", library->backend);
	unsigned all = 0;
	const char *gap = ":";

	for (size_t i = 0; i < library->mode_count; i++)
		if (cb__listing_is_own_mode(&library->modes[i]))
			all |= 1u << i;
	for (size_t i = 0; modes != all && i < library->mode_count; i++) {
		if (!(modes & (1u << i)))
			continue;
		used += (size_t)snprintf(text + used, text_size - used, "%s%s", gap,
			cb_accel_name(library->modes[i].accel));
		gap = ",";
	}
}

/* "reason (algorithm, algorithm)"; NULL if memory ran out */
static char *text_of(const cb__listing *l, size_t library, const char *reason, unsigned modes)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	const char *gap = " (";

	if (out == NULL)
		return NULL;
	fputs(reason, out);
	for (size_t i = 0; i < l->algorithm_count; i++) {
		if (modes_missing(l, library, i, reason) != modes)
			continue;
		fprintf(out, "%s%s", gap, l->algorithms[i]->name);
		gap = ", ";
	}
	fputc(')', out);
	fclose(out);
	return text;
}

static int is_said(
	const cb__listing *l, size_t library, size_t end, const char *reason, unsigned modes)
{
	for (size_t i = 0; i < end; i++)
		if (modes_missing(l, library, i, reason) == modes)
			return 1;
	return 0;
}

static void tell(FILE *out, const cb__listing *l, size_t library, size_t mode, size_t index,
	cb__listing_reason_fn *write)
{
	const char *reason = why_missing(l, library, mode, index);
	unsigned modes = reason != NULL ? modes_missing(l, library, index, reason) : 0;
	char who[128], *text;

	/* told in the first of its modes */
	if (reason == NULL || (modes & ((1u << mode) - 1)) != 0 ||
		is_said(l, library, index, reason, modes))
		return;
	write_who(who, sizeof(who), cb_inventory_at(l->inventory, library), modes);
	text = text_of(l, library, reason, modes);
	if (text != NULL)
		write(out, l, who, text);
	free(text);
}

void cb__listing_reasons(FILE *out, const cb__listing *l, cb__listing_reason_fn *write)
{
	size_t count = cb_inventory_count(l->inventory);

	for (size_t i = 0; i < count; i++) {
		const cb_library *library = cb_inventory_at(l->inventory, i);

		if (!cb__listing_is_usable(library) || cb__listing_is_apart(l, i))
			continue;
		for (size_t mode = 0; mode < library->mode_count; mode++)
			for (size_t j = 0; j < l->algorithm_count; j++)
				tell(out, l, i, mode, j, write);
	}
}
