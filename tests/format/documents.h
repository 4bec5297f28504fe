/* SPDX-License-Identifier: Apache-2.0 */
/* Stored documents to be shown. */
#ifndef CB_TEST_DOCUMENTS_H
#define CB_TEST_DOCUMENTS_H

#include <cb/cb.h>

#include "../support/unit.h"

/** Results with two libraries, with two versions of one, with lines through sizes, with threads. */
static const char *const documents[] = {"matrix", "pair", "slope", "scaling", "load"};

static inline cb_results *document_load(cb_context *ctx, const char *name)
{
	char file[512];
	cb_results *results;

	snprintf(file, sizeof(file), "%s/%s.json", CB_TEST_GOLDEN, name);
	if (cb_results_load(&results, ctx, file) != CB_OK)
		fail_msg("%s", cb_context_error(ctx));
	return results;
}

#endif
