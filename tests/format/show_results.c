/* SPDX-License-Identifier: Apache-2.0 */
/* Shows a stored document in one of its formats on an imagined terminal, for comparisons:
 * show_results DOCUMENT FORMAT [OPTION=VALUE...]; with LC_ALL in a program that follows it. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include <cb/cb.h>

static cb_status set_options(cb_view *view, char **words)
{
	cb_status status = cb_view_set(view, "elapsed", "65");

	for (; status == CB_OK && *words != NULL; words++) {
		char *equals = strchr(*words, '=');

		if (equals == NULL)
			return CB_EINVAL;
		*equals = '\0';
		status = cb_view_set(view, *words, equals + 1);
	}
	return status;
}

static cb_status show(cb_context *ctx, const char *file, const char *format, const cb_view *view)
{
	cb_results *results;
	char *text;
	cb_status status = cb_results_load(&results, ctx, file);

	if (status != CB_OK)
		return status;
	status = cb_results_format(results, &text, format, view);
	if (status == CB_OK) {
		fputs(text, stdout);
		cb_string_free(text);
	}
	cb_results_free(results);
	return status;
}

int main(int argc, char **argv)
{
	cb_context *ctx;
	cb_view *view;
	cb_status status;

	setlocale(LC_ALL, "");
	if (argc < 3 || cb_context_new(&ctx, NULL) != CB_OK)
		return 2;
	status = cb_view_new(&view, ctx);
	if (status == CB_OK) {
		status = set_options(view, argv + 3);
		if (status == CB_OK)
			status = show(ctx, argv[1], argv[2], view);
		cb_view_free(view);
	}
	if (status != CB_OK)
		fprintf(stderr, "%s\n", cb_context_error(ctx));
	cb_context_free(ctx);
	return status == CB_OK ? 0 : 1;
}
