/* SPDX-License-Identifier: Apache-2.0 */
#include "advise_fixture.h"

#include "advise.h"

#define SSL "openssl 3.0.19 on"
#define GCM "aes-256-gcm", "seal"

static const char profile[] = "choices = ['aes-256-gcm'];\n"
			      "work = ({ algorithm = 'choice'; operation = 'seal'; size = 100; });";

static void cells_of_a_library_come_by_size(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/1000", 300, 1, NULL},
		{SSL, "aes-256-gcm/open/16", 90, 1, NULL},
		{"mbedtls 3.6.0 on", "aes-256-gcm/seal/64", 900, 1, NULL},
		{SSL, "aes-256-gcm/seal/16", 100, 1, NULL},
		{"openssl 3.0.19 off", "aes-256-gcm/seal/64", 800, 1, NULL},
		{SSL, "aes-128-gcm/seal/64", 80, 1, NULL},
	};
	advise_fixture *f = *state;
	cb__advice_points points;

	ADVISE(f, profile, lines);
	points = cb__advice_points_of(f->advice, 0, GCM);
	assert_int_equal(points.count, 2);
	assert_int_equal(points.cells[0]->size, 16);
	assert_int_equal(points.cells[1]->size, 1000);
	assert_int_equal(cb__advice_points_of(f->advice, 0, "aes-256-gcm", "reject").count, 0);
}

/* Who measured again had a reason; who did not get to it had none. */
static void of_one_size_the_later_document_counts_unless_it_was_not_reached(void **state)
{
	static const line first[] = {{SSL, "aes-256-gcm/seal/100", 100, 1, NULL},
		{SSL, "aes-256-gcm/seal/200", 200, 1, NULL}};
	static const line second[] = {{SSL, "aes-256-gcm/seal/200", 0, 1, "skipped"},
		{SSL, "aes-256-gcm/seal/100", 90, 1, NULL}};
	advise_fixture *f = *state;
	cb__advice_points points;

	use_text(f, profile);
	DOCUMENT(f, "", first);
	DOCUMENT(f, "", second);
	advise(f, NULL);
	points = cb__advice_points_of(f->advice, 0, GCM);
	assert_int_equal(points.count, 2);
	assert_near(points.cells[0]->summary->median_ns, 90);
	assert_near(points.cells[1]->summary->median_ns, 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ADVISE_TEST(cells_of_a_library_come_by_size),
		ADVISE_TEST(of_one_size_the_later_document_counts_unless_it_was_not_reached),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
