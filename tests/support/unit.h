/* SPDX-License-Identifier: Apache-2.0 */
/* What CMocka wants included before itself, and assertions that it lacks. */
#ifndef CB_TEST_UNIT_H
#define CB_TEST_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static inline void assert_says(const char *text, const char *part)
{
	if (text == NULL || strstr(text, part) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", text != NULL ? text : "NULL", part);
}

/** One line, not empty, no full stop: what an error message has to be. */
static inline void assert_is_message(const char *text)
{
	if (text == NULL || text[0] == '\0' || strchr(text, '\n') != NULL ||
		text[strlen(text) - 1] == '.')
		fail_msg("\"%s\" is no message", text != NULL ? text : "NULL");
}

static inline void assert_near(double value, double expected)
{
	if (!(fabs(value - expected) <= 1e-9 * fabs(expected)))
		fail_msg("%.17g is not %.17g", value, expected);
}

#endif
