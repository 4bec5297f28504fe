/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cycles.h"
#include "environment.h"
#include "stats.h"

#define READINGS 9

static json_t *median_hz(double (*read)(void))
{
	double values[READINGS];
	double scratch[READINGS];
	for (int i = 0; i < READINGS; i++)
		values[i] = read();
	double hz = cb__stats_median(values, READINGS, scratch);
	return hz > 0 ? json_real(hz) : json_string("unknown");
}

cb_status cb__environment_add_clock(json_t *environment)
{
	cb__counter counter;
	cb__counter_open(&counter);
	int can_count = cb__counter_read(&counter) > 0;
	cb__counter_close(&counter);
	json_t *clock = json_pack("{s:o, s:o, s:b}", "hz", median_hz(cb__cycles_add_hz),
		"multiply_hz", median_hz(cb__cycles_multiply_hz), "counter", can_count);
	return json_object_set_new(json_object_get(environment, "cpu"), "clock", clock) == 0
		       ? CB_OK
		       : CB_ENOMEM;
}
