/* SPDX-License-Identifier: Apache-2.0 */
#include "page.h"

#include <pthread.h>

#include "documents.h"

#define TURNS 20

static void the_locale_of_the_caller_comes_back(void **state)
{
	locale_t mine = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0), before = uselocale(mine);
	cb__page p;
	char *text;

	(void)state;
	if (mine == (locale_t)0)
		skip();
	assert_int_equal(cb__page_begin_plain(&p, NULL), CB_OK);
	assert_true(uselocale((locale_t)0) != mine);
	fputs("x", p.out);
	assert_int_equal(cb__page_end(&p, CB_OK, &text), CB_OK);
	assert_true(uselocale((locale_t)0) == mine);
	assert_string_equal(text, "x");
	cb_string_free(text);
	uselocale(before);
	freelocale(mine);
}

static void a_failure_leaves_no_text(void **state)
{
	cb__page p;
	char mark, *text = &mark;

	(void)state;
	assert_int_equal(cb__page_begin_plain(&p, NULL), CB_OK);
	fputs("x", p.out);
	assert_int_equal(cb__page_end(&p, CB_EIO, &text), CB_EIO);
	assert_ptr_equal(text, &mark);
}

static void a_document_ends_its_last_line_once(void **state)
{
	static const char *const documents_put[] = {"{}", "{}\n"};
	cb__page p;
	char *text;

	(void)state;
	for (size_t i = 0; i < ROWS(documents_put); i++) {
		assert_int_equal(cb__page_begin_plain(&p, NULL), CB_OK);
		cb__page_put(p.out, strdup(documents_put[i]));
		assert_int_equal(cb__page_end(&p, CB_OK, &text), CB_OK);
		assert_string_equal(text, "{}\n");
		cb_string_free(text);
	}
}

/* One thread of several that show the same document. */
typedef struct worker {
	pthread_t thread;
	const cb_results *results;
	const char *format;
	const char *wanted;
	int differs;
} worker;

static void *show_again(void *payload)
{
	worker *w = payload;
	char *text;

	for (int i = 0; i < TURNS; i++) {
		if (cb_results_format(w->results, &text, w->format, NULL) != CB_OK) {
			w->differs = 1;
			break;
		}
		w->differs |= strcmp(text, w->wanted) != 0;
		cb_string_free(text);
	}
	return NULL;
}

static void threads_may_show_the_same_document(void **state)
{
	static const char *const formats[] = {"table", "json", "markdown", "google-benchmark"};
	worker workers[ROWS(formats)];
	char *wanted[ROWS(formats)];
	cb_context *ctx;
	cb_results *results;

	(void)state;
	assert_int_equal(cb_context_new(&ctx, NULL), CB_OK);
	results = document_load(ctx, "matrix");
	for (size_t i = 0; i < ROWS(workers); i++) {
		assert_int_equal(cb_results_format(results, &wanted[i], formats[i], NULL), CB_OK);
		workers[i] =
			(worker){.results = results, .format = formats[i], .wanted = wanted[i]};
	}
	for (size_t i = 0; i < ROWS(workers); i++)
		assert_int_equal(
			pthread_create(&workers[i].thread, NULL, show_again, &workers[i]), 0);
	for (size_t i = 0; i < ROWS(workers); i++) {
		pthread_join(workers[i].thread, NULL);
		assert_false(workers[i].differs);
		cb_string_free(wanted[i]);
	}
	cb_results_free(results);
	cb_context_free(ctx);
}

typedef const cb_format *at_fn(size_t index);

/* What bindings and file endings go by. */
static void formats_are_told_apart_by_name_and_ending(void **state)
{
	static at_fn *const lists[] = {cb_results_format_at, cb_proofs_format_at,
		cb_comparisons_format_at, cb_gate_format_at, cb_selftest_format_at,
		cb_inventory_format_at, cb_info_format_at};

	(void)state;
	for (size_t i = 0; i < ROWS(lists); i++) {
		size_t count = 0;

		while (lists[i](count) != NULL)
			count++;
		assert_true(count > 1);
		assert_null(lists[i](count + 1));
		assert_string_equal(lists[i](0)->name, "table");
		assert_string_equal(lists[i](0)->ending, ".txt");
		for (size_t a = 0; a < count; a++)
			for (size_t b = 0; b < a; b++) {
				const cb_format *one = lists[i](a), *other = lists[i](b);

				assert_string_not_equal(one->name, other->name);
				if (one->ending != NULL && other->ending != NULL)
					assert_string_not_equal(one->ending, other->ending);
			}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_locale_of_the_caller_comes_back),
		cmocka_unit_test(a_failure_leaves_no_text),
		cmocka_unit_test(a_document_ends_its_last_line_once),
		cmocka_unit_test(threads_may_show_the_same_document),
		cmocka_unit_test(formats_are_told_apart_by_name_and_ending),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
