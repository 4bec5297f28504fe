/* SPDX-License-Identifier: Apache-2.0 */
#include "results_fields.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cb/results.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

#define REQUIRED        CB__FIELD_REQUIRED
#define NULLABLE        CB__FIELD_NULLABLE
#define NONZERO         CB__FIELD_NONZERO

/* The structure, the object that holds the member, its name, the structure's name for it, ... */
#define FIELD(record, object, name, member, type, flags, absent)                                   \
	{                                                                                          \
		object, name, offsetof(record, member), CB__FIELD_##type, flags, absent            \
	}

#define SUBJECT(object, name, member, type, flags, absent)                                         \
	FIELD(cb_subject, object, name, member, type, flags, absent)
static const cb__field subject_fields[] = {
	SUBJECT(NULL, "label", label, TEXT, REQUIRED | NONZERO, NULL),
	SUBJECT(NULL, "backend", backend, TEXT, REQUIRED | NONZERO, NULL),
	SUBJECT(NULL, "accel", accel, ACCEL, REQUIRED, NULL),
	SUBJECT("library", "version", version, TEXT, 0, "unknown"),
	SUBJECT("library", "file", file, TEXT, 0, "unknown"),
	SUBJECT("library", "build_id", build_id, TEXT, 0, "unknown"),
	SUBJECT("library", "build_info", build_info, TEXT, 0, "unknown"),
	SUBJECT("accel_proof", "achieved", achieved, BOOL, 0, NULL),
	SUBJECT("accel_proof", "level", level, TEXT, 0, "unknown"),
	SUBJECT("accel_proof", "detail", detail, TEXT, 0, "unknown"),
	SUBJECT(NULL, "same_as", same_as, TEXT, 0, ""),
	SUBJECT(NULL, "implementation", implementation, TEXT, 0, ""),
	SUBJECT(NULL, "isolation", isolation, TEXT, 0, "unknown"),
	SUBJECT(NULL, "machine", machine, TEXT, 0, "unknown"),
	SUBJECT(NULL, "api", api, TEXT, 0, "unknown"),
	SUBJECT(NULL, "timer", timer, TEXT, 0, "unknown"),
	SUBJECT(NULL, "built_as", built_as, TEXT, 0, "unknown"),
};
#undef SUBJECT

#define CELL(name, type, flags, absent) FIELD(cb_cell, NULL, #name, name, type, flags, absent)
static const cb__field cell_fields[] = {
	CELL(id, TEXT, REQUIRED | NONZERO, NULL),
	CELL(panel, TEXT, REQUIRED | NONZERO, NULL),
	CELL(algorithm, TEXT, REQUIRED | NONZERO, NULL),
	CELL(operation, TEXT, REQUIRED | NONZERO, NULL),
	CELL(size, UINT64, REQUIRED, NULL),
	CELL(threads, UINT32, REQUIRED | NONZERO, NULL),
	CELL(processes, UINT32, REQUIRED, NULL),
	CELL(load, UINT32, 0, NULL),
	CELL(variant, TEXT, REQUIRED | NONZERO, NULL),
	CELL(semantics, TEXT, REQUIRED | NONZERO, NULL),
	CELL(outcome, OUTCOME, REQUIRED, NULL),
	CELL(reason, TEXT, 0, ""),
	CELL(output, TEXT, 0, ""),
	CELL(missed, TEXT, 0, ""),
	CELL(same_as, TEXT, 0, ""),
	CELL(checked, TEXT, 0, "unknown"),
	FIELD(cb_cell, "published", "text", published, TEXT, 0, ""),
};
#undef CELL

#define SUMMARY(name, type, flags) FIELD(cb_summary, NULL, #name, name, type, flags, NULL)
static const cb__field summary_fields[] = {
	SUMMARY(n, UINT32, REQUIRED | NONZERO),
	SUMMARY(launches, UINT32, REQUIRED | NONZERO),
	SUMMARY(disturbed, UINT32, 0),
	SUMMARY(median_ns, REAL, REQUIRED | NONZERO),
	SUMMARY(ci95_low_ns, REAL, REQUIRED | NULLABLE),
	SUMMARY(ci95_high_ns, REAL, REQUIRED | NULLABLE),
	SUMMARY(ci95_level, REAL, 0),
	SUMMARY(efficiency, REAL, 0),
	SUMMARY(q1_ns, REAL, 0),
	SUMMARY(q3_ns, REAL, 0),
	SUMMARY(mad_ns, REAL, REQUIRED | NULLABLE),
	SUMMARY(min_ns, REAL, REQUIRED | NULLABLE),
	SUMMARY(trimmed_mean_ns, REAL, REQUIRED | NULLABLE),
	SUMMARY(cpu_median_ns, REAL, REQUIRED | NULLABLE),
	SUMMARY(cpu_ci95_low_ns, REAL, 0),
	SUMMARY(cpu_ci95_high_ns, REAL, 0),
	SUMMARY(cpu_min_ns, REAL, 0),
	SUMMARY(cpu_trimmed_mean_ns, REAL, 0),
	SUMMARY(bytes_per_second, REAL, REQUIRED),
	SUMMARY(ops_per_second, REAL, REQUIRED),
	SUMMARY(cycles_per_op, REAL, 0),
	SUMMARY(cycles_per_byte, REAL, 0),
	SUMMARY(contended, BOOL, REQUIRED),
};
#undef SUMMARY

