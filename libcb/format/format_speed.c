/* SPDX-License-Identifier: Apache-2.0 */
/* The look of openssl speed: one block per subject. Widths and units are those of its source;
 * times have two digits more, since 0.0000s tells nothing. */
#include "format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"
#include "notes.h"
#include "speed_release.h"
#include "wrap.h"

#define TYPE_WIDTH 13
#define RSA_WIDTH  13  /* names in the table of RSA */
#define NAME_WIDTH 26  /* names in the others */
#define INFO_WIDTH 100 /* of a line about the build */
#define SHORT_NS   1e4 /* below, seconds would have no digits left */

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

/* What one subject did with one number of threads and processes under one load. */
typedef struct block {
	FILE *out;
	const cb__layout *m;
	size_t subject;
	const cb_cell *setting;
	uint64_t *sizes; /* ascending */
	size_t size_count;
} block;

static int is_same_setting(const cb_cell *a, const cb_cell *b)
{
	return a->threads == b->threads && a->processes == b->processes && a->load == b->load;
}

/* NULL if it is of another block */
static const cb_cell *cell_at(const block *b, size_t row)
{
	const cb_cell *cell = b->m->rows[row].cells[b->subject];

	return cell != NULL && is_same_setting(cell, b->setting) ? cell : NULL;
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
		if (is_measured(cell_at(b, i)) && cb_cell_has_message(cell_at(b, i)))
			add_size(b, cell_at(b, i)->size);
}

/* "" or " stream" */
static const char *variant_text(const cb_cell *cell, char text[FIGURE_SIZE])
{
	int plain = strcmp(cell->variant, cb_variant_name(CB_VARIANT_MESSAGE)) == 0;

	snprintf(text, FIGURE_SIZE, "%s%.30s", plain ? "" : " ", plain ? "" : cell->variant);
	return text;
}

static int is_unmarked(const char *operation)
{
	static const char *const unmarked[] = {"digest", "mac", "encrypt", "seal", "generate"};

	for (size_t i = 0; i < sizeof(unmarked) / sizeof(unmarked[0]); i++)
		if (strcmp(operation, unmarked[i]) == 0)
			return 1;
	return 0;
}

/* "sha256", "hmac(sha256)", "aes-256-gcm stream", "aes-256-gcm(open)" */
static void type_text(const cb_cell *cell, char *text, size_t text_size)
{
	char variant[FIGURE_SIZE];

	variant_text(cell, variant);
	if (!is_unmarked(cell->operation))
		snprintf(text, text_size, "%s(%s)%s", cell->algorithm, cell->operation, variant);
	else if (strncmp(cell->algorithm, "hmac-", 5) == 0)
		snprintf(text, text_size, "hmac(%s)%s", cell->algorithm + 5, variant);
	else
		snprintf(text, text_size, "%s%s", cell->algorithm, variant);
}

static int is_same_type(const cb_cell *a, const cb_cell *b)
{
	return strcmp(a->algorithm, b->algorithm) == 0 && strcmp(a->operation, b->operation) == 0 &&
	       strcmp(a->variant, b->variant) == 0;
}

