/* SPDX-License-Identifier: Apache-2.0 */
#include "callee.h"

void cb__callee_init(cb__callee *out, const cb_function *function, const cb__counter *counter)
{
	*out = (cb__callee){
		.function = *function,
		.algorithm = {.name = function->name, .kind = CB_KIND_FUNCTION, .block_len = 1},
		.counter = counter,
	};
}

static cb_status status_of(int returned)
{
	if (returned == 0)
		return CB_OK;
	return returned == CB_FUNCTION_STOP ? CB_ECANCELLED : CB_EBACKEND;
}

cb_status cb__callee_open(cb__callee *callee, cb_text *why)
{
	const cb_function *function = &callee->function;
	callee->returned = function->setup != NULL ? function->setup(function->payload) : 0;
	callee->is_open = callee->returned == 0;
	if (callee->is_open)
		return CB_OK;
	cb__text_format(why, "the set-up of %s returned %d", function->name, callee->returned);
	return status_of(callee->returned);
}

void cb__callee_close(cb__callee *callee)
{
	if (!callee->is_open)
		return;
	callee->is_open = 0;
	if (callee->function.teardown != NULL)
		callee->function.teardown(callee->function.payload);
}

static cb_status run(void *state, cb_io *io)
{
	cb__callee *callee = state;
	(void)io;
	callee->returned = callee->function.call(callee->function.payload);
	return status_of(callee->returned);
}

static cb__work work_of(cb__callee *callee)
{
	return (cb__work){.run = run, .state = callee, .counter = callee->counter};
}

static cb_status explain(const cb__callee *callee, cb_status status, cb_text *why)
{
	if (status != CB_OK)
		cb__text_format(why, "%s returned %d", callee->function.name, callee->returned);
	return status;
}

cb_status cb__callee_calibrate(
	cb__callee *callee, uint64_t *ret_ops, uint64_t target_ns, cb_text *why)
{
	const cb__work work = work_of(callee);
	return explain(callee, cb__measure_calibrate(ret_ops, &work, target_ns), why);
}

cb_status cb__callee_lead_in(cb__callee *callee, uint64_t min_ns, cb_text *why)
{
	const cb__work work = work_of(callee);
	return explain(callee, cb__measure_lead_in(&work, min_ns), why);
}

cb_status cb__callee_sample(
	cb__callee *callee, cb__sample *out, uint64_t ops, uint64_t turn, cb_text *why)
{
	const cb__work work = work_of(callee);
	cb_status status = cb__measure_sample(out, &work, ops, turn);
	/* After the batch, when the clock is what the batch made of it. */
	out->clock_hz = cb__cycles_add_hz();
	return explain(callee, status, why);
}
