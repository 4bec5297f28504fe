/* SPDX-License-Identifier: Apache-2.0 */
#include "crew_fixture.h"

#include <cb/backend.h>

#include "matrix.h"
#include "scarcity.h"

#define VARIED(algorithm, ops, variants)                                                           \
	"{\"algorithm\": \"" algorithm "\", \"ops\": [" ops "], \"variants\": [" variants "]}"
#define OFFER(algorithm, ops) "{\"algorithm\": \"" algorithm "\", \"ops\": [" ops "]}"
#define LACKING(algorithm, reason)                                                                 \
	"{\"algorithm\": \"" algorithm "\", \"ops\": [], \"reason\": \"" reason "\"}"
#define HELLO(offers) "{\"offers\": [" offers "]}"

#define SHA256        OFFER("sha256", "\"digest\"")
#define GCM           OFFER("aes-256-gcm", "\"seal\", \"open\", \"reject\"")
#define CBC           OFFER("aes-128-cbc", "\"encrypt\", \"decrypt\"")
#define RSA           OFFER("rsa-2048", "\"keygen\", \"sign\", \"verify\", \"reject\"")
#define OWN                                                                                        \
	"{\"algorithm\": \"own\", \"ops\": [\"digest\"], \"own\": "                                \
	"{\"kind\": 1, \"block_len\": 4, \"usual\": false}}"
#define EVERYTHING HELLO(RSA ", " SHA256 ", " GCM ", " CBC ", " OWN)

static uint64_t sizes[] = {16, 1024};
static uint64_t one[] = {1};

static cb__settings with(char *algorithms, char *ops)
{
	return (cb__settings){.algorithms = algorithms,
		.ops = ops,
		.sizes = sizes,
		.size_count = ROWS(sizes),
		.variants = CB_VARIANT_BIT(CB_VARIANT_MESSAGE),
		.threads = one,
		.thread_count = ROWS(one),
		.processes = one,
		.process_count = ROWS(one)};
}

/* The names of all panels, with blanks between them. */
static char *panels_of(crew_fixture *f, const cb__settings *settings)
{
	cb__matrix matrix;
	cb_text names = CB_TEXT_INIT;
	char *taken = NULL;
	if (cb__matrix_new(&matrix, &f->crew, settings) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	for (size_t i = 0; i < matrix.panel_count; i++) {
		cb__text_add(&names, i > 0 ? " " : "");
		cb__panel_name(&names, &matrix.panels[i]);
	}
	assert_int_equal(matrix.entry_count, f->crew.member_count);
	cb__matrix_done(&matrix);
	assert_int_equal(cb__text_take(&names, &taken), CB_OK);
	return taken;
}

static void assert_panels(crew_fixture *f, char *algorithms, char *ops, const char *const expected)
{
	cb__settings settings = with(algorithms, ops);
	char *names = panels_of(f, &settings);
	assert_string_equal(names, expected);
	free(names);
}

static void the_usual_ones_are_selected_in_the_order_of_the_catalogue(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "a", CB_ACCEL_ON, EVERYTHING);
	assert_panels(f, NULL, NULL,
		"sha256/digest/16 sha256/digest/1024 "
		"aes-128-cbc/encrypt/16 aes-128-cbc/encrypt/1024 "
		"aes-128-cbc/decrypt/16 aes-128-cbc/decrypt/1024 "
		"aes-256-gcm/seal/16 aes-256-gcm/seal/1024 "
		"aes-256-gcm/open/16 aes-256-gcm/open/1024 "
		"rsa-2048/sign/0 rsa-2048/verify/0");
}

static void globs_select_algorithms_and_operations(void **state)
{
	crew_fixture *f = *state;
	static const struct {
		const char *algorithms;
		const char *ops;
		const char *expected;
	} rows[] = {
		{"sha256", NULL, "sha256/digest/16 sha256/digest/1024"},
		{"*-gcm", "open", "aes-256-gcm/open/16 aes-256-gcm/open/1024"},
		{"rsa-*,sha256", "digest,ver*",
			"sha256/digest/16 sha256/digest/1024 rsa-2048/verify/0"},
		{"rsa-2048", "*",
			"rsa-2048/reject/0 rsa-2048/keygen/0 rsa-2048/sign/0 rsa-2048/verify/0"},
		{"*", "reject", "aes-256-gcm/reject/16 aes-256-gcm/reject/1024 rsa-2048/reject/0"},
		{NULL, "keygen", "rsa-2048/keygen/0"},
		{"own", NULL, "own/digest/16 own/digest/1024"},
		{"o?n", NULL, "own/digest/16 own/digest/1024"},
	};
	crew_add(f, "a", CB_ACCEL_ON, EVERYTHING);
	for (size_t i = 0; i < ROWS(rows); i++) {
		char algorithms[32] = "";
		char ops[32] = "";
		strcpy(algorithms, rows[i].algorithms != NULL ? rows[i].algorithms : "");
		strcpy(ops, rows[i].ops != NULL ? rows[i].ops : "");
		assert_panels(f, rows[i].algorithms != NULL ? algorithms : NULL,
			rows[i].ops != NULL ? ops : NULL, rows[i].expected);
	}
}

