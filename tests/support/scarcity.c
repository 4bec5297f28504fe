/* SPDX-License-Identifier: Apache-2.0 */
#include "scarcity.h"

#include "unit.h"

#include <stdlib.h>

#include <jansson.h>

#ifdef CB_TEST_NO_WRAP

unsigned scarcity_try(scarcity_fn *attempt, void *payload)
{
	assert_int_equal(attempt(payload), CB_OK);
	return 0;
}

#else

/* Linked with --wrap, which gives malloc and its kin these names. */
/* NOLINTBEGIN(bugprone-reserved-identifier) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
/* NOLINTEND(bugprone-reserved-identifier) */

/* Allocations until the one that fails; 0 while none shall. */
static unsigned left;
static int has_failed;

static int is_refused(void)
{
	if (left == 0 || --left > 0)
		return 0;
	has_failed = 1;
	return 1;
}

void *__wrap_malloc(size_t size)
{
	return is_refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return is_refused() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return is_refused() ? NULL : __real_realloc(old, size);
}

unsigned scarcity_try(scarcity_fn *attempt, void *payload)
{
	json_malloc_t json_malloc;
	json_free_t json_free;
	json_get_alloc_funcs(&json_malloc, &json_free);
	for (unsigned n = 1;; n++) {
		has_failed = 0;
		left = n;
		json_set_alloc_funcs(__wrap_malloc, free);
		cb_status status = attempt(payload);
		json_set_alloc_funcs(json_malloc, json_free);
		left = 0;
		if (!has_failed) {
			assert_int_equal(status, CB_OK);
			return n - 1;
		}
		if (status != CB_ENOMEM)
			fail_msg("allocation %u failed and the status is %s", n,
				cb_status_name(status));
	}
}

#endif
