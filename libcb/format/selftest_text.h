/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to show a self-test. */
#ifndef CB_FORMAT_SELFTEST_TEXT_H
#define CB_FORMAT_SELFTEST_TEXT_H

#include <stdio.h>

#include "view.h"

/** Writes @p selftest; -1 if memory ran out, else 0 (errors of @p out are the caller's). */
typedef int cb__selftest_fn(FILE *out, const cb_selftest *selftest, const cb_view *v);

#endif
