/* SPDX-License-Identifier: Apache-2.0 */
/* Rounds of a pair of cells that were sampled in turn, and what they say of the difference. */
#ifndef CB_SERIES_H
#define CB_SERIES_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <cb/status.h>

/** Who takes part in a round. */
typedef enum cb__arm {
	CB__ARM_BASE,
	CB__ARM_HEAD,
	CB__ARM_CONTROL, /* the base once more */
	CB__ARM_COUNT
} cb__arm;

/** Time of one operation in a sample. */
typedef struct cb__slot {
	double cpu_ns; /* of the thread */
	double wall_ns;
} cb__slot;

/** Each arm twice, the second time in reverse order, so that drift cancels. */
typedef struct cb__round {
	uint32_t launch;
	int disturbed;   /* something else had the processor in one of the samples */
	int has_control; /* else the control's slots mean nothing */
	cb__slot slots[CB__ARM_COUNT][2];
} cb__round;

/** All zero is empty. */
typedef struct cb__series {
	cb__round *rounds; /* by ascending launch */
	size_t count;
	size_t size;
} cb__series;

/** CB_OK or CB_ENOMEM. */
cb_status cb__series_add(cb__series *series, const cb__round *round);
void cb__series_done(cb__series *series);

/** As documents have it; NULL if out of memory. */
json_t *cb__series_to_json(const cb__series *series);

/**
 * Reads what cb__series_to_json() wrote.
 *
 * @param[out] out released by the caller, on success only
 * @param[out] ret_why a constant text on CB_EFORMAT
 * @return CB_OK, CB_ENOMEM, CB_EFORMAT for lists of different lengths, times that are not above 0,
 *         launches that descend, more than 400 launches or 64 rounds of one
 */
cb_status cb__series_from_json(cb__series *out, const json_t *json, const char **ret_why);

/** Which time decides. */
typedef enum cb__clock_kind { CB__CLOCK_CPU, CB__CLOCK_WALL } cb__clock_kind;

/**
 * Whether most of the time passed elsewhere than on the thread's processor, though nobody took it:
 * in the kernel's or a device's keeping. Then the wall clock decides.
 */
int cb__series_is_offloaded(const cb__series *series);

/**
 * The logarithm of @p arm's time over the base's, one value per launch: the median over its rounds.
 * Disturbed rounds are left out unless a launch has no others.
 *
 * @param[out] ret_logs room for the series' count
 * @param launches at most so many of the first launches; 0: all
 * @param[out] ret_disturbed rounds that were left out; may be NULL
 * @return how many values
 */
size_t cb__series_logs(double *ret_logs, const cb__series *series, cb__arm arm,
	cb__clock_kind clock, size_t launches, size_t *ret_disturbed);

/** Median time of an operation of @p arm in ns over the launches; NaN if there is none. CB_OK or
 *  CB_ENOMEM. */
cb_status cb__series_median_ns(
	double *out, const cb__series *series, cb__arm arm, cb__clock_kind clock);

/** How many launches have a round. */
size_t cb__series_launches(const cb__series *series);

#endif
