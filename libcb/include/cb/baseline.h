/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Baselines: what later measurements are judged against.
 *
 * A baseline is a file "libcb.baseline/1" with the runs that were saved into it, and beside it
 * ("FILE.libs") copies of the libraries that were measured. With the copy, a later gate measures
 * the old library again, next to the new one; without it, times are compared with stored times,
 * which is refused on another machine. docs/baseline.md has the document.
 */
#ifndef CB_BASELINE_H
#define CB_BASELINE_H

#include <stddef.h>

#include <cb/gate.h>
#include <cb/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is in a baseline now. */
typedef struct cb_baseline_info {
	size_t runs;  /* since it was made, or since the last accepted loss */
	size_t cells; /* that were measured in the last run */
	int has_library;
	size_t failed; /* cells of the last run that crashed, answered wrongly and so on */
} cb_baseline_info;

/**
 * Measures the plan and saves it as a baseline; if @p file is one already, as a further run of it.
 *
 * A further run is of the same libraries, byte by byte, and leaves their copies as they are. While
 * this and cb_plan_accept_baseline() run they hold a lock on "FILE.lock". The file stays; the lock
 * ends with its process, however that ends.
 *
 * @param no_library do not copy the libraries; only the first run of a file does
 * @param[out] ret_info may be NULL
 * @return as cb_plan_run(); CB_EINVAL if the machine or the subjects are others than those of the
 *         runs in the file, which the context names, or if the option "inject" is set;
 *         CB_ENOTFOUND if the library that they were of is gone; CB_EEMPTY if no cell was measured;
 *         CB_EFORMAT if the file is no baseline; CB_EIO, also if another process or thread is
 *         writing the file
 */
CB_API cb_status cb_plan_save_baseline(cb_plan *plan, const char *file, int no_library,
	cb_baseline_info *ret_info, cb_progress_fn *progress, void *payload) CB_MUST_CHECK;

/**
 * Judges today's libraries against a baseline: mode "bundle" if it has copies of the libraries,
 * else mode "file". What the plan does not set is taken from the baseline: without subjects, those
 * of its newest run, with the libraries that were asked for then.
 *
 * Without the file, or where it cannot be used here, the gate is made all the same, and its notes
 * and cells say why nothing was judged.
 *
 * @param[out] out NULL on failure; free with cb_gate_free()
 * @param rules NULL: the defaults
 * @return as cb_plan_gate(); CB_EINVAL if the mode of the rules is "icount"; CB_ENOTFOUND if a
 *         library that was asked for is gone; CB_EFORMAT if the file is no baseline, or a copy is
 *         damaged
 */
CB_API cb_status cb_plan_gate_baseline(cb_plan *plan, cb_gate **out, const char *file,
	const cb_rules *rules, cb_progress_fn *progress, void *payload) CB_MUST_CHECK;

/**
 * The same, and then makes today's libraries the baseline, whatever the verdicts are: earlier
 * runs are kept as history, and what was lost is added to each cell's drift since the first, but
 * for cells that were not judged. A baseline without copies of the libraries stays without.
 *
 * @param[out] out NULL on failure; free with cb_gate_free()
 * @param reason one line, kept in the file
 * @param rules NULL: the defaults
 * @return as cb_plan_gate_baseline(); CB_EINVAL if the option "inject" is set; CB_EIO, also if
 *         there is no baseline or another process is writing it
 */
CB_API cb_status cb_plan_accept_baseline(cb_plan *plan, cb_gate **out, const char *file,
	const char *reason, const cb_rules *rules, cb_progress_fn *progress,
	void *payload) CB_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
