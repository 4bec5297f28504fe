/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Describing how two sides differ: two documents, or two subjects of one.
 *
 * A comparison says what is faster, what is slower and what cannot be compared, and leaves the
 * judging to a gate. It is a pure function of the documents. METHODOLOGY.md has the rule,
 * docs/compare.md the document.
 */
#ifndef CB_COMPARE_H
#define CB_COMPARE_H

#include <stddef.h>
#include <stdint.h>

#include <cb/context.h>
#include <cb/results.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cb_comparison cb_comparison;

/* Append only. name, spelling in documents, meaning */
#define CB_CHANGE_MAP(X)                                                                           \
	X(FASTER, "faster", "the head is faster")                                                  \
	X(SLOWER, "slower", "the head is slower")                                                  \
	X(SAME, "same", "no difference beyond the noise, or one too small to tell")                \
	X(NEW, "new", "only the head has it")                                                      \
	X(MISSING, "missing", "only the base has it")                                              \
	X(INCOMPARABLE, "incomparable",                                                            \
		"one did not measure it, or they measured different things")                       \
	X(INVALID, "invalid", "a figure that is no time, such as 0")

/** How a cell of the head compares with its counterpart in the base. */
typedef enum cb_change {
#define CB_CHANGE_ENUM(name, text, meaning) CB_CHANGE_##name,
	CB_CHANGE_MAP(CB_CHANGE_ENUM)
#undef CB_CHANGE_ENUM
		CB_CHANGE_COUNT /* not a change */
} cb_change;

/** Changes below this are CB_CHANGE_SAME whatever their interval: 1 %. */
#define CB_COMPARE_LEAST 0.01
/** Likewise where there is no interval: 5 %. */
#define CB_COMPARE_LEAST_UNSURE 0.05

/** The spelling used in documents; "unknown" for a value that is none. */
CB_API const char *cb_change_name(cb_change change);
CB_API const char *cb_change_meaning(cb_change change);

/**
 * What is compared with what; start from CB_COMPARE_CONFIG_INIT.
 *
 * The results must outlive the comparison; texts are copied. Both sides may be one document: then
 * each must name subjects of its own, and ratios of paired rounds are used where it has them.
 */
typedef struct cb_compare_config {
	size_t struct_size; /* set by CB_COMPARE_CONFIG_INIT */
	const cb_results *base;
	const cb_results *head;
	const char *base_name; /* what sentences call the sides; NULL: "base" and "head" */
	const char *head_name;
	const char *const *base_labels; /* only these subjects, NULL-terminated; NULL for all */
	const char *const *head_labels;
	const char *algorithms; /* only what matches one of these globs, "GLOB,..."; NULL for all */
	const char *ops;
	const char *sizes; /* only these, "64,1024"; NULL for all */
	const char *time;  /* "cpu", "wall"; NULL: see cb_compared.time */
} cb_compare_config;

#ifdef __cplusplus
#define CB_COMPARE_CONFIG_INIT                                                                     \
	{                                                                                          \
		sizeof(cb_compare_config), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,   \
			NULL                                                                       \
	}
#else
#define CB_COMPARE_CONFIG_INIT                                                                     \
	{                                                                                          \
		.struct_size = sizeof(cb_compare_config)                                           \
	}
#endif

/** One cell of the base and its counterpart. Figures that are not known are NaN. */
typedef struct cb_compared {
	/** What both cells are: the id of a cell without its subject, and without backend or mode
	 *  where these are what differs. */
	const char *id;
	const cb_cell *base; /* NULL if CB_CHANGE_NEW */
	const cb_cell *head; /* NULL if CB_CHANGE_MISSING */
	cb_change change;
	const char *reason; /* one line: why there is no ratio, or no figure; else "" */
	/** Which time is compared. "cpu", the CPU time of the thread, where both sides know it and
	 *  work alone; "wall" where one does not, or several threads or processes work at once. */
	const char *time;
	double base_ns; /* median of that time for one operation */
	double head_ns;
	double speed; /* of the head over that of the base; above 1: faster */
	double ci95_low;
	double ci95_high;
	int paired; /* the ratio is that of paired rounds, so not the quotient of the medians */
} cb_compared;

/** What is to be said of the sizes of one operation. */
typedef struct cb_conclusion {
	const char *title;   /* "aes-256-gcm seal", with mode or backend where several are told */
	const char *text;    /* "new is 1.9 to 2.1 times as fast at 256 B and above" */
	size_t first;        /* index of its first row; the others follow it */
	size_t count;        /* of its rows */
	const char *backend; /* "" if it is what differs, as accel */
	const char *accel;
	const char *algorithm;
	const char *operation;
} cb_conclusion;

