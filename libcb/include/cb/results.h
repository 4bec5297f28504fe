/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A result document: who was measured, where, and every cell with its samples.
 *
 * Immutable once made. Structures are read-only views whose strings belong to the results. New
 * members are only ever appended, and a program gets them by pointer only.
 */
#ifndef CB_RESULTS_H
#define CB_RESULTS_H

#include <stddef.h>
#include <stdint.h>

#include <cb/catalogue.h>
#include <cb/context.h>
#include <cb/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cb_results cb_results;

/** One side of the comparison. Text that is not known is "unknown". */
typedef struct cb_subject {
	const char *label; /* "openssl:on", "mine/avx2:on" unless one was given */
	const char *backend;
	cb_accel accel;
	const char *version; /* of the library found at run time */
	const char *file;
	const char *build_id;
	const char *build_info;
	int achieved;        /* the mode was proven */
	const char *level;   /* how: "switch" or "trace"; "none" if there was nothing to prove */
	const char *detail;  /* by what */
	const char *same_as; /* label of the subject that stands for it, or "" */
	/** "process" if it ran in processes of its own; "none" for a function of the program that
	 *  measured, which shared its process with everything else there. */
	const char *isolation;
	/** Named set of the backend's rows ("avx2"), or "" for its own. */
	const char *implementation;
	const char *machine; /* of an import: the machine as it was described, or "unknown" */
	const char *api;     /* of an import: "evp", "low-level", or "unknown" */
	const char *timer;   /* of an import: "user", "elapsed", or "unknown" */
	/** What the backend calls itself: not as it is called here if its file was renamed, or its
	 *  sources were built once more under another name. */
	const char *built_as;
} cb_subject;

/** Summary of a measured cell. Wall time per operation unless the name says cpu. */
typedef struct cb_summary {
	uint32_t n;         /* samples */
	uint32_t launches;  /* worker processes they came from */
	uint32_t disturbed; /* samples with CPU time below 0.9 of wall time: kept, and counted */
	double median_ns;   /* Hodges-Lehmann estimate over the medians of the launches */
	double ci95_low_ns; /* intervals are NaN if there are fewer than six launches */
	double ci95_high_ns;
	double q1_ns; /* quartiles and minimum over all samples */
	double q3_ns;
	double mad_ns;
	double min_ns;
	double trimmed_mean_ns; /* over launches, best and worst dropped */
	double cpu_median_ns;   /* the same figures of thread CPU time */
	double cpu_ci95_low_ns;
	double cpu_ci95_high_ns;
	double cpu_min_ns;
	double cpu_trimmed_mean_ns;
	double bytes_per_second; /* from median_ns; 0 for an operation without a message */
	double ops_per_second;   /* from median_ns */
	double cycles_per_op;    /* by counter or the core's clock; NaN if unknown */
	double cycles_per_byte;  /* NaN if unknown, as may be any figure of an imported result */
	double efficiency;       /* rate over threads x processes x rate of one; NaN if unknown */
	double ci95_level;       /* confidence of the intervals; below 0.95 if launches are few */
	int contended; /* CPU time below 0.9 of wall time in more than a tenth of samples */
} cb_summary;

/** One line of a result. */
typedef struct cb_cell {
	const char *id;    /* backend/algorithm/operation/size/accel[/key=value...] */
	const char *panel; /* cells with the same panel were sampled in turn */
	const cb_subject *subject;
	const char *algorithm;
	const char *operation;
	uint64_t size; /* bytes of the message; 0 for an operation without one */
	uint32_t threads;
	uint32_t processes; /* 0 in an import: several, and how many is not told */
	uint32_t load;      /* busy threads beside the measurement */
	const char *variant;
	const char *semantics; /* "aead.seal.message/1" */
	cb_outcome outcome;
	const char *reason;        /* one line; "" if measured */
	const char *output;        /* what the worker printed before it failed, or "" */
	const char *missed;        /* why the asked precision was not reached, or "" */
	const char *same_as;       /* id of the cell whose measurement this is, or "" */
	const cb_summary *summary; /* NULL unless measured */
	/** Of an import: the figures of a cell that cannot be trusted, for the reason above. They
	 * are shown to people and never compared. NULL if there are none. */
	const cb_summary *doubtful;
	const char *published; /* of an import: the figure as it was printed, or "" */
	/** The best that its answers were held against: "answers" that were published, "others"
	 *  (libraries, on the same input), "itself" (repetition, the way back), "nothing" (a
	 * function of a program), or "unknown". */
	const char *checked;
} cb_cell;

