/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of results, and how people read them. */
#ifndef CB_CLI_FIGURE_H
#define CB_CLI_FIGURE_H

#include "format.h"

#define FIGURE_SIZE 32

/** Whether @p cell works on a message, so that it is shown in bytes per second. */
int figure_has_message(const cb_cell *cell);

/** Time of one operation as @p v wants it; NaN unless measured. */
double figure_ns(const cb_cell *cell, const view *v);

/** Half the interval over the median; NaN unless measured. */
double figure_half_width(const cb_cell *cell, const view *v);

/** Bytes per second, or operations per second if there is no message; NaN unless measured. */
double figure_rate(const cb_cell *cell, const view *v);

/** How many times faster @p fast is than @p slow: the paired ratio if there is one. NaN if one of
 *  them is missing or not measured. */
double figure_gain(
	const cb_results *results, const cb_cell *fast, const cb_cell *slow, const view *v);

/** Three or four digits, no exponent: "4342", "284", "11.3", "1.25". */
void figure_print(char text[FIGURE_SIZE], double value);

/** A factor: "15x", "2.6x", "0.97x". */
void figure_print_gain(char text[FIGURE_SIZE], double value);

/** Minutes and seconds: "1:05". */
void figure_print_time(char text[FIGURE_SIZE], double seconds);

#endif
