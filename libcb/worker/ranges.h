/* SPDX-License-Identifier: Apache-2.0 */
/* Where the code of the library and of its providers is. */
#ifndef CB_WORKER_RANGES_H
#define CB_WORKER_RANGES_H

#include <stddef.h>
#include <stdint.h>

#include "../src/module.h"

#define RANGE_LIMIT 64u

typedef struct ranges {
	struct range {
		uintptr_t start;
		uintptr_t end;
	} rows[RANGE_LIMIT];
	size_t count;
} ranges;

/** The executable segments. Of a backend without a library, or with one that is linked into it,
 *  those of the backend. CB_ENOTFOUND if there are none. */
cb_status ranges_collect(ranges *out, const cb__module *module, cb_text *why);

/** How many bytes of code there are from @p address on; 0 if it is not inside. */
size_t ranges_room(const ranges *inside, uintptr_t address);

#endif
