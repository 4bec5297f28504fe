/* SPDX-License-Identifier: Apache-2.0 */
/* Files as bytes: copying, comparing, telling apart; and locking them. */
#ifndef CB_FILE_H
#define CB_FILE_H

#include <stdint.h>

#include "text.h"

/** Copies the bytes of @p from to the new file @p to. CB_OK, CB_EIO; @p why says what. */
cb_status cb__file_copy(const char *from, const char *to, cb_text *why);

/** 64-bit checksum (FNV-1a) of the bytes of @p file, for accidents, not for adversaries. CB_OK,
 *  CB_EIO; @p why says what. */
cb_status cb__file_checksum(uint64_t *out, const char *file, cb_text *why);

/** Whether both files hold the same bytes; two names of one file do. 0 if one cannot be read. */
int cb__files_are_equal(const char *a, const char *b);

/**
 * Locks an open file against every other opening of it, by this process too. The lock ends when the
 * file is closed, or with its process.
 *
 * @return 0, or -1 with errno: EWOULDBLOCK if somebody else has it
 */
int cb__file_lock(int fd);

/** Gives it back, also if a child of this process still has the file open. */
void cb__file_unlock(int fd);

#endif
