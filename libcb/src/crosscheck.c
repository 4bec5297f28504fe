/* SPDX-License-Identifier: Apache-2.0 */
#include "crosscheck.h"

#include <stdlib.h>
#include <string.h>

#include "catalogue.h"
#include "entry.h"

/* What one cell holds of another: of its output, its signature, its keys. */
typedef enum opinion {
	NO_OPINION, /* there is nothing that it could judge by */
	AGREES,
	DISAGREES,
} opinion;

struct exchange {
	cb__panel *panel;
	size_t entry_count;
	cb__crew *crew;
	uint64_t seed;
	unsigned char *opinions; /* of each checker, for each maker */
};

static int is_checked(const cb__entry *entry)
{
	return entry->is_open && cb__entry_is_alive(entry);
}

static unsigned char *opinion_at(const struct exchange *exchange, size_t maker, size_t checker)
{
	return &exchange->opinions[maker * exchange->entry_count + checker];
}

/* Of either on the other. */
static opinion opinion_between(const struct exchange *exchange, size_t i, size_t j)
{
	opinion a = (opinion)*opinion_at(exchange, i, j);
	opinion b = (opinion)*opinion_at(exchange, j, i);
	if (a == DISAGREES || b == DISAGREES)
		return DISAGREES;
	return a == AGREES || b == AGREES ? AGREES : NO_OPINION;
}

/* Two builds of one backend make the same mistakes. */
static int are_built_as_one(const cb__member *a, const cb__member *b)
{
	const char *left = json_string_value(json_object_get(a->hello, "backend"));
	const char *right = json_string_value(json_object_get(b->hello, "backend"));
	return left != NULL && right != NULL && strcmp(left, right) == 0;
}

static int are_of_one_library(const cb__entry *a, const cb__entry *b)
{
	return strcmp(a->member->subject->backend, b->member->subject->backend) == 0 ||
	       are_built_as_one(a->member, b->member);
}

static int contradicts_itself(const struct exchange *exchange, size_t of)
{
	const cb__entry *entries = exchange->panel->entries;
	for (size_t i = 0; i < exchange->entry_count; i++)
		for (size_t j = 0; j < i; j++)
			if (are_of_one_library(&entries[i], &entries[of]) &&
				are_of_one_library(&entries[j], &entries[of]) &&
				opinion_between(exchange, i, j) == DISAGREES)
				return 1;
	return 0;
}

static int is_first_of_library(const struct exchange *exchange, size_t index)
{
	const cb__entry *entries = exchange->panel->entries;
	for (size_t i = 0; i < index; i++)
		if (is_checked(&entries[i]) && are_of_one_library(&entries[i], &entries[index]))
			return 0;
	return is_checked(&entries[index]);
}

/* What the library of @p voter holds of entry @p index: one of its modes or builds is enough. */
static opinion vote(const struct exchange *exchange, size_t voter, size_t index)
{
	const cb__entry *entries = exchange->panel->entries;
	if (contradicts_itself(exchange, voter))
		return NO_OPINION;
	if (are_of_one_library(&entries[voter], &entries[index]))
		return AGREES;
	opinion result = NO_OPINION;
	for (size_t i = 0; i < exchange->entry_count && result != AGREES; i++)
		if (are_of_one_library(&entries[voter], &entries[i]) &&
			opinion_between(exchange, index, i) != NO_OPINION)
			result = opinion_between(exchange, index, i);
	return result;
}

static int is_outvoted(const struct exchange *exchange, size_t index)
{
	size_t voters = 0;
	size_t supporters = 0;
	int is_disputed = 0;
	for (size_t i = 0; i < exchange->entry_count; i++) {
		is_disputed |= opinion_between(exchange, index, i) == DISAGREES;
		if (!is_first_of_library(exchange, i))
			continue;
		opinion of_library = vote(exchange, i, index);
		voters += of_library != NO_OPINION ? 1 : 0;
		supporters += of_library == AGREES ? 1 : 0;
	}
	return is_disputed && 2 * supporters <= voters;
}

