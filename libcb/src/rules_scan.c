/* SPDX-License-Identifier: Apache-2.0 */
/* What libconfig does without a word, as seen with 1.5: it reads the files of @include, takes a
 * comment without end for the rest of the text, keeps 32 bits of a longer number, loses the memory
 * of a text that stands where none may, and compares each name with all names of its group. Depth
 * it refuses itself, but as exhausted memory. */
#include <string.h>

#include "rules_parts.h"

#define DEPTH_MAX 16
#define CROWD_MAX 100
#define DIGITS    9

struct scan {
	cb__rules_place *place;
	const char *at;
	char last; /* of the word or mark before; 0 at the beginning */
	size_t depth;
	char open[DEPTH_MAX + 1];      /* the bracket of each depth */
	unsigned names[DEPTH_MAX + 1]; /* and how many are in it */
};

static const char word_letters[] =
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.*+-";

/* Moves behind @p end, or says where that which lacks it began. */
static cb_status skip_to(struct scan *scan, const char *end, const char *what)
{
	const char *found = strstr(scan->at, end);
	if (found == NULL)
		return cb__rules_refuse(scan->place,
			"the %s that begins here has no end; close it with %s", what, end);
	for (; scan->at < found; scan->at++)
		scan->place->line += *scan->at == '\n';
	scan->at += strlen(end);
	return CB_OK;
}

/* Whether a text may come next: as a value, or as more of one. */
static int is_value_next(const struct scan *scan)
{
	if (scan->last == ',')
		return scan->open[scan->depth] == '(' || scan->open[scan->depth] == '[';
	return scan->last != '\0' && strchr("=:([\"", scan->last) != NULL;
}

static cb_status skip_string(struct scan *scan)
{
	uint32_t first = scan->place->line;
	if (!is_value_next(scan))
		return cb__rules_refuse(scan->place, "a text without a name; write NAME = \"...\"");
	for (scan->at++; *scan->at != '\0' && *scan->at != '"'; scan->at++) {
		if (*scan->at == '\\' && scan->at[1] != '\0')
			scan->at++;
		scan->place->line += *scan->at == '\n';
	}
	if (*scan->at == '"') {
		scan->at++;
		return CB_OK;
	}
	scan->place->line = first;
	return cb__rules_refuse(
		scan->place, "the text that begins here has no end; close it with \"");
}

static cb_status skip_word(struct scan *scan)
{
	size_t len = strspn(scan->at, word_letters);
	const char *word = scan->at;
	int is_number = strchr("0123456789+-", word[0]) != NULL;
	scan->at += len;
	if (!is_number || len <= DIGITS || memchr(word, '.', len) != NULL)
		return CB_OK;
	return cb__rules_refuse(scan->place,
		"\"%.*s\" is not a number that can be read; texts and dates stand in quotes",
		len < 40 ? (int)len : 40, word);
}

static cb_status enter(struct scan *scan)
{
	if (scan->depth == DEPTH_MAX)
		return cb__rules_refuse(
			scan->place, "more than %d groups in one another; close some", DEPTH_MAX);
	scan->names[++scan->depth] = 0;
	scan->open[scan->depth] = *scan->at++;
	return CB_OK;
}

static cb_status count_name(struct scan *scan)
{
	scan->at++;
	if (++scan->names[scan->depth] <= CROWD_MAX)
		return CB_OK;
	return cb__rules_refuse(scan->place,
		"more than %d settings in one group; remove those that repeat", CROWD_MAX);
}

static cb_status skip_other(struct scan *scan)
{
	if (strncmp(scan->at, "@include", 8) == 0)
		return cb__rules_refuse(
			scan->place, "@include is not followed; write all rules into one file");
	if (*scan->at == '%')
		return cb__rules_refuse(
			scan->place, "a percentage stands in quotes, as in limit = \"5%%\"");
	scan->place->line += *scan->at == '\n';
	if (scan->depth > 0 && strchr(")]}", *scan->at) != NULL)
		scan->depth--;
	scan->at++;
	return CB_OK;
}

static cb_status skip_token(struct scan *scan)
{
	char c = *scan->at;
	if (c == '"')
		return skip_string(scan);
	if (strchr(word_letters, c) != NULL)
		return skip_word(scan);
	if (strchr("([{", c) != NULL)
		return enter(scan);
	if (c == '=' || c == ':')
		return count_name(scan);
	return skip_other(scan);
}

static cb_status step(struct scan *scan)
{
	char c = *scan->at;
	if (strncmp(scan->at, "/*", 2) == 0) {
		/* In "/" "*" "/" the end is missing. */
		scan->at += 2;
		return skip_to(scan, "*/", "comment");
	}
	if (c == '#' || strncmp(scan->at, "//", 2) == 0) {
		scan->at += strcspn(scan->at, "\n");
		return CB_OK;
	}
	cb_status status = skip_token(scan);
	if (strchr(" \t\r\n\f", c) == NULL)
		scan->last = c;
	return status;
}

cb_status cb__rules_scan(cb__rules_place *place, const char *text)
{
	struct scan scan = {.place = place, .at = text};
	cb_status status = CB_OK;
	place->line = 1;
	while (*scan.at != '\0' && status == CB_OK)
		status = step(&scan);
	return status;
}
