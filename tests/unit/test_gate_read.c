/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_fields.h"

#include "gate_fixture.h"

#define ONE "sha256/digest/64"

static const gate_line lines[] = {
	{ONE, .screen = 2, .confirm = 1, .control_screen = 1, .loss_percent = 9},
	{"sha512/digest/64", .more = "'count': {'base': [5], 'head': [6]}, 'same_code': false, "},
	{"sha512/digest/16", .more = "'stored': {'base_ns': [5], 'head_ns': 6}, "}};

static void write_lines(gate_fixture *f)
{
	gate_write(f, lines, sizeof lines / sizeof lines[0]);
}

static void quote(char *out, size_t out_size, const char *text)
{
	assert_true(strlen(text) < out_size);
	strcpy(out, text);
	for (char *c = out; *c != '\0'; c++)
		*c = *c == '\'' ? '"' : *c;
}

/* Puts @p now in the place of the first @p before. */
static void edit(gate_fixture *f, const char *before, const char *now)
{
	cb_text text = CB_TEXT_INIT;
	char old[256], new[256];

	quote(old, sizeof old, before);
	quote(new, sizeof new, now);
	const char *at = strstr(cb__text_string(&f->text), old);
	if (at == NULL)
		fail_msg("no %s in %s", old, f->text.data);
	cb__text_append(&text, f->text.data, (size_t)(at - f->text.data));
	cb__text_add(&text, new);
	cb__text_add(&text, at + strlen(old));
	cb__text_done(&f->text);
	f->text = text;
}

static void whole_documents_are_read(void **state)
{
	gate_fixture *f = *state;

	write_lines(f);
	assert_int_equal(gate_read(f), CB_OK);
	assert_int_equal(cb_gate_count(f->gate), 3);
	assert_string_equal(cb_gate_find(f->gate, "openssl/" ONE "/on")->operation, "digest");
	assert_int_equal(cb_gate_find(f->gate, "openssl/" ONE "/on")->size, 64);
}

static const struct {
	const char *before;
	const char *now;
	const char *place;
} wrong[] = {
	{"'libcb.gate/1'", "'libcb.gate/2'", "schema: \"libcb.gate/2\""},
	{"'libcb.gate/1'", "7", "schema: missing or not a text"},
	{"'libcb.gate/1'", "'libcb.results/1'", "is results, not the document of a gate"},
	{"'schema'", "'scheme'", "schema"},
	{"'complete': true", "'complete': 1", "complete"},
	{"'complete': true", "'complete_': true", "complete"},
	{"'base': [{", "'base': {'x': [{", "line 1"},
	{"'label': 'x'", "'label': ''", "base[0].label: empty"},
	{"'label': 'x'", "'label': null", "base[0].label"},
	{"'version': '3.0.19'", "'version': 3", "base[0].library.version: not a text"},
	{"'accel': 'on', 'library'", "'accel': 'so', 'library'", "base[0].accel"},
	{"'rules': {}", "'rules': null", "rules"},
	{"'rules': {}", "'rules_': {}", "rules"},
	{"'rules': {}", "'rules': []", "rules"},
	{"'rules': {}", "'rules': {'gate': {'limit_percent': 400}}", "limit_percent"},
	{"'rules': {}", "'rules': {'gate': {'limit_percent': -1}}", "limit_percent"},
	{"'rules': {}", "'rules': {'gate': {'alpha': 0}}", "alpha"},
	{"'rules': {}", "'rules': {'gate': {'confirm_launches': 4000000}}", "confirm_launches"},
	{"'rules': {}", "'rules': {'waivers': [{'cells': '**', 'reason': 'x'}]}",
		"rules.waivers[0]"},
	{"'cells': [{", "'cells': {}, 'more': [{", "cells: missing, or not a list"},
	{"'cells': [{", "'cellar': [{", "cells"},
	{"'cells': [{", "'cells': [null, {", "cells[0]: not an object"},
	{"'cells': [{", "'cells': [3, {", "cells[0]: not an object"},
	{"'cells': [{", "'cells': [[], {", "cells[0]: not an object"},
	{"'id': 'openssl/sha512/digest/64/on'", "'id': 'openssl/" ONE "/on'",
		"cells[1].id: \"openssl/" ONE "/on\" is there twice"},
	{"'id': 'openssl/" ONE "/on'", "'id': ''", "cells[0].id: empty"},
	{"'id': 'openssl/" ONE "/on'", "'id': 3", "cells[0].id: not a text"},
	{"'size': 64", "'size': -64", "cells[0].size: negative"},
	{"'size': 64", "'size': 6.5", "cells[0].size: not an integer"},
	{"'size': 64", "'size': 99999999999999999999", "line 1"},
	{"'threads': 1", "'threads': 0", "cells[0].threads: zero"},
	{"'threads': 1", "'threads': 4294967296", "cells[0].threads: too large"},
	{"'injected_percent': 0", "'injected_percent': -1", "cells[0].injected_percent"},
	{"'injected_percent': 0", "'injected_percent': 1e999", "line 1"},
	{"'injected_percent': 0", "'injected_percent': NaN", "line 1"},
	{"'injected_percent': 0", "'injected_percent': Infinity", "line 1"},
	{"'injected_percent': 0", "'injected_percent': null", "cells[0].injected_percent"},
	{"'outcome': 'measured'", "'outcome': 'great'", "cells[0].base.outcome"},
	{"'outcome': 'measured'", "'outcome': 3", "cells[0].base.outcome"},
	{"'base': {'outcome'", "'base': {'incomes'", "cells[0].base.outcome: missing"},
	{"'head': {", "'head': 'x', 'hand': {", "cells[0].head: not an object"},
	{"'screen': {", "'screen': 3, 'green': {", "cells[0].screen"},
	{"'screen': {", "'screen': [], 'green': {", "cells[0].screen"},
	{"'launch': [0, 1]", "'launch': [1, 0]", "cells[0].screen"},
	{"'launch': [0, 1]", "'launch': [0, 1, 2]", "cells[0].screen"},
	{"'launch': [0], ", "'launch': [], ", "cells[0].confirm"},
	{"'base_cpu_ns': [1000,", "'base_cpu_ns': [0,", "cells[0].screen: \"base_cpu_ns\""},
	{"'base_cpu_ns': [1000,", "'base_cpu_ns': [-1000,", "cells[0].screen: \"base_cpu_ns\""},
	{"'base_cpu_ns': [1000,", "'base_cpu_ns': ['1000',", "cells[0].screen: \"base_cpu_ns\""},
	{"'base_cpu_ns': [1000,", "'base_cpu_ns': [1e18,", "cells[0].screen: \"base_cpu_ns\""},
	{"'base_cpu_ns': [1000,", "'base_cpu_ns': [NaN,", "line 1"},
	{"'base_cpu_ns': [1000,", "'base_cpu_ns': [1000, 1000,",
		"cells[0].screen: \"base_cpu_ns\""},
	{"'count': {", "'count': [{", "line 1"},
	{"'count': {", "'count': 3, 'court': {", "cells[1].count: not an object"},
	{"'same_code': false", "'same_code': 'no'", "cells[1].same_code"},
	{"'stored': {", "'stored': [], 'store': {", "cells[2].stored: not an object"},
	{"'canary': {", "'canary': 3, 'bird': {", "canary: not an object"},
	{"'canary': {", "'canary': [], 'bird': {", "canary: not an object"},
	{"'canary': {", "'canary': {}, 'bird': {", "canary.id: missing"},
	{"'canary': {'injected_percent': 11.1", "'canary': {'injected_percent': []",
		"canary.injected_percent"},
	{"'openssl/" ONE "/on'", "'openssl/\xff/on'", "line 1"},
	{"'openssl/" ONE "/on'", "'openssl/\\u0000/on'", "line 1"},
	{"'complete'", "'schema'", "line 1"},
	{"'complete'", "'differences': 'none', 'complete'", "differences: not a list"},
	{"'complete'", "'differences': null, 'complete'", "differences: not a list"},
};

