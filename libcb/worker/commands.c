/* SPDX-License-Identifier: Apache-2.0 */
/* The commands about cells: open, once, sample, close. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sched.h>

#include "../src/catalogue.h"
#include "../src/check.h"
#include "../src/hex.h"
#include "load.h"
#include "session.h"

/* Ten times as slow is found by any rule. */
#define SLOWED_MAX_PERCENT 1000

static cb_status read_spec(
	cb__cell_spec *out, const cb__session *session, const json_t *command, cb_text *why)
{
	const char *name = json_string_value(json_object_get(command, "algorithm"));
	const char *op = json_string_value(json_object_get(command, "operation"));
	const char *variant = json_string_value(json_object_get(command, "variant"));
	json_int_t size = json_integer_value(json_object_get(command, "size"));
	const cb__module *module = &session->module;

	*out = (cb__cell_spec){
		.module = module,
		.impl = name != NULL ? cb__module_impl(module, name) : NULL,
		.algorithm = name != NULL ? cb__module_algorithm(module, name) : NULL,
		.op = cb_op_find(op != NULL ? op : ""),
		.variant = variant != NULL ? cb_variant_find(variant) : CB_VARIANT_MESSAGE,
		.seed = (uint64_t)json_integer_value(json_object_get(command, "seed")),
		.slowed_percent = json_number_value(json_object_get(command, "slowed_percent")),
	};
	if (out->variant == CB_VARIANT_COUNT || size < 0 || size > (json_int_t)CB_SIZE_MAX ||
		!(out->slowed_percent >= 0 && out->slowed_percent <= SLOWED_MAX_PERCENT)) {
		cb__text_add(why, "no such variant, size or slowdown");
		return CB_EINVAL;
	}
	out->size = (size_t)size;
	if (out->impl == NULL || !cb__module_can(module, out->impl, out->op)) {
		cb__text_format(why, "%s has no %s %s", session->name, name != NULL ? name : "?",
			op != NULL ? op : "?");
		return CB_ENOTSUP;
	}
	return CB_OK;
}

/* Which processors the command names; a thread without one runs anywhere. */
static unsigned read_cpus(int *cpus, unsigned size, const json_t *command)
{
	const json_t *list = json_object_get(command, "cpus");
	unsigned count = 0;
	for (; count < size && count < json_array_size(list); count++)
		cpus[count] = (int)json_integer_value(json_array_get(list, count));
	return count;
}

/* More threads than any machine of interest has processors. */
#define THREAD_LIMIT 1024u

static cb_status open_checked(
	cb__session *session, unsigned *ret_answers, const json_t *command, cb_text *why)
{
	json_int_t threads = json_integer_value(json_object_get(command, "threads"));
	int cpus[THREAD_LIMIT];
	if (threads < 0 || threads > (json_int_t)THREAD_LIMIT) {
		cb__text_add(why, "no such number of threads");
		return CB_EINVAL;
	}
	session->threads = threads > 0 ? (unsigned)threads : 1;
	int has_cpus = read_cpus(cpus, THREAD_LIMIT, command) >= session->threads;
	cb_status status = cb__check_answers(ret_answers, &session->spec, why);
	if (status == CB_OK)
		status = cb__gang_new(&session->gang, &session->spec, session->threads,
			has_cpus ? cpus : NULL, why);
	return status;
}

static void close_cell(cb__session *session)
{
	cb__gang_free(session->gang);
	session->gang = NULL;
}

static json_t *pack_output(const cb__cell *cell)
{
	char text[32];
	snprintf(text, sizeof text, "%016" PRIx64, cb__cell_fingerprint(cell));
	return json_pack("{s:b, s:s}", "ok", 1, "fingerprint", text);
}

static void explain_failure(const cb__session *session, cb_text *why)
{
	cb__text_format(why, "%s %s failed while it was timed", session->spec.algorithm->name,
		cb_op_name(session->spec.op));
}

cb_status command_open(cb__session *session, json_t **out, const json_t *command, cb_text *why)
{
	if (session->gang != NULL) {
		cb__text_add(why, "a cell is open already");
		return CB_EINVAL;
	}
	unsigned answers = 0;
	cb_status status = read_spec(&session->spec, session, command, why);
	if (status == CB_OK)
		status = open_checked(session, &answers, command, why);

	/* Before calibration, which takes as many operations as the library is fast: in an endless
	 * message each gives another output. */
	json_t *reply = status == CB_OK ? pack_output(cb__gang_cell(session->gang)) : NULL;
	json_int_t target = json_integer_value(json_object_get(command, "calibrate_ns"));
	uint64_t ops = 0;
	if (status == CB_OK && target > 0) {
		cb__work work = cb__cell_work(cb__gang_cell(session->gang));
		status = cb__measure_calibrate(&ops, &work, (uint64_t)target);
		if (status != CB_OK)
			explain_failure(session, why);
	}
	if (status == CB_OK) {
		*out = reply;
		json_object_set_new(reply, "answers", json_integer((json_int_t)answers));
		if (target > 0)
			json_object_set_new(reply, "ops", json_integer((json_int_t)ops));
	} else {
		json_decref(reply);
		close_cell(session);
	}
	return status;
}

static cb_status set_fields(cb__cell *cell, const json_t *command)
{
	static const char *const names[CB__INPUT_COUNT] = {
		[CB__INPUT_KEY] = "key",
		[CB__INPUT_PEER] = "peer",
		[CB__INPUT_NONCE] = "nonce",
		[CB__INPUT_AAD] = "aad",
		[CB__INPUT_IN] = "in",
		[CB__INPUT_TAG] = "tag",
	};
	cb_status status = CB_OK;
	for (int field = 0; field < CB__INPUT_COUNT && status == CB_OK; field++)
		status = cb__cell_set_hex(cell, (cb__input)field,
			json_string_value(json_object_get(command, names[field])));
	return status;
}

