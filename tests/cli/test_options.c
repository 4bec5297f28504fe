/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <getopt.h>
#include <string.h>

#include <cb/advise.h>
#include <cb/plan.h>

#include "exits.h"
#include "options.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])) - 1)

static int parse(request *req, unsigned command, int argc, char **argv)
{
	option_table table;
	int status;

	assert_int_equal(options_init(&table, command), 0);
	optind = 0; /* getopt remembers the line before, and the operands that it moved */
	status = options_parse(&table, req, "run", argc, argv);
	options_done(&table);
	return status;
}

static void files_are_taken_where_a_command_has_them(void **state)
{
	char name[] = "compare", one[] = "a.json", quiet[] = "-q", two[] = "b.json";
	char *argv[] = {name, one, quiet, two, NULL};
	request req;

	(void)state;
	assert_int_equal(parse(&req, COMMAND_COMPARE, COUNT(argv), argv), 0);
	assert_int_equal(req.files.count, 2);
	assert_string_equal(req.files.items[1], "b.json");
	assert_true(req.quiet);
	request_done(&req);
	assert_int_equal(parse(&req, COMMAND_RUN, COUNT(argv), argv), EXIT_USAGE);
	request_done(&req);
}

static void an_empty_line_asks_for_nothing(void **state)
{
	char run[] = "run", *argv[] = {run, NULL};
	request req;

	(void)state;
	assert_int_equal(parse(&req, COMMAND_RUN, COUNT(argv), argv), 0);
	assert_int_equal(req.subjects.count, 0);
	assert_int_equal(req.names.count, 0);
	assert_null(req.format);
	request_done(&req);
}

static void subjects_are_collected_in_order(void **state)
{
	char run[] = "run", s[] = "-s", a[] = "a@null", b[] = "--subject=b@null";
	char *argv[] = {run, s, a, b, NULL};
	request req;

	(void)state;
	assert_int_equal(parse(&req, COMMAND_RUN, COUNT(argv), argv), 0);
	assert_int_equal(req.subjects.count, 2);
	assert_string_equal(req.subjects.items[0], "a@null");
	assert_string_equal(req.subjects.items[1], "b@null");
	request_done(&req);
}

static void options_of_the_plan_are_passed_on(void **state)
{
	char run[] = "run", sizes[] = "--sizes=64", a[] = "-a", glob[] = "aes*";
	char *argv[] = {run, sizes, a, glob, NULL};
	request req;

	(void)state;
	assert_int_equal(parse(&req, COMMAND_RUN, COUNT(argv), argv), 0);
	assert_string_equal(request_passed(&req, "sizes"), "64");
	assert_string_equal(request_passed(&req, "algorithms"), "aes*");
	assert_null(request_passed(&req, "ops"));
	request_done(&req);
}

static void a_word_that_is_none_of_the_list_is_refused(void **state)
{
	char run[] = "run", format[] = "--format=tabl", *argv[] = {run, format, NULL};
	request req;

	(void)state;
	assert_int_equal(parse(&req, COMMAND_RUN, COUNT(argv), argv), EXIT_USAGE);
	request_done(&req);
}

static void an_operand_is_refused(void **state)
{
	char run[] = "run", operand[] = "null", *argv[] = {run, operand, NULL};
	request req;

	(void)state;
	assert_int_equal(parse(&req, COMMAND_RUN, COUNT(argv), argv), EXIT_USAGE);
	request_done(&req);
}

static void an_option_of_another_command_is_refused(void **state)
{
	char list[] = "list", time[] = "--time=cpu", *argv[] = {list, time, NULL};
	request req;

	(void)state;
	assert_int_equal(parse(&req, COMMAND_LIST, COUNT(argv), argv), EXIT_USAGE);
	request_done(&req);
}

static size_t count_rows(const option_table *table, const char *name)
{
	size_t count = 0;

	for (size_t i = 0; i < table->count; i++)
		count += (size_t)!strcmp(table->rows[i].name, name);
	return count;
}

