/* SPDX-License-Identifier: Apache-2.0 */
/* Speaks the protocol of cb-worker and gives figures that no clock gives, chosen by the size. */
#include <string.h>

#include "wire.h"

#define HUGE_NUMBER 4000000000000000000

static json_t *hello(void)
{
	return json_pack("{s:b, s:{s:s}, s:[], s:{}, s:[], s:{}, s:{s:b, s:s, s:s}, "
			 "s:[{s:s, s:[s], s:[s], s:s, s:{s:i, s:i, s:b}}]}",
		"ok", 1, "library", "version", "1", "needed", "environment", "scrub", "modes",
		"proof", "achieved", 1, "level", "switch", "detail", "none", "offers", "algorithm",
		"fixture-hash", "ops", "digest", "variants", "message", "reason", "", "own", "kind",
		1, "block_len", 1, "usual", 1);
}

static json_t *open_cell(void)
{
	return json_pack("{s:b, s:s, s:i}", "ok", 1, "fingerprint", "0123456789abcdef", "ops", 100);
}

/* What is wrong with a sample of 17, 18 and so on. */
static const struct nonsense {
	const char *name;
	json_int_t value;
} nonsense[] = {
	{"ops", 0},
	{"ops", -5},
	{"ops", HUGE_NUMBER},
	{"wall_ns", 0},
	{"wall_ns", -1},
	{"wall_ns", HUGE_NUMBER},
	{"cpu_ns", 0},
	{"cpu_ns", -1},
	{"switches", -1},
	{"clock_hz", -1},
	{"clock_hz", HUGE_NUMBER},
	{"cycles", -1},
};

static json_t *sample(json_int_t size)
{
	json_t *reply = json_pack("{s:b, s:i, s:i, s:i, s:i, s:i, s:f}", "ok", 1, "ops", 100,
		"wall_ns", 2000000, "cpu_ns", 1900000, "switches", 0, "cycles", 0, "clock_hz", 1e9);
	json_int_t count = (json_int_t)(sizeof nonsense / sizeof *nonsense);
	if (size > 16 && size - 17 < count)
		json_object_set_new(
			reply, nonsense[size - 17].name, json_integer(nonsense[size - 17].value));
	return reply;
}

static json_t *answer(const json_t *command, json_int_t *size)
{
	const char *name = json_string_value(json_object_get(command, "cmd"));
	if (name != NULL && strcmp(name, "hello") == 0)
		return hello();
	if (name != NULL && strcmp(name, "sample") == 0)
		return sample(*size);
	if (name == NULL || strcmp(name, "open") != 0)
		return json_pack("{s:b}", "ok", 1);
	*size = json_integer_value(json_object_get(command, "size"));
	return open_cell();
}

static int is_bye(const json_t *command)
{
	const char *name = json_string_value(json_object_get(command, "cmd"));
	return name != NULL && strcmp(name, "bye") == 0;
}

int main(void)
{
	cb__wire wire;
	json_int_t size = 0;
	cb__wire_init(&wire, 3);
	for (;;) {
		json_t *command = NULL;
		if (cb__wire_take(&wire, &command) != CB_OK)
			break;
		if (command == NULL) {
			if (cb__wire_receive(&wire) != CB_OK)
				break;
			continue;
		}
		json_t *reply = answer(command, &size);
		int is_last = cb__wire_send(&wire, reply) != CB_OK || is_bye(command);
		json_decref(reply);
		json_decref(command);
		if (is_last)
			break;
	}
	cb__wire_done(&wire);
	return 0;
}
