/* SPDX-License-Identifier: Apache-2.0 */
/* What the build put into the library as it stands in the tree: cmake/CbEmbed.cmake. */
#ifndef CB_REPORT_ASSETS_H
#define CB_REPORT_ASSETS_H

#include <stddef.h>

typedef struct cb__report_asset {
	const unsigned char *bytes;
	size_t len;
	const char *hash; /* SHA-256 in base 64, as a content security policy has it */
} cb__report_asset;

extern const cb__report_asset cb__report_style;
extern const cb__report_asset cb__report_script;
extern const cb__report_asset cb__report_reading;

#endif
