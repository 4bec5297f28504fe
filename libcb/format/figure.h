/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of results, and how people read them. */
#ifndef CB_FORMAT_FIGURE_H
#define CB_FORMAT_FIGURE_H

#include "format.h"

#define FIGURE_SIZE 32

/** The time that was asked for, as cb_cell_time() takes it; NULL if none. */
const char *cb__figure_asked(const cb_view *v);

/** Whether @p cell is shown by CPU time: as @p v wants it, else by cb_cell_time(). */
int cb__figure_is_cpu(const cb_cell *cell, const cb_view *v);

/** Whether "~" belongs to what is shown: other work had the processor, and so it is by CPU time
 *  though nobody asked for that, or it suffers. */
int cb__figure_is_marked(const cb_cell *cell, const cb_view *v);

/** Time of one operation as @p v wants it; NaN unless measured. */
double cb__figure_ns(const cb_cell *cell, const cb_view *v);

/** Fewer have no interval. */
#define FIGURE_LAUNCHES_MIN 6

/** Half the interval over the median; NaN unless measured in enough launches. */
double cb__figure_half_width(const cb_cell *cell, const cb_view *v);

/** Bytes per second, or operations per second if there is no message; NaN unless measured. */
double cb__figure_rate(const cb_cell *cell, const cb_view *v);

/** Cycles per byte, or per operation if there is no message: a median. NaN unless known. */
double cb__figure_cycles(const cb_cell *cell);

/** The figure in the unit of @p v: MB/s or per second, ns, cycles. NaN unless measured and known.
 */
double cb__figure_shown(const cb_cell *cell, const cb_view *v);

/** That unit: "MB/s". */
const char *cb__figure_unit(const cb_view *v, int message);

/** Threads of all processes; NaN if an import does not tell how many there were. */
double cb__figure_at_once(const cb_cell *cell);

/** How many times faster one is than another, with its interval (NaN if there is none). */
typedef struct cb__gain {
	double value;
	double low;
	double high;
} cb__gain;

/** By CPU time of paired rounds; NaN if these cells have no ratio. */
cb__gain cb__figure_paired_gain(
	const cb_results *results, const cb_cell *fast, const cb_cell *slow);

/** Whether a paired gain may stand for the quotient of what is shown: of medians, unless wall time
 *  was asked for. */
int cb__figure_takes_paired(const cb_view *v);

/** The quotient of what is shown, or the paired gain where that is the same in better: where both
 *  are shown by CPU time, or by undisturbed wall time of one thread. NaN if one is missing or not
 *  measured. */
cb__gain cb__figure_gain(
	const cb_results *results, const cb_cell *fast, const cb_cell *slow, const cb_view *v);

/** Whether the interval holds 1, so that no difference was found. */
int cb__figure_is_even(const cb__gain *g);

/** The shortest form that reads back the same; "" if it is not finite. */
void cb__figure_print_exact(char text[FIGURE_SIZE], double value);

/** Three or four digits, no exponent: "4342", "284", "11.3", "1.25". */
void cb__figure_print(char text[FIGURE_SIZE], double value);

/** A factor: "15x", "2.6x", "0.97x". */
void cb__figure_print_gain(char text[FIGURE_SIZE], double value);

/** A ratio near 1 with half of its interval's width: "1.003 +-0.004". */
void cb__figure_print_ratio(char text[FIGURE_SIZE], const cb__gain *g, int utf8);

#endif
