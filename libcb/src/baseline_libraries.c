/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of the libraries that a baseline measured: "FILE.libs/BACKEND/SUM/...". */
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

static const char *text_of(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
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

/* Below its directory, and by no way round. */
static int is_inside(const char *relative)
{
	if (relative[0] == '\0' || relative[0] == '/')
		return 0;
	for (const char *at = relative; at != NULL; at = strchr(at, '/')) {
		at += *at == '/' ? 1 : 0;
		if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0'))
			return 0;
	}
	return 1;
}

static int is_listed(const json_t *list, const char *relative)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *file = text_of(json_array_get(list, i), "file");
		if (file != NULL && strcmp(file, relative) == 0)
			return 1;
	}
	return 0;
}

/* Appends @p from, its checksum and where it lies among the others to @p list. */
static cb_status list_file(json_t *list, cb_text *why, const char *from, const char *relative)
{
	uint64_t sum = 0;
	char text[CB__BASELINE_SUM];
	if (!is_inside(relative) || is_listed(list, relative))
		return CB_OK;
	cb_status status = cb__file_checksum(&sum, from, why);
	if (status != CB_OK)
		return status;
	snprintf(text, sizeof text, "%016" PRIx64, sum);
	return json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "file", relative,
						   "checksum", text, "from", from)) == 0
		       ? CB_OK
		       : CB_ENOMEM;
}

/* Modules lie in a directory beside the library; others are the system's. */
static cb_status list_providers(
	json_t *list, cb_text *why, const json_t *library, const char *directory)
{
	const json_t *providers = json_object_get(library, "providers");
	size_t len = strlen(directory);
	cb_status status = CB_OK;
	for (size_t i = 0; i < json_array_size(providers) && status == CB_OK; i++) {
		char *file = cb__document_file(text_of(json_array_get(providers, i), "file"));
		if (file != NULL && strncmp(file, directory, len) == 0 && file[len] == '/')
			status = list_file(list, why, file, file + len + 1);
		free(file);
	}
	return status;
}

/* The library of @p subject and its modules, as list_file() has them; empty if it has no file. */
static cb_status list_files(json_t **out, cb_text *why, const json_t *subject)
{
	const json_t *library = json_object_get(subject, "library");
	char *from = cb__document_file(text_of(library, "file"));
	char *slash = from != NULL ? strrchr(from, '/') : NULL;
	cb_status status = CB_OK;
	*out = json_array();
	if (*out == NULL)
		status = CB_ENOMEM;
	else if (slash != NULL)
		status = list_file(*out, why, from, slash + 1);
	if (slash != NULL)
		*slash = '\0';
	if (status == CB_OK && slash != NULL)
		status = list_providers(*out, why, library, from);
	free(from);
	return status;
}

static uint64_t add_to_sum(uint64_t sum, const char *text)
{
	for (size_t i = 0; i <= strlen(text); i++)
		sum = (sum ^ (unsigned char)text[i]) * 0x100000001b3u;
	return sum;
}

/* Of names and bytes, so that one directory never holds two libraries. */
static void sum_files(char out[CB__BASELINE_SUM], const json_t *list)
{
	uint64_t sum = 0xcbf29ce484222325u;
	for (size_t i = 0; i < json_array_size(list); i++) {
		sum = add_to_sum(sum, text_of(json_array_get(list, i), "file"));
		sum = add_to_sum(sum, text_of(json_array_get(list, i), "checksum"));
	}
	snprintf(out, CB__BASELINE_SUM, "%016" PRIx64, sum);
}

cb_status cb__baseline_checksum(char out[CB__BASELINE_SUM], const json_t *subject)
{
	json_t *list = NULL;
	cb_text why = CB_TEXT_INIT;
	cb_status status = list_files(&list, &why, subject);
	out[0] = '\0';
	if (status == CB_OK && json_array_size(list) > 0)
		sum_files(out, list);
	json_decref(list);
	cb__text_done(&why);
	return status == CB_EIO ? CB_OK : status;
}

/* It takes its name once all bytes are there and are those that were listed. */
static cb_status copy_part(const json_t *row, const char *part, const char *to, cb_text *why)
{
	uint64_t sum = 0;
	char text[CB__BASELINE_SUM];
	const char *from = text_of(row, "from");
	cb_status status = cb__file_copy(from, part, why);
	if (status == CB_OK)
		status = cb__file_checksum(&sum, part, why);
	snprintf(text, sizeof text, "%016" PRIx64, sum);
	if (status == CB_OK && strcmp(text, text_of(row, "checksum")) != 0) {
		cb__text_format(why, "\"%s\" changed while it was copied; try again", from);
		status = CB_EIO;
	}
	if (status == CB_OK && rename(part, to) != 0) {
		cb__text_format(why, "\"%s\" cannot be written: %s", to, strerror(errno));
		status = CB_EIO;
	}
	if (status != CB_OK)
		unlink(part);
	return status;
}

static cb_status copy(cb_context *ctx, const json_t *row, const char *to)
{
	cb_text part = CB_TEXT_INIT;
	cb_text why = CB_TEXT_INIT;
	/* Another process, or another thread of this one, may copy the same. */
	cb__text_format(&part, "%s.%ld-%p.part", to, (long)getpid(), (const void *)&part);
	cb_status status = part.failed ? CB_ENOMEM : CB_OK;
	if (status == CB_OK)
		status = copy_part(row, cb__text_string(&part), to, &why);
	if (status == CB_EIO)
		cb__context_fail(ctx, status, "%s", cb__text_string(&why));
	cb__text_done(&part);
	cb__text_done(&why);
	return status;
}

