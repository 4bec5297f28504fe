/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include <cb/status.h>
#include <cb/version.h>

static const struct {
	cb_status status;
	const char *name;
	const char *text;
} statuses[] = {
#define STATUS_ROW(name, value, text) {CB_##name, "CB_" #name, text},
	CB_STATUS_MAP(STATUS_ROW)
#undef STATUS_ROW
};

static const char *const outcomes[] = {
#define OUTCOME_ROW(name, text, meaning) [CB_OUTCOME_##name] = text,
	CB_OUTCOME_MAP(OUTCOME_ROW)
#undef OUTCOME_ROW
};

const char *cb_status_name(cb_status status)
{
	for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
		if (statuses[i].status == status)
			return statuses[i].name;
	return "CB_UNKNOWN";
}

const char *cb_status_text(cb_status status)
{
	for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
		if (statuses[i].status == status)
			return statuses[i].text;
	return "unknown status";
}

const char *cb_outcome_name(cb_outcome outcome)
{
	size_t index = (size_t)outcome;
	return index < sizeof outcomes / sizeof *outcomes ? outcomes[index] : "unknown";
}

const char *cb_version(void)
{
	return CB_VERSION;
}

void cb_string_free(char *string)
{
	free(string);
}
