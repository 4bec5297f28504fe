/* SPDX-License-Identifier: Apache-2.0 */
#include "gate.h"

#include "gate_fixture.h"

#include <unistd.h>

#include "scarcity.h"

#define ONE      "sha256/digest/64"
#define TWO      "sha512/digest/64"
#define LAUNCHES .screen = 8, .confirm = 48

/* Of every kind one, with noise. */
static const gate_line mixed[] = {
	{ONE, LAUNCHES, .loss_percent = 8, .noise_percent = 1, .control_screen = 3,
		.control_confirm = 48},
	{TWO, .screen = 8, .loss_percent = 1, .noise_percent = 0.5},
	{"aes-128-gcm/seal/16", .screen = 8, .loss_percent = 7, .noise_percent = 0.5},
	{"aes-128-gcm/seal/64", .screen = 8, .loss_percent = -400, .noise_percent = 0.5},
	{"aes-128-gcm/open/16", .more = "'base': null, "},
	{"aes-128-gcm/open/64", .more = "'head': null, "},
	{"aes-256-gcm/seal/16", .more = "'same_code': true, "},
	{"aes-256-gcm/seal/64", .more = "'count': {'base': [1000, 1001], 'head': [1100, 1100]}, "},
	{"aes-256-gcm/open/16", .more = "'stored': {'base_ns': [100, 101, 99], 'head_ns': 120, "
					"'head_low_ns': 119, 'head_high_ns': 121}, "},
	{"aes-256-gcm/open/64", .more = "'head': {'outcome': 'timed-out', 'reason': 'late'}, "},
};

static void verdicts_have_names_and_meanings(void **state)
{
	(void)state;
	assert_string_equal(cb_verdict_name(CB_VERDICT_REGRESSED), "regressed");
	assert_string_equal(cb_verdict_name(CB_VERDICT_IDENTICAL), "identical");
	for (int i = 0; i < CB_VERDICT_COUNT; i++) {
		assert_string_not_equal(cb_verdict_name((cb_verdict)i), "unknown");
		assert_string_not_equal(cb_verdict_meaning((cb_verdict)i), "unknown");
	}
	assert_string_equal(cb_verdict_name(CB_VERDICT_COUNT), "unknown");
	assert_string_equal(cb_verdict_meaning((cb_verdict)-1), "unknown");
	cb_gate_free(NULL);
}

static void judging_twice_says_the_same(void **state)
{
	gate_fixture *f = *state;
	cb_gate *again = NULL;
	char *one = NULL, *two = NULL;

	GATE(f, mixed);
	for (unsigned flags = 0; flags < 2; flags++) {
		unsigned how = flags > 0 ? CB_JSON_COMPACT : 0;
		assert_int_equal(cb_gate_to_json(f->gate, &one, how), CB_OK);
		assert_int_equal(cb_gate_from_json(&again, f->ctx, one, strlen(one), NULL), CB_OK);
		assert_int_equal(cb_gate_to_json(again, &two, how), CB_OK);
		assert_string_equal(one, two);
		assert_int_equal(cb_gate_exit(again), cb_gate_exit(f->gate));
		for (size_t i = 0; i < cb_gate_count(again); i++)
			assert_string_equal(cb_gate_at(again, i)->id, cb_gate_at(f->gate, i)->id);
		cb_string_free(one);
		cb_string_free(two);
		cb_gate_free(again);
	}
}

static void verdicts_that_somebody_wrote_count_for_nothing(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES, .loss_percent = 9,
		.more = "'verdict': 'unchanged', 'loss_percent': 0, 'p': 'x', 'reason': 3, "}};
	gate_fixture *f = *state;

	f->more = "'verdict': {'word': 'ok', 'exit': 0}, 'notes': [7], ";
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_REGRESSED);
	assert_exit(f->gate, CB_GATE_REGRESSED, "regressed");
}

