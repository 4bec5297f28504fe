/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* mkstemp, realpath, fchmod */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"

#define NEW_SUFFIX ".XXXXXX"

int output_is_standard(const char *file)
{
	return file == NULL || strcmp(file, "-") == 0;
}

static int complain_file(const char *file)
{
	complain("cannot write \"%s\": %s", file, strerror(errno));
	return -1;
}

/* Devices and pipes cannot be replaced, so they are written in place. */
static int is_replaceable(const char *file)
{
	struct stat info;

	return stat(file, &info) != 0 || S_ISREG(info.st_mode);
}

/* The file that a link leads to is what is replaced; a new file is named as it is. */
static char *target_of(const char *file)
{
	char *real = realpath(file, NULL);

	return real != NULL ? real : strdup(file);
}

/* Permissions of the file that is replaced, or those of a new file. */
static mode_t permissions_of(const char *file)
{
	struct stat info;
	mode_t mask;

	if (stat(file, &info) == 0)
		return info.st_mode & 07777u;
	mask = umask(0);
	umask(mask);
	return 0666u & ~mask;
}

/* A new file beside @p target; @p ret_name is to be freed. */
static int create_beside(const char *target, char **ret_name)
{
	size_t size = strlen(target) + sizeof(NEW_SUFFIX);
	char *name = malloc(size);
	int fd;

	if (name == NULL)
		return -1;
	snprintf(name, size, "%s%s", target, NEW_SUFFIX);
	fd = mkstemp(name);
	if (fd < 0) {
		free(name);
		return -1;
	}
	*ret_name = name;
	return fd;
}

static int check_replaceable(const char *file)
{
	char *target = target_of(file), *name = NULL;
	int fd = -1;

	if (target != NULL && (access(target, F_OK) != 0 || access(target, W_OK) == 0))
		fd = create_beside(target, &name);
	if (fd >= 0) {
		close(fd);
		unlink(name);
		free(name);
	}
	free(target);
	return fd >= 0 ? 0 : complain_file(file);
}

int output_check(const char *file)
{
	struct stat info;

	if (output_is_standard(file))
		return 0;
	if (file[0] == '\0')
		errno = ENOENT;
	else if (stat(file, &info) == 0 && S_ISDIR(info.st_mode))
		errno = EISDIR;
	else if (is_replaceable(file))
		return check_replaceable(file);
	else if (access(file, W_OK) == 0)
		return 0;
	return complain_file(file);
}

const char *output_ending(const char *file)
{
	const char *slash = strrchr(file, '/');
	const char *ending = strrchr(slash != NULL ? slash : file, '.');

	return ending != NULL ? ending : "";
}

static int write_all(int fd, const char *text, size_t text_len)
{
	while (text_len > 0) {
		ssize_t written = write(fd, text, text_len);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return -1;
		text += written;
		text_len -= (size_t)written;
	}
	return 0;
}

static int write_standard(const char *text)
{
	if (write_all(STDOUT_FILENO, text, strlen(text)) == 0 || errno == EPIPE)
		return 0;
	complain("cannot write standard output: %s", strerror(errno));
	return -1;
}

static int write_in_place(const char *text, const char *file)
{
	int fd = open(file, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	int failed = fd < 0 || write_all(fd, text, strlen(text)) != 0;

	if (failed)
		complain_file(file);
	if (fd >= 0)
		close(fd);
	return failed ? -1 : 0;
}

/* into a new file, then in the place of the old one */
static int replace(const char *text, const char *target)
{
	char *name;
	int fd = create_beside(target, &name), failed, error;

	if (fd < 0)
		return -1;
	failed = fchmod(fd, permissions_of(target)) != 0 ||
		 write_all(fd, text, strlen(text)) != 0 || fsync(fd) != 0;
	error = errno;
	if (close(fd) != 0 && !failed) {
		failed = 1;
		error = errno;
	}
	if (!failed && rename(name, target) != 0) {
		failed = 1;
		error = errno;
	}
	if (failed)
		unlink(name);
	free(name);
	errno = error;
	return failed ? -1 : 0;
}

static int write_replacing(const char *text, const char *file)
{
	char *target = target_of(file);
	int failed = target == NULL || replace(text, target) != 0;

	if (failed)
		complain_file(file);
	free(target);
	return failed ? -1 : 0;
}

int output_write(const char *file, const char *text)
{
	if (output_is_standard(file))
		return write_standard(text);
	return is_replaceable(file) ? write_replacing(text, file) : write_in_place(text, file);
}
