/* SPDX-License-Identifier: Apache-2.0 */
/* What the library itself needs to know of the rule of cb_cell_time(). */
#ifndef CB_SHOWN_H
#define CB_SHOWN_H

#include <cb/results.h>

/** Whether CPU time is known and that of all that worked: of one thread of one process. */
int cb__shown_has_cpu(const cb_cell *cell);

/** Whether it is a function of a program, so that time without CPU time may be its own. */
int cb__shown_may_wait(const cb_cell *cell);

#endif
