/* SPDX-License-Identifier: Apache-2.0 */
#include "catalogue.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const cb_algorithm algorithms[] = {
#define CB_ALG(name, kind, key, nonce, tag, out, block, usual, cost0, cost1, cost2)                \
	{name, CB_KIND_##kind, key, nonce, tag, out, block, usual, {cost0, cost1, cost2}},
#include "catalogue.def"
#undef CB_ALG
};

static const char *const kind_names[CB_KIND_COUNT] = {
#define KIND_NAME(name, text) [CB_KIND_##name] = text,
	CB_KIND_MAP(KIND_NAME)
#undef KIND_NAME
};

static const struct {
	const char *name;
	int is_usual;
} ops[CB_OP_COUNT] = {
#define OP_ROW(name, text, usual) [CB_OP_##name] = {text, usual},
	CB_OP_MAP(OP_ROW)
#undef OP_ROW
};

static const char *const variant_names[CB_VARIANT_COUNT] = {
#define VARIANT_NAME(name, text, meaning) [CB_VARIANT_##name] = text,
	CB_VARIANT_MAP(VARIANT_NAME)
#undef VARIANT_NAME
};

static const char *const accel_names[CB_ACCEL_COUNT] = {
	[CB_ACCEL_ON] = "on",
	[CB_ACCEL_NOCRYPTO] = "nocrypto",
	[CB_ACCEL_OFF] = "off",
};

/* Each kind's operations, where the input of an operation comes from, and whether it works on a
 * message. */
static const struct {
	cb_kind kind;
	cb_op op;
	cb_op prepared_by;
	int has_message;
} kind_ops[] = {
	{CB_KIND_HASH, CB_OP_DIGEST, CB_OP_NONE, 1},
	{CB_KIND_MAC, CB_OP_MAC, CB_OP_NONE, 1},
	{CB_KIND_MAC, CB_OP_SETKEY, CB_OP_NONE, 0},
	{CB_KIND_CIPHER, CB_OP_ENCRYPT, CB_OP_NONE, 1},
	{CB_KIND_CIPHER, CB_OP_DECRYPT, CB_OP_ENCRYPT, 1},
	{CB_KIND_CIPHER, CB_OP_SETKEY, CB_OP_NONE, 0},
	{CB_KIND_AEAD, CB_OP_SEAL, CB_OP_NONE, 1},
	{CB_KIND_AEAD, CB_OP_OPEN, CB_OP_SEAL, 1},
	{CB_KIND_AEAD, CB_OP_REJECT, CB_OP_SEAL, 1},
	{CB_KIND_AEAD, CB_OP_SETKEY, CB_OP_NONE, 0},
	{CB_KIND_KDF, CB_OP_DERIVE, CB_OP_NONE, 0},
	{CB_KIND_KEX, CB_OP_KEYGEN, CB_OP_NONE, 0},
	{CB_KIND_KEX, CB_OP_DERIVE, CB_OP_NONE, 0},
	{CB_KIND_KEM, CB_OP_KEYGEN, CB_OP_NONE, 0},
	{CB_KIND_KEM, CB_OP_ENCAPS, CB_OP_NONE, 0},
	{CB_KIND_KEM, CB_OP_DECAPS, CB_OP_ENCAPS, 0},
	{CB_KIND_SIGN, CB_OP_KEYGEN, CB_OP_NONE, 0},
	{CB_KIND_SIGN, CB_OP_SIGN, CB_OP_NONE, 0},
	{CB_KIND_SIGN, CB_OP_VERIFY, CB_OP_SIGN, 0},
	{CB_KIND_SIGN, CB_OP_REJECT, CB_OP_SIGN, 0},
	{CB_KIND_RNG, CB_OP_GENERATE, CB_OP_NONE, 1},
	{CB_KIND_FUNCTION, CB_OP_CALL, CB_OP_NONE, 1},
};

static const struct {
	const char *algorithm;
	const char *private_key;
	const char *public_key;
} keys[] = {
#define CB_KEY(algorithm, private_key, public_key, source) {algorithm, private_key, public_key},
#define CB_PEER(algorithm, public_key, source)
#include "keys.def"
#undef CB_KEY
#undef CB_PEER
};

static const struct {
	const char *algorithm;
	const char *public_key;
} peers[] = {
#define CB_KEY(algorithm, private_key, public_key, source)
#define CB_PEER(algorithm, public_key, source) {algorithm, public_key},
#include "keys.def"
#undef CB_KEY
#undef CB_PEER
};

size_t cb_algorithm_count(void)
{
	return COUNT(algorithms);
}

const cb_algorithm *cb_algorithm_at(size_t index)
{
	return index < COUNT(algorithms) ? &algorithms[index] : NULL;
}

const cb_algorithm *cb_algorithm_find(const char *name)
{
	for (size_t i = 0; i < COUNT(algorithms); i++)
		if (strcmp(algorithms[i].name, name) == 0)
			return &algorithms[i];
	return NULL;
}

