/* SPDX-License-Identifier: Apache-2.0 */
#include "origin.h"

#include <string.h>

#include "results.h"

const json_t *cb__origin_part(const cb_results *results, const char *name)
{
	return json_object_get(cb__results_document(results), name);
}

int cb__origin_seed(char text[FIGURE_SIZE], const cb_results *results)
{
	const json_t *seed = json_object_get(cb__origin_part(results, "tool"), "seed");
	int known = json_is_integer(seed);

	if (known)
		snprintf(text, FIGURE_SIZE, "%" JSON_INTEGER_FORMAT, json_integer_value(seed));
	return known;
}

static void copy(char text[FIGURE_SIZE], const json_t *value, size_t length)
{
	const char *string = json_string_value(value);

	snprintf(text, FIGURE_SIZE, "%.*s", (int)length, string != NULL ? string : "unknown");
}

void cb__origin_version(char text[FIGURE_SIZE], const cb_results *results)
{
	copy(text, json_object_get(cb__origin_part(results, "tool"), "version"), FIGURE_SIZE - 1);
}

void cb__origin_date(char text[FIGURE_SIZE], const cb_results *results)
{
	const json_t *tool = cb__origin_part(results, "tool");

	copy(text, json_object_get(tool, "finished"), strlen("YYYY-MM-DD"));
}

void cb__origin_cycles_by(char text[FIGURE_SIZE], const cb_results *results)
{
	const json_t *options = json_object_get(cb__origin_part(results, "tool"), "options");

	copy(text, json_object_get(options, "cycles_by"), FIGURE_SIZE - 1);
}

int cb__origin_fixed_launches(const cb_results *results)
{
	const json_t *options = json_object_get(cb__origin_part(results, "tool"), "options");

	return json_is_integer(json_object_get(options, "launches")) ||
	       cb__results_is_import(results);
}
