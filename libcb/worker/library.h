/* SPDX-License-Identifier: Apache-2.0 */
/* Which library was really loaded. */
#ifndef CB_WORKER_LIBRARY_H
#define CB_WORKER_LIBRARY_H

#include <stdint.h>

#include "../src/module.h"

typedef struct library_identity {
	char file[4096]; /* as mapped */
	uint64_t device;
	uint64_t inode;
	char build_id[129]; /* hexadecimal; "unknown" if it has none */
	unsigned copies;    /* mapped objects that go by the library's name */
} library_identity;

/** Finds the object that serves the module's library. CB_ENOTFOUND if there is none. */
cb_status library_identify(library_identity *out, const cb__module *module, cb_text *why);

/** The file names under which @p module asks for its library (DT_NEEDED), one call each. */
void library_needed(
	const cb__module *module, void (*report)(const char *name, void *payload), void *payload);

#endif
