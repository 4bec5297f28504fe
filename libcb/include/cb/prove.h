/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Which instructions a library really executed.
 *
 * One operation of a cell is followed instruction by instruction in a child of the worker, with
 * fixed inputs and after a warm-up. The counts are the same on every run, but for a few where code
 * looks at addresses: evidence that an acceleration mode is what it says, and a figure with next to
 * no noise. docs/proof.md says how it is done and what it cannot see.
 */
#ifndef CB_PROVE_H
#define CB_PROVE_H

#include <stddef.h>
#include <stdint.h>

#include <cb/plan.h>
#include <cb/results.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cb_proofs cb_proofs;

/** A class of instructions; each instruction is in exactly one. */
typedef struct cb_class {
	const char *name;         /* "aes", "vaes512" */
	const char *group;        /* "aes" for both: what --require accepts for it as well */
	const char *architecture; /* "x86-64", "aarch64", or "" for both */
	const char *meaning;      /* one line */
} cb_class;

/** Number of classes, and one of them (NULL past the end). Constant data. */
CB_API size_t cb_class_count(void);
CB_API const cb_class *cb_class_at(size_t index);

/** What one operation of one cell executed. Counts are of one operation. */
typedef struct cb_proof {
	const char *id; /* as in a result: backend/algorithm/operation/size/accel[/key=value...] */
	const cb_subject *subject;
	const char *algorithm;
	const char *operation;
	uint64_t size; /* bytes of the message; 0 for an operation without one */
	const char *variant;
	/** CB_OUTCOME_MEASURED if it was followed, and the mode kept; CB_OUTCOME_UNPROVEN if it
	 *  executed what the mode forbids (the counts are there); else what went wrong. */
	cb_outcome outcome;
	const char *reason;  /* one line; "" if measured */
	const char *output;  /* what the worker printed before it failed, or "" */
	const char *same_as; /* id of the proof whose counts these are, or "" */
	uint64_t inside;     /* instructions of the library and its providers */
	uint64_t outside;    /* of everything else: C library, loader, the adapter, kernel's vdso */
	/** Of those inside, by class: cb_class_count() numbers. Never NULL. */
	const uint64_t *counts;
	int complete;       /* 0: the step budget cut it; what was seen until then is counted */
	uint32_t repeats;   /* how often it was followed; all gave the same, or it has failed */
	double per_byte;    /* slope of inside between the smallest and the largest size; NaN with
			       one size only, or cut */
	double per_message; /* intercept of that line; NaN likewise */
} cb_proof;

/** Something the counts say that a reader should know. */
typedef struct cb_finding {
	const char *id;   /* stable, from CB_FINDING_MAP */
	const char *text; /* one line for people */
	const cb_subject *subject;
	const char *algorithm;
	const char *operation;
	const char
		*evidence; /* "trace", "flags" or "cpu-name": what says that the processor has it */
} cb_finding;

/* Append only. id, whether it is a fault of the mode, meaning */
#define CB_FINDING_MAP(X)                                                                          \
	X("acceleration-not-used", 0,                                                              \
		"the processor has instructions for this, and the library executed none of them")  \
	X("off-not-off", 1, "instructions were executed that the acceleration mode forbids")       \
	X("none-needed", 0, "the modes execute the same: this library has nothing to switch here") \
	X("counts-differ", 0, "following the same operation again gave another count")             \
	X("not-traced", 0, "this machine does not permit following instructions")

/**
 * Follows one operation of every cell of @p plan.
 *
 * Of the options of the plan it uses accel, algorithms, ops, sizes, variant, seed, steps,
 * time-limit and, if it was set, budget. If sizes was not set it takes two: 512 and 2048 bytes in
 * mode on, where wide code paths begin late, 256 and 512 elsewhere. The shortest message of each
 * operation is followed twice. Some 50 000 instructions are followed in a second. The calling
 * thread is pinned as by cb_plan_run().
 *
 * Where following is not permitted, or this architecture has no table of instructions, the cells
 * are CB_OUTCOME_UNSUPPORTED with the reason, there is a finding "not-traced", and each subject
 * keeps the level "switch".
 *
 * @param[out] out free with cb_proofs_free(). Also written on CB_ECANCELLED: what was followed
 *             until then
 * @param progress may be NULL; launches are 1 (0 until workers are there); done and total count
 * cells
 * @return as cb_plan_run()
 */
