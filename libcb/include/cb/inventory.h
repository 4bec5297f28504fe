/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What is here: each backend's library, its acceleration modes and what it offers; and the machine.
 *
 * Asked of workers, so no crypto library is loaded into the calling process.
 */
#ifndef CB_INVENTORY_H
#define CB_INVENTORY_H

#include <stddef.h>

#include <cb/catalogue.h>
#include <cb/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cb_inventory cb_inventory;

/** How a backend's library answers in one acceleration mode. */
typedef struct cb_mode {
	cb_accel accel;
	int achieved;        /* the mode was proven */
	const char *detail;  /* by what, or why not */
	const char *same_as; /* spelling of the mode that is the same by mechanism, or "" */
} cb_mode;

/** One algorithm of one backend in one mode. */
typedef struct cb_offer {
	unsigned ops;       /* bit (1u << cb_op) for each operation */
	const char *reason; /* why there is none, if ops is 0 */
	unsigned variants;  /* bit (1u << cb_variant) for each that any of the operations has */
} cb_offer;

/** A set of rows that a backend has given a name: subject `BACKEND/NAME`. */
typedef struct cb_implementation {
	const char *name;
	const char *about;       /* one line, or "" */
	const char *unavailable; /* why this CPU cannot run it, or "" */
} cb_implementation;

/** One backend. */
typedef struct cb_library {
	const char *backend;
	const char *module;  /* file of the backend */
	const char *error;   /* why it cannot be used, or "" */
	const char *version; /* the rest is "" or 0 if there is an error */
	const char *file;
	const char *build_id;
	const char *build_info;
	size_t mode_count;
	const cb_mode *modes;
	size_t implementation_count;
	const cb_implementation *implementations; /* beside the backend's own rows */
	const char *built_as; /* what the backend calls itself, see cb_subject */
} cb_library;

/**
 * Starts a worker for each backend and mode and asks.
 *
 * @param[out] out free with cb_inventory_free(), before @p ctx
 * @return CB_OK (also if a backend cannot be used: see cb_library.error), CB_ENOMEM, CB_EWORKER
 */
CB_API cb_status cb_inventory_new(cb_inventory **out, cb_context *ctx) CB_MUST_CHECK;
CB_API void cb_inventory_free(cb_inventory *inventory);

CB_API size_t cb_inventory_count(const cb_inventory *inventory);
CB_API const cb_library *cb_inventory_at(const cb_inventory *inventory, size_t index);

/** The algorithms that somebody knows: the catalogue's, then those of backends only. */
CB_API size_t cb_inventory_algorithm_count(const cb_inventory *inventory);
CB_API const cb_algorithm *cb_inventory_algorithm_at(const cb_inventory *inventory, size_t index);

/** What library @p index offers for @p algorithm in @p accel; NULL if the library or the mode
 *  cannot be used, or there is no such index or algorithm. */
CB_API const cb_offer *cb_inventory_offer(
	const cb_inventory *inventory, size_t index, cb_accel accel, const cb_algorithm *algorithm);

/**
 * The environment record of this machine as JSON, the same that results hold (docs/results.md):
 * CPU, operating system, virtualization, warnings. No host name, user name or serial number.
 *
 * @param[out] out free with cb_string_free()
 */
CB_API cb_status cb_environment_to_json(cb_context *ctx, char **out) CB_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
