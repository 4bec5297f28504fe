/* SPDX-License-Identifier: Apache-2.0 */
/* The text of a profile, which libconfig takes apart. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <libconfig.h>

#include "catalogue.h"
#include "json_file.h"
#include "profile.h"
#include "rules_parts.h"

#define TEXT_MAX  ((size_t)1 << 20)
#define COUNT_MAX 1e6

/* A profile that is being read, and where. */
struct reading {
	cb_profile *profile;
	cb__rules_place place;
};

typedef cb_status read_fn(struct reading *r, const config_setting_t *setting);

struct reader {
	const char *name;
	read_fn *read;
};

static config_setting_t *element(const config_setting_t *setting, int index)
{
	return config_setting_get_elem(setting, (unsigned)index);
}

static const char *shown_name(const config_setting_t *setting)
{
	const char *name = config_setting_name(setting);

	return name != NULL ? name : "this";
}

static cb_status read_text(
	char text[CB__PROFILE_TEXT], struct reading *r, const config_setting_t *setting)
{
	const char *value = config_setting_get_string(setting);

	if (value == NULL || value[0] == '\0' || strlen(value) >= CB__PROFILE_TEXT ||
		strpbrk(value, "\r\n\t") != NULL)
		return cb__rules_refuse(&r->place,
			"%s is not a text in quotes of one line, of 1 to %d bytes",
			shown_name(setting), CB__PROFILE_TEXT - 1);
	memcpy(text, value, strlen(value) + 1);
	return CB_OK;
}

static cb_status read_number(
	double *out, struct reading *r, const config_setting_t *setting, double min, double max)
{
	int type = config_setting_type(setting);
	double value = type == CONFIG_TYPE_FLOAT ? config_setting_get_float(setting)
						 : (double)config_setting_get_int(setting);

	if ((type != CONFIG_TYPE_INT && type != CONFIG_TYPE_FLOAT) ||
		!(value >= min && value <= max))
		return cb__rules_refuse(&r->place, "%s is not a number from %g to %.10g",
			shown_name(setting), min, max);
	*out = value;
	return CB_OK;
}

static cb_status read_size(uint64_t *out, struct reading *r, const config_setting_t *setting)
{
	double value = 0;
	cb_status status = read_number(&value, r, setting, 0, (double)CB_SIZE_MAX);

	if (status == CB_OK && value != floor(value))
		return cb__rules_refuse(
			&r->place, "%s is not a whole number of bytes", shown_name(setting));
	if (status == CB_OK)
		*out = (uint64_t)value;
	return status;
}

static cb_status refuse_algorithm(struct reading *r, const char *name)
{
	const char *known[256];
	const cb_algorithm *algorithm;
	size_t count = 0;

	for (; count < 255 && (algorithm = cb_algorithm_at(count)) != NULL; count++)
		known[count] = algorithm->name;
	known[count] = NULL;
	return cb__rules_refuse_name(&r->place, "no algorithm", name, known);
}

static cb_status read_algorithm(
	const cb_algorithm **out, struct reading *r, const config_setting_t *setting)
{
	char name[CB__PROFILE_TEXT];
	cb_status status = read_text(name, r, setting);

	if (status != CB_OK)
		return status;
	*out = cb_algorithm_find(name);
	return *out != NULL ? CB_OK : refuse_algorithm(r, name);
}

static cb_status take_name(struct reading *r, const config_setting_t *setting)
{
	return read_text(r->profile->name, r, setting);
}

static cb_status take_summary(struct reading *r, const config_setting_t *setting)
{
	return read_text(r->profile->summary, r, setting);
}

static cb_status take_unit(struct reading *r, const config_setting_t *setting)
{
	return read_text(r->profile->unit, r, setting);
}

static cb_status take_needs(struct reading *r, const config_setting_t *setting)
{
	char shown[CB__RULES_SHOWN];
	cb_status status = read_text(r->profile->needs, r, setting);

	if (status == CB_OK && !cb__capability_is_known(r->profile->needs))
		return cb__rules_refuse(&r->place, "needs \"%s\" is not known; there is tls13",
			cb__rules_show(shown, r->profile->needs));
	return status;
}

