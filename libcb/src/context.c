/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* dladdr */
#endif
#include "context.h"

#include <stdlib.h>
#include <string.h>

#include <dirent.h>
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#define MODULE_ENDING ".so"

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
	if (dladdr(&anchor, &info) == 0 || info.dli_fname == NULL)
		return NULL;
	char *file = realpath(info.dli_fname, NULL);
	char *slash = file != NULL ? strrchr(file, '/') : NULL;
	if (slash != NULL)
		*slash = '\0';
	return file;
}

/* The first that exists: beside the library, below the lib directory next to the program, and
 * where it was to be installed. NULL only if out of memory. */
static char *find_part(const char *name)
{
	static const char *const places[] = {CB_PRIVATE_DIR, "../lib/" CB_PRIVATE_DIR};
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

static char *choose(const char *configured, const char *variable, const char *part)
{
	if (configured != NULL)
		return cb__string_copy(configured);
	const char *value = getenv(variable);
	if (value != NULL && value[0] != '\0')
		return cb__string_copy(value);
	return find_part(part);
}

static cb_status insert_backend(cb_context *ctx, const char *name, size_t name_len, char *file)
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

static int is_known(const cb_context *ctx, const char *name, size_t len)
{
	for (size_t i = 0; i < ctx->backend_count; i++)
		if (strlen(ctx->backends[i].name) == len &&
			strncmp(ctx->backends[i].name, name, len) == 0)
			return 1;
	return 0;
}

/* Characters that a subject's text does not give another meaning. */
static int is_name(const char *name, size_t len)
{
	static const char allowed[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
	return len > 0 && strspn(name, allowed) >= len;
}

static size_t stem_len(const char *name)
{
	const char *dot = strrchr(name, '.');
	return dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name);
}

static cb_status scan_directory(cb_context *ctx, const char *directory)
{
	DIR *stream = opendir(directory);
	cb_status status = CB_OK;
	struct dirent *entry;
	/* A directory that is not there has no backends. */
	while (stream != NULL && status == CB_OK && (entry = readdir(stream)) != NULL) {
		const char *name = entry->d_name;
		size_t len = stem_len(name);
		if (strcmp(name + len, MODULE_ENDING) != 0 || is_known(ctx, name, len) ||
			!is_name(name, len))
			continue;
		char *file = cb__path_join(directory, name);
		status = file != NULL ? insert_backend(ctx, name, len, file) : CB_ENOMEM;
	}
	if (stream != NULL)
		closedir(stream);
	return status;
}

static cb_status scan_path(cb_context *ctx, const char *configured)
{
	char *path = choose(configured, "CB_BACKEND_PATH", "backends");
	cb_status status = path != NULL ? CB_OK : CB_ENOMEM;
	char *rest = path;
	while (status == CB_OK && rest != NULL) {
		char *colon = strchr(rest, ':');
		if (colon != NULL)
			*colon = '\0';
		if (*rest != '\0')
			status = scan_directory(ctx, rest);
		rest = colon != NULL ? colon + 1 : NULL;
	}
	free(path);
	return status;
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

	ctx->worker = choose(config->worker_path, "CB_WORKER", "cb-worker");
	cb_status status = ctx->worker != NULL ? CB_OK : CB_ENOMEM;
	if (status == CB_OK)
		status = copy_launcher(ctx, config->launcher);
	if (status == CB_OK)
		status = scan_path(ctx, config->backend_path);
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

cb_status cb_context_add_backend(cb_context *ctx, const char *file)
{
	char *path = realpath(file, NULL);
	struct stat info;
	if (path == NULL || access(path, R_OK) != 0 || stat(path, &info) != 0 ||
		!S_ISREG(info.st_mode)) {
		free(path);
		return cb__context_fail(ctx, CB_ENOTFOUND, "backend \"%s\" cannot be read", file);
	}
	const char *slash = strrchr(path, '/');
	const char *name = slash != NULL ? slash + 1 : path;
	size_t len = stem_len(name);
	if (!is_name(name, len)) {
		cb__context_fail(ctx, CB_EINVAL,
			"backend \"%s\": its name is made of letters, digits and ._+-", file);
		free(path);
		return CB_EINVAL;
	}
	if (is_known(ctx, name, len)) {
		cb__context_fail(ctx, CB_EINVAL,
			"there is a backend \"%.*s\" already: rename the file \"%s\"", (int)len,
			name, file);
		free(path);
		return CB_EINVAL;
	}
	return insert_backend(ctx, name, len, path);
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
