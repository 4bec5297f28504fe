/* SPDX-License-Identifier: Apache-2.0 */
#include "inject.h"

#include <stdlib.h>
#include <string.h>

#include "glob.h"

/* Longer globs than any id has use for. */
#define GLOB_SIZE 256

#define CONTROL   "control:"

struct part {
	char glob[GLOB_SIZE];
	int is_control;
	double percent;
};

/* Digits with or without a point; not strtod(), which heeds the locale. */
static int read_percent(double *out, const char *text, const char *end)
{
	double scale = 0;
	*out = 0;
	if (text == end)
		return -1;
	for (; text < end; text++) {
		if (*text == '.' && scale == 0) {
			scale = 1;
		} else if (*text >= '0' && *text <= '9') {
			*out = 10 * *out + (*text - '0');
			scale *= 10;
		} else {
			return -1;
		}
	}
	*out /= scale > 0 ? scale : 1;
	return *out > 0 && *out <= CB__INJECT_MAX_PERCENT ? 0 : -1;
}

/* Reads one part and returns where the next begins; NULL if it is malformed. */
static const char *read_part(struct part *out, const char *text)
{
	const char *end = text + strcspn(text, ",");
	const char *equals = end;
	out->is_control = strncmp(text, CONTROL, strlen(CONTROL)) == 0;
	if (out->is_control)
		text += strlen(CONTROL);
	/* Ids may hold a '=', so the last counts. */
	while (equals > text && *equals != '=')
		equals--;
	size_t len = (size_t)(equals - text);
	int is_cut = *end == ',' && end[1] == '\0';
	if (is_cut || *equals != '=' || len == 0 || len >= GLOB_SIZE ||
		read_percent(&out->percent, equals + 1, end) != 0)
		return NULL;
	memcpy(out->glob, text, len);
	out->glob[len] = '\0';
	return *end == ',' ? end + 1 : end;
}

int cb__inject_is_valid(const char *text)
{
	struct part part;
	size_t len = strlen(text);
	if (len > 0 && text[len - 1] == ',')
		return 0;
	do
		text = read_part(&part, text);
	while (text != NULL && *text != '\0');
	return text != NULL;
}

int cb__inject_has_control(const char *text)
{
	struct part part = {.is_control = 0};
	while (text != NULL && *text != '\0' && !part.is_control)
		text = read_part(&part, text);
	return part.is_control;
}

const char *cb__inject_find_dead(size_t *ret_len, const char **ret_hint, const char *text,
	const char *const *ids, size_t id_count)
{
	struct part part;
	while (text != NULL && *text != '\0') {
		const char *start = text;
		size_t alive = 0;
		text = read_part(&part, text);
		for (size_t i = 0; i < id_count && text != NULL; i++)
			alive += cb__id_matches(part.glob, ids[i]) ? 1 : 0;
		*ret_len = strcspn(start, ",");
		*ret_hint = "";
		if (alive == 0 && text != NULL)
			*ret_hint = cb__glob_hint(part.glob, ids, id_count);
		if (alive == 0)
			return start;
	}
	return NULL;
}

double cb__inject_percent(const char *text, const char *id, int is_control)
{
	double percent = 0;
	struct part part;
	while (text != NULL && *text != '\0') {
		text = read_part(&part, text);
		if (text != NULL && part.is_control == is_control && cb__id_matches(part.glob, id))
			percent = part.percent;
	}
	return percent;
}
