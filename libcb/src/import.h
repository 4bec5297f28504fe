/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * An import in the making: import_decode.c makes lines of bytes, import_lines.c knows what a line
 * is, import_head.c reads what is said of a run, import_tables.c, import_machine.c and
 * import_progress.c read figures, import_figure.c one figure, import_row.c parts names from
 * figures, import_names.c tells algorithms; import_close.c completes what a text leaves open,
 * import_doubts.c judges figures, import_subjects.c tells subjects apart, import_cells.c joins
 * repetitions, import_document.c writes.
 */
#ifndef CB_IMPORT_INTERNAL_H
#define CB_IMPORT_INTERNAL_H

#include <stdint.h>

#include <jansson.h>

#include <cb/import.h>

#include "text.h"

enum {
	CB__IMPORT_WORDS = 64,     /* of a line; no table has so many columns */
	CB__IMPORT_COLUMNS = 16,   /* of a table */
	CB__IMPORT_LINE = 16384,   /* bytes of a line; what is longer is cut, and no row */
	CB__IMPORT_RECORDS = 20000 /* figures of an import, and likewise lines of progress */
};

/* import_figure.c */

/** One printed figure. */
typedef struct cb__import_figure {
	double value;       /* with its thousand; infinite or NaN if printed so */
	double error;       /* half a unit of the last digit */
	int has_thousand;   /* the letter k follows */
	int has_seconds;    /* the letter s follows */
	int decimals;       /* digits after the point */
	int is_ambiguous;   /* "1,234" may be a thousand or a little more than one */
	const char *reason; /* why it is no figure that can be trusted; "" if it may be one */
} cb__import_figure;

/** Whether the whole of @p word is a figure, which is then described. No locale. */
int cb__import_figure_read(cb__import_figure *out, const char *word);

/** A whole number that fills @p word. */
int cb__import_count_read(uint64_t *out, const char *word);

/* import_names.c */

/** Which of several tables a name stands in. */
typedef enum cb__import_table {
	CB__IMPORT_BULK,
	CB__IMPORT_KEYS,      /* rsa, dsa, ecdsa, ecdh, ... */
	CB__IMPORT_KEM,       /* "keygen encaps decaps" */
	CB__IMPORT_SIGNATURES /* "keygen signs verify" */
} cb__import_table;

/** Which interface of OpenSSL a row measured. */
typedef enum cb__import_api {
	CB__IMPORT_API_UNKNOWN,
	CB__IMPORT_API_LOW, /* AES_cbc_encrypt() and its like */
	CB__IMPORT_API_EVP
} cb__import_api;

#define CB__IMPORT_NAME 96

/** What a printed name means. */
typedef struct cb__import_name {
	char algorithm[CB__IMPORT_NAME]; /* as the catalogue spells it, where it has it */
	const char *kind;                /* "cipher", ...; "unknown" */
	int is_known;                    /* openssl speed has such an algorithm */
	int is_spelled_low; /* with the blank that old releases give to their low level */
	int is_multi_block; /* -mb may have been what was measured */
} cb__import_name;

void cb__import_name_read(cb__import_name *out, const char *printed, cb__import_table table);

/** Operation of a kind on a message: "digest", "encrypt", ... */
const char *cb__import_operation(const char *kind, int decrypts);

/** The curve with that place and number of bits in the tables of `openssl speed`; NULL if unknown.
 */
const char *cb__import_curve(uint64_t place, uint64_t bits);

/* the import itself */

/** What cb_import_set() sets; texts are the import's. */
typedef struct cb__import_options {
	const char *machine;
	const char *cpu;
	const char *label;
	const char *section;
	const char *algorithm;
	const char *timer;
	uint64_t sizes[CB__IMPORT_COLUMNS];
	size_t size_count;
	uint32_t processes; /* 0: not given */
	int aead;
	int decrypt;
	int joins_runs;
	int is_contended; /* the processor was shared: what little user time passed is the work's */
} cb__import_options;

/** Part of a text that is about one machine. */
typedef struct cb__import_section {
	const char *heading; /* as it stands there; "" if there is none */
	const char *file;
	const char *label;   /* by the option, or "" */
	const char *remark;  /* the first remark above its runs, or "" */
	const char *version; /* said in heading or remark; "" if not */
	uint32_t processes;  /* likewise; 0 if not said */
	int is_elapsed;      /* likewise */
	int aead;
	int decrypt;
	int is_counted;
	int has_both_apis; /* for one algorithm */
} cb__import_section;

