/* SPDX-License-Identifier: Apache-2.0 */
/* From a document "libcb.advice/1" to advice: every member that it relies on is checked. */
#include "advise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_file.h"
#include "json_text.h"
#include "reading.h"

#define REQUIRED CB__FIELD_REQUIRED
#define NULLABLE (CB__FIELD_REQUIRED | CB__FIELD_NULLABLE)

#define FIELD(record, name, member, type, flags)                                                   \
	{                                                                                          \
		NULL, name, offsetof(record, member), CB__FIELD_##type, flags, NULL                \
	}
#define TABLE(fields)                                                                              \
	{                                                                                          \
		fields, sizeof(fields) / sizeof(fields)[0]                                         \
	}

#define PART(name, member, type, flags) FIELD(cb_advised_part, name, member, type, flags)
static const cb__field part_fields[] = {
	PART("algorithm", algorithm, TEXT, REQUIRED),
	PART("operation", operation, TEXT, REQUIRED),
	PART("size", size, UINT64, REQUIRED),
	PART("count", count, REAL, NULLABLE),
	PART("ns", ns, REAL, NULLABLE),
	PART("ci95_low_ns", low_ns, REAL, NULLABLE),
	PART("ci95_high_ns", high_ns, REAL, NULLABLE),
	PART("share", share, REAL, NULLABLE),
};
#undef PART

#define CANDIDATE(name, member, type, flags) FIELD(cb_candidate, name, member, type, flags)
static const cb__field candidate_fields[] = {
	CANDIDATE("title", title, TEXT, REQUIRED),
	CANDIDATE("choice", choice, TEXT, REQUIRED),
	CANDIDATE("name", name, TEXT, REQUIRED),
	CANDIDATE("reason", reason, TEXT, REQUIRED),
	CANDIDATE("measure", measure, TEXT, REQUIRED),
	CANDIDATE("unit_ns", unit_ns, REAL, NULLABLE),
	CANDIDATE("ci95_low_ns", low_ns, REAL, NULLABLE),
	CANDIDATE("ci95_high_ns", high_ns, REAL, NULLABLE),
	CANDIDATE("units_per_second", units_per_second, REAL, NULLABLE),
	CANDIDATE("bytes_per_second", bytes_per_second, REAL, NULLABLE),
	CANDIDATE("times", times, REAL, NULLABLE),
	CANDIDATE("times_ci95_low", times_low, REAL, NULLABLE),
	CANDIDATE("times_ci95_high", times_high, REAL, NULLABLE),
	CANDIDATE("paired", paired, BOOL, REQUIRED),
	CANDIDATE("either", is_either, BOOL, REQUIRED),
};
#undef CANDIDATE

#define RANGE(name, member, type, flags) FIELD(cb_size_range, name, member, type, flags)
static const cb__field range_fields[] = {
	RANGE("name", name, TEXT, REQUIRED),
	RANGE("size_min", size_min, UINT64, REQUIRED),
	RANGE("size_max", size_max, UINT64, REQUIRED),
	RANGE("from", from, REAL, NULLABLE),
	RANGE("times_min", times_min, REAL, NULLABLE),
	RANGE("times_max", times_max, REAL, NULLABLE),
	RANGE("either", is_either, BOOL, REQUIRED),
};
#undef RANGE

static const cb__field note_fields[] = {
	FIELD(cb_advice_note, "id", id, TEXT, REQUIRED),
	FIELD(cb_advice_note, "text", text, TEXT, REQUIRED),
};

#define RANKING(name, member, type) FIELD(cb_ranking, name, member, type, REQUIRED)
static const cb__field ranking_fields[] = {
	RANKING("machine", machine, TEXT),
	RANKING("accel", accel, ACCEL),
	RANKING("main", is_main, BOOL),
	RANKING("headline", headline, TEXT),
	RANKING("answer", answer, TEXT),
	RANKING("because", because, TEXT),
	RANKING("ranked", ranked_count, SIZE),
	RANKING("either", either_count, SIZE),
	RANKING("imported", is_imported, BOOL),
};
#undef RANKING

/* A profile holds its texts itself. */
struct profile_view {
	const char *texts[4];
	cb_accel accel;
	uint64_t bytes;
};

#define PROFILE(name, member, type) FIELD(struct profile_view, name, member, type, REQUIRED)
static const cb__field profile_fields[] = {
	PROFILE("name", texts[0], TEXT),
	PROFILE("summary", texts[1], TEXT),
	PROFILE("unit", texts[2], TEXT),
	PROFILE("needs", texts[3], TEXT),
	PROFILE("accel", accel, ACCEL),
	PROFILE("bytes", bytes, UINT64),
};
#undef PROFILE