static void what_one_member_offers_has_a_panel_for_all(void **state)
{
	crew_fixture *f = *state;
	char all[] = "*";
	cb__settings settings = with(all, NULL);
	cb__matrix matrix;
	crew_add(f, "a", CB_ACCEL_ON, HELLO(SHA256));
	crew_add(f, "b", CB_ACCEL_ON, HELLO(LACKING("sha256", "built without SHA-2")));
	crew_add(f, "c", CB_ACCEL_ON, HELLO(LACKING("sha256", "")));
	crew_add(f, "d", CB_ACCEL_ON, HELLO(""));
	assert_int_equal(cb__matrix_new(&matrix, &f->crew, &settings), CB_OK);
	assert_int_equal(matrix.panel_count, ROWS(sizes));
	const cb__entry *entries = matrix.panels[0].entries;
	static const char *const reasons[] = {
		NULL, "built without SHA-2", "this library lacks it", "this library lacks it"};
	for (size_t i = 0; i < ROWS(reasons); i++) {
		assert_ptr_equal(entries[i].member, &f->members[i]);
		assert_int_equal(entries[i].outcome,
			reasons[i] == NULL ? CB_OUTCOME_MEASURED : CB_OUTCOME_UNSUPPORTED);
		assert_int_equal(cb__entry_is_alive(&entries[i]), reasons[i] == NULL);
		if (reasons[i] != NULL)
			assert_string_equal(entries[i].reason, reasons[i]);
	}
	cb__matrix_done(&matrix);
	assert_null(matrix.panels);
}

static void what_nobody_offers_is_there_only_if_named_in_full(void **state)
{
	crew_fixture *f = *state;
	char named[] = "md5";
	char named_beside_a_glob[] = "rc*,md5";
	crew_add(f, "a", CB_ACCEL_ON, HELLO(SHA256));
	assert_panels(f, NULL, NULL, "sha256/digest/16 sha256/digest/1024");
	assert_panels(f, named, NULL, "md5/digest/16 md5/digest/1024");
	assert_panels(f, named_beside_a_glob, NULL, "md5/digest/16 md5/digest/1024");
}

static void a_question_mark_makes_a_name_a_glob(void **state)
{
	crew_fixture *f = *state;
	char algorithms[] = "sha???,sha?";
	crew_add(f, "a", CB_ACCEL_ON, HELLO(SHA256));
	assert_panels(f, algorithms, NULL, "sha256/digest/16 sha256/digest/1024");
}

static void nothing_selected_is_an_error(void **state)
{
	crew_fixture *f = *state;
	static const char *const rows[][2] = {
		{"md*", NULL}, {"sha256", "seal"}, {NULL, "derive"}, {"rsa-*", "sign"}};
	crew_add(f, "a", CB_ACCEL_ON, HELLO(SHA256));
	for (size_t i = 0; i < ROWS(rows); i++) {
		char algorithms[32] = "";
		char ops[32] = "";
		strcpy(algorithms, rows[i][0] != NULL ? rows[i][0] : "");
		strcpy(ops, rows[i][1] != NULL ? rows[i][1] : "");
		cb__matrix matrix = {0};
		cb__settings settings = with(
			rows[i][0] != NULL ? algorithms : NULL, rows[i][1] != NULL ? ops : NULL);
		assert_int_equal(cb__matrix_new(&matrix, &f->crew, &settings), CB_EEMPTY);
		assert_is_message(cb_context_error(f->ctx));
		assert_null(matrix.panels);
	}
}