static cb_status take_accel(struct reading *r, const config_setting_t *setting)
{
	const char *name = config_setting_get_string(setting);

	r->profile->accel = name != NULL ? cb_accel_find(name) : CB_ACCEL_COUNT;
	if (r->profile->accel != CB_ACCEL_COUNT)
		return CB_OK;
	return cb__rules_refuse(&r->place, "accel is not one of \"on\", \"nocrypto\", \"off\"");
}

static cb_status take_bytes(struct reading *r, const config_setting_t *setting)
{
	return read_size(&r->profile->bytes, r, setting);
}

static int is_array(const config_setting_t *setting)
{
	int type = config_setting_type(setting);

	return type == CONFIG_TYPE_ARRAY || type == CONFIG_TYPE_LIST;
}

static cb_status take_sizes(struct reading *r, const config_setting_t *setting)
{
	cb_status status = CB_OK;

	if (!is_array(setting))
		return cb__rules_refuse(&r->place, "sizes is not a list; write [ 64, 1024 ]");
	for (int i = 0; status == CB_OK && i < config_setting_length(setting); i++) {
		uint64_t size = 0;

		status = read_size(&size, r, element(setting, i));
		if (status == CB_OK && (size == 0 || !cb__profile_add_size(r->profile, size)))
			return cb__rules_refuse(&r->place, "sizes has a 0, or more than %d sizes",
				CB__PROFILE_SIZES);
	}
	return status;
}

static cb_status take_choices(struct reading *r, const config_setting_t *setting)
{
	cb_profile *profile = r->profile;
	cb_status status = CB_OK;

	if (!is_array(setting) || config_setting_length(setting) == 0 ||
		config_setting_length(setting) > CB__PROFILE_CHOICES)
		return cb__rules_refuse(&r->place,
			"choices is not a list of 1 to %d algorithms; write [ \"aes-256-gcm\" ]",
			CB__PROFILE_CHOICES);
	for (int i = 0; status == CB_OK && i < config_setting_length(setting); i++)
		status = read_algorithm(&profile->choices[i], r, element(setting, i));
	for (int i = 0; status == CB_OK && i < config_setting_length(setting); i++) {
		if (profile->choices[i]->kind != profile->choices[0]->kind)
			return cb__rules_refuse(&r->place,
				"choices of different kinds: %s is %s, %s is %s",
				profile->choices[0]->name, cb_kind_name(profile->choices[0]->kind),
				profile->choices[i]->name, cb_kind_name(profile->choices[i]->kind));
		for (int j = 0; j < i; j++)
			if (profile->choices[i] == profile->choices[j])
				return cb__rules_refuse(&r->place, "choices has %s twice",
					profile->choices[i]->name);
	}
	profile->choice_count = (size_t)config_setting_length(setting);
	return status;
}

static cb_status read_operation(cb_op *out, struct reading *r, const config_setting_t *setting)
{
	const char *known[CB_OP_COUNT];
	char name[CB__PROFILE_TEXT];
	cb_status status = read_text(name, r, setting);

	if (status != CB_OK)
		return status;
	*out = cb_op_find(name);
	if (*out != CB_OP_NONE)
		return CB_OK;
	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
		known[op - 1] = cb_op_name((cb_op)op);
	known[CB_OP_COUNT - 1] = NULL;
	return cb__rules_refuse_name(&r->place, "no operation", name, known);
}

static cb_status take_part(cb__work *work, struct reading *r, const config_setting_t *setting)
{
	static const char *const known[] = {"algorithm", "operation", "size", "count", NULL};
	const char *name = config_setting_name(setting);
	const char *value = config_setting_get_string(setting);

	r->place.line = config_setting_source_line(setting);
	if (strcmp(name, "algorithm") == 0) {
		if (value != NULL && strcmp(value, CB__PROFILE_CHOICE) == 0)
			return CB_OK;
		return read_algorithm(&work->algorithm, r, setting);
	}
	if (strcmp(name, "operation") == 0)
		return read_operation(&work->op, r, setting);
	if (strcmp(name, "size") == 0)
		return read_size(&work->size, r, setting);
	if (strcmp(name, "count") == 0)
		return read_number(&work->count, r, setting, 1e-6, COUNT_MAX);
	return cb__rules_refuse_name(&r->place, "no setting", name, known);
}

