/* SPDX-License-Identifier: Apache-2.0 */
#if defined(__linux__)
#define _GNU_SOURCE /* flock */
#elif defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif
#include "file.h"

#include <errno.h>
#include <string.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#define CHUNK 65536u

static int open_to_read(const char *file, cb_text *why)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	if (fd < 0 && why != NULL)
		cb__text_format(why, "\"%s\" cannot be read: %s", file, strerror(errno));
	return fd;
}

/* Fills @p buffer unless the file ends before; -1 on failure. */
static ssize_t read_chunk(int fd, unsigned char *buffer)
{
	size_t len = 0;
	while (len < CHUNK) {
		ssize_t got = read(fd, buffer + len, CHUNK - len);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		len += (size_t)got;
	}
	return (ssize_t)len;
}

static int write_all(int fd, const unsigned char *bytes, size_t len)
{
	while (len > 0) {
		ssize_t done = write(fd, bytes, len);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -1;
		bytes += done;
		len -= (size_t)done;
	}
	return 0;
}

static int copy_bytes(int from, int to)
{
	unsigned char buffer[CHUNK];
	ssize_t len;
	while ((len = read_chunk(from, buffer)) > 0)
		if (write_all(to, buffer, (size_t)len) != 0)
			return -1;
	return len < 0 ? -1 : 0;
}

cb_status cb__file_copy(const char *from, const char *to, cb_text *why)
{
	int source = open_to_read(from, why);
	if (source < 0)
		return CB_EIO;
	int target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
	int failed = target < 0 || copy_bytes(source, target) != 0;
	failed = (target >= 0 && close(target) != 0) || failed;
	close(source);
	if (!failed)
		return CB_OK;
	cb__text_format(why, "\"%s\" cannot be copied to \"%s\": %s", from, to, strerror(errno));
	return CB_EIO;
}

cb_status cb__file_checksum(uint64_t *out, const char *file, cb_text *why)
{
	unsigned char buffer[CHUNK];
	uint64_t hash = 0xcbf29ce484222325u;
	ssize_t len = 0;
	int fd = open_to_read(file, why);
	if (fd < 0)
		return CB_EIO;
	while ((len = read_chunk(fd, buffer)) > 0)
		for (ssize_t i = 0; i < len; i++)
			hash = (hash ^ buffer[i]) * 0x100000001b3u;
	close(fd);
	if (len < 0) {
		cb__text_format(why, "\"%s\" cannot be read", file);
		return CB_EIO;
	}
	*out = hash;
	return CB_OK;
}

static int are_equal(int a, int b)
{
	unsigned char left[CHUNK];
	unsigned char right[CHUNK];
	ssize_t len;
	do {
		len = read_chunk(a, left);
		if (len < 0 || read_chunk(b, right) != len || memcmp(left, right, (size_t)len) != 0)
			return 0;
	} while (len > 0);
	return 1;
}

int cb__files_are_equal(const char *a, const char *b)
{
	int left = open_to_read(a, NULL);
	int right = open_to_read(b, NULL);
	int equal = left >= 0 && right >= 0 && are_equal(left, right);
	if (left >= 0)
		close(left);
	if (right >= 0)
		close(right);
	return equal;
}

/* Not fcntl(): its locks are of the process, which would not be kept out of its own files, and
 * would lose them all by closing any. */
int cb__file_lock(int fd)
{
	return flock(fd, LOCK_EX | LOCK_NB);
}

void cb__file_unlock(int fd)
{
	flock(fd, LOCK_UN);
}
