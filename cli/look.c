/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* isatty */
#include "look.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "message.h"
#include "output.h"
#include "terminal.h"

/* Wider than any line. */
#define WIDTH_MAX 1000000u

int look_set(cb_view *view, const char *option, const char *value)
{
	return value == NULL || cb_view_set(view, option, value) == CB_OK;
}

int look_set_count(cb_view *view, const char *option, size_t count)
{
	char text[32];

	snprintf(text, sizeof(text), "%lu", (unsigned long)count);
	return look_set(view, option, text);
}

int look_set_seconds(cb_view *view, const char *option, double seconds)
{
	char text[64];

	snprintf(text, sizeof(text), "%.6f", seconds);
	return look_set(view, option, text);
}

static int set_width(cb_view *view, const request *req, size_t columns)
{
	unsigned long asked;

	if (req->width == NULL)
		return columns == 0 || look_set_count(view, "width", columns);
	asked = strtoul(req->width, NULL, 10);
	return look_set_count(view, "width", asked < WIDTH_MAX ? asked : WIDTH_MAX);
}

static int set_all(cb_view *view, const request *req, int is_standard)
{
	size_t columns = 0, rows = 0;

	if (is_standard)
		terminal_size(STDOUT_FILENO, &columns, &rows);
	if (!set_width(view, req, columns) || !look_set_count(view, "height", rows) ||
		!look_set_count(view, "quiet", req->quiet != 0))
		return 0;
	if (!is_standard)
		return 1;
	return look_set_count(view, "color", terminal_color(req->color, STDOUT_FILENO) != 0) &&
	       look_set_count(view, "utf8", isatty(STDOUT_FILENO) && terminal_is_utf8());
}

cb_view *look_new(cb_context *ctx, const request *req, const char *file)
{
	cb_view *view;

	if (cb_view_new(&view, ctx) != CB_OK)
		return NULL;
	if (set_all(view, req, output_is_standard(file)))
		return view;
	cb_view_free(view);
	return NULL;
}

int look_write(const cb_context *ctx, cb_status status, char *text, const char *file)
{
	int written = -1;

	if (status == CB_ENOMEM)
		complain("out of memory");
	else if (status != CB_OK)
		complain_status(ctx, status);
	else
		written = output_write(file, text);
	if (status == CB_OK)
		cb_string_free(text);
	return written;
}
