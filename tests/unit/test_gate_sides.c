/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include <cb/backend.h>

#include "crew_fixture.h"
#include "gate_sides.h"
#include "scarcity.h"

#define ON     CB_ACCEL_BIT(CB_ACCEL_ON)
#define ON_OFF (CB_ACCEL_BIT(CB_ACCEL_ON) | CB_ACCEL_BIT(CB_ACCEL_OFF))

typedef struct fixture {
	scratch *in;
	cb_context *ctx;
	cb__subjects sides;
	char library[2 * SCRATCH_MAX];
} fixture;

static int make(void **state)
{
	fixture *f = calloc(1, sizeof *f);
	cb_config config = CB_CONFIG_INIT;
	assert_non_null(f);
	scratch_make((void **)&f->in);
	scratch_file(f->in, "backends/alpha.so", 0644);
	scratch_file(f->in, "backends/beta.so", 0644);
	strcpy(f->library, scratch_file(f->in, "libx.so.1", 0644));
	config.backend_path = scratch_path(f->in, "backends");
	*state = f;
	return cb_context_new(&f->ctx, &config) != CB_OK;
}

static int drop(void **state)
{
	fixture *f = *state;
	cb__subjects_done(&f->sides);
	cb_context_free(f->ctx);
	int status = scratch_drop((void **)&f->in);
	free(f);
	return status;
}