/* whether @p row is the first measured one of its type with a message */
static int begins_type(const block *b, size_t row)
{
	const cb_cell *cell = cell_at(b, row);

	if (!is_measured(cell) || !cb_cell_has_message(cell))
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
	double rate = cell != NULL ? cb__figure_rate(cell, b->m->view) : 0;

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

static const cb_cell *find_operation(const block *b, const cb_cell *like, const char *operation)
{
	for (size_t i = 0; i < b->m->row_count; i++) {
		const cb_cell *cell = cell_at(b, i);

		if (is_measured(cell) && strcmp(cell->algorithm, like->algorithm) == 0 &&
			strcmp(cell->operation, operation) == 0 &&
			strcmp(cell->variant, like->variant) == 0)
			return cell;
	}
	return NULL;
}

static void print_seconds(const block *b, const cb_cell *cell)
{
	double ns = cell != NULL ? cb__figure_ns(cell, b->m->view) : (double)NAN;

	if (ns < SHORT_NS)
		fprintf(b->out, " %7.3fus", ns / 1e3);
	else if (cell != NULL)
		fprintf(b->out, " %8.6fs", ns / 1e9);
	else
		fprintf(b->out, " %9s", "-");
}

static void print_per_second(const block *b, const cb_cell *cell)
{
	if (cell != NULL)
		fprintf(b->out, " %8.1f", cb__figure_rate(cell, b->m->view));
	else
		fprintf(b->out, " %8s", "-");
}

static void name_text(const cb_cell *cell, const char *operation, char *text, size_t text_size)
{
	const speed_name *name = find_name(cell->algorithm);
	char variant[FIGURE_SIZE];

	variant_text(cell, variant);
	if (name == NULL || operation != NULL)
		snprintf(text, text_size, "%s%s%s%s", cell->algorithm, operation != NULL ? " " : "",
			operation != NULL ? operation : "", variant);
	else if (name->table == SPEED_RSA)
		snprintf(text, text_size, "%s %4u bits%s", name->text, name->bits, variant);
	else
		snprintf(text, text_size, "%4u bits %s%s", name->bits, name->text, variant);
}

static speed_table table_of(const char *algorithm)
{
	const speed_name *name = find_name(algorithm);

	return name != NULL ? name->table : SPEED_OTHER;
}

/* whether @p row is the first of its algorithm and variant that is signed or verified with */
static int begins_signature(const block *b, size_t row)
{
	const cb_cell *cell = cell_at(b, row);
	const cb_cell *sign, *verify;

	if (!is_measured(cell) || cb_cell_has_message(cell))
		return 0;
	sign = find_operation(b, cell, "sign");
	verify = find_operation(b, cell, "verify");
	return cell == (sign != NULL ? sign : verify);
}

static int is_signature_of(const block *b, size_t row, int rsa)
{
	return begins_signature(b, row) &&
	       (table_of(cell_at(b, row)->algorithm) == SPEED_RSA) == rsa;
}

/* of the names of a table; variants make them longer than those of the original */
static int signature_width(const block *b, int rsa)
{
	size_t widest = rsa ? RSA_WIDTH : NAME_WIDTH;
	char text[96];

	for (size_t i = 0; i < b->m->row_count; i++) {
		if (!is_signature_of(b, i, rsa))
			continue;
		name_text(cell_at(b, i), NULL, text, sizeof(text));
		widest = strlen(text) > widest ? strlen(text) : widest;
	}
	return (int)widest;
}

static void print_signature(const block *b, const cb_cell *cell, int width)
{
	const cb_cell *sign = find_operation(b, cell, "sign");
	const cb_cell *verify = find_operation(b, cell, "verify");
	char text[96];

	name_text(cell, NULL, text, sizeof(text));
	fprintf(b->out, "%-*s", width, text);
	print_seconds(b, sign);
	print_seconds(b, verify);
	print_per_second(b, sign);
	print_per_second(b, verify);
	fputc('\n', b->out);
}

static void print_signatures(const block *b, int rsa)
{
	int width = signature_width(b, rsa), begun = 0;

	for (size_t i = 0; i < b->m->row_count; i++) {
		if (!is_signature_of(b, i, rsa))
			continue;
		if (!begun)
			fprintf(b->out, "%*ssign    verify    sign/s verify/s\n",
				width + (rsa ? 5 : 4), "");
		begun = 1;
		print_signature(b, cell_at(b, i), width);
	}
}

/* everything without a message that is not sign or verify */
static int is_other(const cb_cell *cell)
{
	return is_measured(cell) && !cb_cell_has_message(cell) &&
	       strcmp(cell->operation, "sign") != 0 && strcmp(cell->operation, "verify") != 0;
}

/* openssl speed has no word for what it only derives; all else is named */
static void other_text(const cb_cell *cell, char *text, size_t text_size)
{
	int derives =
		strcmp(cell->operation, "derive") == 0 && table_of(cell->algorithm) == SPEED_DERIVE;

	name_text(cell, derives ? NULL : cell->operation, text, text_size);
}

static int other_width(const block *b)
{
	size_t widest = NAME_WIDTH;
	char text[96];

	for (size_t i = 0; i < b->m->row_count; i++) {
		if (!is_other(cell_at(b, i)))
			continue;
		other_text(cell_at(b, i), text, sizeof(text));
		widest = strlen(text) > widest ? strlen(text) : widest;
	}
	return (int)widest;
}

/* one line per operation */
static void print_others(const block *b)
{
	int width = other_width(b), begun = 0;

	for (size_t i = 0; i < b->m->row_count; i++) {
		const cb_cell *cell = cell_at(b, i);
		char text[96];

		if (!is_other(cell))
			continue;
		if (!begun)
			fprintf(b->out, "%*sop      op/s\n", width + 4, "");
		begun = 1;
		other_text(cell, text, sizeof(text));
		fprintf(b->out, "%-*s", width, text);
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
	cb__style_print(out, text, STYLE_PLAIN, 0);
	fputc('\n', out);
}

static void print_version(const block *b, const cb_subject *subject)
{
	char text[128];

	snprintf(text, sizeof(text), "%.60s %.60s", subject->backend,
		strcmp(subject->version, "unknown") != 0 ? subject->version : "");
	print_line(b->out, "version", text);
	print_line(b->out, "subject", subject->label);
}

/* one of the parts that a library tells of its build: "compiler: gcc -O2", or flags */
static void print_part(FILE *out, const char *text, size_t length)
{
	int is_named = memchr(text, ':', length) != NULL;
	size_t limit = INFO_WIDTH - (is_named ? 0 : strlen("options: "));
	char line[INFO_WIDTH + 1];

	if (length > limit)
		snprintf(line, sizeof(line), "%.*s...", (int)(limit - strlen("...")), text);
	else
		snprintf(line, sizeof(line), "%.*s", (int)length, text);
	if (!is_named)
		fputs("options: ", out);
	cb__style_print(out, line, STYLE_PLAIN, 0);
	fputc('\n', out);
}

/* the version is told already */
static int names_version(const char *text, size_t length, const char *version)
{
	const char *at = strstr(text, version);

	return at != NULL && at < text + length && memchr(text, ':', length) == NULL;
}

static void print_build(const block *b, const cb_subject *subject)
{
	const char *text = subject->build_info;

	while (strcmp(text, "unknown") != 0 && *text != '\0') {
		size_t length = strcspn(text, ";");

		if (!names_version(text, length, subject->version))
			print_part(b->out, text, length);
		text += length;
		text += strspn(text, "; ");
	}
}

static void print_setting(const block *b)
{
	const cb_cell *cell = b->setting;

	if (cell->threads > 1)
		fprintf(b->out, "threads: %lu, totals\n", (unsigned long)cell->threads);
	if (cell->processes > 1)
		fprintf(b->out, "processes: %lu, totals\n", (unsigned long)cell->processes);
	if (cell->processes == 0)
		fprintf(b->out, "processes: unknown, totals\n");
	if (cell->load > 0)
		fprintf(b->out, "load: %lu\n", (unsigned long)cell->load);
}

static void print_block(block *b)
{
	const cb_subject *subject = cb_results_subject_at(b->m->results, b->subject);

	print_version(b, subject);
	print_build(b, subject);
	print_setting(b);
	find_sizes(b);
	print_rates(b);
	print_signatures(b, 1);
	print_signatures(b, 0);
	print_others(b);
	fputc('\n', b->out);
}

/* whether @p row is the first with its threads, processes and load */
static int begins_setting(const cb__layout *m, size_t row)
{
	for (size_t i = 0; i < row; i++)
		if (is_same_setting(m->rows[i].any, m->rows[row].any))
			return 0;
	return 1;
}

static int has_measurement(const block *b)
{
	for (size_t i = 0; i < b->m->row_count; i++)
		if (is_measured(cell_at(b, i)))
			return 1;
	return 0;
}

static void print_subject(block *b)
{
	for (size_t i = 0; i < b->m->row_count; i++) {
		b->setting = b->m->rows[i].any;
		if (begins_setting(b->m, i) && has_measurement(b))
			print_block(b);
	}
}

static int print_blocks(FILE *out, const cb__layout *m)
{
	block b = {.out = out, .m = m};

	b.sizes = calloc(m->row_count + 1, sizeof(*b.sizes));
	if (b.sizes == NULL)
		return -1;
	for (size_t i = 0; i < m->column_count; i++) {
		if (m->columns[i].over != LAYOUT_NONE)
			continue;
		b.subject = m->columns[i].subject;
		print_subject(&b);
	}
	free(b.sizes);
	return 0;
}

/* What `openssl speed` of the releases that were measured does with AEADs: 1, 0, or -1 if they
 * differ or there is none. */
static int find_rekeys(const cb_results *results)
{
	const cb_subject *subject;
	int found = -1;

	for (size_t i = 0; (subject = cb_results_subject_at(results, i)) != NULL; i++) {
		int rekeys;

		if (strcmp(subject->backend, "openssl") != 0)
			continue;
		rekeys = cb__speed_rekeys(subject->version);
		if (rekeys < 0 || (found >= 0 && found != rekeys))
			return -1;
		found = rekeys;
	}
	return found;
}

static const char *note_for(int rekeys)
{
	if (rekeys == 0)
		return "openssl speed's -evp rows of AEADs do less (update only): use --variant"
		       " stream for those";
	if (rekeys > 0)
		return "openssl speed's -evp rows of AEADs do other work, in these releases the"
		       " key is set for each message: use --variant rekey for those, and"
		       " --variant stream for ChaCha20-Poly1305 (update only)";
	return "openssl speed's -evp rows of AEADs do other work: use --variant stream for those"
	       " (update only), and --variant rekey for AES-GCM, CCM and OCB of OpenSSL 3.0.16,"
	       " 3.1.8, 3.2.4, 3.3.3, 3.4.1 and later (the key is set for each message)";
}

static void print_note(FILE *out, const cb_results *results, const cb_view *v)
{
	cb__wrap w;

	cb__wrap_begin(&w, out, v->columns, 2, v->color);
	cb__wrap_text(&w,
		"the look of openssl speed; one operation includes what METHODOLOGY.md says, ",
		STYLE_PLAIN);
	cb__wrap_text(&w, note_for(find_rekeys(results)), STYLE_PLAIN);
	cb__wrap_end(&w);
}

int cb__format_speed(FILE *out, const cb_results *results, const cb_view *v)
{
	cb__layout m;
	int status;

	if (cb__layout_init(&m, results, v) != 0)
		return -1;
	status = print_blocks(out, &m);
	cb__layout_done(&m);
	if (status == 0 && !v->quiet)
		print_note(out, results, v);
	if (status == 0)
		status = cb__notes_write(out, results, v, NOTES_UNMARKED);
	return status;
}
