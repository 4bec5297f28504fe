/* SPDX-License-Identifier: Apache-2.0 */
#include "fits.h"

#include "crew_fixture.h"
#include "scarcity.h"

#define PANELS_MAX   8
#define READINGS_MAX 64

/* A matrix of a few panels, filled by hand. */
typedef struct scene {
	cb__matrix matrix;
	cb__panel panels[PANELS_MAX];
	cb__entry entries[PANELS_MAX][MEMBERS_MAX];
	cb__reading readings[PANELS_MAX][MEMBERS_MAX][READINGS_MAX];
} scene;

static scene *scene_new(crew_fixture *f)
{
	scene *s = calloc(1, sizeof *s);

	assert_non_null(s);
	s->matrix.panels = s->panels;
	s->matrix.entry_count = f->crew.member_count;
	return s;
}

static size_t add_panel(scene *s, crew_fixture *f, const char *algorithm, cb_op op, uint64_t size)
{
	size_t index = s->matrix.panel_count++;

	assert_true(index < PANELS_MAX);
	s->panels[index] = (cb__panel){
		.algorithm = cb_algorithm_find(algorithm),
		.op = op,
		.size = size,
		.threads = 1,
		.processes = 1,
		.entries = s->entries[index],
	};
	assert_non_null(s->panels[index].algorithm);
	for (size_t i = 0; i < f->crew.member_count; i++)
		s->entries[index][i] = (cb__entry){
			.member = &f->members[i],
			.outcome = CB_OUTCOME_MEASURED,
			.readings = s->readings[index][i],
		};
	return index;
}

/* Three samples, of which the middle one counts. */
static void add_readings(scene *s, size_t panel, size_t member, uint32_t launch, double ns)
{
	static const double parts[] = {0.9, 1, 1.3};
	cb__entry *entry = &s->entries[panel][member];

	for (uint32_t i = 0; i < ROWS(parts); i++) {
		assert_true(entry->reading_count < READINGS_MAX);
		uint64_t time = (uint64_t)(1000 * ns * parts[i] + 0.5);
		entry->readings[entry->reading_count++] = (cb__reading){
			.launch = launch,
			.round = i,
			.sample = {.ops = 1000, .wall_ns = time, .cpu_ns = time},
		};
	}
}

static void add_sizes(scene *s, crew_fixture *f)
{
	static const uint64_t sizes[] = {16, 256, 4096, 16384};

	for (size_t i = 0; i < ROWS(sizes); i++)
		add_panel(s, f, "sha256", CB_OP_DIGEST, sizes[i]);
}

/* In each launch a little slower than in the one before. */
static void add_launches(scene *s, size_t member, uint32_t count, double fixed, double per_byte)
{
	for (size_t i = 0; i < s->matrix.panel_count; i++)
		for (uint32_t launch = 0; launch < count; launch++)
			add_readings(s, i, member, launch,
				(fixed + per_byte * (double)s->panels[i].size) *
					(1 + 0.01 * launch));
}

static json_t *fits_of(const scene *s)
{
	json_t *list = NULL;

	assert_int_equal(cb__fits_to_json(&list, &s->matrix), CB_OK);
	return list;
}

static double number(const json_t *fit, const char *name)
{
	const json_t *value = json_object_get(fit, name);

	if (!json_is_number(value))
		fail_msg("%s is no number", name);
	return json_number_value(value);
}

static const char *string(const json_t *fit, const char *name)
{
	return json_string_value(json_object_get(fit, name));
}

/* Other work had two thirds of the processor. */
static void triple_wall_times(scene *s, size_t panel)
{
	cb__entry *entry = &s->entries[panel][0];

	for (size_t i = 0; i < entry->reading_count; i++)
		s->readings[panel][0][i].sample.wall_ns *= 3;
}

static void a_line_through_cpu_time_stands_beside_that_of_wall_time(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	add_sizes(s, f);
	add_launches(s, 0, 7, 100, 0.5);
	json_t *calm = fits_of(s);
	assert_true(json_is_false(json_object_get(json_array_get(calm, 0), "contended")));
	for (size_t i = 0; i < s->matrix.panel_count; i++)
		triple_wall_times(s, i);
	json_t *list = fits_of(s);
	const json_t *fit = json_array_get(list, 0);
	assert_true(json_is_true(json_object_get(fit, "contended")));
	assert_near(number(fit, "fixed_ns"), 309);
	assert_near(number(fit, "ns_per_byte"), 1.545);
	assert_near(number(fit, "cpu_fixed_ns"), 103);
	assert_near(number(fit, "cpu_fixed_ci95_low_ns"), 101);
	assert_near(number(fit, "cpu_fixed_ci95_high_ns"), 105);
	assert_near(number(fit, "cpu_ns_per_byte"), 0.515);
	assert_near(number(fit, "cpu_ns_per_byte_ci95_low"), 0.505);
	assert_near(number(fit, "cpu_ns_per_byte_ci95_high"), 0.525);
	assert_near(number(fit, "cpu_bytes_per_second"), 1e9 / 0.515);
	json_decref(list);
	json_decref(calm);
	free(s);
}

