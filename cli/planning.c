/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* clock_gettime */
#include "planning.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cb/inventory.h>
#include <jansson.h>

#include "exits.h"
#include "message.h"

/* The option that decides which subjects a subject without a mode means. */
#define OPTION_ACCEL "accel"

static cb_status set_options(cb_plan *plan, const request *req, int accel)
{
	cb_status status = CB_OK;

	for (size_t i = 0; status == CB_OK && i < req->names.count; i++)
		if ((strcmp(req->names.items[i], OPTION_ACCEL) == 0) == accel)
			status = cb_plan_set(plan, req->names.items[i], req->values.items[i]);
	return status;
}

/* The order on the command line does not matter: modes, then other options, then subjects. */
cb_status planning_fill(cb_plan *plan, const request *req)
{
	cb_status status = set_options(plan, req, 1);

	if (status == CB_OK)
		status = set_options(plan, req, 0);
	for (size_t i = 0; status == CB_OK && i < req->subjects.count; i++)
		status = cb_plan_add_subject(plan, req->subjects.items[i]);
	return status;
}

int planning_do(cb_context *ctx, const request *req, planning_fill_fn *fill, planning_use_fn *use)
{
	cb_plan *plan = NULL;
	cb_status status = cb_plan_new(&plan, ctx);
	int code = EXIT_USAGE;

	if (status == CB_OK)
		status = fill(plan, req);
	if (status == CB_OK)
		code = use(ctx, plan, req);
	else
		complain_status(ctx, status);
	cb_plan_free(plan);
	return code;
}

int planning_is_by_name(const request *req)
{
	return req->subjects.count > 0 || request_passed(req, "algorithms") != NULL ||
	       request_passed(req, "ops") != NULL;
}

/* what somebody named after a "=" and the error is about; NULL if it is about something else */
static const char *blamed_library(const cb_context *ctx, const request *req)
{
	for (size_t i = 0; i < req->subjects.count; i++) {
		const char *equals = strchr(req->subjects.items[i], '=');

		if (equals != NULL && strstr(cb_context_error(ctx), "library \"") != NULL)
			return equals + 1;
	}
	return NULL;
}

void planning_complain(const cb_context *ctx, const request *req, cb_status status)
{
	const char *library = blamed_library(ctx, req);

	if (library != NULL)
		complain("\"%s\" cannot be measured: %s; name the file of a shared library, or a"
			 " directory of unpacked packages with their C library",
			library, cb_context_error(ctx));
	else
		complain_status(ctx, status);
}

double planning_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void planning_warn(cb_context *ctx)
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
