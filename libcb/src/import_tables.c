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

int cb__import_header(cb_import *import, char *const *words, size_t count)
{
	return read_sizes(import, words, count) || read_key_columns(import, words, count);
}

/* The words of a row before its figures. */
static void join(char out[CB__IMPORT_NAME], char *const *words, size_t count)
{
	out[0] = '\0';
	for (size_t i = 0; i < count; i++) {
		size_t used = strlen(out);

		snprintf(out + used, CB__IMPORT_NAME - used, "%s%s", i > 0 ? " " : "", words[i]);
	}
}

static int is_rate(const cb__import_figure *figure)
{
	return !figure->has_seconds &&
	       (figure->has_thousand || figure->decimals > 0 || figure->reason[0] != '\0');
}

/* How many figures end the row. The last of a capture may be cut. */
static size_t count_rates(
	const cb_import *import, char *const *words, size_t count, int *ret_thousands)
{
	cb__import_figure figure;
	size_t found = 0;

	*ret_thousands = 0;
	for (size_t at = count; at > 1; at--) {
		if (!cb__import_figure_read(&figure, words[at - 1]))
			break;
		if (!is_rate(&figure) && (found > 0 || !import->is_last_line))
			break;
		*ret_thousands += figure.has_thousand;
		found++;
	}
	return found;
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

static void add_rate(cb_import *import, cb__import_record *record, const char *word, int is_cut)
{
	cb__import_figure figure;

	if (record == NULL)
		return;
	record->text = cb__import_keep(import, word);
	cb__import_figure_read(&figure, word);
	if (is_cut)
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
	cb__import_doubt(import, record,
		import->is_last_line ? CB_OUTCOME_SKIPPED : CB_OUTCOME_FAILED, "%s",
		import->is_last_line ? "the capture ends before it"
				     : "partial: the row has fewer figures than its heading");
	import->is_cut |= import->is_last_line;
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
		return import->is_unended ? 1 : !is_rate(&figure);
	return import->is_unended && !figure.has_thousand && figure.decimals < 2;
}

static void add_bulk(cb_import *import, const cb__import_name *name, const char *printed,
	const char *row, char *const *figures, size_t found)
{
	cb__import_columns shape;
	size_t expected;

	borrow_sizes(import, &shape, found);
	expected = shape.size_count > 0 ? shape.size_count : found;
	for (size_t i = 0; i < found && i < CB__IMPORT_COLUMNS; i++) {
		cb__import_record *record = new_bulk(import, name, printed, row);

		if (record != NULL && i < shape.size_count)
			record->size = shape.sizes[i];
		else if (record != NULL)
			record->column = (uint32_t)i + 1;
		if (record != NULL)
			record->is_total = import->columns.size_count == 0;
		add_rate(
			import, record, figures[i], is_cut(import, figures[i], i, found, expected));
	}
	for (size_t i = found; i < expected; i++) {
		cb__import_record *record = new_bulk(import, name, printed, row);

		if (record != NULL)
			record->size = shape.sizes[i];
		add_missing(import, record);
	}
}

static int is_letter(char c)
{
	return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Prose may end with a figure, too. Without a heading a row is known by its algorithm, or by a
 * banner above it. */
static int read_bulk(cb_import *import, char *const *words, size_t count)
{
	int thousands, has_sizes = import->columns.size_count > 0;
	size_t found = count_rates(import, words, count, &thousands);
	char printed[CB__IMPORT_NAME];
	cb__import_name name;
	const char *row;

	if (found == 0 || !is_letter(words[0][0]) || count - found > 6)
		return 0;
	if (thousands == 0 && !has_sizes)
		return 0;
	if (has_sizes && found > import->columns.size_count)
		return 0;
	join(printed, words, count - found);
	if (!name_row(import, &name, printed, &row))
		return 0;
	if (!has_sizes && !name.is_known &&
		(strcmp(name.algorithm, "evp") != 0 || !import->has_seen_header))
		return 0;
	if (cb__import_run_now(import) == NULL)
		return 1;
	add_bulk(import, &name, printed, row, words + count - found, found);
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

static void add_key(cb_import *import, const cb__import_name *name, const char *printed, size_t i,
	char *const *figures)
{
	const cb__import_columns *shape = &import->columns;
	cb__import_record *record = cb__import_record_new(import);
	cb__import_figure time, rate;

	if (record == NULL)
		return;
	record->printed = cb__import_keep(import, printed);
	record->algorithm = cb__import_keep(import, name->algorithm);
	record->kind = name->kind;
	record->operation = shape->rates[i];
	record->repeat = import->repeat;
	if (figures == NULL) {
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"partial: the row has fewer figures than its heading");
		import->is_cut |= import->is_last_line;
		return;
	}
	record->text = cb__import_keep(import, figures[shape->time_count + i]);
	cb__import_figure_read(&time, figures[i]);
	cb__import_figure_read(&rate, figures[shape->time_count + i]);
	choose(import, record, &time, &rate);
}

static size_t count_figures(char *const *words, size_t count)
{
	cb__import_figure figure;
	size_t found = 0;

	while (found + 1 < count && cb__import_figure_read(&figure, words[count - found - 1]) &&
		(figure.decimals > 0 || figure.reason[0] != '\0'))
		found++;
	return found;
}

static int read_keys(cb_import *import, char *const *words, size_t count)
{
	const cb__import_columns *shape = &import->columns;
	size_t expected = shape->time_count + shape->rate_count;
	size_t found = count_figures(words, count);
	char printed[CB__IMPORT_NAME];
	cb__import_name name;

	if (found == 0 || found > expected || count - found > 6)
		return 0;
	join(printed, words, count - found);
	cb__import_name_read(&name, printed, shape->table);
	if (found < expected && !import->is_last_line && !name.is_known)
		return 0;
	if (cb__import_run_now(import) == NULL)
		return 1;
	for (size_t i = 0; i < shape->rate_count; i++)
		add_key(import, &name, printed, i,
			found == expected ? words + count - found : NULL);
	import->runs[import->run_count - 1].has_rows = 1;
	return 1;
}

int cb__import_row(cb_import *import, char *const *words, size_t count)
{
	if (import->columns.rate_count > 0)
		return read_keys(import, words, count);
	return read_bulk(import, words, count);
}