/* Append only. id, meaning */
#define CB_COMPARE_NOTE_MAP(X)                                                                     \
	X("control", "libraries that are the same build on both sides differ, too")                \
	X("machine", "something of the machine differs")                                           \
	X("tool", "something of how they were measured differs")                                   \
	X("library", "the library differs in version or build")                                    \
	X("same-library", "both sides are the same file of a library")                             \
	X("stand-in", "a mode is another's measurement on both sides")                             \
	X("incomplete", "a document does not hold all that was planned")                           \
	X("contended", "something else had the processor while cells were measured")               \
	X("warning", "only one document has this warning")                                         \
	X("unpaired", "the sides were not measured in turn")                                       \
	X("no-interval", "cells were measured in too few launches to have intervals")              \
	X("imported", "figures of a side were published by others, and imported")                  \
	X("timer", "imported figures are by different clocks")                                     \
	X("finding", "what rates say about a machine and its libraries")

/** Something a reader should know before believing the differences. */
typedef struct cb_compare_note {
	const char *id;   /* stable, from CB_COMPARE_NOTE_MAP */
	const char *text; /* one line for people */
	const char *base; /* the two values, or "" */
	const char *head;
} cb_compare_note;

/**
 * Compares two sides.
 *
 * Cells are counterparts if their ids are the same without the subject. If all subjects of the base
 * are of one backend and all of the head of another, backends are left out as well, and likewise
 * modes and implementations.
 *
 * @param ctx gets the reason on failure
 * @param[out] out free with cb_comparison_free(), before the results
 * @return CB_OK whatever differs; CB_ENOMEM; CB_EINVAL for an unknown time or size, or one document
 *         without labels; CB_ENOTFOUND for a label that no subject has; CB_EFORMAT if two cells of
 *         one side have the same counterpart; CB_EEMPTY if there is no cell to compare
 */
CB_API cb_status cb_compare(
	cb_comparison **out, cb_context *ctx, const cb_compare_config *config) CB_MUST_CHECK;

/** NULL is ignored. */
CB_API void cb_comparison_free(cb_comparison *comparison);

CB_API const char *cb_comparison_base_name(const cb_comparison *comparison);
CB_API const char *cb_comparison_head_name(const cb_comparison *comparison);

/** How many rows are @p change. */
CB_API size_t cb_comparison_changes(const cb_comparison *comparison, cb_change change);

/** The rows: what belongs to one conclusion together, by ascending size. */
CB_API size_t cb_comparison_count(const cb_comparison *comparison);
CB_API const cb_compared *cb_comparison_at(const cb_comparison *comparison, size_t index);

/** The row with this id, or NULL. */
CB_API const cb_compared *cb_comparison_find(const cb_comparison *comparison, const char *id);

CB_API size_t cb_comparison_conclusion_count(const cb_comparison *comparison);
CB_API const cb_conclusion *cb_comparison_conclusion_at(
	const cb_comparison *comparison, size_t index);

CB_API size_t cb_comparison_note_count(const cb_comparison *comparison);
CB_API const cb_compare_note *cb_comparison_note_at(const cb_comparison *comparison, size_t index);

/**
 * Writes the document "libcb.comparison/1" (docs/compare.md) with @p count comparisons.
 *
 * @param[out] out free with cb_string_free()
 * @param flags CB_JSON_COMPACT or 0
 */
CB_API cb_status cb_comparisons_to_json(char **out, const cb_comparison *const *comparisons,
	size_t count, unsigned flags) CB_MUST_CHECK;

/** Writes a file whole: an old one stays if the new one cannot be written. */
CB_API cb_status cb_comparisons_save(const cb_comparison *const *comparisons, size_t count,
	cb_context *ctx, const char *file, unsigned flags) CB_MUST_CHECK;

/** Comparisons that were read from a document, with the cells that they are about. */
typedef struct cb_comparisons cb_comparisons;

/**
 * Reads a document "libcb.comparison/1". Nothing is compared again. The cells are whole but for
 * their samples.
 *
 * @param[out] out free with cb_comparisons_free()
 * @return CB_OK, CB_ENOMEM, CB_EFORMAT; CB_EIO for a file that cannot be read
 */
CB_API cb_status cb_comparisons_from_json(
	cb_comparisons **out, cb_context *ctx, const char *text, size_t text_len) CB_MUST_CHECK;
CB_API cb_status cb_comparisons_load(
	cb_comparisons **out, cb_context *ctx, const char *file) CB_MUST_CHECK;

/** NULL is ignored. */
CB_API void cb_comparisons_free(cb_comparisons *comparisons);

/** All of them, as cb_comparisons_to_json() and cb_comparisons_format() take them, and how many.
 *  They live as long as @p comparisons, and are not to be freed one by one. */
CB_API const cb_comparison *const *cb_comparisons_all(
	const cb_comparisons *comparisons, size_t *ret_count);

#ifdef __cplusplus
}
#endif

#endif
