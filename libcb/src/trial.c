/* SPDX-License-Identifier: Apache-2.0 */
#include "trial.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <cb/backend.h>

#include "clock.h"
#include "offers.h"
#include "schedule.h"
#include "trace.h"

/* What libraries have code paths of their own for, short enough for a second or two. Wide paths
 * begin at some hundred bytes, and only where they may be used is there time for long messages. */
static const struct {
	const char *algorithm;
	cb_op op;
	uint64_t size;
	unsigned modes;
	int is_unasked; /* for runs that did not ask for it */
} probes[] = {
	{"aes-256-gcm", CB_OP_SEAL, 4096, CB_ACCEL_BIT(CB_ACCEL_ON), 0},
	{"aes-256-gcm", CB_OP_SEAL, 256,
		CB_ACCEL_BIT(CB_ACCEL_NOCRYPTO) | CB_ACCEL_BIT(CB_ACCEL_OFF), 0},
	{"aes-256-cbc", CB_OP_ENCRYPT, 256, ~0u, 0},
	{"sha256", CB_OP_DIGEST, 256, ~0u, 0},
	{"chacha20-poly1305", CB_OP_SEAL, 512, ~0u, 0},
	{"aes-256-gcm", CB_OP_SEAL, 64, ~0u, 1},
	{"sha256", CB_OP_DIGEST, 64, ~0u, 1},
};

#define PROBE_STEPS         100000u
#define PROBE_STEPS_UNASKED 30000u

/* Shorter runs, and those of named algorithms, which may end soon, would give too much of their
 * time. */
#define UNASKED_BUDGET_MIN_S 60.0
#define UNASKED_SHARE        0.05

static int is_wanted(const cb__settings *settings)
{
	int is_long = settings->algorithms == NULL && !cb__schedule_is_unlimited(settings) &&
		      settings->budget_s >= UNASKED_BUDGET_MIN_S;
	return settings->is_proof_wanted || is_long;
}

/* What the probes of one member showed. */
struct finding {
	json_t *cells;
	cb__trace_sum sum;
};

static cb_status note(struct finding *finding, const cb__trace_spec *spec, const cb__trace *trace)
{
	cb_text name = CB_TEXT_INIT;
	cb__text_format(&name, "%s/%s/%" PRIu64, spec->algorithm, spec->operation, spec->size);
	cb__trace_sum_add(&finding->sum, cb__text_string(&name), trace);
	cb__text_done(&name);
	if (trace->repeats == 0)
		return CB_OK;
	json_t *cell = cb__tally_to_json(&trace->tally);
	int failed = cell == NULL ||
		     json_object_set_new(cell, "algorithm", json_string(spec->algorithm)) ||
		     json_object_set_new(cell, "operation", json_string(spec->operation)) ||
		     json_object_set_new(cell, "size", json_integer((json_int_t)spec->size)) ||
		     json_array_append(finding->cells, cell) != 0;
	json_decref(cell);
	return failed ? CB_ENOMEM : CB_OK;
}

static cb_status probe(struct finding *finding, cb__crew *crew, cb__member *member,
	const cb__settings *settings, const char *algorithm, const char *operation, uint64_t size)
{
	const cb__trace_spec spec = {algorithm, operation, size,
		cb_variant_name(CB_VARIANT_MESSAGE), settings->seed,
		settings->is_proof_wanted ? PROBE_STEPS : PROBE_STEPS_UNASKED, 1, 0};
	cb__trace trace;
	cb_status status = cb__trace_take(&trace, crew, member, &spec);
	if (status == CB_OK)
		status = note(finding, &spec, &trace);
	cb__trace_done(&trace);
	return status;
}

/* The first operation of a backend that has none of the usual ones. */
static cb_status probe_any(
	struct finding *finding, cb__crew *crew, cb__member *member, const cb__settings *settings)
{
	const json_t *offers = json_object_get(member->hello, "offers");
	for (size_t i = 0; i < json_array_size(offers); i++) {
		const json_t *offer = json_array_get(offers, i);
		const char *op =
			json_string_value(json_array_get(json_object_get(offer, "ops"), 0));
		const char *name = json_string_value(json_object_get(offer, "algorithm"));
		if (op == NULL || name == NULL)
			continue;
		/* The name would die with a worker that ends. */
		char *copy = cb__string_copy(name);
		cb_status status = copy == NULL ? CB_ENOMEM
						: probe(finding, crew, member, settings, copy,
							  cb_op_name(cb_op_find(op)), 256);
		free(copy);
		return status;
	}
	return CB_OK;
}

static cb_status probe_all(
	struct finding *finding, cb__crew *crew, cb__member *member, const cb__settings *settings)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < CB_COUNT(probes) && status == CB_OK; i++)
		if (probes[i].is_unasked == !settings->is_proof_wanted &&
			(probes[i].modes & CB_ACCEL_BIT(member->subject->accel)) &&
			cb__member_offers(member, probes[i].algorithm, probes[i].op))
			status = probe(finding, crew, member, settings, probes[i].algorithm,
				cb_op_name(probes[i].op), probes[i].size);
	if (status == CB_OK && finding->sum.followed == 0)
		status = probe_any(finding, crew, member, settings);
	return status;
}

static cb_status conclude(struct finding *finding, const cb__crew *crew, cb__member *member)
{
	if (!cb__trace_sum_decides(&finding->sum))
		return CB_OK;
	json_t *proof = cb__trace_sum_to_json(&finding->sum, member->subject->accel);
	if (proof == NULL || json_object_set(proof, "cells", finding->cells) != 0) {
		json_decref(proof);
		return CB_ENOMEM;
	}
	json_decref(member->trace);
	member->trace = proof;
	return finding->sum.is_broken
		       ? cb__crew_unprove(crew, member, cb__text_string(&finding->sum.broken))
		       : CB_OK;
}

static cb_status try_member(cb__crew *crew, cb__member *member, const cb__settings *settings)
{
	struct finding finding = {.cells = json_array()};
	cb_status status = finding.cells != NULL ? CB_OK : CB_ENOMEM;
	if (status == CB_OK)
		status = probe_all(&finding, crew, member, settings);
	if (status == CB_OK)
		status = conclude(&finding, crew, member);
	json_decref(finding.cells);
	cb__trace_sum_done(&finding.sum);
	return status;
}

cb_status cb__trial(cb__crew *crew, const cb__settings *settings)
{
	uint64_t start_ns = cb__clock_wall_ns();
	cb_status status = CB_OK;
	for (size_t i = 0; i < crew->member_count && status == CB_OK; i++) {
		double took_s = (double)(cb__clock_wall_ns() - start_ns) * 1e-9;
		if (!is_wanted(settings) ||
			(!settings->is_proof_wanted && took_s > UNASKED_SHARE * settings->budget_s))
			break;
		if (crew->members[i].link != NULL)
			status = try_member(crew, &crew->members[i], settings);
	}
	return status;
}
