/* SPDX-License-Identifier: Apache-2.0 */
/* Commands to the workers that live, and their end. */
#include <stdlib.h>

#include "crew.h"

void cb__crew_keep_output(cb__link *link, char **ret_output)
{
	if (ret_output != NULL && *ret_output == NULL)
		*ret_output = cb__string_copy(cb__link_output(link));
}

/* Nothing comes back from these: killed at once. */
static void drop_workers(cb__member *member)
{
	cb__link_kill(member->link);
	for (size_t i = 0; i < member->peer_count; i++)
		cb__link_kill(member->peers[i]);
	member->link = NULL;
	member->peer_count = 0;
}

static cb_status judge(const json_t *reply, cb_text *why)
{
	cb_status status = cb__reply_status(reply);
	const char *reason = json_string_value(json_object_get(reply, "reason"));
	if (status != CB_OK)
		cb__text_add(why, reason != NULL ? reason : cb_status_text(status));
	return status;
}

cb_status cb__crew_ask(cb__crew *crew, cb__member *member, json_t **out, json_t *command,
	cb_text *why, char **ret_output)
{
	json_t *reply = NULL;
	cb_status status =
		cb__link_ask(member->link, &reply, command, crew->limit_ms, &crew->pump, why);
	if (status != CB_OK) {
		cb__crew_keep_output(member->link, ret_output);
		drop_workers(member);
		return status;
	}
	status = judge(reply, why);
	if (status == CB_OK) {
		*out = reply;
		return CB_OK;
	}
	cb__crew_keep_output(member->link, ret_output);
	json_decref(reply);
	return status;
}

static cb__link *nth_worker(const cb__member *member, size_t index)
{
	return index == 0 ? member->link : member->peers[index - 1];
}

/* What became of a command to all: whether each answered, and the first that did not do it. */
static cb_status exchange_all(cb__crew *crew, const cb__member *member, json_t **ret_replies,
	const json_t *command, cb_text *why, size_t *ret_failed, cb_status *ret_refusal)
{
	size_t count = 1 + member->peer_count;
	cb_status status = CB_OK;
	*ret_refusal = CB_OK;
	for (size_t i = 0; i < count && status == CB_OK; i++) {
		*ret_failed = i;
		status = cb__link_send(nth_worker(member, i), command, why);
	}
	for (size_t i = 0; i < count && status == CB_OK; i++) {
		status = cb__link_wait(
			nth_worker(member, i), &ret_replies[i], crew->limit_ms, &crew->pump, why);
		if (status == CB_OK && *ret_refusal == CB_OK)
			*ret_refusal = judge(ret_replies[i], why);
		else if (status == CB_OK)
			continue;
		if (status != CB_OK || *ret_refusal != CB_OK)
			*ret_failed = i;
	}
	return status;
}

cb_status cb__crew_ask_all(cb__crew *crew, cb__member *member, json_t **ret_replies,
	const json_t *command, cb_text *why, char **ret_output)
{
	size_t count = 1 + member->peer_count;
	size_t failed = 0;
	cb_status refusal = CB_OK;
	for (size_t i = 0; i < count; i++)
		ret_replies[i] = NULL;
	cb_status status = exchange_all(crew, member, ret_replies, command, why, &failed, &refusal);
	if (status == CB_OK && refusal == CB_OK)
		return CB_OK;
	cb__crew_keep_output(nth_worker(member, failed), ret_output);
	/* Unless each has answered, replies are still to come, and none can be asked again. */
	if (status != CB_OK)
		drop_workers(member);
	for (size_t i = 0; i < count; i++)
		json_decref(ret_replies[i]);
	return status != CB_OK ? status : refusal;
}

/* All are dismissed before the first is waited for, so that they end side by side. */
static void dismiss(cb__member *member)
{
	if (member->link != NULL)
		cb__link_bye(member->link);
	for (size_t i = 0; i < member->peer_count; i++)
		cb__link_bye(member->peers[i]);
}

struct farewell {
	const cb__pump *pump;
	int is_cancelled;
};

/* Who wants to stop while they end, stops them all. */
static int tick_farewell(int is_urgent, void *payload)
{
	struct farewell *farewell = payload;
	const cb__pump *pump = farewell->pump;
	if (!farewell->is_cancelled && pump->tick != NULL)
		farewell->is_cancelled = pump->tick(is_urgent, pump->payload) != 0;
	return farewell->is_cancelled;
}

static void end_workers(cb__member *member, struct farewell *farewell)
{
	const cb__pump pump = {tick_farewell, farewell};
	cb__link_end(member->link, &pump);
	for (size_t i = 0; i < member->peer_count; i++)
		cb__link_end(member->peers[i], &pump);
	member->link = NULL;
	member->peer_count = 0;
}

void cb__crew_stop(cb__crew *crew, int is_at_once)
{
	struct farewell farewell = {&crew->pump, is_at_once};
	for (size_t i = 0; i < crew->member_count && !is_at_once; i++)
		dismiss(&crew->members[i]);
	for (size_t i = 0; i < crew->member_count; i++)
		if (is_at_once)
			drop_workers(&crew->members[i]);
		else
			end_workers(&crew->members[i], &farewell);
}
