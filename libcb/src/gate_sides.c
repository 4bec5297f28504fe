/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_sides.h"

#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>

#include <cb/backend.h>

#include "file.h"

size_t cb__side_index(size_t mode, cb__arm arm)
{
	return CB__ARM_COUNT * mode + (size_t)arm;
}

static int is_same_text(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static int is_same_file(const char *a, const char *b)
{
	struct stat left;
	struct stat right;
	if (is_same_text(a, b))
		return 1;
	return a != NULL && b != NULL && stat(a, &left) == 0 && stat(b, &right) == 0 &&
	       left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

/* A module is what it is by whatever name; a worker with backends built in has one file for all. */
static int is_same_backend(const cb__subject *a, const cb__subject *b)
{
	return cb__context_has_modules() || is_same_text(a->backend, b->backend);
}

static int is_same_module(const cb__subject *a, const cb__subject *b)
{
	return is_same_backend(a, b) && is_same_file(a->module, b->module);
}

static cb_status check_different(cb_context *ctx, const cb__subject *base, const cb__subject *head)
{
	if (base->accel != head->accel || !cb__subject_is_same_implementation(base, head) ||
		!is_same_module(base, head) || !is_same_file(base->library, head->library))
		return CB_OK;
	return cb__context_fail(ctx, CB_EINVAL,
		"base and head are the very same thing (%s:%s%s%s): name two files, two modules or "
		"two modes",
		base->backend, cb_accel_name(base->accel), base->library != NULL ? "=" : "",
		base->library != NULL ? base->library : "");
}

/* Gives the row a label; one that the user gave stays. Comparisons of several libraries need the
 * backend in it. */
static cb_status name(cb__subject *row, const char *side, int is_first)
{
	cb_text label = CB_TEXT_INIT;
	char *made = NULL;
	if (row->is_labelled)
		return CB_OK;
	if (is_first)
		cb__text_format(&label, "%s:%s", side, cb_accel_name(row->accel));
	else
		cb__text_format(&label, "%s:%s:%s", side, row->backend, cb_accel_name(row->accel));
	cb_status status = cb__text_take(&label, &made);
	if (status != CB_OK)
		return status;
	free(row->label);
	row->label = made;
	return CB_OK;
}

/* Each arm has a copy of its own. */
static unsigned side_number(const char *side)
{
	return side[0] == 'b' ? 1 : side[0] == 'h' ? 2 : 3;
}

/* Moves a row over. */
static cb_status move(cb__subject *out, cb__subject *row, const char *side, int is_first)
{
	*out = *row;
	*row = (cb__subject){0};
	cb_status status = name(out, side, is_first);
	/* The sides are told apart without it. */
	out->is_labelled = 0;
	out->copy = side_number(side);
	return status;
}

static cb_status copy_as(cb__subject *out, const cb__subject *base, const char *side, int is_first)
{
	*out = *base;
	out->backend = cb__string_copy(base->backend);
	out->library = base->library != NULL ? cb__string_copy(base->library) : NULL;
	out->implementation =
		base->implementation != NULL ? cb__string_copy(base->implementation) : NULL;
	out->label = cb__string_copy("");
	out->copy = side_number(side);
	if (out->backend == NULL || out->label == NULL ||
		(base->library != NULL && out->library == NULL) ||
		(base->implementation != NULL && out->implementation == NULL))
		return CB_ENOMEM;
	return name(out, side, is_first);
}

/* One mode's three rows. */
static cb_status arrange(
	cb__subjects *out, cb_context *ctx, cb__subject *base, cb__subject *head, int is_first)
{
	cb__subject *rows = realloc(out->rows, (out->count + CB__ARM_COUNT) * sizeof *rows);
	if (rows == NULL)
		return CB_ENOMEM;
	out->rows = rows;
	rows += out->count;
	for (int arm = 0; arm < CB__ARM_COUNT; arm++)
		rows[arm] = (cb__subject){0};
	if (head != NULL && check_different(ctx, base, head) != CB_OK)
		return CB_EINVAL;
	out->count += CB__ARM_COUNT;
	cb_status status = move(&rows[CB__ARM_BASE], base, "base", is_first);
	if (status == CB_OK && head != NULL)
		status = move(&rows[CB__ARM_HEAD], head, "head", is_first);
	else if (status == CB_OK)
		status = copy_as(&rows[CB__ARM_HEAD], &rows[CB__ARM_BASE], "head", is_first);
	if (status == CB_OK)
		status = copy_as(&rows[CB__ARM_CONTROL], &rows[CB__ARM_BASE], "control", is_first);
	return status;
}

/* What a side does not name is for the option accel to say, never for the other side: a mode that
 * somebody did not ask for would be measured on both, and a loss in it not be seen. */
static cb_status add_both(cb__subjects *base, cb__subjects *head, cb_context *ctx,
	const char *base_text, const char *head_text, unsigned modes)
{
	cb_status status = cb__subjects_add(base, ctx, base_text, modes);
	if (status == CB_OK)
		status = cb__subjects_add(head, ctx, head_text, modes);
	if (status != CB_OK || base->count == head->count)
		return status;
	return cb__context_fail(ctx, CB_EINVAL,
		"base \"%s\" is in %zu mode%s and head \"%s\" in %zu: option accel names several "
		"for "
		"the side without one; name the mode of both sides, or of neither",
		base_text, base->count, base->count == 1 ? "" : "s", head_text, head->count);
}

cb_status cb__sides_add(cb__subjects *out, cb_context *ctx, const char *base, const char *head,
	unsigned modes, int is_copy)
{
	cb__subjects base_rows = {NULL, 0};
	cb__subjects head_rows = {NULL, 0};
	int is_first = out->count == 0;
	cb_status status = is_copy ? cb__subjects_add(&base_rows, ctx, base, modes)
				   : add_both(&base_rows, &head_rows, ctx, base, head, modes);
	for (size_t i = 0; i < base_rows.count && status == CB_OK; i++)
		status = arrange(out, ctx, &base_rows.rows[i], is_copy ? NULL : &head_rows.rows[i],
			is_first);
	cb__subjects_done(&base_rows);
	cb__subjects_done(&head_rows);
	return status == CB_OK ? cb__subjects_check(out, ctx) : status;
}

cb_status cb__sides_new(
	cb__subjects *out, cb_context *ctx, const char *base, const char *head, unsigned modes)
{
	*out = (cb__subjects){NULL, 0};
	cb_status status = cb__sides_add(out, ctx, base, head, modes, 0);
	if (status != CB_OK)
		cb__subjects_done(out);
	return status;
}

static cb_accel mode_of_stand_in(const cb__member *member)
{
	return member->same_as != NULL ? member->same_as->subject->accel : CB_ACCEL_COUNT;
}

void cb__sides_part(cb__crew *crew)
{
	for (size_t i = 0; i + CB__ARM_COUNT <= crew->member_count; i += CB__ARM_COUNT) {
		cb__member *members = &crew->members[i];
		if (mode_of_stand_in(&members[CB__ARM_BASE]) ==
			mode_of_stand_in(&members[CB__ARM_HEAD]))
			continue;
		for (int arm = 0; arm < CB__ARM_COUNT; arm++)
			members[arm].same_as = NULL;
	}
}

/* The loader refused the file, or took another: nothing of a library ran that could be at fault. */
static int is_refused(const cb__service *service)
{
	return service->library != NULL && service->hello == NULL &&
	       (service->status == CB_ENOTFOUND || service->status == CB_EINVAL ||
		       service->status == CB_EIO);
}

static int is_directory(const char *path)
{
	struct stat info;
	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static int says(const cb__service *service, const char *part)
{
	return strstr(service->reason, part) != NULL;
}

/* What to do about it, as far as the loader's words tell; NULL: it may be another library. A file
 * that cannot be read, or a directory that lacks something, says itself what is wrong. */
static const char *hint(const cb__service *service)
{
	if (service->status == CB_EIO || is_directory(service->library) ||
		says(service, "wrong ELF class") || says(service, "loading it "))
		return "";
	if (says(service, "invalid ELF header") || says(service, "file too short"))
		return "; it is no shared library";
	if (says(service, "`GLIBC"))
		return "; it takes a newer C library: unpack that package, too, and name the "
		       "directory";
	return NULL;
}

static cb_status refuse_library(cb_context *ctx, const cb__member *member)
{
	const char *label = member->subject->label;
	const char *reason = member->service->reason;
	const char *what = hint(member->service);
	if (what != NULL)
		return cb__context_fail(ctx, CB_ENOTFOUND, "%s: %s%s", label, reason, what);
	return cb__context_fail(ctx, CB_ENOTFOUND,
		"%s: %s; is this a library of backend \"%s\"? Write another backend's as "
		"BACKEND=FILE",
		label, reason, member->subject->backend);
}

cb_status cb__sides_check_loaded(const cb__crew *crew)
{
	for (size_t i = 0; i < crew->member_count; i++) {
		const cb__member *member = &crew->members[i];
		/* What the control is a copy of was loaded; a gate can do without. */
		if (i % CB__ARM_COUNT != CB__ARM_CONTROL && is_refused(member->service))
			return refuse_library(crew->ctx, member);
	}
	return CB_OK;
}

static const json_t *library_of(const cb__member *member)
{
	const json_t *hello = member->hello;
	if (hello == NULL && member->service != NULL)
		hello = member->service->hello;
	return json_object_get(hello, "library");
}

static const char *file_of(const json_t *library)
{
	return json_string_value(json_object_get(library, "file"));
}

int cb__sides_are_one(const cb__member *a, const cb__member *b)
{
	const char *left = cb__member_library(a);
	const char *right = cb__member_library(b);
	return a->subject->accel == b->subject->accel &&
	       cb__subject_is_same_implementation(a->subject, b->subject) && left != NULL &&
	       right != NULL && is_same_module(a->subject, b->subject) && is_same_file(left, right);
}

static int are_providers_equal(const json_t *a, const json_t *b)
{
	if (json_array_size(a) != json_array_size(b))
		return 0;
	for (size_t i = 0; i < json_array_size(a); i++) {
		const char *left = file_of(json_array_get(a, i));
		const char *right = file_of(json_array_get(b, i));
		int is_built_in = left == NULL || left[0] == '\0';
		if (is_built_in && (right == NULL || right[0] == '\0'))
			continue;
		if (is_built_in || right == NULL || !cb__files_are_equal(left, right))
			return 0;
	}
	return 1;
}

/* An unpacked directory brings a C library, which the worker runs with. */
static int has_own_loader(const cb__member *member)
{
	return member->service == NULL || member->service->served.loader != NULL;
}

int cb__sides_are_equal(const cb__member *a, const cb__member *b)
{
	const json_t *left = library_of(a);
	const json_t *right = library_of(b);
	if (a->subject->accel != b->subject->accel ||
		!cb__subject_is_same_implementation(a->subject, b->subject) || has_own_loader(a) ||
		has_own_loader(b) || cb__member_library(a) == NULL || cb__member_library(b) == NULL)
		return 0;
	return is_same_backend(a->subject, b->subject) &&
	       cb__files_are_equal(a->subject->module, b->subject->module) &&
	       cb__files_are_equal(cb__member_library(a), cb__member_library(b)) &&
	       are_providers_equal(
		       json_object_get(left, "providers"), json_object_get(right, "providers"));
}
