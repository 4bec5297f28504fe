/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "results_fixture.h"

#define FUZZ_COUNT 4000

/* A row is the text, what replaces it, and the message or the start of it. */
static void assert_refused(fixture *f, const char *const row[3], int is_start)
{
	char *edited = replace(f->text, row[0], row[1]);
	cb_results *results = NULL;
	const char *error;

	if (cb_results_from_json(&results, f->ctx, edited, strlen(edited)) != CB_EFORMAT)
		fail_msg("accepted: %s as %s", row[0], row[1]);
	assert_null(results);
	error = cb_context_error(f->ctx);
	if (strncmp(error, row[2], is_start ? strlen(row[2]) : strlen(error) + 1) != 0)
		fail_msg("%s as %s: message is %s", row[0], row[1], error);
	free(edited);
}

static void malformed_documents_are_refused_with_the_place(void **state)
{
	static const char *const rows[][3] = {
#define MALFORMED(from, to, message) {from, to, message},
#include "test_results_read.def"
#undef MALFORMED
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		assert_refused(*state, rows[i], 0);
}

static void texts_that_are_no_json_are_refused_with_the_line(void **state)
{
	static const char *const rows[][3] = {
#define UNPARSABLE(from, to, message) {from, to, message},
#include "test_results_read.def"
#undef UNPARSABLE
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		assert_refused(*state, rows[i], 1);
}

static void what_is_no_document_is_refused(void **state)
{
	static const char *const texts[] = {
		"", " ", "[]", "{}", "1", "null", "{\"schema\"", "\xef\xbb\xbf{}", "{} {}"};
	fixture *f = *state;

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		cb_results *results = NULL;

		assert_int_equal(cb_results_from_json(&results, f->ctx, texts[i], strlen(texts[i])),
			CB_EFORMAT);
		assert_int_not_equal(cb_context_error(f->ctx)[0], '\0');
		assert_null(strchr(cb_context_error(f->ctx), '\n'));
	}
}

/* What editors and shells of Windows make of a document. */
static void a_byte_order_mark_is_no_part_and_utf16_is_told(void **state)
{
	fixture *f = *state;
	cb_results *results = NULL;
	char marked[FILE_MAX + 3];

	snprintf(marked, sizeof marked, "\xef\xbb\xbf%s", f->text);
	assert_int_equal(cb_results_from_json(&results, f->ctx, marked, strlen(marked)), CB_OK);
	cb_results_free(results);
	assert_int_equal(cb_results_from_json(&results, f->ctx, "\xff\xfe{\0}\0", 6), CB_EFORMAT);
	assert_non_null(strstr(cb_context_error(f->ctx), "UTF-16"));
	assert_int_equal(cb_results_from_json(&results, f->ctx, " \n", 2), CB_EFORMAT);
	assert_string_equal(cb_context_error(f->ctx), "the document is empty");
}

static void long_names_are_cut_between_characters(void **state)
{
	char name[FILE_MAX / 8], *edited;
	fixture *f = *state;
	const char *error;
	cb_results *results = NULL;

	for (size_t shift = 0; shift < 2; shift++) {
		memset(name, 'x', shift);
		for (size_t i = shift; i + 2 < sizeof name; i += 2)
			memcpy(name + i, "\xc3\xa9", 3);
		edited = replace(f->text, "libcb.results/1", name);
		assert_int_equal(
			cb_results_from_json(&results, f->ctx, edited, strlen(edited)), CB_EFORMAT);
		error = cb_context_error(f->ctx);
		assert_true(strlen(error) < 400);
		assert_int_equal((unsigned char)error[strlen(error) - 1], 0xa9);
		free(edited);
	}
}

static void deep_nesting_is_refused(void **state)
{
	enum { DEPTH = 100000 };
	fixture *f = *state;
	char *text = malloc(DEPTH);
	cb_results *results = NULL;

	assert_non_null(text);
	memset(text, '[', DEPTH);
	assert_int_equal(cb_results_from_json(&results, f->ctx, text, DEPTH), CB_EFORMAT);
	free(text);
}

static void every_truncation_is_refused(void **state)
{
	fixture *f = *state;
	cb_results *results = NULL;
	const char *end = strrchr(f->text, '}');

	for (size_t len = 0; len <= (size_t)(end - f->text); len += 7)
		assert_int_equal(cb_results_from_json(&results, f->ctx, f->text, len), CB_EFORMAT);
}

/* Whatever is accepted must be whole: every pointer set, and writable again. */
static void use(const cb_results *results)
{
	char *text = NULL;

	for (size_t i = 0; i < cb_results_cell_count(results); i++) {
		const cb_cell *cell = cb_results_cell_at(results, i);

		assert_non_null(cell->subject->label);
		assert_ptr_equal(cb_results_find(results, cell->id), cell);
		assert_int_equal(cell->summary != NULL, cell->outcome == CB_OUTCOME_MEASURED);
	}
	for (size_t i = 0; i < cb_results_ratio_count(results); i++)
		assert_non_null(cb_results_ratio_at(results, i)->a->id);
	assert_int_equal(cb_results_to_json(results, &text, CB_JSON_NO_SAMPLES), CB_OK);
	cb_string_free(text);
}

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * UINT32_C(1664525) + UINT32_C(1013904223);
	return *seed >> 8;
}

