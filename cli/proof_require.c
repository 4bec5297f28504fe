/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include "proof_require.h"

#include <stdlib.h>
#include <string.h>

#include "exits.h"
#include "message.h"
#include "proof_classes.h"
#include "proof_text.h"
#include "terminal.h"

/* A part with a '=' begins with a glob, whose id may have some, too. Returns its class. */
static const char *class_of(const char *part, size_t part_len, int *ret_has_glob)
{
	size_t i = part_len;

	while (i > 0 && part[i - 1] != '=')
		i--;
	if (i > 1)
		*ret_has_glob = 1;
	return i == 1 || !*ret_has_glob ? NULL : part + i;
}

static int check_part(const char *part, size_t part_len, int *ret_has_glob)
{
	const char *class = class_of(part, part_len, ret_has_glob);
	size_t class_len = class != NULL ? part_len - (size_t)(class - part) : 0;

	if (class_len == 0) {
		complain("--require is GLOB=CLASS,..., and \"%.*s\" is not", (int)part_len, part);
		return EXIT_USAGE;
	}
	if (proof_classes_has(class, class_len))
		return 0;
	complain("\"%.*s\" is no class of instructions; see 'cbench prove --help'", (int)class_len,
		class);
	return EXIT_USAGE;
}

static int check_text(const char *text)
{
	int status = 0, has_glob = 0;

	for (;;) {
		size_t length = strcspn(text, ",");

		status = check_part(text, length, &has_glob);
		if (status != 0 || text[length] == '\0')
			return status;
		text += length + 1;
	}
}

int proof_require_check(const request *req)
{
	int status = 0;

	for (size_t i = 0; status == 0 && i < req->requirements.count; i++)
		status = check_text(req->requirements.items[i]);
	return status;
}

char *proof_require_text(const request *req)
{
	char *text = NULL;
	size_t text_len;
	FILE *out = open_memstream(&text, &text_len);
	int failed = out == NULL;

	for (size_t i = 0; !failed && i < req->requirements.count; i++)
		fprintf(out, i > 0 ? ",%s" : "%s", req->requirements.items[i]);
	if (out != NULL)
		failed = fclose(out) != 0;
	if (!failed)
		return text;
	free(text);
	return NULL;
}

static void print_no_cell(FILE *out, const proof_set *set, const cb_lack *lack)
{
	int refused = proof_set_is_refused(set);
	const char *reason = ": no cell that was followed matches";

	if (refused)
		reason = ": following instructions is not permitted here";
	else if (!set->complete)
		reason = ": no cell that matches was reached";
	fputs(lack->judged ? "lacks: " : "not judged: ", out);
	text_print(out, lack->glob, STYLE_PLAIN, 0);
	fprintf(out, "=%s", lack->class_name);
	fputs(reason, out);
	fputc('\n', out);
}

static void print_cell(FILE *out, const cb_lack *lack)
{
	char classes[PROOF_TEXT_SIZE];

	fputs(lack->judged ? "lacks: " : "not judged: ", out);
	text_print(out, lack->proof->id, STYLE_PLAIN, 0);
	fprintf(out, " executed no %s", lack->class_name);
	if (!lack->proof->complete)
		fprintf(out, " until it was cut after %llu instructions",
			(unsigned long long)(lack->proof->inside + lack->proof->outside));
	proof_classes_text(classes, lack->proof);
	fprintf(out, ", but: %s%s\n", classes,
		lack->proof->complete ? "" : "; allow more with --steps N");
}

proof_judgement proof_require_judge(
	FILE *out, const proof_set *set, const cb_lack *lacks, size_t lack_count)
{
	proof_judgement j = {.code = set->complete ? EXIT_FINE : EXIT_INVALID};

	for (size_t i = 0; i < lack_count; i++) {
		if (lacks[i].proof == NULL)
			print_no_cell(out, set, &lacks[i]);
		else
			print_cell(out, &lacks[i]);
		j.lacking += lacks[i].judged ? 1 : 0;
		j.code = exits_worse(j.code, lacks[i].judged ? EXIT_LOSS : EXIT_INVALID);
	}
	return j;
}

void proof_require_verdict(FILE *out, const proof_set *set, const proof_judgement *j, int code)
{
	const char *word = j->code == EXIT_FINE   ? "ok"
			   : j->code == EXIT_LOSS ? "lacking"
						  : "invalid";

	fprintf(out, "verdict=%s cells=%lu lacking=%lu exit=%d\n", word,
		(unsigned long)proof_set_followed(set), (unsigned long)j->lacking, code);
}
