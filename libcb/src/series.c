/* SPDX-License-Identifier: Apache-2.0 */
#include "series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats.h"

/* More rounds of one launch than anybody asks for; medians need room for them. */
#define ROUNDS_MAX 64u

/* The longest confirmation and as much again; estimates take time with the square of launches. */
#define LAUNCHES_MAX 400u

/* Longest time of an operation that a document may hold, in ns: eleven days. */
#define TIME_MAX 1e15

/* A list of times, and what is said of one that is none. */
#define LIST(name)                                                                                 \
	{                                                                                          \
		name, "\"" name "\" is no list of two times above 0 for each round"                \
	}
static const struct list {
	const char *name;
	const char *fault;
} lists[CB__ARM_COUNT][2] = {
	[CB__ARM_BASE] = {LIST("base_cpu_ns"), LIST("base_wall_ns")},
	[CB__ARM_HEAD] = {LIST("head_cpu_ns"), LIST("head_wall_ns")},
	[CB__ARM_CONTROL] = {LIST("control_cpu_ns"), LIST("control_wall_ns")},
};
#undef LIST

cb_status cb__series_add(cb__series *series, const cb__round *round)
{
	if (series->count == series->size) {
		size_t size = series->size > 0 ? 2 * series->size : 16;
		cb__round *rounds = realloc(series->rounds, size * sizeof *rounds);
		if (rounds == NULL)
			return CB_ENOMEM;
		series->rounds = rounds;
		series->size = size;
	}
	series->rounds[series->count++] = *round;
	return CB_OK;
}

void cb__series_done(cb__series *series)
{
	free(series->rounds);
	*series = (cb__series){NULL, 0, 0};
}

static double *time_of(cb__slot *slot, int is_wall)
{
	return is_wall ? &slot->wall_ns : &slot->cpu_ns;
}

/* Appends to a list that becomes NULL if memory runs out. */
static void append(json_t **list, json_t *value)
{
	if (json_array_append_new(*list, value) == 0)
		return;
	json_decref(*list);
	*list = NULL;
}

static json_t *slots_to_json(const cb__series *series, int arm, int is_wall)
{
	json_t *list = json_array();
	for (size_t i = 0; i < 2 * series->count; i++) {
		cb__round *round = &series->rounds[i / 2];
		int is_there = arm != CB__ARM_CONTROL || round->has_control;
		double time_ns = *time_of(&round->slots[arm][i % 2], is_wall);
		append(&list, is_there ? json_real(time_ns) : json_null());
	}
	return list;
}

static int has_control(const cb__series *series)
{
	for (size_t i = 0; i < series->count; i++)
		if (series->rounds[i].has_control)
			return 1;
	return 0;
}

static json_t *head_to_json(const cb__series *series)
{
	json_t *launches = json_array();
	json_t *disturbed = json_array();
	for (size_t i = 0; i < series->count; i++) {
		append(&launches, json_integer(series->rounds[i].launch));
		append(&disturbed, json_integer(series->rounds[i].disturbed != 0));
	}
	return json_pack("{s:o, s:o}", "launch", launches, "disturbed", disturbed);
}

json_t *cb__series_to_json(const cb__series *series)
{
	json_t *object = head_to_json(series);
	for (int arm = 0; arm < CB__ARM_COUNT && object != NULL; arm++)
		for (int is_wall = 0; is_wall < 2 && object != NULL; is_wall++) {
			if (arm == CB__ARM_CONTROL && !has_control(series))
				continue;
			if (json_object_set_new(object, lists[arm][is_wall].name,
				    slots_to_json(series, arm, is_wall)) == 0)
				continue;
			json_decref(object);
			object = NULL;
		}
	return object;
}