#define RATIO(name, type, flags) FIELD(cb_ratio, NULL, #name, name, type, flags, NULL)
static const cb__field ratio_fields[] = {
	RATIO(panel, TEXT, REQUIRED | NONZERO),
	RATIO(ratio, REAL, REQUIRED | NONZERO),
	RATIO(ci95_low, REAL, REQUIRED | NONZERO | NULLABLE),
	RATIO(ci95_high, REAL, REQUIRED | NONZERO | NULLABLE),
	RATIO(ci95_level, REAL, 0),
	RATIO(launches, UINT32, 0),
};
#undef RATIO

#define FIT(name, type, flags) FIELD(cb_fit, NULL, #name, name, type, flags, NULL)
static const cb__field fit_fields[] = {
	FIT(algorithm, TEXT, REQUIRED | NONZERO),
	FIT(operation, TEXT, REQUIRED | NONZERO),
	FIT(variant, TEXT, REQUIRED | NONZERO),
	FIT(threads, UINT32, REQUIRED | NONZERO),
	FIT(processes, UINT32, REQUIRED | NONZERO),
	FIT(load, UINT32, 0),
	FIT(launches, UINT32, REQUIRED | NONZERO),
	FIT(size_min, UINT64, REQUIRED),
	FIT(size_max, UINT64, REQUIRED),
	FIT(fixed_ns, REAL, REQUIRED),
	FIT(fixed_ci95_low_ns, REAL, REQUIRED | NULLABLE),
	FIT(fixed_ci95_high_ns, REAL, REQUIRED | NULLABLE),
	FIT(ns_per_byte, REAL, REQUIRED),
	FIT(ns_per_byte_ci95_low, REAL, REQUIRED | NULLABLE),
	FIT(ns_per_byte_ci95_high, REAL, REQUIRED | NULLABLE),
	FIT(ci95_level, REAL, 0),
	FIT(bytes_per_second, REAL, REQUIRED | NULLABLE),
	FIT(largest_residual_percent, REAL, 0),
	FIT(contended, BOOL, 0),
	FIT(cpu_fixed_ns, REAL, 0),
	FIT(cpu_fixed_ci95_low_ns, REAL, 0),
	FIT(cpu_fixed_ci95_high_ns, REAL, 0),
	FIT(cpu_ns_per_byte, REAL, 0),
	FIT(cpu_ns_per_byte_ci95_low, REAL, 0),
	FIT(cpu_ns_per_byte_ci95_high, REAL, 0),
	FIT(cpu_bytes_per_second, REAL, 0),
};
#undef FIT

static const cb__field fit_step_fields[] = {
	FIELD(cb_fit_step, NULL, "size", size, UINT64, REQUIRED, NULL),
	FIELD(cb_fit_step, NULL, "percent", percent, SIGNED, REQUIRED, NULL),
};

static const cb__field warning_fields[] = {
	FIELD(cb_warning, NULL, "id", id, TEXT, REQUIRED | NONZERO, NULL),
	FIELD(cb_warning, NULL, "text", text, TEXT, REQUIRED, NULL),
};

const cb__field_table cb__subject_fields = {subject_fields, COUNT_OF(subject_fields)};
const cb__field_table cb__cell_fields = {cell_fields, COUNT_OF(cell_fields)};
const cb__field_table cb__summary_fields = {summary_fields, COUNT_OF(summary_fields)};
const cb__field_table cb__ratio_fields = {ratio_fields, COUNT_OF(ratio_fields)};
const cb__field_table cb__fit_fields = {fit_fields, COUNT_OF(fit_fields)};
const cb__field_table cb__fit_step_fields = {fit_step_fields, COUNT_OF(fit_step_fields)};
const cb__field_table cb__warning_fields = {warning_fields, COUNT_OF(warning_fields)};

