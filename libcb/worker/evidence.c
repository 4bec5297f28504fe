/* SPDX-License-Identifier: Apache-2.0 */
/* The prove command: what one operation of the open cell executes. */
#include "follow.h"
#include "session.h"

#define REPEAT_LIMIT 16

#define LIMIT_MIN_MS 10
#define LIMIT_MAX_MS 86400000

struct order {
	uint64_t step_budget;
	json_int_t repeats;
	unsigned limit_ms; /* for what is not counted, and for each single step */
};

static cb_status follow_all(
	json_t *runs, cb__cell *cell, const ranges *inside, const struct order *order, cb_text *why)
{
	cb__tally tally = {.complete = 1};
	cb_status status = follow_begin(order->limit_ms);
	/* One that was cut would be cut again. */
	for (json_int_t i = 0; i < order->repeats && status == CB_OK && tally.complete; i++) {
		status = follow_once(&tally, cell, inside, order->step_budget, why);
		if (status == CB_OK && json_array_append_new(runs, cb__tally_to_json(&tally)) != 0)
			status = CB_ENOMEM;
	}
	follow_end();
	return status;
}

/* That nothing can be followed here is not the cell's failure, so it is an answer of its own. */
static cb_status reply_untraceable(json_t **out, cb_text *why)
{
	*out = json_pack("{s:b, s:s}", "ok", 1, "untraceable", cb__text_string(why));
	return *out != NULL ? CB_OK : CB_ENOMEM;
}

static cb_status reply_runs(
	json_t **out, cb__cell *cell, const ranges *inside, const struct order *order, cb_text *why)
{
	json_t *runs = json_array();
	cb_status status = runs != NULL ? CB_OK : CB_ENOMEM;
	if (status == CB_OK)
		status = follow_all(runs, cell, inside, order, why);
	if (status == CB_OK) {
		*out = json_pack("{s:b, s:O}", "ok", 1, "runs", runs);
		status = *out != NULL ? CB_OK : CB_ENOMEM;
	}
	json_decref(runs);
	return status == CB_ENOTSUP ? reply_untraceable(out, why) : status;
}

static int is_followable(const cb__session *session)
{
	return session->gang != NULL && session->threads == 1 && session->load == NULL;
}

cb_status command_prove(cb__session *session, json_t **out, const json_t *command, cb_text *why)
{
	json_int_t budget = json_integer_value(json_object_get(command, "step_budget"));
	json_int_t repeats = json_integer_value(json_object_get(command, "repeats"));
	json_int_t limit = json_integer_value(json_object_get(command, "limit_ms"));
	ranges inside;
	if (!is_followable(session) || budget < 1 || repeats < 1 || repeats > REPEAT_LIMIT ||
		limit < LIMIT_MIN_MS || limit > LIMIT_MAX_MS) {
		cb__text_add(why, "prove needs a step budget, repeats, a limit, and a worker with "
				  "an open cell of one thread and no busy ones");
		return CB_EINVAL;
	}
	const struct order order = {(uint64_t)budget, repeats, (unsigned)limit};
	if (ranges_collect(&inside, &session->module, why) != CB_OK)
		return reply_untraceable(out, why);
	return reply_runs(out, cb__gang_cell(session->gang), &inside, &order, why);
}
