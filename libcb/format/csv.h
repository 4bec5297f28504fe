/* SPDX-License-Identifier: Apache-2.0 */
/* Comma-separated values as RFC 4180 has them. */
#ifndef CB_FORMAT_CSV_H
#define CB_FORMAT_CSV_H

#include <stdio.h>

/** One field; @p first says that it begins a line. */
void cb__csv_text(FILE *out, int first, const char *text);

/** A number in the shortest form that reads back the same; an empty field if it is not finite. */
void cb__csv_number(FILE *out, int first, double value);

void cb__csv_end(FILE *out);

#endif
