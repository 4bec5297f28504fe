/* SPDX-License-Identifier: Apache-2.0 */
/* What the counts say in plain words. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <cb/backend.h>

#include "catalogue.h"
#include "environment.h"
#include "proofs.h"

static const struct {
	const char *algorithms;
	const char *feature;
	const char *group;
} uses[] = {
#define CB_USE(algorithms, feature, group) {algorithms, feature, group},
#include "proofs_uses.def"
#undef CB_USE
};

static int is_told(const cb_proofs *proofs, const char *id, const cb_proof *proof, const char *text)
{
	for (size_t i = 0; i < proofs->finding_count; i++) {
		const cb_finding *view = &proofs->findings[i].view;
		if (strcmp(view->id, id) == 0 && view->subject == proof->subject &&
			strcmp(view->algorithm, proof->algorithm) == 0 &&
			strcmp(view->operation, proof->operation) == 0 &&
			(text == NULL || strcmp(view->text, text) == 0))
			return 1;
	}
	return 0;
}

/* Takes @p text. Each is told once, not once for each size. */
static cb_status tell(cb_proofs *proofs, const char *id, const cb_proof *proof, cb_text *text)
{
	cb_status status = CB_OK;
	if (!is_told(proofs, id, proof, cb__text_string(text))) {
		cb__finding_row *rows =
			realloc(proofs->findings, (proofs->finding_count + 1) * sizeof *rows);
		char *taken = NULL;
		if (rows != NULL)
			proofs->findings = rows;
		status = rows != NULL ? cb__text_take(text, &taken) : CB_ENOMEM;
		if (status == CB_OK)
			rows[proofs->finding_count++] =
				(cb__finding_row){{id, taken, proof->subject, proof->algorithm,
							  proof->operation, "trace"},
					taken};
	}
	cb__text_done(text);
	return status;
}

static int is_followed(const cb_proof *proof)
{
	return proof->outcome == CB_OUTCOME_MEASURED || proof->outcome == CB_OUTCOME_UNPROVEN;
}

/* Of an operation that was cut it is not known what it would have executed; and most key
 * generation has nothing to do with the instructions of its algorithm. */
static cb_status tell_of_unused(cb_proofs *proofs, const cb__proof_row *row)
{
	const cb_proof *proof = &row->view;
	cb_status status = CB_OK;
	if (row->accel != CB_ACCEL_ON || !is_followed(proof) || !proof->complete)
		return CB_OK;
	for (size_t i = 0; i < CB_COUNT(uses) && status == CB_OK; i++) {
		if (!cb__glob_match(uses[i].algorithms, proof->algorithm) ||
			cb__environment_has_feature(proofs->environment, uses[i].feature) != 1 ||
			cb_proof_count(proof, uses[i].group) > 0)
			continue;
		cb_text text = CB_TEXT_INIT;
		cb__text_format(&text,
			"%s: the processor has %s instructions, and this library executed none of "
			"them for %s %s",
			proof->subject->label, uses[i].group, proof->algorithm, proof->operation);
		status = tell(proofs, "acceleration-not-used", proof, &text);
	}
	return status;
}

static cb_status tell_of_break(cb_proofs *proofs, const cb__proof_row *row)
{
	const cb_proof *proof = &row->view;
	if (proof->outcome != CB_OUTCOME_UNPROVEN || proof->repeats == 0 ||
		is_told(proofs, "off-not-off", proof, NULL))
		return CB_OK;
	cb_text text = CB_TEXT_INIT;
	cb__text_format(&text, "%s: %s %s: %s", proof->subject->label, proof->algorithm,
		proof->operation, proof->reason);
	return tell(proofs, "off-not-off", proof, &text);
}

static cb_status tell_of_unsteady(cb_proofs *proofs, const cb__proof_row *row)
{
	const cb_proof *proof = &row->view;
	if (!row->trace.is_unsteady)
		return CB_OK;
	cb_text text = CB_TEXT_INIT;
	cb__text_format(&text, "%s: %s: %s", proof->subject->label, proof->id, proof->reason);
	return tell(proofs, "counts-differ", proof, &text);
}

static cb_status tell_of_untraceable(cb_proofs *proofs, const cb__proof_row *row)
{
	for (size_t i = 0; i < proofs->finding_count; i++)
		if (strcmp(proofs->findings[i].view.id, "not-traced") == 0)
			return CB_OK;
	if (!row->trace.is_untraceable)
		return CB_OK;
	cb_text text = CB_TEXT_INIT;
	cb__text_format(&text, "nothing was followed: %s", row->view.reason);
	return tell(proofs, "not-traced", &row->view, &text);
}

/* Whether @p other is the same cell of the same library in a mode that forbids something. */
static int is_same_without(const cb__proof_row *row, const cb__proof_row *other)
{
	return other->family == row->family && other->service == row->service &&
	       other->accel != CB_ACCEL_ON && is_followed(&other->view) && row->view.complete &&
	       other->view.complete && cb__tally_equals(&row->trace.tally, &other->trace.tally);
}

static cb_status tell_of_same(cb_proofs *proofs, const cb__proof_row *row)
{
	const cb_proof *proof = &row->view;
	if (row->accel != CB_ACCEL_ON || !is_followed(proof) ||
		is_told(proofs, "none-needed", proof, NULL) ||
		is_told(proofs, "acceleration-not-used", proof, NULL))
		return CB_OK;
	for (size_t i = 0; i < proofs->count; i++) {
		const cb__proof_row *other = &proofs->rows[proofs->rows[i].source];
		if (proofs->rows[i].accel != CB_ACCEL_OFF || !is_same_without(row, other))
			continue;
		cb_text text = CB_TEXT_INIT;
		cb__text_format(&text, "%s: %s %s", proof->subject->label, proof->algorithm,
			proof->operation);
		if (proof->size > 0)
			cb__text_format(&text, " of %" PRIu64 " bytes", proof->size);
		cb__text_format(&text,
			" executes the same in mode %s: this library has nothing to switch there",
			cb_accel_name(proofs->rows[i].accel));
		return tell(proofs, "none-needed", proof, &text);
	}
	return CB_OK;
}

cb_status cb__proofs_find_facts(cb_proofs *proofs)
{
	static cb_status (*const tellers[])(cb_proofs *, const cb__proof_row *) = {
		tell_of_untraceable, tell_of_break, tell_of_unsteady, tell_of_unused, tell_of_same};
	cb_status status = CB_OK;
	for (size_t i = 0; i < CB_COUNT(tellers); i++)
		for (size_t j = 0; j < proofs->count && status == CB_OK; j++)
			if (proofs->rows[j].source == j)
				status = tellers[i](proofs, &proofs->rows[j]);
	return status;
}
