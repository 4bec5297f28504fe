/* SPDX-License-Identifier: Apache-2.0 */
/* What is compared: parsed from its text, and later with a worker behind it. */
#ifndef CB_SUBJECT_H
#define CB_SUBJECT_H

#include <cb/catalogue.h>

#include "context.h"

typedef struct cb__subject {
	char *label;     /* given, or "backend:accel", "backend/implementation:accel" */
	int is_labelled; /* the label was given */
	char *backend;
	char *implementation; /* named set of the backend's rows; NULL for its own */
	const char *module;   /* borrowed from the context */
	cb_accel accel;
	int is_asked;  /* the mode was asked for by name */
	char *library; /* file or directory, resolved; NULL for the system's */
	unsigned copy; /* above 0: a copy of the file is loaded, that of this number: the same bytes
			  in other pages */
} cb__subject;

typedef struct cb__subjects {
	cb__subject *rows;
	size_t count;
} cb__subjects;

/**
 * Appends what `[LABEL@]BACKEND[/IMPLEMENTATION][:ACCEL][=LIBRARY]` stands for: one subject, or one
 * for each of
 * @p modes (CB_ACCEL_BIT()s) if no mode is named.
 *
 * @return CB_OK, CB_ENOMEM, CB_EINVAL or CB_ENOTFOUND; the context says what
 */
cb_status cb__subjects_add(
	cb__subjects *subjects, cb_context *ctx, const char *text, unsigned modes);

/** Checks that no two subjects have one label. CB_EINVAL if they do. */
cb_status cb__subjects_check(const cb__subjects *subjects, cb_context *ctx);

/** Appends a function of the calling program, whose label is @p name. CB_ENOMEM. */
cb_status cb__subjects_add_function(cb__subjects *subjects, const char *name);

/** Whether @p label is one: letters, digits and ._+-, at least one of them. */
int cb__label_is_valid(const char *label);

/** Whether both are the same rows of their backends. */
int cb__subject_is_same_implementation(const cb__subject *a, const cb__subject *b);

void cb__subjects_done(cb__subjects *subjects);

#endif
