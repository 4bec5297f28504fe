/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_stored.h"

#include "gate_fixture.h"

#define ONE "sha256/digest/64"

/* One cell of stored times in ns against one of today. */
static void judge_stored(gate_fixture *f, const char *base, const char *head)
{
	char more[256];
	const gate_line lines[] = {{ONE, .more = more}};

	snprintf(more, sizeof more, "'stored': {'base_ns': %s, 'head_ns': %s}, ", base, head);
	GATE(f, lines);
}

static void assert_stored(gate_fixture *f, const char *base, const char *head, cb_verdict verdict)
{
	judge_stored(f, base, head);
	if (gate_cell(f->gate, ONE)->verdict != verdict)
		fail_msg("%s against %s is %s (%s)", head, base,
			cb_verdict_name(gate_cell(f->gate, ONE)->verdict),
			gate_cell(f->gate, ONE)->reason);
}

#define FIVE "[100, 100, 100, 100, 100]"

static void five_equal_runs_may_fail(void **state)
{
	gate_fixture *f = *state;
	const cb_judged *cell;

	f->canary = NULL;
	assert_stored(f, FIVE, "110", CB_VERDICT_REGRESSED);
	assert_exit(f->gate, CB_GATE_REGRESSED, "regressed");
	cell = gate_cell(f->gate, ONE);
	assert_string_equal(cell->stage, "stored");
	assert_int_equal(cell->launches, 5);
	assert_true(fabs(cell->loss_percent - 100.0 * 10 / 110) < 1e-9);
	assert_true(fabs(cell->base_ns - 100) < 1e-9 && fabs(cell->head_ns - 110) < 1e-9);
	assert_null(gate_note(f->gate, "single-value"));
	assert_null(gate_note(f->gate, "canary-absent"));
	assert_stored(f, FIVE, "102", CB_VERDICT_UNCHANGED);
	assert_exit(f->gate, CB_GATE_FINE, "ok");
}

static void few_runs_warn_at_most(void **state)
{
	gate_fixture *f = *state;

	/* To try again would not help: more runs, or a kept library, would. */
	assert_stored(f, "[100, 100, 100, 100]", "1000", CB_VERDICT_SUSPECT);
	assert_exit(f->gate, CB_GATE_FINE, "ok");
	assert_non_null(gate_note(f->gate, "single-value"));
	assert_null(gate_note(f->gate, "out-of-budget"));
	assert_stored(f, "[100]", "1000", CB_VERDICT_SUSPECT);
	assert_non_null(strstr(gate_cell(f->gate, ONE)->reason, "1 stored run can"));
	assert_stored(f, "[100]", "101", CB_VERDICT_UNCHANGED);
	assert_stored(f, "[100]", "50", CB_VERDICT_IMPROVED);
}

static void loss_must_exceed_what_runs_differ_by(void **state)
{
	/* A standard deviation of 0.7 %, so that the loss must be above 7.1 %. */
	static const char spread[] = "[99, 100, 101, 100, 100]";
	gate_fixture *f = *state;

	assert_stored(f, spread, "105", CB_VERDICT_UNCHANGED);
	assert_stored(f, spread, "107", CB_VERDICT_NOISY);
	assert_exit(f->gate, CB_GATE_INCONCLUSIVE, "inconclusive");
	assert_stored(f, spread, "109", CB_VERDICT_REGRESSED);
}

static void limit_is_the_same_in_both_directions(void **state)
{
	gate_fixture *f = *state;

	assert_stored(f, "[95, 95, 95, 95, 95]", "100", CB_VERDICT_UNCHANGED);
	assert_stored(f, "[94.9, 94.9, 94.9, 94.9, 94.9]", "100", CB_VERDICT_REGRESSED);
	assert_stored(f, FIVE, "95", CB_VERDICT_UNCHANGED);
	assert_stored(f, FIVE, "94.9", CB_VERDICT_IMPROVED);
}