/* Copies what @p row lists to "PLACE/SUM/..." and appends that to @p files. */
static cb_status keep_file(
	json_t *files, cb_context *ctx, const char *place, const char *sum, const json_t *row)
{
	char *relative = cb__path_join(sum, text_of(row, "file"));
	char *to = relative != NULL ? cb__path_join(place, relative) : NULL;
	cb_status status = to != NULL ? make_way(ctx, to, 1) : CB_ENOMEM;
	if (status == CB_OK)
		status = copy(ctx, row, to);
	if (status == CB_OK &&
		json_array_append_new(files, json_pack("{s:s, s:s}", "file", relative, "checksum",
						     text_of(row, "checksum"))) != 0)
		status = CB_ENOMEM;
	free(relative);
	free(to);
	return status;
}

static cb_status keep_files(json_t *libraries, cb_context *ctx, const char *file,
	const char *backend, const json_t *list)
{
	char sum[CB__BASELINE_SUM];
	json_t *files = json_array();
	char *place = place_of(file, backend);
	cb_status status = files != NULL && place != NULL ? CB_OK : CB_ENOMEM;
	sum_files(sum, list);
	for (size_t i = 0; i < json_array_size(list) && status == CB_OK; i++)
		status = keep_file(files, ctx, place, sum, json_array_get(list, i));
	if (status == CB_OK &&
		json_array_append_new(libraries,
			json_pack("{s:s, s:O}", "backend", backend, "files", files)) != 0)
		status = CB_ENOMEM;
	json_decref(files);
	free(place);
	return status;
}

static const json_t *find_row(const json_t *libraries, const char *backend)
{
	for (size_t i = 0; i < json_array_size(libraries); i++) {
		const json_t *row = json_array_get(libraries, i);
		const char *name = text_of(row, "backend");
		if (name != NULL && strcmp(name, backend) == 0)
			return row;
	}
	return NULL;
}

/* A library that is linked into the worker cannot be served to another. */
static int is_worker(const cb_context *ctx, const json_t *subject)
{
	char *worker = realpath(ctx->worker, NULL);
	char *file = cb__document_file(text_of(json_object_get(subject, "library"), "file"));
	int is_same = worker != NULL && file != NULL && strcmp(worker, file) == 0;
	free(worker);
	free(file);
	return is_same;
}

static cb_status keep_library(
	json_t *libraries, cb_context *ctx, const char *file, const json_t *subject)
{
	const char *backend = text_of(subject, "backend");
	json_t *list = NULL;
	cb_text why = CB_TEXT_INIT;
	cb_status status = CB_OK;
	if (find_row(libraries, backend) == NULL && !is_worker(ctx, subject))
		status = list_files(&list, &why, subject);
	if (status == CB_EIO)
		cb__context_fail(ctx, status, "%s", cb__text_string(&why));
	if (status == CB_OK && json_array_size(list) > 0)
		status = keep_files(libraries, ctx, file, backend, list);
	json_decref(list);
	cb__text_done(&why);
	return status;
}

cb_status cb__baseline_keep(
	json_t *baseline, cb_context *ctx, const char *file, const json_t *results)
{
	const json_t *subjects = json_object_get(results, "subjects");
	json_t *libraries = json_array();
	cb_status status = libraries != NULL ? CB_OK : CB_ENOMEM;
	for (size_t i = 0; i < json_array_size(subjects) && status == CB_OK; i++)
		status = keep_library(libraries, ctx, file, json_array_get(subjects, i));
	if (status == CB_OK && json_object_set(baseline, "libraries", libraries) != 0)
		status = CB_ENOMEM;
	if (status != CB_OK)
		cb__baseline_sweep(baseline, file);
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
			"a library of the baseline is damaged: %s; restore it, or save another "
			"baseline",
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
			"a library of the baseline is damaged: it names no file in \"%s\"; "
			"restore it, or save another baseline",
			place);
	if (status != CB_OK)
		return status;
	*out = cb__path_join(place, name);
	return *out != NULL ? CB_OK : CB_ENOMEM;
}

cb_status cb__baseline_library(
	char **out, const json_t *baseline, cb_context *ctx, const char *file, const char *backend)
{
	const json_t *row = find_row(json_object_get(baseline, "libraries"), backend);
	*out = NULL;
	if (row == NULL)
		return CB_OK;
	char *place = place_of(file, backend);
	cb_status status = place != NULL
				   ? find_library(out, ctx, place, json_object_get(row, "files"))
				   : CB_ENOMEM;
	free(place);
	return status;
}

static cb_status check_files(cb_context *ctx, const char *file, size_t index, const json_t *library)
{
	const char *backend = text_of(library, "backend");
	const json_t *files = json_object_get(library, "files");
	if (backend != NULL && (!is_inside(backend) || strchr(backend, '/') != NULL))
		return cb__context_fail(ctx, CB_EFORMAT,
			"%s: libraries[%zu].backend: \"%s\" is no name of a backend", file, index,
			backend);
	for (size_t i = 0; i < json_array_size(files); i++) {
		const char *name = text_of(json_array_get(files, i), "file");
		if (name != NULL && !is_inside(name))
			return cb__context_fail(ctx, CB_EFORMAT,
				"%s: libraries[%zu].files[%zu].file: \"%s\" does not lie below "
				"\"%s.libs\"",
				file, index, i, name, file);
	}
	return CB_OK;
}

cb_status cb__baseline_check_libraries(const json_t *baseline, cb_context *ctx, const char *file)
{
	const json_t *libraries = json_object_get(baseline, "libraries");
	cb_status status = CB_OK;
	for (size_t i = 0; i < json_array_size(libraries) && status == CB_OK; i++)
		status = check_files(ctx, file, i, json_array_get(libraries, i));
	return status;
}
