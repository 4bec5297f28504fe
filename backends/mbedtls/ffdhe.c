/* SPDX-License-Identifier: Apache-2.0 */
/* Finite-field Diffie-Hellman by mbedtls_mpi_exp_mod(), which mbedtls_dhm is a wrapper of: in 3.x a
 * caller cannot give mbedtls_dhm a private key. Left out of its work is blinding, which protects an
 * exponent that is used twice. */
#include <string.h>

#include <mbedtls/bignum.h>
#include <mbedtls/dhm.h>

#include "drivers.h"

#define GENERATOR 2

static const uint8_t prime2048[] = MBEDTLS_DHM_RFC7919_FFDHE2048_P_BIN;
static const uint8_t prime3072[] = MBEDTLS_DHM_RFC7919_FFDHE3072_P_BIN;

/* The library leaves the length of a private key to its caller: it is the one that RFC 7919 has
 * in A.1 and A.2 for short exponents. */
const struct ffdhe_group cb__mbedtls_ffdhe2048 = {prime2048, sizeof(prime2048), 225};
const struct ffdhe_group cb__mbedtls_ffdhe3072 = {prime3072, sizeof(prime3072), 275};

struct dh_key {
	mbedtls_mpi prime;
	mbedtls_mpi helper; /* of the multiplication, made by the first use of the prime */
	mbedtls_mpi exponent;
	mbedtls_mpi number; /* own or the other side's public key */
};

struct ffdhe {
	const struct ffdhe_group *group;
	cb_variant variant;
	struct dh_key own;
	struct dh_key *key; /* own or that of another thread */
	mbedtls_mpi limit;  /* new private keys are below */
	mbedtls_mpi generator;
	mbedtls_mpi secret;
	struct rng rng;
};

static int check_range(const struct dh_key *key)
{
	mbedtls_mpi top;
	int code;

	mbedtls_mpi_init(&top);
	code = mbedtls_mpi_sub_int(&top, &key->prime, 2);
	if (code == 0 && (mbedtls_mpi_cmp_int(&key->number, 2) < 0 ||
				 mbedtls_mpi_cmp_mpi(&key->number, &top) > 0))
		code = MBEDTLS_ERR_DHM_BAD_INPUT_DATA;
	mbedtls_mpi_free(&top);
	return code;
}

/* The time of the multiplication depends on the length that a number was read with. */
static int read_exponent(mbedtls_mpi *exponent, const uint8_t *bytes, size_t len)
{
	while (len > 1 && *bytes == 0) {
		bytes++;
		len--;
	}
	return mbedtls_mpi_read_binary(exponent, bytes, len);
}

static int open_key(struct dh_key *key, const struct ffdhe_group *group, const cb_io *io)
{
	int code;

	mbedtls_mpi_init(&key->prime);
	mbedtls_mpi_init(&key->helper);
	mbedtls_mpi_init(&key->exponent);
	mbedtls_mpi_init(&key->number);
	code = mbedtls_mpi_read_binary(&key->prime, group->prime, group->prime_len);
	if (code == 0 && io->key_len != 0)
		code = read_exponent(&key->exponent, io->key, io->key_len);
	if (code == 0 && io->peer_len != 0)
		code = mbedtls_mpi_read_binary(&key->number, io->peer, io->peer_len);
	if (code == 0 && io->peer_len != 0)
		code = check_range(key);
	return code;
}

static void close_key(struct dh_key *key)
{
	mbedtls_mpi_free(&key->number);
	mbedtls_mpi_free(&key->exponent);
	mbedtls_mpi_free(&key->helper);
	mbedtls_mpi_free(&key->prime);
}

static int derive(struct ffdhe *ffdhe, struct dh_key *key)
{
	return mbedtls_mpi_exp_mod(
		&ffdhe->secret, &key->number, &key->exponent, &key->prime, &key->helper);
}

/* Numbers of the state's own; of a key to derive with also the helper, which threads that share it
 * must only read. */
