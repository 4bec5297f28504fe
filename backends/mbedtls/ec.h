/* SPDX-License-Identifier: Apache-2.0 */
/* What key exchange and signatures share: a curve, a key pair on it, and key generation. */
#ifndef CB_MBEDTLS_EC_H
#define CB_MBEDTLS_EC_H

#include <mbedtls/ecp.h>

#include "drivers.h"

/** First member of the states that use the functions below as run() or collect(). */
struct ec_key {
	mbedtls_ecp_group group;
	mbedtls_mpi scalar;      /* private key */
	mbedtls_ecp_point point; /* own or the other side's public key */
};

/**
 * Loads the curve and whatever @p io has of `key` and `peer`. Safe to close after a failure.
 *
 * @return 0 or an error code of mbedTLS
 */
int cb__mbedtls_ec_open(struct ec_key *key, mbedtls_ecp_group_id curve, const cb_io *io);

void cb__mbedtls_ec_close(struct ec_key *key);

/** Whether numbers on the curve of @p key are written little-endian (RFC 7748). */
int cb__mbedtls_ec_is_montgomery(const struct ec_key *key);

cb_run_fn cb__mbedtls_ec_keygen;
cb_run_fn cb__mbedtls_ec_collect;

#endif