static const char *const outcome_names[] = {
#define OUTCOME_NAME(name, text, meaning) [CB_OUTCOME_##name] = text,
	CB_OUTCOME_MAP(OUTCOME_NAME)
#undef OUTCOME_NAME
};

/* A text that was cut must not end within a character. */
static void end_whole(char *text, size_t len)
{
	while (len > 0 && ((unsigned char)text[len - 1] & 0xc0) == 0x80)
		len--;
	if (len > 0 && (unsigned char)text[len - 1] >= 0xc0)
		len--;
	text[len] = '\0';
}

void cb__fault_at(cb__fault *fault, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(fault->where, sizeof fault->where, format, arguments);
	va_end(arguments);
}

cb_status cb__fault_set(cb__fault *fault, const char *format, ...)
{
	size_t used = strlen(fault->where);
	va_list arguments;
	int len;

	memcpy(fault->why, fault->where, used);
	va_start(arguments, format);
	len = vsnprintf(fault->why + used, sizeof fault->why - used, format, arguments);
	va_end(arguments);
	if (len >= 0 && (size_t)len >= sizeof fault->why - used)
		end_whole(fault->why, sizeof fault->why - 1);
	for (char *c = fault->why; *c != '\0'; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	return CB_EFORMAT;
}

const char *cb__field_complain_real(const json_t *number)
{
	if (!json_is_number(number))
		return "not a number";
	if (json_number_value(number) < 0)
		return "negative";
	return json_number_value(number) > CB__REAL_MAX ? "too large" : NULL;
}

static const char *complain_integer(const json_t *value, uint64_t max)
{
	if (!json_is_integer(value))
		return "not an integer";
	if (json_integer_value(value) < 0)
		return "negative";
	return (uint64_t)json_integer_value(value) > max ? "too large" : NULL;
}

static const char *read_text(void *slot, const json_t *value)
{
	const char *text = json_string_value(value);

	if (text == NULL)
		return "not a text";
	memcpy(slot, &text, sizeof text);
	return NULL;
}

static const char *read_uint32(void *slot, const json_t *value)
{
	const char *complaint = complain_integer(value, UINT32_MAX);
	uint32_t number = (uint32_t)json_integer_value(value);

	memcpy(slot, &number, sizeof number);
	return complaint;
}

static const char *read_uint64(void *slot, const json_t *value)
{
	const char *complaint = complain_integer(value, UINT64_MAX);
	uint64_t number = (uint64_t)json_integer_value(value);

	memcpy(slot, &number, sizeof number);
	return complaint;
}

static const char *read_size(void *slot, const json_t *value)
{
	const char *complaint = complain_integer(value, SIZE_MAX);
	size_t number = (size_t)json_integer_value(value);

	memcpy(slot, &number, sizeof number);
	return complaint;
}

static const char *read_real(void *slot, const json_t *value)
{
	double number = json_number_value(value);

	memcpy(slot, &number, sizeof number);
	return cb__field_complain_real(value);
}

static const char *read_signed(void *slot, const json_t *value)
{
	double number = json_number_value(value);

	memcpy(slot, &number, sizeof number);
	if (!json_is_number(value))
		return "not a number";
	return fabs(number) > CB__REAL_MAX ? "too large" : NULL;
}

static const char *read_bool(void *slot, const json_t *value)
{
	int number = json_is_true(value);

	memcpy(slot, &number, sizeof number);
	return json_is_boolean(value) ? NULL : "neither true nor false";
}

static const char *read_accel(void *slot, const json_t *value)
{
	const char *text = json_string_value(value);
	cb_accel accel = text == NULL ? CB_ACCEL_COUNT : cb_accel_find(text);

	memcpy(slot, &accel, sizeof accel);
	return accel == CB_ACCEL_COUNT ? "no acceleration mode" : NULL;
}

static const char *read_outcome(void *slot, const json_t *value)
{
	const char *text = json_string_value(value);

	for (size_t i = 0; text != NULL && i < COUNT_OF(outcome_names); i++) {
		cb_outcome outcome = (cb_outcome)i;

		if (strcmp(text, outcome_names[i]) != 0)
			continue;
		memcpy(slot, &outcome, sizeof outcome);
		return NULL;
	}
	return "no outcome";
}

static json_t *write_text(const void *slot)
{
	const char *text;

	memcpy(&text, slot, sizeof text);
	return json_string(text);
}

static json_t *write_uint32(const void *slot)
{
	uint32_t number;

	memcpy(&number, slot, sizeof number);
	return json_integer(number);
}

static json_t *write_uint64(const void *slot)
{
	uint64_t number;

	memcpy(&number, slot, sizeof number);
	return json_integer((json_int_t)number);
}

static json_t *write_size(const void *slot)
{
	size_t number;

	memcpy(&number, slot, sizeof number);
	return json_integer((json_int_t)number);
}

static json_t *write_real(const void *slot)
{
	double number;

	memcpy(&number, slot, sizeof number);
	return isfinite(number) ? json_real(number) : json_null();
}

static json_t *write_bool(const void *slot)
{
	int number;

	memcpy(&number, slot, sizeof number);
	return json_boolean(number);
}

static json_t *write_accel(const void *slot)
{
	cb_accel accel;

	memcpy(&accel, slot, sizeof accel);
	return json_string(cb_accel_name(accel));
}

static json_t *write_outcome(const void *slot)
{
	cb_outcome outcome;

	memcpy(&outcome, slot, sizeof outcome);
	return json_string(cb_outcome_name(outcome));
}

static const struct {
	const char *(*read)(void *slot, const json_t *value); /* NULL, or the complaint */
	json_t *(*write)(const void *slot);
} types[CB__FIELD_COUNT] = {
	[CB__FIELD_TEXT] = {read_text, write_text},
	[CB__FIELD_UINT32] = {read_uint32, write_uint32},
	[CB__FIELD_UINT64] = {read_uint64, write_uint64},
	[CB__FIELD_SIZE] = {read_size, write_size},
	[CB__FIELD_REAL] = {read_real, write_real},
	[CB__FIELD_SIGNED] = {read_signed, write_real},
	[CB__FIELD_BOOL] = {read_bool, write_bool},
	[CB__FIELD_ACCEL] = {read_accel, write_accel},
	[CB__FIELD_OUTCOME] = {read_outcome, write_outcome},
};

static void set_absent(void *slot, const cb__field *field)
{
	double unknown = (double)NAN;

	if (field->type == CB__FIELD_TEXT)
		memcpy(slot, &field->absent, sizeof field->absent);
	else if (field->type == CB__FIELD_REAL || field->type == CB__FIELD_SIGNED)
		memcpy(slot, &unknown, sizeof unknown);
}

static int is_zero(const json_t *value)
{
	if (json_is_string(value))
		return json_string_length(value) == 0;
	return json_number_value(value) <= 0;
}

static const char *read_field(void *record, const json_t *object, const cb__field *field)
{
	const json_t *holder =
		field->object == NULL ? object : json_object_get(object, field->object);
	const json_t *value = json_object_get(holder, field->name);
	unsigned nullable = field->flags & NULLABLE || !(field->flags & REQUIRED);
	void *slot = (char *)record + field->offset;
	const char *complaint;

	if (holder != NULL && !json_is_object(holder))
		return "not inside an object";
	if (value == NULL && field->flags & REQUIRED)
		return "missing";
	if (value == NULL || (nullable && json_is_null(value))) {
		set_absent(slot, field);
		return NULL;
	}
	complaint = types[field->type].read(slot, value);
	if (complaint == NULL && field->flags & NONZERO && is_zero(value))
		complaint = json_is_string(value) ? "empty" : "zero";
	return complaint;
}

cb_status cb__fields_read(
	void *record, cb__fault *fault, const json_t *object, const cb__field_table *table)
{
	if (!json_is_object(object))
		return cb__fault_set(fault, ": not an object");
	for (size_t i = 0; i < table->count; i++) {
		const cb__field *field = &table->fields[i];
		const char *complaint = read_field(record, object, field);

		if (complaint != NULL)
			return cb__fault_set(fault, "%s%s.%s: %s", field->object ? "." : "",
				field->object ? field->object : "", field->name, complaint);
	}
	return CB_OK;
}

static int write_field(json_t *object, const void *record, const cb__field *field)
{
	const char *slot = (const char *)record + field->offset;
	json_t *holder = object;

	if (field->object != NULL && (holder = json_object_get(object, field->object)) == NULL) {
		holder = json_object();
		if (json_object_set_new(object, field->object, holder) != 0)
			return -1;
	}
	return json_object_set_new(holder, field->name, types[field->type].write(slot));
}

json_t *cb__fields_to_json(const void *record, const cb__field_table *table)
{
	json_t *object = json_object();

	for (size_t i = 0; object != NULL && i < table->count; i++) {
		if (write_field(object, record, &table->fields[i]) != 0) {
			json_decref(object);
			object = NULL;
		}
	}
	return object;
}
