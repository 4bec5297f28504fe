/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of -mr, and the same lines of the children of -multi. Releases mean different things by
 * them, and none says which release it is. */
#include "import.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 24, CHILD_MAX = 4096 };

/* What a line of keys' rates says: its number, how rows are called, operations of its figures. */
static const struct {
	const char *tag;
	const char *format; /* with the bits, or the name */
	int has_name;
	int has_curve;
	const char *operations[4];
	cb__import_table table;
} key_lines[] = {
	{"+F2", "rsa %s", 0, 0, {"sign", "verify", "encrypt", "decrypt"}, CB__IMPORT_KEYS},
	{"+F3", "dsa %s", 0, 0, {"sign", "verify", NULL, NULL}, CB__IMPORT_KEYS},
	{"+F4", "ecdsa (%s)", 0, 1, {"sign", "verify", NULL, NULL}, CB__IMPORT_KEYS},
	{"+F5", "ecdh (%s)", 0, 1, {"derive", "", NULL, NULL}, CB__IMPORT_KEYS},
	{"+F6", "eddsa (%s)", 1, 0, {"sign", "verify", NULL, NULL}, CB__IMPORT_KEYS},
	{"+F7", "sm2 (%s)", 1, 0, {"sign", "verify", NULL, NULL}, CB__IMPORT_KEYS},
	{"+F8", "ffdh %s", 0, 0, {"derive", "", NULL, NULL}, CB__IMPORT_KEYS},
};

static size_t split(char *fields[FIELDS_MAX], char *line)
{
	size_t count = 0;

	while (count < FIELDS_MAX && line != NULL) {
		fields[count++] = line;
		line = strchr(line, ':');
		if (line != NULL)
			*line++ = '\0';
	}
	return count;
}

static void add_child(cb_import *import, const cb__import_record *record, size_t column)
{
	cb__import_child *grown;

	import->is_full |= import->child_count >= (size_t)4 * CB__IMPORT_RECORDS;
	if (import->is_full || isnan(record->rate))
		return;
	grown = cb__import_grow(
		import, import->children, import->child_count, sizeof *import->children);
	if (grown == NULL)
		return;
	import->children = grown;
	grown[import->child_count++] = (cb__import_child){.algorithm = record->algorithm,
		.operation = record->operation,
		.column = column,
		.run = record->run,
		.rate = record->rate};
}

static void read_figure(cb_import *import, cb__import_record *record, const char *word, int is_last)
{
	cb__import_figure figure;

	record->text = cb__import_keep(import, word);
	if (!cb__import_figure_read(&figure, word)) {
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"\"%.40s\" is no number (line %zu)", word, import->line);
	} else if (is_last && import->is_last_line && import->is_unended && figure.decimals < 2) {
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"partial: the capture ends within \"%.40s\"", word);
		import->is_cut = 1;
	} else if (figure.reason[0] != '\0') {
		cb__import_doubt(import, record, CB_OUTCOME_FAILED, "%s", figure.reason);
	} else if (figure.value == 0) {
		cb__import_doubt(import, record, CB_OUTCOME_SKIPPED,
			"printed as 0.00, which is not measured");
	} else {
		record->rate = figure.value;
	}
}

/* A child's figure is no record: it is in the total. */
static void place(cb_import *import, cb__import_record *record, int is_child, size_t column)
{
	if (!is_child) {
		import->runs[record->run].has_rows = 1;
		return;
	}
	add_child(import, record, column);
	import->record_count--;
}

static void read_sizes(cb_import *import, char *const *fields, size_t count, int is_child)
{
	uint64_t sizes[CB__IMPORT_COLUMNS];
	size_t known = 0;
	cb__import_run *run = cb__import_run_now(import);

	while (known + 1 < count && known < CB__IMPORT_COLUMNS &&
		cb__import_count_read(&sizes[known], fields[known + 1]))
		known++;
	if (run == NULL)
		return;
	if (is_child) {
		memcpy(run->child_sizes, sizes, sizeof sizes);
		run->child_size_count = known;
		return;
	}
	import->columns = (cb__import_columns){.table = CB__IMPORT_BULK, .size_count = known};
	memcpy(import->columns.sizes, sizes, sizeof sizes);
}

