/* SPDX-License-Identifier: Apache-2.0 */
/* What every way to show advice says, as texts and grids. */
#ifndef CB_FORMAT_ADVISE_PAGE_H
#define CB_FORMAT_ADVISE_PAGE_H

#include <cb/advise.h>

#include "grid.h"

#define ADVISE_LINE_SIZE 512

/** Where a note belongs. */
typedef enum cb__advise_section {
	ADVISE_FLIPS, /* what another size, mode or key changes */
	ADVISE_FACTS, /* what else was found */
	ADVISE_DOUBTS /* how far the figures go */
} cb__advise_section;

cb__advise_section cb__advise_section_of(const cb_advice_note *note);

/** Columns of the ranking from here on are numbers. */
#define ADVISE_NAME_COLUMNS 2

/** The ranked candidates: library, choice, rate, interval, time against the first. */
void cb__advise_ranking(cb__grid *g, const cb_advice *advice, const cb_ranking *r);

/** What one unit takes with the first candidate, part by part; empty if that says nothing new. */
void cb__advise_parts(cb__grid *g, const cb_ranking *r);

/** "Candidates that are not ranked" of index @p index: name and reason. 0 past the end. */
int cb__advise_unranked(char text[ADVISE_LINE_SIZE], const cb_ranking *r, size_t index);

/** The command that would measure what is missing of that one; "" if there is none, or if the next
 *  one has the same. */
const char *cb__advise_measure(const cb_ranking *r, size_t index);

/** Where several commands would measure what is missing: the profile whose `cbench advise -p` is
 * one for all of it; else NULL. */
const char *cb__advise_measure_all(const cb_advice *advice, const cb_ranking *r);

/** In an overview: the answer for one profile; 0 if there is none. */
int cb__advise_answer(char text[ADVISE_LINE_SIZE], const cb_advice *advice, const cb_ranking *r);

/** Below it: the profiles without an answer on the machine with that index, and what would give
 *  one; 0 if all have one. */
int cb__advise_open(
	char text[ADVISE_LINE_SIZE], const cb_advice *const *advices, size_t count, size_t machine);

/** The main ranking @p index of an advice; NULL past the end. */
const cb_ranking *cb__advise_main(const cb_advice *advice, size_t index);

/** Below an overview: the first note on AES-GCM or ChaCha20-Poly1305 of the machine with that
 *  index; 0 if there is none. */
int cb__advise_cipher(
	char text[ADVISE_LINE_SIZE], const cb_advice *const *advices, size_t count, size_t machine);

/** "tls13-server: a TLS 1.3 server ..." */
void cb__advise_profile(char text[ADVISE_LINE_SIZE], const cb_advice *advice);

#endif
