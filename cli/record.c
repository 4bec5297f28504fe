/* SPDX-License-Identifier: Apache-2.0 */
#include "record.h"

#include <string.h>

#include <cb/inventory.h>

#include "message.h"

json_t *record_part(const cb_results *results, const char *name)
{
	char *document;
	json_t *root, *part;

	if (cb_results_to_json(results, &document, CB_JSON_COMPACT | CB_JSON_NO_SAMPLES) != CB_OK)
		return NULL;
	root = json_loads(document, JSON_DECODE_ANY, NULL);
	cb_string_free(document);
	part = json_incref(json_object_get(root, name));
	json_decref(root);
	return part;
}

int record_seed(char text[FIGURE_SIZE], const cb_results *results)
{
	json_t *tool = record_part(results, "tool"), *seed = json_object_get(tool, "seed");
	int known = json_is_integer(seed);

	if (known)
		snprintf(text, FIGURE_SIZE, "%" JSON_INTEGER_FORMAT, json_integer_value(seed));
	json_decref(tool);
	return known;
}

static void copy(char text[FIGURE_SIZE], json_t *value, size_t length)
{
	const char *string = json_string_value(value);

	snprintf(text, FIGURE_SIZE, "%.*s", (int)length, string != NULL ? string : "unknown");
}

void record_version(char text[FIGURE_SIZE], const cb_results *results)
{
	json_t *tool = record_part(results, "tool");

	copy(text, json_object_get(tool, "version"), FIGURE_SIZE - 1);
	json_decref(tool);
}

void record_date(char text[FIGURE_SIZE], const cb_results *results)
{
	json_t *tool = record_part(results, "tool");

	copy(text, json_object_get(tool, "finished"), strlen("YYYY-MM-DD"));
	json_decref(tool);
}

void record_cycles_by(char text[FIGURE_SIZE], const cb_results *results)
{
	json_t *tool = record_part(results, "tool");

	copy(text, json_object_get(json_object_get(tool, "options"), "cycles_by"), FIGURE_SIZE - 1);
	json_decref(tool);
}

void record_warn(cb_context *ctx)
{
	char *text;
	json_t *root, *warning;
	size_t i;

	if (cb_environment_to_json(ctx, &text) != CB_OK)
		return;
	root = json_loads(text, 0, NULL);
	cb_string_free(text);
	json_array_foreach(json_object_get(root, "warnings"), i, warning)
	{
		const char *words = json_string_value(json_object_get(warning, "text"));

		if (words != NULL)
			complain("warning: %s", words);
	}
	json_decref(root);
}
