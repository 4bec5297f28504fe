/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A page in the making: report_model.c arranges the cells, report_text.c writes texts and numbers,
 * and each other file writes one section.
 */
#ifndef CB_REPORT_INTERNAL_H
#define CB_REPORT_INTERNAL_H

#include <stdint.h>

#include <cb/report.h>

#include "text.h"

#define CB__REPORT_NONE ((size_t)-1)

/** One column of figures: a subject that no other stands for. */
typedef struct cb__report_series {
	const cb_subject *subject;
	size_t library;
} cb__report_series;

/** Subjects of one document that differ only in their acceleration mode. */
typedef struct cb__report_library {
	const cb_subject *any;
	size_t document;
	size_t series[CB_ACCEL_COUNT]; /* CB__REPORT_NONE where there is none, or it is another's */
} cb__report_library;

/** What is measured at several sizes, or at none: operation, variant, how many at once. */
typedef struct cb__report_group {
	const cb_cell *any;
	size_t algorithm_place;
	int has_message;
	size_t first; /* of its rows, by ascending size */
	size_t count;
} cb__report_group;

typedef struct cb__report_row {
	size_t group;
	uint64_t size;
	const cb_cell **cells; /* by series; NULL where there is none */
} cb__report_row;

typedef struct cb__report {
	cb_text out;
	cb_context *ctx;
	const cb_results *const *results;
	size_t count;
	cb_report_config config;
	cb__report_series *series;
	size_t series_count;
	cb__report_library *libraries;
	size_t library_count;
	cb__report_group *groups;
	size_t group_count;
	cb__report_row *rows;
	size_t row_count;
	const cb_cell **cells; /* of all rows */
	size_t measured;       /* cells of all documents */
} cb__report;

/** A ratio of speeds with its interval; NaN where there is none. */
typedef struct cb__report_gain {
	double value;
	double low;
	double high;
} cb__report_gain;

/* report_model.c */

/** Arranges the cells of all results. CB_OK or CB_ENOMEM; free with cb__report_done(). */
cb_status cb__report_arrange(cb__report *r);
void cb__report_done(cb__report *r);

/** Whether a cell's own figures are told by CPU time: that of cb_cell_time(). */
int cb__report_is_cpu(const cb_cell *cell);

/** Whether "~" stands before its rate: other work had its processor. */
int cb__report_is_marked(const cb_cell *cell);

/** Time of one operation in ns, and its interval; NaN where there is none. Of CPU time where
 *  cb__report_is_cpu(). */
cb__report_gain cb__report_time(const cb_cell *cell);

/** Bytes per second with a message, else operations per second, and its interval. */
cb__report_gain cb__report_rate(const cb_cell *cell);

/** Speed of one series over that of another in a row: of paired rounds where both are of one
 *  document that has it, else by CPU time where both know it, else of what is shown of them. */
cb__report_gain cb__report_faster(
	const cb__report *r, const cb__report_row *row, size_t fast, size_t slow);

/** Whether a gain is one: its interval is above 1, or without an interval it is beyond 5 %. */
int cb__report_is_gain(const cb__report_gain *gain);

/** The row of a group with the largest size at which something was measured, or NULL. */
const cb__report_row *cb__report_largest(const cb__report *r, const cb__report_group *group);

/** The fastest series of a row among those of @p document (CB__REPORT_NONE: all) whose library is
 *  not @p but (CB__REPORT_NONE: any); CB__REPORT_NONE if nothing was measured. */
size_t cb__report_fastest(
	const cb__report *r, const cb__report_row *row, size_t document, size_t but);

/** The mode that shows what a library is without the crypto instructions: CB_ACCEL_NOCRYPTO or
 *  CB_ACCEL_OFF; CB__REPORT_NONE if it has none. The series. */
size_t cb__report_without(const cb__report *r, size_t series);

/** Whether there is any mode but CB_ACCEL_ON to be compared with. */
int cb__report_has_modes(const cb__report *r);

/* report_text.c */

/** Adds HTML as it is. */
void cb__report_html(cb__report *r, const char *html);

/** Adds @p text as UTF-8 without control characters. */
void cb__report_clean(cb_text *out, const char *text);

/** Adds a text whatever is in it; it comes out as text, in elements and in quoted attributes. */
void cb__report_escape(cb_text *out, const char *text);
void cb__report_put(cb__report *r, const char *text);

/** The same of what is in @p text, which is emptied. */
void cb__report_put_done(cb__report *r, cb_text *text);

/** Empties @p text; if memory ran out while it was made, there will be no page. */
void cb__report_drop(cb__report *r, cb_text *text);

/** Adds @p value with three digits that count, or as many as it has before its point; a point in
 *  any locale. */
void cb__report_number(cb_text *out, double value);

/** Adds @p value in tenths, as coordinates are: "12.5", "7". */
void cb__report_tenths(cb_text *out, double value);

/** "4.44 GB/s" or "12.3 k/s" */
void cb__report_rate_text(cb_text *out, double rate, int has_message);

/** Likewise of a cell: "~4.44 GB/s" where other work had its processor. */
void cb__report_cell_rate(cb_text *out, const cb_cell *cell, int has_message);

/** Says what "~" is, where it stands in the page; "" else. */
const char *cb__report_cpu_note(const cb__report *r);

/** "50 MB/s": of rates that are round, as those of a scale are. */
void cb__report_round_rate(cb_text *out, double rate);

/** "16 KiB", "1400 B" */
void cb__report_size_text(cb_text *out, uint64_t size);

/** "16 times as fast", "23 % faster" */
void cb__report_gain_text(cb_text *out, double gain);

/** "16x": as short as in a table */
void cb__report_gain_short(cb_text *out, double gain);

/** "OpenSSL 3.0.19", or "mine (OpenSSL 3.0.19)". */
void cb__report_library_text(cb_text *out, const cb__report_library *library);

/** What a library is called within its machine: its label without the mode. */
void cb__report_label(cb_text *out, const cb__report_library *library);

/** "openssl on", with its machine where there are several. */
void cb__report_series_text(cb_text *out, const cb__report *r, size_t series);

/** Name of a document. */
void cb__report_machine(cb_text *out, const cb__report *r, size_t document);

/** Whether the same work is there by several rules (semantics), in rows of their own. */
int cb__report_has_rules(const cb__report *r);

/** "seal", "seal stream threads=4" */
void cb__report_operation(cb_text *out, const cb__report *r, const cb__report_group *group);

/** The command that measures the same again; nothing if a document does not tell. */
void cb__report_command(cb_text *out, const cb_results *results);

/** Opens the card of a chart; @p more is what its title adds. */
void cb__report_begin_card(cb__report *r, const cb__report_group *group, const char *more);

/** Sections, each in a file of its name. */
void cb__report_write_headline(cb__report *r);
void cb__report_write_doubts(cb__report *r);
void cb__report_write_glance(cb__report *r);
cb_status cb__report_write_advice(cb__report *r);
cb_status cb__report_write_findings(cb__report *r);
void cb__report_write_legend(cb__report *r);
void cb__report_write_bars(cb__report *r);
void cb__report_write_lines(cb__report *r);
void cb__report_write_table(cb__report *r);
cb_status cb__report_write_differences(cb__report *r);
void cb__report_write_gate(cb__report *r);
void cb__report_write_machine(cb__report *r);
cb_status cb__report_write_data(cb__report *r);

/** The letters that stand for the colour and the dash of a series: "h0 m1 s3". */
void cb__report_classes(cb__report *r, size_t series);

#endif