static void every_option_of_the_plan_is_there_for_the_calls_that_heed_it(void **state)
{
	option_table table;
	const cb_option *option;
	static const struct {
		unsigned command, use;
	} commands[] = {{COMMAND_RUN, CB_USED_BY_RUN}, {COMMAND_PROVE, CB_USED_BY_PROVE},
		{COMMAND_GATE, CB_USED_BY_GATE}, {COMMAND_SELFTEST, CB_USED_BY_GATE}};

	(void)state;
	for (size_t c = 0; c < sizeof(commands) / sizeof(commands[0]); c++) {
		assert_int_equal(options_init(&table, commands[c].command), 0);
		for (size_t i = 0; (option = cb_option_at(i)) != NULL; i++) {
			/* a self-test injects slowdowns of its own */
			int is_refused = commands[c].command == COMMAND_SELFTEST &&
					 strcmp(option->name, "inject") == 0;

			assert_int_equal(count_rows(&table, option->name),
				(option->uses & commands[c].use) != 0 && !is_refused);
		}
		options_done(&table);
	}
}

static void advising_takes_what_no_profile_decides(void **state)
{
	option_table table;

	(void)state;
	assert_int_equal(options_init(&table, COMMAND_ADVISE), 0);
	assert_int_equal(count_rows(&table, "launches"), 1);
	assert_int_equal(count_rows(&table, "accel"), 1);
	assert_int_equal(count_rows(&table, "sizes"), 0);
	assert_int_equal(count_rows(&table, "no-samples"), 0);
	for (size_t i = 0; i < table.count; i++)
		if (strcmp(table.rows[i].name, "budget") == 0)
			assert_string_equal(table.rows[i].fallback, CB_ADVISE_BUDGET);
	options_done(&table);
}

static void proving_takes_the_options_of_the_plan_that_concern_it(void **state)
{
	option_table table;

	(void)state;
	assert_int_equal(options_init(&table, COMMAND_PROVE), 0);
	assert_int_equal(count_rows(&table, "subject"), 1);
	assert_int_equal(count_rows(&table, "algorithms"), 1);
	assert_int_equal(count_rows(&table, "sizes"), 1);
	assert_int_equal(count_rows(&table, "launches"), 0);
	assert_int_equal(count_rows(&table, "prove"), 0);
	for (size_t i = 0; i < table.count; i++)
		if (strcmp(table.rows[i].name, "algorithms") == 0)
			assert_string_equal(table.rows[i].fallback, PROVE_ALGORITHMS);
	options_done(&table);
}

static void requirements_are_collected(void **state)
{
	char prove[] = "prove", a[] = "--require=a=aes", b[] = "--require=b=sha";
	char *argv[] = {prove, a, b, NULL};
	request req;

	(void)state;
	assert_int_equal(parse(&req, COMMAND_PROVE, COUNT(argv), argv), 0);
	assert_int_equal(req.requirements.count, 2);
	assert_string_equal(req.requirements.items[1], "b=sha");
	request_done(&req);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_are_taken_where_a_command_has_them),
		cmocka_unit_test(an_empty_line_asks_for_nothing),
		cmocka_unit_test(subjects_are_collected_in_order),
		cmocka_unit_test(options_of_the_plan_are_passed_on),
		cmocka_unit_test(a_word_that_is_none_of_the_list_is_refused),
		cmocka_unit_test(an_operand_is_refused),
		cmocka_unit_test(an_option_of_another_command_is_refused),
		cmocka_unit_test(every_option_of_the_plan_is_there_for_the_calls_that_heed_it),
		cmocka_unit_test(advising_takes_what_no_profile_decides),
		cmocka_unit_test(proving_takes_the_options_of_the_plan_that_concern_it),
		cmocka_unit_test(requirements_are_collected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
