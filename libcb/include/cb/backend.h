/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * For authors of backends, and the only libcb header a backend includes.
 *
 * A backend is a loadable module: tables of rows and thin drivers over one crypto library. It
 * links that library and nothing of libcb. It is loaded by cb-worker only, one per process, so it
 * may keep process-wide library objects in static variables set by init().
 *
 * The core owns the timed loop, the clock, the buffers and the checks. A driver does exactly one
 * operation: it allocates nothing that it could have allocated in open(), prints nothing, checks
 * every return code, and uses the fastest documented idiom of its library for the semantics that
 * METHODOLOGY.md states for the operation.
 *
 * The module exports one symbol, cb_backend_v1 (see CB_BACKEND_DEFINE). In a static build of libcb
 * the same sources are linked into cb-worker instead, with CB_BACKEND_LINKED defined.
 */
#ifndef CB_BACKEND_H
#define CB_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#include <cb/catalogue.h>
#include <cb/export.h>
#include <cb/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The newest layout of cb_backend. Layouts only grow at their ends, so a module of an older one is
 * read as far as it goes, and one of a newer one is refused.
 *
 * | ABI | what it added                                                                  |
 * |-----|--------------------------------------------------------------------------------|
 * | 1   |                                                                                |
 * | 2   | cb_backend.answers, cb_backend.impl_sets, cb_accel_table.switch_to             |
 */
#define CB_BACKEND_ABI  2u

#define CB_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/** Bit of an acceleration mode in a mask. */
#define CB_ACCEL_BIT(mode) (1u << (mode))

/** Bit of a variant in a mask. */
#define CB_VARIANT_BIT(variant) (1u << (variant))

/**
 * The buffers of one operation, allocated, aligned and filled by the core before the clock starts.
 *
 * | operation         | reads                                  | writes                          |
 * |-------------------|----------------------------------------|---------------------------------|
 * | digest            | in                                     | out                             |
 * | mac               | key, in                                | out                             |
 * | encrypt, decrypt  | key, nonce, in                         | out (in_len bytes)              |
 * | seal              | key, nonce, aad, in                    | out (in_len bytes), tag         |
 * | open              | key, nonce, aad, in, tag               | out (in_len bytes)              |
 * | reject            | as open or verify, with a forged tag   | nothing that is looked at       |
 * | derive            | key (private), peer (public)           | out (shared secret)             |
 * | keygen            | nothing                                | see cb_driver.collect           |
 * | sign              | key (private), in (32 bytes)           | out (signature)                 |
 * | verify            | peer (public), in, tag (signature)     | nothing                         |
 * | encaps            | peer (public)                          | out (secret), tag (ciphertext)  |
 * | decaps            | key (private), tag (ciphertext)        | out (secret)                    |
 * | derive of a kdf   | key (password or input key), nonce     | out (out_len of the algorithm)  |
 * |                   | (salt), aad (info), cost               |                                 |
 * | generate          | nothing                                | out (in_len random bytes)       |
 * | setkey            | key                                    | nothing that is looked at       |
 *
 * Encodings: x25519 and ed25519 keys are the raw 32 bytes of RFC 7748 and RFC 8032 (private: the
 * seed); P-256 private keys are 32 bytes big-endian, public keys 65 bytes uncompressed; RSA
 * private keys are PKCS #1 RSAPrivateKey DER, public keys SubjectPublicKeyInfo DER. ECDSA
 * signatures are DER. For ECDSA and RSA (PKCS #1 v1.5, SHA-256) the 32 bytes of `in` are the
 * SHA-256 digest; for Ed25519, Ed448 and ML-DSA (empty context string) they are the message.
 * x448 and ed448 keys are raw as in RFC 7748 and RFC 8032; P-384 and P-521 as P-256; ffdhe private
 * keys are the exponent, public keys the number, both big-endian and as long as the prime; ML-KEM
 * and ML-DSA keys are the encodings of FIPS 203 and FIPS 204, private keys expanded. RSA-PSS uses
 * SHA-256 for hash and mask, and a salt of 32 bytes.
 */
