/* SPDX-License-Identifier: Apache-2.0 */
/* Rows that were damaged: where the figures of a row begin, and which of them lost their unit. A
 * letter for a digit stays in its column, a figure that is gone spoils the row; neither is ever
 * part of a name. */
#include "import.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
	DIGITS_LEAST = 4,
	PLACES_MOST = 9, /* with mark and unit */
	RATE_LEAST = 100 /* "12.04" may be a version */
};

/* The words of a row before its figures. */
void cb__import_join(char out[CB__IMPORT_NAME], char *const *words, size_t count)
{
	out[0] = '\0';
	for (size_t i = 0; i < count; i++) {
		size_t used = strlen(out);

		snprintf(out + used, CB__IMPORT_NAME - used, "%s%s", i > 0 ? " " : "", words[i]);
	}
}

int cb__import_is_rate(const cb__import_figure *figure)
{
	return !figure->has_seconds &&
	       (figure->has_thousand || figure->decimals > 0 || figure->reason[0] != '\0');
}

/* Digits, and the letters that are taken for them. */
static int is_like_digit(char c)
{
	return c != '\0' && strchr("0123456789OoIlSBZ", c) != NULL;
}

/* "1.0.2k", "3.0.16": a version has more than one point and short numbers between. */
static int is_version(const char *word)
{
	size_t points = 0, len = 0;

	for (; *word != '\0'; word++) {
		points += *word == '.';
		len = *word >= '0' && *word <= '9' ? len + 1 : 0;
		if (len > 2)
			return 0;
	}
	return points > 1;
}

/* "27O00.00k", "0.0000l6s" were figures once: a digit first, a mark, some places and perhaps a
 * letter; "4.19-rc1" never was. */
static int was_figure(const char *word)
{
	const char *mark = strrchr(word, '.');
	size_t digits = 0, len = strlen(word);

	if (mark == NULL)
		mark = strrchr(word, ',');
	for (size_t i = 0; i < len; i++)
		digits += (size_t)is_like_digit(word[i]);
	return mark != NULL && is_like_digit(word[word[0] == '-']) && strlen(mark) <= PLACES_MOST &&
	       digits >= DIGITS_LEAST && 2 * digits >= len && strchr(word + 1, '-') == NULL &&
	       !is_version(word);
}

/* Whether a word is a rate even in the middle of words. */
static int is_like_rate(const char *word)
{
	cb__import_figure figure;

	if (!cb__import_figure_read(&figure, word))
		return was_figure(word);
	return !figure.has_seconds &&
	       (figure.has_thousand || figure.reason[0] != '\0' ||
		       (figure.decimals > 0 && (figure.value == 0 || figure.value >= RATE_LEAST)));
}

static int is_any_figure(const char *word)
{
	cb__import_figure figure;

	return cb__import_figure_read(&figure, word) || was_figure(word);
}

/* How many figures end the row. The last of a capture may be cut. */
static size_t count_rates(const cb_import *import, char *const *words, size_t count)
{
	cb__import_figure figure;
	size_t found = 0;

	for (size_t at = count; at > 1; at--) {
		if (!cb__import_figure_read(&figure, words[at - 1]))
			break;
		if (!cb__import_is_rate(&figure) && (found > 0 || !import->is_last_line))
			break;
		found++;
	}
	return found;
}

static size_t find_first(char *const *words, size_t count)
{
	size_t first = 1;

	while (first < count && !is_like_rate(words[first]))
		first++;
	return first;
}

static int is_known(char *const *words, size_t count)
{
	char printed[CB__IMPORT_NAME];
	cb__import_name name;

	cb__import_join(printed, words, count);
	cb__import_name_read(&name, printed, CB__IMPORT_BULK);
	return name.is_known;
}

/* A row that is too short may have lost a figure to its name, and one of any length the first half
 * of a figure in two pieces: what is left of it is a name. */
static size_t find_name_end(char *const *words, size_t count, size_t from, size_t size_count)
{
	for (size_t end = 1; end < from && count - from < size_count; end++)
		if (count - end == size_count && is_known(words, end))
			return end;
	for (size_t end = 1; end < from; end++)
		if (is_any_figure(words[end]) && is_known(words, end))
			return end;
	return from;
}

cb__import_parts cb__import_part(const cb_import *import, char *const *words, size_t count)
{
	size_t size_count = import->columns.size_count;
	size_t first = find_first(words, count), from;
	cb__import_parts parts = {0};
	cb__import_figure figure;

	/* a remark behind the figures */
	if (size_count > 0 && count > first + size_count)
		while (!is_any_figure(words[count - 1]))
			count--;
	from = count - count_rates(import, words, count);
	if (first < from ||
		(size_count > 0 && count - from > size_count && count - first == size_count))
		from = first;
	if (from < count)
		from = find_name_end(words, count, from, size_count);
	parts.from = from;
	parts.count = count - from;
	for (size_t i = from; i < count; i++) {
		int is_figure = cb__import_figure_read(&figure, words[i]);

		parts.thousands += is_figure && figure.has_thousand;
		parts.like += (size_t)(is_figure || was_figure(words[i]));
		if (!is_figure && parts.damaged == NULL)
			parts.damaged = words[i];
	}
	return parts;
}