int cb_kind_has_op(cb_kind kind, cb_op op)
{
	for (size_t i = 0; i < COUNT(kind_ops); i++)
		if (kind_ops[i].kind == kind && kind_ops[i].op == op)
			return 1;
	return 0;
}

int cb_op_has_message(cb_kind kind, cb_op op)
{
	for (size_t i = 0; i < COUNT(kind_ops); i++)
		if (kind_ops[i].kind == kind && kind_ops[i].op == op)
			return kind_ops[i].has_message;
	return 0;
}

int cb_op_is_usual(cb_op op)
{
	return (size_t)op < CB_OP_COUNT ? ops[op].is_usual : 0;
}

const char *cb_kind_name(cb_kind kind)
{
	return (size_t)kind < CB_KIND_COUNT ? kind_names[kind] : NULL;
}

const char *cb_op_name(cb_op op)
{
	return (size_t)op < CB_OP_COUNT ? ops[op].name : NULL;
}

const char *cb_variant_name(cb_variant variant)
{
	return (size_t)variant < CB_VARIANT_COUNT ? variant_names[variant] : NULL;
}

const char *cb_accel_name(cb_accel accel)
{
	return (size_t)accel < CB_ACCEL_COUNT ? accel_names[accel] : NULL;
}

cb_op cb_op_find(const char *name)
{
	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
		if (strcmp(ops[op].name, name) == 0)
			return (cb_op)op;
	return CB_OP_NONE;
}

cb_variant cb_variant_find(const char *name)
{
	for (int variant = 0; variant < CB_VARIANT_COUNT; variant++)
		if (strcmp(variant_names[variant], name) == 0)
			return (cb_variant)variant;
	return CB_VARIANT_COUNT;
}

cb_accel cb_accel_find(const char *name)
{
	for (int accel = 0; accel < CB_ACCEL_COUNT; accel++)
		if (strcmp(accel_names[accel], name) == 0)
			return (cb_accel)accel;
	return CB_ACCEL_COUNT;
}

cb_op cb__op_prepared_by(cb_kind kind, cb_op op)
{
	for (size_t i = 0; i < COUNT(kind_ops); i++)
		if (kind_ops[i].kind == kind && kind_ops[i].op == op)
			return kind_ops[i].prepared_by;
	return CB_OP_NONE;
}

/* Signatures with a random number in them: ECDSA, RSA-PSS, and ML-DSA in its hedged form. */
static int has_random_signature(const cb_algorithm *algorithm)
{
	return cb__glob_match("ecdsa-*", algorithm->name) ||
	       cb__glob_match("rsa-*-pss", algorithm->name) ||
	       cb__glob_match("ml-dsa-*", algorithm->name);
}

int cb__op_is_deterministic(const cb_algorithm *algorithm, cb_op op)
{
	switch (op) {
	case CB_OP_KEYGEN:
	case CB_OP_ENCAPS:
	case CB_OP_GENERATE:
		return 0;
	case CB_OP_SIGN:
		return !has_random_signature(algorithm);
	default:
		return 1;
	}
}

int cb__op_is_comparable(const cb_algorithm *algorithm, cb_op op)
{
	cb_op maker = cb__op_prepared_by(algorithm->kind, op);
	return cb__op_is_deterministic(algorithm, op) &&
	       (maker == CB_OP_NONE || cb__op_is_deterministic(algorithm, maker));
}

/* One RSA key takes from 50 ms to seconds to make, by luck: no precision could be reached. */
int cb__op_is_opt_in(const cb_algorithm *algorithm, cb_op op)
{
	int is_rsa = strncmp(algorithm->name, "rsa-", 4) == 0;
	return !cb_op_is_usual(op) || (is_rsa && op == CB_OP_KEYGEN);
}

const char *cb__private_key(const char *algorithm)
{
	for (size_t i = 0; i < COUNT(keys); i++)
		if (strcmp(keys[i].algorithm, algorithm) == 0)
			return keys[i].private_key;
	return NULL;
}

const char *cb__public_key(const char *algorithm)
{
	for (size_t i = 0; i < COUNT(keys); i++)
		if (strcmp(keys[i].algorithm, algorithm) == 0)
			return keys[i].public_key;
	return NULL;
}

const char *cb__peer_key(const char *algorithm)
{
	for (size_t i = 0; i < COUNT(peers); i++)
		if (strcmp(peers[i].algorithm, algorithm) == 0)
			return peers[i].public_key;
	return NULL;
}

int cb__glob_match(const char *pattern, const char *text)
{
	const char *star = NULL;
	const char *resume = NULL;
	while (*text != '\0') {
		if (*pattern == '*') {
			star = pattern++;
			resume = text;
		} else if (*pattern == '?' || *pattern == *text) {
			pattern++;
			text++;
		} else if (star != NULL) {
			pattern = star + 1;
			text = ++resume;
		} else {
			return 0;
		}
	}
	while (*pattern == '*')
		pattern++;
	return *pattern == '\0';
}
