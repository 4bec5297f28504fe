/* SPDX-License-Identifier: Apache-2.0 */
/* Which subjects belong together: the modes of one library, two libraries of one backend. */
#ifndef CB_FORMAT_SUBJECTS_H
#define CB_FORMAT_SUBJECTS_H

#include <stddef.h>

#include <cb/results.h>

/** Length of the label without ":MODE"; a label that somebody chose may have none. */
size_t cb__subject_stem(const cb_subject *subject);

/** Whether the two differ in their mode only. */
int cb__subject_is_same_library(const cb_subject *a, const cb_subject *b);

/** Whether it is a function of a program: each is a subject with one cell, and all share a column.
 */
int cb__subject_is_function(const cb_subject *subject);

/** Whether somebody chose the label. */
int cb__subject_is_labelled(const cb_subject *subject);

/** Whether somebody else's measurements stand for all its cells. */
int cb__subject_is_stood_for(const cb_results *results, const cb_subject *subject);

/** The only two subjects of a backend in one mode; @c other is told by @c base. */
typedef struct cb__subject_pair {
	const cb_subject *base;
	const cb_subject *other;
	size_t base_index;
	size_t other_index;
} cb__subject_pair;

/** Pair @p index; 0 past the end. */
int cb__subject_pair_at(const cb_results *results, size_t index, cb__subject_pair *out);

/** "mine/distro" */
void cb__subject_pair_name(const cb__subject_pair *pair, char *text, size_t text_size);

#endif
