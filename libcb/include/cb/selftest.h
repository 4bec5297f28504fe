/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How reliable a gate is on this machine: null comparisons, and slowdowns of known size.
 */
#ifndef CB_SELFTEST_H
#define CB_SELFTEST_H

#include <stddef.h>
#include <stdint.h>

#include <cb/gate.h>
#include <cb/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cb_selftest cb_selftest;

/** How slowdowns of one size fared. */
typedef struct cb_selftest_rate {
	double injected_percent; /* of time */
	double limit_percent;    /* of throughput */
	int is_real;             /* injected while measuring; else into what was recorded */
	size_t tried;            /* cells that were slowed down */
	size_t found;            /* of them regressed */
	size_t blamed;           /* other cells that were called regressed */
	double found_low;        /* share that is exceeded with 95 % confidence, exact */
	double found_high;
	size_t open; /* cells that were slowed and are suspect: they were not confirmed */
} cb_selftest_rate;

/** What the null comparisons gave: a library against a byte copy of itself. */
typedef struct cb_selftest_null {
	size_t runs;
	size_t cells;        /* of each run */
	size_t alarms;       /* runs that ended with 1 */
	size_t inconclusive; /* with 3 */
	size_t invalid;      /* with 4 or 5 */
	double alarm_high;   /* share of alarms that is not exceeded with 95 % confidence, exact */
	double seconds;      /* median duration of a run */
	double uniform_p;    /* of the p-values of confirmations; small if they are not uniform, NaN
				if there are too few */
} cb_selftest_null;

/**
 * Runs @p runs null gates of @p subject with the plan's options and the rules, then injects
 * slowdowns into what was recorded, and measures @p real gates with real ones. The plan's option
 * "inject" is refused.
 *
 * @param subject `BACKEND[:ACCEL][=LIBRARY]`
 * @param keep directory that gets each gate's document, or NULL
 * @param rules NULL: the defaults
 * @param[out] out free with cb_selftest_free(); also written on CB_ECANCELLED; else NULL on failure
 * @return as cb_plan_gate(); CB_EIO if a document cannot be kept
 */
CB_API cb_status cb_plan_selftest(cb_plan *plan, cb_selftest **out, const char *subject,
	size_t runs, size_t real, const char *keep, const cb_rules *rules, cb_progress_fn *progress,
	void *payload) CB_MUST_CHECK;

/**
 * Works everything out again from null gates that were kept, without measuring: with other rules,
 * too, though cells that these would have had confirmed stay unconfirmed.
 *
 * @param[out] out NULL on failure; free with cb_selftest_free()
 * @param directory what was @p keep
 * @param rules NULL: the defaults
 * @return CB_OK, CB_ENOMEM, CB_EFORMAT, CB_EIO, CB_EEMPTY if it holds none
 */
CB_API cb_status cb_selftest_recorded(cb_selftest **out, cb_context *ctx, const char *directory,
	const cb_rules *rules) CB_MUST_CHECK;

/**
 * Reads a document "libcb.selftest/1". Nothing is worked out again: cb_selftest_recorded() does
 * that.
 *
 * @param[out] out free with cb_selftest_free()
 * @return CB_OK, CB_ENOMEM, CB_EFORMAT; CB_EIO for a file that cannot be read
 */
CB_API cb_status cb_selftest_from_json(
	cb_selftest **out, cb_context *ctx, const char *text, size_t text_len) CB_MUST_CHECK;
CB_API cb_status cb_selftest_load(
	cb_selftest **out, cb_context *ctx, const char *file) CB_MUST_CHECK;

/** NULL is ignored. */
CB_API void cb_selftest_free(cb_selftest *selftest);

CB_API const cb_selftest_null *cb_selftest_null_runs(const cb_selftest *selftest);
CB_API size_t cb_selftest_rate_count(const cb_selftest *selftest);
CB_API const cb_selftest_rate *cb_selftest_rate_at(const cb_selftest *selftest, size_t index);

/** The smallest limit, in percent, that this machine can keep: losses of one and a half times the
 *  limit are found in 95 of 100 tries, and none is imagined. NaN if there is none up to 20 %. */
CB_API double cb_selftest_limit_percent(const cb_selftest *selftest);

/** Why there is no such limit and what helps, a line; "" if there is one. */
CB_API const char *cb_selftest_obstacle(const cb_selftest *selftest);

/** Exit status: CB_GATE_REGRESSED after a false alarm, CB_GATE_INVALID if no limit can be kept or a
 *  null gate was invalid, else CB_GATE_FINE. */
CB_API int cb_selftest_exit(const cb_selftest *selftest);

/** Writes the document "libcb.selftest/1". Free with cb_string_free(). */
CB_API cb_status cb_selftest_to_json(
	const cb_selftest *selftest, char **out, unsigned flags) CB_MUST_CHECK;
CB_API cb_status cb_selftest_save(const cb_selftest *selftest, cb_context *ctx, const char *file,
	unsigned flags) CB_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
