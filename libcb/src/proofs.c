/* SPDX-License-Identifier: Apache-2.0 */
#include "proofs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cb_proofs_free(cb_proofs *proofs)
{
	if (proofs == NULL)
		return;
	for (size_t i = 0; i < proofs->count; i++) {
		cb__trace_done(&proofs->rows[i].trace);
		free(proofs->rows[i].id);
		free(proofs->rows[i].algorithm);
		free(proofs->rows[i].same_as);
	}
	for (size_t i = 0; i < proofs->finding_count; i++)
		free(proofs->findings[i].text);
	free(proofs->rows);
	free(proofs->findings);
	free(proofs->subjects);
	json_decref(proofs->subject_list);
	json_decref(proofs->environment);
	json_decref(proofs->tool);
	json_decref(proofs->document);
	free(proofs);
}

int cb_proofs_complete(const cb_proofs *proofs)
{
	return proofs->complete;
}

static int is_failure(const cb__proof_row *row)
{
	switch (row->view.outcome) {
	case CB_OUTCOME_MISMATCH:
	case CB_OUTCOME_FAILED:
	case CB_OUTCOME_CRASHED:
	case CB_OUTCOME_TIMED_OUT:
		return 1;
	case CB_OUTCOME_UNPROVEN:
		return row->is_asked;
	case CB_OUTCOME_MEASURED:
	case CB_OUTCOME_UNSUPPORTED:
	case CB_OUTCOME_SKIPPED:
		break;
	}
	return 0;
}

int cb_proofs_failed(const cb_proofs *proofs)
{
	for (size_t i = 0; i < proofs->count; i++)
		if (is_failure(&proofs->rows[i]))
			return 1;
	return 0;
}

size_t cb_proofs_subject_count(const cb_proofs *proofs)
{
	return proofs->subject_count;
}

const cb_subject *cb_proofs_subject_at(const cb_proofs *proofs, size_t index)
{
	return index < proofs->subject_count ? &proofs->subjects[index] : NULL;
}

size_t cb_proofs_count(const cb_proofs *proofs)
{
	return proofs->count;
}

const cb_proof *cb_proofs_at(const cb_proofs *proofs, size_t index)
{
	return index < proofs->count ? &proofs->rows[index].view : NULL;
}

const cb_proof *cb_proofs_find(const cb_proofs *proofs, const char *id)
{
	for (size_t i = 0; i < proofs->count; i++)
		if (strcmp(proofs->rows[i].view.id, id) == 0)
			return &proofs->rows[i].view;
	return NULL;
}

size_t cb_proofs_finding_count(const cb_proofs *proofs)
{
	return proofs->finding_count;
}

const cb_finding *cb_proofs_finding_at(const cb_proofs *proofs, size_t index)
{
	return index < proofs->finding_count ? &proofs->findings[index].view : NULL;
}

uint64_t cb_proof_count(const cb_proof *proof, const char *class_or_group)
{
	return cb__tally_count(proof->counts, class_or_group);
}

static int is_whole(const cb_proof *proof)
{
	return proof->complete &&
	       (proof->outcome == CB_OUTCOME_MEASURED || proof->outcome == CB_OUTCOME_UNPROVEN);
}

static int is_of_one_line(const cb__proof_row *a, const cb__proof_row *b)
{
	return a->subject == b->subject && strcmp(a->algorithm, b->algorithm) == 0 &&
	       strcmp(a->view.operation, b->view.operation) == 0 &&
	       strcmp(a->view.variant, b->view.variant) == 0;
}

/* Counts have no scatter: two sizes are a line. */
static void draw_line(cb_proofs *proofs, cb__proof_row *row)
{
	const cb_proof *low = &row->view;
	const cb_proof *high = &row->view;
	row->view.per_byte = (double)NAN;
	row->view.per_message = (double)NAN;
	for (size_t i = 0; i < proofs->count; i++) {
		const cb__proof_row *other = &proofs->rows[i];
		if (!is_of_one_line(row, other))
			continue;
		if (!is_whole(&other->view))
			return;
		low = other->view.size < low->size ? &other->view : low;
		high = other->view.size > high->size ? &other->view : high;
	}
	if (low->size == high->size)
		return;
	row->view.per_byte = ((double)high->inside - (double)low->inside) /
			     ((double)high->size - (double)low->size);
	row->view.per_message = (double)low->inside - row->view.per_byte * (double)low->size;
}

static void settle_row(cb_proofs *proofs, cb__proof_row *row)
{
	const cb__proof_row *source = &proofs->rows[row->source];
	cb_proof *view = &row->view;
	view->id = row->id;
	view->subject = &proofs->subjects[row->subject];
	view->algorithm = row->algorithm;
	view->same_as = row->same_as != NULL ? row->same_as : "";
	view->outcome = source->trace.outcome;
	view->reason = source->trace.reason != NULL ? source->trace.reason : "";
	view->output = source->trace.output != NULL ? source->trace.output : "";
	view->inside = source->trace.tally.inside;
	view->outside = source->trace.tally.outside;
	view->counts = source->trace.tally.counts;
	view->complete = source->trace.tally.complete;
	view->repeats = source->trace.repeats;
}

void cb__proofs_settle(cb_proofs *proofs)
{
	for (size_t i = 0; i < proofs->count; i++)
		settle_row(proofs, &proofs->rows[i]);
	for (size_t i = 0; i < proofs->count; i++)
		draw_line(proofs, &proofs->rows[i]);
}
