/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* realpath, strerror_r, fsync */

#include "json_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "context.h"
#include "json_text.h"
#include "text.h"

#define CHUNK     65536
#define NAMES_MAX 100 /* temporary names tried beside a file */

static cb_status fail(
	cb_context *ctx, int error, const char *doing, const char *file, const char *then)
{
	char text[128];
	const char *quote = cb__file_quote(file);

	if (error == ENOMEM)
		return cb__context_fail(ctx, CB_ENOMEM, "out of memory at \"%s\"", file);
	if (strerror_r(error, text, sizeof text) != 0)
		snprintf(text, sizeof text, "error %d", error);
	return cb__context_fail(ctx, CB_EIO, "cannot %s %s%s%s: %s%s", doing, quote,
		cb__file_shown(file), quote, text, then);
}

/* Reads until the end of file or until more than @p max bytes are there. 0 or errno. */
static int read_all(cb_text *text, int fd, size_t max)
{
	char *chunk = malloc(CHUNK);
	ssize_t count = chunk == NULL ? 0 : 1;
	int error = chunk == NULL ? ENOMEM : 0;

	while (error == 0 && count > 0 && text->len <= max) {
		count = read(fd, chunk, CHUNK);
		if (count > 0)
			cb__text_append(text, chunk, (size_t)count);
		if (count < 0 && errno == EINTR)
			count = 1;
		else if (count < 0)
			error = errno;
		if (text->failed)
			error = ENOMEM;
	}
	free(chunk);
	return error;
}

static int read_file(cb_text *text, const char *file, size_t max)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	int error;

	if (fd < 0)
		return errno;
	error = read_all(text, fd, max);
	close(fd);
	return error;
}

cb_status cb__json_file_text(cb_text *text, cb_context *ctx, const char *file, size_t max)
{
	int error = read_file(text, file, max);
	const char *quote = cb__file_quote(file);

	if (error != 0)
		return fail(ctx, error, "read", file, "");
	if (text->len > max)
		return cb__context_fail(ctx, CB_EFORMAT,
			"%s%s%s: longer than the %zu bytes that are read", quote,
			cb__file_shown(file), quote, max);
	return CB_OK;
}

cb_status cb__json_file_read(json_t **out, cb_context *ctx, const char *file, size_t max)
{
	cb_text text = CB_TEXT_INIT;
	cb_status status = cb__json_file_text(&text, ctx, file, max);

	if (status == CB_OK && text.len == 0)
		status = cb__context_fail(ctx, CB_EFORMAT, "%s%s%s is empty", cb__file_quote(file),
			cb__file_shown(file), cb__file_quote(file));
	if (status == CB_OK)
		status = cb__json_parse(out, ctx, file, cb__text_string(&text), text.len);
	cb__text_done(&text);
	return status;
}

static int write_all(int fd, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t count = write(fd, text, len);

		if (count < 0 && errno != EINTR)
			return errno;
		if (count > 0) {
			text += count;
			len -= (size_t)count;
		}
	}
	return 0;
}

/* 0 or errno. A file system without fsync has done what it can. */
static int synchronise(int fd)
{
	if (fsync(fd) == 0 || errno == EINVAL || errno == ENOSYS || errno == ENOTSUP)
		return 0;
	return errno;
}

/* Names that mean "what this process has open": replacing the file behind them would take it
 * away from whoever opened it. */
static int is_own_descriptor(const char *file)
{
	static const char *const names[] = {"/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/"};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strncmp(file, names[i], strlen(names[i])) == 0)
			return 1;
	return 0;
}

static int can_replace(const char *file)
{
	struct stat info;

	return !is_own_descriptor(file) && (stat(file, &info) != 0 || S_ISREG(info.st_mode));
}

static int write_through(const char *file, const char *text, size_t len)
{
	int fd = open(file, O_WRONLY | O_APPEND | O_CLOEXEC);
	int error;

	if (fd < 0)
		return errno;
	error = write_all(fd, text, len);
	if (close(fd) != 0 && error == 0)
		error = errno;
	return error;
}

/* Creates a file beside @p path with the permissions that @p path has or that the process gives
 * to new files. Returns its descriptor, or -1 with errno set. */
static int open_beside(char *name, size_t size, const char *path)
{
	struct stat info;
	int fd = -1;

	errno = EEXIST;
	for (int i = 0; i < NAMES_MAX && fd < 0 && errno == EEXIST; i++) {
		snprintf(name, size, "%s.%ld-%d.tmp", path, (long)getpid(), i);
		fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	}
	if (fd >= 0 && stat(path, &info) == 0)
		(void)fchmod(fd, info.st_mode & 0777);
	return fd;
}

/* Makes the new name last. Not every system lets a directory be opened for this. */
static void synchronise_directory(char *path)
{
	char *slash = strrchr(path, '/');
	int fd;

	if (slash != NULL)
		slash[slash == path ? 1 : 0] = '\0';
	fd = open(slash == NULL ? "." : path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	(void)fsync(fd);
	close(fd);
}

static int replace_path(char *path, const char *text, size_t len)
{
	size_t size = strlen(path) + 48;
	char *name = malloc(size);
	int fd = name == NULL ? -1 : open_beside(name, size, path);
	int error = name == NULL ? ENOMEM : fd < 0 ? errno : 0;

	if (error == 0)
		error = write_all(fd, text, len);
	if (error == 0)
		error = synchronise(fd);
	if (fd >= 0 && close(fd) != 0 && error == 0)
		error = errno;
	if (error == 0 && rename(name, path) != 0)
		error = errno;
	if (error == 0)
		synchronise_directory(path);
	else if (fd >= 0)
		unlink(name);
	free(name);
	return error;
}

static int replace_file(const char *file, const char *text, size_t len)
{
	char *path = realpath(file, NULL); /* so that a symbolic link stays one */
	int error;

	if (path == NULL && errno == ENOENT)
		path = cb__string_copy(file);
	else if (path == NULL)
		return errno;
	error = path == NULL ? ENOMEM : replace_path(path, text, len);
	free(path);
	return error;
}

/* Without a text: memory ran out. */
static cb_status write_file(cb_context *ctx, const char *file, const char *text, size_t len)
{
	int replace = can_replace(file);
	int error = ENOMEM;

	if (text != NULL)
		error = (replace ? replace_file : write_through)(file, text, len);
	if (error == 0)
		return CB_OK;
	return fail(ctx, error, "write", file,
		replace && access(file, F_OK) == 0 ? "; the old file is unchanged" : "");
}

cb_status cb__json_file_write(cb_context *ctx, const char *file, json_t *value, int compact)
{
	char *text = NULL;
	size_t len = 0;

	if (cb__json_format(&text, &len, value, compact) == CB_OK)
		text[len++] = '\n'; /* instead of the terminator, which is not written */
	cb_status status = write_file(ctx, file, text, len);
	cb_string_free(text);
	return status;
}

cb_status cb_string_save(const char *string, cb_context *ctx, const char *file)
{
	return write_file(ctx, file, string, strlen(string));
}
