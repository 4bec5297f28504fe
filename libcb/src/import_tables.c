/* SPDX-License-Identifier: Apache-2.0 */
/* Tables for people: headings, rows of rates, rows of keys. */
#include "import.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What columns of tables of keys are called. */
static const struct {
	const char *word;
	const char *operation;
	int is_rate;
} columns[] = {
	{"sign", "sign", 0},
	{"signs", "sign", 0},
	{"verify", "verify", 0},
	{"encrypt", "encrypt", 0},
	{"decrypt", "decrypt", 0},
	{"keygen", "keygen", 0},
	{"encaps", "encaps", 0},
	{"decaps", "decaps", 0},
	{"op", "derive", 0},
	{"sign/s", "sign", 1},
	{"verify/s", "verify", 1},
	{"encr./s", "encrypt", 1},
	{"encrypt/s", "encrypt", 1},
	{"decr./s", "decrypt", 1},
	{"decrypt/s", "decrypt", 1},
	{"keygens/s", "keygen", 1},
	{"keygen/s", "keygen", 1},
	{"encaps/s", "encaps", 1},
	{"decaps/s", "decaps", 1},
	{"op/s", "derive", 1},
};

static size_t find_column(const char *word)
{
	size_t i = 0;

	while (i < sizeof columns / sizeof columns[0] && strcmp(columns[i].word, word) != 0)
		i++;
	return i;
}

/* A new run has no columns, so it is begun before. */
static int begin_table(cb_import *import, const cb__import_columns *made)
{
	if (cb__import_run_now(import) != NULL)
		import->columns = *made;
	import->has_seen_header = 1;
	return 1;
}

/* "type 16 bytes 64 bytes ..."; without the first word rows are named after what was measured. */
static int read_sizes(cb_import *import, char *const *words, size_t count)
{
	cb__import_columns made = {.table = CB__IMPORT_BULK};
	size_t at = strcmp(words[0], "type") == 0;

	made.is_pivot = at == 0;
	for (; at < count; at += 2) {
		if (made.size_count == CB__IMPORT_COLUMNS || at + 1 >= count ||
			strncmp(words[at + 1], "byte", 4) != 0 ||
			!cb__import_count_read(&made.sizes[made.size_count], words[at]) ||
			made.sizes[made.size_count] == 0)
			break;
		/* they grow in every release */
		if (!made.is_pivot && made.size_count > 0 &&
			made.sizes[made.size_count] <= made.sizes[made.size_count - 1])
			return 0;
		made.size_count++;
	}
	/* a heading that is cut ends in the middle of a pair */
	if (made.size_count == 0 || (at < count && !(import->is_last_line && at + 1 >= count)))
		return 0;
	return begin_table(import, &made);
}

static int read_key_columns(cb_import *import, char *const *words, size_t count)
{
	cb__import_columns made = {.table = CB__IMPORT_KEYS};

	for (size_t i = 0; i < count; i++) {
		size_t column = find_column(words[i]);

		if (column == sizeof columns / sizeof columns[0] || i == CB__IMPORT_COLUMNS)
			return 0;
		if (columns[column].is_rate)
			made.rates[made.rate_count++] = columns[column].operation;
		else
			made.times[made.time_count++] = columns[column].operation;
		if (strcmp(words[i], "encaps") == 0)
			made.table = CB__IMPORT_KEM;
		if (strcmp(words[i], "signs") == 0)
			made.table = CB__IMPORT_SIGNATURES;
	}
	if (made.rate_count == 0 || made.time_count != made.rate_count)
		return 0;
	for (size_t i = 0; i < made.rate_count; i++)
		if (strcmp(made.rates[i], made.times[i]) != 0)
			return 0;
	return begin_table(import, &made);
}