static void difference_below_min_delta_is_unchanged(void **state)
{
	gate_fixture *f = *state;

	assert_stored(f, "[5, 5, 5, 5, 5]", "5.9", CB_VERDICT_UNCHANGED);
	assert_non_null(strstr(gate_cell(f->gate, ONE)->reason, "min_delta"));
	assert_stored(f, "[5, 5, 5, 5, 5]", "6", CB_VERDICT_REGRESSED);
}

static void times_that_are_none_are_incomparable(void **state)
{
	static const char *const lists[] = {"[]", "null", "5", "[0]", "[-1]", "['5']", "[null]",
		"[100, 100, 100, 100, 0]", "{}"};
	static const char *const times[] = {"null", "0", "-5", "'5'", "[]", "true"};
	gate_fixture *f = *state;

	for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
		assert_stored(f, lists[i], "100", CB_VERDICT_INCOMPARABLE);
		assert_exit(f->gate, CB_GATE_INVALID, "invalid");
		assert_true(isnan(gate_cell(f->gate, ONE)->loss_percent));
	}
	for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
		assert_stored(f, FIVE, times[i], CB_VERDICT_INCOMPARABLE);
		assert_exit(f->gate, CB_GATE_INVALID, "invalid");
	}
}

static void latest_runs_count(void **state)
{
	gate_fixture *f = *state;
	cb_text more = CB_TEXT_INIT;

	cb__text_add(&more, "'stored': {'base_ns': [");
	for (int i = 0; i < 400; i++)
		cb__text_format(&more, "%s%d", i > 0 ? ", " : "", i < 200 ? 1 : 100);
	cb__text_add(&more, "], 'head_ns': 100}, ");
	const gate_line lines[] = {{ONE, .more = cb__text_string(&more)}};
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_UNCHANGED);
	assert_int_equal(gate_cell(f->gate, ONE)->launches, 200);
	cb__text_done(&more);
}

static void interval_has_both_sides_in_it(void **state)
{
	gate_fixture *f = *state;
	static const gate_line lines[] = {{ONE, .more = "'stored': {'base_ns': [99, 100, 101, 100, "
							"100], 'head_ns': 109, 'head_low_ns': 108, "
							"'head_high_ns': 110}, "}};
	const cb_judged *cell = gate_cell(GATE(f, lines), ONE);

	assert_true(cell->loss_ci95_low_percent < 100 * (1 - 100.0 / 108));
	assert_true(cell->loss_ci95_high_percent > 100 * (1 - 100.0 / 110));
	judge_stored(f, FIVE, "109");
	assert_true(isnan(gate_cell(f->gate, ONE)->loss_ci95_low_percent));
}

/* The columns of ci_scenarios.csv. */
typedef struct scenario {
	char id[8];
	char baseline[64];
	char current[64];
	char unit[16];
	char direction[16];
	char threshold[16];
	char extra[128];
	char expected[128];
} scenario;

/* What the verdicts of the file are with us. */
static const struct meaning {
	const char *word;
	cb_verdict verdict;
	int exit;
	const char *note; /* NULL: none is asked for */
} meanings[] = {
	{"pass", CB_VERDICT_UNCHANGED, CB_GATE_FINE, NULL},
	/* Exactly on the limit passes. */
	{"state and test one rule", CB_VERDICT_UNCHANGED, CB_GATE_FINE, NULL},
	{"improve + 'suspicious' note", CB_VERDICT_IMPROVED, CB_GATE_FINE, "suspicious-gain"},
	{"improve", CB_VERDICT_IMPROVED, CB_GATE_FINE, NULL},
	{"regress + note naming both versions", CB_VERDICT_REGRESSED, CB_GATE_REGRESSED,
		"versions-differ"},
	{"regress", CB_VERDICT_REGRESSED, CB_GATE_REGRESSED, NULL},
	{"invalid", CB_VERDICT_INCOMPARABLE, CB_GATE_INVALID, NULL},
	{"missing", CB_VERDICT_MISSING, CB_GATE_REGRESSED, NULL},
	{"new", CB_VERDICT_NEW, CB_GATE_FINE, NULL},
};