static const cb__field_table part_table = TABLE(part_fields);
static const cb__field_table candidate_table = TABLE(candidate_fields);
static const cb__field_table range_table = TABLE(range_fields);
static const cb__field_table note_table = TABLE(note_fields);
static const cb__field_table ranking_table = TABLE(ranking_fields);
static const cb__field_table profile_table = TABLE(profile_fields);

#define PLACE_SIZE 64 /* of a path, as in cb__fault */

struct reading {
	cb_advices *all;
	cb__fault *fault;
};

/* Fills in a record from @p object, which is at @p where. */
typedef cb_status read_fn(struct reading *r, void *record, const json_t *object, const char *where);

/* Zeroed records that live as long as what is read. */
static void *new_block(cb_advices *all, size_t count, size_t size)
{
	void **blocks = realloc(all->blocks, (all->block_count + 1) * sizeof *blocks);
	void *made;

	if (blocks == NULL)
		return NULL;
	all->blocks = blocks;
	made = cb__reading_records(count, size);
	if (made != NULL)
		blocks[all->block_count++] = made;
	return made;
}

/* What is read, and the list it is in: the member @p name of @p object, which is at @p where. */
struct list {
	const json_t *object;
	const char *where;
	const char *name;
	size_t size; /* of a record */
	read_fn *read;
};

static cb_status read_list(struct reading *r, void *out, size_t *ret_count, const struct list *list)
{
	const json_t *json = json_object_get(list->object, list->name);
	size_t count = json_array_size(json);
	cb_status status = CB_OK;
	char *records;

	cb__fault_at(r->fault, "%s", list->where);
	if (!json_is_array(json))
		return cb__fault_set(r->fault, ".%s: missing, or not a list", list->name);
	records = new_block(r->all, count, list->size);
	if (records == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; status == CB_OK && i < count; i++) {
		char place[PLACE_SIZE];

		cb__fault_at(r->fault, "%s.%s[%zu]", list->where, list->name, i);
		memcpy(place, r->fault->where, sizeof place);
		status = list->read(r, records + i * list->size, json_array_get(json, i), place);
	}
	memcpy(out, &records, sizeof records);
	*ret_count = count;
	return status;
}

/* The place of the word that is the member @p name among @p count words; -1 if it is none. */
static int find_word(
	const json_t *object, const char *name, const char *(*word)(int index), int count)
{
	const char *text = json_string_value(json_object_get(object, name));

	for (int i = 0; text != NULL && i < count; i++)
		if (strcmp(text, word(i)) == 0)
			return i;
	return -1;
}

static const char *basis_word(int index)
{
	return cb_basis_name((cb_basis)index);
}

static const char *standing_word(int index)
{
	return cb_standing_name((cb_standing)index);
}

static const char *kind_word(int index)
{
	return cb_advice_kind_name((cb_advice_kind)index);
}

static cb_status read_part(struct reading *r, void *record, const json_t *object, const char *where)
{
	cb_advised_part *part = record;
	const cb_results *results = NULL;
	int basis = find_word(object, "basis", basis_word, CB_BASIS_COUNT);
	cb_status status = cb__fields_read(part, r->fault, object, &part_table);

	(void)where;
	if (status == CB_OK && basis < 0)
		status = cb__fault_set(r->fault, ".basis: no basis of a time");
	if (status != CB_OK)
		return status;
	part->basis = (cb_basis)basis;
	if (part->basis != CB_BASIS_MEASURED)
		return CB_OK;
	status = cb__cited_find(&results, &r->all->cited, r->fault, object, "document");
	if (status == CB_OK)
		status = cb__cited_cell(&part->cell, results, r->fault, object, "cell");
	if (status == CB_OK && part->cell == NULL)
		status = cb__fault_set(r->fault, ".cell: null, though it was measured");
	return status;
}

static cb_status find_subject(struct reading *r, cb_candidate *candidate, const json_t *object)
{
	const cb_results *results = NULL;
	cb_status status = cb__cited_find(&results, &r->all->cited, r->fault, object, "document");

	if (status != CB_OK)
		return status;
	return cb__reading_subject(&candidate->subject, r->fault, object,
		cb_results_subject_at(results, 0), cb_results_subject_count(results));
}

static cb_status read_candidate(
	struct reading *r, void *record, const json_t *object, const char *where)
{
	cb_candidate *candidate = record;
	const struct list parts = {object, where, "parts", sizeof(cb_advised_part), read_part};
	int standing = find_word(object, "standing", standing_word, CB_STANDING_COUNT);
	cb_status status = cb__fields_read(candidate, r->fault, object, &candidate_table);

