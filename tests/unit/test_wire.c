/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <string.h>

#include <sys/socket.h>
#include <unistd.h>

#include "wire.h"

/* Both ends of one wire; other is used for raw bytes. */
struct ends {
	cb__wire wire;
	int other;
};

static struct ends make_ends(void)
{
	int fds[2];
	struct ends ends;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
	cb__wire_init(&ends.wire, fds[0]);
	ends.other = fds[1];
	return ends;
}

static void send_bytes(int fd, const char *bytes)
{
	assert_int_equal(write(fd, bytes, strlen(bytes)), (ssize_t)strlen(bytes));
}

static void close_ends(struct ends *ends)
{
	cb__wire_done(&ends->wire);
	assert_int_equal(ends->wire.fd, -1);
	if (ends->other >= 0)
		close(ends->other);
}

static void message_is_one_line(void **state)
{
	(void)state;
	struct ends ends = make_ends();
	char bytes[64] = "";
	json_t *message = json_pack("{s:s}", "text", "two\nlines");
	assert_int_equal(cb__wire_send(&ends.wire, message), CB_OK);
	assert_true(read(ends.other, bytes, sizeof bytes - 1) > 0);
	assert_string_equal(bytes, "{\"text\":\"two\\nlines\"}\n");
	json_decref(message);
	close_ends(&ends);
}

static void parts_are_put_together(void **state)
{
	(void)state;
	struct ends ends = make_ends();
	static const char *const parts[] = {"{\"n\"", ":", "12}"};
	json_t *message = NULL;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		send_bytes(ends.other, parts[i]);
		assert_int_equal(cb__wire_receive(&ends.wire), CB_OK);
		assert_int_equal(cb__wire_take(&ends.wire, &message), CB_OK);
		assert_null(message);
	}
	send_bytes(ends.other, "\n");
	assert_int_equal(cb__wire_receive(&ends.wire), CB_OK);
	assert_int_equal(cb__wire_take(&ends.wire, &message), CB_OK);
	assert_int_equal(json_integer_value(json_object_get(message, "n")), 12);
	json_decref(message);
	close_ends(&ends);
}

static void lines_that_arrive_together_are_taken_one_by_one(void **state)
{
	(void)state;
	struct ends ends = make_ends();
	json_t *message = NULL;
	send_bytes(ends.other, "{\"n\":1}\n{\"n\":2}\n{\"n\"");
	assert_int_equal(cb__wire_receive(&ends.wire), CB_OK);
	for (int i = 1; i <= 2; i++) {
		assert_int_equal(cb__wire_take(&ends.wire, &message), CB_OK);
		assert_int_equal(json_integer_value(json_object_get(message, "n")), i);
		json_decref(message);
	}
	assert_int_equal(cb__wire_take(&ends.wire, &message), CB_OK);
	assert_null(message);
	send_bytes(ends.other, ":3}\n");
	assert_int_equal(cb__wire_receive(&ends.wire), CB_OK);
	assert_int_equal(cb__wire_take(&ends.wire, &message), CB_OK);
	assert_int_equal(json_integer_value(json_object_get(message, "n")), 3);
	json_decref(message);
	close_ends(&ends);
}

static void line_that_is_no_object_is_refused_and_passed_over(void **state)
{
	(void)state;
	static const char *const lines[] = {"\n", "hello\n", "[1]\n", "7\n", "{\"a\":1,\"a\":2}\n",
		"{\"a\":\"\xff\"}\n", "{}{}\n"};
	struct ends ends = make_ends();
	json_t *message = NULL;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		send_bytes(ends.other, lines[i]);
		assert_int_equal(cb__wire_receive(&ends.wire), CB_OK);
		assert_int_equal(cb__wire_take(&ends.wire, &message), CB_EFORMAT);
		assert_null(message);
	}
	send_bytes(ends.other, "{}\n");
	assert_int_equal(cb__wire_receive(&ends.wire), CB_OK);
	assert_int_equal(cb__wire_take(&ends.wire, &message), CB_OK);
	assert_non_null(message);
	json_decref(message);
	close_ends(&ends);
}

static void end_of_the_other_side_is_told(void **state)
{
	(void)state;
	struct ends ends = make_ends();
	json_t *message = json_object();
	close(ends.other);
	ends.other = -1;
	assert_int_equal(cb__wire_receive(&ends.wire), CB_EIO);
	/* Without the signal that would end the host. */
	assert_int_equal(cb__wire_send(&ends.wire, message), CB_EIO);
	json_decref(message);
	close_ends(&ends);
}

static void what_cannot_be_written_is_no_message(void **state)
{
	(void)state;
	struct ends ends = make_ends();
	assert_int_equal(cb__wire_send(&ends.wire, NULL), CB_ENOMEM);
	close_ends(&ends);
}

static void long_message_arrives_whole(void **state)
{
	(void)state;
	struct ends ends = make_ends();
	cb__wire other;
	static char text[300001];
	json_t *received = NULL;
	cb__wire_init(&other, ends.other);
	memset(text, 'x', sizeof text - 1);
	json_t *message = json_pack("{s:s}", "text", text);
	pid_t sender = fork();
	if (sender == 0)
		_exit(cb__wire_send(&ends.wire, message) == CB_OK ? 0 : 1);
	while (received == NULL) {
		assert_int_equal(cb__wire_receive(&other), CB_OK);
		assert_int_equal(cb__wire_take(&other, &received), CB_OK);
	}
	assert_true(json_equal(message, received));
	json_decref(message);
	json_decref(received);
	cb__wire_done(&other);
	ends.other = -1;
	close_ends(&ends);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(message_is_one_line),
		cmocka_unit_test(parts_are_put_together),
		cmocka_unit_test(lines_that_arrive_together_are_taken_one_by_one),
		cmocka_unit_test(line_that_is_no_object_is_refused_and_passed_over),
		cmocka_unit_test(end_of_the_other_side_is_told),
		cmocka_unit_test(what_cannot_be_written_is_no_message),
		cmocka_unit_test(long_message_arrives_whole),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
