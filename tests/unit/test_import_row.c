/* SPDX-License-Identifier: Apache-2.0 */
/* Rows that were damaged on their way: what is left is in its column, or not trusted. */
#include "import_fixture.h"

#define ROW6 "type  16 bytes  64 bytes  256 bytes  1024 bytes  8192 bytes  16384 bytes\n"
#define CBC  "openssl/aes-256-cbc/encrypt/"

static const char *const sizes[] = {"16", "64", "256", "1024", "8192", "16384"};
static const double rates[] = {23e6, 26e6, 27e6, 28e6, 28.5e6, 28.6e6};

static const cb_cell *cell_of(const cb_results *results, const char *panel, size_t column)
{
	char id[120];

	snprintf(id, sizeof id, "%s%s/on", panel, sizes[column]);
	return import_cell(results, id);
}

/* Only the cell in this column is not trusted, for this reason; none is if it is 6. */
static void assert_only(const cb_results *results, const char *panel, size_t bad, const char *why)
{
	for (size_t i = 0; i < 6; i++) {
		const cb_cell *cell = cell_of(results, panel, i);

		if (i == bad) {
			assert_int_equal(cell->outcome, CB_OUTCOME_FAILED);
			assert_says(cell->reason, why);
			continue;
		}
		assert_int_equal(cell->outcome, CB_OUTCOME_MEASURED);
		assert_near(cell->summary->bytes_per_second, rates[i]);
	}
	assert_int_equal(cb_results_cell_count(results), 6);
}

static void assert_none(const cb_results *results, const char *panel, const char *why)
{
	for (size_t i = 0; i < 6; i++) {
		assert_int_equal(cell_of(results, panel, i)->outcome, CB_OUTCOME_FAILED);
		assert_null(cell_of(results, panel, i)->doubtful);
		assert_says(cell_of(results, panel, i)->reason, why);
	}
	assert_int_equal(cb_results_cell_count(results), 6);
}

static void a_damaged_figure_spoils_its_cell_alone(void **state)
{
	static const char *const damaged[] = {"27O00.00k", "2.7E7x", "?????", "I7000.O0k",
		"27000..00k", "27.000.00k", "27000.00x", "-", "#"};
	char text[400];

	for (size_t i = 0; i < ROWS(damaged); i++)
		for (size_t bad = 0; bad < 6; bad++) {
			if (bad == 5 && strlen(damaged[i]) < 6)
				continue; /* like a remark behind five figures */
			snprintf(text, sizeof text, BANNER ROW6 "aes-256-cbc");
			for (size_t j = 0; j < 6; j++)
				snprintf(text + strlen(text), sizeof text - strlen(text),
					j == bad ? " %s" : " %s.00k",
					j == bad ? damaged[i]
					: j < 4  ? (const char *const[]){"23000", "26000", "27000",
							   "28000"}[j]
					: j == 4 ? "28500"
						 : "28600");
			strcat(text, "\nsee above\n");
			assert_only(import_text(*state, text), CBC, bad, "is no number (line 3)");
		}
}

static void a_figure_that_is_gone_spoils_the_row(void **state)
{
	static const char *const rows[] = {
		"aes-256-cbc 23000.00k 26000.00k 28000.00k 28500.00k 28600.00k\n",
		"aes-256-cbc 23000.00k 26000.00k 27 000.00k 28000.00k 28500.00k 28600.00k\n",
		("aes-256-cbc 23000.00k 23000.00k 26000.00k 27000.00k 28000.00k 28500.00k"
		 " 28600.00k\n"),
		"aes-256-cbc 23000.00k ??? 28000.00k 28500.00k 28600.00k\n"};
	char text[400];

	for (size_t i = 0; i < ROWS(rows); i++) {
		snprintf(text, sizeof text, BANNER ROW6 "%s\nsee above\n", rows[i]);
		assert_none(import_text(*state, text), CBC, "which column a figure is of");
	}
}

static void a_remark_behind_the_figures_is_no_figure(void **state)
{
	assert_only(import_text(*state, BANNER ROW6
			    "aes-256-cbc 23000.00k 26000.00k 27000.00k 28000.00k 28500.00k"
			    " 28600.00k (best of three)\n"),
		CBC, 6, "");
}

