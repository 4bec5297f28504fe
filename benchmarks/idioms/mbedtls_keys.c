/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over mbedTLS with key pairs. */
#include "mbedtls_kept.h"

#include <stdlib.h>
#include <string.h>

#include <mbedtls/asn1.h>
#include <mbedtls/asn1write.h>

#define RANDOM mbedtls_ctr_drbg_random, &kept->keys->drbg

static int create(struct kept *kept)
{
	struct keys *keys = calloc(1, sizeof(*keys));

	if (keys == NULL)
		return 0;
	kept->keys = keys;
	mbedtls_entropy_init(&keys->entropy);
	mbedtls_ctr_drbg_init(&keys->drbg);
	mbedtls_ecp_group_init(&keys->group);
	mbedtls_mpi_init(&keys->scalar);
	mbedtls_ecp_point_init(&keys->point);
	mbedtls_mpi_init(&keys->r);
	mbedtls_mpi_init(&keys->s);
	mbedtls_pk_init(&keys->pk);
	return mbedtls_ctr_drbg_seed(&keys->drbg, mbedtls_entropy_func, &keys->entropy, NULL, 0) ==
	       0;
}

void idioms_mbedtls_free_keys(struct keys *keys)
{
	if (keys == NULL)
		return;
	mbedtls_pk_free(&keys->pk);
	mbedtls_mpi_free(&keys->s);
	mbedtls_mpi_free(&keys->r);
	mbedtls_ecp_point_free(&keys->point);
	mbedtls_mpi_free(&keys->scalar);
	mbedtls_ecp_group_free(&keys->group);
	mbedtls_ctr_drbg_free(&keys->drbg);
	mbedtls_entropy_free(&keys->entropy);
	free(keys);
}

/* Key exchange. */

/* RFC 7748, section 5. */
static int read_x25519(mbedtls_mpi *scalar, const cb_io *io)
{
	uint8_t bytes[32];

	memcpy(bytes, io->key, sizeof(bytes));
	bytes[0] &= 248;
	bytes[31] = (uint8_t)((bytes[31] & 127) | 64);
	return mbedtls_mpi_read_binary_le(scalar, bytes, sizeof(bytes));
}

static int read_keys(struct keys *keys, mbedtls_ecp_group_id curve, const cb_io *io)
{
	if (mbedtls_ecp_group_load(&keys->group, curve) != 0)
		return 0;
	if ((curve == MBEDTLS_ECP_DP_CURVE25519
			    ? read_x25519(&keys->scalar, io)
			    : mbedtls_mpi_read_binary(&keys->scalar, io->key, io->key_len)) != 0)
		return 0;
	return mbedtls_ecp_point_read_binary(&keys->group, &keys->point, io->peer, io->peer_len) ==
	       0;
}

static int derive_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;
	const struct native *native = family->native;

	return create(kept) && read_keys(kept->keys, native->curve, io);
}

#define WRITE_SECRET                                                                               \
	(kept->keys->group.id == MBEDTLS_ECP_DP_CURVE25519                                         \
			? mbedtls_mpi_write_binary_le(&kept->keys->r, io->out, 32)                 \
			: mbedtls_mpi_write_binary(&kept->keys->r, io->out, 32)) == 0

IDIOM_LOOP(derive_ecdh, mbedtls_ecdh_compute_shared(&kept->keys->group, &kept->keys->r,
				&kept->keys->point, &kept->keys->scalar, RANDOM) == 0 &&
				WRITE_SECRET)
IDIOM_LOOP(derive_again, mbedtls_ecp_point_read_binary(&kept->keys->group, &kept->keys->point,
				 io->peer, io->peer_len) == 0 &&
				 mbedtls_ecdh_compute_shared(&kept->keys->group, &kept->keys->r,
					 &kept->keys->point, &kept->keys->scalar, RANDOM) == 0 &&
				 WRITE_SECRET)

const idioms_idiom idioms_mbedtls_derive[2] = {
	{"mbedtls_ecdh_compute_shared()", derive_open, derive_ecdh, NULL},
	{"the same, peer decoded", derive_open, derive_again, NULL},
};

