/* SPDX-License-Identifier: Apache-2.0 */
#include "info.h"

#include <cb/status.h>

#include "json_member.h"
#include "outline.h"
#include "page.h"

/* hertz, or nothing if the member is not there or not known */
static void print_hertz(FILE *out, json_t *clock, const char *name, const char *gap, const char *by)
{
	double hz = json_number_value(json_object_get(clock, name));

	if (hz > 0)
		fprintf(out, "%s%.2f GHz by %s", gap, hz / 1e9, by);
}

/* "clock: 3.69 GHz by a chain of additions, 3.70 GHz by multiplications; cycles: counted" */
static void print_clock(FILE *out, json_t *clock)
{
	json_t *counter = json_object_get(clock, "counter");

	if (!(json_number_value(json_object_get(clock, "hz")) > 0))
		return;
	print_hertz(out, clock, "hz", "clock: ", "a chain of additions");
	print_hertz(out, clock, "multiply_hz", ", ", "one of multiplications");
	if (json_is_boolean(counter))
		fputs(json_is_true(counter) ? "; the kernel counts cycles"
					    : "; the kernel counts no cycles",
			out);
	fputc('\n', out);
}

static int print_table(FILE *out, json_t *info)
{
	json_t *backends = json_object_get(info, "backends"), *backend;
	json_t *environment;
	size_t i;

	fprintf(out, "libcb %s\n", json_string_value(json_object_get(info, "version")));
	fprintf(out, "worker: %s\n", json_string_value(json_object_get(info, "worker")));
	fputs(json_array_size(backends) > 0 ? "backends:\n" : "backends: none\n", out);
	json_array_foreach(backends, i, backend)
		fprintf(out, "  %s: %s\n", json_string_value(json_object_get(backend, "name")),
			json_string_value(json_object_get(backend, "file")));
	environment = json_object_get(info, "environment");
	print_clock(out, json_object_get(json_object_get(environment, "cpu"), "clock"));
	fputc('\n', out);
	return cb__outline_print(out, environment, 0);
}

static int print_json(FILE *out, json_t *info)
{
	int status = json_dumpf(info, out, JSON_INDENT(2));

	fputc('\n', out);
	return status;
}

static const cb__format_row rows[] = {
	{{"table", ".txt", "indented lines"}, {.info = print_table}},
	{{"json", ".json", "the whole document"}, {.info = print_json}},
};

static const cb__formats formats = {"infos", rows, sizeof(rows) / sizeof(rows[0])};

const cb_format *cb_info_format_at(size_t index)
{
	return cb__formats_at(&formats, index);
}

/* NULL if memory ran out */
static json_t *json_backends(const cb_context *ctx)
{
	json_t *array = json_array();
	int failed = 0;

	for (size_t i = 0; i < cb_context_backend_count(ctx); i++)
		failed |= json_array_append_new(
			array, json_pack("{s:s, s:s}", "name", cb_context_backend_name(ctx, i),
				       "file", cb_context_backend_file(ctx, i)));
	return cb__json_member_whole(array, failed);
}

/* NULL if memory ran out */
static json_t *json_info(cb_context *ctx, const char *environment)
{
	return json_pack("{s:s, s:s, s:s, s:o, s:o}", "schema", "libcb.info/1", "version",
		cb_version(), "worker", cb_context_worker(ctx), "backends", json_backends(ctx),
		"environment", json_loads(environment, 0, NULL));
}

cb_status cb_info_format(cb_context *ctx, char **out, const char *format, const cb_view *view)
{
	json_t *info;
	char *text;
	cb__page p;
	cb_status status = cb__page_begin(&p, &formats, format, view);

	if (status != CB_OK)
		return status;
	status = cb_environment_to_json(ctx, &text);
	if (status != CB_OK)
		return cb__page_end(&p, status, out);
	info = json_info(ctx, text);
	cb_string_free(text);
	if (info == NULL || p.row->write.info(p.out, info) != 0)
		status = CB_ENOMEM;
	json_decref(info);
	return cb__page_end(&p, status, out);
}