/** Time of cell @c a over time of cell @c b, from paired rounds in thread CPU time. */
typedef struct cb_ratio {
	const char *panel;
	const cb_cell *a;
	const cb_cell *b;
	double ratio;    /* above 1: a is slower */
	double ci95_low; /* NaN if there are fewer than six launches */
	double ci95_high;
	double ci95_level; /* confidence of the interval */
	uint32_t launches; /* in which both were sampled */
} cb_ratio;

/** A size at which the time departs from the line by more than 5 %, and its interval excludes the
 *  line. */
typedef struct cb_fit_step {
	uint64_t size;
	double percent; /* above 0: slower than the line says */
} cb_fit_step;

/** Fixed cost and slope: wall time per operation = fixed_ns + ns_per_byte * size. */
typedef struct cb_fit {
	const cb_subject *subject;
	const char *algorithm;
	const char *operation;
	const char *variant;
	uint32_t threads;
	uint32_t processes;
	uint32_t load;     /* busy threads beside the measurement */
	uint32_t launches; /* in each of which a line was fitted */
	uint64_t size_min; /* smallest and largest size it was fitted through */
	uint64_t size_max;
	double fixed_ns; /* Hodges-Lehmann estimate over the launches, as is ns_per_byte */
	double fixed_ci95_low_ns;
	double fixed_ci95_high_ns;
	double ns_per_byte;
	double ns_per_byte_ci95_low;
	double ns_per_byte_ci95_high;
	double ci95_level;       /* confidence of the intervals; below 0.95 if launches are few */
	double bytes_per_second; /* 1e9 / ns_per_byte: what long messages approach; NaN if the
				    time does not grow with the size */
	double largest_residual_percent; /* over the sizes, without its sign */
	const cb_fit_step *steps;        /* by ascending size */
	size_t step_count;
	int contended; /* a cell that it was fitted through is */
	/** The same line through CPU time; NaN where several threads or processes work at once, and
	 * in documents that do not tell. */
	double cpu_fixed_ns;
	double cpu_fixed_ci95_low_ns;
	double cpu_fixed_ci95_high_ns;
	double cpu_ns_per_byte;
	double cpu_ns_per_byte_ci95_low;
	double cpu_ns_per_byte_ci95_high;
	double cpu_bytes_per_second;
} cb_fit;

/** Something that makes results doubtful. */
typedef struct cb_warning {
	const char *id; /* stable */
	const char *text;
} cb_warning;

CB_API void cb_results_free(cb_results *results);

/** Whether every planned cell was reached. */
CB_API int cb_results_complete(const cb_results *results);

/** Whether any cell failed, crashed, timed out, answered wrongly, or asked by name for a mode
 *  that could not be proven: the condition of exit status 4. */
CB_API int cb_results_failed(const cb_results *results);

CB_API size_t cb_results_subject_count(const cb_results *results);
CB_API const cb_subject *cb_results_subject_at(const cb_results *results, size_t index);
CB_API size_t cb_results_cell_count(const cb_results *results);
CB_API const cb_cell *cb_results_cell_at(const cb_results *results, size_t index);
CB_API size_t cb_results_ratio_count(const cb_results *results);
CB_API const cb_ratio *cb_results_ratio_at(const cb_results *results, size_t index);
CB_API size_t cb_results_fit_count(const cb_results *results);
CB_API const cb_fit *cb_results_fit_at(const cb_results *results, size_t index);
CB_API size_t cb_results_warning_count(const cb_results *results);
CB_API const cb_warning *cb_results_warning_at(const cb_results *results, size_t index);

