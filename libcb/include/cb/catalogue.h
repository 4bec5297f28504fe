/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What can be measured: kinds, operations, algorithms, acceleration modes. Constant data.
 */
#ifndef CB_CATALOGUE_H
#define CB_CATALOGUE_H

#include <stddef.h>
#include <stdint.h>

#include <cb/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Values are part of the backend ABI: append only. name, spelling, whether a run without --ops
 * measures it. */
#define CB_OP_MAP(X)                                                                               \
	X(DIGEST, "digest", 1)                                                                     \
	X(MAC, "mac", 1)                                                                           \
	X(ENCRYPT, "encrypt", 1)                                                                   \
	X(DECRYPT, "decrypt", 1)                                                                   \
	X(SEAL, "seal", 1)                                                                         \
	X(OPEN, "open", 1)                                                                         \
	X(REJECT, "reject", 0)                                                                     \
	X(KEYGEN, "keygen", 1)                                                                     \
	X(DERIVE, "derive", 1)                                                                     \
	X(SIGN, "sign", 1)                                                                         \
	X(VERIFY, "verify", 1)                                                                     \
	X(ENCAPS, "encaps", 1)                                                                     \
	X(DECAPS, "decaps", 1)                                                                     \
	X(GENERATE, "generate", 1)                                                                 \
	X(SETKEY, "setkey", 0)                                                                     \
	X(CALL, "call", 1)

/** What is done with an algorithm. */
typedef enum cb_op {
	CB_OP_NONE, /* so that a table entry left out means "none" */
#define CB_OP_ENUM(name, text, usual) CB_OP_##name,
	CB_OP_MAP(CB_OP_ENUM)
#undef CB_OP_ENUM
		CB_OP_COUNT /* not an operation */
} cb_op;

/* Append only. name, spelling */
#define CB_KIND_MAP(X)                                                                             \
	X(HASH, "hash")                                                                            \
	X(MAC, "mac")                                                                              \
	X(CIPHER, "cipher")                                                                        \
	X(AEAD, "aead")                                                                            \
	X(KEX, "kex")                                                                              \
	X(SIGN, "sign")                                                                            \
	X(KDF, "kdf")                                                                              \
	X(KEM, "kem")                                                                              \
	X(RNG, "rng")                                                                              \
	X(FUNCTION, "function")

/** Family of algorithms that share operations. */
typedef enum cb_kind {
	CB_KIND_NONE,
#define CB_KIND_ENUM(name, text) CB_KIND_##name,
	CB_KIND_MAP(CB_KIND_ENUM)
#undef CB_KIND_ENUM
		CB_KIND_COUNT /* not a kind */
} cb_kind;

/* Append only. name, spelling, meaning (METHODOLOGY.md says more) */
#define CB_VARIANT_MAP(X)                                                                          \
	X(MESSAGE, "message", "a whole message, the key kept")                                     \
	X(STREAM, "stream", "one more piece of an endless message")                                \
	X(REKEY, "rekey", "a whole message, the key set anew")                                     \
	X(FRESH, "fresh", "with a new context, group or key object")                               \
	X(FETCH, "fetch", "the algorithm looked up anew")                                          \
	X(INPLACE, "inplace", "output over input")                                                 \
	X(MISALIGN, "misalign", "buffers one byte off alignment")                                  \
	X(SHAREDKEY, "sharedkey", "threads share one key object")

/** What is included in one operation; CB_VARIANT_MESSAGE is the default. */
typedef enum cb_variant {
#define CB_VARIANT_ENUM(name, text, meaning) CB_VARIANT_##name,
	CB_VARIANT_MAP(CB_VARIANT_ENUM)
#undef CB_VARIANT_ENUM
		CB_VARIANT_COUNT /* not a variant */
} cb_variant;

/** Acceleration mode. */
typedef enum cb_accel {
	CB_ACCEL_ON,       /* as the library ships: it picks what it likes on this CPU */
	CB_ACCEL_NOCRYPTO, /* no AES, carry-less multiply or SHA instructions; vector units stay */
	CB_ACCEL_OFF,      /* the architecture's floor: no code chosen at run time */
	CB_ACCEL_COUNT     /* not a mode */
} cb_accel;

/** One algorithm. Lengths in bytes; a length that does not apply is 0. */
typedef struct cb_algorithm {
	const char *name; /* "aes-256-gcm" */
	cb_kind kind;
	uint32_t key_len;   /* symmetric key */
	uint32_t nonce_len; /* nonce or initialisation vector */
	uint32_t tag_len;   /* authentication tag */
	uint32_t out_len;   /* digest, MAC, derived key or secret; the longest signature */
	uint32_t block_len; /* messages are multiples of this; 1 for any length */
	int usual;          /* measured by a run that names no algorithm */
	uint32_t cost[3];   /* of a key derivation, see cb_io.cost; 0 where there is none */
} cb_algorithm;

/** Number of algorithms this library knows. */
CB_API size_t cb_algorithm_count(void);

/** Algorithm @p index in catalogue order; NULL past the end. */
CB_API const cb_algorithm *cb_algorithm_at(size_t index);

/** The algorithm called @p name, or NULL. */
CB_API const cb_algorithm *cb_algorithm_find(const char *name);

/** Whether algorithms of @p kind have @p op. */
CB_API int cb_kind_has_op(cb_kind kind, cb_op op);

/** Whether @p op of @p kind works on a message, so that size matters and its rate is bytes per
 *  second. */
CB_API int cb_op_has_message(cb_kind kind, cb_op op);

/** Whether a run that names no operations measures @p op. */
CB_API int cb_op_is_usual(cb_op op);

/** Spellings: "aead", "seal", "message", "nocrypto"; NULL for a value that is none. */
CB_API const char *cb_kind_name(cb_kind kind);
CB_API const char *cb_op_name(cb_op op);
CB_API const char *cb_variant_name(cb_variant variant);
CB_API const char *cb_accel_name(cb_accel accel);

/** The value spelled @p name, or NONE (for modes and variants: COUNT) if there is none. */
CB_API cb_op cb_op_find(const char *name);
CB_API cb_variant cb_variant_find(const char *name);
CB_API cb_accel cb_accel_find(const char *name);

#ifdef __cplusplus
}
#endif

#endif
