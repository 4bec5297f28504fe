/* SPDX-License-Identifier: Apache-2.0 */
/* Pages of documents, and what they hold. */
#ifndef CB_TEST_PAGE_FIXTURE_H
#define CB_TEST_PAGE_FIXTURE_H

#include "compare_fixture.h"

/* The page on what the fixture holds; free it with cb_string_free(). */
static inline char *make_page(compare_fixture *f, const cb_report_config *config)
{
	char *page = NULL;

	if (cb_report(&page, f->ctx, (const cb_results *const *)(void *)f->documents, f->count,
		    config) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	return page;
}

static inline void assert_has(const char *page, const char *part)
{
	if (strstr(page, part) == NULL)
		fail_msg("the page does not have \"%s\"", part);
}

static inline void assert_lacks(const char *page, const char *part)
{
	if (strstr(page, part) != NULL)
		fail_msg("the page has \"%s\"", part);
}

#endif