static void several_threads_have_no_line_through_cpu_time(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	add_sizes(s, f);
	for (size_t i = 0; i < s->matrix.panel_count; i++)
		s->panels[i].threads = 2;
	add_launches(s, 0, 7, 100, 0.5);
	json_t *list = fits_of(s);
	assert_true(json_is_null(json_object_get(json_array_get(list, 0), "cpu_ns_per_byte")));
	json_decref(list);
	free(s);
}

static void a_line_is_described_with_its_interval(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	add_sizes(s, f);
	add_launches(s, 0, 7, 100, 0.5);
	json_t *list = fits_of(s);
	assert_int_equal(json_array_size(list), 1);
	const json_t *fit = json_array_get(list, 0);
	assert_string_equal(string(fit, "subject"), "openssl:on");
	assert_string_equal(string(fit, "algorithm"), "sha256");
	assert_string_equal(string(fit, "operation"), "digest");
	assert_string_equal(string(fit, "variant"), "message");
	assert_near(number(fit, "threads"), 1);
	assert_near(number(fit, "processes"), 1);
	assert_near(number(fit, "launches"), 7);
	assert_near(number(fit, "size_min"), 16);
	assert_near(number(fit, "size_max"), 16384);
	assert_near(number(fit, "fixed_ns"), 103);
	assert_near(number(fit, "ns_per_byte"), 0.515);
	assert_near(number(fit, "bytes_per_second"), 1e9 / 0.515);
	/* Two of 28 Walsh averages are cut off at each end. */
	assert_near(number(fit, "fixed_ci95_low_ns"), 101);
	assert_near(number(fit, "fixed_ci95_high_ns"), 105);
	assert_near(number(fit, "ns_per_byte_ci95_low"), 0.505);
	assert_near(number(fit, "ns_per_byte_ci95_high"), 0.525);
	assert_true(number(fit, "ci95_level") >= 0.95);
	assert_true(number(fit, "largest_residual_percent") < 1e-6);
	assert_int_equal(json_array_size(json_object_get(fit, "steps")), 0);
	json_decref(list);
	free(s);
}

static void sizes_far_off_the_line_are_listed(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	add_sizes(s, f);
	add_panel(s, f, "sha256", CB_OP_DIGEST, 20000);
	add_launches(s, 0, 6, 100, 0.5);
	for (size_t i = 0; i < s->entries[1][0].reading_count; i++)
		s->readings[1][0][i].sample.wall_ns =
			s->readings[1][0][i].sample.wall_ns * 80 / 100;
	for (size_t i = 0; i < s->entries[2][0].reading_count; i++)
		s->readings[2][0][i].sample.wall_ns =
			s->readings[2][0][i].sample.wall_ns * 104 / 100;
	json_t *list = fits_of(s);
	const json_t *fit = json_array_get(list, 0);
	const json_t *steps = json_object_get(fit, "steps");
	assert_int_equal(json_array_size(steps), 1);
	assert_near(number(json_array_get(steps, 0), "size"), 256);
	double percent = number(json_array_get(steps, 0), "percent");
	assert_true(percent > -20.1 && percent < -19.9);
	assert_near(number(fit, "largest_residual_percent"), -percent);
	json_decref(list);
	free(s);
}

/* The second size is far off the line in a scene of so many launches and such a share of CPU. */
static void assert_no_step(crew_fixture *f, uint32_t launches, double share)
{
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	add_sizes(s, f);
	add_panel(s, f, "sha256", CB_OP_DIGEST, 20000);
	add_launches(s, 0, launches, 100, 0.5);
	for (size_t i = 0; i < s->entries[1][0].reading_count; i++) {
		cb__sample *sample = &s->readings[1][0][i].sample;
		sample->wall_ns *= 3;
		sample->cpu_ns = (uint64_t)(share * (double)sample->wall_ns);
	}
	json_t *list = fits_of(s);
	assert_int_equal(json_array_size(json_object_get(json_array_get(list, 0), "steps")), 0);
	json_decref(list);
	free(s);
}

static void a_size_at_which_other_work_had_the_processor_is_no_step(void **state)
{
	assert_no_step(*state, 6, 0.4);
}

