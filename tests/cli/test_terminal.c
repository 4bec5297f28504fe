/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* setenv, posix_openpt, TIOCSWINSZ */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "terminal.h"

static const char *const variables[] = {
	"CI", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "FORCE_COLOR", "NO_COLOR", "TERM"};

/* Each test begins with a good terminal on *state and nothing else said. */
static int open_terminal(void **state)
{
	static int fd;
	int master = posix_openpt(O_RDWR | O_NOCTTY);

	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
		unsetenv(variables[i]);
	setenv("TERM", "xterm", 1);
	if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
		return -1;
	fd = open(ptsname(master), O_RDWR | O_NOCTTY);
	*state = &fd;
	return fd < 0 ? -1 : 0;
}

static int fd_of(void **state)
{
	return *(int *)*state;
}

static void a_terminal_gets_colours(void **state)
{
	assert_true(terminal_color(NULL, fd_of(state)));
	assert_true(terminal_color("auto", fd_of(state)));
}

static void a_file_gets_none(void **state)
{
	int fd = open("/dev/null", O_WRONLY);

	(void)state;
	assert_false(terminal_color("auto", fd));
	close(fd);
}

static void the_option_beats_no_color(void **state)
{
	setenv("NO_COLOR", "1", 1);
	assert_true(terminal_color("always", fd_of(state)));
	assert_false(terminal_color("auto", fd_of(state)));
}

static void never_beats_a_forced_colour(void **state)
{
	setenv("CLICOLOR_FORCE", "1", 1);
	assert_false(terminal_color("never", fd_of(state)));
}

static void no_color_beats_clicolor_force(void **state)
{
	setenv("NO_COLOR", "1", 1);
	setenv("CLICOLOR_FORCE", "1", 1);
	assert_false(terminal_color("auto", fd_of(state)));
}

static void an_empty_no_color_is_not_there(void **state)
{
	setenv("NO_COLOR", "", 1);
	assert_true(terminal_color("auto", fd_of(state)));
}

static void a_forced_colour_beats_a_dumb_terminal(void **state)
{
	setenv("TERM", "dumb", 1);
	assert_false(terminal_color("auto", fd_of(state)));
	setenv("CLICOLOR_FORCE", "0", 1);
	assert_false(terminal_color("auto", fd_of(state)));
	setenv("CLICOLOR_FORCE", "1", 1);
	assert_true(terminal_color("auto", fd_of(state)));
	unsetenv("CLICOLOR_FORCE");
	setenv("FORCE_COLOR", "1", 1);
	assert_true(terminal_color("auto", fd_of(state)));
}

static void no_term_is_dumb(void **state)
{
	unsetenv("TERM");
	assert_false(terminal_color("auto", fd_of(state)));
}

static void clicolor_0_takes_colours_away(void **state)
{
	setenv("CLICOLOR", "0", 1);
	assert_false(terminal_color("auto", fd_of(state)));
}

static void a_terminal_that_does_not_tell_is_as_wide_as_columns(void **state)
{
	struct winsize size = {0};
	size_t columns, rows;

	setenv("COLUMNS", "77", 1);
	terminal_size(fd_of(state), &columns, &rows);
	assert_int_equal(columns, 77);
	setenv("COLUMNS", "wide", 1);
	terminal_size(fd_of(state), &columns, &rows);
	assert_int_equal(columns, 0);
	setenv("COLUMNS", "77", 1);
	size.ws_col = 90;
	assert_int_equal(ioctl(fd_of(state), TIOCSWINSZ, &size), 0);
	terminal_size(fd_of(state), &columns, &rows);
	assert_int_equal(columns, 90);
}

static void what_is_no_terminal_has_no_size(void **state)
{
	size_t columns = 1, rows = 1;
	int fd = open("/dev/null", O_WRONLY);

	(void)state;
	setenv("COLUMNS", "77", 1);
	terminal_size(fd, &columns, &rows);
	assert_int_equal(columns, 0);
	assert_int_equal(rows, 0);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_terminal_gets_colours, open_terminal),
		cmocka_unit_test_setup(a_file_gets_none, open_terminal),
		cmocka_unit_test_setup(the_option_beats_no_color, open_terminal),
		cmocka_unit_test_setup(never_beats_a_forced_colour, open_terminal),
		cmocka_unit_test_setup(no_color_beats_clicolor_force, open_terminal),
		cmocka_unit_test_setup(an_empty_no_color_is_not_there, open_terminal),
		cmocka_unit_test_setup(a_forced_colour_beats_a_dumb_terminal, open_terminal),
		cmocka_unit_test_setup(no_term_is_dumb, open_terminal),
		cmocka_unit_test_setup(clicolor_0_takes_colours_away, open_terminal),
		cmocka_unit_test_setup(
			a_terminal_that_does_not_tell_is_as_wide_as_columns, open_terminal),
		cmocka_unit_test_setup(what_is_no_terminal_has_no_size, open_terminal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