static cb__import_record *new_record(cb_import *import, const char *printed, cb__import_table table)
{
	cb__import_record *record = cb__import_record_new(import);
	cb__import_name name;

	if (record == NULL)
		return NULL;
	cb__import_name_read(&name, printed, table);
	record->printed = cb__import_keep(import, printed);
	record->algorithm = cb__import_keep(import, name.algorithm);
	record->kind = name.kind;
	record->lacks_algorithm = strcmp(name.algorithm, "evp") == 0;
	return record;
}

/* "+F:22:aes-128-cbc:728616225.50:...": bytes per second, not thousands. */
static void read_bulk(cb_import *import, char *const *fields, size_t count, int is_child)
{
	const cb__import_columns *shape = &import->columns;
	cb__import_parts parts = {.from = 3, .count = count > 3 ? count - 3 : 0};
	int is_told = is_child || shape->size_count == 0 || parts.count == shape->size_count ||
		      (parts.count < shape->size_count && import->is_last_line);

	for (size_t i = 3; i < count && i - 3 < CB__IMPORT_COLUMNS; i++) {
		cb__import_record *record = new_record(import, fields[2], CB__IMPORT_BULK);
		const cb__import_section *section = &import->sections[import->section_count - 1];

		if (record == NULL)
			return;
		record->operation = cb__import_operation(record->kind, section->decrypt);
		record->has_message = 1;
		if (i - 3 < shape->size_count && shape->table == CB__IMPORT_BULK)
			record->size = shape->sizes[i - 3];
		else
			record->column = (uint32_t)(i - 2);
		read_figure(import, record, fields[i], i + 1 == count);
		if (!is_told && record->outcome != CB_OUTCOME_SKIPPED)
			cb__import_spoil(import, record, &parts, fields, shape->size_count);
		place(import, record, is_child, i - 3);
	}
}

/* Releases before 1.1.1 wrote seconds where later ones write operations per second. A signature
 * of RSA takes longer than its verification; other figures are told by their size. -1: neither. */
static int find_rates(const char *tag, double first, double second)
{
	if (strcmp(tag, "+F5") == 0 || strcmp(tag, "+F8") == 0)
		return fabs(first * second - 1) < 0.05 ? first > second : -1;
	if (strcmp(tag, "+F2") == 0 && first != second)
		return second > first;
	if (first < 0.5 && second < 0.5)
		return 0;
	return first >= 2 && second >= 2 ? 1 : -1;
}

static void read_key_figures(cb_import *import, size_t kind, const char *printed,
	char *const *figures, size_t count, int is_child)
{
	cb__import_figure first = {0}, second = {0};
	int rates;

	cb__import_figure_read(&first, figures[0]);
	cb__import_figure_read(&second, count > 1 ? figures[1] : figures[0]);
	rates = find_rates(key_lines[kind].tag, first.value, second.value);
	for (size_t i = 0; i < count && i < 4 && key_lines[kind].operations[i] != NULL; i++) {
		cb__import_record *record;

		if (key_lines[kind].operations[i][0] == '\0')
			continue;
		record = new_record(import, printed, key_lines[kind].table);
		if (record == NULL)
			return;
		record->operation = key_lines[kind].operations[i];
		read_figure(import, record, figures[i], i + 1 == count);
		if (rates == 0 && !isnan(record->rate))
			record->rate = 1 / record->rate;
		if (rates < 0 && record->outcome == CB_OUTCOME_MEASURED)
			cb__import_doubt(import, record, CB_OUTCOME_FAILED,
				"whether it is operations per second or seconds is not told");
		place(import, record, is_child, i);
	}
}

static int read_keys(cb_import *import, char *const *fields, size_t count, int is_child)
{
	char printed[CB__IMPORT_NAME];
	size_t kind = 0;

	while (kind < sizeof key_lines / sizeof key_lines[0] &&
		strcmp(key_lines[kind].tag, fields[0]) != 0)
		kind++;
	if (kind < sizeof key_lines / sizeof key_lines[0]) {
		size_t from = key_lines[kind].has_name ? 4 : 3;
		const char *what = fields[from - 1 < count ? from - 1 : 0];
		uint64_t number = UINT64_MAX, bits = 0;

		if (count <= from)
			return 0;
		cb__import_count_read(&number, fields[1]);
		cb__import_count_read(&bits, fields[2]);
		if (key_lines[kind].has_curve && cb__import_curve(number, bits) != NULL)
			what = cb__import_curve(number, bits);
		snprintf(printed, sizeof printed, "%.*s%.40s%s",
			(int)strcspn(key_lines[kind].format, "%"), key_lines[kind].format, what,
			strchr(key_lines[kind].format, ')') != NULL ? ")" : "");
		read_key_figures(import, kind, printed, fields + from, count - from, is_child);
		return 1;
	}
	return 0;
}

