/* SPDX-License-Identifier: Apache-2.0 */
/* What the formats of other programs show of a cell. What was not measured has no figure there, not
 * even 0, which would be taken for the fastest of all. */
#ifndef CB_FORMAT_EXPORT_H
#define CB_FORMAT_EXPORT_H

#include "format.h"

/** Time of one operation; all NaN unless measured, the interval also where there is none. */
typedef struct cb__export_time {
	double ns;
	double low_ns;
	double high_ns;
} cb__export_time;

/** The median, by wall time or by CPU time of the thread. */
cb__export_time cb__export_median(const cb_cell *cell, int is_cpu);

/** The figure that @p v asks for; only a median has an interval. */
cb__export_time cb__export_shown(const cb_cell *cell, const cb_view *v);

/** Whether there is a figure to show. */
int cb__export_is_known(const cb__export_time *t);
int cb__export_has_interval(const cb__export_time *t);

/** Why there is none: "crashed: the worker died of SIGILL". */
void cb__export_reason(char *text, size_t text_size, const cb_cell *cell);

#endif