static cb_status set_hex_member(json_t *object, const char *name, const uint8_t *bytes, size_t len)
{
	char *text = malloc(2 * len + 1);
	if (text == NULL)
		return CB_ENOMEM;
	cb__hex_encode(text, bytes, len);
	int failed = json_object_set_new(object, name, json_string(text));
	free(text);
	return failed ? CB_ENOMEM : CB_OK;
}

static cb_status pack_whole_output(json_t **out, const cb__cell *cell, const cb__cell_spec *spec)
{
	const cb_io *io = cb__cell_io(cell);
	size_t private_len = 0;
	json_t *reply = pack_output(cell);
	cb_status status = set_hex_member(reply, "out", io->out, io->out_len);
	if (status == CB_OK)
		status = set_hex_member(reply, "tag", io->tag, io->tag_len);
	if (status == CB_OK && spec->op == CB_OP_KEYGEN &&
		cb__cell_split_keys(spec->algorithm, io->out, io->out_len, &private_len) == CB_OK) {
		status = set_hex_member(reply, "key", io->out, private_len);
		if (status == CB_OK)
			status = set_hex_member(
				reply, "peer", io->out + private_len, io->out_len - private_len);
	}
	if (status == CB_OK)
		*out = reply;
	else
		json_decref(reply);
	return status;
}

/* On the message that was given, else on the message of a measured cell. */
cb_status command_once(cb__session *session, json_t **out, const json_t *command, cb_text *why)
{
	cb__cell_spec spec;
	cb__cell *cell = NULL;
	cb_status status = read_spec(&spec, session, command, why);
	const char *in = json_string_value(json_object_get(command, "in"));
	if (in != NULL)
		spec.size = strlen(in) / 2;
	if (status == CB_OK)
		status = cb__cell_new(&cell, &spec);
	if (status == CB_OK)
		status = set_fields(cell, command);
	if (status == CB_OK)
		status = cb__cell_start(cell, why);
	if (status == CB_OK)
		status = cb__cell_once(cell, why);
	if (status == CB_OK)
		status = pack_whole_output(out, cell, &spec);
	cb__cell_free(cell);
	return status;
}

static cb_status sample_alone(
	cb__sample *out, cb__session *session, uint64_t ops, uint64_t turn, uint64_t lead_in_ns)
{
	cb__work work = cb__cell_work(cb__gang_cell(session->gang));
	work.counter = &session->counter;
	/* The host, on the same processor, was put aside before it could go to sleep, and would
	 * come back in the middle of the batch: nearly every one was interrupted, now one in a
	 * hundred. */
	sched_yield();
	cb_status status = cb__measure_lead_in(&work, lead_in_ns);
	if (status == CB_OK)
		status = cb__measure_sample(out, &work, ops, turn);
	/* After the batch, when the clock is what the batch made of it. */
	out->clock_hz = cb__cycles_add_hz();
	return status;
}

cb_status command_sample(cb__session *session, json_t **out, const json_t *command, cb_text *why)
{
	json_int_t ops = json_integer_value(json_object_get(command, "ops"));
	json_int_t turn = json_integer_value(json_object_get(command, "turn"));
	json_int_t lead_in = json_integer_value(json_object_get(command, "lead_in_ns"));
	if (session->gang == NULL || ops < 1 || turn < 0 || lead_in < 0) {
		cb__text_add(why, "sample needs an open cell and at least one operation");
		return CB_EINVAL;
	}
	cb__sample sample;
	cb_status status = session->threads > 1
				   ? cb__gang_sample(&sample, session->gang, (uint64_t)ops,
					     (uint64_t)turn, (uint64_t)lead_in)
				   : sample_alone(&sample, session, (uint64_t)ops, (uint64_t)turn,
					     (uint64_t)lead_in);
	if (status != CB_OK) {
		explain_failure(session, why);
		return status;
	}
	*out = json_pack("{s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "ok", 1, "ops",
		(json_int_t)sample.ops, "start_ns", (json_int_t)sample.start_ns, "wall_ns",
		(json_int_t)sample.wall_ns, "cpu_ns", (json_int_t)sample.cpu_ns, "switches",
		(json_int_t)sample.switches, "cycles", (json_int_t)sample.cycles, "clock_hz",
		sample.clock_hz);
	return *out != NULL ? CB_OK : CB_ENOMEM;
}

cb_status command_load(cb__session *session, json_t **out, const json_t *command, cb_text *why)
{
	json_int_t threads = json_integer_value(json_object_get(command, "threads"));
	int cpus[THREAD_LIMIT];
	if (session->load != NULL || threads < 1 || threads > (json_int_t)THREAD_LIMIT) {
		cb__text_add(why, "no such number of busy threads, or they run already");
		return CB_EINVAL;
	}
	unsigned cpu_count = read_cpus(cpus, THREAD_LIMIT, command);
	cb_status status = load_begin(&session->load, (unsigned)threads, cpus, cpu_count);
	if (status == CB_OK)
		*out = json_pack("{s:b}", "ok", 1);
	return status;
}

cb_status command_close(cb__session *session, json_t **out, const json_t *command, cb_text *why)
{
	(void)command;
	(void)why;
	close_cell(session);
	*out = json_pack("{s:b}", "ok", 1);
	return *out != NULL ? CB_OK : CB_ENOMEM;
}
