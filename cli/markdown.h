/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_CLI_MARKDOWN_H
#define CB_CLI_MARKDOWN_H

#include <stdio.h>

/** Writes @p text so that Markdown shows it as it is, also inside a pipe table. */
void markdown_text(FILE *out, const char *text);

#endif