/* Of an operation on a million bytes. NaN for a unit that is none. */
static double to_ns(double value, const char *unit)
{
	if (strcmp(unit, "MB/s") == 0 || strcmp(unit, "ops/s") == 0)
		return 1e9 / value;
	if (strcmp(unit, "MiB/s") == 0)
		return 1e15 / (value * 1048576);
	if (strcmp(unit, "ns/op") == 0)
		return value;
	return strcmp(unit, "us/op") == 0 ? 1e3 * value : (double)NAN;
}

/* "953.7 [MiB/s]", or "953.7" in @p unit. NaN for what has no time. */
static double read_time(const char *text, const char *unit)
{
	char own[16];
	double value = strtod(text, NULL);

	if (sscanf(text, "%*f [%15[^]]]", own) == 1)
		unit = own;
	return value > 0 ? to_ns(value, unit) : (double)NAN;
}

static void add_time(cb_text *text, double ns)
{
	if (isfinite(ns))
		cb__text_format(text, "%.17g", ns);
	else
		cb__text_add(text, "null");
}

/* As five runs without noise, and one now. */
static void add_stored(cb_text *text, const scenario *row, const char *current)
{
	double base = read_time(row->baseline, row->unit);
	double head = read_time(current, row->unit);

	if (row->baseline[0] == '\0')
		cb__text_add(text, "'base': null, ");
	if (current[0] == '\0')
		cb__text_add(text, "'head': null, ");
	cb__text_add(text, "'stored': {'base_ns': [");
	for (int i = 0; i < 5; i++) {
		cb__text_add(text, i > 0 ? ", " : "");
		add_time(text, base);
	}
	cb__text_add(text, "], 'head_ns': ");
	add_time(text, head);
	cb__text_add(text, ", 'head_low_ns': ");
	add_time(text, head);
	cb__text_add(text, ", 'head_high_ns': ");
	add_time(text, head);
	cb__text_add(text, "}, ");
}

/* The cell beside it, so that something is compared where the row's is not. */
static const gate_line steady = {"sha1/digest/64",
	.more = "'stored': {'base_ns': [100, 100, 100, 100, 100], 'head_ns': 100}, "};

static cb_status judge_row(gate_fixture *f, const scenario *row, int is_alone)
{
	cb_text more = CB_TEXT_INIT;
	gate_line lines[3];
	size_t count = 1;

	add_stored(&more, row, row->current);
	lines[0] = (gate_line){ONE, .more = cb__text_string(&more)};
	if (!is_alone)
		lines[count++] = steady;
	if (strstr(row->extra, "same key twice") != NULL)
		lines[count++] = lines[0];
	if (strstr(row->extra, "3.0.19 -> 3.0.22") != NULL)
		f->more = "'head': [{'label': 'x', 'backend': 'openssl', 'accel': 'on', "
			  "'library': {'version': '3.0.22'}}], ";
	gate_write(f, lines, count);
	cb__text_done(&more);
	return gate_read(f);
}

static const struct meaning *find_meaning(const scenario *row)
{
	for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
		if (strncmp(row->expected, meanings[i].word, strlen(meanings[i].word)) == 0)
			return &meanings[i];
	fail_msg("%s: no meaning of \"%s\"", row->id, row->expected);
	return NULL;
}

static void assert_meaning(gate_fixture *f, const scenario *row)
{
	const struct meaning *meaning = find_meaning(row);

	assert_int_equal(judge_row(f, row, 0), CB_OK);
	if (gate_cell(f->gate, ONE)->verdict != meaning->verdict ||
		cb_gate_exit(f->gate) != meaning->exit)
		fail_msg("%s is %s (%s), exit %d", row->id,
			cb_verdict_name(gate_cell(f->gate, ONE)->verdict),
			gate_cell(f->gate, ONE)->reason, cb_gate_exit(f->gate));
	if (meaning->note != NULL && gate_note(f->gate, meaning->note) == NULL)
		fail_msg("%s has no note \"%s\"", row->id, meaning->note);
	if (meaning->verdict != CB_VERDICT_MISSING)
		return;
	/* Where nothing else is left, nothing was compared. */
	assert_int_equal(judge_row(f, row, 1), CB_OK);
	assert_exit(f->gate, CB_GATE_INVALID, "invalid");
}

