/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* ST_NOEXEC */
#endif
#include "private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h> /* renameat */
#include <stdlib.h>
#include <string.h>

#include <dirent.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "file.h"

#define PREFIX "libcb-"
#define RANDOM "XXXXXX"

/* No names that a loader asks for. */
#define OWNER     ".owner"
#define NEW_OWNER ".owner-new"

static int is_name_of_one(const char *name)
{
	return strncmp(name, PREFIX, sizeof PREFIX - 1) == 0 &&
	       strlen(name) == sizeof PREFIX RANDOM - 1;
}

/* -1 unless it is a directory, no link to one, and nobody but this user can have put things there.
 */
static int open_own(int parent, const char *name)
{
	struct stat info;
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -1;
	if (fstat(fd, &info) == 0 && info.st_uid == geteuid() && (info.st_mode & 077) == 0)
		return fd;
	close(fd);
	return -1;
}

/* The lock on the owner's file, or -1 if there is no such file or somebody holds it. A lock is of
 * the open file, not of the process: it keeps the directories of this process, too. */
static int take_lock(int directory)
{
	struct stat info;
	int fd = openat(directory, OWNER, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return -1;
	if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
		cb__file_lock(fd) == 0)
		return fd;
	close(fd);
	return -1;
}

/* The owner's file last: who is killed before leaves it to the next. */
static void remove_files(int directory)
{
	int fd = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *stream = fd >= 0 ? fdopendir(fd) : NULL;
	const struct dirent *entry;
	while (stream != NULL && (entry = readdir(stream)) != NULL)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
			strcmp(entry->d_name, OWNER) != 0)
			unlinkat(directory, entry->d_name, 0);
	if (stream != NULL)
		closedir(stream);
	else if (fd >= 0)
		close(fd);
	unlinkat(directory, OWNER, 0);
}

static void remove_abandoned(int parent, const char *name)
{
	int directory = open_own(parent, name);
	int lock = directory >= 0 ? take_lock(directory) : -1;
	if (lock >= 0) {
		remove_files(directory);
		unlinkat(parent, name, AT_REMOVEDIR);
		close(lock);
	}
	if (directory >= 0)
		close(directory);
}

/* Nothing that goes wrong here is in the way of what the caller wants. */
static void sweep(const char *parent)
{
	DIR *stream = opendir(parent);
	const struct dirent *entry;
	while (stream != NULL && (entry = readdir(stream)) != NULL)
		if (is_name_of_one(entry->d_name))
			remove_abandoned(dirfd(stream), entry->d_name);
	if (stream != NULL)
		closedir(stream);
}

static int open_path(const char *path)
{
	return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* The file gets its name when it is locked, so that nobody sees it as it is not. Without it the
 * directory serves as well. */
static int lock_own(const char *path)
{
	int directory = open_path(path);
	int fd = directory < 0 ? -1
			       : openat(directory, NEW_OWNER,
					 O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd >= 0 &&
		(cb__file_lock(fd) != 0 || renameat(directory, NEW_OWNER, directory, OWNER) != 0)) {
		unlinkat(directory, NEW_OWNER, 0);
		close(fd);
		fd = -1;
	}
	if (directory >= 0)
		close(directory);
	return fd;
}

static cb_status refuse(const char *parent, cb_text *why)
{
	if (errno == ENOMEM)
		return CB_ENOMEM;
	cb__text_format(why, "no directory can be made in \"%s\": %s: set TMPDIR to another",
		parent, strerror(errno));
	return CB_EIO;
}

/* It goes into a library path and into links. */
static cb_status resolve(char **out, const char *parent, cb_text *why)
{
	char *path = realpath(parent, NULL);
	if (path == NULL)
		return refuse(parent, why);
	if (strpbrk(path, ":;") != NULL) {
		cb__text_format(why,
			"no library can be loaded from \"%s\", since a loader's path is divided at "
			"each : and ;: set TMPDIR to another",
			path);
		free(path);
		return CB_EINVAL;
	}
	*out = path;
	return CB_OK;
}

cb_status cb__private_new(cb__private *out, const char *parent, cb_text *why)
{
	char *real = NULL;
	cb_status status = resolve(&real, parent, why);
	if (status != CB_OK)
		return status;
	sweep(real);
	char *path = cb__path_join(real, PREFIX RANDOM);
	free(real);
	if (path == NULL)
		return CB_ENOMEM;
	if (mkdtemp(path) == NULL) {
		status = refuse(parent, why);
		free(path);
		return status;
	}
	*out = (cb__private){path, lock_own(path)};
	return CB_OK;
}

int cb__private_may_hold_code(const cb__private *made)
{
#ifdef ST_NOEXEC
	struct statvfs info;
	return statvfs(made->path, &info) != 0 || (info.f_flag & ST_NOEXEC) == 0;
#else
	(void)made;
	return 1;
#endif
}

void cb__private_done(cb__private *made)
{
	/* What was only zeroed holds no directory, and descriptor 0 is the host's. */
	if (made->path == NULL)
		return;
	int directory = open_path(made->path);
	if (directory >= 0) {
		remove_files(directory);
		close(directory);
		rmdir(made->path);
	}
	if (made->lock >= 0)
		close(made->lock);
	free(made->path);
	*made = (cb__private)CB__PRIVATE_INIT;
}
