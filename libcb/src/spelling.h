/* SPDX-License-Identifier: Apache-2.0 */
/* How sentences write what identifiers name. */
#ifndef CB_SRC_SPELLING_H
#define CB_SRC_SPELLING_H

#include "text.h"

/** Adds an algorithm: "ChaCha20-Poly1305"; one that the catalogue lacks is called as its backend
 *  calls it. */
void cb__spell_algorithm(cb_text *out, const char *algorithm);

/** Adds a library: "OpenSSL". */
void cb__spell_backend(cb_text *out, const char *backend);

#endif