	if (status == CB_OK && standing < 0)
		status = cb__fault_set(r->fault, ".standing: no standing");
	if (status == CB_OK)
		status = find_subject(r, candidate, object);
	if (status != CB_OK)
		return status;
	candidate->standing = (cb_standing)standing;
	if (candidate->standing == CB_STANDING_RANKED &&
		!(candidate->unit_ns > 0 && candidate->units_per_second > 0 &&
			candidate->times > 0))
		return cb__fault_set(
			r->fault, ": ranked, without unit_ns, units_per_second and times");
	status = read_list(r, &candidate->parts, &candidate->part_count, &parts);
	/* documents of before have no member for it */
	candidate->is_estimated = status == CB_OK && candidate->standing == CB_STANDING_RANKED &&
				  cb__advice_is_estimated(candidate);
	return status;
}

static cb_status read_range(
	struct reading *r, void *record, const json_t *object, const char *where)
{
	(void)where;
	return cb__fields_read(record, r->fault, object, &range_table);
}

static cb_status read_note(struct reading *r, void *record, const json_t *object, const char *where)
{
	(void)where;
	return cb__fields_read(record, r->fault, object, &note_table);
}

/* What shows a ranking looks at as many candidates as it says are ranked. */
static cb_status check_ranking(struct reading *r, const cb_ranking *ranking, const char *where)
{
	cb__fault_at(r->fault, "%s", where);
	if (ranking->ranked_count > ranking->candidate_count)
		return cb__fault_set(
			r->fault, ".ranked: there are %zu candidates", ranking->candidate_count);
	if (ranking->either_count > ranking->ranked_count)
		return cb__fault_set(r->fault, ".either: more than ranked");
	for (size_t i = 0; i < ranking->candidate_count; i++)
		if ((ranking->candidates[i].standing == CB_STANDING_RANKED) !=
			(i < ranking->ranked_count))
			return cb__fault_set(r->fault,
				".candidates[%zu].standing: the first %zu are ranked, and no "
				"others",
				i, ranking->ranked_count);
	return CB_OK;
}

static cb_status read_ranking(
	struct reading *r, void *record, const json_t *object, const char *where)
{
	cb_ranking *v = &((cb__advice_rank *)record)->view;
	const struct list candidates = {
		object, where, "candidates", sizeof(cb_candidate), read_candidate};
	const struct list sizes = {object, where, "sizes", sizeof(cb_size_range), read_range};
	const struct list ciphers = {object, where, "ciphers", sizeof(cb_size_range), read_range};
	const struct list notes = {object, where, "notes", sizeof(cb_advice_note), read_note};
	int kind = find_word(object, "kind", kind_word, CB_ADVICE_KIND_COUNT);
	cb_status status = cb__fields_read(v, r->fault, object, &ranking_table);

	if (status == CB_OK && kind < 0)
		status = cb__fault_set(r->fault, ".kind: no kind of advice");
	if (status == CB_OK)
		status = read_list(r, &v->candidates, &v->candidate_count, &candidates);
	if (status == CB_OK)
		status = read_list(r, &v->sizes, &v->size_count, &sizes);
	if (status == CB_OK)
		status = read_list(r, &v->ciphers, &v->cipher_count, &ciphers);
	if (status == CB_OK)
		status = read_list(r, &v->notes, &v->note_count, &notes);
	if (status != CB_OK)
		return status;
	v->kind = (cb_advice_kind)kind;
	return check_ranking(r, v, where);
}

static cb_status take_text(char out[CB__PROFILE_TEXT], cb__fault *fault, const char *text)
{
	if (strlen(text) >= CB__PROFILE_TEXT)
		return cb__fault_set(fault, ": a text of more than %d bytes", CB__PROFILE_TEXT - 1);
	memcpy(out, text, strlen(text) + 1);
	return CB_OK;
}

static cb_status read_profile(
	struct reading *r, cb_profile *profile, const json_t *object, const char *where)
{
	char *const texts[] = {profile->name, profile->summary, profile->unit, profile->needs};
	struct profile_view view = {0};
	cb_status status;

	cb__fault_at(r->fault, "%s.profile", where);
	status = cb__fields_read(
		&view, r->fault, json_object_get(object, "profile"), &profile_table);
	for (size_t i = 0; status == CB_OK && i < sizeof texts / sizeof texts[0]; i++)
		status = take_text(texts[i], r->fault, view.texts[i]);
	profile->accel = view.accel;
	profile->bytes = view.bytes;
	return status;
}

static int has_main(const cb_advice *advice)
{
	for (size_t i = 0; i < advice->rank_count; i++)
		if (advice->ranks[i].view.is_main)
			return 1;
	return 0;
}

