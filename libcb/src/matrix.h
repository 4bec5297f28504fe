/* SPDX-License-Identifier: Apache-2.0 */
/* The panels of a run and their cells, with the samples taken so far. */
#ifndef CB_MATRIX_H
#define CB_MATRIX_H

#include <stdint.h>

#include "crew.h"
#include "measure.h"
#include "offers.h"
#include "plan.h"

/** A sample and where in the run it was taken. */
typedef struct cb__reading {
	uint32_t launch; /* 0 for the first */
	uint32_t round;
	cb__sample sample;
} cb__reading;

typedef struct cb__entry {
	cb__member *member;
	cb_outcome outcome; /* MEASURED until something else happens */
	char *reason;
	char *output;
	uint64_t ops;          /* of a batch; 0 until calibrated */
	uint64_t turns;        /* samples taken */
	double slowed_percent; /* time that is added to each batch on purpose; 0 in real life */
	cb__reading *readings;
	size_t reading_count;
	size_t reading_size;
	char fingerprint[17]; /* of the last open; "" if it was not opened */
	int is_open;
	int is_outvoted;       /* its output is not the one most libraries give */
	int is_confirmed;      /* another library agrees with it */
	uint32_t answer_count; /* published ones that it was held against */
} cb__entry;

typedef struct cb__panel {
	const cb_algorithm *algorithm;
	cb_op op;
	uint64_t size;
	cb_variant variant;
	uint32_t threads;
	uint32_t processes;
	uint32_t load;
	cb__entry *entries; /* one per member of the crew */
	int is_cross_checked;
	double cost_s;        /* of the last visit */
	uint32_t cost_rounds; /* that were planned for it */
} cb__panel;

typedef struct cb__matrix {
	cb__algorithms algorithms;
	cb__panel *panels;
	size_t panel_count;
	size_t entry_count; /* in each panel */
} cb__matrix;

/**
 * Selects panels by @p settings from what the crew's workers offer. A panel that no member offers
 * is there only if its algorithm was asked for by its full name.
 *
 * @return CB_OK, CB_ENOMEM, CB_EEMPTY if nothing is selected, CB_ENOTFOUND for a pattern that
 *         matches no algorithm or operation, CB_EINVAL for a size that no selected algorithm can
 * do; the context says what
 */
cb_status cb__matrix_new(cb__matrix *out, cb__crew *crew, const cb__settings *settings);
void cb__matrix_done(cb__matrix *matrix);

/** "aes-256-gcm/seal/16384", and what differs from the default: "/variant=rekey/threads=2". */
void cb__panel_name(cb_text *out, const cb__panel *panel);

/** The beginning of that name as an id has it, before its mode: of the cell of @p member. */
void cb__panel_stem(cb_text *out, const cb__panel *panel, const cb__member *member);

/** What follows the mode. */
void cb__panel_suffix(cb_text *out, const cb__panel *panel);

/** What the cell of @p member is of: what the panel is of, unless the member is a function. */
const cb_algorithm *cb__panel_algorithm(const cb__panel *panel, const cb__member *member);
uint64_t cb__panel_size(const cb__panel *panel, const cb__member *member);

/** Ends a cell. Texts are copied; the first end counts. */
cb_status cb__entry_end(
	cb__entry *entry, cb_outcome outcome, const char *reason, const char *output);

/** Whether more samples can be taken. */
int cb__entry_is_alive(const cb__entry *entry);

/** Appends a reading. */
cb_status cb__entry_add(cb__entry *entry, const cb__reading *reading);

#endif
