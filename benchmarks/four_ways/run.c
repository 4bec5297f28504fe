/* SPDX-License-Identifier: Apache-2.0 */
/* run OPTION=VALUE... [SUBJECT...]: measures through the C interface and prints the document. */
#include <stdio.h>
#include <string.h>

#include <cb/cb.h>

static cb_status take(cb_plan *plan, const char *word)
{
	char option[32];
	size_t length = strcspn(word, "=");
	if (word[length] == '\0' || length >= sizeof option)
		return cb_plan_add_subject(plan, word);
	memcpy(option, word, length);
	option[length] = '\0';
	return cb_plan_set(plan, option, word + length + 1);
}

static cb_status measure(cb_context *ctx, cb_results **out, char **words)
{
	cb_plan *plan = NULL;
	cb_status status = cb_plan_new(&plan, ctx);
	for (; status == CB_OK && *words != NULL; words++)
		status = take(plan, *words);
	if (status == CB_OK)
		status = cb_plan_run(plan, out, NULL, NULL);
	cb_plan_free(plan);
	return status;
}

static cb_status print(const cb_results *results)
{
	char *text = NULL;
	cb_status status = cb_results_to_json(results, &text, CB_JSON_COMPACT);
	if (status == CB_OK)
		puts(text);
	cb_string_free(text);
	return status;
}

int main(int argc, char **argv)
{
	cb_context *ctx = NULL;
	cb_results *results = NULL;
	(void)argc;

	if (cb_context_new(&ctx, NULL) != CB_OK)
		return 1;
	cb_status status = measure(ctx, &results, argv + 1);
	if (status == CB_OK)
		status = print(results);
	else
		fprintf(stderr, "run: %s\n", cb_context_error(ctx));
	cb_results_free(results);
	cb_context_free(ctx);
	return status != CB_OK;
}
