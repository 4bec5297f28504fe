/* SPDX-License-Identifier: Apache-2.0 */
/* What a line is: the one after the other is asked, until one knows it. */
#include "import.h"

#include <stdio.h>
#include <string.h>

size_t cb__import_split(char *words[CB__IMPORT_WORDS], char *line)
{
	size_t count = 0;

	while (count < CB__IMPORT_WORDS && *(line += strspn(line, " \t")) != '\0') {
		words[count++] = line;
		line += strcspn(line, " \t");
		if (*line != '\0')
			*line++ = '\0';
	}
	return count;
}

/* "[12] aes-256 cbc ..." is the twelfth of several rows that are meant to be one. */
static char *take_repeat(cb_import *import, char *line)
{
	char *end;
	uint64_t number;
	char digits[12];
	int from = 1, to;

	import->repeat = 0;
	if (line[0] != '[' || (end = strchr(line, ']')) == NULL || end - line > 10)
		return line;
	while (line[from] == ' ')
		from++;
	to = (int)(end - line);
	snprintf(digits, sizeof digits, "%.*s", to - from, line + from);
	if (!cb__import_count_read(&number, digits) || number == 0 || number > 100000)
		return line;
	import->repeat = (uint32_t)number;
	return end + 1 + strspn(end + 1, " ");
}

/* Marks that pages and mails set before a line, and the prompt of openssl. */
static char *strip(char *line)
{
	static const char *const marks[] = {"OpenSSL> ", "> ", "* ", "\xe2\x80\xa2 "};
	int found = 1;

	while (found) {
		found = 0;
		line += strspn(line, " \t");
		for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
			if (strncmp(line, marks[i], strlen(marks[i])) == 0) {
				line += strlen(marks[i]);
				found = 1;
			}
	}
	for (size_t len = strlen(line); len > 0 && line[len - 1] == ' ';)
		line[--len] = '\0';
	return line;
}

/* A page escapes "_" in some mark-up. */
static void unescape(char *line)
{
	char *out = line;

	for (; *line != '\0'; line++)
		if (line[0] != '\\' || line[1] != '_')
			*out++ = *line;
	*out = '\0';
}

static void read_line(cb_import *import, char *line)
{
	char *words[CB__IMPORT_WORDS], copy[CB__IMPORT_LINE];
	size_t count;

	unescape(line);
	line = strip(line);
	if (line[0] == '\0' || cb__import_heading(import, line))
		return;
	if (cb__import_machine_line(import, line) || cb__import_progress_line(import, line) ||
		cb__import_banner(import, line) || cb__import_trouble(import, line))
		return;
	line = take_repeat(import, line);
	snprintf(copy, sizeof copy, "%s", line);
	count = cb__import_split(words, copy);
	if (count == 0 || cb__import_header(import, words, count) ||
		cb__import_row(import, words, count))
		return;
	snprintf(import->above, sizeof import->above, "%s", line);
}

static const char *find_last(const char *text)
{
	size_t len = strlen(text);

	while (len > 0 && (text[len - 1] == '\n' || text[len - 1] == ' '))
		len--;
	while (len > 0 && text[len - 1] != '\n')
		len--;
	return text + len;
}

cb_status cb__import_read(cb_import *import, char *text)
{
	char *next;

	import->line = 0;
	import->last = find_last(text);
	import->above[0] = '\0';
	import->columns = (cb__import_columns){.table = CB__IMPORT_BULK};
	import->open_progress = 0;
	for (char *line = text; line != NULL && !import->failed && !import->is_full; line = next) {
		next = strchr(line, '\n');
		import->is_unended = next == NULL;
		if (next != NULL)
			*next++ = '\0';
		import->line++;
		import->is_last_line = line >= import->last;
		if (strlen(line) >= CB__IMPORT_LINE)
			line[CB__IMPORT_LINE - 1] = '\0';
		read_line(import, line);
	}
	return import->failed ? CB_ENOMEM : CB_OK;
}
