/* SPDX-License-Identifier: Apache-2.0 */
/* Backends that are modules: found in directories, or added by their file. */
#include "context.h"

#include <stdlib.h>
#include <string.h>

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#define MODULE_ENDING ".so"

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
		status = file != NULL ? cb__context_insert(ctx, name, len, file) : CB_ENOMEM;
	}
	if (stream != NULL)
		closedir(stream);
	return status;
}

cb_status cb__context_find_backends(cb_context *ctx, const char *configured)
{
	char *path = cb__context_part(configured, "CB_BACKEND_PATH", "backends");
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

int cb__context_has_modules(void)
{
	return 1;
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
	return cb__context_insert(ctx, name, len, path);
}
