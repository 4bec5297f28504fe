/* SPDX-License-Identifier: Apache-2.0 */
/* How the parts of a proof are worded, the same in all formats. */
#ifndef CB_FORMAT_PROOF_TEXT_H
#define CB_FORMAT_PROOF_TEXT_H

#include "proof_set.h"
#include "style.h"

#define PROOF_TEXT_SIZE   512
#define PROOF_NUMBER_SIZE 32

/** Instructions inside: "4993", ">100000" if it was cut, "-" if it was not followed. */
void cb__proof_inside(char text[PROOF_NUMBER_SIZE], const cb_proof *proof);

/** Instructions outside, likewise. */
void cb__proof_outside(char text[PROOF_NUMBER_SIZE], const cb_proof *proof);

/** Instructions per byte: "3.69", "-" if not known. */
void cb__proof_per_byte(char text[PROOF_NUMBER_SIZE], const cb_proof *proof);

/** Instructions per message: "1214", "-" if not known. */
void cb__proof_per_message(char text[PROOF_NUMBER_SIZE], const cb_proof *proof);

/** Classes with their numbers, those of crypto first: "aes 910, clmul 267, avx 2146"; without the
 *  scalar ones unless there are no others. */
void cb__proof_classes_text(char text[PROOF_TEXT_SIZE], const cb_proof *proof);

/** What is said of a cell in the last column, and how: the classes, whose counts they are, or the
 *  outcome. */
cb__style cb__proof_saying(
	char text[PROOF_TEXT_SIZE], const cb__proof_set *set, const cb_proof *proof);

/** The operation, and the variant if it is not as usual: "seal stream". */
void cb__proof_operation(char text[PROOF_TEXT_SIZE], const cb_proof *proof);

/** Whether @p outcome is one of those that say something went wrong. */
int cb__proof_is_trouble(cb_outcome outcome);

/** Adds to a text that may be cut; returns its new length. */
size_t cb__proof_append(char *text, size_t text_size, size_t used, const char *format, ...)
	CB_PRINTF(4, 5);

#endif
