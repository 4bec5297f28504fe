/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include <cb/backend.h>

#include "scarcity.h"
#include "subject.h"

#define ON_OFF (CB_ACCEL_BIT(CB_ACCEL_ON) | CB_ACCEL_BIT(CB_ACCEL_OFF))

typedef struct fixture {
	scratch *in;
	cb_context *ctx;
	cb__subjects subjects;
	char library[2 * SCRATCH_MAX]; /* a file that is there */
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
	cb__subjects_done(&f->subjects);
	cb_context_free(f->ctx);
	int status = scratch_drop((void **)&f->in);
	free(f);
	return status;
}

static cb_status add(fixture *f, const char *text)
{
	return cb__subjects_add(&f->subjects, f->ctx, text, ON_OFF);
}

static void assert_subject(const cb__subject *subject, const char *label, const char *backend,
	cb_accel accel, int is_labelled, int is_asked)
{
	assert_string_equal(subject->label, label);
	assert_string_equal(subject->backend, backend);
	assert_int_equal(subject->accel, accel);
	assert_int_equal(subject->is_labelled, is_labelled);
	assert_int_equal(subject->is_asked, is_asked);
}

static void a_backend_alone_is_one_subject_for_each_mode(void **state)
{
	fixture *f = *state;
	assert_int_equal(add(f, "alpha"), CB_OK);
	assert_int_equal(f->subjects.count, 2);
	assert_subject(&f->subjects.rows[0], "alpha:on", "alpha", CB_ACCEL_ON, 0, 0);
	assert_subject(&f->subjects.rows[1], "alpha:off", "alpha", CB_ACCEL_OFF, 0, 0);
	assert_string_equal(f->subjects.rows[0].module, cb__context_backend(f->ctx, "alpha"));
	assert_null(f->subjects.rows[0].library);
}

static void a_mode_makes_it_one_subject_that_was_asked_for(void **state)
{
	fixture *f = *state;
	assert_int_equal(add(f, "beta:nocrypto"), CB_OK);
	assert_int_equal(f->subjects.count, 1);
	assert_subject(&f->subjects.rows[0], "beta:nocrypto", "beta", CB_ACCEL_NOCRYPTO, 0, 1);
}

static void a_label_and_a_mode_make_the_label_the_name(void **state)
{
	fixture *f = *state;
	assert_int_equal(add(f, "new@beta:off"), CB_OK);
	assert_int_equal(f->subjects.count, 1);
	assert_subject(&f->subjects.rows[0], "new", "beta", CB_ACCEL_OFF, 1, 1);
}

static void a_label_without_a_mode_is_told_apart_by_the_mode(void **state)
{
	fixture *f = *state;
	assert_int_equal(add(f, "new@beta"), CB_OK);
	assert_int_equal(f->subjects.count, 2);
	assert_subject(&f->subjects.rows[0], "new:on", "beta", CB_ACCEL_ON, 1, 0);
	assert_subject(&f->subjects.rows[1], "new:off", "beta", CB_ACCEL_OFF, 1, 0);
}

static void a_library_can_follow_every_form(void **state)
{
	fixture *f = *state;
	static const char *const forms[] = {"alpha", "alpha:on", "l@alpha", "m@alpha:off"};
	for (size_t i = 0; i < ROWS(forms); i++) {
		char text[3 * SCRATCH_MAX];
		size_t before = f->subjects.count;
		snprintf(text, sizeof text, "%s=%s", forms[i], f->library);
		assert_int_equal(add(f, text), CB_OK);
		assert_true(f->subjects.count > before);
		for (size_t j = before; j < f->subjects.count; j++)
			assert_string_equal(f->subjects.rows[j].library, f->library);
	}
}

static void what_follows_the_equals_sign_is_all_library(void **state)
{
	fixture *f = *state;
	char text[3 * SCRATCH_MAX];
	char file[2 * SCRATCH_MAX];
	strcpy(file, scratch_file(f->in, "odd/a@b:c=d e", 0644));
	snprintf(text, sizeof text, "alpha:on=%s", file);
	assert_int_equal(add(f, text), CB_OK);
	assert_string_equal(f->subjects.rows[0].library, file);
	assert_subject(&f->subjects.rows[0], "alpha:on", "alpha", CB_ACCEL_ON, 0, 1);
}

static void a_library_is_resolved(void **state)
{
	fixture *f = *state;
	char text[3 * SCRATCH_MAX];
	char link[2 * SCRATCH_MAX];
	strcpy(link, scratch_path(f->in, "link.so"));
	assert_int_equal(symlink("libx.so.1", link), 0);
	snprintf(text, sizeof text, "alpha:on=%s/backends/../link.so", f->in->root);
	assert_int_equal(add(f, text), CB_OK);
	assert_string_equal(f->subjects.rows[0].library, f->library);
}