static int prepare(struct ffdhe *ffdhe, const cb_task *task)
{
	int code = cb__mbedtls_rng_open(&ffdhe->rng);

	mbedtls_mpi_init(&ffdhe->limit);
	mbedtls_mpi_init(&ffdhe->generator);
	mbedtls_mpi_init(&ffdhe->secret);
	if (code == 0)
		code = mbedtls_mpi_lset(&ffdhe->generator, GENERATOR);
	if (code == 0)
		code = mbedtls_mpi_set_bit(&ffdhe->limit, ffdhe->group->exponent_bits, 1);
	if (code == 0 && task->op == CB_OP_DERIVE)
		code = derive(ffdhe, ffdhe->key);
	return code;
}

static cb_status ffdhe_open(void *state, const cb_task *task, const cb_io *io)
{
	struct ffdhe *ffdhe = state;
	const struct ffdhe *owner = task->owner;
	int code = 0;

	if (!cb_task_knows_variant(task, task->op == CB_OP_KEYGEN ? FRESH : FRESH | SHAREDKEY))
		return CB_ENOTSUP;
	ffdhe->group = task->impl->native.ptr;
	ffdhe->variant = cb_task_variant(task);
	ffdhe->key = owner == NULL ? &ffdhe->own : owner->key;
	if (owner == NULL)
		code = open_key(&ffdhe->own, ffdhe->group, io);
	return cb__mbedtls_check(code == 0 ? prepare(ffdhe, task) : code);
}

static void ffdhe_close(void *state)
{
	struct ffdhe *ffdhe = state;

	mbedtls_mpi_free(&ffdhe->secret);
	mbedtls_mpi_free(&ffdhe->generator);
	mbedtls_mpi_free(&ffdhe->limit);
	close_key(&ffdhe->own);
	cb__mbedtls_rng_close(&ffdhe->rng);
}

static int derive_fresh(struct ffdhe *ffdhe, const cb_io *io)
{
	struct dh_key key;
	int code = open_key(&key, ffdhe->group, io);

	if (code == 0)
		code = derive(ffdhe, &key);
	close_key(&key);
	return code;
}

static cb_status ffdhe_derive(void *state, cb_io *io)
{
	struct ffdhe *ffdhe = state;
	int code = ffdhe->variant == CB_VARIANT_FRESH ? derive_fresh(ffdhe, io)
						      : derive(ffdhe, ffdhe->key);

	if (code == 0)
		code = mbedtls_mpi_write_binary(&ffdhe->secret, io->out, ffdhe->group->prime_len);
	io->out_len = ffdhe->group->prime_len;
	return cb__mbedtls_check(code);
}

/* The key stays after the operation, for collect(): what `fresh` frees is the one before it. */
static cb_status ffdhe_keygen(void *state, cb_io *io)
{
	struct ffdhe *ffdhe = state;
	struct dh_key *key = &ffdhe->own;
	int code = 0;

	if (ffdhe->variant == CB_VARIANT_FRESH) {
		close_key(key);
		code = open_key(key, ffdhe->group, io);
	}
	if (code == 0)
		code = mbedtls_mpi_random(&key->exponent, 2, &ffdhe->limit, mbedtls_ctr_drbg_random,
			&ffdhe->rng.drbg);
	if (code == 0)
		code = mbedtls_mpi_exp_mod(
			&key->number, &ffdhe->generator, &key->exponent, &key->prime, &key->helper);
	return cb__mbedtls_check(code);
}

static cb_status ffdhe_collect(void *state, cb_io *io)
{
	const struct ffdhe *ffdhe = state;
	size_t len = ffdhe->group->prime_len;
	int code;

	if (io->out_size < 2 * len)
		return CB_EINVAL;
	code = mbedtls_mpi_write_binary(&ffdhe->own.exponent, io->out, len);
	if (code == 0)
		code = mbedtls_mpi_write_binary(&ffdhe->own.number, io->out + len, len);
	io->out_len = 2 * len;
	return cb__mbedtls_check(code);
}

const cb_driver cb__mbedtls_ffdhe = {
	.state_size = sizeof(struct ffdhe),
	.variants = FRESH | SHAREDKEY,
	.open = ffdhe_open,
	.close = ffdhe_close,
	.run = {[CB_OP_KEYGEN] = ffdhe_keygen, [CB_OP_DERIVE] = ffdhe_derive},
	.collect = ffdhe_collect,
};
