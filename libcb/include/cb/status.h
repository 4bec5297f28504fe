/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a call did (cb_status) and how a cell ended (cb_outcome).
 *
 * The two never mix: a library that lacks a cipher, crashes or answers wrongly
 * is the outcome of a cell, and the call that measured it still returns CB_OK.
 */
#ifndef CB_STATUS_H
#define CB_STATUS_H

#include <cb/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* name, value, text: every other list of statuses is derived from this one. */
#define CB_STATUS_MAP(X)                                                                           \
	X(OK, 0, "success")                                                                        \
	X(ENOMEM, -1, "out of memory")                                                             \
	X(EINVAL, -2, "invalid argument")                                                          \
	X(ENOTFOUND, -3, "no such backend, library, algorithm or option")                          \
	X(ENOTSUP, -4, "not supported")                                                            \
	X(EABI, -5, "backend was built for another ABI version")                                   \
	X(EBACKEND, -6, "the crypto library reported an error")                                    \
	X(EMISMATCH, -7, "output differs from the known answer")                                   \
	X(EWORKER, -8, "worker process failed")                                                    \
	X(ETIMEDOUT, -9, "time limit reached")                                                     \
	X(ECANCELLED, -10, "cancelled by the progress callback")                                   \
	X(EFORMAT, -11, "malformed or unsupported document")                                       \
	X(EIO, -12, "input/output error")                                                          \
	X(EEMPTY, -13, "nothing to measure")

/** Result of a call. CB_OK is 0, everything else is negative. */
typedef enum cb_status {
#define CB_STATUS_ENUM(name, value, text) CB_##name = (value),
	CB_STATUS_MAP(CB_STATUS_ENUM)
#undef CB_STATUS_ENUM
} cb_status;

/** "CB_EINVAL" and so on; "CB_UNKNOWN" for a value that is none. Static storage. */
CB_API const char *cb_status_name(cb_status status);

/** One line of English without a full stop. Static storage. */
CB_API const char *cb_status_text(cb_status status);

/* name, spelling in documents, meaning */
#define CB_OUTCOME_MAP(X)                                                                          \
	X(MEASURED, "measured", "timed, after its answers were checked")                           \
	X(UNSUPPORTED, "unsupported", "the library cannot do this, or not in this mode")           \
	X(UNPROVEN, "unproven", "the acceleration mode could not be proven")                       \
	X(MISMATCH, "mismatch", "a wrong answer")                                                  \
	X(FAILED, "failed", "the library or the worker reported an error")                         \
	X(CRASHED, "crashed", "the worker died of a signal or exited")                             \
	X(TIMED_OUT, "timed-out", "no answer within the time limit")                               \
	X(SKIPPED, "skipped", "not reached: cancelled, or out of budget")

/** How a cell ended. */
typedef enum cb_outcome {
#define CB_OUTCOME_ENUM(name, text, meaning) CB_OUTCOME_##name,
	CB_OUTCOME_MAP(CB_OUTCOME_ENUM)
#undef CB_OUTCOME_ENUM
} cb_outcome;

/** The spelling used in documents ("timed-out"); "unknown" for a value that is none. */
CB_API const char *cb_outcome_name(cb_outcome outcome);

/** The version of the library that is loaded, "1.2.3"; compare with CB_VERSION. Static storage. */
CB_API const char *cb_version(void);

/** Frees a string that a function returned through a `char **`. NULL is ignored. */
CB_API void cb_string_free(char *string);

#ifdef __cplusplus
}
#endif

#endif
