/* SPDX-License-Identifier: Apache-2.0 */
/* JSON documents in files. */
#ifndef CB_JSON_FILE_H
#define CB_JSON_FILE_H

#include <stddef.h>

#include <jansson.h>

#include <cb/context.h>
#include <cb/status.h>

#include "text.h"

/** Longest file that is read: nothing libcb writes comes near it. */
#define CB__JSON_FILE_MAX ((size_t)1 << 30)

/**
 * Appends what is in @p file to @p text.
 *
 * @return CB_OK, CB_ENOMEM, CB_EIO, or CB_EFORMAT for more than @p max bytes
 */
cb_status cb__json_file_text(cb_text *text, cb_context *ctx, const char *file, size_t max);

/**
 * Reads and parses @p file, of which at most @p max bytes are taken into memory.
 *
 * @return CB_OK, CB_ENOMEM, CB_EIO, or CB_EFORMAT as cb__json_parse() or for a longer file
 */
cb_status cb__json_file_read(json_t **out, cb_context *ctx, const char *file, size_t max);

/**
 * Writes @p file whole, with a newline at the end: a temporary file beside it takes its name once
 * everything is on the disk, and is removed on failure. A symbolic link stays one. What is no
 * regular file (a device, a pipe, the program's own standard output) is written to directly.
 *
 * @return CB_OK, CB_ENOMEM, or CB_EIO
 */
cb_status cb__json_file_write(cb_context *ctx, const char *file, json_t *value, int compact);

#endif
