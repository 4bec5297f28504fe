/* SPDX-License-Identifier: Apache-2.0 */
/* What both languages share between their typemaps and libcb: contexts that outlive what was made
 * from them, plans that are made from texts, errors that are copied while the context is ours.
 *
 * Documents (results, gates, ...) are libcb's own handles and need no context, so any thread may
 * read them for as long as the language keeps them. */
#ifndef CB_BINDINGS_BRIDGE_H
#define CB_BINDINGS_BRIDGE_H

#include <stddef.h>

#include <cb/cb.h>

/** What became of a call. Filled in by every function that has one; status CB_OK at first. */
typedef struct bridge_error {
	cb_status status;
	char message[1024];
} bridge_error;

/** Borrowed texts. */
typedef struct bridge_texts {
	const char *const *items;
	size_t count;
} bridge_texts;

/** A borrowed text with its length, which may hold any byte. */
typedef struct bridge_bytes {
	const char *data;
	size_t size;
} bridge_bytes;

/** Options and their values, in the order in which they are set. */
typedef struct bridge_pairs {
	const char *const *names;
	const char *const *values;
	size_t count;
} bridge_pairs;

/** Told of progress, on the calling thread. */
typedef struct bridge_progress {
	cb_progress_fn *report; /* NULL: nobody */
	void *payload;
} bridge_progress;

/** Where backends and workers are. One call at a time uses it: another one fails with CB_EINVAL. */
typedef struct bridge_context bridge_context;

/* All return NULL on failure, which is then in @p error. A text that is NULL is "not given", which
 * is CB_EINVAL where it has to be. */

/** @p launcher: words in front of each worker's command line. */
bridge_context *bridge_open(const char *backend_path, const char *worker,
	const bridge_texts *launcher, bridge_error *error);
void bridge_close(bridge_context *context);
void bridge_add_backend(bridge_context *context, const char *file, bridge_error *error);

/** Names of the backends, joined by line ends; to cb_string_free(). */
char *bridge_backends(bridge_context *context, bridge_error *error);
/** File of backend @p index; NULL if there is none. Borrowed, as is the worker. */
const char *bridge_backend_file(const bridge_context *context, size_t index);
const char *bridge_worker(const bridge_context *context);
/** The environment record, as JSON. */
char *bridge_environment(bridge_context *context, bridge_error *error);

/**
 * The calls of a plan. @p options are those of cb_plan_set(); "accel" may stand anywhere, as it is
 * set before @p subjects are added.
 *
 * Where a call is cancelled and something was measured, both a result and the status CB_ECANCELLED
 * are there.
 */
cb_results *bridge_run(bridge_context *context, const bridge_texts *subjects,
	const bridge_pairs *options, bridge_progress progress, bridge_error *error);
cb_proofs *bridge_prove(bridge_context *context, const bridge_texts *subjects,
	const bridge_pairs *options, bridge_progress progress, bridge_error *error);

/** Functions of the language; cb_plan_measure() says what they must keep to. */
typedef struct bridge_functions {
	const cb_function *items;
	size_t count;
} bridge_functions;

/** @p options: those with CB_USED_BY_MEASURE. */
cb_results *bridge_measure(bridge_context *context, bridge_functions functions,
	const bridge_pairs *options, bridge_progress progress, bridge_error *error);

/** What a gate tolerates: a rules file, settings that count more, cells that may be missing. */
typedef struct bridge_rules {
	const char *file;
	const char *allow_removed;
	const bridge_pairs *settings;
} bridge_rules;

cb_gate *bridge_gate(bridge_context *context, const char *base, const char *head,
	const bridge_rules *rules, const bridge_pairs *options, bridge_progress progress,
	bridge_error *error);
cb_gate *bridge_gate_baseline(bridge_context *context, const char *file,
	const bridge_texts *subjects, const bridge_rules *rules, const bridge_pairs *options,
	bridge_progress progress, bridge_error *error);
cb_gate *bridge_accept_baseline(bridge_context *context, const char *file, const char *reason,
	const bridge_texts *subjects, const bridge_rules *rules, const bridge_pairs *options,
	bridge_progress progress, bridge_error *error);
