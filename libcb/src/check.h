/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a backend's answers are right: nothing is timed that was not checked. */
#ifndef CB_CHECK_H
#define CB_CHECK_H

#include "cell.h"

/**
 * Runs every published answer, of libcb and of the backend, that applies to @p spec's operation, in
 * its variant; none applies to CB_VARIANT_STREAM.
 *
 * @param[out] ret_count how many applied: with 0 the cell is checked by nothing that was published
 * @return CB_OK, CB_EMISMATCH, or what the library reported; @p why says what
 */
cb_status cb__check_answers(unsigned *ret_count, const cb__cell_spec *spec, cb_text *why);

/**
 * Runs a started cell and checks what can be checked without a published answer: open and decrypt
 * give back the message, a signature is accepted, decaps gets the secret of encaps, a new key pair
 * works, random numbers change, a deterministic operation repeats itself.
 *
 * @param spec the one @p cell was made from
 */
cb_status cb__check_cell(cb__cell *cell, const cb__cell_spec *spec, cb_text *why);

#endif