typedef struct cb_io {
	const uint8_t *key;
	size_t key_len;
	const uint8_t *peer;
	size_t peer_len;
	const uint8_t *nonce;
	size_t nonce_len;
	const uint8_t *aad;
	size_t aad_len;
	const uint8_t *in;
	size_t in_len;
	uint8_t *out;
	size_t out_size; /* capacity */
	size_t out_len;  /* set by the driver on success */
	uint8_t *tag;
	size_t tag_len; /* length expected of seal, length given to open, verify and decaps; set by
			 * the driver for encaps */
	/** pbkdf2: iterations; scrypt: N, r, p; argon2id: passes, KiB of memory, lanes. */
	uint32_t cost[3];
} cb_io;

typedef struct cb_impl cb_impl;

/** What open() prepares: one operation of one algorithm in one variant. */
typedef struct cb_task {
	const cb_impl *impl;
	cb_op op;
	cb_variant variant;
	/** CB_VARIANT_SHAREDKEY: the opened state of the thread whose key object this one uses too;
	 *  NULL for the first. It outlives this one. */
	const void *owner;
} cb_task;

/** Whether the task's variant is one of @p variants, CB_VARIANT_BIT()s, or one that a driver does
 *  nothing special for. For CB_OP_SETKEY only the latter are. */
static inline int cb_task_knows_variant(const cb_task *task, unsigned variants)
{
	unsigned plain = CB_VARIANT_BIT(CB_VARIANT_MESSAGE) | CB_VARIANT_BIT(CB_VARIANT_INPLACE) |
			 CB_VARIANT_BIT(CB_VARIANT_MISALIGN);

	if (task->op != CB_OP_SETKEY)
		plain |= variants;
	return (plain & CB_VARIANT_BIT(task->variant)) != 0;
}

/** The task's variant, CB_VARIANT_MESSAGE standing for those that a driver does nothing special
 *  for, so that run() compares only once. */
static inline cb_variant cb_task_variant(const cb_task *task)
{
	if (task->variant == CB_VARIANT_INPLACE || task->variant == CB_VARIANT_MISALIGN)
		return CB_VARIANT_MESSAGE;
	return task->variant;
}

/**
 * Runs exactly one operation: the timed part. May be called any number of times.
 *
 * CB_OP_REJECT must return CB_OK if the library refused the forged tag or signature, and
 * CB_EMISMATCH if it took it.
 *
 * @return CB_OK, or CB_EBACKEND if the library reported an error
 */
typedef cb_status cb_run_fn(void *state, cb_io *io);

/** How one family of algorithms is driven in one library. */
typedef struct cb_driver {
	size_t state_size; /* the core allocates it, zeroed, aligned to 64 bytes */

	/** CB_VARIANT_BIT()s that open() knows, for each operation in run; `message` goes without
	 *  saying, `inplace` and `misalign` are the core's. */
	unsigned variants;

	/** Untimed: keys, contexts, fetched algorithms. @p io is the one run() will be given, with
	 *  the same pointers. CB_ENOTSUP if this library turns out not to have the algorithm. */
	cb_status (*open)(void *state, const cb_task *task, const cb_io *io);

	/** Releases what open() acquired; also called after a failed open(). May be NULL. */
	void (*close)(void *state);

	/** Untimed, for CB_OP_KEYGEN: writes the private key and then the public key of the last
	 *  run() to io->out. NULL if the driver generates no keys. */
	cb_run_fn *collect;

	/** The operations; NULL is how a driver says that it has not got one. Last, so that a
	 *  backend built when there were fewer operations stays readable (cb_backend.op_count). */
	cb_run_fn *run[CB_OP_COUNT];
} cb_driver;

