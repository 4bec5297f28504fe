/* SPDX-License-Identifier: Apache-2.0 */
/* The look of openssl speed: one block per subject. Widths and units are those of its source;
 * times have two digits more, since 0.0000s tells nothing. */
#include "format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "matrix.h"
#include "notes.h"

#define TYPE_WIDTH 13

typedef enum speed_table { SPEED_RSA, SPEED_SIGN, SPEED_DERIVE, SPEED_OTHER } speed_table;

typedef struct speed_name {
	const char *algorithm;
	const char *text;
	unsigned bits;
	speed_table table;
} speed_name;

static const speed_name names[] = {
#define SPEED_NAME(algorithm, bits, text, table) {algorithm, text, bits, table},
#include "speed_names.def"
#undef SPEED_NAME
};

/* One subject's block. */
typedef struct block {
	FILE *out;
	const matrix *m;
	size_t subject;
	uint64_t *sizes; /* ascending */
	size_t size_count;
} block;

static const cb_cell *cell_at(const block *b, size_t row)
{
	return b->m->rows[row].cells[b->subject];
}

static int is_measured(const cb_cell *cell)
{
	return cell != NULL && cell->outcome == CB_OUTCOME_MEASURED && cell->summary != NULL;
}

static const speed_name *find_name(const char *algorithm)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i].algorithm, algorithm) == 0)
			return &names[i];
	return NULL;
}

static void add_size(block *b, uint64_t size)
{
	size_t at = 0;

	while (at < b->size_count && b->sizes[at] < size)
		at++;
	if (at < b->size_count && b->sizes[at] == size)
		return;
	memmove(b->sizes + at + 1, b->sizes + at, (b->size_count - at) * sizeof(*b->sizes));
	b->sizes[at] = size;
	b->size_count++;
}

static void find_sizes(block *b)
{
	b->size_count = 0;
	for (size_t i = 0; i < b->m->row_count; i++)
		if (is_measured(cell_at(b, i)) && figure_has_message(cell_at(b, i)))
			add_size(b, cell_at(b, i)->size);
}

/* "sha256", "hmac(sha256)", "aes-256-gcm", "aes-256-gcm(open)" */
static void type_text(const cb_cell *cell, char *text, size_t text_size)
{
	static const char *const unmarked[] = {"digest", "mac", "encrypt", "seal"};

	for (size_t i = 0; i < sizeof(unmarked) / sizeof(unmarked[0]); i++) {
		if (strcmp(cell->operation, unmarked[i]) != 0)
			continue;
		if (strncmp(cell->algorithm, "hmac-", 5) == 0)
			snprintf(text, text_size, "hmac(%s)", cell->algorithm + 5);
		else
			snprintf(text, text_size, "%s", cell->algorithm);
		return;
	}
	snprintf(text, text_size, "%s(%s)", cell->algorithm, cell->operation);
}

static int is_same_type(const cb_cell *a, const cb_cell *b)
{
	return strcmp(a->algorithm, b->algorithm) == 0 && strcmp(a->operation, b->operation) == 0 &&
	       strcmp(a->variant, b->variant) == 0 && a->threads == b->threads &&
	       a->processes == b->processes;
}

/* whether @p row is the first measured one of its type with a message */
static int begins_type(const block *b, size_t row)
{
	const cb_cell *cell = cell_at(b, row);

	if (!is_measured(cell) || !figure_has_message(cell))
		return 0;
	for (size_t i = 0; i < row; i++)
		if (is_measured(cell_at(b, i)) && is_same_type(cell_at(b, i), cell))
			return 0;
	return 1;
}

static int type_width(const block *b)
{
	size_t widest = TYPE_WIDTH;
	char text[96];

	for (size_t i = 0; i < b->m->row_count; i++) {
		if (!begins_type(b, i))
			continue;
		type_text(cell_at(b, i), text, sizeof(text));
		widest = strlen(text) > widest ? strlen(text) : widest;
	}
	return (int)widest;
}

static const cb_cell *find_size(const block *b, const cb_cell *type, uint64_t size)
{
	for (size_t i = 0; i < b->m->row_count; i++) {
		const cb_cell *cell = cell_at(b, i);

		if (is_measured(cell) && cell->size == size && is_same_type(cell, type))
			return cell;
	}
	return NULL;
}

/* what ends with a k is in 1000s; slow things are not */
static void print_rate(const block *b, const cb_cell *cell, int is_last)
{
	double rate = cell != NULL ? figure_rate(cell, b->m->view) : 0;

	if (cell == NULL)
		fprintf(b->out, " %11s%s", "-", is_last ? "" : " ");
	else if (rate > 10000)
		fprintf(b->out, " %11.2fk", rate / 1e3);
	else
		fprintf(b->out, " %11.2f%s", rate, is_last ? "" : " ");
}

static void print_rates(const block *b)
{
	int width = type_width(b);

	if (b->size_count == 0)
		return;
	fputs("The 'numbers' are in 1000s of bytes per second processed.\n", b->out);
	fprintf(b->out, "%-*s", width - 1, "type");
	for (size_t i = 0; i < b->size_count; i++)
		fprintf(b->out, "%7llu bytes", (unsigned long long)b->sizes[i]);
	fputc('\n', b->out);
	for (size_t i = 0; i < b->m->row_count; i++) {
		char text[96];

		if (!begins_type(b, i))
			continue;
		type_text(cell_at(b, i), text, sizeof(text));
		fprintf(b->out, "%-*s", width, text);
		for (size_t j = 0; j < b->size_count; j++)
			print_rate(b, find_size(b, cell_at(b, i), b->sizes[j]),
				j + 1 == b->size_count);
		fputc('\n', b->out);
	}
}