/* How a dispute is told: of what the other found wrong, and of what the cell itself did. */
static const struct wording {
	const char *of_other;
	const char *of_itself;
} wordings[] = {
	{"on the measured message its output differs from that of %s",
		"on the measured message its output differs from that of %s"},
	{"%s does not accept its signature", "it does not accept the signature of %s"},
	{"%s does not agree with the key pair that it made",
		"it does not agree with the key pair that %s made"},
	{"%s does not derive the same with the key that it made",
		"it does not derive the same with the key that %s made"},
	{"%s does not unwrap the secret that it wrapped",
		"it does not unwrap the secret that %s wrapped"},
};

static void compare_outputs(const struct exchange *exchange)
{
	const cb__entry *entries = exchange->panel->entries;
	for (size_t i = 0; i < exchange->entry_count; i++)
		for (size_t j = 0; j < exchange->entry_count; j++)
			if (is_checked(&entries[i]) && is_checked(&entries[j]))
				*opinion_at(exchange, i, j) =
					strcmp(entries[i].fingerprint, entries[j].fingerprint) == 0
						? AGREES
						: DISAGREES;
}

static int can(const struct exchange *exchange, const cb__entry *entry, cb_op op)
{
	return cb__member_offers(entry->member, exchange->panel->algorithm->name, op);
}

static json_t *once_command(const struct exchange *exchange, cb_op op)
{
	return json_pack("{s:s, s:s, s:s, s:I, s:I}", "cmd", "once", "algorithm",
		exchange->panel->algorithm->name, "operation", cb_op_name(op), "size",
		(json_int_t)exchange->panel->size, "seed", (json_int_t)exchange->seed);
}

static void copy_member(json_t *to, const char *to_name, const json_t *from, const char *from_name)
{
	json_t *value = json_object_get(from, from_name);
	if (value != NULL)
		json_object_set(to, to_name, value);
}

/* Asks without ending the cell: a refusal is an opinion. A worker that dies of it ends it. */
static cb_status ask(
	const struct exchange *exchange, cb__entry *entry, json_t **out, json_t *command)
{
	cb_text why = CB_TEXT_INIT;
	char *output = NULL;
	*out = NULL;
	cb_status status = cb__crew_ask(exchange->crew, entry->member, out, command, &why, &output);
	if (status == CB_EWORKER || status == CB_ETIMEDOUT) {
		entry->is_open = 0;
		status =
			cb__entry_end(entry, cb__outcome_of(status), cb__text_string(&why), output);
	} else if (status != CB_ECANCELLED && status != CB_ENOMEM) {
		status = CB_OK;
	}
	cb__text_done(&why);
	free(output);
	return status;
}

/* Each check leaves *ret_agrees as it is if there is nothing to judge by. */
typedef cb_status check_fn(const struct exchange *exchange, opinion *ret_opinion, cb__entry *maker,
	const json_t *made, cb__entry *checker);

static cb_status check_signature(const struct exchange *exchange, opinion *ret_opinion,
	cb__entry *maker, const json_t *made, cb__entry *checker)
{
	(void)maker;
	if (!can(exchange, checker, CB_OP_VERIFY))
		return CB_OK;
	json_t *verify = once_command(exchange, CB_OP_VERIFY);
	copy_member(verify, "tag", made, "out");
	json_t *reply = NULL;
	cb_status status = ask(exchange, checker, &reply, verify);
	*ret_opinion = reply != NULL ? AGREES : DISAGREES;
	json_decref(reply);
	return status;
}

/* The checker signs with the private key that was made, the maker verifies with the public one. */
static cb_status check_signing_key(const struct exchange *exchange, opinion *ret_opinion,
	cb__entry *maker, const json_t *made, cb__entry *checker)
{
	if (!can(exchange, checker, CB_OP_SIGN) || !can(exchange, maker, CB_OP_VERIFY))
		return CB_OK;
	json_t *sign = once_command(exchange, CB_OP_SIGN);
	copy_member(sign, "key", made, "key");
	copy_member(sign, "peer", made, "peer");
	json_t *signature = NULL;
	json_t *reply = NULL;
	cb_status status = ask(exchange, checker, &signature, sign);
	if (status == CB_OK && signature != NULL) {
		json_t *verify = once_command(exchange, CB_OP_VERIFY);
		copy_member(verify, "peer", made, "peer");
		copy_member(verify, "tag", signature, "out");
		status = ask(exchange, maker, &reply, verify);
	}
	*ret_opinion = reply != NULL ? AGREES : DISAGREES;
	json_decref(signature);
	json_decref(reply);
	return status;
}

