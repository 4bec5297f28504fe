/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the catalogue that only libcb itself needs. */
#ifndef CB_SRC_CATALOGUE_H
#define CB_SRC_CATALOGUE_H

#include <cb/catalogue.h>

/** Bytes of the message of an operation without a size: what a signature signs. */
#define CB_SIGNED_LEN 32u

/** Bytes of additional data of every AEAD operation: a TLS 1.2 record header. */
#define CB_AAD_LEN 13u

/** Largest message that may be asked for. */
#define CB_SIZE_MAX (64u * 1024u * 1024u)

/** Longest key, encoded: an ML-DSA-87 private key has 4896 bytes. */
#define CB_KEY_MAX 8192u

/** Longest output that does not depend on the message: signature, key pair. */
#define CB_OUT_MAX (2u * CB_KEY_MAX)

/** The operation whose output is the input of @p op (seal for open), or CB_OP_NONE. */
cb_op cb__op_prepared_by(cb_kind kind, cb_op op);

/** Whether the output of @p op is the same whenever its input is. */
int cb__op_is_deterministic(const cb_algorithm *algorithm, cb_op op);

/** Whether every library gives the same output for @p op on the inputs of a measured cell. */
int cb__op_is_comparable(const cb_algorithm *algorithm, cb_op op);

/** Whether @p op of @p algorithm is measured only when it is asked for by name. */
int cb__op_is_opt_in(const cb_algorithm *algorithm, cb_op op);

/** The embedded test key: hexadecimal private and public key; NULL if there is none. */
const char *cb__private_key(const char *algorithm);
const char *cb__public_key(const char *algorithm);

/** The other side's public key for a key exchange; NULL if there is none. */
const char *cb__peer_key(const char *algorithm);

/** Whether @p text matches the glob @p pattern, in which '*' stands for any characters and '?'
 *  for one. */
int cb__glob_match(const char *pattern, const char *text);

#endif