/** One life of `openssl speed`, as far as the text tells runs apart. */
typedef struct cb__import_run {
	size_t section;
	const char *version; /* "" if not told */
	const char *built;
	const char *compiler;
	const char *settings; /* "options:" */
	const char *capabilities;
	const char *timer; /* "elapsed", "user"; "" if not told */
	cb_text output;    /* lines in which something went wrong */
	uint32_t forked;
	uint32_t children; /* whose lines were seen */
	uint64_t child_sizes[CB__IMPORT_COLUMNS];
	size_t child_size_count;
	int has_rows;
	int has_progress;
	int has_header; /* a line that only openssl speed prints */
	int has_broken_heading;
	int has_plain;     /* a rate without a k that cannot be without one */
	int has_thousands; /* rates with a k */
	double user_least; /* of the times that are far less than was asked for; NaN if none is */
	double user_most;
} cb__import_run;

/** One figure, or why there is none. */
typedef struct cb__import_record {
	const char *printed; /* the name of the row */
	const char *algorithm;
	const char *kind;
	const char *operation;
	const char *text; /* the figure as it stands there */
	const char *row;  /* where rows are named after what was measured: that name; else "" */
	double rate; /* bytes or operations per second of all processes; NaN if there is none */
	double requested_s;
	double reported_s; /* NaN where no line of progress tells */
	uint64_t size;
	uint32_t column; /* 1 for the first, where the size is not known; else 0 */
	uint32_t repeat; /* the number before the row; 0 if there is none */
	uint32_t processes;
	size_t run;
	size_t line;
	size_t subject; /* set by import_subjects.c */
	cb__import_api api;
	cb_outcome outcome;
	const char *reason;
	const char *output;
	const char *semantics;
	int has_message;
	int is_contended;
	int is_total; /* of several processes */
	int is_from_progress;
	int lacks_algorithm;
	int is_printed; /* in a table for people: with a k, if there is a thousand */
} cb__import_record;

/** "Doing ... for 3s on 16 size blocks: 100 ...'s in 2.99s" */
typedef struct cb__import_progress {
	const char *printed;
	const char *algorithm;
	const char *kind;
	const char *operation;
	const char *output; /* what was printed in between */
	double requested_s;
	double reported_s;
	double count; /* NaN until the line is complete */
	uint64_t size;
	size_t run;
	size_t line;
	int has_message;
	int is_ambiguous; /* several curves have so many bits */
	int is_used;
} cb__import_progress;

/** A figure of one of several processes. */
typedef struct cb__import_child {
	const char *algorithm;
	const char *operation;
	size_t column;
	size_t run;
	double rate;
} cb__import_child;

/** Columns of the table that is being read. */
typedef struct cb__import_columns {
	cb__import_table table;
	uint64_t sizes[CB__IMPORT_COLUMNS];
	const char *times[CB__IMPORT_COLUMNS]; /* operations of the columns of times, of rates */
	const char *rates[CB__IMPORT_COLUMNS];
	size_t size_count;
	size_t time_count;
	size_t rate_count;
	int is_pivot; /* its rows are subjects; the algorithm is in the line above */
} cb__import_columns;

/** A subject of the results. */
typedef struct cb__import_subject {
	const char *label;
	size_t section;
	size_t run; /* the first */
	cb__import_api api;
} cb__import_subject;

struct cb_import {
	cb_context *ctx;
	cb__import_options options;
	json_t *cpu; /* of the option "cpuinfo" */
	cb__import_section *sections;
	size_t section_count;
	cb__import_run *runs;
	size_t run_count;
	cb__import_record *records;
	size_t record_count;
	cb__import_progress *progress;
	size_t progress_count;
	cb__import_child *children;
	size_t child_count;
	cb__import_subject *subjects;
	size_t subject_count;
	cb__import_record **order; /* records by cell */
	char **strings;
	size_t string_count;
	cb_text remarks; /* what was assumed, one a line */
	int failed;      /* out of memory */
	int is_full;     /* more figures than an import may have */
	int is_cut;      /* a capture ends in the middle */
	size_t text_count;
	int used_processes; /* options that supplied something */
	int used_algorithm;
	int used_sizes;
	int used_contended;
	/* of the text that is being read */
	const char *file;
	size_t line;
	const char *last; /* where the last line that is not empty begins */
	size_t first_section;
	size_t first_run;
	cb__import_columns columns;
	char above[256]; /* the last line that was nothing else */
	uint32_t repeat;
	int open_progress; /* the last line of progress waits for its end */
	int is_last_line;
	int is_unended; /* ... and has no end of its own */
	int has_seen_header;
};

/** A copy of @p string that lives as long as the import; "" if out of memory. */
const char *cb__import_keep(cb_import *import, const char *string);

/** Appends to a list of the import whose length may be any; NULL if out of memory. */
void *cb__import_grow(cb_import *import, void *list, size_t count, size_t size);

/** A new section of the text that is being read; NULL if out of memory. */
cb__import_section *cb__import_section_new(cb_import *import);

