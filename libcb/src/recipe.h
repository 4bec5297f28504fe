/* SPDX-License-Identifier: Apache-2.0 */
/* How a worker is started: its command line and its environment. */
#ifndef CB_RECIPE_H
#define CB_RECIPE_H

#include <jansson.h>

#include "context.h"
#include "serve.h"

/** A NULL-terminated list of strings. */
typedef struct cb__strings {
	char **rows;
	size_t count;
	int failed; /* out of memory */
} cb__strings;

void cb__strings_add(cb__strings *strings, const char *string);
void cb__strings_done(cb__strings *strings);

/** Launcher, loader and worker. */
cb_status cb__worker_arguments(cb__strings *out, const cb_context *ctx, const cb__served *served);

/**
 * The whole environment: of the host's, what a process needs to run and what sanitizers, profilers
 * and emulators read; nothing that steers a crypto library. Then @p settings, which are objects of
 * name and value and may be NULL.
 */
cb_status cb__worker_environment(
	cb__strings *out, const cb__served *served, json_t *const *settings, size_t setting_count);

#endif
