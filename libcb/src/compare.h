/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A comparison in the making: compare.c finds counterparts, compare_pair.c looks at two of them,
 * compare_order.c sorts them, compare_words.c makes sentences, compare_notes.c says what else
 * differs, compare_imports.c what is peculiar to imports, compare_json.c writes, compare_read.c
 * reads.
 */
#ifndef CB_COMPARE_INTERNAL_H
#define CB_COMPARE_INTERNAL_H

#include <cb/compare.h>

#include <jansson.h>

#include "cited.h"
#include "text.h"

#define CB__COMPARISONS_SCHEMA "libcb.comparison/1"

typedef struct cb__compare_row {
	cb_compared view;
	const char *group; /* the id without its size */
	size_t place;      /* of the subject, of the group, of the row itself: what sorts them */
	size_t group_place;
	size_t row_place;
} cb__compare_row;

struct cb_comparison {
	const cb_results *base;
	const cb_results *head;
	const char *base_name;
	const char *head_name;
	cb__compare_row *rows;
	size_t count;
	cb_conclusion *conclusions;
	size_t conclusion_count;
	cb_compare_note *notes;
	size_t note_count;
	int without_backend; /* it is what differs, so ids do not have it */
	int without_accel;
	int without_implementation;
	char **strings; /* all texts of the above */
	size_t string_count;
	int failed; /* out of memory: what is kept from then on is "" */
};

/** What was read, whose views borrow from its document. */
struct cb_comparisons {
	json_t *document;
	cb__cited cited;
	cb_comparison *items;
	const cb_comparison **list; /* the same, as formats take them */
	size_t count;
};

/** Frees what @p c holds, but not itself. */
void cb__compare_done(cb_comparison *c);

/** The content of @p text, which is emptied, as long as @p c lives; "" if out of memory. */
const char *cb__compare_keep(cb_comparison *c, cb_text *text);

/** What a cell is called where its subject is left out: "openssl/aes-256-gcm/seal/16384/on"; the
 *  variant and how many worked at once only if @p extras. As cb__compare_keep(). */
const char *cb__compare_id(cb_comparison *c, const cb_cell *cell, int with_size, int extras);

/** Sorts the rows and says what is to be said of them. CB_OK or CB_ENOMEM. */
cb_status cb__compare_conclude(cb_comparison *c);

/** What the interval of the quotient of two estimates is made of: an estimate and its interval,
 *  NaN if it has none. */
typedef struct cb__compare_time {
	double ns;
	double low;
	double high;
} cb__compare_time;

/** The quotient @p base over @p head: on the log scale, distances to the bounds added in
 *  quadrature. NaN for bounds that one of them does not have. */
void cb__compare_quotient(double *ret_ratio, double *ret_low, double *ret_high,
	const cb__compare_time *base, const cb__compare_time *head);

/** FASTER, SLOWER or SAME; see METHODOLOGY.md. */
cb_change cb__compare_change(double speed, double low, double high);

/** Which time of these cells is compared: @p asked, or if that is NULL the best. */
const char *cb__compare_clock(const cb_cell *base, const cb_cell *head, const char *asked);

/** Fills figures, change and reason of a row from its two cells, of which one may be NULL. The time
 *  is set; @p asked is what was asked for, NULL for nothing. */
void cb__compare_pair(cb_comparison *c, cb_compared *row, const char *asked);

/** Puts into @p text, which is empty, the sentence on @p count rows of one operation, by ascending
 * size. Pure. */
void cb__compare_say(cb_text *text, const cb__compare_row *rows, size_t count,
	const char *base_name, const char *head_name);

/** Adds a note; takes @p text. CB_OK or CB_ENOMEM. */
cb_status cb__compare_note_add(
	cb_comparison *c, const char *id, cb_text *text, const char *base, const char *head);

/** Adds what is to be said of imported sides, and what rates say. CB_OK or CB_ENOMEM. */
cb_status cb__compare_note_imports(cb_comparison *c);

/** Adds all notes. CB_OK or CB_ENOMEM. */
cb_status cb__compare_note_all(cb_comparison *c);

#endif