cb__import_parts cb__import_part_keys(
	const cb__import_columns *shape, char *const *words, size_t count)
{
	size_t expected = shape->time_count + shape->rate_count, from = 1;
	cb__import_parts parts = {0};
	cb__import_figure figure;

	/* names have no point in them */
	while (from < count && !was_figure(words[from]) &&
		!(cb__import_figure_read(&figure, words[from]) &&
			(figure.decimals > 0 || figure.reason[0] != '\0')))
		from++;
	while (count > from + expected && !is_any_figure(words[count - 1]))
		count--;
	parts.from = from;
	parts.count = count - from;
	for (size_t i = from; i < count; i++) {
		int is_figure = cb__import_figure_read(&figure, words[i]) &&
				(figure.decimals > 0 || figure.reason[0] != '\0');

		parts.like += (size_t)(is_figure || was_figure(words[i]));
		if (!is_figure && parts.damaged == NULL)
			parts.damaged = words[i];
	}
	return parts;
}

/* Its words, so that what is published of it can be looked at. */
void cb__import_spoil(cb_import *import, cb__import_record *record, const cb__import_parts *parts,
	char *const *words, size_t expected)
{
	char text[CB__IMPORT_NAME];

	if (record == NULL)
		return;
	cb__import_join(text, words + parts->from, parts->count);
	record->text = cb__import_keep(import, text);
	record->rate = (double)NAN;
	cb__import_doubt(import, record, CB_OUTCOME_FAILED,
		"partial: which column a figure is of is not told, for there are %zu below a"
		" heading of %zu%s%.40s%s (line %zu)",
		parts->count, expected, parts->damaged != NULL ? ", and \"" : "",
		parts->damaged != NULL ? parts->damaged : "",
		parts->damaged != NULL ? "\" is no number" : "", import->line);
}

/* What openssl speed prints has two digits after the point, and a k unless the rate is at most
 * 10000 (print of results in apps/speed.c, in every release). */
#define PLAIN_MOST 10000.0
#define FALL_MOST  10.0

struct row {
	cb__import_record *records;
	size_t count;
	int has_plain; /* a figure without a k that is too large for one */
	int has_thousands;
	int has_places; /* two digits after the point */
};

static int is_plain(const cb__import_record *record, cb__import_figure *figure)
{
	return record->is_printed && record->outcome == CB_OUTCOME_MEASURED &&
	       cb__import_figure_read(figure, record->text) && !figure->has_thousand;
}

static struct row describe(cb_import *import, size_t first)
{
	struct row row = {.records = import->records + first};
	cb__import_figure figure;

	while (first + row.count < import->record_count) {
		const cb__import_record *record = &row.records[row.count];

		if (record->line != row.records->line || record->run != row.records->run)
			break;
		row.has_plain |= is_plain(record, &figure) && figure.value > PLAIN_MOST;
		if (record->is_printed && cb__import_figure_read(&figure, record->text)) {
			row.has_thousands |= figure.has_thousand;
			row.has_places |= figure.decimals == 2;
		}
		row.count++;
	}
	return row;
}

/* One wording, so that a table without any k is told once. */
static void doubt_unit(cb_import *import, cb__import_record *record)
{
	record->rate = (double)NAN;
	cb__import_doubt(import, record, CB_OUTCOME_FAILED,
		"unit missing: there is no k, which openssl speed leaves out only up to %.0f bytes"
		" per second",
		PLAIN_MOST);
}

static void judge_row(cb_import *import, const struct row *row)
{
	double before = 0;
	cb__import_figure figure;

	for (size_t i = 0; i < row->count; i++) {
		cb__import_record *record = &row->records[i];

		if (is_plain(record, &figure) &&
			(row->has_plain || figure.value * FALL_MOST < before))
			doubt_unit(import, record);
		if (!record->is_printed || record->outcome != CB_OUTCOME_MEASURED)
			continue;
		cb__import_figure_read(&figure, record->text);
		before = figure.has_thousand ? figure.value : 0;
		if (row->has_places && (figure.decimals == 0 || figure.decimals > 2))
			cb__import_doubt(import, record, CB_OUTCOME_FAILED,
				"point missing or moved: \"%.40s\" has not two digits after it, as"
				" others of its row (line %zu)",
				record->text, record->line);
	}
}

/* Where the letter was lost in a whole table, it was lost by its slow rows, too. */
static void judge_runs(cb_import *import)
{
	for (size_t i = 0; i < import->record_count; i++) {
		cb__import_record *record = &import->records[i];
		const cb__import_run *run = &import->runs[record->run];
		cb__import_figure figure;

		if (run->has_plain && !run->has_thousands && is_plain(record, &figure))
			doubt_unit(import, record);
	}
}

void cb__import_judge_rows(cb_import *import)
{
	struct row row;

	for (size_t i = 0; i < import->record_count; i += row.count) {
		row = describe(import, i);
		import->runs[row.records->run].has_plain |= row.has_plain;
		import->runs[row.records->run].has_thousands |= row.has_thousands;
		judge_row(import, &row);
	}
	judge_runs(import);
}
