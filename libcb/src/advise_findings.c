/* SPDX-License-Identifier: Apache-2.0 */
/* What measurements say of the processor's instructions: the same library with and without them is
 * stronger evidence than a list of flags. */
#include "advise.h"

#include <math.h>
#include <string.h>

#include <jansson.h>

#include "catalogue.h"
#include "environment.h"
#include "findings.h"
#include "results.h"
#include "spelling.h"

static const struct {
	const char *algorithms;
	const char *feature;
	const char *group;
} uses[] = {
#define CB_USE(algorithms, feature, group) {algorithms, feature, group},
#include "proofs_uses.def"
#undef CB_USE
};

/* "aes", or NULL */
static const char *feature_of(const char *algorithm)
{
	for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++)
		if (cb__glob_match(uses[i].algorithms, algorithm))
			return uses[i].feature;
	return NULL;
}

static const char *spelled_feature(const char *feature)
{
	return strcmp(feature, "aes") == 0 ? "AES" : "SHA";
}

static const cb_results *results_of(const cb_advice *a, size_t machine)
{
	for (size_t i = 0; i < a->document_count; i++)
		if (cb__advice_is_on(&a->documents[i], machine))
			return a->documents[i].results;
	return NULL;
}

/* 1, 0, or -1 if the document does not tell */
static int has_feature(const cb_results *results, const char *feature)
{
	const json_t *environment = json_object_get(cb__results_document(results), "environment");

	return environment != NULL ? cb__environment_has_feature(environment, feature) : -1;
}

static size_t find_twin(const cb_advice *a, size_t library, cb_accel accel)
{
	size_t i = 0;

	for (; i < a->library_count; i++)
		if (a->libraries[i].machine == a->libraries[library].machine &&
			a->libraries[i].subject->accel == accel &&
			cb__advice_is_same_library(
				a->libraries[i].subject, a->libraries[library].subject))
			break;
	return i;
}

/* How many times as fast the operation is in mode on as in nocrypto, at the largest size that both
 * have; NaN if there is none. */
static double gain_of(cb_advice *a, size_t library, const char *algorithm, const char *op)
{
	size_t twin = find_twin(a, library, CB_ACCEL_NOCRYPTO);
	cb__advice_points points = cb__advice_points_of(a, library, algorithm, op);
	const cb_cell *on = NULL;
	cb__advice_time without;

	for (size_t i = 0; i < points.count; i++)
		if (points.cells[i]->outcome == CB_OUTCOME_MEASURED)
			on = points.cells[i];
	if (on == NULL || twin == a->library_count)
		return (double)NAN;
	points = cb__advice_points_of(a, twin, algorithm, op);
	without = cb__advice_time_at(&points, on->size);
	return without.basis == CB_BASIS_MEASURED ? without.ns / cb__advice_time_of(on).ns
						  : (double)NAN;
}

static void note_gain(
	cb_advice *a, cb__advice_rank *rank, size_t index, const char *algorithm, const char *op)
{
	const char *feature = feature_of(algorithm);
	size_t library = rank->libraries[index];
	double gain = feature != NULL ? gain_of(a, library, algorithm, op) : (double)NAN;
	cb_text text = CB_TEXT_INIT, name = CB_TEXT_INIT;

	if (isnan(gain) || has_feature(results_of(a, a->libraries[library].machine), feature) != 1)
		return;
	cb__spell_algorithm(&name, algorithm);
	if (gain < CB__FINDINGS_LEAST_GAIN) {
		cb__text_format(&text,
			"%s does not use this processor's %s instructions for %s: %.2f times as "
			"fast with them as without",
			a->libraries[library].title, spelled_feature(feature),
			cb__text_string(&name), gain);
		cb__advice_note(a, rank, "acceleration-unused", &text);
	} else if (index == 0) {
		cb__text_format(&text,
			"%s instructions make %s of %s %.2g times as fast as it is without",
			spelled_feature(feature), cb__text_string(&name),
			a->libraries[library].title, gain);
		cb__advice_note(a, rank, "acceleration-gain", &text);
	}
	a->failed |= name.failed;
	cb__text_done(&name);
}

static int is_guest(const cb_results *results)
{
	const json_t *environment = json_object_get(cb__results_document(results), "environment");

	return json_is_true(json_object_get(json_object_get(environment, "cpu"), "hypervisor"));
}

/* The processor, not a library, lacks something. */
static void note_absent(cb_advice *a, cb__advice_rank *rank)
{
	const cb_results *results = results_of(a, rank->machine);
	int is_one = !a->across || a->machine_count == 1;
	cb_text text = CB_TEXT_INIT;

	if (!is_one || results == NULL || has_feature(results, "aes") != 0)
		return;
	cb__text_add(&text, "This processor shows no AES instructions");
	if (is_guest(results))
		cb__text_add(&text, "; the hypervisor may hide them: look at the CPU model that "
				    "the virtual machine was given");
	cb__advice_note(a, rank, "acceleration-absent", &text);
}

/* Imports have no second mode to compare with; what their rates say alone is weaker, and all there
 * is. */
static void note_rates(cb_advice *a, cb__advice_rank *rank, const cb__advice_document *document)
{
	cb_findings *findings = NULL;
	const cb_finding *finding;

	if (cb__findings_new(&findings, document->results) != CB_OK) {
		a->failed = 1;
		return;
	}
	for (size_t i = 0; (finding = cb_findings_at(findings, i)) != NULL; i++) {
		cb_text text = CB_TEXT_INIT;

		if (!a->across &&
			cb__advice_machine_of(document, finding->subject) != rank->machine)
			continue;
		cb__text_add(&text, finding->text);
		cb__advice_note(a, rank, "finding", &text);
	}
	cb_findings_free(findings);
}

static void note_imports(cb_advice *a, cb__advice_rank *rank)
{
	if (a->machines[rank->machine].manner[0] == '\0')
		return;
	for (size_t i = 0; i < a->document_count; i++)
		if (cb__advice_is_on(&a->documents[i], rank->machine))
			note_rates(a, rank, &a->documents[i]);
}

/* The operation of the choice that comes first. */
static const char *op_of_choice(const cb_profile *profile)
{
	for (size_t i = 0; i < profile->work_count; i++)
		if (profile->work[i].algorithm == NULL)
			return cb_op_name(profile->work[i].op);
	return NULL;
}

void cb__advice_findings(cb_advice *a, cb__advice_rank *rank)
{
	const char *op = op_of_choice(a->profile);
	const cb_ranking *r = &rank->view;

	if (rank->view.is_main)
		note_imports(a, rank);
	if (r->accel != CB_ACCEL_ON || op == NULL)
		return;
	for (size_t i = 0; i < r->candidate_count; i++)
		if (r->candidates[i].choice[0] != '\0')
			note_gain(a, rank, i, r->candidates[i].choice, op);
	note_absent(a, rank);
}
