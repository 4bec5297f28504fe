/* SPDX-License-Identifier: Apache-2.0 */
/* A backend, loaded into this process or linked into it: used by cb-worker and by tests, never by a
 * host. */
#ifndef CB_MODULE_H
#define CB_MODULE_H

#include <cb/backend.h>

#include "text.h"

typedef struct cb__module {
	void *handle;              /* NULL if it is linked into the program */
	const cb_backend *backend; /* may end where its ABI ends: see cb__module_has() */
	const cb_impl_set *set;    /* whose rows are used; NULL for the backend's own */
} cb__module;

/**
 * Loads @p file and checks its tables.
 *
 * @return CB_OK, CB_ENOTFOUND if it cannot be loaded, CB_EABI if it was built for another ABI,
 *         CB_EINVAL if its tables are malformed; @p why says what
 */
cb_status cb__module_open(cb__module *out, const char *file, cb_text *why);

/** Checks the tables of a backend that is linked into the program; returns as cb__module_open(). */
cb_status cb__module_use(cb__module *out, const cb_backend *backend, cb_text *why);

void cb__module_close(cb__module *module);

/** Where the library's symbol @p name is; NULL if it exports none, or if the module is linked into
 *  the program. */
void *cb__module_symbol(const cb__module *module, const char *name);

/** Whether the module's structures have what ABI @p abi added. */
int cb__module_has(const cb__module *module, unsigned abi);

/** The named set of rows, or NULL. */
const cb_impl_set *cb__module_set(const cb__module *module, const char *name);

/** The rows that are used. */
const cb_impl *cb__module_rows(const cb__module *module, size_t *ret_count);

/** The algorithm called @p name in the catalogue or among the backend's own; NULL if unknown. */
const cb_algorithm *cb__module_algorithm(const cb__module *module, const char *name);

/** The backend's row for @p name; NULL if it has none. */
const cb_impl *cb__module_impl(const cb__module *module, const char *name);

/** Whether the row can do @p op; the library must be initialised. */
int cb__module_can(const cb__module *module, const cb_impl *impl, cb_op op);

/** Whether @p op can be had in @p variant; whether open() agrees is seen when it is called. */
int cb__module_has_variant(
	const cb__module *module, const cb_impl *impl, cb_op op, cb_variant variant);

/** Driver function of @p op, or NULL. */
cb_run_fn *cb__module_run(const cb__module *module, const cb_impl *impl, cb_op op);

#endif
