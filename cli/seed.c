/* SPDX-License-Identifier: Apache-2.0 */
#include "seed.h"

#include <jansson.h>

int seed_of_results(char text[FIGURE_SIZE], const cb_results *results)
{
	char *document;
	json_t *root, *seed;
	int known;

	if (cb_results_to_json(results, &document, CB_JSON_COMPACT | CB_JSON_NO_SAMPLES) != CB_OK)
		return 0;
	root = json_loads(document, JSON_DECODE_ANY, NULL);
	cb_string_free(document);
	seed = json_object_get(json_object_get(root, "tool"), "seed");
	known = json_is_integer(seed);
	if (known)
		snprintf(text, FIGURE_SIZE, "%" JSON_INTEGER_FORMAT, json_integer_value(seed));
	json_decref(root);
	return known;
}
