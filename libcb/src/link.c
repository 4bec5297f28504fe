/* SPDX-License-Identifier: Apache-2.0 */
#include "link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <unistd.h>

#include "clock.h"
#include "process.h"
#include "wire.h"

#define TICK_MS      50
#define BYE_MS       1000 /* what a leak checker needs at exit; others are gone in a few */
#define END_MS       80   /* within the time between two calls of the progress function */
#define OUTPUT_LIMIT 8192u
#define DRAIN_LIMIT  64 /* reads; more than a pipe holds */

struct cb__link {
	cb__process process;
	cb__wire wire;
	cb_text output;
	int is_cut;         /* there was more output than is kept */
	int is_dismissed;   /* bye was said */
	int is_output_over; /* the worker has closed its output */
};

cb_status cb__link_open(
	cb__link **out, char *const arguments[], char *const environment[], cb_text *why)
{
	cb__link *link = calloc(1, sizeof *link);
	if (link == NULL)
		return CB_ENOMEM;
	cb_status status = cb__process_start(&link->process, arguments, environment, why);
	if (status != CB_OK) {
		free(link);
		return status;
	}
	cb__wire_init(&link->wire, link->process.socket);
	int flags = fcntl(link->process.output, F_GETFL);
	fcntl(link->process.output, F_SETFL, flags | O_NONBLOCK);
	*out = link;
	return CB_OK;
}

/* Everything is read, so that a worker that prints never waits for us; a part is kept. One that
 * prints faster than we read is left for the next turn. */
static void drain_output(cb__link *link)
{
	char bytes[4096];
	for (int i = 0; i < DRAIN_LIMIT; i++) {
		ssize_t got = read(link->process.output, bytes, sizeof bytes);
		if (got <= 0)
			return;
		size_t room = OUTPUT_LIMIT - link->output.len;
		if ((size_t)got > room)
			link->is_cut = 1;
		cb__text_append(&link->output, bytes, (size_t)got < room ? (size_t)got : room);
	}
}

static void explain_end(cb__link *link, cb_text *why)
{
	cb__process_end(&link->process, END_MS);
	drain_output(link);
	cb__text_add(why, "the worker ");
	cb__process_explain(&link->process, why);
}

/* Waits for the socket or the output. */
static cb_status wait_once(cb__link *link, const cb__pump *pump, cb_text *why)
{
	int output = link->is_output_over ? -1 : link->process.output; /* -1 is passed over */
	struct pollfd fds[] = {{link->wire.fd, POLLIN, 0}, {output, POLLIN, 0}};
	int ready = poll(fds, 2, TICK_MS);
	int is_urgent = ready < 0 && errno == EINTR;
	/* Also when something has arrived: neither quick answers nor a worker that prints all the
	 * time may keep the caller from being asked. */
	if (pump != NULL && pump->tick != NULL && pump->tick(is_urgent, pump->payload) != 0)
		return CB_ECANCELLED;
	if (ready <= 0)
		return CB_OK;
	if (fds[1].revents & POLLIN)
		drain_output(link);
	else if (fds[1].revents != 0)
		link->is_output_over = 1;
	if (!(fds[0].revents & (POLLIN | POLLHUP | POLLERR)))
		return CB_OK;
	cb_status status = cb__wire_receive(&link->wire);
	if (status == CB_OK || status == CB_ENOMEM)
		return status;
	if (status == CB_EFORMAT)
		cb__text_add(why, "the worker's reply is too long");
	else
		explain_end(link, why);
	return CB_EWORKER;
}

static cb_status take_reply(cb__link *link, json_t **out, cb_text *why)
{
	cb_status status = cb__wire_take(&link->wire, out);
	if (status != CB_EFORMAT)
		return status;
	cb__text_add(why, "the worker's reply is no JSON object: something else writes to its "
			  "socket");
	return CB_EWORKER;
}

cb_status cb__link_send(cb__link *link, const json_t *command, cb_text *why)
{
	cb_status status = cb__wire_send(&link->wire, command);
	if (status != CB_EIO)
		return status;
	explain_end(link, why);
	return CB_EWORKER;
}

cb_status cb__link_wait(
	cb__link *link, json_t **out, uint32_t limit_ms, const cb__pump *pump, cb_text *why)
{
	uint64_t deadline = cb__clock_wall_ns() + (uint64_t)limit_ms * 1000000u;
	json_t *reply = NULL;
	cb_status status = CB_OK;
	while (status == CB_OK) {
		status = take_reply(link, &reply, why);
		if (status != CB_OK || reply != NULL)
			break;
		if (cb__clock_wall_ns() > deadline) {
			cb__text_format(why, "no answer within %u ms", (unsigned)limit_ms);
			status = CB_ETIMEDOUT;
		} else {
			status = wait_once(link, pump, why);
		}
	}
	if (status == CB_OK)
		*out = reply;
	return status;
}

cb_status cb__link_ask(cb__link *link, json_t **out, json_t *command, uint32_t limit_ms,
	const cb__pump *pump, cb_text *why)
{
	cb_status status = cb__link_send(link, command, why);
	json_decref(command);
	return status == CB_OK ? cb__link_wait(link, out, limit_ms, pump, why) : status;
}

int cb__link_blame(const cb__link *link, cb_text *out)
{
	return link->process.pid == 0 && cb__process_blame(&link->process, out);
}

/* Output may be any bytes: a document holds UTF-8 only. */
static void make_printable(cb_text *text)
{
	for (size_t i = 0; i < text->len; i++) {
		unsigned char byte = (unsigned char)text->data[i];
		if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte >= 0x7f)
			text->data[i] = '?';
	}
}

const char *cb__link_output(cb__link *link)
{
	drain_output(link);
	make_printable(&link->output);
	if (link->is_cut) {
		cb__text_add(&link->output, "\n(more was not kept)");
		link->is_cut = 0;
	}
	return cb__text_string(&link->output);
}

static void release(cb__link *link)
{
	close(link->process.output);
	cb__wire_done(&link->wire);
	cb__text_done(&link->output);
	free(link);
}

void cb__link_bye(cb__link *link)
{
	json_t *bye = json_pack("{s:s}", "cmd", "bye");
	if (bye != NULL && link->process.pid != 0 && !link->is_dismissed)
		cb__wire_send(&link->wire, bye);
	json_decref(bye);
	link->is_dismissed = 1;
}

void cb__link_end(cb__link *link, const cb__pump *pump)
{
	const struct timespec step = {0, 1000000};
	if (link == NULL)
		return;
	cb__link_bye(link);
	uint64_t deadline = cb__clock_wall_ns() + BYE_MS * (uint64_t)1000000;
	while (!cb__process_has_ended(&link->process) && cb__clock_wall_ns() < deadline) {
		nanosleep(&step, NULL);
		if (pump != NULL && pump->tick != NULL && pump->tick(0, pump->payload) != 0)
			break;
	}
	cb__process_end(&link->process, 0);
	release(link);
}

void cb__link_close(cb__link *link)
{
	cb__link_end(link, NULL);
}

void cb__link_kill(cb__link *link)
{
	if (link == NULL)
		return;
	cb__process_end(&link->process, 0);
	release(link);
}
