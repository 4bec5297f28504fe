/* SPDX-License-Identifier: Apache-2.0 */
/* For people: first the libraries and how their modes were proven, then algorithms against
 * libraries, then why something is missing. */
#include "listing.h"

#include <string.h>

#include "style.h"
#include "wrap.h"

#define FIELD_INDENT  12 /* of what follows the name of a field */
#define REASON_INDENT 4

/* the only backend that a run does not take unless it is named */
#define BACKEND_NULL "null"

static void begin_field(cb__wrap *w, FILE *out, const cb__listing *l, const char *name)
{
	char text[FIELD_INDENT + 1];

	snprintf(text, sizeof(text), "  %-9s ", name);
	cb__wrap_begin(w, out, l->columns, FIELD_INDENT, l->color);
	cb__wrap_text(w, text, STYLE_PLAIN);
}

static void print_field(
	FILE *out, const cb__listing *l, const char *name, const char *text, cb__style look)
{
	cb__wrap w;

	if (text[0] == '\0')
		return;
	begin_field(&w, out, l, name);
	cb__wrap_text(&w, text, look);
	cb__wrap_end(&w);
}

static void print_mode(FILE *out, const cb__listing *l, const cb_mode *mode)
{
	cb__wrap w;

	begin_field(&w, out, l, cb_accel_name(mode->accel));
	if (!cb__listing_is_own_mode(mode)) {
		cb__wrap_text(&w, "same as ", STYLE_PLAIN);
		cb__wrap_text(&w, mode->same_as, STYLE_PLAIN);
		cb__wrap_text(&w, "; ", STYLE_PLAIN);
	}
	cb__wrap_text(&w, mode->achieved ? "proven" : "not proven",
		mode->achieved ? STYLE_GOOD : STYLE_BAD);
	cb__wrap_text(&w, mode->detail[0] != '\0' ? ": " : "", STYLE_PLAIN);
	cb__wrap_text(&w, mode->detail, STYLE_PLAIN);
	cb__wrap_end(&w);
}

/* "mine/avx2: eight words at once; not on this CPU: it lacks AVX2" */
static void print_implementation(
	FILE *out, const cb__listing *l, const cb_library *library, const cb_implementation *set)
{
	cb__wrap w;

	begin_field(&w, out, l, "named");
	cb__wrap_text(&w, library->backend, STYLE_PLAIN);
	cb__wrap_text(&w, "/", STYLE_PLAIN);
	cb__wrap_text(&w, set->name, STYLE_PLAIN);
	cb__wrap_text(&w, set->about[0] != '\0' ? ": " : "", STYLE_PLAIN);
	cb__wrap_text(&w, set->about, STYLE_PLAIN);
	if (set->unavailable[0] != '\0') {
		cb__wrap_text(&w, "; not on this CPU: ", STYLE_BAD);
		cb__wrap_text(&w, set->unavailable, STYLE_PLAIN);
	}
	cb__wrap_end(&w);
}

/* everything that some algorithm of the library can be measured with */
static unsigned all_variants(const cb__listing *l, size_t index)
{
	unsigned variants = 0;

	for (size_t i = 0; i < l->algorithm_count; i++)
		for (int accel = 0; accel < CB_ACCEL_COUNT; accel++)
			variants |=
				cb__listing_variants(l, index, (cb_accel)accel, l->algorithms[i]);
	return variants;
}

static void print_library(FILE *out, const cb__listing *l, size_t index)
{
	const cb_library *library = cb_inventory_at(l->inventory, index);
	char variants[160];

	cb__style_print(out, library->backend, STYLE_STRONG, l->color);
	fputs(library->version[0] != '\0' ? " " : "", out);
	cb__style_print(out, library->version, STYLE_STRONG, l->color);
	fputc('\n', out);
	cb__listing_variant_names(all_variants(l, index), variants, sizeof(variants));
	print_field(out, l, "unusable", library->error, STYLE_BAD);
	if (strcmp(library->backend, BACKEND_NULL) == 0)
		print_field(out, l, "about",
			"does nothing, which shows what measuring costs; only if named with -s",
			STYLE_PLAIN);
	print_field(out, l, "module", library->module, STYLE_PLAIN);
	if (strcmp(library->backend, library->built_as) != 0)
		print_field(out, l, "built as", library->built_as, STYLE_PLAIN);
	print_field(out, l, "file", library->file, STYLE_PLAIN);
	print_field(out, l, "build-id", library->build_id, STYLE_PLAIN);
	print_field(out, l, "built", library->build_info, STYLE_PLAIN);
	for (size_t i = 0; cb__listing_is_usable(library) && i < library->mode_count; i++)
		print_mode(out, l, &library->modes[i]);
	for (size_t i = 0; i < library->implementation_count; i++)
		print_implementation(out, l, library, &library->implementations[i]);
	print_field(out, l, "variants", variants, STYLE_PLAIN);
	fputc('\n', out);
}

static void print_reason(FILE *out, const cb__listing *l, const char *who, const char *text)
{
	cb__wrap w;

	cb__wrap_begin(&w, out, l->columns, REASON_INDENT, l->color);
	cb__wrap_text(&w, who, STYLE_PLAIN);
	cb__wrap_text(&w, ": ", STYLE_PLAIN);
	cb__wrap_text(&w, text, STYLE_PLAIN);
	cb__wrap_end(&w);
}

int cb__listing_table(FILE *out, const cb__listing *l)
{
	size_t count = cb_inventory_count(l->inventory);

	for (size_t i = 0; i < count; i++)
		print_library(out, l, i);
	if (cb__listing_matrix(out, l) != 0)
		return -1;
	print_reason(out, l, "yes", "every operation of the kind, in every mode; -: none");
	cb__listing_reasons(out, l, print_reason);
	return 0;
}