/** One row: an algorithm, who drives it, and with which native handle. */
struct cb_impl {
	const char *algorithm; /* name in the catalogue */
	const cb_driver *driver;
	union {
		const char *name; /* a name to fetch */
		intptr_t id;      /* an enumeration value */
		const void *ptr;  /* a bundle of functions */
	} native;
	/** Whether the loaded library really has it; NULL means yes. Asked after init(), so the
	 *  answer may depend on the acceleration mode. */
	int (*available)(const cb_impl *impl);
	/** Why available() said no, as a reason for the user; NULL for a general one. */
	const char *unavailable_reason;
};

/**
 * One of several ways in which the backend does the same, each a subject of its own: `mine/avx2` is
 * the set "avx2" of backend `mine`, and `mine` alone is cb_backend.impls.
 */
typedef struct cb_impl_set {
	const char *name;  /* letters, digits and ._+- */
	const char *about; /* one line, or "" */
	/** Why this CPU cannot run it, as one line for the user; NULL if it can. May not rely on
	 *  init(). NULL instead of a function: every CPU can. */
	const char *(*unavailable)(void);
	const cb_impl *impls;
	size_t impl_count;
} cb_impl_set;

/**
 * A published answer of an algorithm, in hexadecimal; what does not apply is NULL. One of encrypt,
 * seal or sign is used for the inverse operations, too.
 *
 * A cell whose answer differs is a `mismatch`, and is not timed. This structure never grows.
 */
typedef struct cb_answer {
	const char *algorithm;
	cb_op op;
	const char *key, *peer, *nonce, *aad, *in, *out, *tag;
	uint32_t cost[3];   /* of a key derivation; 0 if it has none */
	const char *source; /* where it was published */
} cb_answer;

/** An environment variable that switches acceleration when the library is loaded. */
typedef struct cb_accel_variable {
	unsigned modes; /* CB_ACCEL_BIT()s it is set in */
	const char *name;
	const char *value; /* literal, or NULL: detected vector & keep, in hexadecimal */
	uint64_t keep;
} cb_accel_variable;

/** A detection function that is made to answer 0, after loading and before init(). */
typedef struct cb_accel_patch {
	unsigned modes; /* CB_ACCEL_BIT()s it is patched in */
	const char *symbol;
	int optional; /* not an error if this library has no such symbol */
} cb_accel_patch;

/** How the library's acceleration is switched and read back. */
typedef struct cb_accel_table {
	const cb_accel_variable *variables;
	size_t variable_count;
	const cb_accel_patch *patches;
	size_t patch_count;
	/** Variables that steer acceleration or loading, removed from the worker's environment in
	 *  every mode (then those of @c variables are set). NULL-terminated; may be NULL. */
	const char *const *scrub;
	/** Mode that does the same by mechanism, e.g. [CB_ACCEL_NOCRYPTO] = CB_ACCEL_OFF; a mode
	 *  that stands for itself points to itself. */
	cb_accel same_as[CB_ACCEL_COUNT];
	/** Writes the capability vector as the library itself reports it; the part after a '=' up
	 *  to a blank is the detected value. NULL if the library cannot tell. */
	cb_status (*read_back)(char *text, size_t size);
	/** Checks @p vector (from read_back) against @p mode: 1 if proven, 0 if not. NULL if there
	 *  is nothing beyond the patched functions to check. @p why gets one line either way. */
	int (*check)(cb_accel mode, const char *vector, char *why, size_t why_size);
	/** Why @p mode cannot be switched in this library on this architecture; NULL if it can. */
	const char *(*unswitchable)(cb_accel mode);

	/** ABI 2. Switches to @p mode by the backend's own means: a call of its library, a variable
	 *  inside it. Once, after patching and before init(), in every mode. CB_OK, or CB_ENOTSUP
	 *  with one line in @p why. Needs @c check, for nothing else proves what it did. May be
	 *  NULL. */
	cb_status (*switch_to)(cb_accel mode, char *why, size_t why_size);

	/** Where the functions of @c patches are, in their order, NULL for one that the library
	 *  lacks. Only read if the backend is linked into cb-worker, where names lead nowhere. */
	void (*const *linked)(void);
} cb_accel_table;

