/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of progress: how long was asked for, how long it took by the clock that was read, and what
 * went wrong in between. */
#include "import.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_COPY 512
#define OUTPUT_MAX    400

cb__import_progress *cb__import_progress_new(cb_import *import)
{
	cb__import_run *run = cb__import_run_now(import);
	cb__import_progress *grown;

	if (run != NULL && run->has_rows)
		run = cb__import_run_next(import);
	import->is_full |= import->progress_count >= CB__IMPORT_RECORDS;
	if (run == NULL || import->is_full)
		return NULL;
	run->has_progress = 1;
	grown = cb__import_grow(
		import, import->progress, import->progress_count, sizeof *import->progress);
	if (grown == NULL)
		return NULL;
	import->progress = grown;
	grown += import->progress_count++;
	*grown = (cb__import_progress){.printed = "",
		.algorithm = "",
		.kind = "unknown",
		.operation = "",
		.output = "",
		.requested_s = (double)NAN,
		.reported_s = (double)NAN,
		.count = (double)NAN,
		.run = import->run_count - 1,
		.line = import->line};
	return grown;
}

/* The number that a word begins with: "3s", "2.99s"; not "2.9Os". */
static double number_of(const char *word)
{
	char digits[24];
	cb__import_figure figure;
	size_t len = strspn(word, "0123456789.,");

	snprintf(digits, sizeof digits, "%.*s", (int)len, word);
	if (strchr("s \n", word[len]) == NULL || !cb__import_figure_read(&figure, digits))
		return (double)NAN;
	return figure.value;
}

/* Words of keys' operations, as they are printed. */
static const struct {
	const char *word;
	const char *operation;
} operations[] = {
	{"private", "sign"},
	{"public", "verify"},
	{"sign", "sign"},
	{"signs", "sign"},
	{"verify", "verify"},
	{"encrypt", "encrypt"},
	{"decrypt", "decrypt"},
	{"keygen", "keygen"},
	{"encaps", "encaps"},
	{"decaps", "decaps"},
	{"ecdh's", "derive"},
	{"ecdh", "derive"},
	{"ffdh", "derive"},
	{"ffdh's", "derive"},
};

static const char *find_operation(char *const *words, size_t count)
{
	const char *found = NULL;

	/* "private rsa sign": the later one says more */
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < sizeof operations / sizeof operations[0]; j++)
			if (strcmp(words[i], operations[j].word) == 0)
				found = operations[j].operation;
	return found;
}

static void put_name(
	cb_import *import, cb__import_progress *p, const char *printed, cb__import_table table)
{
	cb__import_name name;

	cb__import_name_read(&name, printed, table);
	p->printed = cb__import_keep(import, printed);
	p->algorithm = cb__import_keep(import, name.algorithm);
	p->kind = name.kind;
}

/* Which curve a number of bits is, is not said. */
static void put_keys(cb_import *import, cb__import_progress *p, char *const *words, size_t count)
{
	char name[CB__IMPORT_NAME];
	const char *family = words[count - 1];
	int has_bits = count > 1 && strncmp(words[1], "bit", 3) == 0;

	for (size_t i = 1; i < count; i++)
		if (strstr(words[i], "rsa") != NULL || strstr(words[i], "dsa") != NULL ||
			strstr(words[i], "dh") != NULL || strstr(words[i], "DSA") != NULL)
			family = words[i];
	if (!has_bits) {
		put_name(import, p, words[0],
			strcmp(p->operation, "keygen") == 0 ||
					strcmp(p->operation, "encaps") == 0 ||
					strcmp(p->operation, "decaps") == 0
				? CB__IMPORT_KEM
				: CB__IMPORT_SIGNATURES);
		return;
	}
	/* the bits of Ed25519 are those of its name */
	if (strncmp(family, "Ed", 2) == 0)
		snprintf(name, sizeof name, "%.30s", family);
	else
		snprintf(name, sizeof name, "%.8s %.20s", words[0], family);
	name[strcspn(name, "'")] = '\0';
	p->is_ambiguous = strncmp(family, "ec", 2) == 0 || strncmp(family, "EC", 2) == 0;
	if (p->is_ambiguous) {
		p->printed = cb__import_keep(import, name);
		snprintf(name, sizeof name, "%.*s-%.8s", (int)strcspn(family, "'"), family,
			words[0]);
		p->algorithm = cb__import_keep(import, name);
		return;
	}
	put_name(import, p, name, CB__IMPORT_KEYS);
}