static int read_slots(cb__series *series, const json_t *list, int arm, int is_wall)
{
	if (!json_is_array(list) || json_array_size(list) != 2 * series->count)
		return -1;
	for (size_t i = 0; i < 2 * series->count; i++) {
		const json_t *value = json_array_get(list, i);
		cb__round *round = &series->rounds[i / 2];
		double time_ns = json_number_value(value);
		if (arm == CB__ARM_CONTROL && json_is_null(value)) {
			round->has_control = 0;
			continue;
		}
		if (!json_is_number(value) || !(time_ns > 0) || time_ns > TIME_MAX)
			return -1;
		*time_of(&round->slots[arm][i % 2], is_wall) = time_ns;
	}
	return 0;
}

static int read_head(cb__series *series, const json_t *json)
{
	const json_t *launches = json_object_get(json, "launch");
	const json_t *disturbed = json_object_get(json, "disturbed");
	if (!json_is_array(launches) || !json_is_array(disturbed) ||
		json_array_size(disturbed) != series->count)
		return -1;
	json_int_t last = 0;
	for (size_t i = 0; i < series->count; i++) {
		const json_t *launch = json_array_get(launches, i);
		const json_t *mark = json_array_get(disturbed, i);
		json_int_t number = json_integer_value(launch);
		if (!json_is_integer(launch) || number < last || number > UINT32_MAX ||
			!json_is_integer(mark))
			return -1;
		last = number;
		series->rounds[i] = (cb__round){
			.launch = (uint32_t)number, .disturbed = json_integer_value(mark) != 0};
	}
	return 0;
}

/* NULL, or what is wrong. */
static const char *read_arms(cb__series *series, const json_t *json)
{
	int has = json_object_get(json, lists[CB__ARM_CONTROL][0].name) != NULL ||
		  json_object_get(json, lists[CB__ARM_CONTROL][1].name) != NULL;
	for (size_t i = 0; i < series->count; i++)
		series->rounds[i].has_control = has;
	for (int arm = 0; arm < (has ? CB__ARM_COUNT : CB__ARM_CONTROL); arm++)
		for (int is_wall = 0; is_wall < 2; is_wall++) {
			const struct list *list = &lists[arm][is_wall];
			if (read_slots(series, json_object_get(json, list->name), arm, is_wall) !=
				0)
				return list->fault;
		}
	return NULL;
}

static size_t end_of_launch(const cb__series *series, size_t first)
{
	size_t end = first;
	while (end < series->count && series->rounds[end].launch == series->rounds[first].launch)
		end++;
	return end;
}

/* More launches, or more rounds of one, than are judged. */
static int is_too_long(const cb__series *series)
{
	size_t launches = 0;
	for (size_t first = 0, end; first < series->count; first = end) {
		end = end_of_launch(series, first);
		if (++launches > LAUNCHES_MAX || end - first > ROUNDS_MAX)
			return 1;
	}
	return 0;
}

cb_status cb__series_from_json(cb__series *out, const json_t *json, const char **ret_why)
{
	size_t count = json_array_size(json_object_get(json, "launch"));
	const char *why;
	cb__series series = {calloc(count + 1, sizeof *series.rounds), count, count};
	if (series.rounds == NULL)
		return CB_ENOMEM;
	if (read_head(&series, json) != 0)
		*ret_why = "\"launch\" or \"disturbed\" is no list of ascending launches";
	else if (is_too_long(&series))
		*ret_why = "more than 400 launches, or more than 64 rounds of one";
	else if ((why = read_arms(&series, json)) != NULL)
		*ret_why = why;
	else {
		*out = series;
		return CB_OK;
	}
	cb__series_done(&series);
	return CB_EFORMAT;
}

/* A share of time on the processor below which the work was done elsewhere. */
#define SHARE_MIN 0.9

/* Of base and head apart: if only one of them went elsewhere, both are held against the wall clock.
 */
static int is_elsewhere(const cb__round *round)
{
	for (int arm = 0; arm < CB__ARM_CONTROL; arm++) {
		const cb__slot *slots = round->slots[arm];
		if (slots[0].cpu_ns + slots[1].cpu_ns <
			SHARE_MIN * (slots[0].wall_ns + slots[1].wall_ns))
			return 1;
	}
	return 0;
}

