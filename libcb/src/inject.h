/* SPDX-License-Identifier: Apache-2.0 */
/* Slowdowns on purpose: "GLOB=PERCENT,control:GLOB=PERCENT". */
#ifndef CB_INJECT_H
#define CB_INJECT_H

#include <stddef.h>

/** What is slowed more than this is found by any rule. */
#define CB__INJECT_MAX_PERCENT 1000.0

int cb__inject_is_valid(const char *text);

/**
 * Finds a part whose glob matches no cell.
 *
 * @param[out] ret_len of what is returned, which is within @p text
 * @param[out] ret_hint what to add to a message: cb__glob_hint()
 * @param text valid, or NULL
 * @return NULL if there is none
 */
const char *cb__inject_find_dead(size_t *ret_len, const char **ret_hint, const char *text,
	const char *const *ids, size_t id_count);

/** Whether a part slows a control. @p text is valid. */
int cb__inject_has_control(const char *text);

/**
 * By how many percent of its time the cell is slowed; 0 if by nothing. The last glob that matches
 * counts.
 *
 * @param text valid, or NULL
 * @param is_control the cell of the control instead of the head's
 */
double cb__inject_percent(const char *text, const char *id, int is_control);

#endif