void bridge_save_baseline(bridge_context *context, const char *file, int no_library,
	const bridge_texts *subjects, const bridge_pairs *options, bridge_progress progress,
	cb_baseline_info *ret_info, bridge_error *error);
/** Judges what a gate wrote, by the rules in it: a file in @p rules replaces them, settings change
 *  them. */
cb_gate *bridge_judge(const char *file, const char *text, size_t text_len,
	const bridge_rules *rules, bridge_error *error);

cb_selftest *bridge_selftest(bridge_context *context, const char *subject, size_t runs, size_t real,
	const char *keep, const bridge_rules *rules, const bridge_pairs *options,
	bridge_progress progress, bridge_error *error);
cb_selftest *bridge_selftest_recorded(
	const char *directory, const bridge_rules *rules, bridge_error *error);

/** The one of @p known that may be meant by @p name; NULL if none is near. Borrowed. */
const char *bridge_nearest(const char *name, const bridge_texts *known);

/** One comparison that was made, or all of a document. */
typedef struct bridge_comparison bridge_comparison;

/** @p options: base_name, head_name, algorithms, ops, sizes, time. Labels: only these subjects, all
 *  if there are none. The results outlive it. */
bridge_comparison *bridge_compare(const cb_results *base, const cb_results *head,
	const bridge_texts *base_labels, const bridge_texts *head_labels,
	const bridge_pairs *options, bridge_error *error);
void bridge_comparison_free(bridge_comparison *comparison);

cb_results *bridge_load_results(const char *file, bridge_error *error);
cb_results *bridge_parse_results(const char *text, size_t text_len, bridge_error *error);
void bridge_save_results(
	const cb_results *results, const char *file, unsigned flags, bridge_error *error);
void bridge_save_gate(const cb_gate *gate, const char *file, unsigned flags, bridge_error *error);
void bridge_save_proofs(
	const cb_proofs *proofs, const char *file, unsigned flags, bridge_error *error);
void bridge_save_selftest(
	const cb_selftest *selftest, const char *file, unsigned flags, bridge_error *error);
void bridge_save_comparison(
	const bridge_comparison *comparison, const char *file, unsigned flags, bridge_error *error);

/** A document of whatever kind: that in @p file, or @p text if there is none. */
cb_document *bridge_open_document(
	const char *file, const char *text, size_t text_len, bridge_error *error);
/** What cb_document_take_comparisons() gives; NULL for another kind. */
bridge_comparison *bridge_take_comparison(cb_document *document, bridge_error *error);

/** Writes @p text into @p file, whole. */
void bridge_save_text(const char *file, const char *text, bridge_error *error);

/** Documents as JSON, to cb_string_free(). @p flags are CB_JSON_ bits. */
char *bridge_results_json(const cb_results *results, unsigned flags, bridge_error *error);
char *bridge_gate_json(const cb_gate *gate, unsigned flags, bridge_error *error);
char *bridge_proofs_json(const cb_proofs *proofs, unsigned flags, bridge_error *error);
char *bridge_selftest_json(const cb_selftest *selftest, unsigned flags, bridge_error *error);
char *bridge_comparison_json(
	const bridge_comparison *comparison, unsigned flags, bridge_error *error);

/** What libraries offer. Keeps its context. */
typedef struct bridge_inventory bridge_inventory;

bridge_inventory *bridge_inventory_new(bridge_context *context, bridge_error *error);
void bridge_inventory_free(bridge_inventory *inventory);

/** Texts of documents, to cb_string_free(). @p view: options of cb_view_set(). */
char *bridge_results_format(const cb_results *results, const char *format, const bridge_pairs *view,
	bridge_error *error);
char *bridge_gate_format(
	const cb_gate *gate, const char *format, const bridge_pairs *view, bridge_error *error);
char *bridge_proofs_format(
	const cb_proofs *proofs, const char *format, const bridge_pairs *view, bridge_error *error);
char *bridge_comparison_format(const bridge_comparison *comparison, const char *format,
	const bridge_pairs *view, bridge_error *error);