static void wrong_members_are_refused_with_their_place(void **state)
{
	gate_fixture *f = *state;

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		write_lines(f);
		edit(f, wrong[i].before, wrong[i].now);
		if (gate_read(f) != CB_EFORMAT)
			fail_msg("%s was read", wrong[i].now);
		if (strstr(cb_context_error(f->ctx), wrong[i].place) == NULL)
			fail_msg("%s: \"%s\" does not name %s", wrong[i].now,
				cb_context_error(f->ctx), wrong[i].place);
		assert_null(f->gate);
	}
}

static void what_may_be_left_out_may(void **state)
{
	static const char *const edits[][2] = {
		{"'tool': {", "'toll': {"},
		{"'tool': {", "'tool': 3, 'x': {"},
		{"'label': 'x'", "'label': 'x', 'more': [[[]]]"},
		{"'library': {'version': '3.0.19'}", "'library': {}"},
		{"'semantics': 'a/1'", "'semantics': null"},
		{"'same_code': false", "'same_code_': null"},
		{"'stored': {", "'stored': null, 'store': {"},
		{"'confirm': {", "'confirm': null, 'x': {"},
	};
	gate_fixture *f = *state;

	for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
		write_lines(f);
		edit(f, edits[i][0], edits[i][1]);
		if (gate_read(f) != CB_OK)
			fail_msg("%s: %s", edits[i][1], cb_context_error(f->ctx));
	}
}

static void what_is_no_document_is_refused(void **state)
{
	static const char *const texts[] = {"", " ", "null", "3", "[]", "{}", "\"x\"", "{",
		"\xff\xfe", "{\"schema\": \"libcb.results/1\"}",
		"{\"schema\": \"libcb.gate/1\"} x"};
	gate_fixture *f = *state;

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		assert_int_equal(
			cb_gate_from_json(&f->gate, f->ctx, texts[i], strlen(texts[i]), NULL),
			CB_EFORMAT);
		assert_true(strlen(cb_context_error(f->ctx)) > 0);
		assert_null(f->gate);
	}
}