static void a_pattern_that_matches_nothing_is_named(void **state)
{
	crew_fixture *f = *state;
	char long_pattern[200];
	static const char *const rows[][2] = {
		{"aes-512-gcm", "\"aes-512-gcm\""},
		{"sha256,xyz*,md5", "\"xyz*\""},
		{"sha256,,md5", "\"\""},
		{"SHA256", "\"SHA256\""},
		{NULL, "\"****"},
	};
	memset(long_pattern, '*', sizeof long_pattern);
	long_pattern[sizeof long_pattern - 1] = '\0';
	crew_add(f, "a", CB_ACCEL_ON, HELLO(SHA256));
	for (size_t i = 0; i < ROWS(rows); i++) {
		char algorithms[32] = "";
		strcpy(algorithms, rows[i][0] != NULL ? rows[i][0] : "");
		cb__matrix matrix = {0};
		cb__settings settings = with(rows[i][0] != NULL ? algorithms : long_pattern, NULL);
		assert_int_equal(cb__matrix_new(&matrix, &f->crew, &settings), CB_ENOTFOUND);
		assert_says(cb_context_error(f->ctx), rows[i][1]);
		assert_is_message(cb_context_error(f->ctx));
	}
}

/* Who names algorithm and size has made a mistake; who asks for many gets those that fit. */
static void a_message_that_is_no_whole_block_is_refused_if_named(void **state)
{
	crew_fixture *f = *state;
	static uint64_t odd[] = {16, 100};
	char named[] = "sha256,aes-128-cbc";
	cb__matrix matrix = {0};
	cb__settings settings = with(named, NULL);
	settings.sizes = odd;
	crew_add(f, "a", CB_ACCEL_ON, HELLO(CBC ", " SHA256));
	assert_int_equal(cb__matrix_new(&matrix, &f->crew, &settings), CB_EINVAL);
	assert_says(cb_context_error(f->ctx), "aes-128-cbc");
	assert_says(cb_context_error(f->ctx), "16 bytes");
	assert_says(cb_context_error(f->ctx), "100");
	assert_is_message(cb_context_error(f->ctx));
	assert_null(matrix.panels);
}

static void a_message_that_is_no_whole_block_is_unsupported_otherwise(void **state)
{
	crew_fixture *f = *state;
	static uint64_t odd[] = {16, 100};
	char glob[] = "*cbc,sha*";
	char *const selections[] = {NULL, glob};
	crew_add(f, "a", CB_ACCEL_ON, HELLO(CBC ", " SHA256));
	for (size_t i = 0; i < ROWS(selections); i++) {
		cb__matrix matrix = {0};
		cb__settings settings = with(selections[i], NULL);
		settings.sizes = odd;
		assert_int_equal(cb__matrix_new(&matrix, &f->crew, &settings), CB_OK);
		assert_int_equal(matrix.panel_count, 6);
		for (size_t j = 0; j < matrix.panel_count; j++) {
			const cb__panel *panel = &matrix.panels[j];
			int is_odd = panel->algorithm->kind == CB_KIND_CIPHER && panel->size == 100;
			assert_int_equal(panel->entries[0].outcome,
				is_odd ? CB_OUTCOME_UNSUPPORTED : CB_OUTCOME_MEASURED);
			if (is_odd)
				assert_says(panel->entries[0].reason, "whole blocks");
		}
		cb__matrix_done(&matrix);
	}
}

static void a_member_that_another_stands_for_has_what_that_one_has(void **state)
{
	crew_fixture *f = *state;
	cb__settings settings = with(NULL, NULL);
	cb__matrix matrix;
	cb__member *off = crew_add(f, "a", CB_ACCEL_OFF, HELLO(SHA256));
	cb__member *nocrypto = crew_add(f, "a", CB_ACCEL_NOCRYPTO, NULL);
	nocrypto->same_as = off;
	assert_int_equal(cb__matrix_new(&matrix, &f->crew, &settings), CB_OK);
	assert_int_equal(matrix.panels[0].entries[1].outcome, CB_OUTCOME_MEASURED);
	assert_true(cb__entry_is_alive(&matrix.panels[0].entries[0]));
	assert_false(cb__entry_is_alive(&matrix.panels[0].entries[1]));
	cb__matrix_done(&matrix);
}

