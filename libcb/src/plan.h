/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_SRC_PLAN_H
#define CB_SRC_PLAN_H

#include <stdint.h>

#include <cb/plan.h>

#include "subject.h"

/** Room for one part of a list. */
#define CB__PATTERN_SIZE 128u

/** The options of a plan, parsed. */
typedef struct cb__settings {
	unsigned accel; /* CB_ACCEL_BIT()s */
	int is_accel_given;
	char *algorithms; /* globs separated by commas, or NULL for the usual ones */
	char *ops;        /* likewise */
	uint64_t *sizes;  /* ascending, none twice */
	size_t size_count;
	uint32_t launches; /* 0: at least 6, then as many as precision and budget ask for */
	uint32_t samples;  /* rounds per launch; 0: as many as the budget allows */
	uint64_t seed;
	double precision_percent;
	double budget_s;
	int is_budget_given;
	double limit_s; /* for each reply of a worker */
	char *machine;  /* or NULL */
	int no_samples;
	unsigned variants; /* CB_VARIANT_BIT()s */
	uint64_t *threads; /* ascending, none twice */
	size_t thread_count;
	uint64_t *processes; /* likewise */
	size_t process_count;
	uint32_t load; /* busy threads beside the measurement */
	int are_sizes_given;
	int is_proof_wanted;
	int no_shortcut;
	char *inject;   /* slowdowns on purpose, as cb__inject_percent() reads them; or NULL */
	uint64_t steps; /* instructions of one operation that are followed at most */
} cb__settings;

/** How many rows options.def has. */
enum {
#define CB_OPTION(name, argument, fallback, take, uses, help) CB__OPTION_##take,
#include "options.def"
#undef CB_OPTION
	CB__OPTION_COUNT
};

struct cb_plan {
	cb_context *ctx;
	cb__settings settings;
	cb__subjects subjects;
	unsigned char
		given[CB__OPTION_COUNT]; /* which options were set, in the order of their table */
};

void cb__settings_done(cb__settings *settings);

/** The subjects of @p plan; without any, @p all gets every backend found but `null`. CB_OK,
 *  CB_ENOMEM, CB_EEMPTY, CB_EINVAL if two need labels; the context says what. */
cb_status cb__plan_subjects(const cb__subjects **out, cb__subjects *all, const cb_plan *plan);

/** The first option that was set although the call with bit @p use does not heed it, or NULL. */
const char *cb__plan_misses(const cb_plan *plan, unsigned use);

/** Whether @p name matches one of the comma-separated globs in @p patterns. */
int cb__list_matches(const char *patterns, const char *name);

#endif
