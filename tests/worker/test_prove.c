/* SPDX-License-Identifier: Apache-2.0 */
/* What libraries executed, as the public interface tells it. */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "environment.h"

#if defined(__x86_64__) && defined(__linux__)
#define IS_FOLLOWED 1
#else
#define IS_FOLLOWED 0
#endif

/* A scene whose plan is proven and not run. */
typedef struct proving {
	scene s;
	cb_proofs *proofs;
} proving;

static void open_proving(proving *p, const char *subjects, const char *algorithms, const char *ops)
{
	scene_open(&p->s, subjects, algorithms);
	scene_set(&p->s, "ops", ops);
	scene_set(&p->s, "sizes", "1024");
	p->proofs = NULL;
}

static void prove(proving *p)
{
	if (cb_plan_prove(p->s.plan, &p->proofs, NULL, NULL) != CB_OK)
		fail_msg("%s", cb_context_error(p->s.ctx));
}

static void close_proving(proving *p)
{
	cb_proofs_free(p->proofs);
	scene_close(&p->s);
}

/* Where nothing can be followed there is nothing to test but that it is said. */
static int is_followed(const proving *p)
{
	for (size_t i = 0; i < cb_proofs_finding_count(p->proofs); i++)
		if (strcmp(cb_proofs_finding_at(p->proofs, i)->id, "not-traced") == 0)
			return 0;
	return IS_FOLLOWED && !IS_SANITIZED;
}

static const cb_proof *find(const proving *p, const char *id)
{
	const cb_proof *proof = cb_proofs_find(p->proofs, id);
	if (proof == NULL)
		fail_msg("no proof \"%s\"", id);
	return proof;
}

static int has_finding(const proving *p, const char *id, const char *subject)
{
	for (size_t i = 0; i < cb_proofs_finding_count(p->proofs); i++) {
		const cb_finding *finding = cb_proofs_finding_at(p->proofs, i);
		if (strcmp(finding->id, id) == 0 && strcmp(finding->subject->label, subject) == 0)
			return 1;
	}
	return 0;
}

static int processor_has(const char *feature)
{
	json_t *environment = NULL;
	assert_int_equal(cb__environment_collect(&environment, ""), CB_OK);
	int has = cb__environment_has_feature(environment, feature) == 1;
	json_decref(environment);
	return has;
}

static void toy_is_followed_in_both_modes(void **state)
{
	(void)state;
	proving p;
	open_proving(&p, "toy_accel:on toy_accel:off", "fixture-hash", "digest");
	scene_set(&p.s, "sizes", "128");
	prove(&p);
	if (is_followed(&p)) {
		const cb_proof *on = find(&p, "toy_accel/fixture-hash/digest/128/on");
		const cb_proof *off = find(&p, "toy_accel/fixture-hash/digest/128/off");
		assert_int_equal(on->outcome, CB_OUTCOME_MEASURED);
		assert_int_equal(on->repeats, 2);
		assert_true(on->complete);
		assert_true(on->inside > 128);
		/* Fifty times the work. */
		assert_true(off->inside > 40 * on->inside && off->inside < 60 * on->inside);
		assert_string_equal(on->subject->level, "trace");
		assert_true(on->subject->achieved);
		assert_false(cb_proofs_failed(p.proofs));
	} else if (!IS_SANITIZED) { /* sanitizers add instructions of their own */
		assert_int_equal(find(&p, "toy_accel/fixture-hash/digest/128/on")->outcome,
			CB_OUTCOME_UNSUPPORTED);
	}
	close_proving(&p);
}

static void switch_that_does_not_switch_is_caught(void **state)
{
	(void)state;
	proving p;
	if (!processor_has("aes"))
		skip();
	open_proving(&p, "toy_inlined:on toy_inlined:off", "fixture-hash", "digest");
	prove(&p);
	if (is_followed(&p)) {
		const cb_proof *off = find(&p, "toy_inlined/fixture-hash/digest/1024/off");
		assert_int_equal(off->outcome, CB_OUTCOME_UNPROVEN);
		expect_part(off->reason, "10 aes");
		assert_int_equal(cb_proof_count(off, "aes"), 10);
		assert_false(off->subject->achieved);
		assert_true(has_finding(&p, "off-not-off", "toy_inlined:off"));
		assert_true(cb_proofs_failed(p.proofs));
	}
	close_proving(&p);
}

