/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a worker load another library than the system's. */
#ifndef CB_SERVE_H
#define CB_SERVE_H

#include <stddef.h>

#include "private.h"
#include "text.h"

/**
 * How the loader is made to find a library. A file is served by a private directory with links
 * under the names that the backend asks for, put first in the library path: opening the file by
 * path instead would leave provider modules, other SONAMEs and musl with the system's library. A
 * directory of unpacked packages brings its own loader, because its libraries may need a newer C
 * library than the host has.
 */
typedef struct cb__served {
	cb__private directory;
	const char *links;  /* its path, if there is one; or NULL */
	char *library_path; /* what goes into the library path; or NULL */
	char *loader;       /* program that starts the worker; or NULL */
	char *copy;         /* the library there, if it is no link; or NULL */
	char *source;       /* what it is a copy of; or NULL */
} cb__served;

#define CB__SERVED_INIT                                                                            \
	{                                                                                          \
		CB__PRIVATE_INIT, NULL, NULL, NULL, NULL, NULL                                     \
	}

typedef cb_status cb__serve_fn(cb__served *out, const char *file, const char *const *names,
	size_t name_count, cb_text *why);

/** Serves @p file under each of the @p name_count @p names. */
cb_status cb__serve_file(cb__served *out, const char *file, const char *const *names,
	size_t name_count, cb_text *why);

/** The same with a copy of @p file, and links to the directories of modules beside it: the same
 *  bytes in other pages of memory. */
cb_status cb__serve_copy(cb__served *out, const char *file, const char *const *names,
	size_t name_count, cb_text *why);

/** Makes the copy anew, in other pages. CB_OK (also for what is no copy), CB_EIO; @p why says what.
 */
cb_status cb__serve_again(const cb__served *served, cb_text *why);

/** Serves what is unpacked below @p directory. CB_ENOTFOUND if there is no loader. */
cb_status cb__serve_directory(cb__served *out, const char *directory, cb_text *why);

void cb__served_done(cb__served *served);

#endif