/* "+F9:0:321.8:...": a place in a list that depends on the build. */
static int read_unnamed(cb_import *import, char *const *fields, size_t count, int is_child)
{
	static const char *const operations[2][3] = {
		{"keygen", "encaps", "decaps"}, {"keygen", "sign", "verify"}};
	int is_kem = strcmp(fields[0], "+F9") == 0;
	char printed[CB__IMPORT_NAME];

	if ((!is_kem && strcmp(fields[0], "+F10") != 0) || count < 5 || is_child)
		return is_kem || strcmp(fields[0], "+F10") == 0;
	snprintf(printed, sizeof printed, "%s number %.20s", is_kem ? "kem" : "signature",
		fields[1]);
	for (size_t i = 0; i < 3; i++) {
		cb__import_record *record = new_record(import, printed, CB__IMPORT_BULK);

		if (record == NULL)
			return 1;
		record->kind = is_kem ? "kem" : "sign";
		record->operation = operations[!is_kem][i];
		read_figure(import, record, fields[2 + i], 3 + i == count);
		if (record->outcome == CB_OUTCOME_MEASURED)
			cb__import_doubt(import, record, CB_OUTCOME_FAILED,
				"-mr does not name the algorithm, only its place in a list");
		place(import, record, 0, i);
	}
	return 1;
}

/* "+DT:aes-128-cbc:3:16", "+DTP:2048:private:rsa:1" */
static int read_begin(cb_import *import, char *const *fields, size_t count)
{
	char text[160];

	if (strcmp(fields[0], "+DT") == 0 && count == 4)
		snprintf(text, sizeof text,
			"Doing %.60s for %.12ss on %.20s size blocks: ", fields[1], fields[2],
			fields[3]);
	else if (strcmp(fields[0], "+DTP") == 0 && count == 5)
		snprintf(text, sizeof text, "Doing %.12s bits %.20s %.20s for %.12ss: ", fields[1],
			fields[2], fields[3], fields[4]);
	else
		return strncmp(fields[0], "+DT", 3) == 0;
	return cb__import_progress_line(import, text);
}

/* "+R:135704772:aes-128-cbc:2.980000", "+R1:3481:2048:0.86" */
static int read_end(cb_import *import, char *const *fields, size_t count)
{
	char text[80];

	if (fields[0][1] != 'R' || strspn(fields[0] + 2, "0123456789") != strlen(fields[0] + 2))
		return 0;
	if (count >= 4) {
		snprintf(text, sizeof text, "%.18s ops in %.20ss", fields[1], fields[count - 1]);
		cb__import_progress_line(import, text);
	}
	return 1;
}

/* " from 3" at the end of a child's line; -1 if it is not there. */
static long take_child(char *line)
{
	char *at = strstr(line, " from ");
	uint64_t number;

	if (at == NULL || !cb__import_count_read(&number, at + 6) || number >= CHILD_MAX)
		return -1;
	*at = '\0';
	return (long)number;
}

static int read(cb_import *import, char *line, int is_child)
{
	char *fields[FIELDS_MAX];
	size_t count = split(fields, line);

	if (fields[0][0] != '+' || fields[0][1] < 'A' || fields[0][1] > 'Z' || count < 2)
		return 0;
	if (strcmp(fields[0], "+H") == 0)
		read_sizes(import, fields, count, is_child);
	else if (strcmp(fields[0], "+F") == 0)
		read_bulk(import, fields, count, is_child);
	else
		return read_keys(import, fields, count, is_child) ||
		       read_unnamed(import, fields, count, is_child) ||
		       read_begin(import, fields, count) || read_end(import, fields, count);
	return 1;
}

int cb__import_machine_line(cb_import *import, char *line)
{
	char copy[CB__IMPORT_LINE];
	int is_child = strncmp(line, "Got: ", 5) == 0;
	cb__import_run *run;
	long child = -1;

	if (line[0] != '+' && !is_child)
		return 0;
	snprintf(copy, sizeof copy, "%s", line + (is_child ? 5 : 0));
	if (is_child) {
		run = cb__import_run_now(import);
		if (run != NULL && run->has_rows)
			run = cb__import_run_next(import);
		child = take_child(copy);
		if (run != NULL && child >= (long)run->children)
			run->children = (uint32_t)child + 1;
	}
	return read(import, copy, is_child) || is_child;
}
