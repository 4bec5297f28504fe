/* SPDX-License-Identifier: Apache-2.0 */
/* A backend as somebody else would write one: its crypto library is itself. It has one algorithm of
 * the catalogue, so its answers are checked, and one that libcb has never heard of. */
#include <string.h>

#include <cb/backend.h>

typedef struct rc4_state {
	uint8_t box[256];
} rc4_state;

static void swap(uint8_t *a, uint8_t *b)
{
	uint8_t kept = *a;

	*a = *b;
	*b = kept;
}

static void set_key(rc4_state *rc4, const uint8_t *key, size_t key_len)
{
	uint8_t j = 0;

	for (size_t i = 0; i < sizeof(rc4->box); i++)
		rc4->box[i] = (uint8_t)i;
	for (size_t i = 0; i < sizeof(rc4->box); i++) {
		j = (uint8_t)(j + rc4->box[i] + key[i % key_len]);
		swap(&rc4->box[i], &rc4->box[j]);
	}
}

static cb_status run_rc4(void *state, cb_io *io)
{
	rc4_state *rc4 = (rc4_state *)state;
	uint8_t i = 0;
	uint8_t j = 0;

	set_key(rc4, io->key, io->key_len);
	for (size_t n = 0; n < io->in_len; n++) {
		i = (uint8_t)(i + 1);
		j = (uint8_t)(j + rc4->box[i]);
		swap(&rc4->box[i], &rc4->box[j]);
		io->out[n] = io->in[n] ^ rc4->box[(uint8_t)(rc4->box[i] + rc4->box[j])];
	}
	io->out_len = io->in_len;
	return CB_OK;
}

/* FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ */
static cb_status run_fnv1a(void *state, cb_io *io)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	(void)state;
	for (size_t n = 0; n < io->in_len; n++)
		hash = (hash ^ io->in[n]) * UINT64_C(0x100000001b3);
	memcpy(io->out, &hash, sizeof(hash));
	io->out_len = sizeof(hash);
	return CB_OK;
}

static cb_status open_nothing(void *state, const cb_task *task, const cb_io *io)
{
	(void)state, (void)task, (void)io;
	return CB_OK;
}

static const cb_driver rc4_driver = {
	.state_size = sizeof(rc4_state),
	.open = open_nothing,
	.run = {[CB_OP_ENCRYPT] = run_rc4, [CB_OP_DECRYPT] = run_rc4},
};

static const cb_driver fnv1a_driver = {
	.open = open_nothing,
	.run = {[CB_OP_DIGEST] = run_fnv1a},
};

static const cb_algorithm algorithms[] = {
	{.name = "fnv1a-64", .kind = CB_KIND_HASH, .out_len = 8, .block_len = 1, .usual = 1},
};

static const cb_impl impls[] = {
	{.algorithm = "rc4", .driver = &rc4_driver},
	{.algorithm = "fnv1a-64", .driver = &fnv1a_driver},
};

static const char *version(void)
{
	return "1.0";
}

CB_BACKEND_DEFINE = {
	.abi = CB_BACKEND_ABI,
	.op_count = CB_OP_COUNT,
	.name = "demo",
	.version = version,
	.impls = impls,
	.impl_count = CB_COUNT(impls),
	.algorithms = algorithms,
	.algorithm_count = CB_COUNT(algorithms),
};
