/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of the libraries that a baseline measured: "FILE.libs/BACKEND/...". */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#include "baseline.h"
#include "context.h"
#include "document.h"
#include "file.h"

/* "FILE.libs/BACKEND"; NULL if out of memory. */
static char *place_of(const char *file, const char *backend)
{
	cb_text text = CB_TEXT_INIT;
	char *path = NULL;
	cb__text_format(&text, "%s.libs/%s", file, backend);
	return cb__text_take(&text, &path) == CB_OK ? path : NULL;
}

static cb_status make_directory(cb_context *ctx, const char *path)
{
	if (mkdir(path, 0777) == 0 || errno == EEXIST)
		return CB_OK;
	return cb__context_fail(
		ctx, CB_EIO, "directory \"%s\" cannot be made: %s", path, strerror(errno));
}

/* All directories on the way to the last part of @p path. */
static cb_status make_way(cb_context *ctx, char *path, size_t from)
{
	cb_status status = CB_OK;
	for (char *at = path + from; *at != '\0' && status == CB_OK; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		status = make_directory(ctx, path);
		*at = '/';
	}
	return status;
}

/* Where a copy waits until all of them are there. */
static cb_status part_of(cb_text *out, const char *to)
{
	cb__text_format(out, "%s.part", to);
	return out->failed ? CB_ENOMEM : CB_OK;
}

static cb_status copy(cb_context *ctx, uint64_t *ret_sum, const char *from, const char *to)
{
	cb_text part = CB_TEXT_INIT;
	cb_text why = CB_TEXT_INIT;
	cb_status status = part_of(&part, to);
	if (status == CB_OK) {
		unlink(cb__text_string(&part));
		status = cb__file_copy(from, cb__text_string(&part), &why);
	}
	if (status == CB_OK)
		status = cb__file_checksum(ret_sum, cb__text_string(&part), &why);
	if (status == CB_EIO) {
		cb__context_fail(ctx, status, "%s", cb__text_string(&why));
		unlink(cb__text_string(&part));
	}
	cb__text_done(&part);
	cb__text_done(&why);
	return status;
}

static int is_listed(const json_t *list, const char *relative)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *file = json_object_get(json_array_get(list, i), "file");
		if (strcmp(json_string_value(file), relative) == 0)
			return 1;
	}
	return 0;
}

/* Copies @p from beside "PLACE/RELATIVE" and appends that and its checksum to @p list. */
static cb_status keep_file(
	json_t *list, cb_context *ctx, const char *place, const char *from, const char *relative)
{
	uint64_t sum = 0;
	char text[24];
	char *to = cb__path_join(place, relative);
	if (to == NULL || is_listed(list, relative)) {
		free(to);
		return to == NULL ? CB_ENOMEM : CB_OK;
	}
	cb_status status = make_way(ctx, to, strlen(place));
	if (status == CB_OK)
		status = copy(ctx, &sum, from, to);
	snprintf(text, sizeof text, "%016" PRIx64, sum);
	if (status == CB_OK && json_array_append_new(list, json_pack("{s:s, s:s}", "file", relative,
								   "checksum", text)) != 0)
		status = CB_ENOMEM;
	free(to);
	return status;
}

/* Modules lie in a directory beside the library; others are the system's. */
static cb_status keep_providers(json_t *list, cb_context *ctx, const char *place,
	const json_t *library, const char *directory)
{
	const json_t *providers = json_object_get(library, "providers");
	size_t len = strlen(directory);
	cb_status status = CB_OK;
	for (size_t i = 0; i < json_array_size(providers) && status == CB_OK; i++) {
		char *file = cb__document_file(
			json_string_value(json_object_get(json_array_get(providers, i), "file")));
		if (file != NULL && strncmp(file, directory, len) == 0 && file[len] == '/')
			status = keep_file(list, ctx, place, file, file + len + 1);
		free(file);
	}
	return status;
}

static int is_kept(const json_t *libraries, const char *backend)
{
	for (size_t i = 0; i < json_array_size(libraries); i++) {
		const char *name =
			json_string_value(json_object_get(json_array_get(libraries, i), "backend"));
		if (name != NULL && strcmp(name, backend) == 0)
			return 1;
	}
	return 0;
}

static cb_status keep_library(
	json_t *libraries, cb_context *ctx, const char *file, const json_t *subject)
{
	const char *backend = json_string_value(json_object_get(subject, "backend"));
	const json_t *library = json_object_get(subject, "library");
	char *from = cb__document_file(json_string_value(json_object_get(library, "file")));
	char *slash = from != NULL ? strrchr(from, '/') : NULL;
	if (slash == NULL || is_kept(libraries, backend)) {
		free(from);
		return CB_OK;
	}
	json_t *list = json_array();
	char *place = place_of(file, backend);
	cb_status status = list != NULL && place != NULL ? CB_OK : CB_ENOMEM;
	if (status == CB_OK)
		status = make_way(ctx, place, 1);
	if (status == CB_OK)
		status = make_directory(ctx, place);
	if (status == CB_OK)
		status = keep_file(list, ctx, place, from, slash + 1);
	*slash = '\0';
	if (status == CB_OK)
		status = keep_providers(list, ctx, place, library, from);
	/* Whatever the status is: what was copied has to be removed then. */
	if (json_array_append_new(
		    libraries, json_pack("{s:s, s:O}", "backend", backend, "files", list)) != 0)
		status = CB_ENOMEM;
	json_decref(list);
	free(place);
	free(from);
	return status;
}

