/* SPDX-License-Identifier: Apache-2.0 */
/* What the loops over OpenSSL keep, and how they get their keys. */
#ifndef CB_IDIOMS_OPENSSL_KEPT_H
#define CB_IDIOMS_OPENSSL_KEPT_H

#define OPENSSL_SUPPRESS_DEPRECATED /* some loops show what the older functions take */

#include <openssl/cmac.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>
#include <openssl/sha.h>

#include "idioms.h"

/** Names of an algorithm. */
struct native {
	const char *fetch;
	const char
		*parameter; /* of a MAC: what it is made of, and with which parameter that is set */
	const char *value;
	size_t size;                    /* of a MAC, where the default is another one; else 0 */
	const EVP_MD *(*md)(void);      /* a function that stands for the algorithm */
	const EVP_CIPHER *(*cbc)(void); /* the same for the cipher below CMAC */
	int padding;                    /* of RSA; else 0 */
};

struct kept {
	EVP_MD *md;
	EVP_MD_CTX *md_ctx;
	EVP_MD_CTX *md_started;
	EVP_MAC *mac;
	EVP_MAC_CTX *mac_ctx;
	EVP_CIPHER *cipher;
	EVP_CIPHER_CTX *cipher_ctx;
	EVP_PKEY *own;
	EVP_PKEY *peer;
	EVP_PKEY_CTX *pkey_ctx;
	HMAC_CTX *hmac;
	CMAC_CTX *cmac;
	const struct native *native;
	SHA256_CTX sha256;
	OSSL_PARAM params[2];
	unsigned int padding;
	const uint8_t *iv;
	uint8_t iv_bytes[EVP_MAX_IV_LENGTH];
};

struct scratch {
	int written;
	int rest;
	unsigned int digest_len;
	size_t len;
	EVP_MAC_CTX *mac_ctx;
	EVP_PKEY_CTX *pkey_ctx;
	EVP_MD_CTX *md_ctx;
};

extern const idioms_idiom idioms_openssl_derive[3];
extern const idioms_idiom idioms_openssl_sign_message[3];
extern const idioms_idiom idioms_openssl_verify_message[3];
extern const idioms_idiom idioms_openssl_sign_digest[3];
extern const idioms_idiom idioms_openssl_verify_digest[3];

#endif
