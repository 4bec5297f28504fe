/* SPDX-License-Identifier: Apache-2.0 */
/* Stream ciphers. The library can begin at a block of the key stream but not go on inside one, so
 * there is no `stream`. */
#include <sodium.h>

#include "drivers.h"

const struct cipher_functions cb__libsodium_chacha20_ietf = {
	.key_len = crypto_stream_chacha20_ietf_KEYBYTES,
	.nonce_len = crypto_stream_chacha20_ietf_NONCEBYTES,
	.crypt = crypto_stream_chacha20_ietf_xor,
};

const struct cipher_functions cb__libsodium_xchacha20 = {
	.key_len = crypto_stream_xchacha20_KEYBYTES,
	.nonce_len = crypto_stream_xchacha20_NONCEBYTES,
	.crypt = crypto_stream_xchacha20_xor,
};

const struct cipher_functions cb__libsodium_salsa20 = {
	.key_len = crypto_stream_salsa20_KEYBYTES,
	.nonce_len = crypto_stream_salsa20_NONCEBYTES,
	.crypt = crypto_stream_salsa20_xor,
};

struct cipher {
	const struct cipher_functions *functions;
};

static cb_status cipher_open(void *state, const cb_task *task, const cb_io *io)
{
	const struct cipher_functions *functions = task->impl->native.ptr;

	((struct cipher *)state)->functions = functions;
	return io->key_len == functions->key_len && io->nonce_len == functions->nonce_len &&
			       cb_task_knows_variant(task, REKEY | FRESH)
		       ? CB_OK
		       : CB_ENOTSUP;
}

static cb_status cipher_crypt(void *state, cb_io *io)
{
	const struct cipher_functions *functions = ((struct cipher *)state)->functions;

	io->out_len = io->in_len;
	return check(functions->crypt(io->out, io->in, io->in_len, io->nonce, io->key));
}

const cb_driver cb__libsodium_cipher = {
	.state_size = sizeof(struct cipher),
	.variants = REKEY | FRESH,
	.open = cipher_open,
	.run = {[CB_OP_ENCRYPT] = cipher_crypt, [CB_OP_DECRYPT] = cipher_crypt},
};
