/* SPDX-License-Identifier: Apache-2.0 */
#include <sodium.h>

#include "drivers.h"

/* The library's one-shot functions are init, update and final on a state of their own. */
const struct hash_functions cb__libsodium_sha256 = {
	.digest_len = crypto_hash_sha256_BYTES,
	.digest = crypto_hash_sha256,
};

const struct hash_functions cb__libsodium_sha512 = {
	.digest_len = crypto_hash_sha512_BYTES,
	.digest = crypto_hash_sha512,
};

struct hash {
	const struct hash_functions *functions;
};

static cb_status hash_open(void *state, const cb_task *task, const cb_io *io)
{
	struct hash *hash = state;

	(void)io;
	hash->functions = task->impl->native.ptr;
	return CB_OK;
}

static cb_status hash_digest(void *state, cb_io *io)
{
	const struct hash_functions *functions = ((struct hash *)state)->functions;

	io->out_len = functions->digest_len;
	return check(functions->digest(io->out, io->in, io->in_len));
}

const cb_driver cb__libsodium_hash = {
	.state_size = sizeof(struct hash),
	.open = hash_open,
	.run = {[CB_OP_DIGEST] = hash_digest},
};