CB_API cb_status cb_plan_prove(
	cb_plan *plan, cb_proofs **out, cb_progress_fn *progress, void *payload) CB_MUST_CHECK;

/**
 * Reads a document "libcb.proof/1". What was followed is not judged again: outcomes, lines through
 * sizes and findings are those of the document.
 *
 * @param[out] out free with cb_proofs_free()
 * @return CB_OK, CB_ENOMEM, CB_EFORMAT; CB_EIO for a file that cannot be read
 */
CB_API cb_status cb_proofs_from_json(
	cb_proofs **out, cb_context *ctx, const char *text, size_t text_len) CB_MUST_CHECK;
CB_API cb_status cb_proofs_load(cb_proofs **out, cb_context *ctx, const char *file) CB_MUST_CHECK;

/** NULL is ignored. */
CB_API void cb_proofs_free(cb_proofs *proofs);

/** Whether every planned cell was reached. */
CB_API int cb_proofs_complete(const cb_proofs *proofs);

/** Whether any cell failed, crashed, timed out or answered wrongly, or a mode that was asked for
 *  by name is unproven: the condition of exit status 4. */
CB_API int cb_proofs_failed(const cb_proofs *proofs);

/** The subjects; achieved, level ("trace" where it was followed) and detail tell the proof of the
 *  mode. */
CB_API size_t cb_proofs_subject_count(const cb_proofs *proofs);
CB_API const cb_subject *cb_proofs_subject_at(const cb_proofs *proofs, size_t index);

CB_API size_t cb_proofs_count(const cb_proofs *proofs);
CB_API const cb_proof *cb_proofs_at(const cb_proofs *proofs, size_t index);
CB_API const cb_proof *cb_proofs_find(const cb_proofs *proofs, const char *id);

CB_API size_t cb_proofs_finding_count(const cb_proofs *proofs);
CB_API const cb_finding *cb_proofs_finding_at(const cb_proofs *proofs, size_t index);

/** How many instructions of a class, or of a group of classes, were executed inside. 0 for a name
 *  that is none. */
CB_API uint64_t cb_proof_count(const cb_proof *proof, const char *class_or_group);

/** A requirement that is not known to be met. */
typedef struct cb_lack {
	const char *glob;       /* as it was written */
	const char *class_name; /* class or group */
	const cb_proof *proof;  /* NULL if no cell that was followed matches the glob */
	/** 0: it is no lack, for it could not be judged. The cell was cut before its end; or none
	 *  matches, and not all were followed: cancelled, out of budget, not permitted here. */
	int judged;
} cb_lack;

/**
 * Checks that cells execute what they should: "GLOB=CLASS,CLASS,GLOB=CLASS". A glob is matched
 * against ids: `*` within a part, `**` across parts, `?` for one character. A class or group must
 * have been executed at least once in every matching cell that was followed. A glob that matches
 * none is a lack. What could not be judged is told, too, apart by cb_lack.judged.
 *
 * @param ctx gets the reason on CB_EINVAL and CB_ENOTFOUND
 * @param[out] out the lacks, @p ret_count of them; free with cb_lacks_free(), before @p proofs
 * @return CB_OK whether anything lacks or not; CB_ENOMEM; CB_EINVAL for a malformed text;
 *         CB_ENOTFOUND for an unknown class
 */
CB_API cb_status cb_proofs_require(const cb_proofs *proofs, cb_context *ctx,
	const char *requirements, cb_lack **out, size_t *ret_count) CB_MUST_CHECK;

/** NULL is ignored. */
CB_API void cb_lacks_free(cb_lack *lacks);

/**
 * Writes the document "libcb.proof/1" (docs/proof.md).
 *
 * @param[out] out free with cb_string_free()
 * @param flags CB_JSON_COMPACT or 0
 */
CB_API cb_status cb_proofs_to_json(
	const cb_proofs *proofs, char **out, unsigned flags) CB_MUST_CHECK;

/** Writes a file whole: an old one stays if the new one cannot be written. */
CB_API cb_status cb_proofs_save(
	const cb_proofs *proofs, cb_context *ctx, const char *file, unsigned flags) CB_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