static void run_with_proof_leaves_it_out(void **state)
{
	(void)state;
	scene s;
	if (!processor_has("aes") || !IS_FOLLOWED || IS_SANITIZED)
		skip();
	scene_open(&s, "toy_inlined:on toy_inlined:off", "fixture-hash");
	scene_run(&s, NULL, NULL);
	/* The switch says that it works, ... */
	scene_expect(&s, "toy_inlined/fixture-hash/digest/64/off", CB_OUTCOME_MEASURED);
	assert_string_equal(scene_subject(&s, "toy_inlined:off")->level, "switch");
	cb_results_free(s.results);
	s.results = NULL;
	scene_set(&s, "prove", "1");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	/* ... and what was executed does not. */
	const cb_subject *off = scene_subject(&s, "toy_inlined:off");
	if (strcmp(off->level, "trace") == 0) {
		scene_expect(&s, "toy_inlined/fixture-hash/digest/64/off", CB_OUTCOME_UNPROVEN);
		assert_false(off->achieved);
		expect_part(off->detail, "aes");
		scene_expect(&s, "toy_inlined/fixture-hash/digest/64/on", CB_OUTCOME_MEASURED);
		assert_string_equal(scene_subject(&s, "toy_inlined:on")->level, "trace");
		assert_true(cb_results_failed(s.results));
	}
	scene_close(&s);
}

static void budget_of_steps_cuts_and_says_so(void **state)
{
	(void)state;
	proving p;
	open_proving(&p, "toy_accel:on", "fixture-hash", "digest");
	scene_set(&p.s, "steps", "500");
	prove(&p);
	if (is_followed(&p)) {
		const cb_proof *on = find(&p, "toy_accel/fixture-hash/digest/1024/on");
		assert_int_equal(on->outcome, CB_OUTCOME_MEASURED);
		assert_false(on->complete);
		assert_int_equal(on->inside + on->outside, 500);
		assert_int_equal(on->repeats, 1);
		/* And it proves nothing. */
		assert_string_equal(on->subject->level, "switch");
	}
	close_proving(&p);
}

static void signal_that_is_ignored_ends_nothing(void **state)
{
	(void)state;
	proving p;
	open_proving(&p, "resized", "fixture-hash", "digest");
	prove(&p);
	if (is_followed(&p))
		assert_int_equal(find(&p, "resized/fixture-hash/digest/1024/on")->outcome,
			CB_OUTCOME_MEASURED);
	close_proving(&p);
}

/* OpenSSL's AES-CBC without AES-NI does, and would save the trap flag of the step. */
static void code_that_restores_its_flags_is_followed(void **state)
{
	(void)state;
	proving p;
	if (!scene_has("openssl"))
		skip();
	open_proving(&p, "openssl:off", "aes-256-cbc", "encrypt");
	scene_set(&p.s, "sizes", "256");
	prove(&p);
	const cb_proof *proof = find(&p, "openssl/aes-256-cbc/encrypt/256/off");
	if (is_followed(&p) && proof->outcome != CB_OUTCOME_UNSUPPORTED) {
		assert_int_equal(proof->outcome, CB_OUTCOME_MEASURED);
		assert_string_equal(proof->subject->level, "trace");
	}
	close_proving(&p);
}

static void cell_that_crashes_fails_alone(void **state)
{
	(void)state;
	proving p;
	open_proving(&p, "crash_ill toy_accel:on", "fixture-hash", "digest");
	prove(&p);
	assert_int_equal(find(&p, "crash_ill/fixture-hash/digest/1024/on")->outcome,
		IS_SANITIZED ? find(&p, "crash_ill/fixture-hash/digest/1024/on")->outcome
			     : CB_OUTCOME_CRASHED);
	assert_true(cb_proofs_failed(p.proofs));
	if (is_followed(&p))
		assert_int_equal(find(&p, "toy_accel/fixture-hash/digest/1024/on")->outcome,
			CB_OUTCOME_MEASURED);
	close_proving(&p);
}

/* However many steps it might take, what stands still is given up after the time for one answer. */
static void cell_that_hangs_ends_soon(void **state)
{
	(void)state;
	static const char *const backends[] = {"hang", "hang_child", "hang_followed"};
	proving p;
	open_proving(&p, "hang hang_child hang_followed toy_accel:on", "fixture-hash", "digest");
	scene_set(&p.s, "time-limit", "0.5");
	scene_set(&p.s, "steps", "1000000000");
	uint64_t begun_ns = cb__clock_wall_ns();
	prove(&p);
	assert_true(cb__clock_wall_ns() - begun_ns < (IS_SANITIZED ? 60000000000u : 10000000000u));
	for (size_t i = 0; is_followed(&p) && i < sizeof backends / sizeof *backends; i++) {
		char id[64];
		snprintf(id, sizeof id, "%s/fixture-hash/digest/1024/on", backends[i]);
		assert_int_equal(find(&p, id)->outcome, CB_OUTCOME_TIMED_OUT);
	}
	if (is_followed(&p))
		assert_int_equal(find(&p, "toy_accel/fixture-hash/digest/1024/on")->outcome,
			CB_OUTCOME_MEASURED);
	close_proving(&p);
	expect_no_children();
}

