/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* dladdr */
#endif
#include "context.h"

#include <stdlib.h>
#include <string.h>

#include <dlfcn.h>
#include <unistd.h>

cb_status cb__context_fail(cb_context *ctx, cb_status status, const char *format, ...)
{
	va_list arguments;
	cb__text_clear(&ctx->error);
	va_start(arguments, format);
	cb__text_vformat(&ctx->error, format, arguments);
	va_end(arguments);
	return status;
}

const char *cb_context_error(const cb_context *ctx)
{
	return cb__text_string(&ctx->error);
}

/* The directory of the file that holds this code: the library, or the program it is linked into. */
static char *own_directory(void)
{
	Dl_info info;
	static const char anchor = 0;
	char *file = NULL;
	/* A program's own name here is what it was called by: found along PATH, it is no path. */
	if (dladdr(&anchor, &info) != 0 && info.dli_fname != NULL &&
		strchr(info.dli_fname, '/') != NULL)
		file = realpath(info.dli_fname, NULL);
	if (file == NULL)
		file = realpath("/proc/self/exe", NULL);
	char *slash = file != NULL ? strrchr(file, '/') : NULL;
	if (slash != NULL)
		*slash = '\0';
	return file;
}

/* The first that exists: beside the library, below the lib directory next to the program, and
 * where it was to be installed. NULL only if out of memory. */
static char *find_part(const char *name)
{
	static const char *const places[] = {
		CB_PRIVATE_DIR, ("../lib/" CB_PRIVATE_DIR), CB_FROM_PROGRAM};
	char *own = own_directory();
	for (size_t i = 0; own != NULL && i < sizeof places / sizeof *places; i++) {
		char *directory = cb__path_join(own, places[i]);
		char *path = directory != NULL ? cb__path_join(directory, name) : NULL;
		free(directory);
		if (path == NULL || access(path, F_OK) == 0) {
			free(own);
			return path;
		}
		free(path);
	}
	free(own);
	return cb__path_join(CB_INSTALLED_DIR, name);
}

char *cb__context_part(const char *configured, const char *variable, const char *part)
{
	if (configured != NULL)
		return cb__string_copy(configured);
	const char *value = getenv(variable);
	if (value != NULL && value[0] != '\0')
		return cb__string_copy(value);
	return find_part(part);
}

cb_status cb__context_insert(cb_context *ctx, const char *name, size_t name_len, char *file)
{
	size_t size = (ctx->backend_count + 1) * sizeof *ctx->backends;
	cb__backend_file *backends = realloc(ctx->backends, size);
	char *copy = calloc(1, name_len + 1);
	if (backends != NULL)
		ctx->backends = backends;
	if (backends == NULL || copy == NULL) {
		free(copy);
		free(file);
		return CB_ENOMEM;
	}
	memcpy(copy, name, name_len);

	size_t at = ctx->backend_count++;
	while (at > 0 && strcmp(backends[at - 1].name, copy) > 0) {
		backends[at] = backends[at - 1];
		at--;
	}
	backends[at] = (cb__backend_file){copy, file};
	return CB_OK;
}

static cb_status copy_launcher(cb_context *ctx, const char *const *words)
{
	size_t count = 0;
	while (words != NULL && words[count] != NULL)
		count++;
	ctx->launcher = calloc(count + 1, sizeof *ctx->launcher);
	if (ctx->launcher == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < count; i++) {
		ctx->launcher[i] = cb__string_copy(words[i]);
		if (ctx->launcher[i] == NULL)
			return CB_ENOMEM;
	}
	return CB_OK;
}

cb_status cb_context_new(cb_context **out, const cb_config *config)
{
	cb_config known = CB_CONFIG_INIT;
	/* A program built against an older header has fewer members, which are the first. */
	if (config != NULL) {
		if (config->struct_size < sizeof config->struct_size ||
			config->struct_size > sizeof known)
			return CB_EINVAL;
		memcpy(&known, config, config->struct_size);
	}
	config = &known;
	cb_context *ctx = calloc(1, sizeof *ctx);
	if (ctx == NULL)
		return CB_ENOMEM;

	ctx->worker = cb__context_part(config->worker_path, "CB_WORKER", "cb-worker");
	cb_status status = ctx->worker != NULL ? CB_OK : CB_ENOMEM;
	if (status == CB_OK)
		status = copy_launcher(ctx, config->launcher);
	if (status == CB_OK)
		status = cb__context_find_backends(ctx, config->backend_path);
	if (status == CB_OK)
		*out = ctx;
	else
		cb_context_free(ctx);
	return status;
}

void cb_context_free(cb_context *ctx)
{
	if (ctx == NULL)
		return;
	for (size_t i = 0; i < ctx->backend_count; i++) {
		free(ctx->backends[i].name);
		free(ctx->backends[i].file);
	}
	for (size_t i = 0; ctx->launcher != NULL && ctx->launcher[i] != NULL; i++)
		free(ctx->launcher[i]);
	free(ctx->backends);
	free(ctx->launcher);
	free(ctx->worker);
	cb__text_done(&ctx->error);
	free(ctx);
}

size_t cb_context_backend_count(const cb_context *ctx)
{
	return ctx->backend_count;
}

const char *cb_context_backend_name(const cb_context *ctx, size_t index)
{
	return index < ctx->backend_count ? ctx->backends[index].name : NULL;
}

const char *cb_context_backend_file(const cb_context *ctx, size_t index)
{
	return index < ctx->backend_count ? ctx->backends[index].file : NULL;
}

const char *cb_context_worker(const cb_context *ctx)
{
	return ctx->worker;
}

const char *cb__context_backend(const cb_context *ctx, const char *name)
{
	for (size_t i = 0; i < ctx->backend_count; i++)
		if (strcmp(ctx->backends[i].name, name) == 0)
			return ctx->backends[i].file;
	return NULL;
}