/* Both derive with the private key that was made: the secrets must be one. */
static cb_status check_exchange_key(const struct exchange *exchange, opinion *ret_opinion,
	cb__entry *maker, const json_t *made, cb__entry *checker)
{
	cb__entry *sides[] = {maker, checker};
	json_t *secrets[2] = {NULL, NULL};
	if (!can(exchange, checker, CB_OP_DERIVE) || !can(exchange, maker, CB_OP_DERIVE))
		return CB_OK;
	cb_status status = CB_OK;
	for (int i = 0; i < 2 && status == CB_OK && is_checked(sides[i]); i++) {
		json_t *derive = once_command(exchange, CB_OP_DERIVE);
		copy_member(derive, "key", made, "key");
		status = ask(exchange, sides[i], &secrets[i], derive);
	}
	int is_same =
		json_equal(json_object_get(secrets[0], "out"), json_object_get(secrets[1], "out"));
	*ret_opinion = is_same ? AGREES : DISAGREES;
	json_decref(secrets[0]);
	json_decref(secrets[1]);
	return status;
}

/* The maker opens what the checker wrapped for the maker's public key, and gets the same secret. */
static cb_status check_kem_key(const struct exchange *exchange, opinion *ret_opinion,
	cb__entry *maker, const json_t *made, cb__entry *checker)
{
	if (!can(exchange, checker, CB_OP_ENCAPS) || !can(exchange, maker, CB_OP_DECAPS))
		return CB_OK;
	json_t *encaps = once_command(exchange, CB_OP_ENCAPS);
	copy_member(encaps, "peer", made, "peer");
	json_t *wrapped = NULL;
	json_t *opened = NULL;
	cb_status status = ask(exchange, checker, &wrapped, encaps);
	if (status == CB_OK && wrapped != NULL && is_checked(maker)) {
		json_t *decaps = once_command(exchange, CB_OP_DECAPS);
		copy_member(decaps, "key", made, "key");
		copy_member(decaps, "tag", wrapped, "tag");
		status = ask(exchange, maker, &opened, decaps);
	}
	int is_same = json_equal(json_object_get(wrapped, "out"), json_object_get(opened, "out"));
	*ret_opinion = is_same ? AGREES : DISAGREES;
	json_decref(wrapped);
	json_decref(opened);
	return status;
}

/* The checker unwraps what the maker wrapped for the test key. */
static cb_status check_wrapped(const struct exchange *exchange, opinion *ret_opinion,
	cb__entry *maker, const json_t *made, cb__entry *checker)
{
	(void)maker;
	if (!can(exchange, checker, CB_OP_DECAPS))
		return CB_OK;
	json_t *decaps = once_command(exchange, CB_OP_DECAPS);
	copy_member(decaps, "tag", made, "tag");
	json_t *opened = NULL;
	cb_status status = ask(exchange, checker, &opened, decaps);
	int is_same = json_equal(json_object_get(made, "out"), json_object_get(opened, "out"));
	*ret_opinion = is_same ? AGREES : DISAGREES;
	json_decref(opened);
	return status;
}

/* Where the output is chance: what one library makes for another to use, how that is tried, and
 * which wording tells of a dispute. Random bytes are of no use to anybody else. */
static const struct way {
	cb_kind kind;
	cb_op op;
	cb_op maker;
	check_fn *check;
	size_t wording;
} ways[] = {
	{CB_KIND_SIGN, CB_OP_SIGN, CB_OP_SIGN, check_signature, 1},
	{CB_KIND_SIGN, CB_OP_VERIFY, CB_OP_SIGN, check_signature, 1},
	{CB_KIND_SIGN, CB_OP_REJECT, CB_OP_SIGN, check_signature, 1},
	{CB_KIND_SIGN, CB_OP_KEYGEN, CB_OP_KEYGEN, check_signing_key, 2},
	{CB_KIND_KEX, CB_OP_KEYGEN, CB_OP_KEYGEN, check_exchange_key, 3},
	{CB_KIND_KEM, CB_OP_KEYGEN, CB_OP_KEYGEN, check_kem_key, 2},
	{CB_KIND_KEM, CB_OP_ENCAPS, CB_OP_ENCAPS, check_wrapped, 4},
	{CB_KIND_KEM, CB_OP_DECAPS, CB_OP_ENCAPS, check_wrapped, 4},
};

