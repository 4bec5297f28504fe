/* SPDX-License-Identifier: Apache-2.0 */
/* One operation of one algorithm, opened in this process with its buffers. */
#ifndef CB_CELL_H
#define CB_CELL_H

#include <stddef.h>
#include <stdint.h>

#include <cb/backend.h>

#include "measure.h"
#include "module.h"
#include "text.h"

typedef struct cb__cell_spec {
	const cb__module *module;
	const cb_impl *impl;
	const cb_algorithm *algorithm;
	cb_op op;
	cb_variant variant;
	size_t size;           /* bytes of the message; ignored where there is none */
	uint64_t seed;         /* of keys, nonces and messages */
	double slowed_percent; /* time added to each batch on purpose; 0 in real life */
} cb__cell_spec;

/** An input that can be given instead of made from the seed. */
typedef enum cb__input {
	CB__INPUT_KEY,
	CB__INPUT_PEER,
	CB__INPUT_NONCE,
	CB__INPUT_AAD,
	CB__INPUT_IN,
	CB__INPUT_TAG,
	CB__INPUT_COUNT
} cb__input;

typedef struct cb__cell cb__cell;

/** Allocates the buffers and fills them from the seed and the test keys. */
cb_status cb__cell_new(cb__cell **out, const cb__cell_spec *spec);

/** Replaces an input; before cb__cell_start(). CB_EINVAL if @p bytes do not fit. */
cb_status cb__cell_set(cb__cell *cell, cb__input field, const uint8_t *bytes, size_t len);

/** The same from hexadecimal digits; NULL leaves the input as it is. */
cb_status cb__cell_set_hex(cb__cell *cell, cb__input field, const char *hex);

/** Replaces the cost of a key derivation; before cb__cell_start(). */
void cb__cell_set_cost(cb__cell *cell, const uint32_t cost[3]);

/** CB_VARIANT_SHAREDKEY: uses the key object of @p owner, which is started and outlives @p cell. */
void cb__cell_share(cb__cell *cell, const cb__cell *owner);

/**
 * Makes the input that another operation must make (unless it was set) and opens the driver.
 *
 * @return CB_OK, CB_ENOTSUP, CB_ENOMEM, CB_EBACKEND; @p why says what
 */
cb_status cb__cell_start(cb__cell *cell, cb_text *why);

/** Runs one operation and, for a key pair, collects it. */
cb_status cb__cell_once(cb__cell *cell, cb_text *why);

void cb__cell_free(cb__cell *cell);

/** The buffers. Borrowed. */
const cb_io *cb__cell_io(const cb__cell *cell);

/** What cb__measure_sample() is given. Valid while the cell is. */
cb__work cb__cell_work(cb__cell *cell);

/** 64-bit fingerprint (FNV-1a) of input, output and tag, to see whether two libraries agree. */
uint64_t cb__cell_fingerprint(const cb__cell *cell);

/** Splits the output of a key generation into its two keys. CB_EINVAL if it does not parse. */
cb_status cb__cell_split_keys(const cb_algorithm *algorithm, const uint8_t *pair, size_t pair_len,
	size_t *ret_private_len);

#endif
