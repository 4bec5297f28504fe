/* SPDX-License-Identifier: Apache-2.0 */
/* Shows a set of proofs in one of cbench's formats on an imagined terminal, for comparisons:
 * show_proof FORMAT [COLUMNS [color] [quiet] [refused] [cancelled] [judge]] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proof_format.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define CLASSES_MAX  64
#define NONE         ((double)NAN)

#define SUBJECT(label_, backend_, accel_, version_, achieved_, level_, detail_)                    \
	{.label = (label_),                                                                        \
		.backend = (backend_),                                                             \
		.accel = (accel_),                                                                 \
		.version = (version_),                                                             \
		.file = "",                                                                        \
		.build_id = "0123",                                                                \
		.build_info = "",                                                                  \
		.achieved = (achieved_),                                                           \
		.level = (level_),                                                                 \
		.detail = (detail_),                                                               \
		.same_as = ""},
static const cb_subject subjects[] = {
#include "proof_cells.def"
};
#undef SUBJECT

#define CELL(subject_, algorithm_, operation_, size_, variant_, outcome_, reason_, output_,        \
	same_as_, inside_, outside_, classes_, complete_, per_byte_, per_message_)                 \
	{{.subject = &subjects[subject_],                                                          \
		 .algorithm = (algorithm_),                                                        \
		 .operation = (operation_),                                                        \
		 .size = (size_),                                                                  \
		 .variant = (variant_),                                                            \
		 .outcome = CB_OUTCOME_##outcome_,                                                 \
		 .reason = (reason_),                                                              \
		 .output = (output_),                                                              \
		 .same_as = (same_as_),                                                            \
		 .inside = (inside_),                                                              \
		 .outside = (outside_),                                                            \
		 .complete = (complete_),                                                          \
		 .repeats = CB_OUTCOME_##outcome_ <= CB_OUTCOME_UNPROVEN ? 2 : 0,                  \
		 .per_byte = (per_byte_),                                                          \
		 .per_message = (per_message_)},                                                   \
		classes_},
static const struct {
	cb_proof proof;
	const char *classes;
} rows[] = {
#include "proof_cells.def"
};
#undef CELL

#define FOUND(id_, text_, subject_, algorithm_, operation_)                                        \
	{.id = (id_),                                                                              \
		.text = (text_),                                                                   \
		.subject = &subjects[subject_],                                                    \
		.algorithm = (algorithm_),                                                         \
		.operation = (operation_)},
static const cb_finding findings[] = {
#include "proof_cells.def"
};
#undef FOUND

static const cb_finding refusal = {.id = "not-traced",
	.text = "nothing was followed: ptrace is not permitted",
	.algorithm = "",
	.operation = ""};

/* "aes 910 avx 2146" */
static void read_classes(uint64_t counts[CLASSES_MAX], const char *text)
{
	char name[32];
	unsigned long count;
	int used;

	for (; sscanf(text, "%31s %lu%n", name, &count, &used) == 2; text += used)
		for (size_t i = 0; i < cb_class_count(); i++)
			if (strcmp(cb_class_at(i)->name, name) == 0)
				counts[i] = count;
}

typedef struct fixture {
	cb_proof proofs[COUNT(rows)];
	char ids[COUNT(rows)][96];
	uint64_t counts[COUNT(rows)][CLASSES_MAX];
	const cb_proof *cells[COUNT(rows)];
	const cb_subject *subjects[COUNT(subjects)];
	const cb_finding *findings[COUNT(findings)];
	cb__proof_set set;
} fixture;

static void add_row(fixture *f, size_t i, int refused)
{
	cb_proof *p = &f->proofs[i];

	*p = rows[i].proof;
	snprintf(f->ids[i], sizeof(f->ids[i]), "%s/%s/%s/%lu/%s", p->subject->backend, p->algorithm,
		p->operation, (unsigned long)p->size, cb_accel_name(p->subject->accel));
	p->id = f->ids[i];
	p->counts = f->counts[i];
	read_classes(f->counts[i], rows[i].classes);
	if (refused) {
		p->outcome = CB_OUTCOME_UNSUPPORTED;
		p->reason = "ptrace is not permitted";
	}
	f->cells[i] = p;
}

static void fill(fixture *f, int refused, int cancelled)
{
	for (size_t i = 0; i < COUNT(rows); i++)
		add_row(f, i, refused);
	for (size_t i = 0; i < COUNT(subjects); i++)
		f->subjects[i] = &subjects[i];
	for (size_t i = 0; i < COUNT(findings); i++)
		f->findings[i] = &findings[i];
	if (refused)
		f->findings[0] = &refusal;
	f->set = (cb__proof_set){.cells = f->cells,
		.cell_count = COUNT(rows),
		.subjects = f->subjects,
		.subject_count = COUNT(subjects),
		.findings = f->findings,
		.finding_count = refused ? 1 : COUNT(findings),
		.complete = !cancelled};
	cb__proof_set_sort(&f->set);
}

static void judge_some(const fixture *f, const cb_lack *lacks, size_t lack_count)
{
	const cb_view plain = {0};

	cb__proof_lacks(stdout, &f->set, lacks, lack_count, &plain);
}

/* one of each kind: of a whole cell, of one that was cut, of none */
static int judge(const fixture *f)
{
	const cb_lack lacks[] = {
		{"openssl/**/nocrypto", "aes", &f->proofs[3], 1},
		{"mbedtls/x25519/**", "bmi2", &f->proofs[9], 0},
		{"wolfssl/**", "aes", NULL, f->set.complete && !cb__proof_set_is_refused(&f->set)},
	};
	for (size_t i = 0; i < COUNT(lacks); i++)
		judge_some(f, &lacks[i], 1);
	judge_some(f, lacks, COUNT(lacks));
	judge_some(f, lacks, 0);
	return 0;
}

static int is_said(int argc, char **argv, const char *word)
{
	for (int i = 3; i < argc; i++)
		if (strcmp(argv[i], word) == 0)
			return 1;
	return 0;
}

static const struct {
	const char *name;
	cb__proof_format_fn *write;
} formats[] = {
	{"table", cb__proof_table},
	{"csv", cb__proof_csv},
	{"markdown", cb__proof_markdown},
};

static cb__proof_format_fn *find(const char *name)
{
	for (size_t i = 0; i < COUNT(formats); i++)
		if (strcmp(formats[i].name, name) == 0)
			return formats[i].write;
	return NULL;
}

int main(int argc, char **argv)
{
	cb__proof_format_fn *write = argc > 1 ? find(argv[1]) : NULL;
	cb_view v = {.elapsed_s = 65};
	static fixture all;

	if (write == NULL || cb_class_count() > CLASSES_MAX)
		return 2;
	v.columns = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	v.color = is_said(argc, argv, "color");
	v.quiet = is_said(argc, argv, "quiet");
	fill(&all, is_said(argc, argv, "refused"), is_said(argc, argv, "cancelled"));
	return is_said(argc, argv, "judge") ? judge(&all) : write(stdout, &all.set, &v) != 0;
}
