/* SPDX-License-Identifier: Apache-2.0 */
#include "subject.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cb/backend.h>

#define LABEL_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-"

int cb__label_is_valid(const char *label)
{
	return label[0] != '\0' && label[strspn(label, LABEL_CHARACTERS)] == '\0';
}

/* The parts of a subject's text, cut out of one copy of it. */
struct parts {
	char *copy;
	char *label;
	char *backend;
	char *implementation;
	char *accel;
	char *library;
};

/* Whose a file is, by its name. */
static const char *owner_of(cb_context *ctx, const char *file)
{
	static const struct {
		const char *begin;
		const char *backend;
	} rows[] = {{"libcrypto.", "openssl"}, {"libssl.", "openssl"},
		{"libmbedcrypto.", "mbedtls"}, {"libsodium.", "libsodium"}};
	const char *slash = strrchr(file, '/');
	const char *name = slash != NULL ? slash + 1 : file;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strncmp(name, rows[i].begin, strlen(rows[i].begin)) == 0 &&
			cb__context_backend(ctx, rows[i].backend) != NULL)
			return rows[i].backend;
	return "BACKEND";
}

/* What to do about a text that names no backend. */
static cb_status refuse_file(cb_context *ctx, const char *text, cb_status status)
{
	return cb__context_fail(ctx, status,
		"subject \"%s\": a library is named after its backend, as in %s=%s", text,
		owner_of(ctx, text), text);
}

static int is_file(const char *text)
{
	return strchr(text, '=') == NULL &&
	       (strstr(text, ".so") != NULL || access(text, F_OK) == 0);
}

static cb_status split(struct parts *out, cb_context *ctx, const char *text)
{
	*out = (struct parts){.copy = cb__string_copy(text)};
	if (out->copy == NULL)
		return CB_ENOMEM;
	out->backend = out->copy;
	char *equals = strchr(out->backend, '=');
	if (equals != NULL) {
		*equals = '\0';
		out->library = equals + 1;
	}
	char *at = strchr(out->backend, '@');
	if (at != NULL) {
		*at = '\0';
		out->label = out->backend;
		out->backend = at + 1;
	}
	char *colon = strchr(out->backend, ':');
	if (colon != NULL) {
		*colon = '\0';
		out->accel = colon + 1;
	}
	char *slash = strchr(out->backend, '/');
	if (slash != NULL) {
		*slash = '\0';
		out->implementation = slash + 1;
	}
	if (out->label != NULL && !cb__label_is_valid(out->label))
		return cb__context_fail(ctx, CB_EINVAL,
			"subject \"%s\": a label is made of letters, digits and ._+-", text);
	if (out->backend[0] == '\0' && is_file(text))
		return refuse_file(ctx, text, CB_EINVAL);
	if (out->backend[0] == '\0' || (out->library != NULL && out->library[0] == '\0') ||
		(out->implementation != NULL && !cb__label_is_valid(out->implementation)))
		return cb__context_fail(ctx, CB_EINVAL,
			"subject \"%s\": it reads "
			"[LABEL@]BACKEND[/IMPLEMENTATION][:ACCEL][=LIBRARY]",
			text);
	return CB_OK;
}

static cb_status unknown_backend(cb_context *ctx, const char *name)
{
	cb_text known = CB_TEXT_INIT;
	for (size_t i = 0; i < ctx->backend_count; i++)
		cb__text_format(&known, "%s%s", i > 0 ? ", " : "", ctx->backends[i].name);
	cb__context_fail(ctx, CB_ENOTFOUND, "no backend \"%s\"; found: %s", name,
		known.len > 0 ? cb__text_string(&known) : "none");
	cb__text_done(&known);
	return CB_ENOTFOUND;
}

/* NULL if out of memory. */
static cb__subject *append_row(cb__subjects *subjects)
{
	cb__subject *rows = realloc(subjects->rows, (subjects->count + 1) * sizeof *rows);
	if (rows == NULL)
		return NULL;
	subjects->rows = rows;
	rows[subjects->count] = (cb__subject){.label = NULL};
	return &rows[subjects->count++];
}

/* A pipe would be waited for, and a device be copied without an end. */
static cb_status find_library(char **out, cb_context *ctx, const char *file)
{
	struct stat info;
	*out = realpath(file, NULL);
	if (*out == NULL || stat(*out, &info) != 0)
		return cb__context_fail(
			ctx, CB_ENOTFOUND, "library \"%s\": %s", file, strerror(errno));
	if (S_ISREG(info.st_mode) || S_ISDIR(info.st_mode))
		return CB_OK;
	return cb__context_fail(ctx, CB_ENOTFOUND,
		"library \"%s\": neither a file nor a directory of unpacked packages", file);
}

