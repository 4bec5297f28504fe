/* SPDX-License-Identifier: Apache-2.0 */
#include "glob.h"
#include "proof_format.h"
#include "proof_text.h"

/* What is wrong with a glob that matches none of the cells that were followed; "" if nothing. */
static const char *hint_of(const cb__proof_set *set, const char *glob)
{
	const char *hint = "";

	for (size_t i = 0; i < set->cell_count && hint[0] == '\0'; i++)
		if (cb__proof_is_followed(set->cells[i]))
			hint = cb__glob_hint(glob, &set->cells[i]->id, 1);
	return hint;
}

static void print_no_cell(FILE *out, const cb__proof_set *set, const cb_lack *lack)
{
	int refused = cb__proof_set_is_refused(set);
	const char *reason = ": no cell that was followed matches";

	if (refused)
		reason = ": following instructions is not permitted here";
	else if (!set->complete)
		reason = ": no cell that matches was reached";
	fputs(lack->judged ? "lacks: " : "not judged: ", out);
	cb__style_print(out, lack->glob, STYLE_PLAIN, 0);
	fprintf(out, "=%s", lack->class_name);
	fputs(reason, out);
	fputs(hint_of(set, lack->glob), out);
	fputc('\n', out);
}

static void print_cell(FILE *out, const cb_lack *lack)
{
	char classes[PROOF_TEXT_SIZE];

	fputs(lack->judged ? "lacks: " : "not judged: ", out);
	cb__style_print(out, lack->proof->id, STYLE_PLAIN, 0);
	fprintf(out, " executed no %s", lack->class_name);
	if (!lack->proof->complete)
		fprintf(out, " until it was cut after %llu instructions",
			(unsigned long long)(lack->proof->inside + lack->proof->outside));
	cb__proof_classes_text(classes, lack->proof);
	fprintf(out, ", but: %s%s\n", classes,
		lack->proof->complete ? "" : "; allow more with --steps N");
}

static const char *word_of(int code)
{
	switch (code) {
	case CB_GATE_FINE:
		return "ok";
	case CB_GATE_REGRESSED:
		return "lacking";
	default:
		return "invalid";
	}
}

void cb__proof_lacks(FILE *out, const cb__proof_set *set, const cb_lack *lacks, size_t lack_count,
	const cb_view *v)
{
	int code = set->complete ? CB_GATE_FINE : CB_GATE_INVALID;
	size_t lacking = 0;

	for (size_t i = 0; i < lack_count; i++) {
		if (lacks[i].proof == NULL)
			print_no_cell(out, set, &lacks[i]);
		else
			print_cell(out, &lacks[i]);
		lacking += lacks[i].judged != 0;
	}
	if (lacking > 0)
		code = CB_GATE_REGRESSED;
	else if (lack_count > 0)
		code = CB_GATE_INVALID;
	fprintf(out, "verdict=%s cells=%lu lacking=%lu exit=%d\n", word_of(code),
		(unsigned long)cb__proof_set_followed(set), (unsigned long)lacking,
		v->has_exit ? v->exit : code);
}