static void pair(fixture *f, const char *base, const char *head, unsigned modes)
{
	cb__subjects_done(&f->sides);
	if (cb__sides_new(&f->sides, f->ctx, base, head, modes) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	assert_int_equal(f->sides.count % CB__ARM_COUNT, 0);
}

static const cb__subject *side(const fixture *f, size_t mode, cb__arm arm)
{
	return &f->sides.rows[cb__side_index(mode, arm)];
}

static void each_mode_has_a_base_a_head_and_a_control(void **state)
{
	fixture *f = *state;
	static const char *const labels[] = {
		"base:on", "head:on", "control:on", "base:off", "head:off", "control:off"};
	pair(f, "alpha", "beta", ON_OFF);
	assert_int_equal(f->sides.count, ROWS(labels));
	for (size_t i = 0; i < ROWS(labels); i++)
		assert_string_equal(f->sides.rows[i].label, labels[i]);
	for (size_t mode = 0; mode < 2; mode++) {
		assert_string_equal(side(f, mode, CB__ARM_BASE)->backend, "alpha");
		assert_string_equal(side(f, mode, CB__ARM_HEAD)->backend, "beta");
		assert_string_equal(side(f, mode, CB__ARM_CONTROL)->backend, "alpha");
		assert_ptr_equal(side(f, mode, CB__ARM_CONTROL)->module,
			side(f, mode, CB__ARM_BASE)->module);
		/* Each has a copy of its own. */
		for (int arm = 0; arm < CB__ARM_COUNT; arm++)
			assert_int_equal(side(f, mode, (cb__arm)arm)->copy, arm + 1);
		for (int arm = 0; arm < CB__ARM_COUNT; arm++)
			assert_int_equal(side(f, mode, (cb__arm)arm)->accel,
				mode == 0 ? CB_ACCEL_ON : CB_ACCEL_OFF);
	}
}

static void labels_that_are_given_stay(void **state)
{
	fixture *f = *state;
	pair(f, "v1@alpha:on", "v2@beta:on", ON);
	assert_string_equal(side(f, 0, CB__ARM_BASE)->label, "v1");
	assert_string_equal(side(f, 0, CB__ARM_HEAD)->label, "v2");
	assert_string_equal(side(f, 0, CB__ARM_CONTROL)->label, "control:on");
}

static void control_has_the_library_of_the_base(void **state)
{
	fixture *f = *state;
	char text[3 * SCRATCH_MAX];
	snprintf(text, sizeof text, "alpha=%s", f->library);
	pair(f, text, "alpha", ON);
	assert_string_equal(side(f, 0, CB__ARM_BASE)->library, f->library);
	assert_null(side(f, 0, CB__ARM_HEAD)->library);
	assert_string_equal(side(f, 0, CB__ARM_CONTROL)->library, f->library);
	pair(f, "alpha", text, ON);
	assert_null(side(f, 0, CB__ARM_CONTROL)->library);
}

static void a_side_without_a_mode_is_what_the_option_says(void **state)
{
	fixture *f = *state;
	static const struct {
		const char *base;
		const char *head;
		unsigned modes;
		cb_accel base_accel;
		cb_accel head_accel;
	} rows[] = {
		{"alpha", "beta:off", ON, CB_ACCEL_ON, CB_ACCEL_OFF},
		{"alpha:off", "beta", ON, CB_ACCEL_OFF, CB_ACCEL_ON},
		{"alpha", "alpha:nocrypto", ON, CB_ACCEL_ON, CB_ACCEL_NOCRYPTO},
		{"alpha:on", "beta", CB_ACCEL_BIT(CB_ACCEL_OFF), CB_ACCEL_ON, CB_ACCEL_OFF},
		{"alpha:off", "beta:off", ON_OFF, CB_ACCEL_OFF, CB_ACCEL_OFF},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		pair(f, rows[i].base, rows[i].head, rows[i].modes);
		assert_int_equal(f->sides.count, CB__ARM_COUNT);
		assert_int_equal(side(f, 0, CB__ARM_BASE)->accel, rows[i].base_accel);
		assert_int_equal(side(f, 0, CB__ARM_HEAD)->accel, rows[i].head_accel);
		assert_int_equal(side(f, 0, CB__ARM_CONTROL)->accel, rows[i].base_accel);
	}
}

static void two_modes_of_one_thing_can_be_compared(void **state)
{
	fixture *f = *state;
	pair(f, "alpha:on", "alpha:off", ON_OFF);
	assert_int_equal(f->sides.count, CB__ARM_COUNT);
	assert_int_equal(side(f, 0, CB__ARM_BASE)->accel, CB_ACCEL_ON);
	assert_int_equal(side(f, 0, CB__ARM_HEAD)->accel, CB_ACCEL_OFF);
	assert_int_equal(side(f, 0, CB__ARM_CONTROL)->accel, CB_ACCEL_ON);
}

static void expect_refused(
	fixture *f, const char *base, const char *head, cb_status status, const char *part)
{
	cb__subjects_done(&f->sides);
	assert_int_equal(cb__sides_new(&f->sides, f->ctx, base, head, ON_OFF), status);
	assert_int_equal(f->sides.count, 0);
	assert_null(f->sides.rows);
	assert_says(cb_context_error(f->ctx), part);
	assert_is_message(cb_context_error(f->ctx));
}

static void one_mode_against_several_is_refused(void **state)
{
	fixture *f = *state;
	expect_refused(f, "alpha", "beta:off", CB_EINVAL, "2 modes and head \"beta:off\" in 1");
	expect_refused(f, "alpha:off", "beta", CB_EINVAL, "1 mode and head \"beta\" in 2");
}

static void the_very_same_thing_is_refused(void **state)
{
	fixture *f = *state;
	expect_refused(f, "alpha", "alpha", CB_EINVAL, "the very same");
	expect_refused(f, "alpha:on", "alpha:on", CB_EINVAL, "the very same");
	expect_refused(f, "v1@alpha:on", "v2@alpha:on", CB_EINVAL, "the very same");
}

static void a_file_is_the_same_by_whatever_name(void **state)
{
	fixture *f = *state;
	char base[3 * SCRATCH_MAX];
	char head[3 * SCRATCH_MAX];
	char link_path[2 * SCRATCH_MAX];
	snprintf(base, sizeof base, "alpha=%s", f->library);
	strcpy(link_path, scratch_path(f->in, "symbolic.so"));
	assert_int_equal(symlink(f->library, link_path), 0);
	snprintf(head, sizeof head, "alpha=%s", link_path);
	expect_refused(f, base, head, CB_EINVAL, f->library);
	strcpy(link_path, scratch_path(f->in, "hard.so"));
	assert_int_equal(link(f->library, link_path), 0);
	snprintf(head, sizeof head, "alpha=%s", link_path);
	expect_refused(f, base, head, CB_EINVAL, f->library);
	/* Another module with the same library is another thing. */
	snprintf(head, sizeof head, "beta=%s", link_path);
	pair(f, base, head, ON);
}

static void modules_are_the_same_by_whatever_name(void **state)
{
	fixture *f = *state;
	char original[2 * SCRATCH_MAX];
	strcpy(original, scratch_path(f->in, "backends/alpha.so"));
	assert_int_equal(symlink(original, scratch_path(f->in, "backends/gamma.so")), 0);
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = scratch_path(f->in, "backends");
	cb_context_free(f->ctx);
	assert_int_equal(cb_context_new(&f->ctx, &config), CB_OK);
	expect_refused(f, "alpha", "gamma", CB_EINVAL, "the very same");
}

static void labels_tell_sides_apart(void **state)
{
	fixture *f = *state;
	expect_refused(f, "x@alpha:on", "x@beta:on", CB_EINVAL, "\"x\"");
	expect_refused(f, "control:on@alpha:on", "beta:on", CB_EINVAL, "control:on");
}

static void what_is_no_side_is_refused(void **state)
{
	fixture *f = *state;
	expect_refused(f, "delta", "beta", CB_ENOTFOUND, "\"delta\"");
	expect_refused(f, "alpha", "delta", CB_ENOTFOUND, "\"delta\"");
	expect_refused(f, "alpha:fast", "beta", CB_EINVAL, "fast");
	expect_refused(f, "alpha", "beta:fast", CB_EINVAL, "fast");
	expect_refused(f, "", "beta", CB_EINVAL, "");
	expect_refused(f, "alpha", "", CB_EINVAL, "");
	expect_refused(f, "alpha=/nowhere/at/all", "beta", CB_ENOTFOUND, "/nowhere/at/all");
}

static cb_status try_sides(void *payload)
{
	fixture *f = payload;
	cb__subjects sides;
	char base[3 * SCRATCH_MAX];
	snprintf(base, sizeof base, "alpha=%s", f->library);
	cb_status status = cb__sides_new(&sides, f->ctx, base, "beta", ON_OFF);
	cb__subjects_done(&sides);
	return status;
}

static void running_out_of_memory_is_reported(void **state)
{
	scarcity_try(try_sides, *state);
}

/* What a worker said of the library that it loaded. */
static void say_library(cb__member *member, const char *file)
{
	json_decref(member->hello);
	member->hello = json_pack("{s:{s:s, s:[]}}", "library", "file", file, "providers");
	assert_non_null(member->hello);
}

static void write_text(const char *path, const char *text)
{
	FILE *stream = fopen(path, "wb");
	assert_non_null(stream);
	assert_true(fputs(text, stream) >= 0);
	assert_int_equal(fclose(stream), 0);
}

typedef struct loaded {
	crew_fixture *crew;
	char module[2 * SCRATCH_MAX];
	char other_module[2 * SCRATCH_MAX];
	char library[2 * SCRATCH_MAX];
	char same_library[2 * SCRATCH_MAX];
	char other_library[2 * SCRATCH_MAX];
} loaded;

static void load(loaded *out, void *f)
{
	scratch *in = ((fixture *)f)->in;
	strcpy(out->module, scratch_path(in, "m1.so"));
	strcpy(out->other_module, scratch_path(in, "m2.so"));
	strcpy(out->library, scratch_path(in, "l1.so"));
	strcpy(out->same_library, scratch_path(in, "l2.so"));
	strcpy(out->other_library, scratch_path(in, "l3.so"));
	write_text(out->module, "module");
	write_text(out->other_module, "another");
	write_text(out->library, "library");
	write_text(out->same_library, "library");
	write_text(out->other_library, "librarY");
	crew_make((void **)&out->crew);
	for (int i = 0; i < 2; i++) {
		cb__member *member = crew_add(out->crew, i == 0 ? "a" : "b", CB_ACCEL_ON, NULL);
		out->crew->subjects[i].module = out->module;
		say_library(member, i == 0 ? out->library : out->same_library);
	}
}

static void code_is_the_same_if_all_files_are(void **state)
{
	loaded l;
	load(&l, *state);
	cb__member *a = &l.crew->members[0];
	cb__member *b = &l.crew->members[1];
	assert_true(cb__sides_are_equal(a, b));
	assert_false(cb__sides_are_one(a, b));
	say_library(b, l.other_library);
	assert_false(cb__sides_are_equal(a, b));
	say_library(b, "/nowhere/at/all");
	assert_false(cb__sides_are_equal(a, b));
	say_library(b, l.same_library);
	l.crew->subjects[1].module = l.other_module;
	assert_false(cb__sides_are_equal(a, b));
	l.crew->subjects[1].module = l.module;
	l.crew->subjects[1].accel = CB_ACCEL_OFF;
	assert_false(cb__sides_are_equal(a, b));
	l.crew->subjects[1].accel = CB_ACCEL_ON;
	/* A loader of its own brings a C library of its own. */
	char loader[] = "/x/ld.so";
	l.crew->services[1].served.loader = loader;
	assert_false(cb__sides_are_equal(a, b));
	crew_drop((void **)&l.crew);
}

static void code_that_is_not_known_is_not_the_same(void **state)
{
	loaded l;
	load(&l, *state);
	cb__member *a = &l.crew->members[0];
	cb__member *b = &l.crew->members[1];
	json_decref(b->hello);
	b->hello = NULL;
	assert_false(cb__sides_are_equal(a, b));
	assert_false(cb__sides_are_equal(b, a));
	assert_false(cb__sides_are_one(a, b));
	b->hello = json_loads("{\"library\": {\"file\": 5, \"providers\": 7}}", 0, NULL);
	assert_false(cb__sides_are_equal(a, b));
	assert_false(cb__sides_are_one(a, b));
	crew_drop((void **)&l.crew);
}

static void providers_belong_to_the_code(void **state)
{
	static const struct {
		const char *left;
		const char *right;
		int is_equal;
	} rows[] = {
		{"[]", "[]", 1},
		{"[{\"file\": \"\"}]", "[{\"file\": \"\"}]", 1},
		{"[{\"file\": \"\"}]", "[{}]", 1},
		{"[{\"file\": \"\"}]", "[]", 0},
		{"[{\"file\": \"/nowhere\"}]", "[{\"file\": \"\"}]", 0},
		{"[{\"file\": \"\"}]", "[{\"file\": \"/nowhere\"}]", 0},
		{"[{\"file\": \"/nowhere\"}]", "[{\"file\": \"/nowhere\"}]", 0},
	};
	loaded l;
	load(&l, *state);
	for (size_t i = 0; i < ROWS(rows); i++) {
		const char *const texts[] = {rows[i].left, rows[i].right};
		for (int j = 0; j < 2; j++)
			json_object_set_new(json_object_get(l.crew->members[j].hello, "library"),
				"providers", json_loads(texts[j], 0, NULL));
		assert_int_equal(cb__sides_are_equal(&l.crew->members[0], &l.crew->members[1]),
			rows[i].is_equal);
	}
	crew_drop((void **)&l.crew);
}

static void one_file_loaded_by_both_is_one_thing(void **state)
{
	loaded l;
	load(&l, *state);
	char hard[3 * SCRATCH_MAX];
	snprintf(hard, sizeof hard, "%s.hard", l.library);
	assert_int_equal(link(l.library, hard), 0);
	say_library(&l.crew->members[1], hard);
	assert_true(cb__sides_are_one(&l.crew->members[0], &l.crew->members[1]));
	l.crew->subjects[1].accel = CB_ACCEL_OFF;
	assert_false(cb__sides_are_one(&l.crew->members[0], &l.crew->members[1]));
	l.crew->subjects[1].accel = CB_ACCEL_ON;
	l.crew->subjects[1].module = l.other_module;
	assert_false(cb__sides_are_one(&l.crew->members[0], &l.crew->members[1]));
	crew_drop((void **)&l.crew);
}

/* Three arms in two modes; the fixture of a crew has no room for them. */
static void part(cb__member *members, const int *stand_ins)
{
	static const cb__subject on = {.accel = CB_ACCEL_ON};
	static const cb__subject off = {.accel = CB_ACCEL_OFF};
	cb__crew crew = {.members = members, .member_count = 2 * CB__ARM_COUNT};
	for (size_t i = 0; i < 2 * CB__ARM_COUNT; i++) {
		members[i] = (cb__member){.subject = i < CB__ARM_COUNT ? &on : &off};
		if (i >= CB__ARM_COUNT && stand_ins[i - CB__ARM_COUNT])
			members[i].same_as = &members[i - CB__ARM_COUNT];
	}
	cb__sides_part(&crew);
}

static void modes_that_are_another_stay_so_if_both_sides_are(void **state)
{
	(void)state;
	static const int both[] = {1, 1, 1};
	static const int base_only[] = {1, 0, 1};
	static const int head_only[] = {0, 1, 0};
	cb__member members[2 * CB__ARM_COUNT];
	part(members, both);
	for (size_t i = 0; i < CB__ARM_COUNT; i++)
		assert_ptr_equal(members[CB__ARM_COUNT + i].same_as, &members[i]);
	part(members, base_only);
	for (size_t i = 0; i < 2 * CB__ARM_COUNT; i++)
		assert_null(members[i].same_as);
	part(members, head_only);
	for (size_t i = 0; i < 2 * CB__ARM_COUNT; i++)
		assert_null(members[i].same_as);
}

static void hints_are_given_where_they_apply(void **state)
{
	fixture *f = *state;
	static const struct {
		cb_status status;
		char reason[80];
		const char *hint; /* how the message ends */
	} rows[] = {
		{CB_EIO, "\"x\" cannot be read: Permission denied", "Permission denied"},
		{CB_ENOTFOUND, "invalid ELF header", "it is no shared library"},
		{CB_ENOTFOUND, "file too short", "it is no shared library"},
		{CB_ENOTFOUND, "wrong ELF class: ELFCLASS32", "ELFCLASS32"},
		{CB_ENOTFOUND, "loading it killed the worker with SIGBUS", "with SIGBUS"},
		{CB_ENOTFOUND, "version `GLIBC_2.99' not found (required by x)", "the directory"},
		{CB_ENOTFOUND, "a.so: undefined symbol: x", "BACKEND=FILE"},
		{CB_EINVAL, "another file was loaded", "BACKEND=FILE"},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		char reason[80];
		memcpy(reason, rows[i].reason, sizeof reason);
		const cb__subject subject = {
			.label = (char *)"base:on", .backend = (char *)"alpha"};
		const cb__service service = {
			.library = f->library, .status = rows[i].status, .reason = reason};
		cb__member member = {.subject = &subject, .service = &service};
		const cb__crew crew = {.ctx = f->ctx, .members = &member, .member_count = 1};
		assert_int_equal(cb__sides_check_loaded(&crew), CB_ENOTFOUND);
		const char *said = cb_context_error(f->ctx);
		assert_says(said, rows[i].reason);
		assert_string_equal(said + strlen(said) - strlen(rows[i].hint), rows[i].hint);
		assert_is_message(said);
	}
}

#define SIDES_TEST(name) cmocka_unit_test_setup_teardown(name, make, drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SIDES_TEST(each_mode_has_a_base_a_head_and_a_control),
		SIDES_TEST(labels_that_are_given_stay),
		SIDES_TEST(control_has_the_library_of_the_base),
		SIDES_TEST(a_side_without_a_mode_is_what_the_option_says),
		SIDES_TEST(one_mode_against_several_is_refused),
		SIDES_TEST(two_modes_of_one_thing_can_be_compared),
		SIDES_TEST(the_very_same_thing_is_refused),
		SIDES_TEST(a_file_is_the_same_by_whatever_name),
		SIDES_TEST(modules_are_the_same_by_whatever_name),
		SIDES_TEST(labels_tell_sides_apart),
		SIDES_TEST(what_is_no_side_is_refused),
		SIDES_TEST(hints_are_given_where_they_apply),
		SIDES_TEST(running_out_of_memory_is_reported),
		SIDES_TEST(code_is_the_same_if_all_files_are),
		SIDES_TEST(code_that_is_not_known_is_not_the_same),
		SIDES_TEST(providers_belong_to_the_code),
		SIDES_TEST(one_file_loaded_by_both_is_one_thing),
		cmocka_unit_test(modes_that_are_another_stay_so_if_both_sides_are),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
