/* SPDX-License-Identifier: Apache-2.0 */
/* What rates say: instructions that a processor has and that make no difference are not used. */
#include "findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "environment.h"
#include "glob.h"
#include "results.h"
#include "shown.h"
#include "sort.h"
#include "text.h"

/* Below this, what a call costs hides what a byte costs. */
#define SIZE_LEAST 1024

struct found {
	cb_finding view;
	char *text;
};

struct cb_findings {
	const cb_results *results;
	const json_t *environment;
	const char *is_wanted; /* of each subject; NULL: all are */
	const cb_cell **cells; /* by work and size, then as in the document */
	size_t cell_count;
	struct found *list;
	size_t count;
	int failed;
};

/* Instructions that should be seen in rates. More cycles per byte than the figure need no such
 * instruction: AES with them takes at most 7.5 of a long message (256 bits, CBC, on the slowest
 * core that has them), SHA-256 at most 4. An AEAD is not judged by its cycles: authentication may
 * take more of them than AES does (mbedTLS 2.28: 12 of 14). */
static const struct {
	const char *feature;
	const char *what;
	const char *const algorithms[8];
	double most_cycles;
	int needs_evp; /* the low-level interface of releases before 3.0 never uses them */
} rules[] = {
	{"aes", "AES",
		{"aes-*-cbc", "aes-*-ctr", "aes-*-gcm", "aes-*-ecb", "aes-*-xts", "aes-*-ccm",
			"aes-*-ocb", NULL},
		9, 1},
	{"sha2", "SHA-256", {"sha256", "hmac-sha256", NULL}, 6, 0},
};

#define RULE_COUNT (sizeof rules / sizeof rules[0])