/* "type 16 bytes 6A bytes ...": whatever columns were read before, these are others. */
static int read_broken(cb_import *import, char *const *words, size_t count)
{
	cb__import_run *run;
	size_t found = 0;

	uint64_t size;

	for (size_t i = 1; i < count; i++)
		found += strncmp(words[i], "byte", 4) == 0 &&
			 cb__import_count_read(&size, words[i - 1]);
	if (found < 2 && (found == 0 || strcmp(words[0], "type") != 0))
		return 0;
	run = cb__import_run_now(import);
	if (run != NULL)
		run->has_broken_heading = 1;
	cb__import_remark(import,
		"line %zu: a damaged heading: the sizes of its columns are not told", import->line);
	return begin_table(import, &(cb__import_columns){.table = CB__IMPORT_BULK});
}

int cb__import_header(cb_import *import, char *const *words, size_t count)
{
	return read_sizes(import, words, count) || read_key_columns(import, words, count) ||
	       read_broken(import, words, count);
}

/* The sizes of a row without a heading: those of the children, or those that were supplied. */
static void borrow_sizes(cb_import *import, cb__import_columns *made, size_t count)
{
	const cb__import_run *run = cb__import_run_now(import);

	*made = import->columns;
	if (made->size_count > 0 && made->table == CB__IMPORT_BULK)
		return;
	*made = (cb__import_columns){.table = CB__IMPORT_BULK};
	if (run != NULL && run->child_size_count == count) {
		memcpy(made->sizes, run->child_sizes, sizeof made->sizes);
		made->size_count = count;
	}
}

/* A row is that of the algorithm it names; in a pivoted table that of the line above. */
static int name_row(cb_import *import, cb__import_name *name, char printed[CB__IMPORT_NAME],
	const char **ret_row)
{
	*ret_row = "";
	cb__import_name_read(name, printed, CB__IMPORT_BULK);
	if (!import->columns.is_pivot || import->columns.size_count == 0 || name->is_known)
		return 1;
	*ret_row = cb__import_keep(import, printed);
	cb__import_name_read(name, import->above, CB__IMPORT_BULK);
	snprintf(printed, CB__IMPORT_NAME, "%.90s", import->above);
	return name->is_known;
}

static cb__import_api find_api(const cb_import *import, const cb__import_name *name)
{
	const char *version = import->runs[import->run_count - 1].version;

	if (version[0] == '\0')
		version = import->sections[import->section_count - 1].version;
	if (version[0] >= '3' && version[0] <= '9')
		return CB__IMPORT_API_EVP;
	if (strcmp(name->kind, "cipher") != 0 || strchr(name->algorithm, '-') == NULL)
		return CB__IMPORT_API_UNKNOWN;
	return name->is_spelled_low ? CB__IMPORT_API_LOW : CB__IMPORT_API_EVP;
}

static void judge_figure(
	cb_import *import, cb__import_record *record, const cb__import_figure *figure)
{
	if (figure->reason[0] != '\0')
		cb__import_doubt(import, record, CB_OUTCOME_FAILED, "%s", figure->reason);
	else if (figure->value == 0)
		cb__import_doubt(import, record, CB_OUTCOME_SKIPPED,
			"printed as 0.00, which is not measured");
	else
		record->rate = figure->value;
}

static cb__import_record *new_bulk(
	cb_import *import, const cb__import_name *name, const char *printed, const char *row)
{
	cb__import_record *record = cb__import_record_new(import);
	const cb__import_section *section = &import->sections[import->section_count - 1];

	if (record == NULL)
		return NULL;
	record->printed = cb__import_keep(import, printed);
	record->algorithm = cb__import_keep(import, name->algorithm);
	record->kind = name->kind;
	record->operation = cb__import_operation(name->kind, section->decrypt);
	record->row = row;
	record->api = find_api(import, name);
	record->repeat = import->repeat;
	record->has_message = 1;
	record->lacks_algorithm = strcmp(name->algorithm, "evp") == 0;
	return record;
}

static void doubt_word(cb_import *import, cb__import_record *record, const char *word)
{
	cb__import_doubt(import, record, CB_OUTCOME_FAILED, "\"%.40s\" is no number (line %zu)",
		word, import->line);
}