static void few_launches_have_no_steps(void **state)
{
	assert_no_step(*state, 2, 1);
}

static void a_size_disturbed_in_some_launches_is_no_step(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	add_sizes(s, f);
	add_launches(s, 0, 6, 100, 0.5);
	for (size_t i = 0; i < s->entries[1][0].reading_count; i++)
		if (s->readings[1][0][i].launch % 2 == 0)
			s->readings[1][0][i].sample.wall_ns *= 2;
	json_t *list = fits_of(s);
	const json_t *fit = json_array_get(list, 0);
	assert_int_equal(json_array_size(json_object_get(fit, "steps")), 0);
	assert_true(number(fit, "largest_residual_percent") > 20);
	json_decref(list);
	free(s);
}

static void two_sizes_are_too_few(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	add_panel(s, f, "sha256", CB_OP_DIGEST, 16);
	add_panel(s, f, "sha256", CB_OP_DIGEST, 1024);
	add_panel(s, f, "sha256", CB_OP_DIGEST, 1024);
	add_launches(s, 0, 6, 100, 0.5);
	json_t *list = fits_of(s);
	assert_int_equal(json_array_size(list), 0);
	json_decref(list);
	free(s);
}

static void what_has_no_message_has_no_line(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	for (uint64_t size = 1; size <= 3; size++)
		add_panel(s, f, "ed25519", CB_OP_SIGN, size);
	add_launches(s, 0, 6, 100, 0.5);
	json_t *list = fits_of(s);
	assert_int_equal(json_array_size(list), 0);
	json_decref(list);
	free(s);
}

static void algorithms_and_operations_have_lines_of_their_own(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	for (uint64_t size = 1000; size <= 3000; size += 1000) {
		add_panel(s, f, "aes-256-gcm", CB_OP_SEAL, size);
		add_panel(s, f, "aes-256-gcm", CB_OP_OPEN, size);
	}
	for (size_t i = 0; i < s->matrix.panel_count; i++)
		for (uint32_t launch = 0; launch < 6; launch++)
			add_readings(s, i, 0, launch,
				(i % 2 == 0 ? 100 : 200) + 0.5 * (double)s->panels[i].size);
	json_t *list = fits_of(s);
	assert_int_equal(json_array_size(list), 2);
	assert_string_equal(string(json_array_get(list, 0), "operation"), "seal");
	assert_near(number(json_array_get(list, 0), "fixed_ns"), 100);
	assert_string_equal(string(json_array_get(list, 1), "operation"), "open");
	assert_near(number(json_array_get(list, 1), "fixed_ns"), 200);
	json_decref(list);
	free(s);
}

static void what_differs_in_more_than_the_size_is_on_another_line(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	for (int difference = 0; difference < 4; difference++) {
		scene *s = scene_new(f);
		for (uint64_t size = 1000; size <= 3000; size += 1000) {
			add_panel(s, f, "aes-256-gcm", CB_OP_SEAL, size);
			cb__panel *other =
				&s->panels[add_panel(s, f, "aes-256-gcm", CB_OP_SEAL, size)];
			other->variant = difference == 0 ? CB_VARIANT_REKEY : CB_VARIANT_MESSAGE;
			other->threads = difference == 1 ? 2 : 1;
			other->processes = difference == 2 ? 3 : 1;
			other->load = difference == 3 ? 4 : 0;
		}
		add_launches(s, 0, 6, 100, 0.5);
		json_t *list = fits_of(s);
		assert_int_equal(json_array_size(list), 2);
		const json_t *fit = json_array_get(list, 1);
		assert_string_equal(string(fit, "variant"), difference == 0 ? "rekey" : "message");
		assert_near(number(fit, "threads"), difference == 1 ? 2 : 1);
		assert_near(number(fit, "processes"), difference == 2 ? 3 : 1);
		assert_near(number(fit, "load"), difference == 3 ? 4 : 0);
		json_decref(list);
		free(s);
	}
}

static void launches_that_lack_a_size_do_not_count(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	add_sizes(s, f);
	add_launches(s, 0, 6, 100, 0.5);
	/* Later launches over two panels only, and ten times slower. */
	for (uint32_t launch = 6; launch < 12; launch++) {
		add_readings(s, 1, 0, launch, 10000);
		add_readings(s, 3, 0, launch, 90000);
	}
	json_t *list = fits_of(s);
	assert_near(number(json_array_get(list, 0), "launches"), 6);
	assert_near(number(json_array_get(list, 0), "fixed_ns"), 102.5);
	json_decref(list);
	free(s);
}