static void a_member_that_cannot_be_measured_says_why_in_each_panel(void **state)
{
	crew_fixture *f = *state;
	cb__settings settings = with(NULL, NULL);
	cb__matrix matrix;
	cb__member *good = crew_add(f, "a", CB_ACCEL_ON, HELLO(SHA256));
	cb__member *bad = crew_add(f, "a", CB_ACCEL_OFF, HELLO(SHA256));
	cb__member *same = crew_add(f, "a", CB_ACCEL_NOCRYPTO, NULL);
	same->same_as = bad;
	crew_fail(bad, CB_OUTCOME_UNPROVEN, "AES is still on", "printed");
	assert_int_equal(good->outcome, CB_OUTCOME_MEASURED);
	assert_int_equal(cb__matrix_new(&matrix, &f->crew, &settings), CB_OK);
	for (size_t i = 0; i < matrix.panel_count; i++)
		for (size_t j = 1; j < 3; j++) {
			const cb__entry *entry = &matrix.panels[i].entries[j];
			assert_int_equal(entry->outcome, CB_OUTCOME_UNPROVEN);
			assert_string_equal(entry->reason, "AES is still on");
			assert_string_equal(entry->output, "printed");
		}
	cb__matrix_done(&matrix);
}

static void the_first_end_of_a_cell_counts(void **state)
{
	(void)state;
	cb__entry entry = {.outcome = CB_OUTCOME_MEASURED};
	char reason[] = "first";
	assert_int_equal(cb__entry_end(&entry, CB_OUTCOME_CRASHED, reason, NULL), CB_OK);
	reason[0] = 'x';
	assert_int_equal(cb__entry_end(&entry, CB_OUTCOME_FAILED, "second", "more"), CB_OK);
	assert_int_equal(entry.outcome, CB_OUTCOME_CRASHED);
	assert_string_equal(entry.reason, "first");
	assert_string_equal(entry.output, "");
	free(entry.reason);
	free(entry.output);
}

static void readings_are_kept_in_order(void **state)
{
	(void)state;
	cb__entry entry = {.outcome = CB_OUTCOME_MEASURED};
	for (uint32_t i = 0; i < 1000; i++) {
		const cb__reading reading = {i / 10, i % 10,
			{.ops = i + 1, .wall_ns = 2 * i, .cpu_ns = 3 * i, .switches = i}};
		assert_int_equal(cb__entry_add(&entry, &reading), CB_OK);
	}
	assert_int_equal(entry.reading_count, 1000);
	for (uint32_t i = 0; i < 1000; i++) {
		assert_int_equal(entry.readings[i].launch, i / 10);
		assert_int_equal(entry.readings[i].round, i % 10);
		assert_int_equal(entry.readings[i].sample.ops, i + 1);
		assert_int_equal(entry.readings[i].sample.cpu_ns, 3 * i);
	}
	free(entry.readings);
}

static void without_members_nothing_can_be_selected(void **state)
{
	crew_fixture *f = *state;
	cb__settings settings = with(NULL, NULL);
	cb__matrix matrix = {0};
	assert_int_equal(cb__matrix_new(&matrix, &f->crew, &settings), CB_EEMPTY);
}

static cb_status make_matrix(void *payload)
{
	crew_fixture *f = payload;
	char all[] = "*";
	cb__settings settings = with(all, NULL);
	cb__matrix matrix = {0};
	const cb__reading reading = {0, 0, {.ops = 1, .wall_ns = 1, .cpu_ns = 1}};
	cb_status status = cb__matrix_new(&matrix, &f->crew, &settings);
	if (status == CB_OK)
		status = cb__entry_add(&matrix.panels[0].entries[0], &reading);
	cb__matrix_done(&matrix);
	return status;
}

static void running_out_of_memory_is_reported(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "a", CB_ACCEL_ON, EVERYTHING);
	crew_add(f, "b", CB_ACCEL_ON, HELLO(SHA256));
	scarcity_try(make_matrix, f);
}

static void variants_threads_and_processes_are_dimensions(void **state)
{
	crew_fixture *f = *state;
	static uint64_t one_size[] = {64};
	static uint64_t threads[] = {1, 2};
	static uint64_t processes[] = {1, 3};
	char algorithms[] = "sha256";
	cb__settings settings = with(algorithms, NULL);
	settings.sizes = one_size;
	settings.size_count = 1;
	settings.threads = threads;
	settings.thread_count = ROWS(threads);
	settings.processes = processes;
	settings.process_count = ROWS(processes);
	settings.variants = CB_VARIANT_BIT(CB_VARIANT_MESSAGE) | CB_VARIANT_BIT(CB_VARIANT_STREAM);
	settings.load = 2;
	crew_add(f, "a", CB_ACCEL_ON,
		HELLO(VARIED("sha256", "\"digest\"", "\"message\", \"stream\"")));
	char *names = panels_of(f, &settings);
	assert_string_equal(names, "sha256/digest/64/load=2 "
				   "sha256/digest/64/threads=2/load=2 "
				   "sha256/digest/64/processes=3/load=2 "
				   "sha256/digest/64/threads=2/processes=3/load=2 "
				   "sha256/digest/64/variant=stream/load=2 "
				   "sha256/digest/64/variant=stream/threads=2/load=2 "
				   "sha256/digest/64/variant=stream/processes=3/load=2 "
				   "sha256/digest/64/variant=stream/threads=2/processes=3/load=2");
	free(names);
}