static void labels_are_made_of_harmless_characters(void **state)
{
	fixture *f = *state;
	static const char *const good[] = {"a", "A-b_c.d+e", "3.0.17", "openssl", "-", "."};
	for (size_t i = 0; i < ROWS(good); i++) {
		char text[64];
		snprintf(text, sizeof text, "%s@alpha:on", good[i]);
		assert_int_equal(add(f, text), CB_OK);
		assert_string_equal(f->subjects.rows[i].label, good[i]);
	}
}

static const struct {
	const char *text;
	cb_status status;
	const char *said;
} refused[] = {
	{"", CB_EINVAL, "[LABEL@]BACKEND[/IMPLEMENTATION][:ACCEL][=LIBRARY]"},
	{"=", CB_EINVAL, "[LABEL@]BACKEND[/IMPLEMENTATION][:ACCEL][=LIBRARY]"},
	{":on", CB_EINVAL, "\":on\""},
	{"=/tmp", CB_EINVAL, "\"=/tmp\""},
	{"alpha=", CB_EINVAL, "\"alpha=\""},
	{"alpha:on=", CB_EINVAL, "\"alpha:on=\""},
	{"x@", CB_EINVAL, "\"x@\""},
	{"x@:on", CB_EINVAL, "\"x@:on\""},
	{"@", CB_EINVAL, "label"},
	{"@alpha", CB_EINVAL, "label"},
	{"a b@alpha", CB_EINVAL, "\"a b@alpha\""},
	{"a/b@alpha", CB_EINVAL, "label"},
	{"a:b@alpha", CB_EINVAL, "label"},
	{"a*@alpha", CB_EINVAL, "label"},
	{"\xc3\xa4@alpha", CB_EINVAL, "label"},
	{"alpha:", CB_EINVAL, "\"\""},
	{"alpha:ON", CB_EINVAL, "\"ON\""},
	{"alpha:fast", CB_EINVAL, "on, nocrypto, off"},
	{"alpha:on:off", CB_EINVAL, "\"on:off\""},
	{"alpha:on@x", CB_EINVAL, "label"},
	{"a@b@alpha", CB_ENOTFOUND, "\"b@alpha\""},
	{"gamma", CB_ENOTFOUND, "\"gamma\"; found: alpha, beta"},
	{"Alpha", CB_ENOTFOUND, "\"Alpha\""},
	{"alph", CB_ENOTFOUND, "\"alph\""},
	{" alpha", CB_ENOTFOUND, "\" alpha\""},
	{"gamma:on", CB_ENOTFOUND, "\"gamma\""},
	{"alpha=/nowhere/libx.so", CB_ENOTFOUND, "\"/nowhere/libx.so\""},
	{"new@alpha:on=./nothing", CB_ENOTFOUND, "\"./nothing\""},
	{"alpha=/dev/zero", CB_ENOTFOUND, "\"/dev/zero\": neither a file nor a directory"},
};

static void what_is_wrong_is_said_and_the_list_stays_as_it_was(void **state)
{
	fixture *f = *state;
	assert_int_equal(add(f, "alpha"), CB_OK);
	for (size_t i = 0; i < ROWS(refused); i++) {
		cb_status status = add(f, refused[i].text);
		if (status != refused[i].status)
			fail_msg("\"%s\": %s", refused[i].text, cb_status_name(status));
		assert_says(cb_context_error(f->ctx), refused[i].said);
		assert_is_message(cb_context_error(f->ctx));
		assert_int_equal(f->subjects.count, 2);
		assert_string_equal(f->subjects.rows[1].label, "alpha:off");
	}
	assert_int_equal(add(f, "beta:on"), CB_OK);
	assert_int_equal(f->subjects.count, 3);
}

static void without_backends_none_is_found(void **state)
{
	(void)state;
	cb_config config = CB_CONFIG_INIT;
	cb_context *ctx = NULL;
	cb__subjects subjects = {NULL, 0};
	config.backend_path = "";
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	assert_int_equal(cb__subjects_add(&subjects, ctx, "alpha", ON_OFF), CB_ENOTFOUND);
	assert_says(cb_context_error(ctx), "found: none");
	assert_null(subjects.rows);
	cb_context_free(ctx);
}

static void subjects_of_different_labels_are_fine(void **state)
{
	fixture *f = *state;
	assert_int_equal(cb__subjects_check(&f->subjects, f->ctx), CB_OK);
	assert_int_equal(add(f, "alpha"), CB_OK);
	assert_int_equal(add(f, "beta"), CB_OK);
	assert_int_equal(add(f, "new@beta"), CB_OK);
	assert_int_equal(add(f, "alpha@beta:on"), CB_OK);
	assert_int_equal(cb__subjects_check(&f->subjects, f->ctx), CB_OK);
}