static const struct way *way_of(const cb__panel *panel)
{
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (ways[i].kind == panel->algorithm->kind && ways[i].op == panel->op)
			return &ways[i];
	return NULL;
}

static const struct wording *wording_of(const cb__panel *panel)
{
	const struct way *way = way_of(panel);
	int is_compared = cb__op_is_comparable(panel->algorithm, panel->op) || way == NULL;
	return &wordings[is_compared ? 0 : way->wording];
}

static void add_wording(cb_text *why, const char *wording, const char *label)
{
	const char *place = strstr(wording, "%s");
	cb__text_append(why, wording, (size_t)(place - wording));
	cb__text_add(why, label);
	cb__text_add(why, place + 2);
}

static cb_status end_outvoted(const struct exchange *exchange, size_t index)
{
	cb__entry *entries = exchange->panel->entries;
	const struct wording *wording = wording_of(exchange->panel);
	size_t other = 0;
	while (opinion_between(exchange, index, other) != DISAGREES)
		other++;
	int is_by_other = *opinion_at(exchange, index, other) == DISAGREES;
	cb_text why = CB_TEXT_INIT;
	add_wording(&why, is_by_other ? wording->of_other : wording->of_itself,
		entries[other].member->subject->label);
	cb_status status =
		cb__entry_end(&entries[index], CB_OUTCOME_MISMATCH, cb__text_string(&why), NULL);
	cb__text_done(&why);
	return status;
}

static int is_confirmed(const struct exchange *exchange, size_t index)
{
	const cb__entry *entries = exchange->panel->entries;
	for (size_t i = 0; i < exchange->entry_count; i++)
		if (!are_of_one_library(&entries[i], &entries[index]) &&
			opinion_between(exchange, index, i) == AGREES)
			return 1;
	return 0;
}

static cb_status judge(const struct exchange *exchange)
{
	cb__entry *entries = exchange->panel->entries;
	cb_status status = CB_OK;
	/* All are counted before the first is taken out of the count. */
	for (size_t i = 0; i < exchange->entry_count; i++) {
		entries[i].is_outvoted = is_checked(&entries[i]) && is_outvoted(exchange, i);
		entries[i].is_confirmed = is_checked(&entries[i]) && is_confirmed(exchange, i);
	}
	for (size_t i = 0; i < exchange->entry_count && status == CB_OK; i++)
		if (entries[i].is_outvoted)
			status = end_outvoted(exchange, i);
	return status;
}

static cb_status show_to_others(const struct exchange *exchange, size_t index)
{
	cb__entry *entries = exchange->panel->entries;
	cb__entry *maker = &entries[index];
	const struct way *way = way_of(exchange->panel);
	if (way == NULL || !is_checked(maker) || !can(exchange, maker, way->maker))
		return CB_OK;
	json_t *made = NULL;
	cb_status status =
		cb__entry_ask(maker, &made, exchange->crew, once_command(exchange, way->maker));
	for (size_t i = 0; i < exchange->entry_count && status == CB_OK && made != NULL; i++) {
		if (!is_checked(maker) || !is_checked(&entries[i]) ||
			entries[i].member->service == maker->member->service)
			continue;
		opinion found = NO_OPINION;
		status = way->check(exchange, &found, maker, made, &entries[i]);
		/* Who died while being asked has no opinion. */
		if (is_checked(maker) && is_checked(&entries[i]))
			*opinion_at(exchange, index, i) = (unsigned char)found;
	}
	json_decref(made);
	return status;
}

cb_status cb__crosscheck(cb__panel *panel, size_t entry_count, cb__crew *crew, uint64_t seed)
{
	struct exchange exchange = {panel, entry_count, crew, seed, NULL};
	exchange.opinions = calloc(entry_count * entry_count + 1, 1);
	if (exchange.opinions == NULL)
		return CB_ENOMEM;
	cb_status status = CB_OK;
	if (cb__op_is_comparable(panel->algorithm, panel->op))
		compare_outputs(&exchange);
	else
		for (size_t i = 0; i < entry_count && status == CB_OK; i++)
			status = show_to_others(&exchange, i);
	if (status == CB_OK)
		status = judge(&exchange);
	free(exchange.opinions);
	return status;
}
