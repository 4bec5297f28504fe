/* SPDX-License-Identifier: Apache-2.0 */
/* What a format makes of a judgement made by hand. */
#ifndef CB_TEST_GATE_SHOWN_H
#define CB_TEST_GATE_SHOWN_H

#include <stdlib.h>
#include <string.h>

#include "../support/unit.h"
#include "gate_cases.h"
#include "gate_format.h"

/** The text, to be freed. @p v may be NULL. */
char *gate_shown(cb__gate_format_fn *write, const char *name, const cb_view *v);

/** As gate_shown(), of a case that is at hand. */
char *gate_shown_case(cb__gate_format_fn *write, const gate_case *c, const cb_view *v);

/** How often @p part is in @p text. */
static inline size_t count_of(const char *text, const char *part)
{
	size_t count = 0;

	for (; (text = strstr(text, part)) != NULL; text += strlen(part))
		count++;
	return count;
}

/** The last line of @p text, without its end. */
static inline const char *last_line(char *text)
{
	size_t at = strlen(text);

	assert_true(at > 0 && text[at - 1] == '\n');
	text[--at] = '\0';
	while (at > 0 && text[at - 1] != '\n')
		at--;
	return text + at;
}

/** That @p text has no control character but line ends. */
static inline void assert_is_printable(const char *text)
{
	for (; *text != '\0'; text++)
		if (((unsigned char)*text < 0x20 && *text != '\n') || *text == 0x7f)
			fail_msg("control character %d", *text);
}

#endif