/**
 * Defines @c patches from a macro ROWS(ROW) of rows ROW(modes, symbol, optional), and the addresses
 * beside the names where both are needed. CB_ACCEL_PATCHED stands for the members of the table.
 */
#if defined(CB_BACKEND_LINKED)
#define CB_ACCEL_DECLARE(modes, symbol, optional) CB_WEAK(symbol)
#define CB_ACCEL_ADDRESS(modes, symbol, optional) cb_linked_##symbol,
#define CB_ACCEL_PATCHES(ROWS)                                                                     \
	ROWS(CB_ACCEL_DECLARE)                                                                     \
	static const cb_accel_patch patches[] = {ROWS(CB_ACCEL_PATCH)};                            \
	static void (*const linked[])(void) = {ROWS(CB_ACCEL_ADDRESS)};
#define CB_ACCEL_PATCHED .patches = patches, .patch_count = CB_COUNT(patches), .linked = linked
#else
#define CB_ACCEL_PATCHES(ROWS) static const cb_accel_patch patches[] = {ROWS(CB_ACCEL_PATCH)};
#define CB_ACCEL_PATCHED       .patches = patches, .patch_count = CB_COUNT(patches)
#endif
#define CB_ACCEL_PATCH(modes, symbol, optional) {modes, #symbol, optional},

/** Called by list_providers() once per loaded provider. */
typedef void cb_provider_fn(const char *name, const char *version, const char *file, void *payload);

typedef struct cb_backend {
	uint32_t abi;      /* CB_BACKEND_ABI of the headers it was built with */
	uint32_t op_count; /* CB_OP_COUNT as this backend knew it */
	/** Letters, digits and ._+-. What users call the backend is its module's file name without
	 *  ending, so that several builds can lie side by side; results tell this name where it is
	 *  another, and the builds of one name count as one library. */
	const char *name;

	/** Beginning of the file name of the library ("libcrypto"): exactly one mapped object may
	 *  match. NULL if there is no library. */
	const char *library;
	/** A symbol of that library, to find the object that is really used; NULL with library. */
	const char *library_symbol;

	/** Version of the library found at run time, never NULL. */
	const char *(*version)(void);
	/** What the library tells of its build (date, compiler flags), "" if nothing. May be NULL.
	 */
	const char *(*build_info)(void);
	/** Once per process, after the acceleration mode is set. May be NULL. */
	cb_status (*init)(void);
	/** Undoes init() so that leak checkers find nothing. May be NULL. */
	void (*finish)(void);

	const cb_accel_table *accel; /* NULL: no acceleration, all modes are the same */

	/** Variables the worker needs for a library at @p library_file (resolved), e.g. where its
	 *  provider modules are. Calls @p set for each. May be NULL. */
	void (*environment)(const char *library_file,
		void (*set)(const char *name, const char *value, void *payload), void *payload);
	/** Loaded plug-ins of the library. May be NULL. */
	void (*list_providers)(cb_provider_fn *report, void *payload);
	/** The library's own text for its last error; writes "" if there is none. May be NULL. */
	void (*last_error)(char *text, size_t size);

	const cb_impl *impls;
	size_t impl_count;
	/** Algorithms of this backend's own that the catalogue lacks. May be NULL. They are checked
	 *  by self-consistency, across backends, and against @c answers. */
	const cb_algorithm *algorithms;
	size_t algorithm_count;

	/** ABI 2. Published answers beside those that libcb knows. May be NULL. */
	const cb_answer *answers;
	size_t answer_count;
	/** ABI 2. Named sets of rows beside @c impls. May be NULL. */
	const cb_impl_set *impl_sets;
	size_t impl_set_count;
} cb_backend;

/** Defines the exported symbol: CB_BACKEND_DEFINE = { .abi = CB_BACKEND_ABI, ... }; */
#define CB_BACKEND_DEFINE                                                                          \
	CB_API extern const cb_backend cb_backend_v1;                                              \
	const cb_backend cb_backend_v1

#ifdef __cplusplus
}
#endif

#endif
