/* SPDX-License-Identifier: Apache-2.0 */
#include "crew_fixture.h"

#include "offers.h"
#include "scarcity.h"

#define OWN                                                                                        \
	"{'offers': [{'algorithm': 'own-a', 'ops': ['seal'], 'own': {'kind': 4, 'block_len': 8, "  \
	"'usual': true}}, {'algorithm': 'sha256', 'ops': ['digest']}]}"
#define OTHERS_OWN                                                                                 \
	"{'offers': [{'algorithm': 'own-b', 'ops': [], 'own': {'kind': 1, 'block_len': 1, "        \
	"'usual': false}}, {'algorithm': 'own-a', 'ops': [], 'own': {'kind': 1, 'block_len': 1, "  \
	"'usual': false}}]}"

/* JSON with single quotes, so that it can be read. */
static const char *json(const char *quoted)
{
	static char text[1024];
	assert_true(strlen(quoted) < sizeof text);
	strcpy(text, quoted);
	for (char *at = text; *at != '\0'; at++)
		if (*at == '\'')
			*at = '"';
	return text;
}

static void an_offer_is_found_by_the_algorithms_name(void **state)
{
	crew_fixture *f = *state;
	const cb__member *member = crew_add(f, "a", CB_ACCEL_ON,
		json("{'offers': [{'algorithm': 'md5', 'ops': []}, {'algorithm': 'sha256', 'ops': "
		     "['digest']}]}"));
	const json_t *offer = cb__member_offer(member, "sha256");
	assert_string_equal(json_string_value(json_object_get(offer, "algorithm")), "sha256");
	assert_null(cb__member_offer(member, "sha512"));
	assert_null(cb__member_offer(member, ""));
}

static void an_operation_is_offered_if_it_is_listed(void **state)
{
	crew_fixture *f = *state;
	const cb__member *member = crew_add(f, "a", CB_ACCEL_ON,
		json("{'offers': [{'algorithm': 'aes-256-gcm', 'ops': ['seal', 'open']}]}"));
	assert_true(cb__member_offers(member, "aes-256-gcm", CB_OP_SEAL));
	assert_true(cb__member_offers(member, "aes-256-gcm", CB_OP_OPEN));
	assert_false(cb__member_offers(member, "aes-256-gcm", CB_OP_REJECT));
	assert_false(cb__member_offers(member, "aes-128-gcm", CB_OP_SEAL));
}

static void operations_of_a_newer_worker_mean_nothing(void **state)
{
	crew_fixture *f = *state;
	const cb__member *member = crew_add(
		f, "a", CB_ACCEL_ON, json("{'offers': [{'algorithm': 'x', 'ops': ['wrap']}]}"));
	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
		assert_false(cb__member_offers(member, "x", (cb_op)op));
}

static void a_worker_that_said_nothing_offers_nothing(void **state)
{
	crew_fixture *f = *state;
	static const char *const hellos[] = {NULL, "{}", "{\"offers\": 1}",
		"{\"offers\": [1, {}, {\"algorithm\": 7}, {\"algorithm\": \"x\", \"ops\": [3]}]}"};
	for (size_t i = 0; i < ROWS(hellos); i++) {
		const cb__member *member = crew_add(f, "a", CB_ACCEL_ON, hellos[i]);
		assert_null(cb__member_offer(member, "sha256"));
		assert_false(cb__member_offers(member, "sha256", CB_OP_DIGEST));
		assert_false(cb__member_offers(member, "x", CB_OP_DIGEST));
	}
}

static void without_own_algorithms_there_is_the_catalogue(void **state)
{
	crew_fixture *f = *state;
	cb__algorithms algorithms = {NULL, 0};
	crew_add(f, "a", CB_ACCEL_ON, json("{'offers': [{'algorithm': 'md5', 'ops': []}]}"));
	assert_int_equal(cb__algorithms_collect(&algorithms, &f->crew), CB_OK);
	assert_int_equal(cb__algorithms_count(&algorithms), cb_algorithm_count());
	for (size_t i = 0; i < cb_algorithm_count(); i++)
		assert_ptr_equal(cb__algorithms_at(&algorithms, i), cb_algorithm_at(i));
	assert_null(cb__algorithms_at(&algorithms, cb_algorithm_count()));
	assert_null(cb__algorithms_at(&algorithms, (size_t)-1));
	cb__algorithms_done(&algorithms);
}

