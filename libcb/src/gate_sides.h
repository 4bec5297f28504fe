/* SPDX-License-Identifier: Apache-2.0 */
/* The two sides of a gate, and the base once more as its own control. */
#ifndef CB_GATE_SIDES_H
#define CB_GATE_SIDES_H

#include "crew.h"
#include "plan.h"
#include "series.h"
#include "subject.h"

/**
 * The subjects of a gate: for each mode base, head and control, in this order.
 *
 * @param modes CB_ACCEL_BIT()s of a side that names none
 * @return CB_OK, CB_ENOMEM, CB_EINVAL if both sides are the very same thing or have one label;
 *         else as cb__subjects_add()
 */
cb_status cb__sides_new(
	cb__subjects *out, cb_context *ctx, const char *base, const char *head, unsigned modes);

/**
 * Appends the sides of one more comparison.
 *
 * @param is_copy the head is a copy of the base, and @p head is not looked at
 */
cb_status cb__sides_add(cb__subjects *out, cb_context *ctx, const char *base, const char *head,
	unsigned modes, int is_copy);

/** Index of the subject, and so of the member, of @p arm in @p mode. */
size_t cb__side_index(size_t mode, cb__arm arm);

/** A mode that is another one by mechanism on one side only, or another one there, is measured on
 *  both: what stood for its members stands for them no more. */
void cb__sides_part(cb__crew *crew);

/** Whether every library that a side names was loaded, or died while it was. CB_OK, or
 * CB_ENOTFOUND, and the context says which was refused, why, and what to do. */
cb_status cb__sides_check_loaded(const cb__crew *crew);

/** Whether the workers of two members run the same code from the same file. */
int cb__sides_are_one(const cb__member *a, const cb__member *b);

/** Whether all code that two members bring is the same, byte by byte. 0 where it is not known. */
int cb__sides_are_equal(const cb__member *a, const cb__member *b);

#endif
