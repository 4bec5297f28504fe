/* SPDX-License-Identifier: Apache-2.0 */
/* Profiles: plain data, so that tables and files make the same. */
#ifndef CB_SRC_PROFILE_H
#define CB_SRC_PROFILE_H

#include <cb/advise.h>

#define CB__PROFILE_TEXT    160 /* a name, a unit, a summary, with its end */
#define CB__PROFILE_WORK    64
#define CB__PROFILE_CHOICES 16
#define CB__PROFILE_SIZES   16

/** What stands for each of the choices. */
#define CB__PROFILE_CHOICE "choice"

typedef struct cb__work {
	const cb_algorithm *algorithm; /* NULL: the choice */
	cb_op op;
	uint64_t size;
	double count;
} cb__work;

struct cb_profile {
	cb_context *ctx;
	char name[CB__PROFILE_TEXT];
	char summary[CB__PROFILE_TEXT];
	char unit[CB__PROFILE_TEXT];
	char needs[CB__PROFILE_TEXT]; /* a capability, or "" */
	cb_accel accel;
	uint64_t bytes; /* of payload in a unit; 0: rates are units */
	const cb_algorithm *choices[CB__PROFILE_CHOICES];
	size_t choice_count;
	uint64_t sizes[CB__PROFILE_SIZES]; /* ascending; looked at besides those of the work */
	size_t size_count;
	cb__work work[CB__PROFILE_WORK];
	size_t work_count;
};

/** A new profile in which nothing is set; NULL if out of memory. */
cb_profile *cb__profile_new(cb_context *ctx);

/** Reads a file. CB_EIO if it cannot be read, else as cb_profile_parse(). */
cb_status cb__profile_load(cb_profile **out, cb_context *ctx, const char *file);

/** Adds a size unless it is there. 0 if there is no room. */
int cb__profile_add_size(cb_profile *profile, uint64_t size);

/** What part @p work does with choice @p choice. */
const cb_algorithm *cb__work_algorithm(
	const cb_profile *profile, const cb__work *work, size_t choice);

/** How many choices there are, at least one. */
size_t cb__profile_choice_count(const cb_profile *profile);

/** Whether a message of @p work differs by its size, and is that of the choice. */
int cb__work_is_sized(const cb_profile *profile, const cb__work *work);

/** How a library and a capability go together. */
typedef enum cb__ability {
	CB__ABILITY_HAS,
	CB__ABILITY_OLD,    /* a later version has it */
	CB__ABILITY_NEVER,  /* no version has it */
	CB__ABILITY_UNKNOWN /* neither backend nor version tell */
} cb__ability;

/** Whether @p version of @p backend has @p capability, and if a later one has, which. */
cb__ability cb__capability_of(
	const char **ret_since, const char *capability, const char *backend, const char *version);

/** Whether any row has @p capability. */
int cb__capability_is_known(const char *capability);

/** The backend of the row @p index of those that never have @p capability; NULL past the end. */
const char *cb__capability_never(const char *capability, size_t index);

#endif