/* The copy takes its place, or is removed. */
static cb_status settle(cb_context *ctx, const char *to, int is_wanted)
{
	cb_text part = CB_TEXT_INIT;
	cb_status status = part_of(&part, to);
	if (status == CB_OK && !is_wanted)
		unlink(cb__text_string(&part));
	else if (status == CB_OK && rename(cb__text_string(&part), to) != 0)
		status = cb__context_fail(
			ctx, CB_EIO, "\"%s\" cannot be written: %s", to, strerror(errno));
	cb__text_done(&part);
	return status;
}

static cb_status settle_library(
	cb_context *ctx, const char *file, const json_t *library, int are_wanted)
{
	const json_t *files = json_object_get(library, "files");
	char *place = place_of(file, json_string_value(json_object_get(library, "backend")));
	cb_status status = place != NULL ? CB_OK : CB_ENOMEM;
	for (size_t i = 0; i < json_array_size(files) && status == CB_OK; i++) {
		const json_t *row = json_array_get(files, i);
		char *to = cb__path_join(place, json_string_value(json_object_get(row, "file")));
		status = to != NULL ? settle(ctx, to, are_wanted) : CB_ENOMEM;
		free(to);
	}
	free(place);
	return status;
}

/* Older copies give way only when all new ones are there. */
cb_status cb__baseline_keep(
	json_t *baseline, cb_context *ctx, const char *file, const json_t *results)
{
	const json_t *subjects = json_object_get(results, "subjects");
	json_t *libraries = json_array();
	cb_status status = libraries != NULL ? CB_OK : CB_ENOMEM;
	for (size_t i = 0; i < json_array_size(subjects) && status == CB_OK; i++)
		status = keep_library(libraries, ctx, file, json_array_get(subjects, i));
	int are_wanted = status == CB_OK;
	for (size_t i = 0; i < json_array_size(libraries); i++) {
		cb_status settled =
			settle_library(ctx, file, json_array_get(libraries, i), are_wanted);
		status = status == CB_OK ? settled : status;
	}
	if (status == CB_OK && json_object_set(baseline, "libraries", libraries) != 0)
		status = CB_ENOMEM;
	json_decref(libraries);
	return status;
}

static cb_status check_file(cb_context *ctx, const char *place, const json_t *row)
{
	const char *name = json_string_value(json_object_get(row, "file"));
	const char *wanted = json_string_value(json_object_get(row, "checksum"));
	char *path = cb__path_join(place, name != NULL ? name : "");
	cb_text why = CB_TEXT_INIT;
	uint64_t sum = 0;
	char text[24];
	if (path == NULL)
		return CB_ENOMEM;
	cb_status status = cb__file_checksum(&sum, path, &why);
	snprintf(text, sizeof text, "%016" PRIx64, sum);
	if (status == CB_OK && (wanted == NULL || strcmp(text, wanted) != 0)) {
		cb__text_format(&why, "\"%s\" is not what was kept: its bytes have changed", path);
		status = CB_EFORMAT;
	}
	if (status != CB_OK)
		status = cb__context_fail(ctx, CB_EFORMAT,
			"a library of the baseline is damaged: %s; save the baseline again",
			cb__text_string(&why));
	cb__text_done(&why);
	free(path);
	return status;
}

static cb_status find_library(char **out, cb_context *ctx, const char *place, const json_t *files)
{
	const char *name = json_string_value(json_object_get(json_array_get(files, 0), "file"));
	cb_status status = CB_OK;
	for (size_t i = 0; i < json_array_size(files) && status == CB_OK; i++)
		status = check_file(ctx, place, json_array_get(files, i));
	if (status == CB_OK && name == NULL)
		status = cb__context_fail(ctx, CB_EFORMAT,
			"a library of the baseline is damaged: it names no file in \"%s\"; save "
			"the baseline again",
			place);
	if (status != CB_OK)
		return status;
	*out = cb__path_join(place, name);
	return *out != NULL ? CB_OK : CB_ENOMEM;
}

cb_status cb__baseline_library(
	char **out, const json_t *baseline, cb_context *ctx, const char *file, const char *backend)
{
	const json_t *libraries = json_object_get(baseline, "libraries");
	*out = NULL;
	for (size_t i = 0; i < json_array_size(libraries); i++) {
		const json_t *row = json_array_get(libraries, i);
		const char *name = json_string_value(json_object_get(row, "backend"));
		if (name == NULL || strcmp(name, backend) != 0)
			continue;
		char *place = place_of(file, backend);
		cb_status status =
			place != NULL ? find_library(out, ctx, place, json_object_get(row, "files"))
				      : CB_ENOMEM;
		free(place);
		return status;
	}
	return CB_OK;
}
