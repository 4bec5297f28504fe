/* SPDX-License-Identifier: Apache-2.0 */
/* The document "libcb.advice/1". */
#include "advise.h"

#include <math.h>

#include <jansson.h>

#include "context.h"
#include "json_file.h"
#include "json_text.h"

typedef json_t *row_fn(const void *list, size_t index, const cb__citing *citing);

static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

/* NULL if out of memory */
static json_t *list_of(const void *list, size_t count, row_fn *row, const cb__citing *citing)
{
	json_t *made = json_array();
	int failed = made == NULL;

	for (size_t i = 0; i < count; i++)
		failed |= json_array_append_new(made, row(list, i, citing)) != 0;
	if (!failed)
		return made;
	json_decref(made);
	return NULL;
}

/* Which of the documents it is of; null for nothing. */
static json_t *place_of(const cb__citing *citing, const cb_cell *cell, const cb_subject *subject)
{
	if (cell == NULL && subject == NULL)
		return json_null();
	return json_integer((json_int_t)cb__citing_place_of(citing, cell, subject));
}

static json_t *part_row(const void *list, size_t index, const cb__citing *citing)
{
	const cb_advised_part *part = (const cb_advised_part *)list + index;

	return json_pack("{s:s, s:s, s:I, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o}", "algorithm",
		part->algorithm, "operation", part->operation, "size", (json_int_t)part->size,
		"count", number(part->count), "ns", number(part->ns), "ci95_low_ns",
		number(part->low_ns), "ci95_high_ns", number(part->high_ns), "share",
		number(part->share), "basis", cb_basis_name(part->basis), "cell",
		part->cell != NULL ? json_string(part->cell->id) : json_null(), "document",
		place_of(citing, part->cell, NULL));
}

static json_t *candidate_row(const void *list, size_t index, const cb__citing *citing)
{
	const cb_candidate *c = (const cb_candidate *)list + index;

	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o,"
			 " s:o, s:o, s:o, s:b, s:b, s:b, s:o, s:o}",
		"title", c->title, "choice", c->choice, "name", c->name, "subject",
		c->subject->label, "backend", c->subject->backend, "version", c->subject->version,
		"standing", cb_standing_name(c->standing), "reason", c->reason, "measure",
		c->measure, "unit_ns", number(c->unit_ns), "ci95_low_ns", number(c->low_ns),
		"ci95_high_ns", number(c->high_ns), "units_per_second", number(c->units_per_second),
		"bytes_per_second", number(c->bytes_per_second), "times", number(c->times),
		"times_ci95_low", number(c->times_low), "times_ci95_high", number(c->times_high),
		"paired", c->paired, "either", c->is_either, "estimated", c->is_estimated, "parts",
		list_of(c->parts, c->part_count, part_row, citing), "document",
		place_of(citing, NULL, c->subject));
}

static json_t *range_row(const void *list, size_t index, const cb__citing *citing)
{
	(void)citing;
	const cb_size_range *range = (const cb_size_range *)list + index;

	return json_pack("{s:s, s:I, s:I, s:o, s:o, s:o, s:b}", "name", range->name, "size_min",
		(json_int_t)range->size_min, "size_max", (json_int_t)range->size_max, "from",
		number(range->from), "times_min", number(range->times_min), "times_max",
		number(range->times_max), "either", range->is_either);
}

static json_t *note_row(const void *list, size_t index, const cb__citing *citing)
{
	(void)citing;
	const cb_advice_note *note = (const cb_advice_note *)list + index;

	return json_pack("{s:s, s:s}", "id", note->id, "text", note->text);
}

static json_t *ranking_row(const void *list, size_t index, const cb__citing *citing)
{
	const cb_ranking *r = &((const cb__advice_rank *)list + index)->view;

	return json_pack("{s:s, s:s, s:b, s:s, s:s, s:s, s:s, s:I, s:I, s:o, s:o, s:o, s:o, s:b}",
		"machine", r->machine, "accel", cb_accel_name(r->accel), "main", r->is_main, "kind",
		cb_advice_kind_name(r->kind), "headline", r->headline, "answer", r->answer,
		"because", r->because, "ranked", (json_int_t)r->ranked_count, "either",
		(json_int_t)r->either_count, "candidates",
		list_of(r->candidates, r->candidate_count, candidate_row, citing), "sizes",
		list_of(r->sizes, r->size_count, range_row, citing), "ciphers",
		list_of(r->ciphers, r->cipher_count, range_row, citing), "notes",
		list_of(r->notes, r->note_count, note_row, citing), "imported", r->is_imported);
}

static json_t *profile_of(const cb_profile *profile)
{
	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:I}", "name", profile->name, "summary",
		profile->summary, "unit", profile->unit, "needs", profile->needs, "accel",
		cb_accel_name(profile->accel), "bytes", (json_int_t)profile->bytes);
}

static json_t *advice_row(const void *list, size_t index, const cb__citing *citing)
{
	const cb_advice *advice = ((const cb_advice *const *)list)[index];

	return json_pack("{s:o, s:b, s:o}", "profile", profile_of(advice->profile), "given",
		cb_advice_is_given(advice), "rankings",
		list_of(advice->ranks, advice->rank_count, ranking_row, citing));
}

static void cite(cb__citing *citing, const cb_advice *advice)
{
	for (size_t i = 0; i < advice->document_count; i++)
		cb__citing_add(citing, advice->documents[i].results);
	for (size_t i = 0; i < advice->rank_count; i++) {
		const cb_ranking *r = &advice->ranks[i].view;

		for (size_t j = 0; j < r->candidate_count; j++)
			for (size_t k = 0; k < r->candidates[j].part_count; k++)
				cb__citing_cell(citing, r->candidates[j].parts[k].cell);
	}
}

/* NULL if out of memory */
static json_t *build(const cb_advice *const *advices, size_t count)
{
	cb__citing citing = {0};
	json_t *document;

	for (size_t i = 0; i < count; i++)
		cite(&citing, advices[i]);
	document = json_pack("{s:s, s:o, s:o}", "schema", CB__ADVICES_SCHEMA, "advices",
		list_of((const void *)advices, count, advice_row, &citing), "documents",
		cb__citing_to_json(&citing));
	cb__citing_done(&citing);
	return document;
}

cb_status cb_advices_to_json(
	char **out, const cb_advice *const *advices, size_t count, unsigned flags)
{
	json_t *document = build(advices, count);
	cb_status status = CB_ENOMEM;
	size_t len;

	if (document != NULL)
		status = cb__json_format(out, &len, document, (flags & CB_JSON_COMPACT) != 0);
	json_decref(document);
	return status;
}

cb_status cb_advices_save(const cb_advice *const *advices, size_t count, cb_context *ctx,
	const char *file, unsigned flags)
{
	json_t *document = build(advices, count);
	cb_status status;

	if (document == NULL)
		return cb__context_fail(ctx, CB_ENOMEM, "out of memory at \"%s\"", file);
	status = cb__json_file_write(ctx, file, document, (flags & CB_JSON_COMPACT) != 0);
	json_decref(document);
	return status;
}