/** Whether a cell works on a message, so that its rate is in bytes. */
CB_API int cb_cell_has_message(const cb_cell *cell);

/**
 * The time by which a cell is shown, "wall" or "cpu": the one rule of all views.
 *
 * That of the wall, but the CPU time of a contended cell: other work had the processor for a part
 * of the wall time. Wall time also of a contended cell where CPU time does not tell what the
 * operation takes: of several threads or processes, of a function (which may have waited), under
 * load (which was asked for), and where it is not known.
 *
 * @param asked "wall" or "cpu" overrule that; NULL: nothing was asked for
 */
CB_API const char *cb_cell_time(const cb_cell *cell, const char *asked);

/** The median of that time for one operation, in ns; NaN unless measured and known. */
CB_API double cb_cell_ns(const cb_cell *cell, const char *asked);

/** Bytes per second by that time, or operations per second without a message; NaN likewise. */
CB_API double cb_cell_rate(const cb_cell *cell, const char *asked);

/** The time by which a line is shown, as cb_cell_time(): "cpu" if a cell of it is contended and its
 *  line through CPU time is known. */
CB_API const char *cb_fit_time(const cb_fit *fit, const char *asked);

/** The cell with @p id, or NULL. */
CB_API const cb_cell *cb_results_find(const cb_results *results, const char *id);

/** The ratio of the cells with these ids, or NULL; the order matters. */
CB_API const cb_ratio *cb_results_find_ratio(
	const cb_results *results, const char *a, const char *b);

/** The fit of the subject with label @p subject for the default variant on one thread of one
 *  process without load, or NULL. */
CB_API const cb_fit *cb_results_find_fit(const cb_results *results, const char *subject,
	const char *algorithm, const char *operation);

/** Time of an operation on @p size bytes by the line, also beyond the sizes that were measured. */
CB_API double cb_fit_predict_ns(const cb_fit *fit, uint64_t size);

/**
 * Where @p b overtakes @p a.
 *
 * @param[out] ret_size size in bytes above which b is faster and below which a is; untouched if
 *             there is none
 * @return whether there is one from 1 byte to 64 MiB
 */
CB_API int cb_fit_crossover(const cb_fit *a, const cb_fit *b, double *ret_size);

/** A text of the environment record by path, such as "cpu.model" or "os.kernel"; "" if it is no
 *  text or not there. */
CB_API const char *cb_results_environment(const cb_results *results, const char *path);

/** How a document is written. */
#define CB_JSON_COMPACT    1u /* one line instead of indented */
#define CB_JSON_NO_SAMPLES 2u /* summaries only */

/**
 * Writes the document "libcb.results/1" (docs/results.md).
 *
 * @param[out] out free with cb_string_free()
 * @param flags CB_JSON_ bits
 */
CB_API cb_status cb_results_to_json(
	const cb_results *results, char **out, unsigned flags) CB_MUST_CHECK;

/**
 * Reads a document. Unknown members are kept and written again.
 *
 * @param ctx gets the position and the reason if @p text cannot be read
 * @return CB_OK, CB_ENOMEM, or CB_EFORMAT
 */
CB_API cb_status cb_results_from_json(
	cb_results **out, cb_context *ctx, const char *text, size_t text_len) CB_MUST_CHECK;

/** Reads a file. CB_EIO if it cannot be read, else as cb_results_from_json(). */
CB_API cb_status cb_results_load(cb_results **out, cb_context *ctx, const char *file) CB_MUST_CHECK;

/** Writes a file whole: an old one stays if the new one cannot be written. */
CB_API cb_status cb_results_save(
	const cb_results *results, cb_context *ctx, const char *file, unsigned flags) CB_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
