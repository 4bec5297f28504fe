/* SPDX-License-Identifier: Apache-2.0 */
/* The text format of OpenMetrics 1.0, kept to what readers of Prometheus' own format take, too. */
#ifndef CB_CLI_OPENMETRICS_H
#define CB_CLI_OPENMETRICS_H

#include <stdio.h>

/** A document being written. All samples of a family stand together. */
typedef struct openmetrics {
	FILE *out;
	const char *family;
	int label_count; /* of the sample that is being written */
} openmetrics;

void openmetrics_begin(openmetrics *m, FILE *out);

/** Begins a family. @p name ends with @p unit, which is "" if there is none. */
void openmetrics_family(openmetrics *m, const char *name, const char *unit, const char *help);

/** Adds a label to the next sample. */
void openmetrics_label(openmetrics *m, const char *name, const char *text);

/** Ends the sample. */
void openmetrics_value(openmetrics *m, double value);

void openmetrics_end(openmetrics *m);

/** Seconds since 1970 of "2026-11-30T12:00:00Z"; NaN if it is no such text. */
double openmetrics_seconds(const char *utc);

#endif
