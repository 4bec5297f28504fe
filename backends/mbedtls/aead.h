/* SPDX-License-Identifier: Apache-2.0 */
/* What the AEAD driver and its algorithms share. */
#ifndef CB_MBEDTLS_AEAD_H
#define CB_MBEDTLS_AEAD_H

#include <mbedtls/ccm.h>
#include <mbedtls/chachapoly.h>
#include <mbedtls/gcm.h>

#include "drivers.h"

struct aead_functions;

struct aead {
	const struct aead_functions *functions;
	cb_variant variant;
	uint64_t left; /* of a message that is continued, in bytes */
	union {
		mbedtls_ccm_context ccm;
		mbedtls_chachapoly_context chachapoly;
		mbedtls_gcm_context gcm;
	} context;
};

/** One algorithm. Functions return 0 or an error code of mbedTLS. */
struct aead_functions {
	int refusal; /* error code for a forged tag */
	int (*exists)(void);
	/** Whether the lengths are such as the library takes. */
	int (*can)(const cb_io *io);
	void (*init)(struct aead *aead);
	void (*free)(struct aead *aead);
	int (*set_key)(struct aead *aead, const cb_io *io);
	int (*seal)(struct aead *aead, const cb_io *io);
	int (*open)(struct aead *aead, const cb_io *io);
	/** Longest message; 0 if one cannot be continued in pieces as long as this. */
	uint64_t (*stream_max)(const cb_io *io);
	/** Takes nonce and additional data of a message to seal. */
	int (*start)(struct aead *aead, const cb_io *io);
	int (*piece)(struct aead *aead, const cb_io *io);
};

extern const struct aead_functions cb__mbedtls_gcm;
extern const struct aead_functions cb__mbedtls_ccm;
extern const struct aead_functions cb__mbedtls_chachapoly;

/** available() of the rows of these algorithms. */
int cb__mbedtls_has_aead(const cb_impl *impl);

#endif
