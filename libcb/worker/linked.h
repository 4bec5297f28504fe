/* SPDX-License-Identifier: Apache-2.0 */
/* Backends that are a part of this program, where the build is static. */
#ifndef CB_WORKER_LINKED_H
#define CB_WORKER_LINKED_H

#include <cb/backend.h>

/** The backend called @p name; NULL if none is linked into the program by that name. */
const cb_backend *linked_find(const char *name);

#endif
