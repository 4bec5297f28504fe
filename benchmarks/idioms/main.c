/* SPDX-License-Identifier: Apache-2.0 */
/* Holds the drivers of one backend against loops written by hand over the same library:
 *
 *     idioms-LIBRARY [--markdown] [--seconds N] [--backend FILE] [FAMILY...]
 *
 * FAMILY is a pattern such as 'sha256.*' or '*.seal'. Status 1: a driver misses (see README.md).
 *
 * The program runs itself several times, each time with another layout of memory, and asks for the
 * samples by --launch N. */
#include "idioms.h"

#include <fnmatch.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAME_SIZE     64
#define FAMILIES_MAX  64
#define ARGUMENTS_MAX 64

extern char **environ;

struct options {
	const char *backend;
	double seconds; /* for one family */
	int is_markdown;
	int is_child;
	size_t launch;
	char **patterns;
};

/* What a child writes: this, and then a record for each family. */
struct greeting {
	char text[128]; /* the library and its version */
};

struct record {
	int is_measured;
	int failed;
	idioms_sample sample;
};

struct results {
	struct greeting greeting;
	struct record records[IDIOMS_LAUNCHES][FAMILIES_MAX];
};

static void make_name(char name[NAME_SIZE], const idioms_family *family)
{
	(void)snprintf(name, NAME_SIZE, "%s.%s", family->algorithm, cb_op_name(family->op));
}

static int is_wanted(const idioms_family *family, char *const *patterns)
{
	char name[NAME_SIZE];

	make_name(name, family);
	if (*patterns == NULL)
		return 1;
	for (; *patterns != NULL; patterns++)
		if (fnmatch(*patterns, name, 0) == 0)
			return 1;
	return 0;
}

/* The child. */

static int is_offered(const cb__module *module, const idioms_family *family)
{
	const cb_impl *impl = cb__module_impl(module, family->algorithm);

	return impl != NULL && cb__module_can(module, impl, family->op);
}

static struct record measure(
	const cb__module *module, const idioms_family *family, const struct options *options)
{
	struct record record;
	cb_text why = CB_TEXT_INIT;
	char name[NAME_SIZE];
	uint64_t budget_ns = (uint64_t)(options->seconds * 1e9 / IDIOMS_LAUNCHES);

	memset(&record, 0, sizeof(record));
	if (!is_wanted(family, options->patterns) || !is_offered(module, family))
		return record;
	cb_status status =
		idioms_measure(&record.sample, module, family, options->launch, budget_ns, &why);
	record.is_measured = status == CB_OK;
	record.failed = status != CB_OK;
	make_name(name, family);
	if (status != CB_OK)
		fprintf(stderr, "%s: %s: %s\n", name, cb_status_text(status),
			cb__text_string(&why));
	cb__text_done(&why);
	return record;
}

static int write_all(const cb__module *module, const struct options *options)
{
	struct greeting greeting;

	memset(&greeting, 0, sizeof(greeting));
	(void)snprintf(greeting.text, sizeof(greeting.text), "%s %s", module->backend->name,
		module->backend->version());
	if (fwrite(&greeting, sizeof(greeting), 1, stdout) != 1)
		return 2;
	for (size_t i = 0; i < idioms_library_linked.family_count; i++) {
		struct record record = measure(module, &idioms_library_linked.families[i], options);

		if (fwrite(&record, sizeof(record), 1, stdout) != 1)
			return 2;
	}
	return fflush(stdout) == 0 ? 0 : 2;
}

static int init(const cb_backend *backend)
{
	if (backend->init != NULL && backend->init() != CB_OK)
		return 0;
	return idioms_library_linked.init == NULL || idioms_library_linked.init();
}

static int run_child(const struct options *options)
{
	cb__module module = {NULL, NULL};
	cb_text why = CB_TEXT_INIT;
	int result = 2;

	if (cb__module_open(&module, options->backend, &why) != CB_OK) {
		fprintf(stderr, "%s\n", cb__text_string(&why));
	} else if (!init(module.backend)) {
		fprintf(stderr, "%s: the library cannot be initialised\n", options->backend);
	} else {
		result = write_all(&module, options);
		if (module.backend->finish != NULL)
			module.backend->finish();
	}
	cb__module_close(&module);
	cb__text_done(&why);
	return result;
}

/* The parent. */

