/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include "proof_require.h"

#include <stdlib.h>
#include <string.h>

#include "exits.h"
#include "message.h"
#include "proof_classes.h"

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

int proof_require_judge(const cb_proofs *proofs, const cb_lack *lacks, size_t lack_count)
{
	int code = cb_proofs_complete(proofs) ? EXIT_FINE : EXIT_INVALID;

	for (size_t i = 0; i < lack_count; i++)
		code = exits_worse(code, lacks[i].judged ? EXIT_LOSS : EXIT_INVALID);
	return code;
}
