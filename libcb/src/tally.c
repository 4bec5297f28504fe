/* SPDX-License-Identifier: Apache-2.0 */
#include "tally.h"

#include <inttypes.h>
#include <string.h>

#include <cb/prove.h>

json_t *cb__tally_to_json(const cb__tally *tally)
{
	json_t *counts = json_object();
	int failed = counts == NULL;
	for (size_t i = 0; i < CB__CLASS_COUNT; i++)
		if (tally->counts[i] > 0)
			failed |= json_object_set_new(counts, cb_class_at(i)->name,
				json_integer((json_int_t)tally->counts[i]));
	if (failed) {
		json_decref(counts);
		return NULL;
	}
	return json_pack("{s:I, s:I, s:b, s:o}", "inside", (json_int_t)tally->inside, "outside",
		(json_int_t)tally->outside, "complete", tally->complete, "counts", counts);
}

static uint64_t number(const json_t *object, const char *name)
{
	json_int_t value = json_integer_value(json_object_get(object, name));
	return value > 0 ? (uint64_t)value : 0;
}

cb_status cb__tally_from_json(cb__tally *out, const json_t *object)
{
	const json_t *counts = json_object_get(object, "counts");
	uint64_t sum = 0;
	*out = (cb__tally){
		.inside = number(object, "inside"),
		.outside = number(object, "outside"),
		.complete = json_is_true(json_object_get(object, "complete")),
	};
	for (size_t i = 0; i < CB__CLASS_COUNT; i++) {
		out->counts[i] = number(counts, cb_class_at(i)->name);
		sum += out->counts[i];
	}
	return json_is_object(counts) && sum == out->inside ? CB_OK : CB_EFORMAT;
}

int cb__tally_equals(const cb__tally *a, const cb__tally *b)
{
	return a->inside == b->inside && a->complete == b->complete &&
	       memcmp(a->counts, b->counts, sizeof a->counts) == 0;
}

uint64_t cb__tally_count(const uint64_t *counts, const char *name)
{
	uint64_t sum = 0;
	for (int cls = 0; cls < CB__CLASS_COUNT; cls++)
		if (cb__class_goes_by((cb__class)cls, name))
			sum += counts[cls];
	return sum;
}

/* Classes of one group need not be neighbours. */
static int is_first_of_group(size_t cls)
{
	for (size_t i = 0; i < cls; i++)
		if (strcmp(cb_class_at(i)->group, cb_class_at(cls)->group) == 0)
			return 0;
	return 1;
}

void cb__tally_name_crypto(cb_text *out, const cb__tally *tally)
{
	size_t before = out->len;
	for (size_t i = 0; i < CB__CLASS_COUNT; i++) {
		const char *group = cb_class_at(i)->group;
		if (cb__class_is_forbidden((cb__class)i, CB_ACCEL_NOCRYPTO) &&
			is_first_of_group(i) && cb__tally_count(tally->counts, group) > 0)
			cb__text_format(out, "%s%s", out->len > before ? ", " : "", group);
	}
}

int cb__tally_breaks(const cb__tally *tally, cb_accel accel, cb_text *what)
{
	int is_broken = 0;
	for (size_t i = 0; i < CB__CLASS_COUNT; i++) {
		if (tally->counts[i] == 0 || !cb__class_is_forbidden((cb__class)i, accel))
			continue;
		if (what != NULL)
			cb__text_format(what, "%s%" PRIu64 " %s", is_broken ? ", " : "",
				tally->counts[i], cb_class_at(i)->name);
		is_broken = 1;
	}
	return is_broken;
}
