/* SPDX-License-Identifier: Apache-2.0 */
/* One writer at a time, and no copies that nobody names. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#include "baseline.h"
#include "context.h"
#include "file.h"

struct sweep {
	const json_t *libraries;
	const char *root;    /* "FILE.libs" */
	const char *backend; /* a directory there */
};

static int is_listed(const json_t *files, const char *relative)
{
	for (size_t i = 0; i < json_array_size(files); i++) {
		const char *name =
			json_string_value(json_object_get(json_array_get(files, i), "file"));
		if (name != NULL && strcmp(name, relative) == 0)
			return 1;
	}
	return 0;
}

static int is_named(const struct sweep *sweep, const char *relative)
{
	for (size_t i = 0; i < json_array_size(sweep->libraries); i++) {
		const json_t *library = json_array_get(sweep->libraries, i);
		const char *backend = json_string_value(json_object_get(library, "backend"));
		if (backend != NULL && strcmp(backend, sweep->backend) == 0 &&
			is_listed(json_object_get(library, "files"), relative))
			return 1;
	}
	return 0;
}

static int is_sum(const char *name)
{
	return strlen(name) == CB__BASELINE_SUM - 1 &&
	       strspn(name, "0123456789abcdef") == CB__BASELINE_SUM - 1;
}

/* Links are not followed. */
static int is_directory(const char *path)
{
	struct stat info;
	return lstat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static char *join(const struct sweep *sweep, const char *relative)
{
	cb_text text = CB_TEXT_INIT;
	char *path = NULL;
	cb__text_format(&text, "%s/%s%s%s", sweep->root, sweep->backend,
		relative[0] != '\0' ? "/" : "", relative);
	return cb__text_take(&text, &path) == CB_OK ? path : NULL;
}

/* Removes what is not named from below @p relative, "" for the backend's own directory, where only
 * directories named by a checksum count. */
static void sweep_directory(const struct sweep *sweep, const char *relative)
{
	char *path = join(sweep, relative);
	DIR *stream = path != NULL && is_directory(path) ? opendir(path) : NULL;
	const struct dirent *entry;
	while (stream != NULL && (entry = readdir(stream)) != NULL) {
		int is_top = relative[0] == '\0';
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
			(is_top && !is_sum(entry->d_name)))
			continue;
		char *below = is_top ? cb__string_copy(entry->d_name)
				     : cb__path_join(relative, entry->d_name);
		char *full = below != NULL ? join(sweep, below) : NULL;
		if (full != NULL && is_directory(full))
			sweep_directory(sweep, below);
		else if (full != NULL && !is_top && !is_named(sweep, below))
			unlink(full);
		free(below);
		free(full);
	}
	if (stream != NULL)
		closedir(stream);
	/* Not if something is left in it. */
	if (path != NULL && relative[0] != '\0')
		rmdir(path);
	free(path);
}

static void sweep_root(const json_t *libraries, const char *root)
{
	DIR *stream = opendir(root);
	const struct dirent *entry;
	while (stream != NULL && (entry = readdir(stream)) != NULL) {
		const struct sweep sweep = {libraries, root, entry->d_name};
		if (entry->d_name[0] == '.')
			continue;
		sweep_directory(&sweep, "");
		unlinkat(dirfd(stream), entry->d_name, AT_REMOVEDIR);
	}
	if (stream != NULL)
		closedir(stream);
	/* Neither these nor that, if something is left there. */
	rmdir(root);
}

void cb__baseline_sweep(const json_t *baseline, const char *file)
{
	cb_text root = CB_TEXT_INIT;
	cb__text_format(&root, "%s.libs", file);
	if (!root.failed)
		sweep_root(json_object_get(baseline, "libraries"), cb__text_string(&root));
	cb__text_done(&root);
}

static cb_status lock(int *out, cb_context *ctx, const char *path, const char *file)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (fd >= 0 && cb__file_lock(fd) == 0) {
		*out = fd;
		return CB_OK;
	}
	cb_status status =
		fd >= 0 && errno == EWOULDBLOCK
			? cb__context_fail(ctx, CB_EIO,
				  "another process or thread is writing the baseline \"%s\" and "
				  "has "
				  "locked \"%s\": try again when it is done; a lock ends with its "
				  "process, so the file need not be removed",
				  file, path)
			: cb__context_fail(ctx, CB_EIO,
				  "\"%s\" cannot be locked: %s: whoever writes the baseline \"%s\" "
				  "must be able to write there, too",
				  path, strerror(errno), file);
	if (fd >= 0)
		close(fd);
	return status;
}

cb_status cb__baseline_lock(int *out, cb_context *ctx, const char *file)
{
	cb_text path = CB_TEXT_INIT;
	*out = -1;
	cb__text_format(&path, "%s.lock", file);
	cb_status status = path.failed ? CB_ENOMEM : lock(out, ctx, cb__text_string(&path), file);
	cb__text_done(&path);
	return status;
}
