/* SPDX-License-Identifier: Apache-2.0 */
/* The text format of OpenMetrics 1.0, kept to what readers of Prometheus' own format take, too. */
#ifndef CB_FORMAT_OPENMETRICS_H
#define CB_FORMAT_OPENMETRICS_H

#include <stdio.h>

/** A document being written. All samples of a family stand together. */
typedef struct cb__openmetrics {
	FILE *out;
	const char *family;
	int label_count; /* of the sample that is being written */
} cb__openmetrics;

void cb__openmetrics_begin(cb__openmetrics *m, FILE *out);

/** Begins a family. @p name ends with @p unit, which is "" if there is none. */
void cb__openmetrics_family(
	cb__openmetrics *m, const char *name, const char *unit, const char *help);

/** Adds a label to the next sample. */
void cb__openmetrics_label(cb__openmetrics *m, const char *name, const char *text);

/** Ends the sample. */
void cb__openmetrics_value(cb__openmetrics *m, double value);

void cb__openmetrics_end(cb__openmetrics *m);

/** Seconds since 1970 of "2026-11-30T12:00:00Z"; NaN if it is no such text. */
double cb__openmetrics_seconds(const char *utc);

#endif