/* A longer message runs the same code more often. */
static void shortest_message_is_followed_twice(void **state)
{
	(void)state;
	proving p;
	open_proving(&p, "toy_accel:on", "fixture-hash", "digest");
	scene_set(&p.s, "sizes", "128,64,256");
	prove(&p);
	if (is_followed(&p)) {
		assert_int_equal(find(&p, "toy_accel/fixture-hash/digest/64/on")->repeats, 2);
		assert_int_equal(find(&p, "toy_accel/fixture-hash/digest/128/on")->repeats, 1);
		assert_int_equal(find(&p, "toy_accel/fixture-hash/digest/256/on")->repeats, 1);
	}
	close_proving(&p);
}

static int keep_last(const cb_progress *progress, void *payload)
{
	cb_progress *last = payload;
	*last = *progress;
	return 0;
}

static void the_end_of_a_proof_is_told(void **state)
{
	(void)state;
	cb_progress last = {0};
	proving p;
	open_proving(&p, "toy_accel:on", "fixture-hash", "digest");
	scene_set(&p.s, "sizes", "16");
	assert_int_equal(cb_plan_prove(p.s.plan, &p.proofs, keep_last, &last), CB_OK);
	assert_int_equal(last.total, 1);
	assert_int_equal(last.done, 1);
	close_proving(&p);
}

static int cancel(const cb_progress *progress, void *payload)
{
	uint64_t *done = payload;
	*done = progress->done;
	return progress->done > 0;
}

/* The caller is asked every 50 ms: where nothing can be followed, all cells have their outcome by
 * then, and none is skipped. */
static void cancelled_proof_keeps_what_it_has(void **state)
{
	(void)state;
	proving p;
	open_proving(&p, "toy_accel:on toy_accel:off", "fixture-hash", "digest");
	scene_set(&p.s, "sizes", "16,32,64");
	uint64_t done = 0;
	size_t skipped = 0;
	assert_int_equal(cb_plan_prove(p.s.plan, &p.proofs, cancel, &done), CB_ECANCELLED);
	assert_non_null(p.proofs);
	assert_false(cb_proofs_complete(p.proofs));
	assert_int_equal(cb_proofs_count(p.proofs), 6);
	for (size_t i = 0; i < 6; i++)
		skipped += cb_proofs_at(p.proofs, i)->outcome == CB_OUTCOME_SKIPPED ? 1 : 0;
	assert_in_range(done, 1, 6);
	assert_int_equal(skipped, 6 - done);
	assert_int_not_equal(cb_proofs_at(p.proofs, 0)->outcome, CB_OUTCOME_SKIPPED);
	close_proving(&p);
}

/* What one process counted is what all count: addresses differ, instructions do not. */
static void twenty_processes_count_the_same(void **state)
{
	(void)state;
	uint64_t first = 0;
	if (!scene_has("openssl"))
		skip();
	for (int i = 0; i < 20; i++) {
		proving p;
		open_proving(&p, "openssl:on", "sha256", "digest");
		scene_set(&p.s, "sizes", "64");
		prove(&p);
		uint64_t inside = find(&p, "openssl/sha256/digest/64/on")->inside;
		first = i == 0 ? inside : first;
		assert_int_equal(inside, first);
		close_proving(&p);
	}
}

/* Instructions of one operation on 1 KiB, counted by another tracer on Zen 4 with Debian 12's
 * libraries; it gave AEAD operations no additional data, which costs up to 3.5 %, and drove CBC by
 * other calls. */
