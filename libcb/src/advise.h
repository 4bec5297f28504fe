/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Advice in the making: advise.c finds machines and libraries, advise_cells.c their cells,
 * advise_time.c what an operation takes, advise_relate.c how two compare, advise_rank.c candidates
 * and their order, advise_sizes.c who is the fastest at which size, advise_words.c sentences,
 * advise_notes.c what else is said, advise_findings.c what acceleration does, advise_json.c writes,
 * advise_read.c reads.
 */
#ifndef CB_SRC_ADVISE_H
#define CB_SRC_ADVISE_H

#include <cb/advise.h>

#include <jansson.h>

#include "cited.h"
#include "profile.h"
#include "text.h"

#define CB__ADVICES_SCHEMA "libcb.advice/1"

/** One library in one mode on one machine, whichever documents have it. */
typedef struct cb__advice_library {
	const cb_subject *subject; /* of the first document that has it */
	size_t machine;
	const char *title;
} cb__advice_library;

/** A document, and where it is from: what was imported may be of several machines. */
typedef struct cb__advice_document {
	const cb_results *results;
	size_t *machines; /* of each subject; one at least */
} cb__advice_document;

typedef struct cb__advice_machine {
	const char *title;
	const char *key;    /* equal for subjects of one machine */
	const char *manner; /* the tool whose rules the figures follow; "" for libcb's own */
} cb__advice_machine;

/** What an operation takes, and by what cell. */
typedef struct cb__advice_time {
	double ns; /* NaN if not known */
	double low;
	double high;
	cb_basis basis;
	const cb_cell *cell; /* NULL unless of exactly this size */
} cb__advice_time;

/** One kind of operation of a piece of work. */
typedef struct cb__advice_term {
	double count;
	cb__advice_time time;
} cb__advice_term;

/** A time over another's. */
typedef struct cb__advice_relation {
	double times;
	double low; /* NaN, as the other bound, if there is no interval */
	double high;
	int is_paired; /* from rounds in which both were measured in turn */
} cb__advice_relation;

/** The cells of one operation of one library, by ascending size: of each size the last document's.
 */
typedef struct cb__advice_points {
	const cb_cell **cells;
	size_t count;
} cb__advice_points;

/** A cell that advice may use: one thread, one process, whole messages. */
typedef struct cb__advice_cell {
	const cb_cell *cell;
	size_t library;
	size_t place; /* among all, as the documents have them */
} cb__advice_cell;

/** A ranking and its lists, which it shows as constant. */
typedef struct cb__advice_rank {
	cb_ranking view;
	size_t machine;
	cb_candidate *candidates;
	size_t *libraries;      /* of each candidate */
	size_t *choices;        /* likewise */
	cb_advised_part *parts; /* of all candidates */
	size_t part_count;
	cb_size_range *sizes;
	cb_size_range *ciphers;
	int sizes_unsure; /* the order may change with size, but not by times with intervals */
	int ciphers_unsure;
	cb_advice_note *notes;
} cb__advice_rank;

struct cb_advice {
	const cb_profile *profile;
	int across; /* one ranking for all machines */
	cb__advice_document *documents;
	size_t document_count;
	cb__advice_machine *machines;
	size_t machine_count;
	cb__advice_library *libraries;
	size_t library_count;
	cb__advice_cell *cells; /* by library, algorithm, operation, size and place */
	size_t cell_count;
	cb__advice_rank *ranks;
	size_t rank_count;
	const cb_cell **scratch; /* room for all cells */
	char **strings;
	size_t string_count;
	int failed; /* out of memory: what is kept from then on is "" */
};

/** What was read, whose views borrow from its document. */
struct cb_advices {
	json_t *document;
	cb__cited cited;
	cb_advice *items;
	cb_profile *profiles;   /* of each */
	const cb_advice **list; /* the same as items, as formats take them */
	size_t count;
	void **blocks; /* all lists of the above */
	size_t block_count;
};

/** The content of @p text, which is emptied, as long as @p a lives; "" if out of memory. */
const char *cb__advice_keep(cb_advice *a, cb_text *text);

/** Likewise of what a format says. */
const char *cb__advice_say(cb_advice *a, const char *format, ...) CB_PRINTF(2, 3);

