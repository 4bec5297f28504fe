/* SPDX-License-Identifier: Apache-2.0 */
/* From a command line to a plan, and to what its answers are shown on. */
#ifndef CB_CLI_PLANNING_H
#define CB_CLI_PLANNING_H

#include <cb/plan.h>

#include "options.h"

/** Sets all that @p req passes on and adds its subjects. The order on the command line does not
 *  matter. */
cb_status planning_fill(cb_plan *plan, const request *req);

/** What is done with a plan that is filled; @return an exit code. */
typedef int planning_use_fn(cb_context *ctx, cb_plan *plan, const request *req);
typedef cb_status planning_fill_fn(cb_plan *plan, const request *req);

/** Makes a plan, has it filled and used. @return what @p use does; EXIT_USAGE, after saying why, if
 *  there is no such plan. */
int planning_do(cb_context *ctx, const request *req, planning_fill_fn *fill, planning_use_fn *use);

/** Whether subjects, algorithms or operations were named. */
int planning_is_by_name(const request *req);

/** Says why there is nothing to show: the library that was named, if that is what is wrong. */
void planning_complain(const cb_context *ctx, const request *req, cb_status status);

/** Complains of what makes this machine a doubtful one now, as results will. */
void planning_warn(cb_context *ctx);

/** Seconds of a clock that only goes forward. */
double planning_seconds(void);

#endif
