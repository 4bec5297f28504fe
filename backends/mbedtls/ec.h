/* SPDX-License-Identifier: Apache-2.0 */
/* What key exchange and signatures share: a curve, a key pair on it, and key generation. */
#ifndef CB_MBEDTLS_EC_H
#define CB_MBEDTLS_EC_H

#include <mbedtls/ecp.h>

#include "drivers.h"

/** A key on its curve: what threads can share. */
struct ec_key {
	mbedtls_ecp_group group;
	mbedtls_mpi scalar;      /* private key */
	mbedtls_ecp_point point; /* own or the other side's public key */
};

/** First member of the states that use the functions below. */
struct ec {
	struct ec_key own;
	struct ec_key *key; /* own or that of another thread */
	mbedtls_ecp_group_id curve;
	cb_variant variant;
	struct rng rng;
};

/**
 * Loads a curve and whatever @p io has of `key` and `peer`. Safe to close after a failure.
 *
 * @return 0 or an error code of mbedTLS
 */
int cb__mbedtls_ec_key_open(struct ec_key *key, mbedtls_ecp_group_id curve, const cb_io *io);

void cb__mbedtls_ec_key_close(struct ec_key *key);

/** Begins a state, with a key of its own or the one of task->owner. As above. */
cb_status cb__mbedtls_ec_open(struct ec *ec, const cb_task *task, const cb_io *io);

void cb__mbedtls_ec_close(struct ec *ec);

/** available() of the rows whose native.id is a curve. */
int cb__mbedtls_has_curve(const cb_impl *impl);

/** Whether numbers on the curve of @p key are written little-endian (RFC 7748). */
int cb__mbedtls_ec_is_montgomery(const struct ec_key *key);

cb_run_fn cb__mbedtls_ec_keygen;
cb_run_fn cb__mbedtls_ec_collect;

#endif