static void without_a_launch_over_all_sizes_there_is_no_line(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	add_sizes(s, f);
	for (uint32_t i = 0; i < 4; i++)
		add_readings(s, i, 0, i, 100);
	json_t *list = fits_of(s);
	assert_int_equal(json_array_size(list), 0);
	json_decref(list);
	free(s);
}

static void cells_that_failed_are_left_out(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	add_sizes(s, f);
	add_launches(s, 0, 6, 100, 0.5);
	s->entries[3][0].outcome = CB_OUTCOME_CRASHED;
	json_t *list = fits_of(s);
	assert_near(number(json_array_get(list, 0), "size_max"), 4096);
	json_decref(list);
	s->entries[2][0].reading_count = 0;
	list = fits_of(s);
	assert_int_equal(json_array_size(list), 0);
	json_decref(list);
	free(s);
}

static void a_member_that_another_stands_for_has_its_line(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "mbedtls", CB_ACCEL_NOCRYPTO, NULL);
	crew_add(f, "mbedtls", CB_ACCEL_OFF, NULL);
	f->members[0].same_as = &f->members[1];
	scene *s = scene_new(f);
	add_sizes(s, f);
	add_launches(s, 1, 6, 100, 0.5);
	json_t *list = fits_of(s);
	assert_int_equal(json_array_size(list), 2);
	assert_string_equal(string(json_array_get(list, 0), "subject"), "mbedtls:nocrypto");
	assert_string_equal(string(json_array_get(list, 1), "subject"), "mbedtls:off");
	assert_near(number(json_array_get(list, 0), "fixed_ns"),
		number(json_array_get(list, 1), "fixed_ns"));
	json_decref(list);
	free(s);
}

static void time_that_does_not_grow_has_no_rate(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "null", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	add_sizes(s, f);
	add_launches(s, 0, 6, 2, 0);
	json_t *list = fits_of(s);
	assert_near(number(json_array_get(list, 0), "fixed_ns"), 2.05);
	assert_near(number(json_array_get(list, 0), "ns_per_byte"), 0);
	assert_true(json_is_null(json_object_get(json_array_get(list, 0), "bytes_per_second")));
	json_decref(list);
	free(s);
}

static void a_rate_that_no_machine_has_is_not_told(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "null", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	add_sizes(s, f);
	add_launches(s, 0, 6, 2, 1e-7); /* the clock's last digit */
	json_t *list = fits_of(s);
	assert_true(number(json_array_get(list, 0), "ns_per_byte") > 0);
	assert_true(json_is_null(json_object_get(json_array_get(list, 0), "bytes_per_second")));
	json_decref(list);
	free(s);
}

static cb_status attempt(void *payload)
{
	json_t *list = NULL;
	cb_status status = cb__fits_to_json(&list, &((scene *)payload)->matrix);

	json_decref(list);
	return status;
}

static void every_failed_allocation_is_told(void **state)
{
	crew_fixture *f = *state;
	crew_add(f, "openssl", CB_ACCEL_ON, NULL);
	scene *s = scene_new(f);
	add_sizes(s, f);
	add_launches(s, 0, 6, 100, 0.5);
	for (size_t i = 0; i < s->entries[1][0].reading_count; i++)
		s->readings[1][0][i].sample.wall_ns *= 2;
	assert_true(scarcity_try(attempt, s) > 10);
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CREW_TEST(a_line_is_described_with_its_interval),
		CREW_TEST(a_line_through_cpu_time_stands_beside_that_of_wall_time),
		CREW_TEST(several_threads_have_no_line_through_cpu_time),
		CREW_TEST(sizes_far_off_the_line_are_listed),
		CREW_TEST(a_size_at_which_other_work_had_the_processor_is_no_step),
		CREW_TEST(few_launches_have_no_steps),
		CREW_TEST(a_size_disturbed_in_some_launches_is_no_step),
		CREW_TEST(two_sizes_are_too_few),
		CREW_TEST(what_has_no_message_has_no_line),
		CREW_TEST(algorithms_and_operations_have_lines_of_their_own),
		CREW_TEST(what_differs_in_more_than_the_size_is_on_another_line),
		CREW_TEST(launches_that_lack_a_size_do_not_count),
		CREW_TEST(without_a_launch_over_all_sizes_there_is_no_line),
		CREW_TEST(cells_that_failed_are_left_out),
		CREW_TEST(a_member_that_another_stands_for_has_its_line),
		CREW_TEST(time_that_does_not_grow_has_no_rate),
		CREW_TEST(a_rate_that_no_machine_has_is_not_told),
		CREW_TEST(every_failed_allocation_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