static void a_lost_k_is_no_thousandth(void **state)
{
	import_fixture *f = *state;

	assert_only(import_text(f, BANNER ROW6
			    "aes-256-cbc 23000.00k 26000.00k 27000.00 28000.00k 28500.00k"
			    " 28600.00k\n"),
		CBC, 2, "unit missing");
	assert_none(import_text(f, BANNER ROW6
			    "aes-256-cbc 23000.00 26000.00 27000.00 28000.00 28500.00 28600.00\n"),
		CBC, "unit missing");
	/* a slow row of a table that has no k at all */
	assert_says(import_cell(import_text(f, BANNER ROW6 "md5 9.00 9.10 9.20 9.30 9.40 9.50\n"
							   "sha256 9000.00 10000.01 9.20 9.30"
							   " 9.40 9.50\n"),
			    "openssl/md5/digest/16/on")
			    ->reason,
		"unit missing");
	/* the rate cannot fall so far as messages grow */
	assert_says(cell_of(import_text(f, BANNER ROW6
				    "aes-256-cbc 23000.00k 26000.00k 27000.00k 28000.00k"
				    " 28500.00k 9600.00\n"),
			    CBC, 5)
			    ->reason,
		"unit missing");
}

static void a_rate_up_to_ten_thousand_has_no_k(void **state)
{
	const cb_results *results = import_text(*state,
		BANNER ROW6 "sha256 9000.00 10000.00 10.01k 11.00k 12.00k 12.50k\n"
			    "md5 900.00 950.00 960.00 970.00 980.00 990.00\n");

	assert_near(import_rate(results, "openssl/sha256/digest/64/on"), 10000);
	assert_near(import_rate(results, "openssl/sha256/digest/256/on"), 10010);
	assert_near(import_rate(results, "openssl/md5/digest/16384/on"), 990);
	assert_false(cb_results_failed(results));
}

static void a_lost_point_is_no_hundredfold(void **state)
{
	assert_only(import_text(*state, BANNER ROW6
			    "aes-256-cbc 2300000k 26000.00k 27000.00k 28000.00k 28500.00k"
			    " 28600.00k\n"),
		CBC, 0, "point missing");
}

static void a_damaged_heading_gives_no_sizes(void **state)
{
	static const char *const headings[] = {
		"type 16 bytes 6A bytes 256 bytes 1024 bytes 8192 bytes 16384 bytes",
		"typ  16 bytes 64 bytes 256 bytes 1024 bytes 8192 bytes 16384 byes",
		"type 16 bytes 64 bytes 26 bytes 1024 bytes 8192 bytes 16384 bytes",
		".type 16 bytes 64 bytes 256 bytes 1024 bytes 8192 bytes 16384 bytes"};
	char text[600];

	for (size_t i = 0; i < ROWS(headings); i++) {
		const cb_results *results;

		snprintf(text, sizeof text,
			BANNER SIZES "%s\naes-256-cbc 23000.00k 26000.00k 27000.00k 28000.00k"
				     " 28500.00k 28600.00k\n",
			headings[i]);
		results = import_text(*state, text);
		for (size_t j = 0; j < 6; j++)
			assert_says(cb_results_cell_at(results, j)->reason, "size unknown");
		assert_says(cb_results_warning_at(results, 0)->text, "damaged heading");
	}
}

static void a_row_of_keys_keeps_its_name_and_its_pairs(void **state)
{
	const cb_results *results =
		import_text(*state, BANNER "                  sign    verify    sign/s verify/s\n"
					   "rsa 2048 bits 0.000247s 0.0000O7s 4047.7 134000.1\n"
					   "rsa 1024 bits 0.000247s 0.000007s 4047.7 13400O.1\n"
					   "rsa  512 bits 0.000247s 0.000007s 4O47.7\n"
					   "rsa 4096 bits 0.000247s 0.000007s 4047.7 142857.1\n");

	assert_near(import_rate(results, "openssl/rsa-2048/sign/0/on"), 4047.7);
	assert_says(import_cell(results, "openssl/rsa-2048/verify/0/on")->reason,
		"\"0.0000O7s\" is no number (line 3)");
	assert_says(import_cell(results, "openssl/rsa-1024/verify/0/on")->reason,
		"\"13400O.1\" is no number (line 4)");
	assert_says(import_cell(results, "openssl/rsa-512/sign/0/on")->reason,
		"which column a figure is of");
	assert_near(import_rate(results, "openssl/rsa-4096/verify/0/on"), 142857.1);
	assert_int_equal(cb_results_cell_count(results), 8);
}