static void variant_that_nobody_has_makes_no_panels(void **state)
{
	crew_fixture *f = *state;
	cb__settings settings = with(NULL, NULL);
	cb__matrix matrix = {0};
	settings.variants = CB_VARIANT_BIT(CB_VARIANT_STREAM) | CB_VARIANT_BIT(CB_VARIANT_FETCH);
	crew_add(f, "a", CB_ACCEL_ON,
		HELLO(VARIED("sha256", "\"digest\"", "\"message\", \"stream\"") ", " VARIED(
			"aes-256-gcm", "\"seal\"", "\"message\", \"fresh\"")));
	crew_add(f, "b", CB_ACCEL_ON, HELLO(SHA256));
	assert_int_equal(cb__matrix_new(&matrix, &f->crew, &settings), CB_OK);
	assert_int_equal(matrix.panel_count, ROWS(sizes));
	for (size_t i = 0; i < matrix.panel_count; i++) {
		const cb__panel *panel = &matrix.panels[i];
		assert_string_equal(panel->algorithm->name, "sha256");
		assert_int_equal(panel->variant, CB_VARIANT_STREAM);
		assert_true(cb__entry_is_alive(&panel->entries[0]));
		/* Who lacks it says so. */
		assert_int_equal(panel->entries[1].outcome, CB_OUTCOME_UNSUPPORTED);
		assert_says(panel->entries[1].reason, "variant");
	}
	cb__matrix_done(&matrix);
	settings.variants = CB_VARIANT_BIT(CB_VARIANT_REKEY);
	assert_int_equal(cb__matrix_new(&matrix, &f->crew, &settings), CB_EEMPTY);
}

static void operations_without_a_message_have_all_dimensions_but_size(void **state)
{
	crew_fixture *f = *state;
	static uint64_t threads[] = {1, 4};
	char algorithms[] = "rsa-2048,aes-128-cmac";
	char ops[] = "verify,setkey";
	cb__settings settings = with(algorithms, ops);
	settings.threads = threads;
	settings.thread_count = ROWS(threads);
	crew_add(f, "a", CB_ACCEL_ON, HELLO(RSA ", " OFFER("aes-128-cmac", "\"mac\", \"setkey\"")));
	char *names = panels_of(f, &settings);
	assert_string_equal(names, "aes-128-cmac/setkey/0 aes-128-cmac/setkey/0/threads=4 "
				   "rsa-2048/verify/0 rsa-2048/verify/0/threads=4");
	free(names);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CREW_TEST(the_usual_ones_are_selected_in_the_order_of_the_catalogue),
		CREW_TEST(globs_select_algorithms_and_operations),
		CREW_TEST(what_one_member_offers_has_a_panel_for_all),
		CREW_TEST(what_nobody_offers_is_there_only_if_named_in_full),
		CREW_TEST(a_question_mark_makes_a_name_a_glob),
		CREW_TEST(nothing_selected_is_an_error),
		CREW_TEST(a_pattern_that_matches_nothing_is_named),
		CREW_TEST(a_message_that_is_no_whole_block_is_refused_if_named),
		CREW_TEST(a_message_that_is_no_whole_block_is_unsupported_otherwise),
		CREW_TEST(a_member_that_another_stands_for_has_what_that_one_has),
		CREW_TEST(a_member_that_cannot_be_measured_says_why_in_each_panel),
		cmocka_unit_test(the_first_end_of_a_cell_counts),
		cmocka_unit_test(readings_are_kept_in_order),
		CREW_TEST(without_members_nothing_can_be_selected),
		CREW_TEST(running_out_of_memory_is_reported),
		CREW_TEST(variants_threads_and_processes_are_dimensions),
		CREW_TEST(variant_that_nobody_has_makes_no_panels),
		CREW_TEST(operations_without_a_message_have_all_dimensions_but_size),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
