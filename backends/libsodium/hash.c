/* SPDX-License-Identifier: Apache-2.0 */
#include "drivers.h"
#include "newer.h"

#define STATE_MAX 512

/* The library's one-shot functions are init, update and final on a state of their own. */
#define HASH_FUNCTIONS(name, type, len, size)                                                      \
	static int name##_start(void *state)                                                       \
	{                                                                                          \
		return type##_init(state);                                                         \
	}                                                                                          \
                                                                                                   \
	static int name##_update(void *state, const unsigned char *in, unsigned long long in_len)  \
	{                                                                                          \
		return type##_update(state, in, in_len);                                           \
	}                                                                                          \
                                                                                                   \
	const struct hash_functions cb__libsodium_##name = {                                       \
		.digest_len = (len),                                                               \
		.state_size = (size),                                                              \
		.digest = type,                                                                    \
		.start = name##_start,                                                             \
		.update = name##_update,                                                           \
	}

HASH_FUNCTIONS(sha256, crypto_hash_sha256, 32, sizeof(crypto_hash_sha256_state));
HASH_FUNCTIONS(sha512, crypto_hash_sha512, 64, sizeof(crypto_hash_sha512_state));
HASH_FUNCTIONS(sha3_256, crypto_hash_sha3256, 32, 0);

#define BLAKE2B_LEN 64

static int blake2b(unsigned char *out, const unsigned char *in, unsigned long long in_len)
{
	return crypto_generichash_blake2b(out, BLAKE2B_LEN, in, in_len, NULL, 0);
}

static int blake2b_start(void *state)
{
	return crypto_generichash_blake2b_init(state, NULL, 0, BLAKE2B_LEN);
}

static int blake2b_update(void *state, const unsigned char *in, unsigned long long in_len)
{
	return crypto_generichash_blake2b_update(state, in, in_len);
}

const struct hash_functions cb__libsodium_blake2b = {
	.digest_len = BLAKE2B_LEN,
	.state_size = sizeof(crypto_generichash_blake2b_state),
	.digest = blake2b,
	.start = blake2b_start,
	.update = blake2b_update,
};

struct hash {
	uint8_t state[STATE_MAX]; /* first, for its alignment */
	const struct hash_functions *functions;
	cb_variant variant;
};

/* How long the state of a hash is that the headers may not know. */
static size_t state_size(const struct hash_functions *functions)
{
	if (functions->state_size == 0 && crypto_hash_sha3256_statebytes != NULL)
		return crypto_hash_sha3256_statebytes();
	return functions->state_size;
}

int cb__libsodium_has_hash(const cb_impl *impl)
{
	const struct hash_functions *functions = impl->native.ptr;
	size_t size = state_size(functions);

	return functions->digest != NULL && size != 0 && size <= STATE_MAX;
}

static cb_status hash_open(void *state, const cb_task *task, const cb_io *io)
{
	struct hash *hash = state;

	(void)io;
	if (!cb__libsodium_has_hash(task->impl) || !cb_task_knows_variant(task, STREAM | FRESH))
		return CB_ENOTSUP;
	hash->functions = task->impl->native.ptr;
	hash->variant = cb_task_variant(task);
	return check(hash->functions->start(hash->state));
}

static cb_status hash_digest(void *state, cb_io *io)
{
	struct hash *hash = state;

	if (hash->variant == CB_VARIANT_STREAM)
		return check(hash->functions->update(hash->state, io->in, io->in_len));
	io->out_len = hash->functions->digest_len;
	return check(hash->functions->digest(io->out, io->in, io->in_len));
}

const cb_driver cb__libsodium_hash = {
	.state_size = sizeof(struct hash),
	.variants = STREAM | FRESH,
	.open = hash_open,
	.run = {[CB_OP_DIGEST] = hash_digest},
};
