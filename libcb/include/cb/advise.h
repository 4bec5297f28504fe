/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Which library and which algorithm to take for a kind of work, from measurements.
 *
 * A profile says what one unit of the work is made of: a connection, a packet, a sector. Advice
 * predicts what a unit costs with each library and algorithm that was measured, and ranks them. It
 * is a pure function of profile and documents: what was not measured is not guessed.
 * METHODOLOGY.md has the rule, docs/advice.md the profiles, the file format and the document.
 */
#ifndef CB_ADVISE_H
#define CB_ADVISE_H

#include <stddef.h>
#include <stdint.h>

#include <cb/catalogue.h>
#include <cb/context.h>
#include <cb/plan.h>
#include <cb/results.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cb_profile cb_profile;
typedef struct cb_advice cb_advice;

/** The profile that is meant where none is named. */
#define CB_PROFILE_USUAL "bulk-transfer"

/** For the option "budget" of a plan where nobody says another one: in this many seconds a profile
 *  is measured for most libraries in six launches. */
#define CB_ADVISE_BUDGET "60"

/** Name of built-in profile @p index; NULL past the end. Constant data. */
CB_API const char *cb_profile_name_at(size_t index);

/**
 * The profile called @p name: a built-in one, else the file of that name.
 *
 * @param[out] out free with cb_profile_free(), before @p ctx
 * @return CB_OK, CB_ENOMEM, CB_ENOTFOUND if it is neither, CB_EIO, CB_EFORMAT; the context says
 * what
 */
CB_API cb_status cb_profile_find(cb_profile **out, cb_context *ctx, const char *name) CB_MUST_CHECK;

/**
 * Reads the text of a profile, at most 1 MiB (docs/advice.md has the grammar).
 *
 * @param name what messages call the text, in UTF-8
 * @return CB_OK, CB_ENOMEM, or CB_EFORMAT; the context has name and line
 */
CB_API cb_status cb_profile_parse(
	cb_profile **out, cb_context *ctx, const char *name, const char *text) CB_MUST_CHECK;

/** NULL is ignored. */
CB_API void cb_profile_free(cb_profile *profile);

CB_API const char *cb_profile_name(const cb_profile *profile);
CB_API const char *cb_profile_summary(const cb_profile *profile); /* one line */
CB_API const char *cb_profile_unit(const cb_profile *profile);    /* "packet" */
CB_API cb_accel cb_profile_accel(const cb_profile *profile);

/**
 * Sets algorithms, operations and sizes of @p plan so that it measures what the profile weighs, and
 * modes, so that advice can say what acceleration changes. Libraries that lack what the profile
 * needs in every version are left out, unless the plan has subjects already.
 */
CB_API cb_status cb_profile_plan(const cb_profile *profile, cb_plan *plan) CB_MUST_CHECK;

/** What is advised on; start from CB_ADVISE_CONFIG_INIT. */
typedef struct cb_advise_config {
	size_t struct_size;  /* set by CB_ADVISE_CONFIG_INIT */
	const char *accel;   /* the mode that counts: "nocrypto"; NULL: that of the profile */
	int across_machines; /* one ranking for all of them, instead of one for each */
} cb_advise_config;

#ifdef __cplusplus
#define CB_ADVISE_CONFIG_INIT                                                                      \
	{                                                                                          \
		sizeof(cb_advise_config), NULL, 0                                                  \
	}
#else
#define CB_ADVISE_CONFIG_INIT                                                                      \
	{                                                                                          \
		.struct_size = sizeof(cb_advise_config)                                            \
	}
#endif

/* Append only. name, spelling in documents, meaning */
#define CB_STANDING_MAP(X)                                                                         \
	X(RANKED, "ranked", "all that the profile weighs was measured")                            \
	X(UNMEASURED, "unmeasured", "something that the profile weighs was not measured")          \
	X(UNSUPPORTED, "unsupported",                                                              \
		"the library does not have the algorithm, or not in this mode")                    \
	X(UNFIT, "unfit", "the library lacks what the profile needs, or it is not known")          \
	X(FAILED, "failed", "it failed, answered wrongly, or its mode could not be proven")

/** Whether a candidate can be recommended. */
typedef enum cb_standing {
#define CB_STANDING_ENUM(name, text, meaning) CB_STANDING_##name,
	CB_STANDING_MAP(CB_STANDING_ENUM)
#undef CB_STANDING_ENUM
		CB_STANDING_COUNT /* not a standing */
} cb_standing;

