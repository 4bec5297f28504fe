/* SPDX-License-Identifier: Apache-2.0 */
#include "advise.h"

#include "unit.h"

#define CELLS 6

typedef struct row {
	uint64_t size;
	double ns;
	double low;
	double high;
} row;

typedef struct scene {
	cb_cell cells[CELLS];
	cb_summary summaries[CELLS];
	const cb_cell *list[CELLS];
	cb__advice_points points;
} scene;

static void make(scene *s, const row *rows, size_t count)
{
	memset(s, 0, sizeof *s);
	for (size_t i = 0; i < count; i++) {
		s->summaries[i].median_ns = rows[i].ns;
		s->summaries[i].ci95_low_ns = rows[i].low;
		s->summaries[i].ci95_high_ns = rows[i].high;
		s->summaries[i].cpu_median_ns = (double)NAN;
		s->cells[i].algorithm = "chacha20-poly1305";
		s->cells[i].size = rows[i].size;
		s->cells[i].outcome = CB_OUTCOME_MEASURED;
		s->cells[i].summary = &s->summaries[i];
		s->list[i] = &s->cells[i];
	}
	s->points.cells = s->list;
	s->points.count = count;
}

static void a_measured_size_is_its_cell(void **state)
{
	static const row rows[] = {{16, 100, 99, 101}, {1024, 300, 290, 310}};
	cb__advice_time time;
	scene s;

	(void)state;
	make(&s, rows, ROWS(rows));
	time = cb__advice_time_at(&s.points, 1024);
	assert_int_equal(time.basis, CB_BASIS_MEASURED);
	assert_ptr_equal(time.cell, &s.cells[1]);
	assert_near(time.ns, 300);
	assert_near(time.low, 290);
}

/* 100 at 0 and 300 at 1000: 200 at 500. */
static void between_two_sizes_time_is_on_the_line_of_these(void **state)
{
	static const row rows[] = {{0, 100, 90, 110}, {1000, 300, 280, 320}};
	cb__advice_time time;
	scene s;

	(void)state;
	make(&s, rows, ROWS(rows));
	time = cb__advice_time_at(&s.points, 500);
	assert_int_equal(time.basis, CB_BASIS_BETWEEN);
	assert_null(time.cell);
	assert_near(time.ns, 200);
	assert_near(time.low, 185 - 32);
	assert_near(time.high, 215 + 150);
}

/* What was measured at the sizes around, and at the one between them. */
typedef struct record {
	const char *algorithm;
	uint64_t below;
	double below_ns;
	uint64_t above;
	double above_ns;
	uint64_t size;
	double ns;
} record;

/* Of an AMD EPYC in 2026: openssl and libsodium, of vector blocks, parts of these, and hashes. */
static void the_interval_of_an_estimate_holds_what_is_measured_there(void **state)
{
	static const record records[] = {
		{"chacha20-poly1305", 1024, 576, 8192, 2482, 1420, 924}, /* openssl */
		{"chacha20-poly1305", 1024, 576, 2048, 844, 1400, 985},
		{"chacha20-poly1305", 1024, 576, 2048, 844, 1408, 788},
		{"chacha20-poly1305", 1024, 573, 8192, 2482, 1279, 978},
		{"chacha20-poly1305", 256, 433, 1024, 573, 512, 560},
		{"chacha20-poly1305", 256, 450, 1024, 876, 500, 920}, /* libsodium */
		{"chacha20-poly1305", 1024, 887, 8192, 5590, 1420, 1464},
		{"aes-128-gcm", 1024, 390, 8192, 1849, 1420, 480}, /* openssl */
		{"aes-256-gcm", 1024, 608, 8192, 4474, 1420, 934}, /* libsodium */
		{"aes-256-gcm", 64, 153, 256, 198, 255, 285},
		{"blake2b-512", 256, 274, 1024, 994, 257, 403},
		{"sha256", 16, 242, 64, 459, 55, 243}, /* mbedtls */
		{"sha256", 64, 459, 256, 1097, 112, 458},
	};

	(void)state;
	for (size_t i = 0; i < ROWS(records); i++) {
		const record *r = &records[i];
		const row rows[] = {{r->below, r->below_ns, r->below_ns, r->below_ns},
			{r->above, r->above_ns, r->above_ns, r->above_ns}};
		cb__advice_time time;
		scene s;

		make(&s, rows, ROWS(rows));
		s.cells[0].algorithm = r->algorithm;
		time = cb__advice_time_at(&s.points, r->size);
		assert_true(time.low <= r->ns && r->ns <= time.high);
		assert_true(time.high <= 1.75 * time.ns && time.low > 0);
	}
}

/* A multiple of every vector block leaves nothing to narrower code. */
static void whole_blocks_are_less_unsure_than_parts(void **state)
{
	static const row rows[] = {{1024, 100, 100, 100}, {4096, 400, 400, 400}};
	cb__advice_time whole, part;
	scene s;

	(void)state;
	make(&s, rows, ROWS(rows));
	whole = cb__advice_time_at(&s.points, 2048);
	part = cb__advice_time_at(&s.points, 2040);
	assert_near(whole.high, 200 * 1.2);
	assert_true(part.high > whole.high);
}