static const struct {
	const char *pattern;
	int has[RULE_COUNT]; /* by rule; -1 if the name does not tell */
} cpus[] = {
#define CPU_NAME(pattern, aes, sha2) {pattern, {aes, sha2}},
#include "findings_cpus.def"
#undef CPU_NAME
};

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static int is_word(char c)
{
	return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* Length of the text that @p pattern begins with; 0 if it is another. */
static size_t match_at(const char *text, const char *pattern)
{
	size_t len = 0;

	for (; *pattern != '\0'; pattern++, len++) {
		char c = text[len];

		if (c == '\0')
			return 0;
		if (*pattern == '#' && !is_digit(c))
			return 0;
		if (*pattern == '[') {
			const char *end = strchr(pattern, ']');
			int found = 0;

			/* "[2-9]" or "[579]" */
			if (pattern[2] == '-')
				found = c >= pattern[1] && c <= pattern[3];
			else
				found = memchr(pattern + 1, c, (size_t)(end - pattern - 1)) != NULL;
			if (!found)
				return 0;
			pattern = end;
		} else if (*pattern != '#' && lower(*pattern) != lower(c)) {
			return 0;
		}
	}
	return is_digit(pattern[-1] == '#' ? text[len] : 'x') ? 0 : len;
}

/* Whether the name says that there is what rule @p rule is about; -1 if it does not tell. */
static int look_up(const char *name, size_t rule, const char **ret_part, size_t *ret_len)
{
	for (size_t i = 0; i < sizeof cpus / sizeof cpus[0]; i++)
		for (size_t at = 0; name[at] != '\0'; at++) {
			size_t len = at > 0 && is_word(name[at - 1])
					     ? 0
					     : match_at(name + at, cpus[i].pattern);

			if (len == 0)
				continue;
			while (is_word(name[at + len]))
				len++;
			*ret_part = name + at;
			*ret_len = len;
			return cpus[i].has[rule];
		}
	return -1;
}

static const char *cpu_of(const cb_findings *f, const cb_subject *subject)
{
	if (strcmp(subject->machine, "unknown") != 0)
		return subject->machine;
	return cb_results_environment(f->results, "cpu.model");
}

/* Flags count more than names: a guest may hide what its host has. */
static int has_feature(const cb_findings *f, const cb_subject *subject, size_t rule,
	cb_text *ret_why, const char **ret_evidence)
{
	int has = cb__environment_has_feature(f->environment, rules[rule].feature);
	const char *part;
	size_t len;

	*ret_evidence = "flags";
	if (has == 1)
		cb__text_add(ret_why, "by its flags");
	if (has >= 0)
		return has;
	*ret_evidence = "cpu-name";
	has = look_up(cpu_of(f, subject), rule, &part, &len);
	if (has == 1)
		cb__text_format(ret_why, "by its name (%.*s)", (int)len, part);
	return has == 1;
}

static int is_about(size_t rule, const char *algorithm)
{
	for (size_t i = 0; rules[rule].algorithms[i] != NULL; i++)
		if (cb__id_matches(rules[rule].algorithms[i], algorithm))
			return 1;
	return 0;
}

static size_t stem_of(const cb_subject *subject)
{
	const char *colon = strrchr(subject->label, ':');

	return colon != NULL ? (size_t)(colon - subject->label) : strlen(subject->label);
}

/* The same library without the instructions: in mode @p accel, or by the interface that does not
 * use those of the rule before 3.0. */
static int is_without(
	const cb_subject *other, const cb_subject *subject, cb_accel accel, size_t rule)
{
	if (other == subject || strcmp(other->backend, subject->backend) != 0 ||
		strcmp(other->version, subject->version) != 0 ||
		strcmp(other->machine, subject->machine) != 0)
		return 0;
	if (rules[rule].needs_evp && strcmp(subject->api, "evp") == 0)
		return strcmp(other->api, "low-level") == 0;
	return subject->accel == CB_ACCEL_ON && other->accel == accel &&
	       stem_of(other) == stem_of(subject) &&
	       strncmp(other->label, subject->label, stem_of(subject)) == 0;
}

static int is_same_work(const cb_cell *a, const cb_cell *b)
{
	return strcmp(a->algorithm, b->algorithm) == 0 && strcmp(a->operation, b->operation) == 0 &&
	       a->threads == b->threads && a->processes == b->processes && a->load == b->load &&
	       strcmp(a->variant, b->variant) == 0 && strcmp(a->semantics, b->semantics) == 0;
}

/* By algorithm, operation and, if @p with_size, size. */
static int order_work(const cb_cell *a, const cb_cell *b, int with_size)
{
	int order = strcmp(a->algorithm, b->algorithm);

	if (order == 0)
		order = strcmp(a->operation, b->operation);
	return order != 0 || !with_size ? order : cb__order_numbers(a->size, b->size);
}

static int order_cells(const void *left, const void *right)
{
	const cb_cell *a = *(const cb_cell *const *)left, *b = *(const cb_cell *const *)right;
	int order = order_work(a, b, 1);

	return order != 0 ? order : (a > b) - (a < b);
}

/* Place of the first cell of the work of @p cell, and of its size if @p with_size. */
static size_t find_first(const cb_findings *f, const cb_cell *cell, int with_size)
{
	size_t low = 0, high = f->cell_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (order_work(f->cells[middle], cell, with_size) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static const cb_cell *find_in_mode(
	const cb_findings *f, const cb_cell *cell, cb_accel accel, size_t rule)
{
	for (size_t i = find_first(f, cell, 1);
		i < f->cell_count && order_work(f->cells[i], cell, 1) == 0; i++) {
		const cb_cell *other = f->cells[i];

		if (is_same_work(other, cell) &&
			is_without(other->subject, cell->subject, accel, rule) &&
			other->summary != NULL && other->same_as[0] == '\0')
			return other;
	}
	return NULL;
}

/* The counterpart of a cell; NULL if there is none. With the mode "off" vector units are gone as
 * well, so a gain over it proves nothing; but that there is none does. */
static const cb_cell *find_without(const cb_findings *f, const cb_cell *cell, size_t rule)
{
	const cb_cell *without = find_in_mode(f, cell, CB_ACCEL_NOCRYPTO, rule);

	return without != NULL ? without : find_in_mode(f, cell, CB_ACCEL_OFF, rule);
}

/* What others take of the processor is no part of it, where that is known. */
static const char *clock_of(const cb_cell *cell)
{
	return cb__shown_has_cpu(cell) ? "cpu" : "wall";
}

static double time_of(const cb_cell *cell)
{
	return cb_cell_ns(cell, clock_of(cell));
}

/* "2.40 GHz" */
static double find_clock(const char *name)
{
	const char *unit = strstr(name, "GHz");
	const char *from = unit;
	double hz = 0, digit = 1;
	int has_point = 0;

	while (from != NULL && from > name && from[-1] == ' ')
		from--;
	while (from != NULL && from > name && (is_digit(from[-1]) || from[-1] == '.'))
		from--;
	for (; from != NULL && from < unit && (is_digit(*from) || *from == '.'); from++) {
		has_point |= *from == '.';
		if (*from == '.')
			continue;
		hz = hz * 10 + (*from - '0');
		digit *= has_point ? 10 : 1;
	}
	return hz > 0 ? hz / digit * 1e9 : (double)NAN;
}

/* Cycles that a byte takes; NaN if that is not known: not of what others had the processor for, of
 * what may have shared a core with its like, nor of what sets up a key or a context each time. */
static double cycles_of(const cb_findings *f, const cb_cell *cell)
{
	if (cell->summary->contended || cell->threads != 1 || cell->processes != 1 ||
		strcmp(cell->variant, cb_variant_name(CB_VARIANT_MESSAGE)) != 0)
		return (double)NAN;
	if (isfinite(cell->summary->cycles_per_byte))
		return cell->summary->cycles_per_byte;
	return find_clock(cpu_of(f, cell->subject)) * cell->summary->median_ns * 1e-9 /
	       (double)cell->size;
}

/* By the time that decided. */
static double speed_of(const cb_cell *cell)
{
	return cb_cell_rate(cell, clock_of(cell)) / 1e6;
}

static int is_disturbed(const cb_cell *cell)
{
	return cell->summary->contended && cb__shown_has_cpu(cell);
}

static void add(
	cb_findings *f, const char *id, const cb_cell *cell, cb_text *text, const char *evidence)
{
	struct found *grown = realloc(f->list, (f->count + 1) * sizeof *grown);
	char *string = NULL;

	if (grown != NULL)
		f->list = grown;
	if (grown == NULL || cb__text_take(text, &string) != CB_OK) {
		f->failed = 1;
		cb__text_done(text);
		return;
	}
	grown[f->count++] = (struct found){{.id = id,
						   .text = string,
						   .subject = cell->subject,
						   .algorithm = cell->algorithm,
						   .operation = cell->operation,
						   .evidence = evidence},
		string};
}

static int is_told(const cb_findings *f, const cb_cell *cell)
{
	for (size_t i = 0; i < f->count; i++)
		if (f->list[i].view.subject == cell->subject &&
			strcmp(f->list[i].view.algorithm, cell->algorithm) == 0 &&
			strcmp(f->list[i].view.operation, cell->operation) == 0)
			return 1;
	return 0;
}

/* The sizes of one algorithm and operation. */
struct look {
	const cb_cell *cell;    /* the largest */
	const cb_cell *without; /* its counterpart */
	const cb_cell *least;   /* that takes the fewest cycles */
	double most_gain;
	double least_cycles;
};

static int is_of(const cb_cell *cell, const cb_cell *first)
{
	return cell->subject == first->subject && cell->summary != NULL &&
	       cell->size >= SIZE_LEAST && cell->same_as[0] == '\0' && cell->load == 0;
}

static int is_aead(const cb_cell *cell)
{
	const cb_algorithm *algorithm = cb_algorithm_find(cell->algorithm);

	return algorithm != NULL && algorithm->kind == CB_KIND_AEAD;
}

static struct look look_at(const cb_findings *f, const cb_cell *first, size_t rule)
{
	struct look look = {NULL, NULL, NULL, 0, (double)INFINITY};

	for (size_t i = find_first(f, first, 0);
		i < f->cell_count && order_work(f->cells[i], first, 0) == 0; i++) {
		const cb_cell *cell = f->cells[i], *without;

		if (!is_of(cell, first))
			continue;
		without = find_without(f, cell, rule);
		if (without != NULL)
			look.most_gain = fmax(look.most_gain, time_of(without) / time_of(cell));
		if (!is_aead(cell) && cycles_of(f, cell) < look.least_cycles) {
			look.least_cycles = cycles_of(f, cell);
			look.least = cell;
		}
		if (look.cell != NULL && look.cell->size > cell->size)
			continue;
		look.cell = cell;
		look.without = without;
	}
	return look;
}

/* How the other side is told: "by low-level", "in openssl:nocrypto". */
static void say_gain(cb_text *text, const struct look *look)
{
	cb__text_format(text,
		"%s %s does %.3g MB/s at %llu B, and %s, which has none of them, %.3g MB/s%s",
		look->cell->algorithm, look->cell->operation, speed_of(look->cell),
		(unsigned long long)look->cell->size, look->without->subject->label,
		speed_of(look->without),
		is_disturbed(look->cell) || is_disturbed(look->without) ? " (by CPU time)" : "");
}

static void say_cycles(cb_text *text, const struct look *look)
{
	cb__text_format(text, "%s %s does %.3g MB/s at %llu B, which is %.2g cycles for each byte",
		look->least->algorithm, look->least->operation, speed_of(look->least),
		(unsigned long long)look->least->size, look->least_cycles);
}

static int is_low(const cb_subject *subject)
{
	return strcmp(subject->api, "low-level") == 0;
}

static int is_unused(const struct look *look, size_t rule)
{
	if (look->most_gain > 0)
		return look->most_gain < CB__FINDINGS_LEAST_GAIN && look->without != NULL;
	return look->least != NULL && look->least_cycles > rules[rule].most_cycles;
}

static void tell_unused(
	cb_findings *f, const struct look *look, size_t rule, const char *why, const char *evidence)
{
	cb_text text = CB_TEXT_INIT;

	cb__text_format(&text,
		"%s: %s instructions are present but not used: ", look->cell->subject->label,
		rules[rule].what);
	if (look->most_gain > 0)
		say_gain(&text, look);
	else
		say_cycles(&text, look);
	cb__text_format(&text, "; that the processor has them is known %s", why);
	add(f, "acceleration-not-used", look->cell, &text, evidence);
}

static int has_evp(const cb_findings *f, const cb_subject *low, size_t rule)
{
	for (size_t i = 0; i < cb_results_subject_count(f->results); i++) {
		const cb_subject *other = cb_results_subject_at(f->results, i);

		if (is_without(low, other, CB_ACCEL_NOCRYPTO, rule))
			return 1;
	}
	return 0;
}

/* Before 3.0 it has none by design, so nothing is said of the library. */
static void tell_low(
	cb_findings *f, const struct look *look, size_t rule, const char *why, const char *evidence)
{
	cb_text text = CB_TEXT_INIT;

	cb__text_format(&text,
		"%s: %s was measured by the low-level interface, which does not use the %s"
		" instructions that the processor has (known %s); -evp shows what they give",
		look->cell->subject->label, look->cell->algorithm, rules[rule].what, why);
	add(f, "low-level-interface", look->cell, &text, evidence);
}

static void judge(cb_findings *f, const cb_cell *cell, size_t rule)
{
	struct look look = look_at(f, cell, rule);
	cb_text why = CB_TEXT_INIT;
	const char *evidence;

	if (look.cell != NULL && has_feature(f, cell->subject, rule, &why, &evidence)) {
		if ((!is_low(cell->subject) || !rules[rule].needs_evp) && is_unused(&look, rule))
			tell_unused(f, &look, rule, cb__text_string(&why), evidence);
		else if (is_low(cell->subject) && rules[rule].needs_evp &&
			 !has_evp(f, cell->subject, rule))
			tell_low(f, &look, rule, cb__text_string(&why), evidence);
	}
	cb__text_done(&why);
}

/* Sizes are looked at together, so that the first of them stands for all. */
static void mark_judged(const cb_findings *f, char *is_judged, const cb_cell *cell)
{
	const cb_cell *start = cb_results_cell_at(f->results, 0);

	for (size_t i = find_first(f, cell, 0);
		i < f->cell_count && order_work(f->cells[i], cell, 0) == 0; i++)
		if (f->cells[i]->subject == cell->subject)
			is_judged[f->cells[i] - start] = 1;
}

static int is_wanted(const cb_findings *f, const cb_subject *subject)
{
	return f->is_wanted == NULL || f->is_wanted[subject - cb_results_subject_at(f->results, 0)];
}

static void judge_all(cb_findings *f, char *is_judged)
{
	for (size_t i = 0; i < f->cell_count && !f->failed; i++) {
		const cb_cell *cell = cb_results_cell_at(f->results, i);

		if (cell->subject->accel != CB_ACCEL_ON || cell->size < SIZE_LEAST ||
			is_judged[i] || !is_wanted(f, cell->subject))
			continue;
		mark_judged(f, is_judged, cell);
		for (size_t rule = 0; rule < RULE_COUNT; rule++)
			if (is_about(rule, cell->algorithm) && !is_told(f, cell))
				judge(f, cell, rule);
	}
}

static cb_status find_all(cb_findings *f)
{
	char *is_judged = calloc(f->cell_count + 1, 1);

	f->cells = calloc(f->cell_count + 1, sizeof(*f->cells));
	if (is_judged == NULL || f->cells == NULL) {
		free(is_judged);
		return CB_ENOMEM;
	}
	for (size_t i = 0; i < f->cell_count; i++)
		f->cells[i] = cb_results_cell_at(f->results, i);
	qsort(f->cells, f->cell_count, sizeof(*f->cells), order_cells);
	judge_all(f, is_judged);
	free(is_judged);
	return f->failed ? CB_ENOMEM : CB_OK;
}

cb_status cb__findings_of(cb_findings **out, const cb_results *results, const char *is_wanted)
{
	cb_findings *f = calloc(1, sizeof *f);
	cb_status status;

	if (f == NULL)
		return CB_ENOMEM;
	f->results = results;
	f->is_wanted = is_wanted;
	f->environment = json_object_get(cb__results_document(results), "environment");
	f->cell_count = cb_results_cell_count(results);
	status = find_all(f);
	f->is_wanted = NULL; /* the caller's */
	if (status == CB_OK)
		*out = f;
	else
		cb_findings_free(f);
	return status;
}

cb_status cb__findings_new(cb_findings **out, const cb_results *results)
{
	return cb__findings_of(out, results, NULL);
}

cb_status cb_findings_new(cb_findings **out, cb_context *ctx, const cb_results *results)
{
	cb_status status = cb__findings_new(out, results);

	if (status != CB_OK)
		cb__context_fail(ctx, status, "out of memory for findings");
	return status;
}

void cb_findings_free(cb_findings *findings)
{
	if (findings == NULL)
		return;
	for (size_t i = 0; i < findings->count; i++)
		cb_string_free(findings->list[i].text);
	free(findings->list);
	free(findings->cells);
	free(findings);
}

size_t cb_findings_count(const cb_findings *findings)
{
	return findings->count;
}

const cb_finding *cb_findings_at(const cb_findings *findings, size_t index)
{
	return index < findings->count ? &findings->list[index].view : NULL;
}
