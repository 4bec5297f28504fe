/* SPDX-License-Identifier: Apache-2.0 */
#include "panel_fixture.h"

#include "checked.h"

#include "environment.h"

/* One panel with two cells that were sampled. */
typedef struct scene {
	cb__subject subjects[2];
	cb__member members[2];
	cb__entry entries[2];
	cb__panel panel;
	cb__matrix matrix;
	json_t *environment;
} scene;

static void open_scene(scene *s, const cb_algorithm *algorithm)
{
	static const char *const names[2] = {"mine", "other"};
	memset(s, 0, sizeof *s);
	for (size_t i = 0; i < 2; i++) {
		s->subjects[i].backend = (char *)(uintptr_t)names[i];
		s->members[i].subject = &s->subjects[i];
		s->entries[i] = (cb__entry){.member = &s->members[i],
			.outcome = CB_OUTCOME_MEASURED,
			.reading_count = 1};
	}
	s->panel = (cb__panel){.algorithm = algorithm,
		.op = CB_OP_DIGEST,
		.size = 64,
		.variant = CB_VARIANT_MESSAGE,
		.entries = s->entries};
	s->matrix = (cb__matrix){.panels = &s->panel, .panel_count = 1, .entry_count = 2};
	s->environment = json_object();
}

/* The text of the only warning, or NULL. */
static const char *warning(scene *s)
{
	assert_int_equal(cb__checked_warn(s->environment, &s->matrix), CB_OK);
	const json_t *list = json_object_get(s->environment, "warnings");
	const json_t *row = json_array_get(list, 0);
	assert_true(json_array_size(list) <= 1);
	if (row != NULL)
		assert_string_equal(json_string_value(json_object_get(row, "id")), "unchecked");
	return json_string_value(json_object_get(row, "text"));
}

static void close_scene(scene *s)
{
	json_decref(s->environment);
}

static void the_best_check_is_told(void **state)
{
	(void)state;
	scene s;
	cb__callee callee;
	open_scene(&s, &fixture_hash);
	cb__entry *entry = &s.entries[0];
	assert_string_equal(cb__checked_by(entry), "itself");
	entry->is_confirmed = 1;
	assert_string_equal(cb__checked_by(entry), "others");
	entry->answer_count = 1;
	assert_string_equal(cb__checked_by(entry), "answers");
	s.members[0].callee = &callee;
	assert_string_equal(cb__checked_by(entry), "nothing");
	close_scene(&s);
}

static void own_algorithms_that_nobody_checked_are_named_once(void **state)
{
	(void)state;
	scene s;
	open_scene(&s, &fixture_hash);
	s.entries[1].is_confirmed = 1;
	cb__panel panels[2] = {s.panel, s.panel};
	s.matrix.panels = panels;
	s.matrix.panel_count = 2;
	const char *text = warning(&s);
	assert_non_null(text);
	assert_int_equal(strncmp(text, "mine fixture-hash digest: ", 26), 0);
	close_scene(&s);
}

static void what_was_checked_or_not_measured_is_not_named(void **state)
{
	(void)state;
	scene s;
	open_scene(&s, &fixture_hash);
	s.entries[0].answer_count = 1;
	s.entries[1].reading_count = 0;
	assert_null(warning(&s));
	s.entries[1].reading_count = 1;
	s.entries[1].outcome = CB_OUTCOME_CRASHED;
	assert_null(warning(&s));
	close_scene(&s);
}

static void what_nobody_could_check_is_not_named(void **state)
{
	(void)state;
	scene s;
	open_scene(&s, &fixture_hash);
	s.panel.variant = CB_VARIANT_STREAM;
	assert_null(warning(&s));
	s.panel.variant = CB_VARIANT_MESSAGE;
	s.panel.algorithm = cb_algorithm_find("random");
	s.panel.op = CB_OP_GENERATE;
	assert_null(warning(&s));
	close_scene(&s);
}

static void many_are_counted(void **state)
{
	(void)state;
	static const cb_op ops[] = {CB_OP_DIGEST, CB_OP_MAC, CB_OP_SEAL};
	scene s;
	cb__panel panels[CB_COUNT(ops)];
	open_scene(&s, &fixture_hash);
	for (size_t i = 0; i < CB_COUNT(ops); i++) {
		panels[i] = s.panel;
		panels[i].op = ops[i];
	}
	s.matrix.panels = panels;
	s.matrix.panel_count = CB_COUNT(ops);
	const char *text = warning(&s);
	assert_non_null(text);
	assert_non_null(strstr(text, "mine fixture-hash mac, other fixture-hash mac and 2 more: "));
	close_scene(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_best_check_is_told),
		cmocka_unit_test(own_algorithms_that_nobody_checked_are_named_once),
		cmocka_unit_test(what_was_checked_or_not_measured_is_not_named),
		cmocka_unit_test(what_nobody_could_check_is_not_named),
		cmocka_unit_test(many_are_counted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
