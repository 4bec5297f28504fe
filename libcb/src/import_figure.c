/* SPDX-License-Identifier: Apache-2.0 */
/* One printed figure, whatever the locale of who printed it. */
#include "import.h"

#include <math.h>
#include <string.h>

#define DIGITS_MAX 18 /* further ones change nothing */
#define THOUSAND   1000.0

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

int cb__import_count_read(uint64_t *out, const char *word)
{
	uint64_t made = 0;
	size_t len = strlen(word);

	if (len == 0 || len > DIGITS_MAX)
		return 0;
	for (size_t i = 0; i < len; i++) {
		if (!is_digit(word[i]))
			return 0;
		made = made * 10 + (uint64_t)(word[i] - '0');
	}
	*out = made;
	return 1;
}

static int same_letters(const char *word, size_t len, const char *other)
{
	if (len != strlen(other))
		return 0;
	for (size_t i = 0; i < len; i++)
		if ((word[i] | 0x20) != other[i])
			return 0;
	return 1;
}

/* "inf", "nan", Microsoft's "1.#INF"; without them "" is no reason. */
static const char *find_strange(const char *word, size_t len)
{
	static const struct {
		const char *word;
		const char *reason;
	} known[] = {
		{"inf", "infinite: the time was 0"},
		{"infinity", "infinite: the time was 0"},
		{"nan", "not a number"},
		{"1.#inf", "infinite: the time was 0"},
		{"1.#ind", "not a number"},
		{"1.#qnan", "not a number"},
		{"1.#j", "infinite: the time was 0"},
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (same_letters(word, len, known[i].word))
			return known[i].reason;
	return "";
}

/* Where the fraction begins, or @p len; -1 if the marks make no number. */
static long find_point(const char *word, size_t len, int *ret_ambiguous)
{
	size_t points = 0, commas = 0;
	long last_point = -1, last_comma = -1, last;

	for (size_t i = 0; i < len; i++) {
		if (word[i] == '.') {
			points++;
			last_point = (long)i;
		} else if (word[i] == ',') {
			commas++;
			last_comma = (long)i;
		} else if (!is_digit(word[i])) {
			return -1;
		}
	}
	last = last_point > last_comma ? last_point : last_comma;
	*ret_ambiguous = points == 0 && commas == 1 && len - (size_t)last == 4;
	if (points + commas == 0 || (points == 0 && commas > 1) || (commas == 0 && points > 1))
		return (long)len;
	/* the mark that comes once and last is the point, others set thousands apart */
	if ((last == last_point && points > 1) || (last == last_comma && commas > 1))
		return -1;
	return last;
}

/* Marks that set thousands apart stand before three digits each. */
static int has_thousands(const char *word, size_t len)
{
	size_t digits = 0;
	int is_first = 1;

	for (size_t i = 0; i < len; i++) {
		if (is_digit(word[i])) {
			digits++;
			continue;
		}
		if (digits == 0 || digits > 3 || (!is_first && digits != 3))
			return 0;
		is_first = 0;
		digits = 0;
	}
	return is_first || digits == 3;
}

static void read_digits(cb__import_figure *out, const char *word, size_t len, size_t point)
{
	double value = 0, unit = 1;

	for (size_t i = 0; i < len; i++) {
		if (!is_digit(word[i]))
			continue;
		value = value * 10 + (word[i] - '0');
		if (i > point) {
			unit /= 10;
			out->decimals++;
		}
	}
	out->value = out->decimals > 0 ? value / pow(10, out->decimals) : value;
	out->error = unit / 2;
}

static void read_suffix(cb__import_figure *out, const char *word, size_t *len)
{
	char last = word[*len - 1];

	if (*len < 2)
		return;
	out->has_thousand = last == 'k' || last == 'K';
	out->has_seconds = last == 's';
	*len -= (size_t)(out->has_thousand || out->has_seconds);
}

int cb__import_figure_read(cb__import_figure *out, const char *word)
{
	int is_negative = word[0] == '-';
	size_t len;
	long point;

	*out = (cb__import_figure){.reason = ""};
	word += is_negative || word[0] == '+';
	len = strlen(word);
	if (len == 0 || len > 400)
		return 0;
	read_suffix(out, word, &len);
	out->reason = find_strange(word, len);
	if (out->reason[0] != '\0') {
		out->value =
			strcmp(out->reason, "not a number") == 0 ? (double)NAN : (double)INFINITY;
		return 1;
	}
	point = is_digit(word[0]) && is_digit(word[len - 1])
			? find_point(word, len, &out->is_ambiguous)
			: -1;
	if (point < 0 || !has_thousands(word, (size_t)point))
		return 0;
	read_digits(out, word, len, (size_t)point);
	out->value *= (is_negative ? -1 : 1) * (out->has_thousand ? THOUSAND : 1);
	out->error *= out->has_thousand ? THOUSAND : 1;
	if (is_negative && out->value < 0)
		out->reason = "negative";
	if (out->is_ambiguous)
		out->reason = "a comma that may set thousands apart or begin a fraction";
	return 1;
}