/* Append only. name, spelling in documents, meaning */
#define CB_ADVICE_MAP(X)                                                                           \
	X(CLEAR, "clear", "one candidate is faster than all others")                               \
	X(EITHER, "either", "several are the fastest, and cannot be told apart")                   \
	X(ONLY, "only", "there is one candidate, so nothing was compared")                         \
	X(NONE, "measure-first", "nothing that could be recommended was measured")

typedef enum cb_advice_kind {
#define CB_ADVICE_ENUM(name, text, meaning) CB_ADVICE_##name,
	CB_ADVICE_MAP(CB_ADVICE_ENUM)
#undef CB_ADVICE_ENUM
		CB_ADVICE_KIND_COUNT /* not a kind */
} cb_advice_kind;

/* Append only. name, spelling in documents, meaning */
#define CB_BASIS_MAP(X)                                                                            \
	X(MEASURED, "measured", "a cell of this size")                                             \
	X(BETWEEN, "between", "on the line between the next sizes")                                \
	X(BEYOND, "beyond", "on the line through all sizes, beyond the last of them")              \
	X(MISSING, "missing", "not known")

/** Where the time of a part comes from. */
typedef enum cb_basis {
#define CB_BASIS_ENUM(name, text, meaning) CB_BASIS_##name,
	CB_BASIS_MAP(CB_BASIS_ENUM)
#undef CB_BASIS_ENUM
		CB_BASIS_COUNT /* not a basis */
} cb_basis;

/** Differences below this are "either" whatever their interval: 5 %. */
#define CB_ADVISE_LEAST 0.05
/** Likewise where there is no interval: 10 %. */
#define CB_ADVISE_LEAST_UNSURE 0.10

/** Spellings used in documents; "unknown" for a value that is none. */
CB_API const char *cb_standing_name(cb_standing standing);
CB_API const char *cb_advice_kind_name(cb_advice_kind kind);
CB_API const char *cb_basis_name(cb_basis basis);

/** One operation of a unit. Figures that are not known are NaN. */
typedef struct cb_advised_part {
	const char *algorithm;
	const char *operation;
	uint64_t size;
	double count;  /* times per unit */
	double ns;     /* of one */
	double low_ns; /* NaN if there is no interval */
	double high_ns;
	double share; /* of the unit's time */
	cb_basis basis;
	const cb_cell *cell; /* NULL unless CB_BASIS_MEASURED */
} cb_advised_part;

/** A library with an algorithm. Figures that are not known are NaN. */
typedef struct cb_candidate {
	const char *title;  /* "OpenSSL 3.0.19", with the machine where several are ranked */
	const char *choice; /* "aes-256-gcm"; "" if the profile leaves none, or all are meant */
	const char *name; /* of the two, as sentences have it: "OpenSSL 3.0.19 with AES-256-GCM" */
	const cb_subject *subject;
	cb_standing standing;
	const char *reason; /* one line; "" if ranked */
	const char
		*measure; /* the command that would measure what is missing or estimated, or "" */
	double unit_ns;
	double low_ns;
	double high_ns;
	double units_per_second;
	double bytes_per_second; /* NaN if units have no bytes */
	double times;            /* time over that of the first candidate; 1 for the first */
	double times_low;
	double times_high;
	int paired;    /* times is from paired rounds */
	int is_either; /* the first, or not to be told apart from it */
	const cb_advised_part *parts;
	size_t part_count;
	int is_estimated; /* some of its parts are of sizes that were not measured */
} cb_candidate;

/** Sizes for which one candidate is the fastest. */
typedef struct cb_size_range {
	const char *name;  /* as in the candidate; in a range of ciphers "AES-GCM" and the like */
	uint64_t size_min; /* smallest and largest measured size that it is the fastest at */
	uint64_t size_max;
	double from; /* size at which it overtakes the one before, estimated; NaN for the first */
	double times_min; /* how many times as fast it is as the next one there, least and most; NaN
			     if */
	double times_max; /* there is none */
	int is_either;    /* not to be told apart from the next one */
} cb_size_range;

/* Append only. id, meaning */
#define CB_ADVICE_NOTE_MAP(X)                                                                      \
	X("primitives", "a protocol was predicted from its primitives")                            \
	X("accel", "what another mode changes")                                                    \
	X("size", "what another size changes")                                                     \
	X("cipher", "AES-GCM or ChaCha20-Poly1305, and from which size")                           \
	X("acceleration-unused", "a library does not use instructions that the processor has")     \
	X("acceleration-absent", "the processor shows no instructions for this")                   \
	X("acceleration-gain", "what instructions of the processor give")                          \
	X("finding", "what rates say of a machine and its libraries, of imported results")         \
	X("strength", "a cipher of 256 bits is nearly as fast")                                    \
	X("estimated", "times of sizes that were not measured are estimated")                      \
	X("no-interval", "too few launches for intervals")                                         \
	X("contended", "something else had the processor while cells were measured")               \
	X("unproven", "the mode is not proven, as in an imported result")                          \
	X("semantics", "by whose rules it was measured, if not all by libcb's")                    \
	X("left-out", "a library is no candidate")                                                 \
	X("warning", "a warning of the documents")

