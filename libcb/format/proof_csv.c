/* SPDX-License-Identifier: Apache-2.0 */
#include "proof_format.h"

#include <math.h>

#include "csv.h"
#include "proof_text.h"

static const char *accel_text(cb_accel accel)
{
	const char *name = cb_accel_name(accel);

	return name != NULL ? name : "";
}

static void print_headings(FILE *out)
{
	static const char *const headings[] = {
#define PROOF_TEXT(heading, value)   heading,
#define PROOF_COUNT(heading, value)  heading,
#define PROOF_FIGURE(heading, value) heading,
#include "proof_fields.def"
#undef PROOF_TEXT
#undef PROOF_COUNT
#undef PROOF_FIGURE
	};
	const cb_class *class;

	for (size_t i = 0; i < sizeof(headings) / sizeof(headings[0]); i++)
		cb__csv_text(out, i == 0, headings[i]);
	for (size_t i = 0; (class = cb_class_at(i)) != NULL; i++)
		cb__csv_text(out, 0, class->name);
	cb__csv_end(out);
}

/* ids of the findings on a cell, separated by blanks */
static void findings_text(char text[PROOF_TEXT_SIZE], const cb__proof_set *set, const cb_proof *p)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < set->finding_count; i++)
		if (cb__proof_is_found(set->findings[i], p))
			used = cb__proof_append(text, PROOF_TEXT_SIZE, used, "%s%s",
				used > 0 ? " " : "", set->findings[i]->id);
}

static void print_cell(FILE *out, const cb__proof_set *set, const cb_proof *p)
{
	const cb_subject *s = p->subject;
	int is_followed = cb__proof_is_followed(p), first = 1;
	char findings[PROOF_TEXT_SIZE];

	findings_text(findings, set, p);
#define PROOF_TEXT(heading, value)  cb__csv_text(out, first, value), first = 0;
#define PROOF_COUNT(heading, value) cb__csv_number(out, first, (double)(value)), first = 0;
#define PROOF_FIGURE(heading, value)                                                               \
	cb__csv_number(out, first, is_followed ? (double)(value) : (double)NAN), first = 0;
#include "proof_fields.def"
#undef PROOF_TEXT
#undef PROOF_COUNT
#undef PROOF_FIGURE
	for (size_t i = 0; i < cb_class_count(); i++)
		cb__csv_number(out, 0, is_followed ? (double)p->counts[i] : (double)NAN);
	cb__csv_end(out);
}

int cb__proof_csv(FILE *out, const cb__proof_set *set, const cb_view *v)
{
	(void)v;
	print_headings(out);
	for (size_t i = 0; i < set->cell_count; i++)
		print_cell(out, set, set->cells[i]);
	return 0;
}
