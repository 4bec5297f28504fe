/* SPDX-License-Identifier: Apache-2.0 */
#include "plan_numbers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "catalogue.h"
#include "context.h"
#include "decimal.h"
#include "environment.h"
#include "text.h"

cb_status cb__plan_refuse(cb_plan *plan, const char *name, const char *value, const char *wanted)
{
	return cb__context_fail(
		plan->ctx, CB_EINVAL, "option %s: \"%s\" is not %s", name, value, wanted);
}

cb_status cb__plan_whole(uint64_t *out, cb_plan *plan, const char *name, const char *value,
	uint64_t min, uint64_t max)
{
	char *end = NULL;
	errno = 0;
	unsigned long long number = strtoull(value, &end, 10);
	int is_number = value[0] >= '0' && value[0] <= '9' && *end == '\0' && errno == 0;
	if (is_number && number >= min && number <= max) {
		*out = number;
		return CB_OK;
	}
	return cb__context_fail(plan->ctx, CB_EINVAL,
		"option %s: \"%s\" is not a whole number from %llu to %llu", name, value,
		(unsigned long long)min, (unsigned long long)max);
}

cb_status cb__plan_decimal(
	double *out, cb_plan *plan, const char *name, const char *value, double min, double max)
{
	double number = 0;
	const char *rest = cb__decimal_read(&number, value);
	if (rest != NULL && *rest == '\0' && number >= min && number <= max) {
		*out = number;
		return CB_OK;
	}
	return cb__context_fail(plan->ctx, CB_EINVAL,
		"option %s: \"%s\" is not a number from %g to %g", name, value, min, max);
}

/* Numbers in ascending order, none twice. */
struct numbers {
	uint64_t *rows;
	size_t count;
};

static cb_status insert_number(struct numbers *numbers, uint64_t number)
{
	size_t at = 0;
	while (at < numbers->count && numbers->rows[at] < number)
		at++;
	if (at < numbers->count && numbers->rows[at] == number)
		return CB_OK;
	uint64_t *rows = realloc(numbers->rows, (numbers->count + 1) * sizeof *rows);
	if (rows == NULL)
		return CB_ENOMEM;
	memmove(rows + at + 1, rows + at, (numbers->count - at) * sizeof *rows);
	rows[at] = number;
	numbers->rows = rows;
	numbers->count++;
	return CB_OK;
}

/* Replaces *rows and *count by the numbers of a list. */
cb_status cb__plan_numbers(uint64_t **rows, size_t *count, cb_plan *plan, const char *name,
	const char *value, cb__plan_parse_fn *parse)
{
	struct numbers numbers = {NULL, 0};
	char *copy = cb__string_copy(value);
	cb_status status = copy != NULL ? CB_OK : CB_ENOMEM;
	char *part = copy;
	while (status == CB_OK && part != NULL) {
		char *comma = strchr(part, ',');
		if (comma != NULL)
			*comma = '\0';
		uint64_t number = 0;
		status = part[0] != '\0' ? parse(&number, plan, name, part)
					 : cb__plan_refuse(plan, name, value,
						   "a list of numbers, none empty");
		if (status == CB_OK)
			status = insert_number(&numbers, number);
		part = comma != NULL ? comma + 1 : NULL;
	}
	free(copy);
	if (status != CB_OK) {
		free(numbers.rows);
		return status;
	}
	free(*rows);
	*rows = numbers.rows;
	*count = numbers.count;
	return CB_OK;
}

cb_status cb__plan_size(uint64_t *out, cb_plan *plan, const char *name, const char *value)
{
	return cb__plan_whole(out, plan, name, value, 1, CB_SIZE_MAX);
}

/* Those that this process may use, by its affinity and its quota. */
static cb_status count_processors(uint64_t *out)
{
	json_t *environment = NULL;
	cb_status status = cb__environment_collect(&environment, "");
	const json_t *cpu = json_object_get(environment, "cpu");
	json_int_t usable = json_integer_value(json_object_get(cpu, "usable_cpus"));
	*out = usable < 1                     ? 1
	       : usable > CB__PROCESSOR_LIMIT ? CB__PROCESSOR_LIMIT
					      : (uint64_t)usable;
	json_decref(environment);
	return status;
}

cb_status cb__plan_processors(uint64_t *out, cb_plan *plan, const char *name, const char *value)
{
	return strcmp(value, "all") == 0
		       ? count_processors(out)
		       : cb__plan_whole(out, plan, name, value, 1, CB__PROCESSOR_LIMIT);
}
