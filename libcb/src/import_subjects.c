/* SPDX-License-Identifier: Apache-2.0 */
/* Who was measured: a machine for each heading, and of it releases, rows that are named after what
 * was measured, the interface, and runs of the same. What is the same everywhere is in no label. */
#include "import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_SIZE = 200, SUBJECTS_MAX = 500 };

/* A run that has a figure which an earlier run of the same has, too. */
struct edge {
	size_t from;
	size_t to;
};

struct telling {
	cb_import *import;
	cb__import_record **order;
	struct edge *edges;
	size_t edge_count;
	size_t *ordinals; /* of runs: how many of the same were before */
};

static const cb__import_run *run_of(const cb_import *import, const cb__import_record *record)
{
	return &import->runs[record->run];
}

static const char *version_of(const cb_import *import, size_t run)
{
	const cb__import_run *r = &import->runs[run];

	return r->version[0] != '\0' ? r->version : import->sections[r->section].version;
}

static int order_counts(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* What is measured; the interface counts only where a section has both for one algorithm. */
static int order_work(const cb__import_record *a, const cb__import_record *b)
{
	int order = strcmp(a->row, b->row);

	if (order == 0)
		order = strcmp(a->algorithm, b->algorithm);
	if (order == 0)
		order = strcmp(a->operation, b->operation);
	if (order == 0)
		order = order_counts(a->size, b->size);
	return order != 0 ? order : order_counts(a->column, b->column);
}

/* qsort has no payload, so what is compared is put into the records: the section into subject. */
static int order_records(const void *left, const void *right)
{
	const cb__import_record *a = *(cb__import_record *const *)left;
	const cb__import_record *b = *(cb__import_record *const *)right;
	int order = order_counts(a->subject, b->subject);

	if (order == 0)
		order = order_work(a, b);
	if (order == 0)
		order = order_counts(a->api, b->api);
	if (order == 0)
		order = order_counts(a->repeat, b->repeat);
	return order != 0 ? order : order_counts(a->run, b->run);
}

static int order_edges(const void *left, const void *right)
{
	const struct edge *a = left, *b = right;
	int order = order_counts(a->from, b->from);

	return order != 0 ? order : order_counts(a->to, b->to);
}

static int is_same_build(const cb_import *import, size_t a, size_t b)
{
	return strcmp(version_of(import, a), version_of(import, b)) == 0 &&
	       strcmp(import->runs[a].built, import->runs[b].built) == 0 &&
	       strcmp(import->runs[a].compiler, import->runs[b].compiler) == 0;
}

/* Interfaces are told apart where a machine has both of one algorithm. */
static void find_apis(struct telling *t)
{
	cb_import *import = t->import;

	for (size_t i = 0; i < import->section_count; i++)
		import->sections[i].has_both_apis = 0;
	for (size_t i = 1; i < import->record_count; i++) {
		const cb__import_record *a = t->order[i - 1], *b = t->order[i];

		if (a->subject == b->subject && order_work(a, b) == 0 && a->api != b->api &&
			a->api != CB__IMPORT_API_UNKNOWN)
			import->sections[a->subject].has_both_apis = 1;
	}
}

static int splits_apis(const cb_import *import, const cb__import_record *record)
{
	return import->sections[run_of(import, record)->section].has_both_apis;
}

static int is_same_figure(const cb__import_record *a, const cb__import_record *b, int splits)
{
	return a->subject == b->subject && order_work(a, b) == 0 && (!splits || a->api == b->api) &&
	       a->repeat == b->repeat;
}

static void find_edges(struct telling *t)
{
	for (size_t i = 1; i < t->import->record_count; i++) {
		const cb__import_record *a = t->order[i - 1], *b = t->order[i];

		if (a->run != b->run && is_same_figure(a, b, splits_apis(t->import, a)))
			t->edges[t->edge_count++] = (struct edge){a->run, b->run};
	}
	qsort(t->edges, t->edge_count, sizeof *t->edges, order_edges);
}

/* Edges lead to later runs and are sorted by where they come from, so that is final. */
static void count_runs(struct telling *t)
{
	for (size_t i = 0; i < t->edge_count; i++) {
		const struct edge *edge = &t->edges[i];
		size_t least = t->ordinals[edge->from] + 1;

		if (t->ordinals[edge->to] < least)
			t->ordinals[edge->to] = least;
	}
}

/* Runs of one build become repetitions, which are launches. */
static void join_runs(struct telling *t)
{
	for (size_t i = 0; i < t->import->record_count; i++)
		if (t->import->records[i].repeat == 0)
			t->import->records[i].repeat = (uint32_t)t->import->records[i].run + 1;
}

/* "Core i7-2600K 3.40 GHz" of "Core i7-2600K 3.40 GHz, CentOS 6.6" */
static void shorten(char out[LABEL_SIZE], const char *heading)
{
	size_t len = 0;
	int depth = 0;

	for (; heading[len] != '\0' && len < 80 && (heading[len] != ',' || depth > 0); len++) {
		depth += heading[len] == '(';
		depth -= heading[len] == ')' && depth > 0;
		out[len] = heading[len];
		if (out[len] == '/' || (unsigned char)out[len] < ' ')
			out[len] = '-';
	}
	/* not within a character */
	while (heading[len] != '\0' && len > 0 && ((unsigned char)heading[len] & 0xc0) == 0x80)
		len--;
	while (len > 0 && out[len - 1] == ' ')
		len--;
	out[len] = '\0';
}

/* "old" of "pages/old.txt" */
static void stem(char out[LABEL_SIZE], const char *file)
{
	const char *slash = strrchr(file, '/'), *start = slash != NULL ? slash + 1 : file;

	shorten(out, start);
	if (strrchr(out, '.') != NULL && strrchr(out, '.') != out)
		*strrchr(out, '.') = '\0';
}

static void add_part(char out[LABEL_SIZE], const char *part)
{
	size_t used = strlen(out);

	if (part[0] != '\0')
		snprintf(out + used, LABEL_SIZE - used, "%s%.90s", used > 0 ? ":" : "", part);
}

static int has_versions(const cb_import *import, size_t section)
{
	const char *version = NULL;

	for (size_t i = 0; i < import->record_count; i++) {
		size_t run = import->records[i].run;

		if (import->runs[run].section != section)
			continue;
		if (version != NULL && strcmp(version, version_of(import, run)) != 0)
			return 1;
		version = version_of(import, run);
	}
	return 0;
}

static void write_section(const cb_import *import, char out[LABEL_SIZE], size_t index)
{
	const cb__import_section *section = &import->sections[index];

	out[0] = '\0';
	if (section->heading[0] != '\0')
		shorten(out, section->heading);
	else if (section->label[0] != '\0')
		shorten(out, section->label);
	else if (import->text_count > 1)
		stem(out, section->file);
}

static int is_taken(const cb_import *import, const char *label)
{
	for (size_t i = 0; i < import->subject_count; i++)
		if (strcmp(import->subjects[i].label, label) == 0)
			return 1;
	return 0;
}

static void make_unique(const cb_import *import, char label[LABEL_SIZE])
{
	char base[LABEL_SIZE];

	snprintf(base, sizeof base, "%s", label);
	for (unsigned i = 2; is_taken(import, label); i++)
		snprintf(label, LABEL_SIZE, "%.180s%srun %u", base, base[0] != '\0' ? ":" : "", i);
}

static void write_label(const cb_import *import, char out[LABEL_SIZE],
	const cb__import_record *record, int with_version, int with_api)
{
	static const char *const apis[] = {"", "low-level", "evp"};

	write_section(import, out, run_of(import, record)->section);
	add_part(out, with_version ? version_of(import, record->run) : "");
	add_part(out, record->row);
	add_part(out, with_api ? apis[record->api] : "");
	for (char *c = out; *c != '\0'; c++)
		if (*c == '/')
			*c = '-';
	if (out[0] == '\0')
		snprintf(out, LABEL_SIZE, "openssl");
	make_unique(import, out);
}

/* Whether a record belongs to a subject, whose first record is @p first. */
static int is_of(const struct telling *t, const cb__import_record *first,
	const cb__import_record *record, int splits)
{
	const cb_import *import = t->import;

	return t->ordinals[first->run] == t->ordinals[record->run] &&
	       run_of(import, first)->section == run_of(import, record)->section &&
	       (!splits || first->api == record->api) && strcmp(first->row, record->row) == 0 &&
	       is_same_build(import, first->run, record->run);
}

static int add_subject(cb_import *import, const cb__import_record *record, int splits)
{
	cb__import_subject *grown;
	char label[LABEL_SIZE];
	size_t section = run_of(import, record)->section;

	import->is_full |= import->subject_count >= SUBJECTS_MAX;
	if (import->is_full)
		return -1;
	grown = cb__import_grow(
		import, import->subjects, import->subject_count, sizeof *import->subjects);
	if (grown == NULL)
		return -1;
	import->subjects = grown;
	write_label(import, label, record, has_versions(import, section), splits);
	grown[import->subject_count] = (cb__import_subject){.label = cb__import_keep(import, label),
		.section = section,
		.run = record->run,
		.api = record->api};
	import->subject_count++;
	return 0;
}

/* Which subject each record is of; firsts[] has the record that made a subject. */
static void assign(struct telling *t, const cb__import_record **firsts)
{
	cb_import *import = t->import;

	for (size_t i = 0; i < import->record_count; i++) {
		cb__import_record *record = &import->records[i];
		int splits = splits_apis(import, record);
		size_t j = 0;

		while (j < import->subject_count && !is_of(t, firsts[j], record, splits))
			j++;
		record->subject = j;
		if (j < import->subject_count)
			continue;
		firsts[j] = record;
		if (add_subject(import, record, splits) != 0)
			return;
	}
}

/* The interface of a subject is that of its rows that tell; where both occur, it has none. */
static void check_apis(cb_import *import)
{
	int seen[SUBJECTS_MAX + 1] = {0};

	for (size_t i = 0; i < import->record_count && !import->is_full; i++)
		seen[import->records[i].subject] |= 1 << import->records[i].api;
	for (size_t i = 0; i < import->subject_count && !import->is_full; i++) {
		int apis = seen[i] & ~(1 << CB__IMPORT_API_UNKNOWN);

		import->subjects[i].api = CB__IMPORT_API_UNKNOWN;
		if (apis == 1 << CB__IMPORT_API_LOW)
			import->subjects[i].api = CB__IMPORT_API_LOW;
		if (apis == 1 << CB__IMPORT_API_EVP)
			import->subjects[i].api = CB__IMPORT_API_EVP;
	}
}

static void tell(struct telling *t, const cb__import_record **firsts)
{
	cb_import *import = t->import;

	if (import->options.joins_runs)
		join_runs(t);
	for (size_t i = 0; i < import->record_count; i++) {
		import->records[i].subject = run_of(import, &import->records[i])->section;
		t->order[i] = &import->records[i];
	}
	qsort(t->order, import->record_count, sizeof(*t->order), order_records);
	find_apis(t);
	find_edges(t);
	count_runs(t);
	assign(t, firsts);
	if (!import->failed)
		check_apis(import);
}

void cb__import_tell_subjects(cb_import *import)
{
	size_t count = import->record_count + 1;
	const cb__import_record **firsts = calloc(SUBJECTS_MAX + 1, sizeof(*firsts));
	struct telling t = {.import = import,
		.order = calloc(count, sizeof(*t.order)),
		.edges = calloc(count, sizeof *t.edges),
		.ordinals = calloc(import->run_count + 1, sizeof *t.ordinals)};

	if (firsts == NULL || t.order == NULL || t.edges == NULL || t.ordinals == NULL)
		import->failed = 1;
	else
		tell(&t, firsts);
	free(firsts);
	free(t.order);
	free(t.edges);
	free(t.ordinals);
}
