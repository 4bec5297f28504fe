/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The root object.
 *
 * Conventions of every libcb header
 * - Parameters come in this order: receiver, outputs, inputs, callback, payload.
 *   A constructor has no receiver, so its output comes first.
 * - A function that can fail returns cb_status; outputs are written on success only.
 * - `_new` hands ownership over and has a `_free`, which ignores NULL. A getter is a
 *   noun and its result is borrowed: it lives as long as the object it came from.
 *   A `char **` output is freed with cb_string_free().
 * - A handle belongs to one thread at a time; different contexts are independent.
 *   cb_results may be read by any number of threads.
 * - Passing NULL or a freed handle where a handle is asked for is a programming error.
 * - Nothing prints, exits, installs signal handlers or keeps global state.
 * - Strings are UTF-8. Times are nanoseconds, sizes bytes, rates per second (SI).
 */
#ifndef CB_CONTEXT_H
#define CB_CONTEXT_H

#include <stddef.h>

#include <cb/export.h>
#include <cb/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Knows where backends and workers are, and holds the last error. */
typedef struct cb_context cb_context;

/** Start from CB_CONFIG_INIT; a member left NULL means its default. */
typedef struct cb_config {
	size_t struct_size; /* set by CB_CONFIG_INIT */
	/** Directories with backend modules, separated by ':'. Default: $CB_BACKEND_PATH, else
	 *  "libcb/backends" beside the library, else the installed directory. Not looked at by a
	 *  libcb that was built with CB_STATIC_BACKENDS: its worker has the backends built in. */
	const char *backend_path;
	/** The cb-worker program. Default: $CB_WORKER, else "libcb/cb-worker" beside the library,
	 *  else the installed one. */
	const char *worker_path;
	/** Words put in front of every worker's command line, NULL-terminated: taskset, valgrind,
	 *  an emulator. Default: none. */
	const char *const *launcher;
} cb_config;

#ifdef __cplusplus
#define CB_CONFIG_INIT                                                                             \
	{                                                                                          \
		sizeof(cb_config), NULL, NULL, NULL                                                \
	}
#else
#define CB_CONFIG_INIT                                                                             \
	{                                                                                          \
		.struct_size = sizeof(cb_config)                                                   \
	}
#endif

/**
 * Creates a context. No crypto library is loaded into the calling process, now or later.
 *
 * @param[out] out the context; free with cb_context_free()
 * @param config NULL for defaults; copied, need not outlive the call
 * @return CB_OK, CB_ENOMEM, or CB_EINVAL for a struct_size this version does not know
 */
CB_API cb_status cb_context_new(cb_context **out, const cb_config *config) CB_MUST_CHECK;

/** Frees @p ctx. Plans and inventories made from it must be freed before. */
CB_API void cb_context_free(cb_context *ctx);

/** One line on the last failure on @p ctx: what, where, and what to do about it. Never NULL;
 *  "" if nothing failed yet. Valid until the next call with @p ctx or an object made from it. */
CB_API const char *cb_context_error(const cb_context *ctx);

/**
 * Writes a text into a file, as it is and whole: an old file stays if the new one cannot be
 * written. Formats and reports are such texts.
 *
 * @param ctx gets the reason on failure
 * @return CB_OK, CB_ENOMEM, or CB_EIO
 */
CB_API cb_status cb_string_save(
	const char *string, cb_context *ctx, const char *file) CB_MUST_CHECK;

/**
 * Adds a backend module that is outside the backend path.
 *
 * @param file the module; its name without ending is the backend's name, whatever the module calls
 *         itself (cb_subject.built_as)
 * @return CB_OK, CB_ENOMEM, CB_ENOTFOUND if @p file cannot be read, or CB_EINVAL if a
 *         backend of that name is known already or the name has other characters than letters,
 *         digits and ._+-, or CB_ENOTSUP if this libcb has its backends built in
 */
CB_API cb_status cb_context_add_backend(cb_context *ctx, const char *file) CB_MUST_CHECK;

/** Number of backends found, `null` included. */
CB_API size_t cb_context_backend_count(const cb_context *ctx);

/** Name of backend @p index, in alphabetical order; NULL if there is none. Borrowed. */
CB_API const char *cb_context_backend_name(const cb_context *ctx, size_t index);

/** File of backend @p index: its module, or the worker if that has it built in. NULL if there is
 *  none. Borrowed. */
CB_API const char *cb_context_backend_file(const cb_context *ctx, size_t index);

/** The worker program that would be started. Borrowed. */
CB_API const char *cb_context_worker(const cb_context *ctx);

#ifdef __cplusplus
}
#endif

#endif