/* "NAME for 3s on 16 size blocks", "2048 bit private rsa's for 10s", "NAME keygen ops for 1s" */
static int begin(cb_import *import, char *text)
{
	char *words[CB__IMPORT_WORDS], name[CB__IMPORT_NAME] = "";
	size_t count = cb__import_split(words, text), at = 0;
	cb__import_progress *p;

	while (at < count && strcmp(words[at], "for") != 0)
		at++;
	if (at == 0 || at + 1 >= count || (p = cb__import_progress_new(import)) == NULL)
		return 0;
	p->requested_s = number_of(words[at + 1]);
	at -= at > 1 && strcmp(words[at - 1], "ops") == 0;
	for (size_t i = 0; i < at; i++)
		if (strlen(name) + strlen(words[i]) + 2 < sizeof name)
			snprintf(name + strlen(name), sizeof name - strlen(name), "%s%s",
				i > 0 ? " " : "", words[i]);
	p->has_message = strcmp(words[count - 1], "blocks") == 0;
	if (p->has_message) {
		put_name(import, p, name, CB__IMPORT_BULK);
		p->operation = cb__import_operation(p->kind, 0);
		if (count < 3 || !cb__import_count_read(&p->size, words[count - 3]))
			return 0;
	} else {
		const char *operation = find_operation(words, at);

		p->operation = operation != NULL ? operation : "unknown";
		put_keys(import, p, words, at);
	}
	import->open_progress = 1;
	return 1;
}

/* "78517825 ChaCha20-Poly1305 ops in 2.99s": whether the text ends so. */
static int end(cb_import *import, const char *text)
{
	cb__import_progress *p;
	const char *at = strstr(text, " in ");
	size_t digits = strspn(text, "0123456789");
	double seconds;

	if (digits == 0 || digits > 15 || text[digits] != ' ' || at == NULL)
		return 0;
	seconds = number_of(at + 4);
	if (isnan(seconds) || strchr(at + 4, 's') == NULL)
		return 0;
	if (!import->open_progress || import->progress_count == 0)
		return 1; /* the end of another line, which was printed late */
	p = &import->progress[import->progress_count - 1];
	p->count = number_of(text);
	p->reported_s = seconds;
	import->open_progress = 0;
	return 1;
}

static void complain(cb_import *import, const char *text)
{
	cb__import_progress *p = &import->progress[import->progress_count - 1];
	char output[OUTPUT_MAX];

	snprintf(
		output, sizeof output, "%s%s%s", p->output, p->output[0] != '\0' ? "\n" : "", text);
	p->output = cb__import_keep(import, output);
}

int cb__import_progress_line(cb_import *import, const char *line)
{
	int is_own = 0;

	/* a second one may begin where the first was left */
	while (strncmp(line, "Doing ", 6) == 0) {
		const char *colon = strstr(line + 6, ": ");
		char head[LINE_MAX_COPY];
		size_t len = colon != NULL ? (size_t)(colon - line - 6) : strcspn(line + 6, ":");

		snprintf(head, sizeof head, "%.*s", (int)(len < 500 ? len : 500), line + 6);
		is_own |= begin(import, head);
		line = colon != NULL ? colon + 2 : "";
		line += strspn(line, " ");
	}
	if (line[0] == '\0' && is_own)
		return 1;
	if (end(import, line))
		return 1;
	if (is_own && import->open_progress)
		complain(import, line);
	return is_own;
}
