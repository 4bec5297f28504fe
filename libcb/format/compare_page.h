/* SPDX-License-Identifier: Apache-2.0 */
/* What a page about one comparison is made of, whatever it is written in. */
#ifndef CB_FORMAT_COMPARE_PAGE_H
#define CB_FORMAT_COMPARE_PAGE_H

#include "compare_format.h"
#include "figure.h"
#include "grid.h"

#define COMPARE_NAME_COLUMNS 2 /* algorithm, operation */
#define COMPARE_RATE_COLUMNS 2 /* of the base and the head */
#define COMPARE_LINE_SIZE    512

/** All operations with a message, a column for each size; or all without, with one column. */
typedef struct cb__compare_section {
	const cb_comparison *comparison;
	int message;
	uint64_t *sizes;
	size_t size_count;
	uint64_t largest; /* at which all rates are; 0 if they are at several sizes */
	cb__grid texts;   /* headings first; a row with a first text only is a title */
} cb__compare_section;

/** 0, or -1 if memory ran out; free with cb__compare_section_done() in any case. */
int cb__compare_section_init(cb__compare_section *s, const cb_comparison *comparison, int message);
void cb__compare_section_done(cb__compare_section *s);

/** "36 cells: 2 faster, 1 slower, 33 the same" */
void cb__compare_count(char text[COMPARE_LINE_SIZE], const cb_comparison *comparison);

/** What must be said to understand the figures: paragraph @p index; 0 past the end. */
int cb__compare_legend(const cb_comparison *comparison, size_t index, char text[COMPARE_LINE_SIZE]);

/** Whether two conclusions are of one backend and mode. */
int cb__compare_is_kind(const cb_conclusion *a, const cb_conclusion *b);

/** Whether several backends or modes are told apart, each under its own title. */
int cb__compare_has_kinds(const cb_comparison *comparison);

/** That title: "openssl:on", or "mode on" if backends are what differs. */
void cb__compare_kind(char text[COMPARE_LINE_SIZE], const cb_conclusion *c);

/** Whether a mode is another's measurement on both sides, so that it is told with that one. */
int cb__compare_is_stand_in(const cb_comparison *comparison, const cb_conclusion *c);

/** Index of the next conclusion from @p index on that is told, and says what no earlier one of its
 *  kind says; or the number of conclusions. */
size_t cb__compare_next_conclusion(const cb_comparison *comparison, size_t index);

/** What conclusion @p index is about, and as further parts what those of its kind are about that
 *  say the same; NULL past the end. */
const char *cb__compare_title(const cb_comparison *comparison, size_t index, size_t part);

#endif
