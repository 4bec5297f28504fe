/* SPDX-License-Identifier: Apache-2.0 */
/* Directories that go with their owner, however it ends. */
#ifndef CB_PRIVATE_H
#define CB_PRIVATE_H

#include "text.h"

/**
 * A directory that only this user sees. Its owner holds a lock on a file in it, which the kernel
 * takes away when the owner ends: a directory whose file is there and not locked has lost its
 * owner, whoever has that process's id by now.
 */
typedef struct cb__private {
	char *path; /* absolute; or NULL */
	int lock;   /* -1: locks cannot be had here, so that nobody else will remove it */
} cb__private;

#define CB__PRIVATE_INIT                                                                           \
	{                                                                                          \
		NULL, -1                                                                           \
	}

/**
 * Makes one in @p parent, after removing what dead processes of the same user left there.
 *
 * @return CB_OK, CB_ENOMEM, CB_EIO or CB_EINVAL; @p why says what, if not for lack of memory
 */
cb_status cb__private_new(cb__private *out, const char *parent, cb_text *why);

/** Whether code can be loaded from files in it: not where its file system is mounted without. */
int cb__private_may_hold_code(const cb__private *made);

/** Removes it with the files and links in it; what the links lead to stays. */
void cb__private_done(cb__private *made);

#endif
