/* SPDX-License-Identifier: Apache-2.0 */
/* What is said of runs: headings of a page, the banner of a release, lines in which something went
 * wrong. */
#include "import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glob.h"

#define OUTPUT_MAX    2048 /* bytes of complaints that are kept of a run */
#define PROCESSES_MAX 4096
#define TEXT_MAX      2048 /* of a line of the banner */

static const char *after(const char *line, const char *start)
{
	size_t len = strlen(start);

	return strncmp(line, start, len) == 0 ? line + len + strspn(line + len, " ") : NULL;
}

/* The word after "OpenSSL " that is a version; "" if there is none. */
static const char *find_version(cb_import *import, const char *line)
{
	const char *at = strstr(line, "OpenSSL ");
	char version[48];

	if (at == NULL || at[8] < '0' || at[8] > '9' || strchr(at, '.') == NULL)
		return "";
	snprintf(version, sizeof version, "%.*s", (int)strcspn(at + 8, " ,:;()"), at + 8);
	return strchr(version, '.') != NULL ? cb__import_keep(import, version) : "";
}

/* "-multi 8" */
static uint32_t find_processes(const char *line)
{
	const char *at = strstr(line, "-multi ");
	char digits[12];
	uint64_t number;

	if (strstr(line, "single process") != NULL && at == NULL)
		return 1;
	if (at == NULL)
		return 0;
	at += strlen("-multi ");
	snprintf(digits, sizeof digits, "%.*s", (int)strspn(at, "0123456789"), at);
	if (!cb__import_count_read(&number, digits) || number > PROCESSES_MAX)
		return 0;
	return (uint32_t)number;
}

/* A heading or a command line tells options of the runs below it. */
static void take_words(cb_import *import, cb__import_section *section, const char *line)
{
	const char *version = find_version(import, line);

	if (version[0] != '\0')
		section->version = version;
	if (find_processes(line) != 0)
		section->processes = find_processes(line);
	section->is_elapsed |= strstr(line, "-elapsed") != NULL;
	section->aead |= strstr(line, "-aead") != NULL;
	section->decrypt |= strstr(line, "-decrypt") != NULL;
}

static int has_figures(const cb_import *import)
{
	return import->run_count > import->first_run &&
	       import->runs[import->run_count - 1].section == import->section_count - 1;
}

static void begin_section(cb_import *import, const char *heading)
{
	cb__import_section *above = &import->sections[import->first_section], *section;
	int is_elapsed = above->is_elapsed;
	const char *version = above->version;

	section = cb__import_section_new(import);
	if (section == NULL)
		return;
	section->heading = cb__import_keep(import, heading);
	section->is_elapsed = is_elapsed;
	section->version = version;
	take_words(import, section, heading);
	import->columns = (cb__import_columns){.table = CB__IMPORT_BULK};
	import->open_progress = 0;
}

static int is_command(const char *line)
{
	return strstr(line, "openssl speed ") != NULL || strstr(line, "openssl speed\"") != NULL;
}

static void take_remark(cb_import *import, const char *line)
{
	cb__import_section *section = &import->sections[import->section_count - 1];

	if (section->remark[0] == '\0' && line[0] == '#')
		section->remark = cb__import_keep(import, line + strspn(line, "# "));
	/* what is said below the figures is not about them */
	if (!has_figures(import))
		take_words(import, section, line);
}

int cb__import_heading(cb_import *import, const char *line)
{
	const char *heading = after(line, "##");

	if (heading != NULL) {
		heading += strspn(heading, "# ");
		begin_section(import, heading);
		return 1;
	}
	if (line[0] != '#' && !is_command(line))
		return 0;
	take_remark(import, line);
	return 1;
}

/* The banner begins a run, unless it ends the progress of one. */
static cb__import_run *begin_banner(cb_import *import)
{
	cb__import_run *run = cb__import_run_now(import);

	if (run != NULL && (run->has_rows || run->version[0] != '\0'))
		run = cb__import_run_next(import);
	return run;
}

static void put_version(cb_import *import, const char *text)
{
	cb__import_run *run = begin_banner(import);
	char version[64];

	if (run == NULL)
		return;
	snprintf(version, sizeof version, "%.*s", (int)strcspn(text, " "), text);
	run->version = cb__import_keep(import, version);
	run->has_header = import->has_seen_header = 1;
}

static void put_text(cb_import *import, size_t offset, const char *text)
{
	cb__import_run *run = cb__import_run_now(import);
	char shortened[TEXT_MAX];

	if (run == NULL)
		return;
	snprintf(shortened, sizeof shortened, "%s", text);
	*(const char **)(void *)((char *)run + offset) = cb__import_keep(import, shortened);
	run->has_header = import->has_seen_header = 1;
}

