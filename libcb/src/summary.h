/* SPDX-License-Identifier: Apache-2.0 */
/* From samples to figures. */
#ifndef CB_SUMMARY_H
#define CB_SUMMARY_H

#include <cb/results.h>

#include "matrix.h"

/** Figures of a cell that has readings. CB_ENOMEM. */
cb_status cb__summarise(cb_summary *out, const cb__panel *panel, const cb__entry *entry);

/** Whether something else had the processor in more than a tenth of the samples. */
int cb__is_contended(const cb__panel *panel, const cb__entry *entry);

/**
 * Half-width of the interval over the estimate, in percent.
 *
 * @param[out] ret_percent infinite if there are too few launches for an interval
 * @return CB_OK or CB_ENOMEM
 */
cb_status cb__half_width(double *ret_percent, const cb__panel *panel, const cb__entry *entry);

/**
 * Ratio of @p a over @p b in thread CPU time: of each launch the median over its rounds, of those
 * the estimate and interval.
 *
 * @param[out] ret_launches how many launches have both; nothing else is written if it is 0
 */
cb_status cb__summarise_ratio(
	cb_ratio *out, size_t *ret_launches, const cb__entry *a, const cb__entry *b);

#endif