/* What is seen before a cell is judged: by who reads the baseline, not by the rule. */
static int is_about_files(const scenario *row)
{
	return row->baseline[0] == '(' || strncmp(row->expected, "env_mismatch", 12) == 0;
}

static void try_row(gate_fixture *f, const scenario *row)
{
	char limit[32];
	int is_lower = strstr(row->unit, "/op") != NULL || strstr(row->baseline, "/op") != NULL;

	assert_string_equal(row->direction, is_lower ? "lower" : "higher");
	f->more = "";
	if (f->rules == NULL)
		assert_int_equal(cb_rules_new(&f->rules, f->ctx), CB_OK);
	snprintf(limit, sizeof limit, "%s%%", row->threshold);
	cb_status status = cb_rules_set(f->rules, "limit", limit);
	if (strncmp(row->expected, "bad_config", 10) == 0) {
		assert_int_equal(status, CB_EINVAL);
		assert_non_null(strstr(cb_context_error(f->ctx), "100 %"));
		return;
	}
	assert_int_equal(status, CB_OK);
	if (strncmp(row->expected, "duplicate", 9) == 0) {
		assert_int_equal(judge_row(f, row, 0), CB_EFORMAT);
		assert_non_null(strstr(cb_context_error(f->ctx), "twice"));
	} else if (!is_about_files(row)) {
		assert_meaning(f, row);
	}
}

/* Moves *at behind the next field, which may be empty. */
static void take_field(char *out, size_t out_size, const char **at)
{
	size_t len = strcspn(*at, ",\n");

	assert_true(len < out_size);
	memcpy(out, *at, len);
	out[len] = '\0';
	*at += len + ((*at)[len] == ',' ? 1 : 0);
}

static void read_row(scenario *out, const char *line)
{
	take_field(out->id, sizeof out->id, &line);
	take_field(out->baseline, sizeof out->baseline, &line);
	take_field(out->current, sizeof out->current, &line);
	take_field(out->unit, sizeof out->unit, &line);
	take_field(out->direction, sizeof out->direction, &line);
	take_field(out->threshold, sizeof out->threshold, &line);
	take_field(out->extra, sizeof out->extra, &line);
	take_field(out->expected, sizeof out->expected, &line);
}

static void cases_of_pipelines_are_judged_as_people_expect(void **state)
{
	gate_fixture *f = *state;
	FILE *file = fopen(CB_TEST_FIXTURES "/gate/ci_scenarios.csv", "r");
	char line[512];
	size_t rows = 0, files = 0;

	assert_non_null(file);
	while (fgets(line, sizeof line, file) != NULL) {
		scenario row;

		if (line[0] == '#')
			continue;
		read_row(&row, line);
		try_row(f, &row);
		rows++;
		files += (size_t)is_about_files(&row);
	}
	fclose(file);
	assert_int_equal(rows, 20);
	assert_int_equal(files, 3);
}

static void unit_that_is_unknown_is_invalid(void **state)
{
	static const scenario row = {
		"x", "1000", "1000", "furlongs", "higher", "10", "", "invalid"};
	gate_fixture *f = *state;

	try_row(f, &row);
	assert_verdict(f->gate, ONE, CB_VERDICT_INCOMPARABLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		GATE_TEST(five_equal_runs_may_fail),
		GATE_TEST(few_runs_warn_at_most),
		GATE_TEST(loss_must_exceed_what_runs_differ_by),
		GATE_TEST(limit_is_the_same_in_both_directions),
		GATE_TEST(difference_below_min_delta_is_unchanged),
		GATE_TEST(times_that_are_none_are_incomparable),
		GATE_TEST(latest_runs_count),
		GATE_TEST(interval_has_both_sides_in_it),
		GATE_TEST(cases_of_pipelines_are_judged_as_people_expect),
		GATE_TEST(unit_that_is_unknown_is_invalid),
	};

	return cmocka_run_group_tests_name("gate_stored", tests, NULL, NULL);
}