/* ECDSA: group and numbers for the loops that use them, and a key for the layers above. */

static int ecdsa_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;
	const struct native *native = family->native;

	if (!create(kept) || !read_keys(kept->keys, native->curve, io) ||
		mbedtls_pk_setup(&kept->keys->pk, mbedtls_pk_info_from_type(MBEDTLS_PK_ECKEY)) != 0)
		return 0;
	kept->keys->ecdsa = mbedtls_pk_ec(kept->keys->pk);
#if MBEDTLS_VERSION_NUMBER < 0x03000000
	mbedtls_ecp_keypair *pair = kept->keys->ecdsa;

	return mbedtls_ecp_group_load(&pair->grp, native->curve) == 0 &&
	       mbedtls_mpi_copy(&pair->d, &kept->keys->scalar) == 0 &&
	       mbedtls_ecp_copy(&pair->Q, &kept->keys->point) == 0;
#else
	return mbedtls_ecp_read_key(native->curve, kept->keys->ecdsa, io->key, io->key_len) == 0 &&
	       mbedtls_ecp_set_public_key(native->curve, kept->keys->ecdsa, &kept->keys->point) ==
		       0;
#endif
}

static int write_signature(struct keys *keys, struct scratch *scratch, uint8_t *out)
{
	size_t len = 0;
	unsigned char *start = scratch->der;

	scratch->at = scratch->der + sizeof(scratch->der);
	scratch->code = mbedtls_asn1_write_mpi(&scratch->at, start, &keys->s);
	len += (size_t)scratch->code;
	scratch->code = mbedtls_asn1_write_mpi(&scratch->at, start, &keys->r);
	len += (size_t)scratch->code;
	len += (size_t)mbedtls_asn1_write_len(&scratch->at, start, len);
	len += (size_t)mbedtls_asn1_write_tag(
		&scratch->at, start, MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE);
	memcpy(out, scratch->at, len);
	return 1;
}

static int read_signature(struct keys *keys, struct scratch *scratch, const cb_io *io)
{
	const unsigned char *end = io->tag + io->tag_len;

	scratch->at = io->tag;
	return mbedtls_asn1_get_tag(&scratch->at, end, &scratch->len,
		       MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE) == 0 &&
	       mbedtls_asn1_get_mpi(&scratch->at, end, &keys->r) == 0 &&
	       mbedtls_asn1_get_mpi(&scratch->at, end, &keys->s) == 0;
}

#if MBEDTLS_VERSION_NUMBER < 0x03000000
#define OUT_SIZE
#else
#define OUT_SIZE io->out_size,
#endif

IDIOM_LOOP(
	ecdsa_sign_numbers, mbedtls_ecdsa_sign(&kept->keys->group, &kept->keys->r, &kept->keys->s,
				    &kept->keys->scalar, io->in, io->in_len, RANDOM) == 0 &&
				    write_signature(kept->keys, &scratch, io->out))
IDIOM_LOOP(ecdsa_sign_der, mbedtls_ecdsa_write_signature(kept->keys->ecdsa, MBEDTLS_MD_SHA256,
				   io->in, io->in_len, io->out, OUT_SIZE &scratch.len, RANDOM) == 0)
IDIOM_LOOP(ecdsa_sign_pk, mbedtls_pk_sign(&kept->keys->pk, MBEDTLS_MD_SHA256, io->in, io->in_len,
				  io->out, OUT_SIZE &scratch.len, RANDOM) == 0)
IDIOM_LOOP(ecdsa_verify_numbers,
	read_signature(kept->keys, &scratch, io) &&
		mbedtls_ecdsa_verify(&kept->keys->group, io->in, io->in_len, &kept->keys->point,
			&kept->keys->r, &kept->keys->s) == 0)
IDIOM_LOOP(ecdsa_verify_der, mbedtls_ecdsa_read_signature(kept->keys->ecdsa, io->in, io->in_len,
				     io->tag, io->tag_len) == 0)
