/* SPDX-License-Identifier: Apache-2.0 */
/* Values of options that are numbers, or lists of them. What is refused is told to the plan's
 * context, with the option's name and the value; CB_EINVAL. */
#ifndef CB_SRC_PLAN_NUMBERS_H
#define CB_SRC_PLAN_NUMBERS_H

#include "plan.h"

/** Of processors that may be asked for. How many there are is known when the plan runs. */
#define CB__PROCESSOR_LIMIT 1024u

/** "option NAME: "VALUE" is not WANTED". */
cb_status cb__plan_refuse(cb_plan *plan, const char *name, const char *value, const char *wanted);

cb_status cb__plan_whole(uint64_t *out, cb_plan *plan, const char *name, const char *value,
	uint64_t min, uint64_t max);
cb_status cb__plan_decimal(
	double *out, cb_plan *plan, const char *name, const char *value, double min, double max);

/** One number of a list. */
typedef cb_status cb__plan_parse_fn(
	uint64_t *out, cb_plan *plan, const char *name, const char *value);

/** A message's size. */
cb__plan_parse_fn cb__plan_size;

/** A number of processors; "all": as many as this process may use, by its affinity and quota. */
cb__plan_parse_fn cb__plan_processors;

/** Replaces *rows and *count by the numbers of a list, sorted, each once; if they are refused, too,
 *  nothing is lost. */
cb_status cb__plan_numbers(uint64_t **rows, size_t *count, cb_plan *plan, const char *name,
	const char *value, cb__plan_parse_fn *parse);

#endif
