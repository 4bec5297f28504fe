/* SPDX-License-Identifier: Apache-2.0 */
#include "crosscheck.h"

#include <string.h>

#include "catalogue.h"
#include "panel.h"

static int is_checked(const cb__entry *entry)
{
	return entry->is_open && cb__entry_is_alive(entry);
}

static int agree(const cb__entry *a, const cb__entry *b)
{
	return strcmp(a->fingerprint, b->fingerprint) == 0;
}

/* Backends that agree with @p entry, or all that are checked if it is NULL. Modes and builds of
 * one library share its mistakes, so a library has one vote. */
static size_t count_backends(const cb__panel *panel, size_t entry_count, const cb__entry *entry)
{
	size_t count = 0;
	for (size_t i = 0; i < entry_count; i++) {
		const cb__entry *a = &panel->entries[i];
		int is_first = is_checked(a) && (entry == NULL || agree(a, entry));
		for (size_t j = 0; j < i && is_first; j++) {
			const cb__entry *b = &panel->entries[j];
			if (is_checked(b) && (entry == NULL || agree(b, entry)) &&
				strcmp(a->member->subject->backend, b->member->subject->backend) ==
					0)
				is_first = 0;
		}
		count += is_first ? 1 : 0;
	}
	return count;
}

static const cb__entry *find_other(
	const cb__panel *panel, size_t entry_count, const cb__entry *entry)
{
	for (size_t i = 0; i < entry_count; i++)
		if (is_checked(&panel->entries[i]) && !agree(&panel->entries[i], entry))
			return &panel->entries[i];
	return NULL;
}

/* The answer that more than half of the libraries give counts as right; without such a majority
 * nobody can say who errs, and none is measured. */
static cb_status compare_outputs(cb__panel *panel, size_t entry_count)
{
	size_t voters = count_backends(panel, entry_count, NULL);
	cb_status status = CB_OK;
	/* All are counted before the first is taken out of the count. */
	for (size_t i = 0; i < entry_count; i++) {
		cb__entry *entry = &panel->entries[i];
		if (is_checked(entry) && find_other(panel, entry_count, entry) != NULL)
			entry->is_outvoted =
				2 * count_backends(panel, entry_count, entry) <= voters;
	}
	for (size_t i = 0; i < entry_count && status == CB_OK; i++) {
		cb__entry *entry = &panel->entries[i];
		if (!entry->is_outvoted)
			continue;
		const cb__entry *other = find_other(panel, entry_count, entry);
		cb_text why = CB_TEXT_INIT;
		cb__text_format(&why, "on the measured message its output differs from that of %s",
			other != NULL ? other->member->subject->label : "the others");
		status = cb__entry_end(entry, CB_OUTCOME_MISMATCH, cb__text_string(&why), NULL);
		cb__text_done(&why);
	}
	return status;
}

static json_t *once_command(const cb__panel *panel, cb_op op, uint64_t seed)
{
	return json_pack("{s:s, s:s, s:s, s:I, s:I}", "cmd", "once", "algorithm",
		panel->algorithm->name, "operation", cb_op_name(op), "size",
		(json_int_t)panel->size, "seed", (json_int_t)seed);
}

static void copy_member(json_t *to, const char *to_name, const json_t *from, const char *from_name)
{
	json_t *value = json_object_get(from, from_name);
	if (value != NULL)
		json_object_set(to, to_name, value);
}

/* What one entry made and another must be able to use. */
struct exchange {
	cb__panel *panel;
	cb__crew *crew;
	uint64_t seed;
};

static cb_status blame(cb__entry *maker, const cb__entry *checker, const char *what)
{
	cb_text why = CB_TEXT_INIT;
	cb__text_format(&why, "%s does not %s", checker->member->subject->label, what);
	cb_status status = cb__entry_end(maker, CB_OUTCOME_MISMATCH, cb__text_string(&why), NULL);
	cb__text_done(&why);
	return status;
}

/* Asks without ending the checker's cell: a refusal is the maker's trouble. */
static cb_status ask(
	const struct exchange *exchange, cb__entry *checker, json_t **out, json_t *command)
{
	cb_text why = CB_TEXT_INIT;
	*out = NULL;
	cb_status status = cb__crew_ask(exchange->crew, checker->member, out, command, &why, NULL);
	if (status == CB_EWORKER || status == CB_ETIMEDOUT) {
		checker->is_open = 0;
		status =
			cb__entry_end(checker, cb__outcome_of(status), cb__text_string(&why), NULL);
	} else if (status != CB_ECANCELLED && status != CB_ENOMEM) {
		status = CB_OK;
	}
	cb__text_done(&why);
	return status;
}