/** Something that belongs to the advice. */
typedef struct cb_advice_note {
	const char *id;   /* stable, from CB_ADVICE_NOTE_MAP */
	const char *text; /* one line for people */
} cb_advice_note;

/** The advice for one machine in one mode. */
typedef struct cb_ranking {
	const char *machine; /* "Intel(R) Xeon(R) Processor", after the name if it was given one */
	cb_accel accel;
	int is_main; /* of the mode that was asked for */
	cb_advice_kind kind;
	const char *headline; /* one sentence: "For bulk-transfer on ...: ", and the answer */
	const char *answer;   /* "OpenSSL 3.0.19 with AES-128-GCM, 9.21 GB/s (9.15 to 9.28)" */
	const char *because;  /* the numbers that decided; "" if none did */
	const cb_candidate *candidates; /* ranked ones first, the fastest first */
	size_t candidate_count;
	size_t ranked_count;
	size_t either_count; /* of the first ones that cannot be told apart */
	const cb_size_range
		*sizes; /* by ascending size; none if sizes do not matter or are too few */
	size_t size_count;
	const cb_size_range *ciphers; /* AES-GCM or ChaCha20-Poly1305, in whatever library */
	size_t cipher_count;
	const cb_advice_note *notes;
	size_t note_count;
	int is_imported; /* of figures that others measured, by another tool's rules */
} cb_ranking;

/**
 * Advises on documents. They and @p profile must outlive the advice.
 *
 * @param ctx gets the reason on failure
 * @param[out] out free with cb_advice_free(), before the results
 * @param config NULL for defaults
 * @return CB_OK, also if nothing can be recommended; CB_ENOMEM; CB_EINVAL for an unknown mode;
 *         CB_EEMPTY without documents
 */
CB_API cb_status cb_advise(cb_advice **out, cb_context *ctx, const cb_results *const *results,
	size_t count, const cb_profile *profile, const cb_advise_config *config) CB_MUST_CHECK;

/** NULL is ignored. */
CB_API void cb_advice_free(cb_advice *advice);

CB_API const cb_profile *cb_advice_profile(const cb_advice *advice);

/** Whether the main rankings all have a recommendation. */
CB_API int cb_advice_is_given(const cb_advice *advice);

/** Main rankings first, one for each machine; then those of other modes. NULL past the end. */
CB_API size_t cb_advice_ranking_count(const cb_advice *advice);
CB_API const cb_ranking *cb_advice_ranking_at(const cb_advice *advice, size_t index);

/**
 * Writes the document "libcb.advice/1" (docs/advice.md) with @p count advices.
 *
 * @param[out] out free with cb_string_free()
 * @param flags CB_JSON_COMPACT or 0
 */
CB_API cb_status cb_advices_to_json(
	char **out, const cb_advice *const *advices, size_t count, unsigned flags) CB_MUST_CHECK;

/** Writes a file whole: an old one stays if the new one cannot be written. */
CB_API cb_status cb_advices_save(const cb_advice *const *advices, size_t count, cb_context *ctx,
	const char *file, unsigned flags) CB_MUST_CHECK;

/** Advice that was read from a document, with the cells that it rests on. */
typedef struct cb_advices cb_advices;

/**
 * Reads a document "libcb.advice/1". Nothing is ranked again. Profiles have what
 * cb_profile_name() and its like tell, but no plan can be made from them.
 *
 * @param[out] out free with cb_advices_free()
 * @return CB_OK, CB_ENOMEM, CB_EFORMAT; CB_EIO for a file that cannot be read
 */
CB_API cb_status cb_advices_from_json(
	cb_advices **out, cb_context *ctx, const char *text, size_t text_len) CB_MUST_CHECK;
CB_API cb_status cb_advices_load(cb_advices **out, cb_context *ctx, const char *file) CB_MUST_CHECK;

/** NULL is ignored. */
CB_API void cb_advices_free(cb_advices *advices);

/** All of them, as cb_advices_to_json() and cb_advices_format() take them, and how many. They live
 *  as long as @p advices, and are not to be freed one by one. */
CB_API const cb_advice *const *cb_advices_all(const cb_advices *advices, size_t *ret_count);

#ifdef __cplusplus
}
#endif

#endif