static double share_of(const cb__slot *slots)
{
	return (slots[0].cpu_ns + slots[1].cpu_ns) / (slots[0].wall_ns + slots[1].wall_ns);
}

/* A head that waits where the base works is slower by the wall clock only. */
#define WAITED 0.01

static int has_waited(const cb__round *round)
{
	return share_of(round->slots[CB__ARM_HEAD]) < share_of(round->slots[CB__ARM_BASE]) - WAITED;
}

int cb__series_is_offloaded(const cb__series *series)
{
	size_t seen = 0;
	size_t elsewhere = 0;
	size_t waiting = 0;
	for (size_t i = 0; i < series->count; i++) {
		if (series->rounds[i].disturbed)
			continue;
		seen++;
		elsewhere += is_elsewhere(&series->rounds[i]) ? 1 : 0;
		waiting += has_waited(&series->rounds[i]) ? 1 : 0;
	}
	return seen >= 3 && (2 * elsewhere > seen || 4 * waiting > 3 * seen);
}

static double log_of(const cb__round *round, cb__arm arm, cb__clock_kind clock)
{
	double sum = 0;
	for (int i = 0; i < 2; i++) {
		const cb__slot *slot = &round->slots[arm][i];
		sum += log(clock == CB__CLOCK_WALL ? slot->wall_ns : slot->cpu_ns);
	}
	return sum / 2;
}

/* The values of one launch's rounds; disturbed ones only if there are no others. */
static size_t pick(double *values, const cb__series *series, size_t first, size_t end, cb__arm arm,
	cb__clock_kind clock)
{
	size_t calm = 0;
	size_t count = 0;
	for (size_t i = first; i < end; i++)
		if (!series->rounds[i].disturbed &&
			(arm != CB__ARM_CONTROL || series->rounds[i].has_control))
			calm++;
	for (size_t i = first; i < end && count < ROUNDS_MAX; i++) {
		const cb__round *round = &series->rounds[i];
		if ((calm > 0 && round->disturbed) ||
			(arm == CB__ARM_CONTROL && !round->has_control))
			continue;
		double base = log_of(round, CB__ARM_BASE, clock);
		values[count++] = arm == CB__ARM_BASE ? base : log_of(round, arm, clock) - base;
	}
	return count;
}

size_t cb__series_logs(double *ret_logs, const cb__series *series, cb__arm arm,
	cb__clock_kind clock, size_t launches, size_t *ret_disturbed)
{
	double values[ROUNDS_MAX];
	double scratch[ROUNDS_MAX];
	size_t count = 0;
	size_t left_out = 0;
	for (size_t first = 0, end; first < series->count; first = end) {
		end = end_of_launch(series, first);
		size_t picked = pick(values, series, first, end, arm, clock);
		if (picked == 0)
			continue;
		left_out += end - first - picked;
		ret_logs[count++] = cb__stats_median(values, picked, scratch);
		if (count == launches)
			break;
	}
	if (ret_disturbed != NULL)
		*ret_disturbed = left_out;
	return count;
}

cb_status cb__series_median_ns(
	double *out, const cb__series *series, cb__arm arm, cb__clock_kind clock)
{
	double *values = calloc(2 * series->count + 1, 2 * sizeof *values);
	size_t count = 0;
	if (values == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < series->count; i++) {
		const cb__round *round = &series->rounds[i];
		if (arm == CB__ARM_CONTROL && !round->has_control)
			continue;
		values[count++] = exp(log_of(round, arm, clock));
	}
	*out = cb__stats_median(values, count, values + count);
	free(values);
	return CB_OK;
}

size_t cb__series_launches(const cb__series *series)
{
	size_t count = 0;
	for (size_t first = 0; first < series->count; first = end_of_launch(series, first))
		count++;
	return count;
}