static const struct {
	const char *start;
	size_t offset;
} lines[] = {
	{"built on: built on:", offsetof(cb__import_run, built)},
	{"built on:", offsetof(cb__import_run, built)},
	{"compiler:", offsetof(cb__import_run, compiler)},
	{"options:", offsetof(cb__import_run, settings)},
	{"CPUINFO:", offsetof(cb__import_run, capabilities)},
};

/* Both of an old release's words for it mean that processor time is what is read. */
static int read_timer(cb_import *import, const char *line)
{
	const char *function = after(line, "timing function used:");

	if (after(line, "You have chosen to measure elapsed time") != NULL)
		put_text(import, offsetof(cb__import_run, timer), "elapsed");
	else if (function != NULL &&
		 (strcmp(function, "times") == 0 || strcmp(function, "getrusage") == 0))
		put_text(import, offsetof(cb__import_run, timer), "user");
	else
		return function != NULL || after(line, "available timing options:") != NULL;
	return 1;
}

static int read_fork(cb_import *import, const char *line)
{
	cb__import_run *run;

	if (after(line, "Forked child ") == NULL)
		return 0;
	run = cb__import_run_now(import);
	if (run != NULL && run->has_rows)
		run = cb__import_run_next(import);
	if (run != NULL && run->forked < PROCESSES_MAX)
		run->forked++;
	return 1;
}

int cb__import_banner(cb_import *import, const char *line)
{
	const char *version = after(line, "version:");
	const char *old = after(line, "OpenSSL ");

	if (version == NULL && old != NULL && old[0] >= '0' && old[0] <= '9')
		version = old;
	if (version == NULL && after(line, "LibreSSL ") != NULL)
		version = line;
	if (version != NULL && version[strcspn(version, "0123456789")] != '\0') {
		put_version(import, version == line ? after(line, "LibreSSL ") : version);
		return 1;
	}
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		if (after(line, lines[i].start) != NULL) {
			put_text(import, lines[i].offset, after(line, lines[i].start));
			return 1;
		}
	if (after(line, "The 'numbers' are in") != NULL) {
		import->has_seen_header = 1;
		return 1;
	}
	return read_timer(import, line) || read_fork(import, line);
}

static void keep_trouble(cb_import *import, const char *line)
{
	cb__import_run *run = cb__import_run_now(import);

	/* it comes before the tables of its run */
	if (run != NULL && run->has_rows)
		run = cb__import_run_next(import);
	if (run == NULL || run->output.len > OUTPUT_MAX)
		return;
	cb__text_format(&run->output, "%s%.400s", run->output.len > 0 ? "\n" : "", line);
	import->failed |= run->output.failed;
}

static void add_skip(cb_import *import, const char *name, const char *operation, const char *why)
{
	cb__import_record *record = cb__import_record_new(import);
	cb__import_name meaning;

	if (record == NULL)
		return;
	cb__import_name_read(&meaning, name, CB__IMPORT_BULK);
	record->printed = cb__import_keep(import, name);
	record->algorithm = cb__import_keep(import, meaning.algorithm);
	record->operation = cb__import_keep(import, operation);
	cb__import_doubt(
		import, record, CB_OUTCOME_SKIPPED, "openssl speed left it out: %.300s", why);
}

/* "RSA sign setup failure.  No RSA sign will be done." */
static int read_setup_failure(cb_import *import, const char *line)
{
	char copy[256], *words[CB__IMPORT_WORDS];

	if (strstr(line, " failure.") == NULL || strstr(line, " will be done") == NULL)
		return 0;
	keep_trouble(import, line);
	snprintf(copy, sizeof copy, "%s", line);
	if (cb__import_split(words, copy) > 2) {
		words[1][0] |= 0x20;
		add_skip(import, words[0], words[1], line);
	}
	return 1;
}

/* "Skip  SLH-DSA-SHAKE-128s in sigs with signature not supported" */
static int read_skip(cb_import *import, const char *line)
{
	const char *name = after(line, "Skip ");
	char copy[256], *words[CB__IMPORT_WORDS];

	if (name == NULL)
		return 0;
	snprintf(copy, sizeof copy, "%s", name);
	if (cb__import_split(words, copy) > 1)
		add_skip(import, words[0], strstr(line, "kem") != NULL ? "encaps" : "sign", line);
	return 1;
}

int cb__import_trouble(cb_import *import, const char *line)
{
	static const char *const signs[] = {":error:", "Error ", "rror finalizing", " failure",
		"not a multiple of block size", "is not supported", "nternal error"};

	if (read_setup_failure(import, line) || read_skip(import, line))
		return 1;
	for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
		if (strstr(line, signs[i]) != NULL) {
			keep_trouble(import, line);
			return 1;
		}
	return 0;
}