/* Starts @p argv with its output in a pipe; NULL if it cannot be started. */
static FILE *start_child(pid_t *ret_pid, char *const argv[])
{
	int ends[2];
	posix_spawn_file_actions_t actions;

	if (pipe(ends) != 0)
		return NULL;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addclose(&actions, ends[0]);
	int code = posix_spawnp(ret_pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	FILE *file = code == 0 ? fdopen(ends[0], "rb") : NULL;
	if (file == NULL)
		close(ends[0]);
	return file;
}

static int run_launch(struct results *results, size_t launch, char *const argv[])
{
	char number[16];
	char option[] = "--launch";
	char *child_argv[ARGUMENTS_MAX + 3] = {argv[0], option, number};
	size_t family_count = idioms_library_linked.family_count;
	pid_t pid;
	int wait_status = 0;

	(void)snprintf(number, sizeof(number), "%zu", launch);
	for (size_t i = 1; argv[i] != NULL && i < ARGUMENTS_MAX; i++)
		child_argv[i + 2] = argv[i];
	FILE *file = start_child(&pid, child_argv);
	if (file == NULL)
		return 0;
	int is_read = fread(&results->greeting, sizeof(results->greeting), 1, file) == 1 &&
		      fread(results->records[launch], sizeof(struct record), family_count, file) ==
			      family_count;
	fclose(file);
	return waitpid(pid, &wait_status, 0) == pid && wait_status == 0 && is_read;
}

/* 0, 1 if the driver misses, 2 if it could not be measured. */
static int report_family(const struct results *results, size_t index, int is_markdown)
{
	const idioms_family *family = &idioms_library_linked.families[index];
	idioms_sample samples[IDIOMS_LAUNCHES];
	idioms_verdict verdict;
	char name[NAME_SIZE];
	int is_measured = 1;

	for (size_t i = 0; i < IDIOMS_LAUNCHES; i++) {
		const struct record *record = &results->records[i][index];

		if (record->failed)
			return 2;
		is_measured = is_measured && record->is_measured;
		samples[i] = record->sample;
	}
	if (!is_measured)
		return 0;
	make_name(name, family);
	idioms_judge(&verdict, family, samples);
	idioms_print_row(is_markdown, name, family, &verdict);
	return idioms_misses(&verdict);
}

static int report(const struct results *results, const struct options *options)
{
	int worst = 0;

	printf("%s, messages of %d bytes\n%s", results->greeting.text, IDIOMS_MESSAGE_LEN,
		options->is_markdown ? "\n" : "");
	idioms_print_head(options->is_markdown);
	for (size_t i = 0; i < idioms_library_linked.family_count; i++) {
		int result = report_family(results, i, options->is_markdown);

		if (result > worst)
			worst = result;
	}
	return worst;
}

static int run_parent(const struct options *options, char *const argv[])
{
	struct results *results = calloc(1, sizeof(*results));
	int result = results == NULL ? 2 : 0;

	for (size_t i = 0; i < IDIOMS_LAUNCHES && result == 0; i++)
		if (!run_launch(results, i, argv))
			result = 2;
	if (result == 0)
		result = report(results, options);
	free(results);
	return result;
}

/* Takes an option with its argument, if it has one; NULL if @p at is none. */
static char **take_option(struct options *options, char **at)
{
	if (strcmp(*at, "--markdown") == 0) {
		options->is_markdown = 1;
		return at + 1;
	}
	if (at[1] == NULL)
		return NULL;
	if (strcmp(*at, "--backend") == 0) {
		options->backend = at[1];
		return at + 2;
	}
	if (strcmp(*at, "--launch") == 0) {
		options->is_child = 1;
		options->launch = (size_t)strtoul(at[1], NULL, 10);
		return at + 2;
	}
	if (strcmp(*at, "--seconds") == 0) {
		options->seconds = strtod(at[1], NULL);
		return options->seconds > 0 && options->seconds < 3600 ? at + 2 : NULL;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	struct options options = {.backend = IDIOMS_BACKEND, .seconds = IDIOMS_SECONDS};
	char **at = argv + 1;

	while (at != NULL && *at != NULL && strncmp(*at, "--", 2) == 0)
		at = take_option(&options, at);
	if (at == NULL || argc > ARGUMENTS_MAX ||
		idioms_library_linked.family_count > FAMILIES_MAX) {
		fprintf(stderr,
			"usage: %s [--markdown] [--seconds N] [--backend FILE] [FAMILY...]\n",
			argv[0]);
		return 2;
	}
	options.patterns = at;
	return options.is_child ? run_child(&options) : run_parent(&options, argv);
}