static cb_status check_signature(
	const struct exchange *exchange, cb__entry *maker, const json_t *made, cb__entry *checker)
{
	json_t *verify = once_command(exchange->panel, CB_OP_VERIFY, exchange->seed);
	copy_member(verify, "tag", made, "out");
	json_t *reply = NULL;
	cb_status status = ask(exchange, checker, &reply, verify);
	if (status == CB_OK && reply == NULL && is_checked(checker))
		status = blame(maker, checker, "accept its signature");
	json_decref(reply);
	return status;
}

/* The checker signs with the private key that was made, the maker verifies with the public one. */
static cb_status check_signing_key(
	const struct exchange *exchange, cb__entry *maker, const json_t *made, cb__entry *checker)
{
	json_t *sign = once_command(exchange->panel, CB_OP_SIGN, exchange->seed);
	copy_member(sign, "key", made, "key");
	copy_member(sign, "peer", made, "peer");
	json_t *signature = NULL;
	json_t *reply = NULL;
	cb_status status = ask(exchange, checker, &signature, sign);
	if (status == CB_OK && signature != NULL) {
		json_t *verify = once_command(exchange->panel, CB_OP_VERIFY, exchange->seed);
		copy_member(verify, "peer", made, "peer");
		copy_member(verify, "tag", signature, "out");
		status = ask(exchange, maker, &reply, verify);
	}
	if (status == CB_OK && reply == NULL && is_checked(checker))
		status = blame(maker, checker, "agree with the key pair that it made");
	json_decref(signature);
	json_decref(reply);
	return status;
}

/* Both derive with the private key that was made: the secrets must be one. */
static cb_status check_exchange_key(
	const struct exchange *exchange, cb__entry *maker, const json_t *made, cb__entry *checker)
{
	cb__entry *sides[] = {maker, checker};
	json_t *secrets[2] = {NULL, NULL};
	cb_status status = CB_OK;
	for (int i = 0; i < 2 && status == CB_OK; i++) {
		json_t *derive = once_command(exchange->panel, CB_OP_DERIVE, exchange->seed);
		copy_member(derive, "key", made, "key");
		status = ask(exchange, sides[i], &secrets[i], derive);
	}
	int is_same =
		json_equal(json_object_get(secrets[0], "out"), json_object_get(secrets[1], "out"));
	if (status == CB_OK && !is_same && is_checked(checker))
		status = blame(maker, checker, "derive the same with the key that it made");
	json_decref(secrets[0]);
	json_decref(secrets[1]);
	return status;
}

static cb_status check_made(
	const struct exchange *exchange, cb__entry *maker, const json_t *made, cb__entry *checker)
{
	if (exchange->panel->op != CB_OP_KEYGEN)
		return check_signature(exchange, maker, made, checker);
	if (exchange->panel->algorithm->kind == CB_KIND_KEX)
		return check_exchange_key(exchange, maker, made, checker);
	return check_signing_key(exchange, maker, made, checker);
}

static int are_different_libraries(const cb__entry *a, const cb__entry *b)
{
	return a->member->service != b->member->service;
}

static cb_status exchange_with_others(
	const struct exchange *exchange, size_t entry_count, cb__entry *maker)
{
	cb_op op = exchange->panel->op == CB_OP_KEYGEN ? CB_OP_KEYGEN : CB_OP_SIGN;
	json_t *made = NULL;
	cb_status status = cb__entry_ask(
		maker, &made, exchange->crew, once_command(exchange->panel, op, exchange->seed));
	for (size_t i = 0; i < entry_count && status == CB_OK && made != NULL; i++) {
		cb__entry *checker = &exchange->panel->entries[i];
		if (is_checked(checker) && is_checked(maker) &&
			are_different_libraries(maker, checker))
			status = check_made(exchange, maker, made, checker);
	}
	json_decref(made);
	return status;
}

cb_status cb__crosscheck(cb__panel *panel, size_t entry_count, cb__crew *crew, uint64_t seed)
{
	if (cb__op_is_comparable(panel->algorithm, panel->op))
		return compare_outputs(panel, entry_count);
	const struct exchange exchange = {panel, crew, seed};
	cb_status status = CB_OK;
	for (size_t i = 0; i < entry_count && status == CB_OK; i++)
		if (is_checked(&panel->entries[i]))
			status = exchange_with_others(&exchange, entry_count, &panel->entries[i]);
	return status;
}