IDIOM_LOOP(ecdsa_verify_pk, mbedtls_pk_verify(&kept->keys->pk, MBEDTLS_MD_SHA256, io->in,
				    io->in_len, io->tag, io->tag_len) == 0)

#if defined(MBEDTLS_ECDSA_DETERMINISTIC)
#define ASIDE "nonce not random"
#else
#define ASIDE NULL
#endif

const idioms_idiom idioms_mbedtls_ecdsa_sign[3] = {
	{"mbedtls_ecdsa_sign() and DER", ecdsa_open, ecdsa_sign_numbers, NULL},
	{"mbedtls_ecdsa_write_signature()", ecdsa_open, ecdsa_sign_der, ASIDE},
	{"mbedtls_pk_sign()", ecdsa_open, ecdsa_sign_pk, ASIDE},
};

const idioms_idiom idioms_mbedtls_ecdsa_verify[3] = {
	{"DER and mbedtls_ecdsa_verify()", ecdsa_open, ecdsa_verify_numbers, NULL},
	{"mbedtls_ecdsa_read_signature()", ecdsa_open, ecdsa_verify_der, NULL},
	{"mbedtls_pk_verify()", ecdsa_open, ecdsa_verify_pk, NULL},
};

/* RSA. */

static int parse_private(struct keys *keys, const cb_io *io)
{
#if MBEDTLS_VERSION_NUMBER < 0x03000000
	return mbedtls_pk_parse_key(&keys->pk, io->key, io->key_len, NULL, 0);
#else
	return mbedtls_pk_parse_key(
		&keys->pk, io->key, io->key_len, NULL, 0, mbedtls_ctr_drbg_random, &keys->drbg);
#endif
}

static int rsa_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	if (!create(kept))
		return 0;
	if ((family->op == CB_OP_SIGN ? parse_private(kept->keys, io)
				      : mbedtls_pk_parse_public_key(
						&kept->keys->pk, io->peer, io->peer_len)) != 0)
		return 0;
	kept->keys->rsa = mbedtls_pk_rsa(kept->keys->pk);
	return 1;
}

#if MBEDTLS_VERSION_NUMBER < 0x03000000
#define SIGN_MODE   MBEDTLS_RSA_PRIVATE,
#define VERIFY_MODE NULL, NULL, MBEDTLS_RSA_PUBLIC,
#else
#define SIGN_MODE
#define VERIFY_MODE
#endif

IDIOM_LOOP(
	rsa_sign_rsa, mbedtls_rsa_pkcs1_sign(kept->keys->rsa, RANDOM, SIGN_MODE MBEDTLS_MD_SHA256,
			      (unsigned)io->in_len, io->in, io->out) == 0)
IDIOM_LOOP(rsa_sign_pk, mbedtls_pk_sign(&kept->keys->pk, MBEDTLS_MD_SHA256, io->in, io->in_len,
				io->out, OUT_SIZE &scratch.len, RANDOM) == 0)
IDIOM_LOOP(rsa_verify_rsa, mbedtls_rsa_pkcs1_verify(kept->keys->rsa, VERIFY_MODE MBEDTLS_MD_SHA256,
				   (unsigned)io->in_len, io->in, io->tag) == 0)
IDIOM_LOOP(rsa_verify_pk, mbedtls_pk_verify(&kept->keys->pk, MBEDTLS_MD_SHA256, io->in, io->in_len,
				  io->tag, io->tag_len) == 0)

const idioms_idiom idioms_mbedtls_rsa_sign[2] = {
	{"mbedtls_rsa_pkcs1_sign()", rsa_open, rsa_sign_rsa, NULL},
	{"mbedtls_pk_sign()", rsa_open, rsa_sign_pk, NULL},
};

const idioms_idiom idioms_mbedtls_rsa_verify[2] = {
	{"mbedtls_rsa_pkcs1_verify()", rsa_open, rsa_verify_rsa, NULL},
	{"mbedtls_pk_verify()", rsa_open, rsa_verify_pk, NULL},
};