static const cb_cell *find_operation(const block *b, const char *algorithm, const char *operation)
{
	for (size_t i = 0; i < b->m->row_count; i++) {
		const cb_cell *cell = cell_at(b, i);

		if (is_measured(cell) && strcmp(cell->algorithm, algorithm) == 0 &&
			strcmp(cell->operation, operation) == 0)
			return cell;
	}
	return NULL;
}

static void print_seconds(const block *b, const cb_cell *cell)
{
	if (cell != NULL)
		fprintf(b->out, " %8.6fs", figure_ns(cell, b->m->view) / 1e9);
	else
		fprintf(b->out, " %9s", "-");
}

static void print_per_second(const block *b, const cb_cell *cell)
{
	if (cell != NULL)
		fprintf(b->out, " %8.1f", figure_rate(cell, b->m->view));
	else
		fprintf(b->out, " %8s", "-");
}

static void print_name(const block *b, const char *algorithm, const char *operation, int width)
{
	const speed_name *name = find_name(algorithm);
	char text[96];

	if (name == NULL || operation != NULL)
		snprintf(text, sizeof(text), "%s%s%s", algorithm, operation != NULL ? " " : "",
			operation != NULL ? operation : "");
	else if (name->table == SPEED_RSA)
		snprintf(text, sizeof(text), "%s %4u bits", name->text, name->bits);
	else
		snprintf(text, sizeof(text), "%4u bits %s", name->bits, name->text);
	fprintf(b->out, "%-*s", width, text);
}

static speed_table table_of(const char *algorithm)
{
	const speed_name *name = find_name(algorithm);

	return name != NULL ? name->table : SPEED_OTHER;
}

/* whether @p row is the first of its algorithm that is signed or verified with */
static int begins_signature(const block *b, size_t row)
{
	const cb_cell *cell = cell_at(b, row);
	const cb_cell *sign, *verify;

	if (!is_measured(cell) || figure_has_message(cell))
		return 0;
	sign = find_operation(b, cell->algorithm, "sign");
	verify = find_operation(b, cell->algorithm, "verify");
	return cell == (sign != NULL ? sign : verify);
}

static void print_signatures(const block *b, int rsa)
{
	int begun = 0;

	for (size_t i = 0; i < b->m->row_count; i++) {
		const char *algorithm = b->m->rows[i].any->algorithm;

		if (!begins_signature(b, i) || (table_of(algorithm) == SPEED_RSA) != rsa)
			continue;
		if (!begun)
			fprintf(b->out, "%*ssign    verify    sign/s verify/s\n", rsa ? 18 : 30,
				"");
		begun = 1;
		print_name(b, algorithm, NULL, rsa ? 0 : 26);
		print_seconds(b, find_operation(b, algorithm, "sign"));
		print_seconds(b, find_operation(b, algorithm, "verify"));
		print_per_second(b, find_operation(b, algorithm, "sign"));
		print_per_second(b, find_operation(b, algorithm, "verify"));
		fputc('\n', b->out);
	}
}

/* everything without a message that is not sign or verify: one line per operation */
static void print_others(const block *b)
{
	int begun = 0;

	for (size_t i = 0; i < b->m->row_count; i++) {
		const cb_cell *cell = cell_at(b, i);
		int derives;

		if (!is_measured(cell) || figure_has_message(cell) ||
			strcmp(cell->operation, "sign") == 0 ||
			strcmp(cell->operation, "verify") == 0)
			continue;
		if (!begun)
			fprintf(b->out, "%30sop      op/s\n", "");
		begun = 1;
		derives = strcmp(cell->operation, "derive") == 0 &&
			  table_of(cell->algorithm) == SPEED_DERIVE;
		print_name(b, cell->algorithm, derives ? NULL : cell->operation, 26);
		print_seconds(b, cell);
		print_per_second(b, cell);
		fputc('\n', b->out);
	}
}

static void print_line(FILE *out, const char *label, const char *text)
{
	if (text[0] == '\0' || strcmp(text, "unknown") == 0)
		return;
	fprintf(out, "%s: ", label);
	text_print(out, text, STYLE_PLAIN, 0);
	fputc('\n', out);
}

static void print_block(block *b)
{
	const cb_subject *subject = cb_results_subject_at(b->m->results, b->subject);

	print_line(b->out, "version", subject->version);
	print_line(b->out, "subject", subject->label);
	print_line(b->out, "options", subject->build_info);
	find_sizes(b);
	print_rates(b);
	print_signatures(b, 1);
	print_signatures(b, 0);
	print_others(b);
	fputc('\n', b->out);
}

static int print_blocks(FILE *out, const matrix *m)
{
	block b = {.out = out, .m = m};

	b.sizes = calloc(m->row_count + 1, sizeof(*b.sizes));
	if (b.sizes == NULL)
		return -1;
	for (size_t i = 0; i < m->column_count; i++) {
		if (m->columns[i].over != MATRIX_NONE)
			continue;
		b.subject = m->columns[i].subject;
		print_block(&b);
	}
	free(b.sizes);
	return 0;
}

int format_speed(FILE *out, const cb_results *results, const view *v)
{
	matrix m;
	int status;

	if (matrix_init(&m, results, v) != 0)
		return -1;
	status = print_blocks(out, &m);
	matrix_done(&m);
	if (status == 0)
		notes_write(out, results, v, NOTES_PLAIN);
	return status;
}
