/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_SRC_DECIMAL_H
#define CB_SRC_DECIMAL_H

/**
 * Digits with at most one point, in any locale: strtod() would follow the host program's, and take
 * signs, exponents and names as well.
 *
 * @return what follows them; NULL if there are none, or more than 18 of them
 */
const char *cb__decimal_read(double *out, const char *text);

#endif