static void two_subjects_of_one_label_are_refused(void **state)
{
	static const char *const pairs[][2] = {
		{"alpha", "alpha"},
		{"alpha", "alpha:off"},
		{"new@alpha:on", "new@beta:off"},
		{"alpha@beta", "alpha:on"},
	};
	fixture *f = *state;
	for (size_t i = 0; i < ROWS(pairs); i++) {
		cb__subjects_done(&f->subjects);
		assert_int_equal(add(f, pairs[i][0]), CB_OK);
		assert_int_equal(add(f, pairs[i][1]), CB_OK);
		assert_int_equal(cb__subjects_check(&f->subjects, f->ctx), CB_EINVAL);
		assert_is_message(cb_context_error(f->ctx));
	}
}

static void of_a_label_that_is_there_twice_it_is_said_how_to_change_it(void **state)
{
	fixture *f = *state;
	assert_int_equal(add(f, "old@alpha:on"), CB_OK);
	assert_int_equal(add(f, "old@beta:on"), CB_OK);
	assert_int_equal(cb__subjects_check(&f->subjects, f->ctx), CB_EINVAL);
	assert_says(cb_context_error(f->ctx), "\"old\"");
	assert_says(cb_context_error(f->ctx), "new@beta:on");
}

static cb_status add_all_forms(void *payload)
{
	fixture *f = payload;
	char text[3 * SCRATCH_MAX];
	cb__subjects subjects = {NULL, 0};
	snprintf(text, sizeof text, "alpha=%s", f->library);
	cb_status status = cb__subjects_add(&subjects, f->ctx, text, ON_OFF);
	if (status == CB_OK)
		status = cb__subjects_add(&subjects, f->ctx, "new@beta:on", ON_OFF);
	cb__subjects_done(&subjects);
	return status;
}

static void running_out_of_memory_is_reported(void **state)
{
	scarcity_try(add_all_forms, *state);
}

#define SUBJECT_TEST(name) cmocka_unit_test_setup_teardown(name, make, drop)

/* Whoever names a library only learns how it is named. */
static void a_file_alone_is_asked_for_its_backend(void **state)
{
	fixture *f = *state;
	char text[3 * SCRATCH_MAX];
	assert_int_equal(add(f, f->library), CB_EINVAL);
	snprintf(text, sizeof text, "as in BACKEND=%s", f->library);
	assert_says(cb_context_error(f->ctx), text);
	assert_int_equal(add(f, "old/libcrypto.so.3"), CB_ENOTFOUND);
	assert_says(cb_context_error(f->ctx), "as in BACKEND=old/libcrypto.so.3");
	assert_int_equal(add(f, "libsodium.so"), CB_ENOTFOUND);
	assert_says(cb_context_error(f->ctx), "BACKEND=libsodium.so");
	assert_int_equal(f->subjects.count, 0);
}

static void a_file_that_is_known_by_its_name_tells_its_backend(void **state)
{
	fixture *f = *state;
	scratch_file(f->in, "backends/openssl.so", 0644);
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = scratch_path(f->in, "backends");
	cb_context_free(f->ctx);
	assert_int_equal(cb_context_new(&f->ctx, &config), CB_OK);
	assert_int_equal(add(f, "old/libcrypto.so.3"), CB_ENOTFOUND);
	assert_says(cb_context_error(f->ctx), "as in openssl=old/libcrypto.so.3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SUBJECT_TEST(a_backend_alone_is_one_subject_for_each_mode),
		SUBJECT_TEST(a_mode_makes_it_one_subject_that_was_asked_for),
		SUBJECT_TEST(a_label_and_a_mode_make_the_label_the_name),
		SUBJECT_TEST(a_label_without_a_mode_is_told_apart_by_the_mode),
		SUBJECT_TEST(a_library_can_follow_every_form),
		SUBJECT_TEST(what_follows_the_equals_sign_is_all_library),
		SUBJECT_TEST(a_library_is_resolved),
		SUBJECT_TEST(labels_are_made_of_harmless_characters),
		SUBJECT_TEST(what_is_wrong_is_said_and_the_list_stays_as_it_was),
		SUBJECT_TEST(a_file_alone_is_asked_for_its_backend),
		SUBJECT_TEST(a_file_that_is_known_by_its_name_tells_its_backend),
		cmocka_unit_test(without_backends_none_is_found),
		SUBJECT_TEST(subjects_of_different_labels_are_fine),
		SUBJECT_TEST(two_subjects_of_one_label_are_refused),
		SUBJECT_TEST(of_a_label_that_is_there_twice_it_is_said_how_to_change_it),
		SUBJECT_TEST(running_out_of_memory_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
