/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Documents of whatever kind, read again: results, judgements, proofs, comparisons, self-tests,
 * advice.
 *
 * For a program that is given a file and does not know what it holds. Each kind has a reader of its
 * own, which refuses the others: cb_results_load(), cb_gate_load(), cb_proofs_load() and so on.
 */
#ifndef CB_DOCUMENT_H
#define CB_DOCUMENT_H

#include <stddef.h>

#include <cb/advise.h>
#include <cb/compare.h>
#include <cb/context.h>
#include <cb/gate.h>
#include <cb/prove.h>
#include <cb/results.h>
#include <cb/selftest.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Append only. name, what its schema begins with after "libcb.", meaning */
#define CB_DOCUMENT_MAP(X)                                                                         \
	X(RESULTS, "results", "who was measured, where, and every cell")                           \
	X(GATE, "gate", "what a gate measured, and its judgement")                                 \
	X(PROOFS, "proof", "which instructions libraries executed")                                \
	X(COMPARISONS, "comparison", "how two sides differ")                                       \
	X(SELFTEST, "selftest", "how reliable a gate is on a machine")                             \
	X(ADVICES, "advice", "which library and algorithm to take")

typedef enum cb_document_kind {
#define CB_DOCUMENT_ENUM(name, text, meaning) CB_DOCUMENT_##name,
	CB_DOCUMENT_MAP(CB_DOCUMENT_ENUM)
#undef CB_DOCUMENT_ENUM
		CB_DOCUMENT_COUNT /* not a kind */
} cb_document_kind;

/** The spelling used in schemas, "libcb.NAME/1"; "unknown" for a value that is none. */
CB_API const char *cb_document_kind_name(cb_document_kind kind);
CB_API const char *cb_document_kind_meaning(cb_document_kind kind);

typedef struct cb_document cb_document;

/**
 * Reads a document, whatever its kind. A gate is judged by the rules that are stored in it.
 *
 * @param[out] out free with cb_document_free(), before @p ctx
 * @return CB_OK, CB_ENOMEM, CB_EFORMAT, also for what is no document of libcb; CB_EIO for a file
 *         that cannot be read; the context says what is wrong, and where
 */
CB_API cb_status cb_document_from_json(
	cb_document **out, cb_context *ctx, const char *text, size_t text_len) CB_MUST_CHECK;
CB_API cb_status cb_document_load(
	cb_document **out, cb_context *ctx, const char *file) CB_MUST_CHECK;

/** NULL is ignored. */
CB_API void cb_document_free(cb_document *document);

CB_API cb_document_kind cb_document_kind_of(const cb_document *document);

/** What was read, as long as @p document lives; NULL if it is of another kind, or was taken. */
CB_API const cb_results *cb_document_results(const cb_document *document);
CB_API const cb_gate *cb_document_gate(const cb_document *document);
CB_API const cb_proofs *cb_document_proofs(const cb_document *document);
CB_API const cb_comparisons *cb_document_comparisons(const cb_document *document);
CB_API const cb_selftest *cb_document_selftest(const cb_document *document);
CB_API const cb_advices *cb_document_advices(const cb_document *document);

/** The same, and from then on the caller's to free. */
CB_API cb_results *cb_document_take_results(cb_document *document);
CB_API cb_gate *cb_document_take_gate(cb_document *document);
CB_API cb_proofs *cb_document_take_proofs(cb_document *document);
CB_API cb_comparisons *cb_document_take_comparisons(cb_document *document);
CB_API cb_selftest *cb_document_take_selftest(cb_document *document);
CB_API cb_advices *cb_document_take_advices(cb_document *document);

/** The exit status that the document means, as the command that wrote it has it: that of a gate's
 *  verdicts or a self-test, CB_GATE_BROKEN if cells of results or proofs failed, else
 *  CB_GATE_FINE. Nothing that was taken is looked at. */
CB_API int cb_document_exit(const cb_document *document);

/** How long it took to measure, in seconds; 0 if the document does not tell. */
CB_API double cb_document_elapsed_s(const cb_document *document);

#ifdef __cplusplus
}
#endif

#endif
