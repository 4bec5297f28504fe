/* SPDX-License-Identifier: Apache-2.0 */
/* "GLOB=CLASS,...": what cells must have executed. */
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "glob.h"
#include "proofs.h"

/* The lacks, and the texts that they borrow, which follow them in one block in the end. */
struct search {
	const cb_proofs *proofs;
	cb_context *ctx;
	cb_lack *lacks;
	size_t count;
	const char *glob; /* of the part being read */
};

/* Whether cells that were not followed might have matched. */
static int is_partial(const cb_proofs *proofs)
{
	for (size_t i = 0; i < proofs->finding_count; i++)
		if (strcmp(proofs->findings[i].view.id, "not-traced") == 0)
			return 1;
	return !proofs->complete;
}

static cb_status add(struct search *search, const char *name, const cb_proof *proof)
{
	int judged = proof != NULL ? proof->complete : !is_partial(search->proofs);
	cb_lack *lacks = realloc(search->lacks, (search->count + 1) * sizeof *lacks);
	if (lacks == NULL)
		return CB_ENOMEM;
	search->lacks = lacks;
	lacks[search->count++] = (cb_lack){search->glob, name, proof, judged};
	return CB_OK;
}

/* The class's own spelling, which outlives the caller's text; NULL if there is none. */
static const char *constant_name(const char *name)
{
	for (size_t i = 0; i < cb_class_count(); i++) {
		const cb_class *row = cb_class_at(i);
		if (strcmp(row->name, name) == 0)
			return row->name;
		if (strcmp(row->group, name) == 0)
			return row->group;
	}
	return NULL;
}

static cb_status check_class(struct search *search, const char *name)
{
	const char *known = constant_name(name);
	size_t matches = 0;
	cb_status status = CB_OK;
	if (known == NULL)
		return cb__context_fail(search->ctx, CB_ENOTFOUND,
			"no class of instructions \"%s\"; `cbench prove --help` lists them", name);
	for (size_t i = 0; i < search->proofs->count && status == CB_OK; i++) {
		const cb_proof *proof = &search->proofs->rows[i].view;
		int is_followed = proof->repeats > 0 && proof->outcome != CB_OUTCOME_FAILED;
		if (!is_followed || !cb__id_matches(search->glob, proof->id))
			continue;
		matches++;
		if (cb_proof_count(proof, known) == 0)
			status = add(search, known, proof);
	}
	return status == CB_OK && matches == 0 ? add(search, known, NULL) : status;
}

/* A part with a '=' begins a new glob; ids may hold one, so the last counts. */
static cb_status check_part(struct search *search, char *part)
{
	char *equals = strrchr(part, '=');
	if (equals != NULL) {
		*equals = '\0';
		search->glob = part;
		part = equals + 1;
	}
	if (search->glob == NULL || search->glob[0] == '\0' || part[0] == '\0')
		return cb__context_fail(search->ctx, CB_EINVAL,
			"a requirement reads GLOB=CLASS,..., such as "
			"'openssl/aes-256-gcm/**/on=aes,clmul'");
	return check_class(search, part);
}

/* The globs move behind the lacks, so that one pointer owns both. */
static cb_status pack(cb_lack **out, const struct search *search, const char *texts, size_t size)
{
	char *block = malloc((search->count + 1) * sizeof(cb_lack) + size);
	if (block == NULL)
		return CB_ENOMEM;
	cb_lack *lacks = (cb_lack *)(void *)block;
	char *copy = block + (search->count + 1) * sizeof(cb_lack);
	memcpy(copy, texts, size);
	for (size_t i = 0; i < search->count; i++) {
		lacks[i] = search->lacks[i];
		lacks[i].glob = copy + (search->lacks[i].glob - texts);
	}
	*out = lacks;
	return CB_OK;
}

cb_status cb_proofs_require(const cb_proofs *proofs, cb_context *ctx, const char *requirements,
	cb_lack **out, size_t *ret_count)
{
	struct search search = {.proofs = proofs, .ctx = ctx};
	char *texts = cb__string_copy(requirements);
	cb_status status = texts != NULL ? CB_OK : CB_ENOMEM;
	for (char *part = texts; part != NULL && status == CB_OK;) {
		char *comma = strchr(part, ',');
		if (comma != NULL)
			*comma = '\0';
		status = check_part(&search, part);
		part = comma != NULL ? comma + 1 : NULL;
	}
	if (status == CB_OK)
		status = pack(out, &search, texts, strlen(requirements) + 1);
	if (status == CB_OK)
		*ret_count = search.count;
	free(search.lacks);
	free(texts);
	return status;
}

void cb_lacks_free(cb_lack *lacks)
{
	free(lacks);
}
