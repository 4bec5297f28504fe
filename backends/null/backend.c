/* SPDX-License-Identifier: Apache-2.0 */
/* Does nothing, so that what is measured is the harness: one indirect call per operation and the
 * loop around it. Its algorithms are its own, for there is no answer that it could get right. */
#include <cb/backend.h>

#define DIGEST_LEN 32

static const cb_algorithm algorithms[] = {
	{.name = "null-hash",
		.kind = CB_KIND_HASH,
		.out_len = DIGEST_LEN,
		.block_len = 1,
		.usual = 1},
};

static cb_status null_open(void *state, const cb_task *task, const cb_io *io)
{
	(void)state;
	(void)task;
	(void)io;
	return CB_OK;
}

/* The digest is what the core left in `out`. */
static cb_status null_digest(void *state, cb_io *io)
{
	(void)state;
	io->out_len = DIGEST_LEN;
	return CB_OK;
}

static const cb_driver null_hash = {
	.state_size = 1,
	.open = null_open,
	.run = {[CB_OP_DIGEST] = null_digest},
};

static const cb_impl impls[] = {
	{"null-hash", &null_hash, {.name = NULL}, NULL, NULL},
};

static const char *version(void)
{
	return "1";
}

CB_BACKEND_DEFINE = {
	.abi = CB_BACKEND_ABI,
	.op_count = CB_OP_COUNT,
	.name = "null",
	.version = version,
	.impls = impls,
	.impl_count = CB_COUNT(impls),
	.algorithms = algorithms,
	.algorithm_count = CB_COUNT(algorithms),
};