static void other_rules_give_other_verdicts(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES, .loss_percent = 8}};
	gate_fixture *f = *state;
	char *text = NULL;

	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_REGRESSED);
	assert_int_equal(cb_gate_to_json(f->gate, &text, 0), CB_OK);
	cb_gate_free(f->gate);
	f->gate = NULL;
	gate_rule(f, "limit", "9%");
	assert_int_equal(cb_gate_from_json(&f->gate, f->ctx, text, strlen(text), f->rules), CB_OK);
	assert_verdict(f->gate, ONE, CB_VERDICT_UNCHANGED);
	assert_true(fabs(gate_cell(f->gate, ONE)->limit_percent - 9) < 1e-9);
	cb_string_free(text);
	/* They are in the document from now on. */
	assert_int_equal(cb_gate_to_json(f->gate, &text, 0), CB_OK);
	cb_gate_free(f->gate);
	f->gate = NULL;
	assert_int_equal(cb_gate_from_json(&f->gate, f->ctx, text, strlen(text), NULL), CB_OK);
	assert_verdict(f->gate, ONE, CB_VERDICT_UNCHANGED);
	cb_string_free(text);
}

static void rules_of_the_document_count_if_none_are_given(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES, .loss_percent = 8}};
	gate_fixture *f = *state;

	f->more = "'rules': {'file': 'ci/gate.cfg', 'gate': {'limit_percent': 20}, 'waivers': "
		  "[{'cells': '**', 'up_to_percent': 30, 'expires': '2027-01-01', 'reason': 'why', "
		  "'line': 4}]}, ";
	static const gate_line canary = {ONE, .screen = 8, .loss_percent = 40};
	f->canary = &canary;
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_UNCHANGED);
	assert_string_equal(cb_gate_rules_file(f->gate), "ci/gate.cfg");
	static const gate_line more[] = {{ONE, LAUNCHES, .loss_percent = 25}};
	assert_verdict(GATE(f, more), ONE, CB_VERDICT_WAIVED);
	assert_string_equal(gate_cell(f->gate, ONE)->waiver, "why");
}

static void stored_rules_can_be_changed_one_by_one(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES, .loss_percent = 25}};
	gate_fixture *f = *state;

	f->more = "'rules': {'file': 'ci/gate.cfg', 'gate': {'limit_percent': 50}, 'waivers': "
		  "[{'cells': '**', 'up_to_percent': 30, 'expires': '2027-01-01', 'reason': 'why', "
		  "'line': 4}]}, ";
	f->canary = NULL;
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_UNCHANGED);
	assert_int_equal(cb_gate_rules(f->gate, f->ctx, &f->rules), CB_OK);
	gate_rule(f, "limit", "20%");
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_WAIVED);
	assert_string_equal(cb_gate_rules_file(f->gate), "ci/gate.cfg");
}

static void changed_settings_of_launches_ask_for_more(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES, .loss_percent = 8}};
	gate_fixture *f = *state;

	gate_rule(f, "confirm_launches", "49");
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_SUSPECT);
	gate_rule(f, "confirm_launches", "16");
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_REGRESSED);
	assert_int_equal(gate_cell(f->gate, ONE)->launches, 32);
}

static void document_says_what_was_measured(void **state)
{
	static const gate_line lines[] = {{ONE, .screen = 8}};
	gate_fixture *f = *state;

	f->more = "'environment': {'cpu': {'model': 'A', 'cores': 3}, 'os': 'x'}, ";
	const cb_gate *gate = GATE(f, lines);
	assert_string_equal(cb_gate_environment(gate, "cpu.model"), "A");
	assert_string_equal(cb_gate_environment(gate, "cpu.cores"), "");
	assert_string_equal(cb_gate_environment(gate, "cpu"), "");
	assert_string_equal(cb_gate_environment(gate, "os.kernel"), "");
	assert_string_equal(cb_gate_environment(gate, "os"), "x");
	assert_string_equal(cb_gate_environment(gate, ""), "");
	assert_string_equal(cb_gate_environment(gate, "."), "");
	assert_string_equal(cb_gate_mode(gate), "ab");
	assert_string_equal(cb_gate_created(gate), "2026-11-30T12:00:00Z");
	assert_int_equal(cb_gate_base_count(gate), 1);
	assert_int_equal(cb_gate_head_count(gate), 1);
	assert_string_equal(cb_gate_base_at(gate, 0)->version, "3.0.19");
	assert_string_equal(cb_gate_head_at(gate, 0)->backend, "openssl");
	assert_null(cb_gate_head_at(gate, 1));
	assert_true(cb_gate_complete(gate));
	assert_null(cb_gate_find(gate, "nothing"));
	assert_null(cb_gate_note_at(gate, cb_gate_note_count(gate)));
	assert_string_equal(cb_gate_rules_file(gate), "");
}

