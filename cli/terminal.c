/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* TIOCGWINSZ, struct winsize */
#include "terminal.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value != NULL ? value : "";
}

static int is_dumb(void)
{
	const char *term = variable("TERM");

	return term[0] == '\0' || strcmp(term, "dumb") == 0;
}

/* 1 or 0 if the environment decides whatever the terminal is, else -1 */
static int color_of_environment(void)
{
	static const char *const force[] = {"CLICOLOR_FORCE", "FORCE_COLOR"};

	if (variable("NO_COLOR")[0] != '\0')
		return 0;
	for (size_t i = 0; i < sizeof(force) / sizeof(force[0]); i++)
		if (variable(force[i])[0] != '\0' && strcmp(variable(force[i]), "0") != 0)
			return 1;
	if (strcmp(variable("FORCE_COLOR"), "0") == 0 || is_dumb())
		return 0;
	return strcmp(variable("CLICOLOR"), "0") == 0 ? 0 : -1;
}

int terminal_color(const char *choice, int fd)
{
	int decided;

	if (choice != NULL && strcmp(choice, "always") == 0)
		return 1;
	if (choice != NULL && strcmp(choice, "never") == 0)
		return 0;
	decided = color_of_environment();
	return decided >= 0 ? decided : isatty(fd);
}

int terminal_live(void)
{
	return isatty(STDERR_FILENO) && !is_dumb() && variable("CI")[0] == '\0';
}

/* 0 if it says nothing of use */
static size_t columns_of_environment(void)
{
	const char *text = variable("COLUMNS");
	size_t length = strlen(text);

	if (length == 0 || length > 4 || strspn(text, "0123456789") != length)
		return 0;
	return strtoul(text, NULL, 10);
}

void terminal_size(int fd, size_t *ret_columns, size_t *ret_rows)
{
	struct winsize size;

	*ret_columns = 0;
	*ret_rows = 0;
	if (!isatty(fd))
		return;
	if (ioctl(fd, TIOCGWINSZ, &size) == 0) {
		*ret_columns = size.ws_col;
		*ret_rows = size.ws_row;
	}
	if (*ret_columns == 0)
		*ret_columns = columns_of_environment();
}

int terminal_is_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}
