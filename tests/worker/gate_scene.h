/* SPDX-License-Identifier: Apache-2.0 */
/* Two sides and rules for them, gated through the public interface. */
#ifndef GATE_SCENE_H
#define GATE_SCENE_H

#include "scene.h"

#include <cb/gate.h>

#define HASH_AT_64 "fixture-hash/digest/64/on"
#define PATH_SIZE  4096

/** Where private directories are made; empty between tests. */
extern char gated_temporary[];
int gated_make_temporary(void **state);
int gated_remove_temporary(void **state);

typedef struct gated {
	cb_context *ctx;
	cb_plan *plan;
	cb_rules *rules;
	cb_gate *gate;
	cb_status status;
	void *cpus; /* that this process could use before */
} gated;

/** A file that is not the library it was copied from. */
typedef struct copied {
	char directory[64];
	char file[128];
	char subject[PATH_SIZE];
} copied;

/** Rules with few launches and a wide limit, for the machine may be busy; cells of 64 bytes. */
void gated_open(gated *out, const char *algorithms);

/** The same in a context of its own, which it takes over. */
void gated_open_in(gated *out, cb_context *ctx, const char *algorithms);
void gated_set(gated *g, const char *option, const char *value);
void gated_rule(gated *g, const char *key, const char *value);
void gated_measure(gated *g, const char *base, const char *head);

/** The test fails unless the call succeeds. */
void gated_judge(gated *g, const char *base, const char *head);

/** The test fails if a child, a private directory or another affinity is left. */
void gated_close(gated *g);

/** The cell called @p id; the test fails if there is none. */
const cb_judged *gated_find(const gated *g, const char *id);

/** NULL if there is no such note. */
const cb_gate_note *gated_note(const gated *g, const char *id);
int has_control(const cb_judged *cell);
void expect_verdict(const gated *g, const char *id, cb_verdict verdict);

/** Six launches of both sides, whatever the machine made of them. */
void expect_measured(const gated *g, const char *id);
void expect_note(const gated *g, const char *id);
void expect_exit(const gated *g, int code);

/** The test fails unless the stored document is judged in the same way. */
void expect_same_when_stored(const gated *g);

/** A copy that is not where private directories are made; @p backend with it is a subject. */
void copy_library(copied *out, const char *backend, const char *library);
void copied_done(const copied *copy);

/** The file that openssl loads where none is named. */
void find_libcrypto(char *out, size_t size);

#endif
