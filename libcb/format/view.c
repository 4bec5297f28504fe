/* SPDX-License-Identifier: Apache-2.0 */
#include "view.h"

#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "decimal.h"

#define NUMBER_MAX 1000000u
#define EXIT_MAX   255u

typedef cb_status take_fn(cb_view *view, const cb_view_option *option, const char *value);

static take_fn take_time, take_statistic, take_unit, take_width, take_height, take_color, take_utf8,
	take_quiet, take_all, take_files, take_launches, take_elapsed, take_exit, take_algorithms;

static const struct {
	cb_view_option option;
	take_fn *take;
} options[] = {
#define VIEW_OPTION(name, argument, words, fallback, take, help)                                   \
	{{name, argument, words, fallback, help}, take},
#include "view_options.def"
#undef VIEW_OPTION
};

#define OPTION_COUNT (sizeof(options) / sizeof(options[0]))

size_t cb_view_option_count(void)
{
	return OPTION_COUNT;
}

const cb_view_option *cb_view_option_at(size_t index)
{
	return index < OPTION_COUNT ? &options[index].option : NULL;
}

static cb_status refuse(
	const cb_view *view, const cb_view_option *option, const char *value, const char *wanted)
{
	return cb__context_fail(
		view->ctx, CB_EINVAL, "option %s: \"%s\" is not %s", option->name, value, wanted);
}

/* Which of the words of the option it is. */
static cb_status read_word(
	size_t *out, const cb_view *view, const cb_view_option *option, const char *value)
{
	const char *word = option->words;
	size_t length = strlen(value);

	for (size_t i = 0; *word != '\0'; i++) {
		size_t word_length = strcspn(word, " ");

		if (word_length == length && memcmp(word, value, length) == 0) {
			*out = i;
			return CB_OK;
		}
		word += word_length;
		word += strspn(word, " ");
	}
	return cb__context_fail(view->ctx, CB_EINVAL, "option %s: \"%s\" is none of: %s",
		option->name, value, option->words);
}

static cb_status read_whole(size_t *out, const cb_view *view, const cb_view_option *option,
	const char *value, size_t max)
{
	size_t length = strlen(value), number = 0;

	if (length == 0 || length > 9 || strspn(value, "0123456789") != length)
		number = max + 1;
	for (size_t i = 0; number <= max && i < length; i++)
		number = number * 10 + (size_t)(value[i] - '0');
	if (number > max)
		return cb__context_fail(view->ctx, CB_EINVAL,
			"option %s: \"%s\" is not a whole number from 0 to %lu", option->name,
			value, (unsigned long)max);
	*out = number;
	return CB_OK;
}

static cb_status read_switch(
	int *out, const cb_view *view, const cb_view_option *option, const char *value)
{
	if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
		return refuse(view, option, value, "0 or 1");
	*out = value[0] == '1';
	return CB_OK;
}

static cb_status take_time(cb_view *view, const cb_view_option *option, const char *value)
{
	size_t word = 0;
	cb_status status = read_word(&word, view, option, value);

	if (status == CB_OK)
		view->time = (cb__time)word;
	return status;
}

static cb_status take_statistic(cb_view *view, const cb_view_option *option, const char *value)
{
	size_t word = 0;
	cb_status status = read_word(&word, view, option, value);

	if (status == CB_OK)
		view->statistic = (cb__statistic)word;
	return status;
}

static cb_status take_unit(cb_view *view, const cb_view_option *option, const char *value)
{
	size_t word = 0;
	cb_status status = read_word(&word, view, option, value);

	if (status == CB_OK)
		view->unit = (cb__unit)word;
	return status;
}

static cb_status take_width(cb_view *view, const cb_view_option *option, const char *value)
{
	cb_status status = read_whole(&view->columns, view, option, value, NUMBER_MAX);

	if (status == CB_OK)
		view->has_columns = 1;
	return status;
}

static cb_status take_height(cb_view *view, const cb_view_option *option, const char *value)
{
	return read_whole(&view->rows, view, option, value, NUMBER_MAX);
}

static cb_status take_color(cb_view *view, const cb_view_option *option, const char *value)
{
	return read_switch(&view->color, view, option, value);
}

static cb_status take_utf8(cb_view *view, const cb_view_option *option, const char *value)
{
	return read_switch(&view->utf8, view, option, value);
}

static cb_status take_quiet(cb_view *view, const cb_view_option *option, const char *value)
{
	return read_switch(&view->quiet, view, option, value);
}

static cb_status take_all(cb_view *view, const cb_view_option *option, const char *value)
{
	return read_switch(&view->all, view, option, value);
}

static cb_status take_files(cb_view *view, const cb_view_option *option, const char *value)
{
	return read_switch(&view->show_files, view, option, value);
}

static cb_status take_launches(cb_view *view, const cb_view_option *option, const char *value)
{
	return read_switch(&view->fixed_launches, view, option, value);
}

static cb_status take_elapsed(cb_view *view, const cb_view_option *option, const char *value)
{
	double number = 0;
	const char *rest = cb__decimal_read(&number, value);

	if (rest == NULL || *rest != '\0')
		return refuse(view, option, value, "a number of seconds, such as 65 or 3.5");
	view->elapsed_s = number;
	return CB_OK;
}

static cb_status take_exit(cb_view *view, const cb_view_option *option, const char *value)
{
	size_t number = 0;
	cb_status status = read_whole(&number, view, option, value, EXIT_MAX);

	if (status == CB_OK) {
		view->exit = (int)number;
		view->has_exit = 1;
	}
	return status;
}

static cb_status take_algorithms(cb_view *view, const cb_view_option *option, const char *value)
{
	char *copy = cb__string_copy(value);

	(void)option;
	if (copy == NULL)
		return CB_ENOMEM;
	free(view->algorithms);
	view->algorithms = copy;
	return CB_OK;
}

cb_status cb_view_set(cb_view *view, const char *option, const char *value)
{
	for (size_t i = 0; i < OPTION_COUNT; i++)
		if (strcmp(options[i].option.name, option) == 0)
			return options[i].take(view, &options[i].option, value);
	return cb__context_fail(view->ctx, CB_ENOTFOUND, "a view has no option \"%s\"", option);
}

cb_status cb_view_new(cb_view **out, cb_context *ctx)
{
	cb_view *view = calloc(1, sizeof(*view));

	if (view == NULL)
		return CB_ENOMEM;
	view->ctx = ctx;
	*out = view;
	return CB_OK;
}

void cb_view_free(cb_view *view)
{
	if (view == NULL)
		return;
	free(view->algorithms);
	free(view);
}
