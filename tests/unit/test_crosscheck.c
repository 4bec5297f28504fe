/* SPDX-License-Identifier: Apache-2.0 */
#include "panel_fixture.h"

#include "crosscheck.h"

#define COUNT_MAX 8

/* A panel that has only been opened: what its cells answered is written down here. */
typedef struct scene {
	cb__subject subjects[COUNT_MAX];
	cb__member members[COUNT_MAX];
	cb__entry entries[COUNT_MAX];
	cb__panel panel;
	size_t count;
} scene;

/* What all whose names begin so call themselves; NULL: nobody says. */
static const char *built_as;

/* @p rows are pairs of a backend and its answer; an answer of "" means that it is not open. */
static void judge(scene *s, const char *const *rows)
{
	memset(s, 0, sizeof *s);
	for (; rows[2 * s->count] != NULL; s->count++) {
		size_t i = s->count;
		s->subjects[i].backend = (char *)(uintptr_t)rows[2 * i];
		s->subjects[i].label = (char *)(uintptr_t)rows[2 * i];
		s->members[i].subject = &s->subjects[i];
		if (built_as != NULL)
			s->members[i].hello = json_pack("{s:s}", "backend",
				strncmp(rows[2 * i], built_as, strlen(built_as)) == 0
					? built_as
					: rows[2 * i]);
		s->entries[i] = (cb__entry){
			.member = &s->members[i],
			.outcome = CB_OUTCOME_MEASURED,
			.is_open = rows[2 * i + 1][0] != '\0',
		};
		snprintf(s->entries[i].fingerprint, sizeof s->entries[i].fingerprint, "%s",
			rows[2 * i + 1]);
	}
	s->panel = (cb__panel){
		.algorithm = &fixture_hash, .op = CB_OP_DIGEST, .size = 64, .entries = s->entries};
	assert_int_equal(cb__crosscheck(&s->panel, s->count, NULL, 1), CB_OK);
}

/* One letter per cell: 'm' measured, 'x' mismatch. Frees the scene. */
static void expect_outcomes(const char *const *rows, const char *letters)
{
	scene s;
	char found[COUNT_MAX + 1] = "";
	judge(&s, rows);
	for (size_t i = 0; i < s.count; i++) {
		found[i] = s.entries[i].outcome == CB_OUTCOME_MISMATCH ? 'x' : 'm';
		free(s.entries[i].reason);
		free(s.entries[i].output);
	}
	assert_string_equal(found, letters);
}

#define EXPECT(letters, ...)                                                                       \
	do {                                                                                       \
		static const char *const rows[] = {__VA_ARGS__, NULL};                             \
		expect_outcomes(rows, letters);                                                    \
	} while (0)

static void cells_that_agree_are_measured(void **state)
{
	(void)state;
	EXPECT("m", "a", "1");
	EXPECT("mm", "a", "1", "b", "1");
	EXPECT("mmm", "a", "1", "a", "1", "b", "1");
}

static void two_that_disagree_are_both_out(void **state)
{
	(void)state;
	EXPECT("xx", "a", "1", "b", "2");
}

static void minority_is_out(void **state)
{
	(void)state;
	EXPECT("mxm", "a", "1", "b", "2", "c", "1");
	EXPECT("mmmx", "a", "1", "b", "1", "c", "1", "d", "2");
}

static void without_a_majority_all_are_out(void **state)
{
	(void)state;
	EXPECT("xxx", "a", "1", "b", "2", "c", "3");
	EXPECT("xxxx", "a", "1", "b", "1", "c", "2", "d", "2");
}

static void library_has_one_vote(void **state)
{
	(void)state;
	EXPECT("xxxmm", "a", "2", "a", "2", "a", "2", "b", "1", "c", "1");
	EXPECT("xxx", "a", "2", "a", "2", "b", "1");
}

/* As a copy of a module in a file of another name, or one built for another release. */
static void builds_of_one_backend_have_one_vote(void **state)
{
	(void)state;
	scene s;
	static const char *const rows[] = {"a", "1", "b", "2", "b-copy", "2", "c", "1", NULL};
	built_as = "b";
	judge(&s, rows);
	built_as = NULL;
	for (size_t i = 0; i < s.count; i++) {
		int is_right = i == 0 || i == 3;
		assert_int_equal(
			s.entries[i].outcome, is_right ? CB_OUTCOME_MEASURED : CB_OUTCOME_MISMATCH);
		assert_int_equal(s.entries[i].is_confirmed, is_right);
		free(s.entries[i].reason);
		free(s.entries[i].output);
		json_decref(s.members[i].hello);
	}
}

static void library_that_contradicts_itself_has_none(void **state)
{
	(void)state;
	/* Two modes, or two builds, and nobody to ask. */
	EXPECT("xx", "a", "1", "a", "2");
	EXPECT("xxx", "a", "1", "a", "1", "a", "2");
	/* Another library decides between them. */
	EXPECT("mxm", "a", "1", "a", "2", "b", "1");
	EXPECT("xxmm", "a", "2", "a", "3", "b", "1", "c", "1");
	EXPECT("xxxx", "a", "1", "a", "2", "b", "1", "c", "2");
}

static void cells_that_are_not_open_have_no_say(void **state)
{
	(void)state;
	EXPECT("mm", "a", "1", "b", "");
	EXPECT("xxm", "a", "1", "b", "2", "c", "");
	EXPECT("mmm", "a", "", "a", "1", "b", "1");
}

static void reason_names_another_cell(void **state)
{
	(void)state;
	static const char *const rows[] = {"a", "1", "b", "2", NULL};
	scene s;
	judge(&s, rows);
	assert_string_equal(
		s.entries[0].reason, "on the measured message its output differs from that of b");
	assert_string_equal(
		s.entries[1].reason, "on the measured message its output differs from that of a");
	for (size_t i = 0; i < 2; i++) {
		free(s.entries[i].reason);
		free(s.entries[i].output);
	}
}