/** Whether two subjects are one library, mode apart. */
int cb__advice_is_same_library(const cb_subject *a, const cb_subject *b);

/** The machine of a subject of the document. */
size_t cb__advice_machine_of(const cb__advice_document *document, const cb_subject *subject);

/** Whether anything in the document is of that machine. */
int cb__advice_is_on(const cb__advice_document *document, size_t machine);

/** Whether a library is one of a ranking's. */
int cb__advice_is_of_rank(const cb_advice *a, size_t library, size_t machine, cb_accel accel);

/** Which library a subject of that machine is; the number of libraries if it is none. */
size_t cb__advice_library_of(const cb_advice *a, const cb_subject *subject, size_t machine);

/** Makes the cells of all libraries findable, and the scratch. CB_OK or CB_ENOMEM. */
cb_status cb__advice_index(cb_advice *a);

/** The cells of @p library that did @p op of @p algorithm alone, on whole messages. They stand in
 *  the scratch of @p a until the next call. */
cb__advice_points cb__advice_points_of(
	cb_advice *a, size_t library, const char *algorithm, const char *op);

/** What the operation takes with @p size bytes. Pure. */
cb__advice_time cb__advice_time_at(const cb__advice_points *points, uint64_t size);

/** Median and interval of one measured cell: CPU time where it is known, else wall time. */
cb__advice_time cb__advice_time_of(const cb_cell *cell);

/** Whether any part of what is ranked is of a size that was not measured. Pure. */
int cb__advice_is_estimated(const cb_candidate *c);

/** Makes the candidates of a rank, in order. CB_OK or CB_ENOMEM. */
cb_status cb__advice_weigh(cb_advice *a, cb__advice_rank *rank);

/** Whether a time @p times as long, with this interval (NaN for none), is no difference that
 *  counts. Pure. */
int cb__advice_is_either(double times, double low);

/** Whether it is one. Pure. */
int cb__advice_is_behind(const cb__advice_relation *r);

/** The time of the work done by @p mine over that of the same work done by @p first: from paired
 *  rounds if all terms have them, else the quotient of the sums. */
cb__advice_relation cb__advice_relate(const cb_advice *a, const cb__advice_term *mine,
	const cb__advice_term *first, size_t count);

/** The two ciphers that advice tells apart whatever the length of their key. */
typedef enum cb__advice_cipher {
	CB__ADVICE_AES_GCM,
	CB__ADVICE_CHACHA,
	CB__ADVICE_NO_CIPHER
} cb__advice_cipher;

/** Which of them a choice is. */
cb__advice_cipher cb__advice_cipher_of(const char *choice);

/** Makes the lists of sizes of a rank that has its candidates. CB_OK or CB_ENOMEM. */
cb_status cb__advice_sizes(cb_advice *a, cb__advice_rank *rank);

/** "1.24", "2.6", "15": a ratio. */
void cb__advice_times(cb_text *text, double times);

/** Adds all notes of a rank, once all ranks have their headlines. */
void cb__advice_notes(cb_advice *a, cb__advice_rank *rank);

/** Headline, reasons and notes of all ranks. CB_OK or CB_ENOMEM. */
cb_status cb__advice_words(cb_advice *a);

/** Adds a note, whose text is kept. */
void cb__advice_note(cb_advice *a, cb__advice_rank *rank, const char *id, cb_text *text);

/** Adds what measurements say of the processor's instructions. */
void cb__advice_findings(cb_advice *a, cb__advice_rank *rank);

/** "9.21", "92.1", "921", "9210": three digits, no exponent. */
void cb__advice_digits(cb_text *text, double value);

/** "9.2 GB/s (9.1 to 9.3)" or "5120 connections per second"; "about " before what is estimated. */
void cb__advice_rate(cb_text *text, const cb_profile *profile, const cb_candidate *candidate);

/** The command that measures what these candidates lack, or have estimated; "" if that is nothing.
 */
const char *cb__advice_command(cb_advice *a, const cb_candidate *candidates, size_t count);

/** "1420" or "64,1420": the sizes of these candidates that were estimated. Nothing if there are
 *  none. */
void cb__advice_unmeasured_sizes(cb_text *text, const cb_candidate *candidates, size_t count);

/** "16 KiB", "1420 B" */
void cb__advice_bytes(cb_text *text, double size);

#endif