static void an_estimate_has_an_interval_where_times_have_none(void **state)
{
	static const row rows[] = {
		{0, 100, (double)NAN, (double)NAN}, {1000, 300, (double)NAN, (double)NAN}};
	cb__advice_time time;
	scene s;

	(void)state;
	make(&s, rows, ROWS(rows));
	time = cb__advice_time_at(&s.points, 500);
	assert_near(time.low, 168);
	assert_near(time.high, 350);
}

/* AES-GCM by OpenSSL against its ChaCha20-Poly1305, where the one is ahead on both sides. */
static void what_no_part_of_a_block_can_turn_is_still_told(void **state)
{
	static const row fast[] = {{1024, 390, 386, 394}, {8192, 1849, 1830, 1870}};
	static const row slow[] = {{1024, 576, 570, 582}, {8192, 2482, 2460, 2500}};
	cb__advice_time a, b;
	scene s;

	(void)state;
	make(&s, fast, ROWS(fast));
	s.cells[0].algorithm = "aes-128-gcm";
	a = cb__advice_time_at(&s.points, 1420);
	make(&s, slow, ROWS(slow));
	b = cb__advice_time_at(&s.points, 1420);
	assert_true(a.high < b.low);
}

/* 100 + 0.1 per byte, each within 2 %. */
static void beyond_the_last_size_a_line_through_three_is_followed(void **state)
{
	static const row rows[] = {
		{1000, 200, 196, 204}, {2000, 300, 294, 306}, {4000, 500, 490, 510}};
	cb__advice_time time;
	scene s;

	(void)state;
	make(&s, rows, ROWS(rows));
	time = cb__advice_time_at(&s.points, 8000);
	assert_int_equal(time.basis, CB_BASIS_BEYOND);
	assert_near(time.ns, 900);
	assert_near(time.high, 918 + 180);
	assert_near(time.low, 900 / 1.02 - 90);
}

static void far_beyond_or_from_two_sizes_nothing_is_known(void **state)
{
	static const row rows[] = {
		{1000, 200, 196, 204}, {2000, 300, 294, 306}, {4000, 500, 490, 510}};
	scene s;

	(void)state;
	make(&s, rows, ROWS(rows));
	assert_int_equal(cb__advice_time_at(&s.points, 32000).basis, CB_BASIS_BEYOND);
	assert_int_equal(cb__advice_time_at(&s.points, 32001).basis, CB_BASIS_MISSING);
	assert_int_equal(cb__advice_time_at(&s.points, 125).basis, CB_BASIS_BEYOND);
	assert_int_equal(cb__advice_time_at(&s.points, 124).basis, CB_BASIS_MISSING);
	s.points.count = 2;
	assert_int_equal(cb__advice_time_at(&s.points, 4000).basis, CB_BASIS_MISSING);
	s.points.count = 0;
	assert_true(isnan(cb__advice_time_at(&s.points, 4000).ns));
}

static void a_departure_from_the_line_widens_the_interval(void **state)
{
	/* the middle one is 30 % off */
	static const row rows[] = {
		{1000, 200, 200, 200}, {2000, 390, 390, 390}, {4000, 500, 500, 500}};
	cb__advice_time time;
	scene s;

	(void)state;
	make(&s, rows, ROWS(rows));
	time = cb__advice_time_at(&s.points, 8000);
	assert_near(time.ns, 900);
	assert_near(time.high, 900 * 1.3 + 180);
	assert_near(time.low, 900 / 1.3 - 90);
}

static void cells_without_figures_bear_nothing(void **state)
{
	static const row rows[] = {
		{1000, 200, 196, 204}, {2000, 300, 294, 306}, {4000, 500, 490, 510}};
	scene s;

	(void)state;
	make(&s, rows, ROWS(rows));
	s.cells[1].outcome = CB_OUTCOME_SKIPPED;
	s.cells[1].summary = NULL;
	assert_int_equal(cb__advice_time_at(&s.points, 2000).basis, CB_BASIS_BETWEEN);
	s.summaries[2].median_ns = (double)NAN;
	assert_int_equal(cb__advice_time_at(&s.points, 2000).basis, CB_BASIS_MISSING);
}

static void cpu_time_counts_where_it_is_known(void **state)
{
	static const row rows[] = {{16, 100, 99, 101}};
	cb__advice_time time;
	scene s;

	(void)state;
	make(&s, rows, ROWS(rows));
	s.summaries[0].cpu_median_ns = 80;
	s.summaries[0].cpu_ci95_low_ns = 79;
	s.summaries[0].cpu_ci95_high_ns = 81;
	time = cb__advice_time_of(&s.cells[0]);
	assert_near(time.ns, 80);
	assert_near(time.high, 81);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_measured_size_is_its_cell),
		cmocka_unit_test(between_two_sizes_time_is_on_the_line_of_these),
		cmocka_unit_test(the_interval_of_an_estimate_holds_what_is_measured_there),
		cmocka_unit_test(what_no_part_of_a_block_can_turn_is_still_told),
		cmocka_unit_test(whole_blocks_are_less_unsure_than_parts),
		cmocka_unit_test(an_estimate_has_an_interval_where_times_have_none),
		cmocka_unit_test(beyond_the_last_size_a_line_through_three_is_followed),
		cmocka_unit_test(far_beyond_or_from_two_sizes_nothing_is_known),
		cmocka_unit_test(a_departure_from_the_line_widens_the_interval),
		cmocka_unit_test(cells_without_figures_bear_nothing),
		cmocka_unit_test(cpu_time_counts_where_it_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
