/* SPDX-License-Identifier: Apache-2.0 */
/* Lets one allocation fail, each in turn, so that every error path is taken once. Leaks on it are
 * for the address sanitizer to find. */
#ifndef CB_TEST_SCARCITY_H
#define CB_TEST_SCARCITY_H

#include <cb/status.h>

typedef cb_status scarcity_fn(void *payload);

/**
 * Calls @p attempt again and again. In the n-th call its n-th allocation fails, whether libcb's or
 * jansson's, and it must return CB_ENOMEM; the first call with fewer allocations ends this and
 * must return CB_OK.
 *
 * @return how many allocations there were
 */
unsigned scarcity_try(scarcity_fn *attempt, void *payload);

#endif