static cb_status append(
	cb__subjects *subjects, cb_context *ctx, const struct parts *parts, cb_accel accel)
{
	cb__subject *row = append_row(subjects);
	if (row == NULL)
		return CB_ENOMEM;
	*row = (cb__subject){
		.backend = cb__string_copy(parts->backend),
		.module = cb__context_backend(ctx, parts->backend),
		.accel = accel,
		.is_labelled = parts->label != NULL,
		.is_asked = parts->accel != NULL,
	};
	cb_text label = CB_TEXT_INIT;
	cb__text_add(&label, parts->label != NULL ? parts->label : parts->backend);
	if (parts->label == NULL && parts->implementation != NULL)
		cb__text_format(&label, "/%s", parts->implementation);
	/* One label for several modes would not tell them apart. */
	if (parts->label == NULL || parts->accel == NULL)
		cb__text_format(&label, ":%s", cb_accel_name(accel));
	cb_status status = cb__text_take(&label, &row->label);
	if (parts->implementation != NULL) {
		row->implementation = cb__string_copy(parts->implementation);
		if (row->implementation == NULL)
			return CB_ENOMEM;
	}
	if (status == CB_OK && parts->library != NULL) {
		status = find_library(&row->library, ctx, parts->library);
		if (status != CB_OK)
			return status;
	}
	return status == CB_OK && row->backend != NULL ? CB_OK : CB_ENOMEM;
}

static cb_status append_modes(
	cb__subjects *subjects, cb_context *ctx, const struct parts *parts, unsigned modes)
{
	cb_status status = CB_OK;
	for (int accel = 0; accel < CB_ACCEL_COUNT && status == CB_OK; accel++)
		if (modes & CB_ACCEL_BIT(accel))
			status = append(subjects, ctx, parts, (cb_accel)accel);
	return status;
}

static void cut(cb__subjects *subjects, size_t count)
{
	while (subjects->count > count) {
		cb__subject *row = &subjects->rows[--subjects->count];
		free(row->label);
		free(row->backend);
		free(row->implementation);
		free(row->library);
	}
}

cb_status cb__subjects_add(
	cb__subjects *subjects, cb_context *ctx, const char *text, unsigned modes)
{
	struct parts parts;
	size_t before = subjects->count;
	cb_status status = split(&parts, ctx, text);
	if (status == CB_OK && cb__context_backend(ctx, parts.backend) == NULL)
		status = is_file(text) ? refuse_file(ctx, text, CB_ENOTFOUND)
				       : unknown_backend(ctx, parts.backend);
	if (status == CB_OK && parts.accel != NULL) {
		cb_accel accel = cb_accel_find(parts.accel);
		if (accel == CB_ACCEL_COUNT)
			status = cb__context_fail(ctx, CB_EINVAL,
				"subject \"%s\": no acceleration mode \"%s\"; there are on, "
				"nocrypto, off",
				text, parts.accel);
		else
			modes = CB_ACCEL_BIT(accel);
	}
	if (status == CB_OK)
		status = append_modes(subjects, ctx, &parts, modes);
	if (status != CB_OK)
		cut(subjects, before);
	free(parts.copy);
	return status;
}

cb_status cb__subjects_add_function(cb__subjects *subjects, const char *name)
{
	cb__subject *row = append_row(subjects);
	if (row == NULL)
		return CB_ENOMEM;
	row->label = cb__string_copy(name);
	row->backend = cb__string_copy(cb_kind_name(CB_KIND_FUNCTION));
	return row->label != NULL && row->backend != NULL ? CB_OK : CB_ENOMEM;
}

cb_status cb__subjects_check(const cb__subjects *subjects, cb_context *ctx)
{
	for (size_t i = 0; i < subjects->count; i++)
		for (size_t j = 0; j < i; j++)
			if (strcmp(subjects->rows[i].label, subjects->rows[j].label) == 0)
				return cb__context_fail(ctx, CB_EINVAL,
					"two subjects are called \"%s\": give them labels, as in "
					"new@%s:%s",
					subjects->rows[i].label, subjects->rows[i].backend,
					cb_accel_name(subjects->rows[i].accel));
	return CB_OK;
}

int cb__subject_is_same_implementation(const cb__subject *a, const cb__subject *b)
{
	if (a->implementation == NULL || b->implementation == NULL)
		return a->implementation == b->implementation;
	return strcmp(a->implementation, b->implementation) == 0;
}

void cb__subjects_done(cb__subjects *subjects)
{
	cut(subjects, 0);
	free(subjects->rows);
	*subjects = (cb__subjects){NULL, 0};
}
