/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "tally.h"

static cb__tally tally_of(cb__class a, uint64_t a_count, cb__class b, uint64_t b_count)
{
	cb__tally tally = {.inside = a_count + b_count, .outside = 3, .complete = 1};
	tally.counts[a] += a_count;
	tally.counts[b] += b_count;
	return tally;
}

static void tally_survives_a_round_trip(void **state)
{
	(void)state;
	cb__tally tally = tally_of(CB__CLASS_SCALAR, 10, CB__CLASS_VAES512, 910);
	cb__tally back;
	json_t *json = cb__tally_to_json(&tally);
	assert_int_equal(cb__tally_from_json(&back, json), CB_OK);
	assert_true(cb__tally_equals(&tally, &back));
	assert_int_equal(back.outside, 3);
	assert_int_equal(json_object_size(json_object_get(json, "counts")), 2);
	json_decref(json);
}

static void counts_that_do_not_add_up_are_refused(void **state)
{
	(void)state;
	cb__tally back;
	json_t *json = json_pack("{s:i, s:i, s:b, s:{s:i}}", "inside", 5, "outside", 0, "complete",
		1, "counts", "aes", 4);
	assert_int_equal(cb__tally_from_json(&back, json), CB_EFORMAT);
	json_decref(json);
	assert_int_equal(cb__tally_from_json(&back, NULL), CB_EFORMAT);
}

static void what_is_outside_makes_no_difference(void **state)
{
	(void)state;
	cb__tally a = tally_of(CB__CLASS_SCALAR, 10, CB__CLASS_AES, 1);
	cb__tally b = a;
	b.outside = 99;
	assert_true(cb__tally_equals(&a, &b));
	b.counts[CB__CLASS_AES] = 0;
	b.counts[CB__CLASS_SHA] = 1;
	assert_false(cb__tally_equals(&a, &b));
}

static void group_counts_its_classes(void **state)
{
	(void)state;
	cb__tally tally = tally_of(CB__CLASS_AES, 14, CB__CLASS_VAES512, 896);
	assert_int_equal(cb__tally_count(tally.counts, "aes"), 910);
	assert_int_equal(cb__tally_count(tally.counts, "vaes512"), 896);
	assert_int_equal(cb__tally_count(tally.counts, "nothing"), 0);
}

static void crypto_breaks_both_modes_and_vectors_break_off(void **state)
{
	(void)state;
	cb__tally crypto = tally_of(CB__CLASS_AES, 910, CB__CLASS_CLMUL, 267);
	cb__tally vectors = tally_of(CB__CLASS_AVX2, 7, CB__CLASS_SCALAR, 1);
	cb__tally floor = tally_of(CB__CLASS_SSE2, 7, CB__CLASS_SCALAR, 1);
	cb_text what = CB_TEXT_INIT;
	assert_false(cb__tally_breaks(&crypto, CB_ACCEL_ON, NULL));
	assert_true(cb__tally_breaks(&crypto, CB_ACCEL_NOCRYPTO, &what));
	assert_string_equal(cb__text_string(&what), "910 aes, 267 clmul");
	assert_true(cb__tally_breaks(&crypto, CB_ACCEL_OFF, NULL));
	assert_false(cb__tally_breaks(&vectors, CB_ACCEL_NOCRYPTO, NULL));
	assert_true(cb__tally_breaks(&vectors, CB_ACCEL_OFF, NULL));
	assert_false(cb__tally_breaks(&floor, CB_ACCEL_OFF, NULL));
	cb__text_done(&what);
}

static void crypto_groups_are_named_once(void **state)
{
	(void)state;
	cb__tally tally = tally_of(CB__CLASS_PMULL, 1, CB__CLASS_CLMUL, 1);
	cb_text names = CB_TEXT_INIT;
	tally.counts[CB__CLASS_AES] = 5;
	tally.counts[CB__CLASS_VAES256] = 5;
	tally.counts[CB__CLASS_AVX2] = 5;
	cb__tally_name_crypto(&names, &tally);
	assert_string_equal(cb__text_string(&names), "aes, clmul");
	cb__text_done(&names);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tally_survives_a_round_trip),
		cmocka_unit_test(counts_that_do_not_add_up_are_refused),
		cmocka_unit_test(what_is_outside_makes_no_difference),
		cmocka_unit_test(group_counts_its_classes),
		cmocka_unit_test(crypto_breaks_both_modes_and_vectors_break_off),
		cmocka_unit_test(crypto_groups_are_named_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