/* All have the documents of all: of which it was made is not told apart. */
static cb_status take_documents(cb_advices *all, cb_advice *advice)
{
	advice->document_count = all->cited.count;
	advice->documents = new_block(all, all->cited.count, sizeof *advice->documents);
	for (size_t i = 0; advice->documents != NULL && i < all->cited.count; i++)
		advice->documents[i].results = all->cited.results[i];
	return advice->documents != NULL ? CB_OK : CB_ENOMEM;
}

static cb_status read_advice(
	struct reading *r, cb_advice *advice, const json_t *object, const char *where)
{
	const struct list rankings = {
		object, where, "rankings", sizeof(cb__advice_rank), read_ranking};
	cb_status status;

	cb__fault_at(r->fault, "%s", where);
	if (!json_is_object(object))
		return cb__fault_set(r->fault, ": not an object");
	status = take_documents(r->all, advice);
	if (status == CB_OK)
		status = read_list(r, &advice->ranks, &advice->rank_count, &rankings);
	cb__fault_at(r->fault, "%s", where);
	if (status == CB_OK && !has_main(advice))
		status = cb__fault_set(r->fault, ".rankings: none of them is a main one");
	return status;
}

static cb_status read_advices(struct reading *r, const json_t *list)
{
	cb_advices *all = r->all;
	cb_status status = CB_OK;

	for (size_t i = 0; status == CB_OK && i < all->count; i++) {
		const json_t *object = json_array_get(list, i);
		char where[PLACE_SIZE];

		snprintf(where, sizeof where, "advices[%zu]", i);
		all->list[i] = &all->items[i];
		all->items[i].profile = &all->profiles[i];
		status = read_advice(r, &all->items[i], object, where);
		if (status == CB_OK)
			status = read_profile(r, &all->profiles[i], object, where);
	}
	return status;
}

static cb_status read_document(cb_advices *all, cb__fault *fault)
{
	struct reading r = {all, fault};
	const json_t *list = NULL;
	size_t count = 0;
	cb_status status = cb__reading_schema(fault, all->document, CB__ADVICES_SCHEMA);

	if (status == CB_OK)
		status = cb__cited_read(&all->cited, fault, all->document);
	if (status == CB_OK)
		status = cb__reading_list(&list, &count, fault, all->document, "advices");
	if (status == CB_OK && count == 0)
		status = cb__fault_set(fault, ": empty");
	if (status != CB_OK)
		return status;
	all->items = new_block(all, count, sizeof *all->items);
	all->profiles = new_block(all, count, sizeof *all->profiles);
	all->list = new_block(all, count, sizeof *all->list);
	if (all->items == NULL || all->profiles == NULL || all->list == NULL)
		return CB_ENOMEM;
	all->count = count;
	return read_advices(&r, list);
}

cb_status cb__advices_read(cb_advices **out, json_t *document, cb__fault *fault)
{
	cb_advices *all = calloc(1, sizeof *all);
	cb_status status = CB_ENOMEM;

	if (all == NULL) {
		json_decref(document);
	} else {
		all->document = document;
		status = read_document(all, fault);
	}
	if (status == CB_OK)
		*out = all;
	else
		cb_advices_free(all);
	return status;
}

void cb_advices_free(cb_advices *advices)
{
	if (advices == NULL)
		return;
	for (size_t i = 0; i < advices->block_count; i++)
		free(advices->blocks[i]);
	free(advices->blocks);
	cb__cited_done(&advices->cited);
	json_decref(advices->document);
	free(advices);
}

const cb_advice *const *cb_advices_all(const cb_advices *advices, size_t *ret_count)
{
	*ret_count = advices->count;
	return advices->list;
}

/* Takes @p document; @p name is NULL for a text. */
static cb_status accept(cb_advices **out, cb_context *ctx, const char *name, json_t *document)
{
	cb__fault fault = {0};
	cb_status status = cb__advices_read(out, document, &fault);

	return cb__reading_end(ctx, status, name, &fault);
}

cb_status cb_advices_from_json(cb_advices **out, cb_context *ctx, const char *text, size_t text_len)
{
	json_t *document = NULL;
	cb_status status = cb__json_parse(&document, ctx, NULL, text, text_len);

	return status == CB_OK ? accept(out, ctx, NULL, document) : status;
}

cb_status cb_advices_load(cb_advices **out, cb_context *ctx, const char *file)
{
	json_t *document = NULL;
	cb_status status = cb__json_file_read(&document, ctx, file, CB__JSON_FILE_MAX);

	return status == CB_OK ? accept(out, ctx, file, document) : status;
}
