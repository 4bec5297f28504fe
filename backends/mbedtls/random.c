/* SPDX-License-Identifier: Apache-2.0 */
/* CTR_DRBG, seeded from the entropy of the library's default sources. */
#include "drivers.h"

int cb__mbedtls_rng_open(struct rng *rng)
{
	mbedtls_entropy_init(&rng->entropy);
	mbedtls_ctr_drbg_init(&rng->drbg);
	return mbedtls_ctr_drbg_seed(&rng->drbg, mbedtls_entropy_func, &rng->entropy, NULL, 0);
}

void cb__mbedtls_rng_close(struct rng *rng)
{
	mbedtls_ctr_drbg_free(&rng->drbg);
	mbedtls_entropy_free(&rng->entropy);
}

struct generator {
	cb_variant variant;
	struct rng rng;
};

static cb_status random_open(void *state, const cb_task *task, const cb_io *io)
{
	struct generator *generator = state;

	(void)io;
	if (!cb_task_knows_variant(task, FRESH))
		return CB_ENOTSUP;
	generator->variant = cb_task_variant(task);
	return cb__mbedtls_check(cb__mbedtls_rng_open(&generator->rng));
}

static void random_close(void *state)
{
	struct generator *generator = state;

	cb__mbedtls_rng_close(&generator->rng);
}

/* One call gives MBEDTLS_CTR_DRBG_MAX_REQUEST bytes at most. */
static int fill(struct rng *rng, uint8_t *out, size_t out_len)
{
	int code = 0;

	while (out_len > 0 && code == 0) {
		size_t len = out_len < MBEDTLS_CTR_DRBG_MAX_REQUEST ? out_len
								    : MBEDTLS_CTR_DRBG_MAX_REQUEST;

		code = mbedtls_ctr_drbg_random(&rng->drbg, out, len);
		out += len;
		out_len -= len;
	}
	return code;
}

static int fill_fresh(uint8_t *out, size_t out_len)
{
	struct rng rng;
	int code = cb__mbedtls_rng_open(&rng);

	if (code == 0)
		code = fill(&rng, out, out_len);
	cb__mbedtls_rng_close(&rng);
	return code;
}

static cb_status random_generate(void *state, cb_io *io)
{
	struct generator *generator = state;

	io->out_len = io->in_len;
	if (generator->variant == CB_VARIANT_FRESH)
		return cb__mbedtls_check(fill_fresh(io->out, io->in_len));
	return cb__mbedtls_check(fill(&generator->rng, io->out, io->in_len));
}

const cb_driver cb__mbedtls_random = {
	.state_size = sizeof(struct generator),
	.variants = FRESH,
	.open = random_open,
	.close = random_close,
	.run = {[CB_OP_GENERATE] = random_generate},
};
