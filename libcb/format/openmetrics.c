/* SPDX-License-Identifier: Apache-2.0 */
#include "openmetrics.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "escape.h"
#include "figure.h"

#define TIME_FORM "dddd-dd-ddTdd:dd:ddZ"

void cb__openmetrics_begin(cb__openmetrics *m, FILE *out)
{
	*m = (cb__openmetrics){.out = out};
}

void cb__openmetrics_family(
	cb__openmetrics *m, const char *name, const char *unit, const char *help)
{
	m->family = name;
	fprintf(m->out, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name);
	if (unit[0] != '\0')
		fprintf(m->out, "# UNIT %s %s\n", name, unit);
}

void cb__openmetrics_label(cb__openmetrics *m, const char *name, const char *text)
{
	static const cb__escape_row table[] = {{'\\', "\\\\"}, {'"', "\\\""}, {'\n', "\\n"}, {0}};

	if (m->label_count++ == 0)
		fprintf(m->out, "%s{", m->family);
	else
		fputc(',', m->out);
	fprintf(m->out, "%s=\"", name);
	cb__escape_write(m->out, text, table, " ");
	fputc('"', m->out);
}

void cb__openmetrics_value(cb__openmetrics *m, double value)
{
	char text[FIGURE_SIZE];

	if (m->label_count == 0)
		fputs(m->family, m->out);
	cb__figure_print_exact(text, value);
	fprintf(m->out, "%s %s\n", m->label_count > 0 ? "}" : "", text);
	m->label_count = 0;
}

void cb__openmetrics_end(cb__openmetrics *m)
{
	fputs("# EOF\n", m->out);
}

static int has_form(const char *utc)
{
	const char *form = TIME_FORM;

	if (strlen(utc) != strlen(form))
		return 0;
	for (; *form != '\0'; form++, utc++)
		if (*form == 'd' ? !isdigit((unsigned char)*utc) : *form != *utc)
			return 0;
	return 1;
}

static long number_at(const char *utc, size_t first, size_t length)
{
	long number = 0;

	for (size_t i = first; i < first + length; i++)
		number = 10 * number + (utc[i] - '0');
	return number;
}

/* Days from 1970 in the calendar of Gregory, with years that begin in March, so that the leap day
 * is their last. */
static long days_of(long year, long month, long day)
{
	long from_march = (month + 9) % 12, of_year;

	year -= month < 3;
	of_year = (153 * from_march + 2) / 5 + day - 1;
	return 365 * year + year / 4 - year / 100 + year / 400 + of_year - 719468;
}

double cb__openmetrics_seconds(const char *utc)
{
	long month, day;

	if (!has_form(utc))
		return (double)NAN;
	month = number_at(utc, 5, 2);
	day = number_at(utc, 8, 2);
	if (month < 1 || month > 12 || day < 1 || day > 31)
		return (double)NAN;
	return 86400.0 * (double)days_of(number_at(utc, 0, 4), month, day) +
	       (double)(3600 * number_at(utc, 11, 2) + 60 * number_at(utc, 14, 2) +
			number_at(utc, 17, 2));
}
