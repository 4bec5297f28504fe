/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What releases of `openssl speed` differ in.
 */
#ifndef CB_SPEED_RELEASE_INTERNAL_H
#define CB_SPEED_RELEASE_INTERNAL_H

/** Whether rows of AES-GCM, CCM, OCB and SIV set the key for each message: 1, 0, or -1 if @p
 * version is "" or "unknown". */
int cb__speed_rekeys(const char *version);

#endif