static void document_holds_what_was_said(void **state)
{
	gate_fixture *f = *state;
	char *text = NULL;

	GATE(f, mixed);
	assert_int_equal(cb_gate_to_json(f->gate, &text, CB_JSON_COMPACT), CB_OK);
	json_t *json = json_loads(text, 0, NULL);
	assert_non_null(json);
	const json_t *cell = json_array_get(json_object_get(json, "cells"), 0);
	const json_t *verdict = json_object_get(json, "verdict");
	assert_string_equal(json_string_value(json_object_get(cell, "verdict")), "regressed");
	assert_string_equal(json_string_value(json_object_get(cell, "stage")), "confirm");
	assert_true(json_is_real(json_object_get(cell, "loss_percent")));
	assert_int_equal(json_integer_value(json_object_get(cell, "launches")), 48);
	assert_string_equal(json_string_value(json_object_get(verdict, "word")), "broken");
	assert_int_equal(json_integer_value(json_object_get(verdict, "exit")), CB_GATE_BROKEN);
	assert_int_equal(json_object_size(json_object_get(verdict, "counts")), CB_VERDICT_COUNT);
	assert_true(json_array_size(json_object_get(json, "notes")) > 0);
	assert_string_equal(
		json_string_value(json_object_get(json_object_get(json, "canary"), "verdict")),
		"regressed");
	json_decref(json);
	cb_string_free(text);
}

static void gates_are_saved_and_loaded(void **state)
{
	gate_fixture *f = *state;
	cb_gate *loaded = NULL;
	char file[] = "gate-XXXXXX";
	int fd = mkstemp(file);

	assert_true(fd >= 0);
	close(fd);
	GATE(f, mixed);
	assert_int_equal(cb_gate_save(f->gate, f->ctx, file, 0), CB_OK);
	assert_int_equal(cb_gate_load(&loaded, f->ctx, file, NULL), CB_OK);
	assert_int_equal(cb_gate_exit(loaded), cb_gate_exit(f->gate));
	assert_int_equal(cb_gate_count(loaded), cb_gate_count(f->gate));
	cb_gate_free(loaded);
	remove(file);
	loaded = NULL;
	assert_int_equal(cb_gate_load(&loaded, f->ctx, file, NULL), CB_EIO);
	assert_non_null(strstr(cb_context_error(f->ctx), file));
	assert_null(loaded);
}

/* Not from text: Jansson's parser takes some failed allocations for a wrong text. */
typedef struct scarce {
	gate_fixture *f;
	const json_t *document;
} scarce;

static cb_status judge_and_write(void *payload)
{
	const scarce *given = payload;
	cb_gate *gate = NULL;
	char *text = NULL;
	cb_status status = cb__gate_from_document(
		&gate, given->f->ctx, json_deep_copy(given->document), given->f->rules, "document");

	if (status == CB_OK)
		status = cb_gate_to_json(gate, &text, 0);
	else
		assert_null(gate);
	cb_string_free(text);
	cb_gate_free(gate);
	return status;
}

static void every_failed_allocation_is_survived(void **state)
{
	gate_fixture *f = *state;

	static const gate_line lines[] = {{ONE, .screen = 6, .confirm = 16, .loss_percent = 8},
		{TWO, .more = "'stored': {'base_ns': [100], 'head_ns': 120}, "},
		{"aes-256-gcm/open/64", .more = "'head': {'outcome': 'timed-out'}, "}};

	gate_rules(f, "gate = { confirm_launches = 16; alpha = \"0.02\"; }; waivers = ( { cells = "
		      "\"openssl/**\"; up_to = \"9%\"; expires = \"2027-01-31\"; reason = "
		      "\"known\"; } );");
	f->more = "'base': [{'label': 'x', 'backend': 'openssl', 'accel': 'on', "
		  "'ignored_environment': [{'name': 'OPENSSL_ia32cap', 'value': '0'}]}], ";
	gate_write(f, lines, sizeof lines / sizeof lines[0]);
	scarce given = {f, json_loadb(f->text.data, f->text.len, 0, NULL)};
	assert_non_null(given.document);
	assert_true(scarcity_try(judge_and_write, &given) > 500);
	json_decref((json_t *)(uintptr_t)given.document);
}