static cb_status take_work_row(struct reading *r, const config_setting_t *group)
{
	cb__work work = {.count = 1};
	cb_status status = CB_OK;
	uint32_t line = config_setting_source_line(group);

	r->place.line = line;
	if (!config_setting_is_group(group))
		return cb__rules_refuse(&r->place,
			"this is no group; write { algorithm = \"choice\"; operation = \"seal\"; "
			"size = 1024; count = 1; }");
	if (config_setting_get_member(group, "algorithm") == NULL ||
		config_setting_get_member(group, "operation") == NULL)
		return cb__rules_refuse(&r->place, "work without algorithm and operation");
	for (int i = 0; status == CB_OK && i < config_setting_length(group); i++)
		status = take_part(&work, r, element(group, i));
	if (status == CB_OK && r->profile->work_count == CB__PROFILE_WORK)
		return cb__rules_refuse(&r->place, "more than %d rows of work", CB__PROFILE_WORK);
	if (status == CB_OK)
		r->profile->work[r->profile->work_count++] = work;
	return status;
}

/* What rows say of each other and of the choices is checked by check(), whose lines these are. */
static cb_status take_work(struct reading *r, const config_setting_t *setting)
{
	cb_status status = CB_OK;

	if (config_setting_type(setting) != CONFIG_TYPE_LIST || config_setting_length(setting) == 0)
		return cb__rules_refuse(
			&r->place, "work is not a list of groups; write ( { ... } )");
	for (int i = 0; status == CB_OK && i < config_setting_length(setting); i++)
		status = take_work_row(r, element(setting, i));
	return status;
}

static const struct reader readers[] = {
	{"name", take_name},
	{"summary", take_summary},
	{"unit", take_unit},
	{"needs", take_needs},
	{"accel", take_accel},
	{"bytes", take_bytes},
	{"choices", take_choices},
	{"sizes", take_sizes},
	{"work", take_work},
};

#define READERS (sizeof readers / sizeof readers[0])

static cb_status take(struct reading *r, const config_setting_t *setting)
{
	const char *known[READERS + 1] = {NULL};

	r->place.line = config_setting_source_line(setting);
	for (size_t i = 0; i < READERS; i++) {
		if (strcmp(readers[i].name, config_setting_name(setting)) == 0)
			return readers[i].read(r, setting);
		known[i] = readers[i].name;
	}
	return cb__rules_refuse_name(&r->place, "no setting", config_setting_name(setting), known);
}

/* Whether @p algorithm can do what @p work says. */
static cb_status check_one(
	const struct reading *r, const cb__work *work, const cb_algorithm *algorithm)
{
	const char *op = cb_op_name(work->op);

	if (!cb_kind_has_op(algorithm->kind, work->op))
		return cb__rules_refuse(
			&r->place, "%s has no operation \"%s\"", algorithm->name, op);
	if (cb_op_has_message(algorithm->kind, work->op) != (work->size > 0))
		return cb__rules_refuse(&r->place,
			work->size > 0 ? "%s %s has no message, so no size; remove it"
				       : "%s %s works on a message; give its size",
			algorithm->name, op);
	if (work->size % algorithm->block_len != 0)
		return cb__rules_refuse(&r->place,
			"size %llu is no multiple of the %lu bytes that %s "
			"works on",
			(unsigned long long)work->size, (unsigned long)algorithm->block_len,
			algorithm->name);
	return CB_OK;
}

static cb_status check_row(const struct reading *r, const cb__work *work)
{
	cb_status status = CB_OK;

	if (work->algorithm != NULL)
		return check_one(r, work, work->algorithm);
	if (r->profile->choice_count == 0)
		return cb__rules_refuse(&r->place, "algorithm = \"choice\", but there are no "
						   "choices; write choices = [ ... ];");
	for (size_t i = 0; status == CB_OK && i < r->profile->choice_count; i++)
		status = check_one(r, work, r->profile->choices[i]);
	return status;
}

