/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_fixture.h"

static const line plain[] = {{"openssl:on", "md5/digest/16", 100, 1, NULL}};

/* The note with this id that has @p text in it; NULL if there is none. */
static const cb_compare_note *find_note(const cb_comparison *c, const char *id, const char *text)
{
	const cb_compare_note *note;

	for (size_t i = 0; (note = cb_comparison_note_at(c, i)) != NULL; i++)
		if (strcmp(note->id, id) == 0 && strstr(note->text, text) != NULL)
			return note;
	return NULL;
}

static size_t count_notes(const cb_comparison *c, const char *id)
{
	const cb_compare_note *note;
	size_t count = 0;

	for (size_t i = 0; (note = cb_comparison_note_at(c, i)) != NULL; i++)
		count += strcmp(note->id, id) == 0;
	return count;
}

static void every_note_has_a_known_id(void **state)
{
	static const char *const known[] = {
#define NOTE_ID(id, meaning) id,
		CB_COMPARE_NOTE_MAP(NOTE_ID)
#undef NOTE_ID
	};
	compare_fixture *f = *state;
	const cb_comparison *c =
		compare_documents(f, DOCUMENT(f, "'tool': {'version': '1'}, ", plain),
			DOCUMENT(f, "'complete': false, 'tool': {'version': '2'}, ", plain));
	const cb_compare_note *note;

	for (size_t i = 0; (note = cb_comparison_note_at(c, i)) != NULL; i++) {
		size_t j = 0;

		while (j < sizeof known / sizeof known[0] && strcmp(known[j], note->id) != 0)
			j++;
		assert_true(j < sizeof known / sizeof known[0]);
	}
	assert_int_equal(cb_comparison_note_count(c), 3);
}

static void each_fact_that_differs_is_named_with_both_values(void **state)
{
	static const char one[] =
		"'tool': {'version': '0.1.0', 'options': {'cpu': 1}}, 'environment': {'cpu': "
		"{'model': 'A', 'logical_cpus': 2, 'smt': false, 'governor': 'powersave'}, "
		"'virtualization': 'none', 'os': {'kernel': '6.1'}}, ";
	static const char two[] =
		"'tool': {'version': '0.2.0', 'options': {'cpu': -1}}, 'environment': {'cpu': "
		"{'model': 'B', 'logical_cpus': 4, 'smt': true, 'governor': 'performance'}, "
		"'virtualization': 'kvm', 'os': {'kernel': '6.1'}}, ";
	compare_fixture *f = *state;
	const cb_comparison *c =
		compare_documents(f, DOCUMENT(f, one, plain), DOCUMENT(f, two, plain));
	const cb_compare_note *note = find_note(c, "machine", "processor:");

	assert_non_null(note);
	assert_string_equal(
		note->text, "processor: old has A, new has B; the difference may be the machine");
	assert_string_equal(note->base, "A");
	assert_string_equal(note->head, "B");
	assert_non_null(find_note(c, "machine", "old has 2, new has 4"));
	assert_non_null(find_note(c, "machine", "old has no, new has yes"));
	assert_non_null(find_note(c, "machine", "old has powersave, new has performance"));
	assert_non_null(find_note(c, "machine", "virtualization: old has none, new has kvm"));
	assert_int_equal(count_notes(c, "machine"), 5);
	assert_non_null(find_note(c, "tool", "old has 0.1.0, new has 0.2.0"));
	assert_non_null(find_note(c, "tool", "pinned to one processor: old has yes, new has no"));
}

static void what_is_not_known_does_not_differ(void **state)
{
	compare_fixture *f = *state;
	const cb_comparison *c = compare_documents(f,
		DOCUMENT(f, "'environment': {'cpu': {'model': 'A', 'turbo': 'unknown'}}, ", plain),
		DOCUMENT(f, "'environment': {'cpu': {'turbo': true}}, ", plain));

	assert_int_equal(count_notes(c, "machine"), 0);
	assert_int_equal(count_notes(c, "unpaired"), 1);
}