/* What the measurement ended by is a fact of it, whatever rules it is judged by later. */
static void other_rules_do_not_spend_the_budget(void **state)
{
	static const gate_line lines[] = {{ONE, .screen = 8, .loss_percent = 1.5}};
	static const gate_line open[] = {{ONE, .screen = 8, .loss_percent = 8}};
	gate_fixture *f = *state;
	char *text = NULL;

	for (int is_spent = 0; is_spent < 2; is_spent++) {
		cb_rules_free(f->rules);
		f->rules = NULL;
		gate_judge(f, is_spent ? open : lines, 1);
		assert_int_equal(is_spent, gate_note(f->gate, "out-of-budget") != NULL);
		assert_int_equal(cb_gate_to_json(f->gate, &text, 0), CB_OK);
		gate_rule(f, "limit", "1%");
		cb_gate_free(f->gate);
		assert_int_equal(
			cb_gate_from_json(&f->gate, f->ctx, text, strlen(text), f->rules), CB_OK);
		cb_string_free(text);
		assert_verdict(f->gate, ONE, CB_VERDICT_SUSPECT);
		assert_int_equal(is_spent, gate_note(f->gate, "out-of-budget") != NULL);
		assert_int_equal(!is_spent, gate_note(f->gate, "launches-short") != NULL);
		/* And once more, as it was written then. */
		assert_int_equal(cb_gate_to_json(f->gate, &text, 0), CB_OK);
		cb_gate_free(f->gate);
		assert_int_equal(
			cb_gate_from_json(&f->gate, f->ctx, text, strlen(text), NULL), CB_OK);
		cb_string_free(text);
		assert_int_equal(is_spent, gate_note(f->gate, "out-of-budget") != NULL);
	}
}

static void stored_rules_that_match_no_cell_are_refused_with_their_place(void **state)
{
	static const gate_line lines[] = {{ONE, .screen = 8}};
	gate_fixture *f = *state;

	f->more = "'rules': {'file': 'ci/gate.cfg', 'rules': [{'cells': 'openssl/none/**', "
		  "'limit_percent': 7, 'line': 4}]}, ";
	gate_write(f, lines, 1);
	assert_int_equal(gate_read(f), CB_EFORMAT);
	assert_string_equal(cb_context_error(f->ctx),
		"document: ci/gate.cfg:4: \"openssl/none/**\" matches no cell; correct the glob, "
		"or remove it");
	f->more = "'tool': {'finished': 'today'}, ";
	gate_write(f, lines, 1);
	assert_int_equal(gate_read(f), CB_EFORMAT);
	assert_non_null(strstr(cb_context_error(f->ctx), "document: \"today\" is not a day"));
}

static void rules_may_be_about_operations_that_were_left_out(void **state)
{
	static const gate_line lines[] = {{ONE, .more = "'count': {'base': [9], 'head': [9]}, "}};
	gate_fixture *f = *state;

	f->canary = NULL;
	gate_rules(f, "rules = ( { cells = \"openssl/md5/**\"; count_limit = \"1%\"; } );");
	f->more = "'followed': {'left_out': 2, 'cells': [7, 'openssl/md5/digest/16384/on']}, ";
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_UNCHANGED);
	f->more = "'followed': {'left_out': 2, 'cells': 'openssl/md5/digest/16384/on'}, ";
	gate_write(f, lines, 1);
	assert_int_equal(gate_read(f), CB_ENOTFOUND);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		GATE_TEST(verdicts_have_names_and_meanings),
		GATE_TEST(judging_twice_says_the_same),
		GATE_TEST(verdicts_that_somebody_wrote_count_for_nothing),
		GATE_TEST(other_rules_give_other_verdicts),
		GATE_TEST(rules_of_the_document_count_if_none_are_given),
		GATE_TEST(stored_rules_can_be_changed_one_by_one),
		GATE_TEST(changed_settings_of_launches_ask_for_more),
		GATE_TEST(document_says_what_was_measured),
		GATE_TEST(document_holds_what_was_said),
		GATE_TEST(gates_are_saved_and_loaded),
		GATE_TEST(every_failed_allocation_is_survived),
		GATE_TEST(other_rules_do_not_spend_the_budget),
		GATE_TEST(stored_rules_that_match_no_cell_are_refused_with_their_place),
		GATE_TEST(rules_may_be_about_operations_that_were_left_out),
	};

	return cmocka_run_group_tests_name("gate", tests, NULL, NULL);
}