static void generic_names_swallow_no_figures(void **state)
{
	const cb_results *results = import_text(*state, BANNER
		"                  keygen    encaps    decaps keygens/s  encaps/s  decaps/s\n"
		"ML-KEM-768 0.0000l6s 0.000010s 0.000020s 62500.0 100000.0 50000.0\n");

	assert_says(import_cell(results, "openssl/ml-kem-768/keygen/0/on")->reason,
		"\"0.0000l6s\" is no number");
	assert_near(import_rate(results, "openssl/ml-kem-768/decaps/0/on"), 50000);
}

static void a_line_of_mr_that_lacks_a_field_is_not_shifted(void **state)
{
	const cb_results *results = import_text(*state,
		"+H:16:64:256\n+F:22:aes-128-cbc:728616225.50:80689282.14\n+H:16\n"
		"+F:22:aes-256-cbc:82304.14\n");

	for (size_t i = 0; i < 2; i++) {
		assert_says(cb_results_cell_at(results, i)->reason, "which column a figure is of");
		assert_null(cb_results_cell_at(results, i)->doubtful);
	}
}

static void a_line_of_mr_that_was_cut_has_no_last_figure(void **state)
{
	const cb_results *results =
		import_text(*state, "+H:16:64\n+F:22:aes-128-cbc:728616225.50:8068");

	assert_near(import_rate(results, "openssl/aes-128-cbc/encrypt/16/on"), 728616225.5);
	assert_says(import_cell(results, "openssl/aes-128-cbc/encrypt/64/on")->reason,
		"the capture ends within");
	assert_false(cb_results_complete(results));
}

static void damaged_times_of_progress_are_no_times(void **state)
{
	const cb_results *results = import_text(*state,
		"Doing sha256 for 3s on 16 size blocks: 3000000 sha256's in 2.9Os\n"
		"Doing sha256 for 3s on 64 size blocks: 2000000 sha256's in 3.00s\n");

	assert_null(import_cell(results, "openssl/sha256/digest/16/on")->summary);
	assert_near(import_rate(results, "openssl/sha256/digest/64/on"), 128e6 / 3);
}

static void figures_without_a_name_are_told(void **state)
{
	const cb_results *results = import_text(*state, BANNER
		"type 16 bytes 64 bytes\n 23000.00k 26000.00k\nsha256 23000.00k 26000.00k\n");

	assert_int_equal(cb_results_cell_count(results), 2);
	assert_says(cb_results_warning_at(results, 0)->text, "line 3: figures without a name");
}

static void a_figure_in_two_pieces_is_no_part_of_a_name(void **state)
{
	static const char *const pieces[] = {
		"23000.0 0k", "230 00.00k", "23000 .00k", "23000. 00k"};
	char text[400];

	for (size_t i = 0; i < ROWS(pieces); i++) {
		snprintf(text, sizeof text,
			BANNER ROW6 "aes-256-cbc %s 26000.00k 27000.00k 28000.00k 28500.00k"
				    " 28600.00k\n",
			pieces[i]);
		assert_none(import_text(*state, text), CBC, "which column a figure is of");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_damaged_figure_spoils_its_cell_alone),
		TEST(a_figure_that_is_gone_spoils_the_row),
		TEST(a_remark_behind_the_figures_is_no_figure),
		TEST(a_lost_k_is_no_thousandth),
		TEST(a_rate_up_to_ten_thousand_has_no_k),
		TEST(a_lost_point_is_no_hundredfold),
		TEST(a_damaged_heading_gives_no_sizes),
		TEST(a_row_of_keys_keeps_its_name_and_its_pairs),
		TEST(generic_names_swallow_no_figures),
		TEST(a_line_of_mr_that_lacks_a_field_is_not_shifted),
		TEST(a_line_of_mr_that_was_cut_has_no_last_figure),
		TEST(damaged_times_of_progress_are_no_times),
		TEST(figures_without_a_name_are_told),
		TEST(a_figure_in_two_pieces_is_no_part_of_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