static void add_rate(cb_import *import, cb__import_record *record, const char *word, int is_cut)
{
	cb__import_figure figure;

	if (record == NULL)
		return;
	record->text = cb__import_keep(import, word);
	record->is_printed = 1;
	if (!cb__import_figure_read(&figure, word))
		doubt_word(import, record, word);
	else if (is_cut)
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"partial: the capture ends within the row, so \"%.40s\" may be the "
			"beginning"
			" of a longer figure",
			word);
	else
		judge_figure(import, record, &figure);
	import->is_cut |= is_cut;
}

static void add_missing(cb_import *import, cb__import_record *record)
{
	if (record == NULL)
		return;
	cb__import_doubt(import, record, CB_OUTCOME_SKIPPED, "the capture ends before it");
	import->is_cut = 1;
}

/* The last figure of an unended row counts only if it has all that a figure has. */
static int is_cut(
	const cb_import *import, const char *word, size_t column, size_t found, size_t expected)
{
	cb__import_figure figure;

	if (!import->is_last_line || column + 1 != found)
		return 0;
	cb__import_figure_read(&figure, word);
	if (found < expected)
		return import->is_unended ? 1 : !cb__import_is_rate(&figure);
	return import->is_unended && !figure.has_thousand && figure.decimals < 2;
}

/* A row that was cut lacks its end; of any other it is not told what it lacks. */
static int is_told(const cb_import *import, size_t found, size_t expected)
{
	return found == expected || (found < expected && import->is_last_line);
}

static void add_bulk(cb_import *import, const cb__import_name *name, const char *printed,
	const char *row, char *const *words, const cb__import_parts *parts)
{
	size_t found = parts->count, expected;
	cb__import_columns shape;

	borrow_sizes(import, &shape, found);
	expected = shape.size_count > 0 ? shape.size_count : found;
	for (size_t i = 0; i < expected && i < CB__IMPORT_COLUMNS; i++) {
		cb__import_record *record = new_bulk(import, name, printed, row);

		if (record != NULL && i < shape.size_count)
			record->size = shape.sizes[i];
		else if (record != NULL)
			record->column = (uint32_t)i + 1;
		if (record != NULL && i < found)
			record->is_total = import->columns.size_count == 0;
		if (!is_told(import, found, expected))
			cb__import_spoil(import, record, parts, words, expected);
		else if (i < found)
			add_rate(import, record, words[parts->from + i],
				is_cut(import, words[parts->from + i], i, found, expected));
		else
			add_missing(import, record);
	}
}

static int is_thousand(const char *word)
{
	cb__import_figure figure;

	return cb__import_figure_read(&figure, word) && figure.has_thousand;
}

static int is_letter(char c)
{
	return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Prose has figures, too. */
static int is_row(
	const cb_import *import, const cb__import_parts *parts, const cb__import_name *name)
{
	size_t size_count = import->columns.size_count;
	int is_whole = parts->damaged == NULL && (size_count == 0 || parts->count <= size_count);

	if (size_count == 0 && !name->is_known &&
		(strcmp(name->algorithm, "evp") != 0 || !import->has_seen_header))
		return 0;
	if (is_whole)
		return 1;
	if (!name->is_known)
		return parts->like == parts->count && parts->thousands > 0;
	return parts->like == parts->count || parts->count == size_count || parts->thousands > 0;
}

/* Without a heading a row is known by its algorithm, or by a banner above it. */
static int read_bulk(cb_import *import, char *const *words, size_t count)
{
	cb__import_parts parts = cb__import_part(import, words, count);
	char printed[CB__IMPORT_NAME];
	cb__import_name name;
	const char *row;

	if (parts.thousands > 0 && is_thousand(words[0]))
		cb__import_remark(
			import, "line %zu: figures without a name were left out", import->line);
	if (parts.like == 0 || !is_letter(words[0][0]) || parts.from > 6)
		return 0;
	if (parts.thousands == 0 && import->columns.size_count == 0)
		return 0;
	cb__import_join(printed, words, parts.from);
	if (!name_row(import, &name, printed, &row) || !is_row(import, &parts, &name))
		return 0;
	if (cb__import_run_now(import) == NULL)
		return 1;
	add_bulk(import, &name, printed, row, words, &parts);
	import->runs[import->run_count - 1].has_rows = 1;
	return 1;
}

/* The better of two figures for one thing: the rate, or one over the time. */
static void choose(cb_import *import, cb__import_record *record, const cb__import_figure *time,
	const cb__import_figure *rate)
{
	double by_time = time->value > 0 ? time->error / time->value : (double)INFINITY;
	double by_rate = rate->value > 0 ? rate->error / rate->value : (double)INFINITY;

	if (time->reason[0] != '\0' || rate->reason[0] != '\0')
		cb__import_doubt(import, record, CB_OUTCOME_FAILED, "%s",
			rate->reason[0] != '\0' ? rate->reason : time->reason);
	else if (isinf(by_time) && isinf(by_rate))
		cb__import_doubt(import, record, CB_OUTCOME_SKIPPED,
			"printed as 0.0, which is not measured");
	else if (by_rate + by_time < 1 &&
		 fabs(rate->value * time->value - 1) > 2 * (by_rate + by_time))
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"%.6g s and %.6g in a second are not the same", time->value, rate->value);
	else
		record->rate = by_time < by_rate ? 1 / time->value : rate->value;
}