static cb_status check(struct reading *r, const config_setting_t *root)
{
	const config_setting_t *work = config_setting_get_member(root, "work");
	cb_status status = CB_OK;
	int uses_choice = 0;

	r->place.line = 1;
	if (work == NULL)
		return cb__rules_refuse(&r->place, "no work; write work = ( { ... } );");
	for (size_t i = 0; status == CB_OK && i < r->profile->work_count; i++) {
		r->place.line = config_setting_source_line(element(work, (int)i));
		uses_choice |= r->profile->work[i].algorithm == NULL;
		status = check_row(r, &r->profile->work[i]);
	}
	r->place.line = config_setting_source_line(work);
	if (status == CB_OK && r->profile->choice_count > 0 && !uses_choice)
		return cb__rules_refuse(
			&r->place, "choices, but no work of algorithm = \"choice\"");
	return status;
}

/* "gateway" of "profiles/gateway.cfg" */
static void name_after(cb_profile *profile, const char *name)
{
	const char *slash = strrchr(name, '/');
	const char *start = slash != NULL ? slash + 1 : name;
	size_t len = strcspn(start, ".");

	snprintf(profile->name, sizeof profile->name, "%.*s",
		(int)(len > 0 && len < CB__PROFILE_TEXT ? len : strlen("profile")),
		len > 0 && len < CB__PROFILE_TEXT ? start : "profile");
}

static cb_status read_config(struct reading *r, const char *text)
{
	cb_status status = CB_OK;
	config_t config;

	config_init(&config);
	if (!config_read_string(&config, text)) {
		r->place.line = (uint32_t)config_error_line(&config);
		status = cb__rules_refuse(&r->place, "%s; %s", config_error_text(&config),
			"texts stand in quotes, a setting ends with a semicolon, and no comma "
			"follows the last of a list");
	} else {
		const config_setting_t *root = config_root_setting(&config);

		for (int i = 0; status == CB_OK && i < config_setting_length(root); i++)
			status = take(r, element(root, i));
		if (status == CB_OK)
			status = check(r, root);
	}
	config_destroy(&config);
	return status;
}

static cb_status check_text(struct reading *r, const char *text)
{
	size_t left = strlen(text);

	if (left > TEXT_MAX)
		return cb__rules_refuse(
			&r->place, "longer than the %zu bytes that are read", TEXT_MAX);
	for (r->place.line = 1; left > 0;) {
		uint32_t code = 0;
		size_t step = cb__text_step(text, left, &code);

		if (step == 0)
			return cb__rules_refuse(
				&r->place, "not UTF-8; save the file with that encoding");
		r->place.line += code == '\n';
		text += step;
		left -= step;
	}
	return CB_OK;
}

static cb_status parse(struct reading *r, const char *text)
{
	cb_text whole = CB_TEXT_INIT;
	cb_status status = check_text(r, text);

	/* Editors of some systems put a mark in front. */
	if (strncmp(text, "\xef\xbb\xbf", 3) == 0)
		text += 3;
	if (status == CB_OK)
		status = cb__rules_scan(&r->place, text);
	/* libconfig 1.5 knows a comment by the newline behind it, also that of the last line. */
	cb__text_format(&whole, "%s\n", text);
	if (status == CB_OK)
		status = whole.failed ? CB_ENOMEM : read_config(r, cb__text_string(&whole));
	cb__text_done(&whole);
	return status;
}

cb_status cb_profile_parse(cb_profile **out, cb_context *ctx, const char *name, const char *text)
{
	struct reading r = {cb__profile_new(ctx), {ctx, CB_EFORMAT, name, 0, 0}};
	cb_status status;

	if (r.profile == NULL)
		return CB_ENOMEM;
	name_after(r.profile, name);
	snprintf(r.profile->unit, sizeof r.profile->unit, "unit");
	status = parse(&r, text);
	if (status == CB_OK)
		*out = r.profile;
	else
		cb_profile_free(r.profile);
	return status;
}

cb_status cb__profile_load(cb_profile **out, cb_context *ctx, const char *file)
{
	cb__rules_place place = {ctx, CB_EFORMAT, file, 0, 0};
	cb_text text = CB_TEXT_INIT;
	cb_status status = cb__json_file_text(&text, ctx, file, TEXT_MAX);

	if (status == CB_OK && strlen(cb__text_string(&text)) < text.len)
		status = cb__rules_refuse(&place, "has a byte 0; save the file as UTF-8");
	if (status == CB_OK)
		status = cb_profile_parse(out, ctx, file, cb__text_string(&text));
	cb__text_done(&text);
	return status;
}
