/* SPDX-License-Identifier: Apache-2.0 */
#include "wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <sys/socket.h>
#include <unistd.h>

#include "catalogue.h"

/* A whole message in hexadecimal, in and out, and its frame. */
#define LINE_MAX_LEN (5u * CB_SIZE_MAX)

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* macOS sets SO_NOSIGPIPE on the socket instead */
#endif

void cb__wire_init(cb__wire *wire, int fd)
{
	*wire = (cb__wire){fd, CB_TEXT_INIT, 0};
}

void cb__wire_done(cb__wire *wire)
{
	if (wire->fd >= 0)
		close(wire->fd);
	cb__text_done(&wire->received);
	wire->fd = -1;
}

static cb_status send_all(int fd, const char *bytes, size_t len)
{
	while (len > 0) {
		ssize_t sent = send(fd, bytes, len, MSG_NOSIGNAL);
		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return CB_EIO;
		bytes += sent;
		len -= (size_t)sent;
	}
	return CB_OK;
}

cb_status cb__wire_send(cb__wire *wire, const json_t *message)
{
	char *line = json_dumps(message, JSON_COMPACT);
	if (line == NULL)
		return CB_ENOMEM;
	/* The NUL is in reach and is not needed any more. */
	size_t len = strlen(line);
	line[len] = '\n';
	cb_status status = send_all(wire->fd, line, len + 1);
	free(line);
	return status;
}

cb_status cb__wire_receive(cb__wire *wire)
{
	char bytes[65536];
	ssize_t got;
	do
		got = recv(wire->fd, bytes, sizeof bytes, 0);
	while (got < 0 && errno == EINTR);
	if (got <= 0)
		return CB_EIO;
	if (wire->received.len + (size_t)got > LINE_MAX_LEN)
		return CB_EFORMAT;
	cb__text_append(&wire->received, bytes, (size_t)got);
	return wire->received.failed ? CB_ENOMEM : CB_OK;
}

cb_status cb__wire_take(cb__wire *wire, json_t **out)
{
	*out = NULL;
	const char *start = cb__text_string(&wire->received);
	size_t len = wire->received.len;
	const char *end = len > wire->searched
				  ? memchr(start + wire->searched, '\n', len - wire->searched)
				  : NULL;
	if (end == NULL) {
		wire->searched = len;
		return CB_OK;
	}
	json_t *message = json_loadb(start, (size_t)(end - start), JSON_REJECT_DUPLICATES, NULL);
	cb__text_drop(&wire->received, (size_t)(end - start) + 1);
	wire->searched = 0;
	if (!json_is_object(message)) {
		json_decref(message);
		return CB_EFORMAT;
	}
	*out = message;
	return CB_OK;
}
