/* SPDX-License-Identifier: Apache-2.0 */
#include "aead.h"

int cb__mbedtls_has_aead(const cb_impl *impl)
{
	const struct aead_functions *functions = impl->native.ptr;

	return functions->exists();
}

static int is_supported(
	const struct aead_functions *functions, const cb_task *task, const cb_io *io)
{
	if (!functions->exists() || !functions->can(io) ||
		!cb_task_knows_variant(task, STREAM | REKEY | FRESH))
		return 0;
	if (task->variant != CB_VARIANT_STREAM)
		return 1;
	return task->op == CB_OP_SEAL && functions->stream_max != NULL &&
	       functions->stream_max(io) != 0;
}

static int start(struct aead *aead, const cb_io *io)
{
	aead->left = aead->functions->stream_max(io);
	return aead->functions->start(aead, io);
}

static cb_status aead_open(void *state, const cb_task *task, const cb_io *io)
{
	struct aead *aead = state;
	const struct aead_functions *functions = task->impl->native.ptr;
	int code;

	if (!is_supported(functions, task, io))
		return CB_ENOTSUP;
	aead->functions = functions;
	aead->variant = cb_task_variant(task);
	functions->init(aead);
	code = functions->set_key(aead, io);
	if (code == 0 && task->variant == CB_VARIANT_STREAM)
		code = start(aead, io);
	if (task->variant == CB_VARIANT_FRESH)
		functions->free(aead);
	return cb__mbedtls_check(code);
}

static void aead_close(void *state)
{
	struct aead *aead = state;

	if (aead->functions != NULL)
		aead->functions->free(aead);
}

typedef int aead_fn(struct aead *aead, const cb_io *io);

static int rekey(struct aead *aead, const cb_io *io, aead_fn *message)
{
	int code = aead->functions->set_key(aead, io);

	return code == 0 ? message(aead, io) : code;
}

/* In this variant no operation leaves anything behind, and neither does open(). */
static int fresh(struct aead *aead, const cb_io *io, aead_fn *message)
{
	int code;

	aead->functions->init(aead);
	code = rekey(aead, io, message);
	aead->functions->free(aead);
	return code;
}

/* The endless message is several, each as long as the algorithm allows. */
static int continue_message(struct aead *aead, const cb_io *io)
{
	int code = aead->left < io->in_len ? start(aead, io) : 0;

	aead->left -= io->in_len;
	return code == 0 ? aead->functions->piece(aead, io) : code;
}

static int crypt(struct aead *aead, cb_io *io, aead_fn *message)
{
	io->out_len = io->in_len;
	switch (aead->variant) {
	case CB_VARIANT_STREAM:
		return continue_message(aead, io);
	case CB_VARIANT_REKEY:
		return rekey(aead, io, message);
	case CB_VARIANT_FRESH:
		return fresh(aead, io, message);
	default:
		return message(aead, io);
	}
}

static cb_status aead_seal(void *state, cb_io *io)
{
	struct aead *aead = state;

	return cb__mbedtls_check(crypt(aead, io, aead->functions->seal));
}

static cb_status aead_unseal(void *state, cb_io *io)
{
	struct aead *aead = state;

	return cb__mbedtls_check(crypt(aead, io, aead->functions->open));
}

static cb_status aead_reject(void *state, cb_io *io)
{
	struct aead *aead = state;

	return cb__mbedtls_check_refusal(
		crypt(aead, io, aead->functions->open), aead->functions->refusal);
}

static cb_status aead_setkey(void *state, cb_io *io)
{
	struct aead *aead = state;

	return cb__mbedtls_check(aead->functions->set_key(aead, io));
}

const cb_driver cb__mbedtls_aead = {
	.state_size = sizeof(struct aead),
	.variants = STREAM | REKEY | FRESH,
	.open = aead_open,
	.close = aead_close,
	.run = {[CB_OP_SEAL] = aead_seal,
		[CB_OP_OPEN] = aead_unseal,
		[CB_OP_REJECT] = aead_reject,
		[CB_OP_SETKEY] = aead_setkey},
};
