/* SPDX-License-Identifier: Apache-2.0 */
/* The table of settings, and values from text. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "decimal.h"
#include "rules_parts.h"

/* Nobody means a difference of more than a thousand seconds per operation. */
#define TIME_MAX_NS 1e12

/* Where figures are computed at more digits than a double has, 0.2 alone is less than one. */
#define ALPHA_MAX ((double)0.2)

static const cb__rules_row rows[] = {
#define CB_RULES_KEY(                                                                              \
	name, argument, fallback, kind, field, member, min, max, first, second, is_of_rule, help)  \
	{{name, argument, fallback, help}, CB__RULES_##kind, offsetof(cb__gate_settings, field),   \
		member, min, max, {first, second}, is_of_rule},
#include "rules.def"
#undef CB_RULES_KEY
};

#define ROW_COUNT (sizeof rows / sizeof rows[0])

size_t cb_rules_key_count(void)
{
	return ROW_COUNT;
}

const cb_rules_key *cb_rules_key_at(size_t index)
{
	return index < ROW_COUNT ? &rows[index].key : NULL;
}

const cb__rules_row *cb__rules_row_at(size_t index)
{
	return index < ROW_COUNT ? &rows[index] : NULL;
}

size_t cb__rules_find(const cb__rules_place *place, const char *name, int is_of_rule)
{
	size_t i = 0;
	for (; i < ROW_COUNT; i++) {
		const char *known = place->is_document ? rows[i].member : rows[i].key.name;
		if ((rows[i].is_of_rule || !is_of_rule) && strcmp(known, name) == 0)
			break;
	}
	return i;
}

cb_status cb__rules_refuse(const cb__rules_place *place, const char *format, ...)
{
	cb_text text = CB_TEXT_INIT;
	va_list arguments;
	if (place->name != NULL && place->line > 0)
		cb__text_format(&text, "%s:%lu: ", place->name, (unsigned long)place->line);
	else if (place->name != NULL)
		cb__text_format(&text, "%s: ", place->name);
	va_start(arguments, format);
	cb__text_vformat(&text, format, arguments);
	va_end(arguments);
	cb_status status = text.failed ? CB_ENOMEM : place->status;
	cb__context_fail(place->ctx, status, "%s", cb__text_string(&text));
	cb__text_done(&text);
	return status;
}

const char *cb__rules_show(char shown[CB__RULES_SHOWN], const char *text)
{
	size_t left = strlen(text);
	size_t len = 0;
	while (left > 0) {
		uint32_t code = 0;
		size_t step = cb__text_step(text, left, &code);
		int is_printable = step > 0 && code >= ' ' && (code < 0x7f || code >= 0xa0);
		if (len + step + 4 > CB__RULES_SHOWN) {
			memcpy(shown + len, "...", 3);
			len += 3;
			break;
		}
		memcpy(shown + len, is_printable ? text : "?", is_printable ? step : 1);
		len += is_printable ? step : 1;
		text += step > 0 ? step : 1;
		left -= step > 0 ? step : 1;
	}
	shown[len] = '\0';
	return shown;
}

static const char *skip_blanks(const char *text)
{
	while (*text == ' ')
		text++;
	return text;
}

static int read_plain(double *out, const cb__rules_value *value)
{
	const char *at = value->text;
	if (value->is_number) {
		*out = value->number;
		return 1;
	}
	if (at != NULL)
		at = cb__decimal_read(out, at);
	return at != NULL && *at == '\0';
}

static int read_percent(double *out, const cb__rules_value *value)
{
	const char *at = value->text;
	if (value->is_number)
		return read_plain(out, value);
	if (at != NULL)
		at = cb__decimal_read(out, at);
	if (at == NULL)
		return 0;
	at = skip_blanks(at);
	return strcmp(at, "%") == 0 || *at == '\0';
}

/* In the file a number without a unit could mean any. */
static int read_time(double *out, const cb__rules_place *place, const cb__rules_value *value)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = {{"ns", 1}, {"us", 1e3}, {"\xc2\xb5s", 1e3}, {"ms", 1e6}, {"s", 1e9}};
	const char *at = value->text;
	if (place->is_document)
		return value->is_number && read_plain(out, value);
	if (at != NULL)
		at = cb__decimal_read(out, at);
	if (at == NULL)
		return 0;
	at = skip_blanks(at);
	for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
		if (strcmp(at, units[i].name) == 0) {
			*out *= units[i].ns;
			return 1;
		}
	}
	return 0;
}

static int read_whole(double *out, const cb__rules_value *value)
{
	if (value->is_number && !value->is_whole)
		return 0;
	return read_plain(out, value) && *out >= 0 && *out <= UINT32_MAX && floor(*out) >= *out &&
	       (value->text == NULL || strchr(value->text, '.') == NULL);
}

/* Sets *out to the index of the word. */
static int read_word(double *out, const cb__rules_row *row, const cb__rules_value *value)
{
	for (size_t i = 0; i < 2 && value->text != NULL; i++) {
		if (strcmp(row->words[i], value->text) == 0) {
			*out = (double)i;
			return 1;
		}
	}
	return 0;
}

/* Whether it is a value of the row, and within its range. */
static int read_value(double *out, const cb__rules_row *row, const cb__rules_place *place,
	const cb__rules_value *value)
{
	switch (row->kind) {
	case CB__RULES_PERCENT:
		return read_percent(out, value) && *out >= 0 && *out < 100;
	case CB__RULES_TIME:
		return read_time(out, place, value) && *out >= 0 && *out <= TIME_MAX_NS;
	case CB__RULES_REAL:
		return read_plain(out, value) && *out > 0 && *out <= ALPHA_MAX;
	case CB__RULES_WHOLE:
		return read_whole(out, value) && *out >= row->min && *out <= row->max;
	case CB__RULES_SWITCH:
	case CB__RULES_WORD:
		return read_word(out, row, value);
	}
	return 0;
}