static void own_algorithms_follow_the_catalogue_and_the_first_of_a_name_counts(void **state)
{
	crew_fixture *f = *state;
	cb__algorithms algorithms = {NULL, 0};
	crew_add(f, "a", CB_ACCEL_ON, json(OWN));
	crew_add(f, "a", CB_ACCEL_OFF, json(OWN));
	crew_add(f, "b", CB_ACCEL_ON, json(OTHERS_OWN));
	assert_int_equal(cb__algorithms_collect(&algorithms, &f->crew), CB_OK);
	assert_int_equal(cb__algorithms_count(&algorithms), cb_algorithm_count() + 2);
	const cb_algorithm *a = cb__algorithms_at(&algorithms, cb_algorithm_count());
	const cb_algorithm *b = cb__algorithms_at(&algorithms, cb_algorithm_count() + 1);
	assert_string_equal(a->name, "own-a");
	assert_int_equal(a->kind, CB_KIND_AEAD);
	assert_int_equal(a->block_len, 8);
	assert_int_equal(a->usual, 1);
	assert_string_equal(b->name, "own-b");
	assert_int_equal(b->kind, CB_KIND_HASH);
	assert_int_equal(b->usual, 0);
	assert_null(cb__algorithms_at(&algorithms, cb_algorithm_count() + 2));
	cb__algorithms_done(&algorithms);
	assert_int_equal(cb__algorithms_count(&algorithms), cb_algorithm_count());
}

static void nonsense_about_an_own_algorithm_is_harmless(void **state)
{
	static const char *const rows[] = {
		"{'algorithm': 'x', 'own': {'kind': 99, 'block_len': -1}}",
		"{'algorithm': 'x', 'own': {'kind': -1, 'block_len': 0}}",
		"{'algorithm': 'x', 'own': {'kind': 0, 'block_len': 4294967296}}",
		"{'algorithm': 'x', 'own': 7}",
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		crew_fixture *f;
		char hello[256];
		cb__algorithms algorithms = {NULL, 0};
		crew_make((void **)&f);
		snprintf(hello, sizeof hello, "{'offers': [%s]}", rows[i]);
		crew_add(f, "a", CB_ACCEL_ON, json(hello));
		assert_int_equal(cb__algorithms_collect(&algorithms, &f->crew), CB_OK);
		const cb_algorithm *own = cb__algorithms_at(&algorithms, cb_algorithm_count());
		assert_non_null(own);
		assert_int_equal(own->kind, CB_KIND_NONE);
		assert_int_equal(own->block_len, 1);
		cb__algorithms_done(&algorithms);
		crew_drop((void **)&f);
	}
	(void)state;
}

static void an_own_algorithm_without_a_name_is_none(void **state)
{
	crew_fixture *f = *state;
	cb__algorithms algorithms = {NULL, 0};
	crew_add(f, "a", CB_ACCEL_ON,
		json("{'offers': [{'own': {'kind': 1}}, {'algorithm': 3, 'own': {'kind': 1}}]}"));
	assert_int_equal(cb__algorithms_collect(&algorithms, &f->crew), CB_OK);
	assert_int_equal(cb__algorithms_count(&algorithms), cb_algorithm_count());
	cb__algorithms_done(&algorithms);
}

static cb_status collect(void *payload)
{
	crew_fixture *f = payload;
	cb__algorithms algorithms = {NULL, 0};
	cb_status status = cb__algorithms_collect(&algorithms, &f->crew);
	cb__algorithms_done(&algorithms);
	return status;
}

static void running_out_of_memory_is_reported(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "a", CB_ACCEL_ON, json(OWN));
	crew_add(f, "b", CB_ACCEL_ON, json(OTHERS_OWN));
	scarcity_try(collect, f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CREW_TEST(an_offer_is_found_by_the_algorithms_name),
		CREW_TEST(an_operation_is_offered_if_it_is_listed),
		CREW_TEST(operations_of_a_newer_worker_mean_nothing),
		CREW_TEST(a_worker_that_said_nothing_offers_nothing),
		CREW_TEST(without_own_algorithms_there_is_the_catalogue),
		CREW_TEST(own_algorithms_follow_the_catalogue_and_the_first_of_a_name_counts),
		cmocka_unit_test(nonsense_about_an_own_algorithm_is_harmless),
		CREW_TEST(an_own_algorithm_without_a_name_is_none),
		CREW_TEST(running_out_of_memory_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