static void read_pair(cb_import *import, cb__import_record *record, char *const *figures, size_t i)
{
	const char *words[] = {figures[i], figures[import->columns.time_count + i]};
	cb__import_figure pair[2];

	record->text = cb__import_keep(import, words[1]);
	for (size_t j = 0; j < 2; j++)
		if (!cb__import_figure_read(&pair[j], words[j]) ||
			(pair[j].decimals == 0 && pair[j].reason[0] == '\0')) {
			doubt_word(import, record, words[j]);
			return;
		}
	choose(import, record, &pair[0], &pair[1]);
}

static void add_key(cb_import *import, const cb__import_name *name, const char *printed, size_t i,
	char *const *words, const cb__import_parts *parts)
{
	const cb__import_columns *shape = &import->columns;
	cb__import_record *record = cb__import_record_new(import);
	size_t expected = shape->time_count + shape->rate_count;

	if (record == NULL)
		return;
	record->printed = cb__import_keep(import, printed);
	record->algorithm = cb__import_keep(import, name->algorithm);
	record->kind = name->kind;
	record->operation = shape->rates[i];
	record->repeat = import->repeat;
	if (parts->count == expected) {
		read_pair(import, record, words + parts->from, i);
		return;
	}
	cb__import_spoil(import, record, parts, words, expected);
	import->is_cut |= import->is_last_line && parts->count < expected;
}

/* In tables of generic names every word is a name, and so may prose be. */
static int is_key_row(const cb__import_columns *shape, const cb__import_parts *parts,
	const cb__import_name *name, int is_last_line)
{
	size_t expected = shape->time_count + shape->rate_count;

	if (parts->count == expected)
		return parts->damaged == NULL || 2 * parts->like >= expected;
	return parts->like == parts->count && (is_last_line || name->is_known);
}

static int read_keys(cb_import *import, char *const *words, size_t count)
{
	const cb__import_columns *shape = &import->columns;
	cb__import_parts parts = cb__import_part_keys(shape, words, count);
	char printed[CB__IMPORT_NAME];
	cb__import_name name;

	if (parts.like == 0 || parts.from > 6)
		return 0;
	cb__import_join(printed, words, parts.from);
	cb__import_name_read(&name, printed, shape->table);
	if (!is_key_row(shape, &parts, &name, import->is_last_line))
		return 0;
	if (cb__import_run_now(import) == NULL)
		return 1;
	for (size_t i = 0; i < shape->rate_count; i++)
		add_key(import, &name, printed, i, words, &parts);
	import->runs[import->run_count - 1].has_rows = 1;
	return 1;
}

int cb__import_row(cb_import *import, char *const *words, size_t count)
{
	if (import->columns.rate_count > 0)
		return read_keys(import, words, count);
	return read_bulk(import, words, count);
}
