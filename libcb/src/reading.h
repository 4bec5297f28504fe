/* SPDX-License-Identifier: Apache-2.0 */
/* What the readers of all kinds of documents have in common. */
#ifndef CB_READING_H
#define CB_READING_H

#include <stddef.h>

#include <jansson.h>

#include <cb/advise.h>
#include <cb/compare.h>
#include <cb/context.h>
#include <cb/prove.h>
#include <cb/results.h>
#include <cb/selftest.h>

#include "results_fields.h"

/** Checks that @p document is an object of this schema, "libcb.proof/1". CB_EFORMAT. */
cb_status cb__reading_schema(cb__fault *fault, const json_t *document, const char *schema);

/** A member that must be true or false. CB_EFORMAT. */
cb_status cb__reading_bool(int *ret, cb__fault *fault, const json_t *document, const char *name);

/** A member that must be an object. CB_EFORMAT. */
cb_status cb__reading_object(cb__fault *fault, const json_t *document, const char *name);

/** A member that must be a list. Of what is read next the place is @p name. CB_EFORMAT. */
cb_status cb__reading_list(const json_t **ret_list, size_t *ret_count, cb__fault *fault,
	const json_t *document, const char *name);

/** Zeroed records, and not NULL for a count of 0; NULL if out of memory. */
void *cb__reading_records(size_t count, size_t size);

/** The list "subjects", whose labels are unique. On failure, too, @p out is the caller's to free.
 *  CB_EFORMAT or CB_ENOMEM. */
cb_status cb__reading_subjects(
	cb_subject **out, size_t *ret_count, cb__fault *fault, const json_t *document);

/** The subject that the member "subject" of @p object names. CB_EFORMAT. */
cb_status cb__reading_subject(const cb_subject **ret, cb__fault *fault, const json_t *object,
	const cb_subject *subjects, size_t count);

/** Remembers @p id, which is that of the record @p index, in @p ids. CB_EFORMAT if it is there
 *  already, CB_ENOMEM. */
cb_status cb__reading_id(json_t *ids, cb__fault *fault, const char *id, size_t index);

/** The end of a reader: @p status, with what @p fault says told to @p ctx. @p name is that of the
 *  file, or NULL. */
cb_status cb__reading_end(
	cb_context *ctx, cb_status status, const char *name, const cb__fault *fault);

/* The readers, each in a source of its own. Each checks a document and makes its views. The
 * document is theirs from then on, on failure too. CB_OK, CB_ENOMEM, CB_EFORMAT with the fault set.
 */
cb_status cb__proofs_read(cb_proofs **out, json_t *document, cb__fault *fault);
cb_status cb__comparisons_read(cb_comparisons **out, json_t *document, cb__fault *fault);
cb_status cb__selftest_read(cb_selftest **out, json_t *document, cb__fault *fault);
cb_status cb__advices_read(cb_advices **out, json_t *document, cb__fault *fault);

#endif
