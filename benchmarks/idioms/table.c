/* SPDX-License-Identifier: Apache-2.0 */
/* Verdicts over launches, and how they are shown. */
#include "idioms.h"

#include <math.h>
#include <stdio.h>

#include "stats.h"

#define RATIO_MAX 1.05

static void estimate(
	double *ret_value, double *ret_low, double *ret_high, const double values[IDIOMS_LAUNCHES])
{
	double scratch[IDIOMS_LAUNCHES * (IDIOMS_LAUNCHES + 1) / 2];
	double level;

	cb__stats_hl(ret_value, ret_low, ret_high, &level, values, IDIOMS_LAUNCHES, scratch);
}

static double estimate_ns(const idioms_sample samples[IDIOMS_LAUNCHES], size_t side)
{
	double values[IDIOMS_LAUNCHES];
	double value;
	double low;
	double high;

	for (size_t i = 0; i < IDIOMS_LAUNCHES; i++)
		values[i] = samples[i].ns[side];
	estimate(&value, &low, &high, values);
	return value;
}

static idioms_ratio estimate_ratio(const idioms_sample samples[IDIOMS_LAUNCHES], size_t side)
{
	double values[IDIOMS_LAUNCHES];
	idioms_ratio ratio;

	for (size_t i = 0; i < IDIOMS_LAUNCHES; i++)
		values[i] = samples[i].log[side];
	estimate(&ratio.value, &ratio.low, &ratio.high, values);
	return (idioms_ratio){exp(ratio.value), exp(ratio.low), exp(ratio.high)};
}

void idioms_judge(idioms_verdict *out, const idioms_family *family,
	const idioms_sample samples[IDIOMS_LAUNCHES])
{
	int found = 0;

	out->fastest = 0;
	out->driver_ns = estimate_ns(samples, 0);
	out->empty_ns = estimate_ns(samples, family->idiom_count + 1);
	for (size_t i = 0; i < family->idiom_count; i++) {
		out->idiom_ns[i] = estimate_ns(samples, i + 1);
		out->ratio[i] = estimate_ratio(samples, i + 1);
		if (family->idioms[i].aside != NULL)
			continue;
		if (!found || out->ratio[i].value > out->ratio[out->fastest].value)
			out->fastest = i;
		found = 1;
	}
}

int idioms_misses(const idioms_verdict *verdict)
{
	double own_ns = verdict->driver_ns - verdict->empty_ns;

	return verdict->ratio[verdict->fastest].low > RATIO_MAX &&
	       own_ns > RATIO_MAX * verdict->idiom_ns[verdict->fastest];
}

/* One line of the table. */
struct row {
	const idioms_family *family;
	const char *name;
	const idioms_verdict *verdict;
};

struct layout {
	const char *head;
	void (*print)(const struct row *row);
};

/* Times of the other loops, the fastest being 1. */
static void print_others(const struct row *row, const char *separator)
{
	const idioms_verdict *verdict = row->verdict;

	for (size_t i = 0; i < row->family->idiom_count; i++) {
		const idioms_idiom *idiom = &row->family->idioms[i];

		if (i == verdict->fastest)
			continue;
		printf("%s%s %.2f", separator, idiom->name,
			verdict->ratio[verdict->fastest].value / verdict->ratio[i].value);
		if (idiom->aside != NULL)
			printf(" (%s)", idiom->aside);
		separator = "; ";
	}
}

static const char *remark(const idioms_verdict *verdict)
{
	if (idioms_misses(verdict))
		return "MISS";
	return verdict->ratio[verdict->fastest].low > RATIO_MAX ? "call" : "";
}

static void print_text(const struct row *row)
{
	const idioms_verdict *verdict = row->verdict;
	const idioms_ratio *ratio = &verdict->ratio[verdict->fastest];

	printf("%-24s %9.1f %9.1f %4.1f  %.3f  %.3f-%.3f %-4s %s", row->name,
		verdict->idiom_ns[verdict->fastest], verdict->driver_ns, verdict->empty_ns,
		ratio->value, ratio->low, ratio->high, remark(verdict),
		row->family->idioms[verdict->fastest].name);
	print_others(row, "; ");
	printf("\n");
}

static void print_markdown(const struct row *row)
{
	const idioms_verdict *verdict = row->verdict;
	const idioms_ratio *ratio = &verdict->ratio[verdict->fastest];
	double loop_ns = verdict->idiom_ns[verdict->fastest];
	const char *note = remark(verdict);

	printf("| `%s` | %s | %.*f | %.*f | %.3f (%.3f to %.3f)%s%s | ", row->name,
		row->family->idioms[verdict->fastest].name, loop_ns < 1000 ? 1 : 0, loop_ns,
		loop_ns < 1000 ? 1 : 0, verdict->driver_ns, ratio->value, ratio->low, ratio->high,
		*note != '\0' ? " " : "", note);
	print_others(row, "");
	printf(" |\n");
}

static const struct layout layouts[] = {
	{"family                     loop ns driver ns call  ratio  interval         fastest loop; "
	 "other loops, times it\n",
		print_text},
	{"| family | fastest loop | ns | driver, ns | ratio | other loops, times the fastest |\n"
	 "|---|---|---|---|---|---|\n",
		print_markdown},
};

void idioms_print_head(int is_markdown)
{
	printf("%s", layouts[is_markdown].head);
}

void idioms_print_row(int is_markdown, const char *name, const idioms_family *family,
	const idioms_verdict *verdict)
{
	layouts[is_markdown].print(&(struct row){family, name, verdict});
}