char *bridge_selftest_format(const cb_selftest *selftest, const char *format,
	const bridge_pairs *view, bridge_error *error);
char *bridge_inventory_format(const bridge_inventory *inventory, const char *format,
	const bridge_pairs *view, bridge_error *error);

/** Results that one call looks at together. They stay the caller's, and outlive what is made of
 * them. */
typedef struct bridge_documents bridge_documents;

bridge_documents *bridge_documents_new(bridge_error *error);
void bridge_documents_free(bridge_documents *documents);
void bridge_documents_add(
	bridge_documents *documents, const cb_results *results, bridge_error *error);

/** Texts that others published, which become results. @p options: those of cb_import_set(). */
typedef struct bridge_import bridge_import;

bridge_import *bridge_import_new(const bridge_pairs *options, bridge_error *error);
void bridge_import_free(bridge_import *import);
void bridge_import_add(
	bridge_import *import, const char *name, bridge_bytes text, bridge_error *error);
void bridge_import_add_file(bridge_import *import, const char *file, bridge_error *error);
cb_results *bridge_import_finish(bridge_import *import, bridge_error *error);

/** @p results outlive them. */
cb_findings *bridge_findings(const cb_results *results, bridge_error *error);

/** A finding's id, text, subject, algorithm, operation or evidence; NULL for another, or past the
 * end. */
const char *bridge_finding_field(const cb_findings *findings, size_t index, const char *name);

/** A kind of work. */
typedef struct bridge_profile bridge_profile;

/** The built-in profile or the file called @p name; if there is a @p text, what it says. */
bridge_profile *bridge_profile_new(const char *name, const char *text, bridge_error *error);
void bridge_profile_free(bridge_profile *profile);
const cb_profile *bridge_profile_get(const bridge_profile *profile);

/** Measures what @p profile weighs, as cbench advise does. @p accel: the mode that will be advised
 *  on; NULL: that of the profile. @p options: those with CB_USED_BY_ADVISE. */
cb_results *bridge_run_for(bridge_context *context, const bridge_profile *profile,
	const char *accel, const bridge_texts *subjects, const bridge_pairs *options,
	bridge_progress progress, bridge_error *error);

/** One advice that was made, or all of a document. */
typedef struct bridge_advice bridge_advice;

/** Documents and profile outlive the advice. */
bridge_advice *bridge_advise(const bridge_documents *documents, const bridge_profile *profile,
	const char *accel, int across_machines, bridge_error *error);
void bridge_advice_free(bridge_advice *advice);
/** What cb_document_take_advices() gives; NULL for another kind. */
bridge_advice *bridge_take_advice(cb_document *document, bridge_error *error);
void bridge_save_advice(
	const bridge_advice *advice, const char *file, unsigned flags, bridge_error *error);
char *bridge_advice_json(const bridge_advice *advice, unsigned flags, bridge_error *error);
char *bridge_advice_format(const bridge_advice *advice, const char *format,
	const bridge_pairs *view, bridge_error *error);

/** What a page says beside the results; NULL: what cb_report() says by itself. */
typedef struct bridge_page {
	const char *title;
	const bridge_texts *names; /* none, or one for each of the results */
	const char *headline;
	const char *command;
	const cb_gate *gate;
} bridge_page;

/** A page of HTML, to cb_string_free(). */
char *bridge_report(
	const bridge_documents *documents, const bridge_page *page, bridge_error *error);

/** What is lacking of requirements. */
typedef struct bridge_lacks bridge_lacks;

/** @p proofs outlive them. */
bridge_lacks *bridge_require(
	const cb_proofs *proofs, const char *requirements, bridge_error *error);
void bridge_lacks_free(bridge_lacks *lacks);
size_t bridge_lack_count(const bridge_lacks *lacks);
/** A lack's glob, class_name, or cell (NULL if none matches); NULL for another, or past the end. */
const char *bridge_lack_field(const bridge_lacks *lacks, size_t index, const char *name);
/** Whether it is a lack: 0 if it could not be judged, or past the end. */
int bridge_lack_judged(const bridge_lacks *lacks, size_t index);

#endif
