/* SPDX-License-Identifier: Apache-2.0 */
/* Files as bytes: copying, comparing, telling apart. */
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

#endif
