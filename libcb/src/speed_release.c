/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AEAD rows changed their meaning with 3.0.16, 3.1.8, 3.2.4, 3.3.3 and 3.4.1
 * (openssl/openssl#25823): from then on GCM, CCM, OCB and SIV set the key again for each message,
 * where before they added to one endless message, or with -aead took a new nonce. ChaCha20-Poly1305
 * does not belong to them and never did.
 */
#include "speed_release.h"

#include <stdlib.h>
#include <string.h>

/* The first release of each branch that sets the key for each message. */
static const struct {
	const char *branch;
	long patch;
} rekeying[] = {
	{"3.0.", 16},
	{"3.1.", 8},
	{"3.2.", 4},
	{"3.3.", 3},
	{"3.4.", 1},
};

int cb__speed_rekeys(const char *version)
{
	if (version[0] == '\0' || strcmp(version, "unknown") == 0)
		return -1;
	for (size_t i = 0; i < sizeof rekeying / sizeof rekeying[0]; i++) {
		size_t len = strlen(rekeying[i].branch);

		if (strncmp(version, rekeying[i].branch, len) == 0)
			return strtol(version + len, NULL, 10) >= rekeying[i].patch;
	}
	char *end = NULL;
	long major = strtol(version, &end, 10);
	long minor = *end == '.' ? strtol(end + 1, NULL, 10) : 0;
	return major > 3 || (major == 3 && minor > 4);
}
