/* SPDX-License-Identifier: Apache-2.0 */
/* What is not there for lack of memory must not be told as if it were unknown: a text is the same
 * whichever allocation fails, or there is none. */
#ifndef CB_TEST_WHOLE_H
#define CB_TEST_WHOLE_H

#include <cb/cb.h>

#include "../support/scarcity.h"
#include "../support/unit.h"

/** Makes the text of @p document, whatever that is, in @p format with the usual view. */
typedef cb_status whole_fn(const void *document, char **out, const char *format);

typedef struct whole {
	const void *document;
	const char *format;
	whole_fn *print;
	const char *wanted;
} whole;

static inline cb_status whole_once(void *payload)
{
	const whole *w = payload;
	char *text;
	cb_status status = w->print(w->document, &text, w->format);

	if (status == CB_OK) {
		if (strcmp(text, w->wanted) != 0)
			fail_msg("%s is not the same without memory", w->format);
		cb_string_free(text);
	}
	return status;
}

static inline void assert_whole_or_none(const void *document, const char *format, whole_fn *print)
{
	char *wanted;
	whole w = {document, format, print, NULL};

	assert_int_equal(print(document, &wanted, format), CB_OK);
	w.wanted = wanted;
	scarcity_try(whole_once, &w);
	cb_string_free(wanted);
}

#endif
