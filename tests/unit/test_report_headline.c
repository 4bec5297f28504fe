/* SPDX-License-Identifier: Apache-2.0 */
/* What the page says where documents do not have the same work. */
#include "report.h"

#include "page_fixture.h"

/* An import beside an own result: no comparison, but neither is there nothing. */
static void what_was_measured_by_other_rules_is_told_as_such(void **state)
{
	static const line a[] = {{"openssl:on", "md5/digest/64", 100, 5, "'semantics': 'other/1'"}};
	static const line b[] = {{"openssl:on", "md5/digest/64", 50, 5, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "'tool': {'machine': 'cellar'}, ", a);
	DOCUMENT(f, "'tool': {'machine': 'attic'}, ", b);
	page = make_page(f, NULL);
	assert_lacks(page, "has no figure");
	assert_has(page, "measured by other rules");
	assert_has(page, "which is no comparison");
	assert_has(page, "MD5 digest (other/1)</th><td>cellar: openssl");
	assert_has(page, "</th><td>attic: openssl");
	assert_has(page, "or it was not measured by the rules of this row");
	cb_string_free(page);
}

static void figures_of_other_sizes_are_told_as_such(void **state)
{
	static const line a[] = {{"openssl:on", "md5/digest/64", 100, 5, NULL}};
	static const line b[] = {{"openssl:on", "md5/digest/1024", 500, 5, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "'tool': {'machine': 'cellar'}, ", a);
	DOCUMENT(f, "'tool': {'machine': 'attic'}, ", b);
	page = make_page(f, NULL);
	assert_has(page, "cellar has figures of other sizes only");
	assert_has(page, "the library lacks it, or it was not measured there");
	cb_string_free(page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		COMPARE_TEST(what_was_measured_by_other_rules_is_told_as_such),
		COMPARE_TEST(figures_of_other_sizes_are_told_as_such),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
