/* SPDX-License-Identifier: Apache-2.0 */
#include "subjects.h"

#include <stdio.h>
#include <string.h>

size_t cb__subject_stem(const cb_subject *subject)
{
	const char *colon = strrchr(subject->label, ':');
	const char *accel = cb_accel_name(subject->accel);

	if (colon != NULL && accel != NULL && strcmp(colon + 1, accel) == 0)
		return (size_t)(colon - subject->label);
	return strlen(subject->label);
}

int cb__subject_is_same_library(const cb_subject *a, const cb_subject *b)
{
	size_t length = cb__subject_stem(a);

	return length == cb__subject_stem(b) && memcmp(a->label, b->label, length) == 0 &&
	       strcmp(a->backend, b->backend) == 0;
}

int cb__subject_is_function(const cb_subject *subject)
{
	return strcmp(subject->backend, cb_kind_name(CB_KIND_FUNCTION)) == 0;
}

int cb__subject_is_labelled(const cb_subject *subject)
{
	size_t length = cb__subject_stem(subject);

	size_t backend = strlen(subject->backend);
	const char *rest = subject->label + backend;
	int is_set = subject->implementation[0] != '\0';

	if (cb__subject_is_function(subject))
		return 0;
	if (length < backend || memcmp(subject->label, subject->backend, backend) != 0)
		return 1;
	/* "mine", "mine/avx2" */
	if (!is_set)
		return length != backend;
	return rest[0] != '/' || length != backend + 1 + strlen(subject->implementation) ||
	       memcmp(rest + 1, subject->implementation, strlen(subject->implementation)) != 0;
}

int cb__subject_is_stood_for(const cb_results *results, const cb_subject *subject)
{
	size_t count = cb_results_cell_count(results), own = 0, others = 0;

	for (size_t i = 0; i < count; i++) {
		const cb_cell *cell = cb_results_cell_at(results, i);

		if (cell->subject != subject)
			continue;
		if (cell->same_as[0] != '\0')
			others++;
		else
			own++;
	}
	return subject->same_as[0] != '\0' || (own == 0 && others > 0);
}

/* the other one, if there is exactly one, of a subject that is before it */
static int find_other(const cb_results *results, cb__subject_pair *pair)
{
	size_t count = cb_results_subject_count(results), others = 0;

	for (size_t i = 0; i < count; i++) {
		const cb_subject *other = cb_results_subject_at(results, i);

		if (other == pair->base || other->accel != pair->base->accel ||
			strcmp(other->backend, pair->base->backend) != 0 ||
			cb__subject_is_stood_for(results, other))
			continue;
		pair->other = other;
		pair->other_index = i;
		others++;
	}
	return others == 1 && pair->other_index > pair->base_index;
}

int cb__subject_pair_at(const cb_results *results, size_t index, cb__subject_pair *out)
{
	size_t count = cb_results_subject_count(results);

	for (size_t i = 0; i < count; i++) {
		cb__subject_pair pair = {
			.base = cb_results_subject_at(results, i), .base_index = i};

		if (cb__subject_is_function(pair.base) ||
			cb__subject_is_stood_for(results, pair.base) ||
			!find_other(results, &pair) || index-- > 0)
			continue;
		*out = pair;
		return 1;
	}
	return 0;
}

static int is_named_set(const cb_subject *subject)
{
	return subject->implementation[0] != '\0' && !cb__subject_is_labelled(subject);
}

void cb__subject_pair_name(const cb__subject_pair *pair, char *text, size_t text_size)
{
	if (is_named_set(pair->other) && is_named_set(pair->base)) {
		snprintf(text, text_size, "%s/%s", pair->other->implementation,
			pair->base->implementation);
		return;
	}
	snprintf(text, text_size, "%.*s/%.*s", (int)cb__subject_stem(pair->other),
		pair->other->label, (int)cb__subject_stem(pair->base), pair->base->label);
}
