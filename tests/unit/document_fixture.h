/* SPDX-License-Identifier: Apache-2.0 */
/* What a run leaves behind: a crew and a matrix with readings, and the document made of them. */
#ifndef CB_TEST_DOCUMENT_FIXTURE_H
#define CB_TEST_DOCUMENT_FIXTURE_H

#include "crew_fixture.h"

#include <cb/backend.h>

#include "document.h"
#include "results.h"

#define HELLO                                                                                      \
	"{\"offers\": [{\"algorithm\": \"sha256\", \"ops\": [\"digest\"]},"                        \
	" {\"algorithm\": \"ed25519\", \"ops\": [\"sign\"]}],"                                     \
	" \"proof\": {\"achieved\": true, \"detail\": \"read back\"},"                             \
	" \"library\": {\"version\": \"1.2\", \"file\": \"/l/libx.so\", \"build_id\": \"00ff\","   \
	" \"build_info\": \"-O2\", \"providers\": [], \"device\": 5},"                             \
	" \"scrub\": [\"CB_TEST_SCRUBBED\", \"CB_TEST_NOT_SET\"]}"

#define DIGEST "sha256/digest/64"
#define SIGN   "ed25519/sign/0"

enum { ON, OFF, NOCRYPTO, BROKEN };

typedef struct fixture {
	crew_fixture *crew;
	uint64_t sizes[1];
	uint64_t threads[2];
	uint64_t processes[2];
	char algorithms[32];
	char ops[32];
	cb__settings settings;
	cb__matrix matrix;
	json_t *environment;
	cb__record record;
} fixture;

static inline void add_readings(cb__entry *entry, uint64_t cpu_ns)
{
	for (uint32_t launch = 0; launch < 6; launch++)
		for (uint32_t round = 0; round < 2; round++) {
			const cb__reading reading = {launch, round,
				{.ops = 10,
					.wall_ns = 10 * cpu_ns + launch,
					.cpu_ns = 10 * cpu_ns,
					.switches = round}};
			assert_int_equal(cb__entry_add(entry, &reading), CB_OK);
		}
}

/* One library in three modes, of which "off" stands for "nocrypto", and one that crashed. */
static inline int make(void **state)
{
	fixture *f = calloc(1, sizeof *f);
	assert_non_null(f);
	*state = f;
	crew_make((void **)&f->crew);
	cb__member *on = crew_add(f->crew, "lib", CB_ACCEL_ON, HELLO);
	cb__member *off = crew_add(f->crew, "lib", CB_ACCEL_OFF, HELLO);
	cb__member *nocrypto = crew_add(f->crew, "lib", CB_ACCEL_NOCRYPTO, NULL);
	cb__member *broken = crew_add(f->crew, "broken", CB_ACCEL_ON, NULL);
	off->service = nocrypto->service = on->service;
	nocrypto->same_as = off;
	crew_fail(broken, CB_OUTCOME_CRASHED, "killed by signal 11", "a line\n");
	f->sizes[0] = 64;
	f->threads[0] = f->processes[0] = 1;
	strcpy(f->algorithms, "sha256,ed25519");
	strcpy(f->ops, "digest,sign");
	f->settings = (cb__settings){.algorithms = f->algorithms,
		.ops = f->ops,
		.sizes = f->sizes,
		.size_count = 1,
		.seed = 7,
		.variants = CB_VARIANT_BIT(CB_VARIANT_MESSAGE),
		.threads = f->threads,
		.thread_count = 1,
		.processes = f->processes,
		.process_count = 1,
		.precision_percent = 1,
		.budget_s = 120,
		.limit_s = 30};
	assert_int_equal(cb__matrix_new(&f->matrix, &f->crew->crew, &f->settings), CB_OK);
	assert_int_equal(f->matrix.panel_count, 2);
	add_readings(&f->matrix.panels[0].entries[ON], 100);
	add_readings(&f->matrix.panels[0].entries[OFF], 400);
	f->environment = json_pack("{s:{s:s}, s:{}, s:s, s:[]}", "cpu", "model", "Example CPU",
		"os", "virtualization", "none", "warnings");
	assert_non_null(f->environment);
	f->record = (cb__record){.settings = &f->settings,
		.crew = &f->crew->crew,
		.matrix = &f->matrix,
		.environment = f->environment,
		.is_complete = 1,
		.launches = 6,
		.rounds = 2,
		.cpu = 3,
		.elapsed_s = 12.5};
	return 0;
}

static inline int drop(void **state)
{
	fixture *f = *state;
	cb__matrix_done(&f->matrix);
	assert_int_equal(f->environment->refcount, 1);
	json_decref(f->environment);
	crew_drop((void **)&f->crew);
	free(f);
	return 0;
}

static inline cb_results *results_of(fixture *f)
{
	json_t *document = NULL;
	cb_results *results = NULL;
	char *why = NULL;
	assert_int_equal(cb__document_new(&document, &f->record), CB_OK);
	if (cb__results_from_document(&results, document, &why) != CB_OK)
		fail_msg("%s", why != NULL ? why : "no reason");
	return results;
}

#define DOCUMENT_TEST(name) cmocka_unit_test_setup_teardown(name, make, drop)

#endif
