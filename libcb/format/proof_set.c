/* SPDX-License-Identifier: Apache-2.0 */
#include "proof_set.h"

#include <stdlib.h>
#include <string.h>

#define FINDING_REFUSED "not-traced"

static int allocate(cb__proof_set *set)
{
	set->cells = calloc(set->cell_count + 1, sizeof(*set->cells));
	set->subjects = calloc(set->subject_count + 1, sizeof(*set->subjects));
	set->findings = calloc(set->finding_count + 1, sizeof(*set->findings));
	return set->cells != NULL && set->subjects != NULL && set->findings != NULL;
}

int cb__proof_set_init(cb__proof_set *set, const cb_proofs *proofs)
{
	*set = (cb__proof_set){
		.proofs = proofs,
		.cell_count = cb_proofs_count(proofs),
		.subject_count = cb_proofs_subject_count(proofs),
		.finding_count = cb_proofs_finding_count(proofs),
		.complete = cb_proofs_complete(proofs),
	};
	if (!allocate(set)) {
		cb__proof_set_done(set);
		return -1;
	}
	for (size_t i = 0; i < set->cell_count; i++)
		set->cells[i] = cb_proofs_at(proofs, i);
	for (size_t i = 0; i < set->subject_count; i++)
		set->subjects[i] = cb_proofs_subject_at(proofs, i);
	for (size_t i = 0; i < set->finding_count; i++)
		set->findings[i] = cb_proofs_finding_at(proofs, i);
	if (cb__proof_set_sort(set) == 0)
		return 0;
	cb__proof_set_done(set);
	return -1;
}

void cb__proof_set_done(cb__proof_set *set)
{
	free(set->cells);
	free(set->subjects);
	free(set->findings);
	*set = (cb__proof_set){0};
}

/* first cell of what @p cell does: the order in which the library names algorithms and operations
 */
static size_t first_like(const cb__proof_set *set, const cb_proof *cell)
{
	size_t i = 0;

	while (strcmp(set->cells[i]->algorithm, cell->algorithm) != 0 ||
		strcmp(set->cells[i]->operation, cell->operation) != 0 ||
		strcmp(set->cells[i]->variant, cell->variant) != 0)
		i++;
	return i;
}

static size_t subject_of(const cb__proof_set *set, const cb_proof *cell)
{
	size_t i = 0;

	while (i < set->subject_count && set->subjects[i] != cell->subject)
		i++;
	return i;
}

typedef struct place {
	const cb_proof *cell;
	size_t group;
	size_t subject;
} place;

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_places(const void *a, const void *b)
{
	const place *left = a, *right = b;
	int order = compare_numbers(left->group, right->group);

	if (order == 0)
		order = compare_numbers(left->cell->size, right->cell->size);
	return order != 0 ? order : compare_numbers(left->subject, right->subject);
}

int cb__proof_set_sort(cb__proof_set *set)
{
	place *places = calloc(set->cell_count + 1, sizeof(*places));

	if (places == NULL)
		return -1;
	for (size_t i = 0; i < set->cell_count; i++)
		places[i] = (place){set->cells[i], first_like(set, set->cells[i]),
			subject_of(set, set->cells[i])};
	qsort(places, set->cell_count, sizeof(*places), compare_places);
	for (size_t i = 0; i < set->cell_count; i++)
		set->cells[i] = places[i].cell;
	free(places);
	return 0;
}

/* a mode that was not even switched has no counts */
int cb__proof_is_followed(const cb_proof *proof)
{
	return proof->outcome == CB_OUTCOME_MEASURED ||
	       (proof->outcome == CB_OUTCOME_UNPROVEN && proof->repeats > 0);
}

size_t cb__proof_set_followed(const cb__proof_set *set)
{
	size_t count = 0;

	for (size_t i = 0; i < set->cell_count; i++)
		count += (size_t)cb__proof_is_followed(set->cells[i]);
	return count;
}

int cb__proof_set_is_refused(const cb__proof_set *set)
{
	for (size_t i = 0; i < set->finding_count; i++)
		if (strcmp(set->findings[i]->id, FINDING_REFUSED) == 0)
			return 1;
	return 0;
}

static int is_name_of(const char *name, const char *what)
{
	return name == NULL || name[0] == '\0' || strcmp(name, what) == 0;
}

int cb__proof_is_found(const cb_finding *finding, const cb_proof *proof)
{
	return (finding->subject == NULL || finding->subject == proof->subject) &&
	       is_name_of(finding->algorithm, proof->algorithm) &&
	       is_name_of(finding->operation, proof->operation);
}

const cb_proof *cb__proof_set_find(const cb__proof_set *set, const char *id)
{
	for (size_t i = 0; i < set->cell_count; i++)
		if (strcmp(set->cells[i]->id, id) == 0)
			return set->cells[i];
	return NULL;
}