static void cell_that_ended_before_keeps_its_outcome(void **state)
{
	(void)state;
	static const char *const rows[] = {"a", "1", "b", "1", NULL};
	scene s;
	judge(&s, rows);
	assert_int_equal(cb__entry_end(&s.entries[0], CB_OUTCOME_CRASHED, "first", NULL), CB_OK);
	snprintf(s.entries[0].fingerprint, sizeof s.entries[0].fingerprint, "2");
	assert_int_equal(cb__crosscheck(&s.panel, s.count, NULL, 1), CB_OK);
	assert_int_equal(s.entries[0].outcome, CB_OUTCOME_CRASHED);
	assert_int_equal(s.entries[1].outcome, CB_OUTCOME_MEASURED);
	free(s.entries[0].reason);
	free(s.entries[0].output);
}

static const cb__pump no_pump = {NULL, NULL};

/* As if all cells of @p op had been opened, by workers that are real. */
static void exchange(
	company *c, cb__panel *panel, const char *subjects, const char *algorithm, cb_op op)
{
	company_open(c, subjects, LIMIT_MS, no_pump);
	company_start(c);
	*panel = panel_of(&c->crew, cb_algorithm_find(algorithm), op);
	panel->size = 0;
	for (size_t i = 0; i < c->crew.member_count; i++)
		panel->entries[i].is_open = c->crew.members[i].link != NULL;
	assert_int_equal(cb__crosscheck(panel, c->crew.member_count, &c->crew, 1), CB_OK);
}

static void finish(company *c, cb__panel *panel)
{
	panel_done(panel, c->crew.member_count);
	company_close(c);
}

static int has(const char *backend)
{
	cb_config config = CB_CONFIG_INIT;
	cb_context *ctx = NULL;
	int is_found = 0;
	config.backend_path = CB_TEST_MODULES;
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	for (size_t i = 0; i < cb_context_backend_count(ctx); i++)
		is_found |= strcmp(cb_context_backend_name(ctx, i), backend) == 0;
	cb_context_free(ctx);
	return is_found;
}

static void signatures_and_keys_pass_between_libraries(void **state)
{
	(void)state;
	static const struct {
		const char *algorithm;
		cb_op op;
	} rows[] = {
		{"ecdsa-p256", CB_OP_SIGN},
		{"ecdsa-p256", CB_OP_VERIFY},
		{"ecdsa-p256", CB_OP_KEYGEN},
		{"x25519", CB_OP_KEYGEN},
	};
	if (!has("openssl") || !has("mbedtls"))
		skip();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		company c;
		cb__panel panel;
		exchange(&c, &panel, "openssl mbedtls", rows[i].algorithm, rows[i].op);
		expect_outcome(&panel, 0, CB_OUTCOME_MEASURED);
		expect_outcome(&panel, 1, CB_OUTCOME_MEASURED);
		finish(&c, &panel);
	}
}

static void order_does_not_decide_who_is_blamed(void **state)
{
	(void)state;
	company c;
	cb__panel panel;
	if (!has("openssl") || !has("mbedtls"))
		skip();
	exchange(&c, &panel, "false_maker openssl mbedtls", "x25519", CB_OP_KEYGEN);
	expect_outcome(&panel, 0, CB_OUTCOME_MISMATCH);
	expect_outcome(&panel, 1, CB_OUTCOME_MEASURED);
	expect_outcome(&panel, 2, CB_OUTCOME_MEASURED);
	finish(&c, &panel);
	exchange(&c, &panel, "openssl mbedtls false_maker", "x25519", CB_OP_KEYGEN);
	expect_outcome(&panel, 0, CB_OUTCOME_MEASURED);
	expect_outcome(&panel, 1, CB_OUTCOME_MEASURED);
	expect_outcome(&panel, 2, CB_OUTCOME_MISMATCH);
	assert_non_null(strstr(panel.entries[2].reason, "derive the same"));
	finish(&c, &panel);
}

static void who_cannot_judge_blames_nobody(void **state)
{
	(void)state;
	company c;
	cb__panel panel;
	/* It signs, but has no verify; nobody else is there. */
	exchange(&c, &panel, "a@false_maker b@false_maker", "ecdsa-p256", CB_OP_SIGN);
	expect_outcome(&panel, 0, CB_OUTCOME_MEASURED);
	expect_outcome(&panel, 1, CB_OUTCOME_MEASURED);
	finish(&c, &panel);
	exchange(&c, &panel, "right_size null", "ecdsa-p256", CB_OP_VERIFY);
	expect_outcome(&panel, 0, CB_OUTCOME_MEASURED);
	expect_outcome(&panel, 1, CB_OUTCOME_MEASURED);
	finish(&c, &panel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_that_agree_are_measured),
		cmocka_unit_test(two_that_disagree_are_both_out),
		cmocka_unit_test(minority_is_out),
		cmocka_unit_test(without_a_majority_all_are_out),
		cmocka_unit_test(library_has_one_vote),
		cmocka_unit_test(builds_of_one_backend_have_one_vote),
		cmocka_unit_test(library_that_contradicts_itself_has_none),
		cmocka_unit_test(cells_that_are_not_open_have_no_say),
		cmocka_unit_test(reason_names_another_cell),
		cmocka_unit_test(cell_that_ended_before_keeps_its_outcome),
		cmocka_unit_test(signatures_and_keys_pass_between_libraries),
		cmocka_unit_test(order_does_not_decide_who_is_blamed),
		cmocka_unit_test(who_cannot_judge_blames_nobody),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
