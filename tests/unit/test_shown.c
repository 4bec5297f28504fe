/* SPDX-License-Identifier: Apache-2.0 */
#include "shown.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* A digest of 1000 bytes that took 100 ns of CPU time and 300 ns by the wall. */
typedef struct scene {
	cb_subject subject;
	cb_summary summary;
	cb_cell cell;
	cb_fit fit;
} scene;

static void set_up(scene *s)
{
	memset(s, 0, sizeof *s);
	s->subject.isolation = "process";
	s->summary.median_ns = 300;
	s->summary.cpu_median_ns = 100;
	s->summary.contended = 1;
	s->cell.subject = &s->subject;
	s->cell.summary = &s->summary;
	s->cell.algorithm = "sha256";
	s->cell.operation = "digest";
	s->cell.size = 1000;
	s->cell.threads = s->cell.processes = 1;
	s->cell.outcome = CB_OUTCOME_MEASURED;
	s->fit.contended = 1;
	s->fit.threads = s->fit.processes = 1;
	s->fit.cpu_ns_per_byte = 0.1;
}

static void a_contended_cell_is_shown_by_cpu_time(void **state)
{
	scene s;

	(void)state;
	set_up(&s);
	assert_string_equal(cb_cell_time(&s.cell, NULL), "cpu");
	assert_true(cb_cell_ns(&s.cell, NULL) == 100);
	assert_true(cb_cell_rate(&s.cell, NULL) == 1e10);
}

static void an_undisturbed_cell_is_shown_by_wall_time(void **state)
{
	scene s;

	(void)state;
	set_up(&s);
	s.summary.contended = 0;
	assert_string_equal(cb_cell_time(&s.cell, NULL), "wall");
	assert_true(cb_cell_ns(&s.cell, NULL) == 300);
}

static void what_was_asked_for_overrules(void **state)
{
	scene s;

	(void)state;
	set_up(&s);
	assert_string_equal(cb_cell_time(&s.cell, "wall"), "wall");
	assert_true(cb_cell_ns(&s.cell, "wall") == 300);
	s.summary.contended = 0;
	assert_true(cb_cell_ns(&s.cell, "cpu") == 100);
	s.cell.threads = 4;
	assert_string_equal(cb_cell_time(&s.cell, "cpu"), "cpu");
}

/* The CPU time of several is not what they take together. */
static void several_at_once_are_shown_by_wall_time(void **state)
{
	scene s;

	(void)state;
	set_up(&s);
	s.cell.threads = 2;
	assert_string_equal(cb_cell_time(&s.cell, NULL), "wall");
	set_up(&s);
	s.cell.processes = 2;
	assert_string_equal(cb_cell_time(&s.cell, NULL), "wall");
	set_up(&s);
	s.cell.processes = 0; /* an import does not tell */
	assert_string_equal(cb_cell_time(&s.cell, NULL), "wall");
}

static void a_load_that_was_asked_for_is_shown_by_wall_time(void **state)
{
	scene s;

	(void)state;
	set_up(&s);
	s.cell.load = 2;
	s.fit.load = 2;
	assert_string_equal(cb_cell_time(&s.cell, NULL), "wall");
	assert_string_equal(cb_fit_time(&s.fit, NULL), "wall");
}

static void a_function_that_may_have_waited_is_shown_by_wall_time(void **state)
{
	scene s;

	(void)state;
	set_up(&s);
	s.subject.isolation = "none";
	assert_true(cb__shown_may_wait(&s.cell));
	assert_string_equal(cb_cell_time(&s.cell, NULL), "wall");
}

static void a_cpu_time_that_is_not_known_is_not_shown(void **state)
{
	scene s;

	(void)state;
	set_up(&s);
	s.summary.cpu_median_ns = (double)NAN;
	assert_false(cb__shown_has_cpu(&s.cell));
	assert_string_equal(cb_cell_time(&s.cell, NULL), "wall");
	assert_true(isnan(cb_cell_rate(&s.cell, "cpu")));
	s.fit.cpu_ns_per_byte = (double)NAN;
	assert_string_equal(cb_fit_time(&s.fit, NULL), "wall");
}

static void what_was_not_measured_has_no_rate(void **state)
{
	scene s;

	(void)state;
	set_up(&s);
	s.cell.outcome = CB_OUTCOME_FAILED;
	s.cell.summary = NULL;
	assert_string_equal(cb_cell_time(&s.cell, NULL), "wall");
	assert_true(isnan(cb_cell_ns(&s.cell, NULL)));
	assert_true(isnan(cb_cell_rate(&s.cell, NULL)));
}

static void a_rate_without_a_message_is_of_operations(void **state)
{
	scene s;

	(void)state;
	set_up(&s);
	s.cell.algorithm = "x25519";
	s.cell.operation = "derive";
	s.cell.size = 0;
	assert_false(cb_cell_has_message(&s.cell));
	assert_true(cb_cell_rate(&s.cell, NULL) == 1e7);
}

static void a_line_through_a_contended_cell_is_shown_by_cpu_time(void **state)
{
	scene s;

	(void)state;
	set_up(&s);
	assert_string_equal(cb_fit_time(&s.fit, NULL), "cpu");
	assert_string_equal(cb_fit_time(&s.fit, "wall"), "wall");
	s.fit.contended = 0;
	assert_string_equal(cb_fit_time(&s.fit, NULL), "wall");
	assert_string_equal(cb_fit_time(&s.fit, "cpu"), "cpu");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_contended_cell_is_shown_by_cpu_time),
		cmocka_unit_test(an_undisturbed_cell_is_shown_by_wall_time),
		cmocka_unit_test(what_was_asked_for_overrules),
		cmocka_unit_test(several_at_once_are_shown_by_wall_time),
		cmocka_unit_test(a_load_that_was_asked_for_is_shown_by_wall_time),
		cmocka_unit_test(a_function_that_may_have_waited_is_shown_by_wall_time),
		cmocka_unit_test(a_cpu_time_that_is_not_known_is_not_shown),
		cmocka_unit_test(what_was_not_measured_has_no_rate),
		cmocka_unit_test(a_rate_without_a_message_is_of_operations),
		cmocka_unit_test(a_line_through_a_contended_cell_is_shown_by_cpu_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