static void builds_of_a_library_are_told(void **state)
{
	const line old[] = {{"old@openssl:on", "md5/digest/16", 100, 1, NULL},
		{"old@openssl:on", "md5/digest/64", 100, 1, NULL}};
	const line new[] = {{"new@openssl:on", "md5/digest/16", 100, 1, NULL},
		{"new@openssl:on", "md5/digest/64", 100, 1, NULL}};
	compare_fixture *f = *state;
	const cb_comparison *c = compare_documents(f, DOCUMENT(f, "", old), DOCUMENT(f, "", new));

	assert_int_equal(count_notes(c, "library"), 1);
	assert_non_null(find_note(c, "library",
		"two builds of version 1.0: old has /lib/old.so, new has /lib/new.so"));
	assert_int_equal(count_notes(c, "control"), 0);
}

static void equal_builds_that_differ_betray_the_machine(void **state)
{
	const line base[] = {{"openssl:on", "md5/digest/16", 100, 1, NULL},
		{"mbedtls:on", "md5/digest/16", 100, 1, NULL}};
	const line head[] = {{"openssl:on", "md5/digest/16", 80, 1, NULL},
		{"mbedtls:on", "md5/digest/16", 100, 1, NULL}};
	compare_fixture *f = *state;
	const cb_results *documents[] = {
		DOCUMENT(f, "", base), DOCUMENT(f, "", head), DOCUMENT(f, "", base)};

	assert_non_null(find_note(compare_documents(f, documents[0], documents[1]), "control",
		"(openssl, mbedtls) are on both sides, and yet 1 of 2 of their cells differ"));
	assert_int_equal(
		count_notes(compare_documents(f, documents[0], documents[2]), "control"), 0);
}

static void doubts_of_a_document_are_told(void **state)
{
	static const char warned[] =
		"'complete': false, 'environment': {'warnings': [{'id': 'load', 'text': 'the load "
		"is 3'}]}, ";
	const line few[] = {{"openssl:on", "md5/digest/16", 100, -1, NULL}};
	compare_fixture *f = *state;
	const cb_results *base = DOCUMENT(f, "", plain), *head = DOCUMENT(f, warned, few);
	const cb_comparison *c = compare_documents(f, base, head);

	assert_non_null(find_note(c, "incomplete", "new is not complete"));
	assert_non_null(find_note(c, "warning", "only of new: the load is 3"));
	assert_non_null(find_note(c, "no-interval", "1 of 1"));
	c = compare_documents(f, head, base);
	assert_non_null(find_note(c, "warning", "only of old: the load is 3"));
}

static void a_busy_machine_is_told(void **state)
{
	static const line lines[] = {
		{"openssl:on", "md5/digest/16", 100, 1, "'x': 0, 'y': {'contended': true}"}};
	compare_fixture *f = *state;
	const cb_comparison *c;
	cb_results *head = DOCUMENT(f, "", lines);

	((cb_summary *)(uintptr_t)cb_results_cell_at(head, 0)->summary)->contended = 1;
	c = compare_documents(f, DOCUMENT(f, "", plain), head);
	assert_non_null(find_note(c, "contended", "0 of 1 cells of old and 1 of new"));
}

static void subjects_of_one_run_have_one_machine(void **state)
{
	const line lines[] = {{"a@openssl:on", "md5/digest/16", 100, 1, NULL},
		{"b@openssl:on", "md5/digest/16", 100, 1, NULL}};
	const char *a[] = {"a", NULL}, *b[] = {"b", NULL};
	compare_fixture *f = *state;
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;

	config.base = config.head = DOCUMENT(f, "", lines);
	config.base_labels = a;
	config.head_labels = b;
	assert_int_equal(cb_compare(&f->comparison, f->ctx, &config), CB_OK);
	assert_int_equal(cb_comparison_note_count(f->comparison), 1);
	assert_int_equal(count_notes(f->comparison, "library"), 1);
	config.head_labels = a;
	cb_comparison_free(f->comparison);
	assert_int_equal(cb_compare(&f->comparison, f->ctx, &config), CB_OK);
	assert_int_equal(count_notes(f->comparison, "same-library"), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		COMPARE_TEST(every_note_has_a_known_id),
		COMPARE_TEST(each_fact_that_differs_is_named_with_both_values),
		COMPARE_TEST(what_is_not_known_does_not_differ),
		COMPARE_TEST(builds_of_a_library_are_told),
		COMPARE_TEST(equal_builds_that_differ_betray_the_machine),
		COMPARE_TEST(doubts_of_a_document_are_told),
		COMPARE_TEST(a_busy_machine_is_told),
		COMPARE_TEST(subjects_of_one_run_have_one_machine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