static void deep_nesting_is_refused(void **state)
{
	gate_fixture *f = *state;

	cb__text_add(&f->text, "{\"schema\": \"libcb.gate/1\", \"cells\": ");
	for (size_t i = 0; i < 100000; i++)
		cb__text_add(&f->text, "[");
	assert_int_equal(gate_read(f), CB_EFORMAT);
}

static void cut_documents_are_refused(void **state)
{
	gate_fixture *f = *state;

	write_lines(f);
	for (size_t len = 0; len < f->text.len; len += 3)
		assert_int_equal(
			cb_gate_from_json(&f->gate, f->ctx, f->text.data, len, NULL), CB_EFORMAT);
}

/* Whatever is read can be written and read again. */
static void assert_survives(gate_fixture *f)
{
	cb_gate *again = NULL;
	char *text = NULL;

	assert_int_equal(cb_gate_to_json(f->gate, &text, CB_JSON_COMPACT), CB_OK);
	if (cb_gate_from_json(&again, f->ctx, text, strlen(text), NULL) != CB_OK)
		fail_msg("%s: %s", cb_context_error(f->ctx), text);
	assert_int_equal(cb_gate_exit(again), cb_gate_exit(f->gate));
	cb_gate_free(again);
	cb_string_free(text);
}

static void edited_bytes_do_no_harm(void **state)
{
	static const char bytes[] = "0123456789-.eE,:[]{}\"tfn \\u\xff\xc3";
	gate_fixture *f = *state;
	cb__random random = {99};
	size_t read = 0;

	for (size_t i = 0; i < 2000; i++) {
		write_lines(f);
		for (size_t j = 0; j <= i % 3; j++)
			f->text.data[cb__random_below(&random, f->text.len)] =
				bytes[cb__random_below(&random, sizeof bytes - 1)];
		cb_status status = gate_read(f);
		assert_true(status == CB_OK || status == CB_EFORMAT);
		if (status == CB_OK)
			assert_survives(f);
		read += status == CB_OK;
	}
	assert_true(read > 50);
}

static void huge_and_tiny_numbers_do_no_harm(void **state)
{
	static const char *const edits[][2] = {
		{"'base_cpu_ns': [1000,", "'base_cpu_ns': [1e-320,"},
		{"'base_cpu_ns': [1000,", "'base_cpu_ns': [1e15,"},
		{"'count': {'base': [5], ", "'count': {'base': [1e308], "},
		{"'count': {'base': [5], ", "'count': {'base': [5e-324], "},
		{"'base': [5], 'head': [6]", "'base': [1e308, 1e-308], 'head': [1e-308]"},
		{"'base': [5], 'head': [6]", "'base': [{}, null], 'head': {}"},
		{"'base_ns': [5], 'head_ns': 6", "'base_ns': [1e308], 'head_ns': 5e-324"},
		{"'base_ns': [5], 'head_ns': 6", "'base_ns': [5e-324, 1e308], 'head_ns': 1e308"},
		{"'base_ns': [5], 'head_ns': 6", "'base_ns': [[]], 'head_ns': {}"},
		{"'base_ns': [5], 'head_ns': 6",
			"'base_ns': [5], 'head_ns': 6, 'head_low_ns': 7, 'head_high_ns': 1"},
		{"'injected_percent': 0", "'injected_percent': 1e18"},
		{"'size': 64", "'size': 9223372036854775807"},
	};
	gate_fixture *f = *state;

	for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
		write_lines(f);
		edit(f, edits[i][0], edits[i][1]);
		if (gate_read(f) != CB_OK)
			fail_msg("%s: %s", edits[i][1], cb_context_error(f->ctx));
		assert_survives(f);
	}
}

static void more_cells_than_any_gate_has_are_refused(void **state)
{
	gate_fixture *f = *state;

	write_lines(f);
	edit(f, "'canary': {", "'cellar': {}, 'canary': {");
	cb_text text = CB_TEXT_INIT;
	cb__text_add(&text, "\"cells\": [");
	for (size_t i = 0; i < 20000; i++)
		cb__text_add(&text, "0, ");
	char *at = strstr(f->text.data, "\"cells\": [");
	cb_text whole = CB_TEXT_INIT;
	cb__text_append(&whole, f->text.data, (size_t)(at - f->text.data));
	cb__text_add(&whole, cb__text_string(&text));
	cb__text_add(&whole, at + strlen("\"cells\": ["));
	cb__text_done(&text);
	cb__text_done(&f->text);
	f->text = whole;
	assert_int_equal(gate_read(f), CB_EFORMAT);
	assert_non_null(strstr(cb_context_error(f->ctx), "more than 20000"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		GATE_TEST(whole_documents_are_read),
		GATE_TEST(wrong_members_are_refused_with_their_place),
		GATE_TEST(what_may_be_left_out_may),
		GATE_TEST(what_is_no_document_is_refused),
		GATE_TEST(deep_nesting_is_refused),
		GATE_TEST(cut_documents_are_refused),
		GATE_TEST(edited_bytes_do_no_harm),
		GATE_TEST(huge_and_tiny_numbers_do_no_harm),
		GATE_TEST(more_cells_than_any_gate_has_are_refused),
	};

	return cmocka_run_group_tests_name("gate_read", tests, NULL, NULL);
}
