/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <cb/cb.h>
#include <jansson.h>

#include "commands.h"
#include "exits.h"
#include "message.h"
#include "outline.h"
#include "output.h"
#include "setup.h"

static json_t *json_backends(const cb_context *ctx)
{
	json_t *array = json_array();

	for (size_t i = 0; i < cb_context_backend_count(ctx); i++)
		json_array_append_new(
			array, json_pack("{s:s, s:s}", "name", cb_context_backend_name(ctx, i),
				       "file", cb_context_backend_file(ctx, i)));
	return array;
}

/* NULL after a complaint */
static json_t *json_info(cb_context *ctx)
{
	char *text;
	cb_status status = cb_environment_to_json(ctx, &text);
	json_t *environment, *root = NULL;

	if (status != CB_OK) {
		complain_status(ctx, status);
		return NULL;
	}
	environment = json_loads(text, 0, NULL);
	cb_string_free(text);
	if (environment != NULL)
		root = json_pack("{s:s, s:s, s:s, s:o, s:o}", "schema", "libcb.info/1", "version",
			cb_version(), "worker", cb_context_worker(ctx), "backends",
			json_backends(ctx), "environment", environment);
	if (root == NULL)
		complain("out of memory");
	return root;
}

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

static void print_text(FILE *out, json_t *info)
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
	outline_print(out, environment, 0);
}

static int info(cb_context *ctx, const request *req)
{
	json_t *root = json_info(ctx);
	const char *format = req->format != NULL ? req->format : req->file_format;
	int failed = 0;
	output o;

	if (root == NULL || output_begin(&o) != 0) {
		json_decref(root);
		return EXIT_USAGE;
	}
	if (format != NULL && strcmp(format, "json") == 0) {
		failed = json_dumpf(root, o.stream, JSON_INDENT(2)) != 0;
		fputc('\n', o.stream);
	} else {
		print_text(o.stream, root);
	}
	json_decref(root);
	return output_finish(&o, req->output, failed) != 0 ? EXIT_USAGE : EXIT_FINE;
}

int command_info(int argc, char **argv)
{
	cb_context *ctx;
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_INFO, argc, argv) == 0) {
		code = EXIT_USAGE;
		if (output_check(req.output) == 0 && setup_context(&ctx, &req) == 0) {
			code = info(ctx, &req);
			cb_context_free(ctx);
		}
	}
	request_done(&req);
	return code;
}
