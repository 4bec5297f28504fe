/* SPDX-License-Identifier: Apache-2.0 */
/* The library's default generator, which on Linux asks the kernel each time: there is no context
 * to keep, so `fresh` is `message`. */
#include <sodium.h>

#include "drivers.h"

static cb_status random_open(void *state, const cb_task *task, const cb_io *io)
{
	(void)state;
	(void)io;
	return cb_task_knows_variant(task, FRESH) ? CB_OK : CB_ENOTSUP;
}

static cb_status random_generate(void *state, cb_io *io)
{
	(void)state;
	io->out_len = io->in_len;
	randombytes_buf(io->out, io->in_len);
	return CB_OK;
}

const cb_driver cb__libsodium_random = {
	.variants = FRESH,
	.open = random_open,
	.run = {[CB_OP_GENERATE] = random_generate},
};