/** The run that is being read, made if there is none; NULL if out of memory. */
cb__import_run *cb__import_run_now(cb_import *import);

/** Ends the run: what follows is another one. NULL if out of memory. */
cb__import_run *cb__import_run_next(cb_import *import);

/** A new record of the run, its figures unknown; NULL if out of memory or if there are too many. */
cb__import_record *cb__import_record_new(cb_import *import);

/** Adds a line to what was assumed, once. */
void cb__import_remark(cb_import *import, const char *format, ...) CB_PRINTF(2, 3);

/** Marks a record: the reason is kept. */
void cb__import_doubt(cb_import *import, cb__import_record *record, cb_outcome outcome,
	const char *format, ...) CB_PRINTF(4, 5);

/* import_decode.c */

/** Puts into @p out what @p bytes say: UTF-8, lines that end with \n, no control characters, no
 *  colours. CB_OK, CB_ENOMEM. */
cb_status cb__import_decode(cb_text *out, const char *bytes, size_t len);

/* import_refuse.c */

/** What messages call the text @p name ("" if it has none, "-" for standard input), and what stands
 *  around that. */
const char *cb__import_shown(const char *name);
const char *cb__import_quote(const char *name);

/** CB_EFORMAT for bytes that are no text at all: none, or packed ones. @p name is "" or the file's.
 */
cb_status cb__import_check(cb_import *import, const char *name, const char *text, size_t len);

/** CB_EFORMAT for a text in which nothing was found, with what it looks like. */
cb_status cb__import_refuse(cb_import *import, const char *name, const char *text);

/* import_lines.c */

/** Reads a decoded text. */
cb_status cb__import_read(cb_import *import, char *text);

/** Splits @p line, which is changed, at blanks; at most CB__IMPORT_WORDS. */
size_t cb__import_split(char *words[CB__IMPORT_WORDS], char *line);

/* import_head.c: each gives whether the line was one of its own */

int cb__import_heading(cb_import *import, const char *line);
int cb__import_banner(cb_import *import, const char *line);
int cb__import_trouble(cb_import *import, const char *line);

/* import_tables.c */

int cb__import_header(cb_import *import, char *const *words, size_t count);
int cb__import_row(cb_import *import, char *const *words, size_t count);

/* import_row.c */

/** How a row is divided into its name and its figures. */
typedef struct cb__import_parts {
	size_t from;         /* the word with which the figures begin */
	size_t count;        /* words from there on, a remark at the end left out */
	size_t like;         /* how many of them are figures, or were before they were damaged */
	int thousands;       /* how many have a k */
	const char *damaged; /* the first one that is no figure; NULL if all are */
} cb__import_parts;

/** Words with a blank between them, as many as fit. */
void cb__import_join(char out[CB__IMPORT_NAME], char *const *words, size_t count);

/** Whether a figure has the form of a rate. */
int cb__import_is_rate(const cb__import_figure *figure);

/** Parts a row of rates below the columns that are being read. */
cb__import_parts cb__import_part(const cb_import *import, char *const *words, size_t count);

/** Parts a row of keys. */
cb__import_parts cb__import_part_keys(
	const cb__import_columns *shape, char *const *words, size_t count);

/** A record of a row whose figures cannot be assigned to the columns of its heading. */
void cb__import_spoil(cb_import *import, cb__import_record *record, const cb__import_parts *parts,
	char *const *words, size_t expected);

/** Doubts figures of tables for people that lost their k or their point. */
void cb__import_judge_rows(cb_import *import);

/* import_machine.c: lines of -mr, and of the children of -multi */

int cb__import_machine_line(cb_import *import, char *line);

/* import_progress.c */

int cb__import_progress_line(cb_import *import, const char *line);
cb__import_progress *cb__import_progress_new(cb_import *import);

/* import_close.c, import_doubts.c: after the last text */

void cb__import_close(cb_import *import);
void cb__import_judge(cb_import *import);

/* import_semantics.c */

/** What one operation of a record includes. */
const char *cb__import_semantics(const cb_import *import, const cb__import_record *record);

/* import_subjects.c */

void cb__import_tell_subjects(cb_import *import);

/* import_cells.c, import_document.c */

/** The figures of one cell; repetitions are launches. */
typedef struct cb__import_cell {
	cb__import_record *first;
	cb__import_record **records; /* all of it, the first included */
	size_t count;
	double ns;   /* per operation, the median; NaN if there is none */
	size_t copy; /* how many cells before it have its key */
} cb__import_cell;

/** Cells as they stand in the texts; free with free(), their lists are the import's. NULL if out of
 *  memory. */
cb__import_cell *cb__import_cells_new(cb_import *import, size_t *ret_count);

json_t *cb__import_document(cb_import *import);

#endif