static const struct figure {
	const char *subject;
	const char *algorithm;
	const char *operation;
	const char *version;
	uint64_t inside;
	double percent;
	const char *group; /* and how many of it; NULL for none */
	uint64_t count;
} figures[] = {
	{"openssl:on", "sha256", "digest", "3.0.", 3696, 2, "sha", 952},
	{"openssl:nocrypto", "sha256", "digest", "3.0.", 31454, 2, "bmi2", 7616},
	{"openssl:off", "sha256", "digest", "3.0.", 48420, 2, NULL, 0},
	{"openssl:on", "aes-256-gcm", "seal", "3.0.", 4993, 3, "aes", 910}, /* 4893 in 3.0.19 */
	{"openssl:nocrypto", "aes-256-gcm", "seal", "3.0.", 54326, 2, "ssse3", 911},
	{"openssl:on", "chacha20-poly1305", "seal", "3.0.", 4631, 2, "avx512", 2196},
	{"openssl:on", "aes-256-cbc", "encrypt", "3.0.", 6160, 4, "aes", 896},
	{"mbedtls:on", "aes-256-gcm", "seal", "2.28.", 49825, 2, "aes", 910},
	{"mbedtls:on", "sha256", "digest", "2.28.", 68145, 2, "sha", 0},
	{"libsodium:on", "aes-256-gcm", "seal", "1.0.18", 3815, 3, "aes", 910},
	{"libsodium:on", "chacha20-poly1305", "seal", "1.0.18", 9888, 3.5, "aes", 0},
	{"libsodium:off", "chacha20-poly1305", "seal", "1.0.18", 26471, 2, NULL, 0},
};

static void expect_figure(const struct figure *figure)
{
	proving p;
	open_proving(&p, figure->subject, figure->algorithm, figure->operation);
	prove(&p);
	const cb_proof *proof = cb_proofs_at(p.proofs, 0);
	int is_same_build =
		strncmp(proof->subject->version, figure->version, strlen(figure->version)) == 0;
	double off = 100 * fabs((double)proof->inside / (double)figure->inside - 1);
	if (is_followed(&p) && is_same_build && off > figure->percent)
		fail_msg("%s: %u instructions and not %u", proof->id, (unsigned)proof->inside,
			(unsigned)figure->inside);
	if (is_followed(&p) && is_same_build && figure->group != NULL)
		assert_int_equal(cb_proof_count(proof, figure->group), figure->count);
	close_proving(&p);
}

static int has_backend_of(const char *subject)
{
	char name[32];
	size_t len = strcspn(subject, ":");
	assert_true(len < sizeof name);
	memcpy(name, subject, len);
	name[len] = '\0';
	return scene_has(name);
}

static void counts_agree_with_another_tracer(void **state)
{
	(void)state;
	static const char *const features[] = {"aes", "clmul", "sha2", "avx512f", "vaes"};
	for (size_t i = 0; i < sizeof features / sizeof *features; i++)
		if (!processor_has(features[i]))
			skip();
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
		if (has_backend_of(figures[i].subject))
			expect_figure(&figures[i]);
}

static void unused_instructions_are_found(void **state)
{
	(void)state;
	proving p;
	if (!scene_has("libsodium") || !processor_has("sha2"))
		skip();
	open_proving(&p, "libsodium:on", "sha256", "digest");
	scene_set(&p.s, "sizes", "64");
	prove(&p);
	if (is_followed(&p))
		assert_true(has_finding(&p, "acceleration-not-used", "libsodium:on"));
	close_proving(&p);
}

static void module_that_a_library_loads_counts_as_inside(void **state)
{
	(void)state;
	proving p;
	if (!scene_has("openssl"))
		skip();
	open_proving(&p, "openssl:on", "rc4", "encrypt");
	prove(&p);
	const cb_proof *proof = find(&p, "openssl/rc4/encrypt/1024/on");
	/* At least four instructions for each byte, and they are in legacy.so. */
	if (is_followed(&p) && proof->outcome == CB_OUTCOME_MEASURED) {
		assert_true(proof->inside > 4 * 1024);
		assert_true(proof->outside < 1024);
	}
	close_proving(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(toy_is_followed_in_both_modes),
		cmocka_unit_test(switch_that_does_not_switch_is_caught),
		cmocka_unit_test(run_with_proof_leaves_it_out),
		cmocka_unit_test(budget_of_steps_cuts_and_says_so),
		cmocka_unit_test(signal_that_is_ignored_ends_nothing),
		cmocka_unit_test(code_that_restores_its_flags_is_followed),
		cmocka_unit_test(cell_that_crashes_fails_alone),
		cmocka_unit_test(cell_that_hangs_ends_soon),
		cmocka_unit_test(shortest_message_is_followed_twice),
		cmocka_unit_test(the_end_of_a_proof_is_told),
		cmocka_unit_test(cancelled_proof_keeps_what_it_has),
		cmocka_unit_test(twenty_processes_count_the_same),
		cmocka_unit_test(counts_agree_with_another_tracer),
		cmocka_unit_test(unused_instructions_are_found),
		cmocka_unit_test(module_that_a_library_loads_counts_as_inside),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