static void changed_bytes_never_break_the_reader(void **state)
{
	static const char bytes[] = "0123456789-+.eE\"\\{}[],: \ntfnul\x80\xc3\xff";
	fixture *f = *state;
	size_t len = strlen(f->text), accepted = 0;
	uint32_t seed = 1;

	for (int i = 0; i < FUZZ_COUNT; i++) {
		char *text = strdup(f->text);
		cb_results *results = NULL;

		assert_non_null(text);
		for (uint32_t edits = 1 + next_random(&seed) % 3; edits > 0; edits--)
			text[next_random(&seed) % len] =
				bytes[next_random(&seed) % (sizeof bytes - 1)];
		if (cb_results_from_json(&results, f->ctx, text, len) == CB_OK) {
			use(results);
			accepted++;
		}
		cb_results_free(results);
		free(text);
	}
	assert_true(accepted > 0 && accepted < FUZZ_COUNT);
}

static void document_is_taken_even_if_refused(void **state)
{
	json_t *document = json_object();
	cb_results *results = NULL;
	char *why = NULL;

	(void)state;
	json_incref(document);
	assert_int_equal(cb__results_from_document(&results, document, &why), CB_EFORMAT);
	assert_null(results);
	assert_string_equal(why, "schema: missing or not a text; expected \"libcb.results/1\"");
	assert_int_equal(document->refcount, 1);
	assert_int_equal(cb__results_from_document(&results, document, NULL), CB_EFORMAT);
	free(why);
}

static void partial_document_is_read_and_says_so(void **state)
{
	fixture *f = *state;
	cb_results *results = NULL;

	assert_int_equal(
		cb_results_load(&results, f->ctx, CB_FIXTURE_DIR "/json/partial.json"), CB_OK);
	assert_int_equal(cb_results_complete(results), 0);
	assert_int_equal(cb_results_failed(results), 0);
	assert_int_equal(cb_results_cell_at(results, 0)->outcome, CB_OUTCOME_SKIPPED);
	assert_int_equal(cb_results_ratio_count(results), 0);
	assert_int_equal(cb_results_warning_count(results), 0);
	assert_string_equal(cb_results_environment(results, "cpu.model"), "");
	cb_results_free(results);
}

static void document_without_cells_is_read(void **state)
{
	cb_results *results = read_text(*state,
		"{\"schema\": \"libcb.results/1\", \"complete\": true, \"subjects\": [], "
		"\"cells\": []}");

	assert_int_equal(cb_results_cell_count(results), 0);
	assert_int_equal(cb_results_complete(results), 1);
	assert_null(cb_results_find(results, ""));
	cb_results_free(results);
}

static void text_that_is_missing_or_null_is_unknown(void **state)
{
	cb_results *results = read_text(*state, ((fixture *)*state)->text);
	const cb_subject *subject = cb_results_subject_at(results, 2);

	assert_string_equal(cb_results_subject_at(results, 1)->build_id, "unknown");
	assert_string_equal(subject->version, "unknown");
	assert_string_equal(subject->detail, "unknown");
	assert_int_equal(subject->achieved, 0);
	assert_string_equal(subject->same_as, "mbedtls:off");
	cb_results_free(results);
}

static void figures_that_are_missing_or_null_are_nan(void **state)
{
	cb_results *results = read_text(*state, ((fixture *)*state)->text);
	const cb_summary *summary = cb_results_cell_at(results, 1)->summary;

	assert_true(isnan(summary->q1_ns));
	assert_true(isnan(summary->trimmed_mean_ns));
	assert_true(isnan(summary->cpu_ci95_low_ns));
	assert_true(isnan(summary->cycles_per_byte));
	assert_int_equal(summary->contended, 1);
	cb_results_free(results);
}

/* Jansson reports some failed allocations as errors of syntax, so both are right here. */
static void running_out_of_memory_while_reading_leaves_nothing(void **state)
{
	fixture *f = *state;
	cb_status status = CB_ENOMEM;
	cb_results *results = NULL;
	int refused = 0;

	json_set_alloc_funcs(allocate_or_fail, free);
	for (int count = 0; status != CB_OK && count < 100000; count++) {
		*allocations_left() = count;
		status = cb_results_from_json(&results, f->ctx, f->text, strlen(f->text));
		assert_true(status == CB_OK || status == CB_ENOMEM || status == CB_EFORMAT);
		assert_int_equal(status == CB_OK, results != NULL);
		refused += status == CB_ENOMEM;
	}
	json_set_alloc_funcs(malloc, free);
	assert_int_equal(status, CB_OK);
	assert_true(refused > 10);
	cb_results_free(results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(malformed_documents_are_refused_with_the_place),
		TEST(texts_that_are_no_json_are_refused_with_the_line),
		TEST(what_is_no_document_is_refused),
		TEST(a_byte_order_mark_is_no_part_and_utf16_is_told),
		TEST(long_names_are_cut_between_characters),
		TEST(deep_nesting_is_refused),
		TEST(every_truncation_is_refused),
		TEST(changed_bytes_never_break_the_reader),
		cmocka_unit_test(document_is_taken_even_if_refused),
		TEST(partial_document_is_read_and_says_so),
		TEST(document_without_cells_is_read),
		TEST(text_that_is_missing_or_null_is_unknown),
		TEST(figures_that_are_missing_or_null_are_nan),
		TEST(running_out_of_memory_while_reading_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