static void describe(cb_text *text, const cb__rules_row *row, const cb__rules_place *place)
{
	switch (row->kind) {
	case CB__RULES_PERCENT:
		cb__text_add(text, "a percentage of at least 0 and below 100");
		break;
	case CB__RULES_TIME:
		cb__text_add(text, place->is_document ? "a number of nanoseconds up to 1000 s"
						      : "a time in ns, us, ms or s, up to 1000s");
		break;
	case CB__RULES_REAL:
		cb__text_add(text, "a number above 0 and up to 0.2");
		break;
	case CB__RULES_WHOLE:
		cb__text_format(text, "a whole number from %lu to %lu", (unsigned long)row->min,
			(unsigned long)row->max);
		break;
	case CB__RULES_SWITCH:
	case CB__RULES_WORD:
		cb__text_format(text, "\"%s\" or \"%s\"", row->words[0], row->words[1]);
		break;
	}
}

/* A limit of 400 % looks like a lax one, and is none. */
static int is_whole_loss(const cb__rules_row *row, const cb__rules_value *value)
{
	double number = 0;
	return row->kind == CB__RULES_PERCENT && read_percent(&number, value) && number >= 100;
}

static cb_status refuse_value(
	const cb__rules_row *row, const cb__rules_place *place, const cb__rules_value *value)
{
	char shown[CB__RULES_SHOWN];
	cb_text text = CB_TEXT_INIT;
	const char *name = place->is_document ? row->member : row->key.name;
	if (value->text != NULL)
		cb__text_format(
			&text, "%s: \"%s\" is not ", name, cb__rules_show(shown, value->text));
	else if (value->is_number)
		cb__text_format(&text, "%s: %g is not ", name, value->number);
	else
		cb__text_format(&text, "%s is %s, not ", name, value->sort);
	describe(&text, row, place);
	if (is_whole_loss(row, value))
		cb__text_add(&text, ", for a loss can never exceed 100 %");
	if (place->name == NULL)
		cb__text_format(&text, "; the default is \"%s\"", row->key.fallback);
	else if (!place->is_document)
		cb__text_format(
			&text, "; write %s = \"%s\" for the default", name, row->key.fallback);
	cb_status status =
		text.failed ? CB_ENOMEM : cb__rules_refuse(place, "%s", cb__text_string(&text));
	cb__text_done(&text);
	return status;
}

static void store(cb__gate_settings *values, const cb__rules_row *row, double number)
{
	char *at = (char *)values + row->offset;
	int is_measure = row->kind == CB__RULES_PERCENT || row->kind == CB__RULES_TIME;
	uint32_t whole = is_measure ? 0 : (uint32_t)number;
	int word = (int)whole;
	switch (row->kind) {
	case CB__RULES_PERCENT:
	case CB__RULES_TIME:
	case CB__RULES_REAL:
		memcpy(at, &number, sizeof number);
		break;
	case CB__RULES_WHOLE:
		memcpy(at, &whole, sizeof whole);
		break;
	case CB__RULES_SWITCH:
		memcpy(at, &word, sizeof word);
		break;
	case CB__RULES_WORD:
		memcpy(at, &row->words[word], sizeof row->words[word]);
		break;
	}
}

cb_status cb__rules_take(cb__gate_settings *values, unsigned *given, const cb__rules_place *place,
	size_t index, const cb__rules_value *value)
{
	double number = 0;
	if (!read_value(&number, &rows[index], place, value))
		return refuse_value(&rows[index], place, value);
	store(values, &rows[index], number);
	*given |= 1u << index;
	return CB_OK;
}

void cb__rules_overlay(cb__gate_settings *values, const cb__gate_settings *from, unsigned given)
{
	static const size_t sizes[] = {[CB__RULES_PERCENT] = sizeof(double),
		[CB__RULES_TIME] = sizeof(double),
		[CB__RULES_REAL] = sizeof(double),
		[CB__RULES_WHOLE] = sizeof(uint32_t),
		[CB__RULES_SWITCH] = sizeof(int),
		[CB__RULES_WORD] = sizeof(const char *)};
	for (size_t i = 0; i < ROW_COUNT; i++)
		if ((given & 1u << i) != 0)
			memcpy((char *)values + rows[i].offset, (const char *)from + rows[i].offset,
				sizes[rows[i].kind]);
}

int cb__rules_is_given(unsigned given, size_t offset)
{
	for (size_t i = 0; i < ROW_COUNT; i++)
		if (rows[i].offset == offset)
			return (given & 1u << i) != 0;
	return 0;
}

/* The number of @p count digits at @p text; -1 if there are fewer. */
static long read_digits(const char *text, size_t count)
{
	long number = 0;
	for (size_t i = 0; i < count; i++) {
		if (text[i] < '0' || text[i] > '9')
			return -1;
		number = number * 10 + (text[i] - '0');
	}
	return number;
}

static long month_days(long year, long month)
{
	static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	return days[month - 1] + (month == 2 && is_leap);
}

long cb__rules_days(const char *text)
{
	if (memchr(text, '\0', 10) != NULL || text[4] != '-' || text[7] != '-')
		return -1;
	long year = read_digits(text, 4);
	long month = read_digits(text + 5, 2);
	long day = read_digits(text + 8, 2);
	if (year < 1 || month < 1 || month > 12 || day < 1 || day > month_days(year, month))
		return -1;
	/* A year that begins in March has its leap day at its end. */
	year -= month < 3;
	month = (month + 9) % 12;
	return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
}
