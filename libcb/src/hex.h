/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_HEX_H
#define CB_HEX_H

#include <stddef.h>
#include <stdint.h>

#include <cb/status.h>

/** Decodes @p hex. CB_EINVAL if it is not pairs of hexadecimal digits or needs more than
 *  @p out_size bytes. */
cb_status cb__hex_decode(uint8_t *out, size_t out_size, size_t *ret_len, const char *hex);

/** Encodes to lower case with a NUL; @p out holds 2 * @p len + 1 characters. */
void cb__hex_encode(char *out, const uint8_t *bytes, size_t len);

#endif
