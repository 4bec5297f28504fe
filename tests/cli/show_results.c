/* SPDX-License-Identifier: Apache-2.0 */
/* Shows a stored document in one of cbench's formats on an imagined terminal, for comparisons:
 * show_results DOCUMENT FORMAT [COLUMNS ROWS [color] [utf8] [cpu] [trimmed] [min] [quiet] [time]
 * [cycles] [launches] [files]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cb/cb.h>

#include "format.h"

static void read_word(view *v, const char *word)
{
	v->color |= strcmp(word, "color") == 0;
	v->utf8 |= strcmp(word, "utf8") == 0;
	v->cpu_time |= strcmp(word, "cpu") == 0;
	v->quiet |= strcmp(word, "quiet") == 0;
	v->show_files |= strcmp(word, "files") == 0;
	if (strcmp(word, "trimmed") == 0)
		v->statistic = STATISTIC_TRIMMED;
	if (strcmp(word, "min") == 0)
		v->statistic = STATISTIC_MIN;
	if (strcmp(word, "time") == 0)
		v->unit = UNIT_TIME;
	if (strcmp(word, "cycles") == 0)
		v->unit = UNIT_CYCLES;
	v->fixed_launches |= strcmp(word, "launches") == 0;
}

static int show(cb_context *ctx, const char *file, const format *f, const view *v)
{
	cb_results *results;
	int status;

	if (cb_results_load(&results, ctx, file) != CB_OK) {
		fprintf(stderr, "%s\n", cb_context_error(ctx));
		return 1;
	}
	status = f->write(stdout, results, v) != 0;
	cb_results_free(results);
	return status;
}

int main(int argc, char **argv)
{
	const format *f = argc > 2 ? format_find(argv[2]) : NULL;
	view v = {0};
	cb_context *ctx;
	int status;

	if (f == NULL || cb_context_new(&ctx, NULL) != CB_OK)
		return 2;
	if (argc > 4) {
		v.columns = strtoul(argv[3], NULL, 10);
		v.rows = strtoul(argv[4], NULL, 10);
	}
	for (int i = 5; i < argc; i++)
		read_word(&v, argv[i]);
	v.elapsed_s = 65;
	status = show(ctx, argv[1], f, &v);
	cb_context_free(ctx);
	return status;
}
