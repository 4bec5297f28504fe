/* SPDX-License-Identifier: Apache-2.0 */
/* Fixed cost and slope: what a message costs before its first byte, what a byte costs, and from
 * which size on one is faster than another. */
#include "format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "grid.h"
#include "notes.h"

#define COLUMNS    8 /* of the grid; the last tells where the line does not hold */
#define COLUMN_GAP 2
#define HUGE_SIZE  (UINT64_C(64) << 20) /* as far as crossovers are looked for */

static const uint64_t shown_sizes[] = {64, 1400, 16384};

typedef struct page {
	FILE *out;
	const cb_results *results;
	const cb_view *view;
	cb_fit *fits; /* that are shown, each with the figures that are */
	size_t fit_count;
	cb__grid texts;
} page;

/* who is faster on longer messages, and from which size on */
typedef struct verdict {
	const cb_fit *winner; /* NULL if nothing can be said */
	double from;          /* 0 for every size */
	int doubtful;
	int beyond; /* outside the sizes that were measured */
} verdict;

static int is_shown(const cb_fit *fit)
{
	return fit->subject->same_as[0] == '\0';
}

static int is_by_cpu(const page *p, const cb_fit *fit)
{
	return strcmp(cb_fit_time(fit, cb__figure_asked(p->view)), "cpu") == 0;
}

static int is_marked(const page *p, const cb_fit *fit)
{
	return fit->contended && p->view->time != TIME_CPU && !p->view->quiet;
}

/* The figures that are shown take the place of those of wall time. */
static cb_fit shown_fit(const page *p, const cb_fit *fit)
{
	cb_fit shown = *fit;

	if (!is_by_cpu(p, fit))
		return shown;
	shown.fixed_ns = fit->cpu_fixed_ns;
	shown.fixed_ci95_low_ns = fit->cpu_fixed_ci95_low_ns;
	shown.fixed_ci95_high_ns = fit->cpu_fixed_ci95_high_ns;
	shown.ns_per_byte = fit->cpu_ns_per_byte;
	shown.ns_per_byte_ci95_low = fit->cpu_ns_per_byte_ci95_low;
	shown.ns_per_byte_ci95_high = fit->cpu_ns_per_byte_ci95_high;
	shown.bytes_per_second = fit->cpu_bytes_per_second;
	shown.step_count = 0; /* they are off the other line */
	return shown;
}

/* -1 if memory ran out */
static int collect_fits(page *p)
{
	const cb_fit *fit;

	p->fits = calloc(cb_results_fit_count(p->results) + 1, sizeof(*p->fits));
	if (p->fits == NULL)
		return -1;
	for (size_t i = 0; (fit = cb_results_fit_at(p->results, i)) != NULL; i++)
		if (is_shown(fit))
			p->fits[p->fit_count++] = shown_fit(p, fit);
	return 0;
}

static int is_same_work(const cb_fit *a, const cb_fit *b)
{
	return a->threads == b->threads && a->processes == b->processes && a->load == b->load &&
	       strcmp(a->operation, b->operation) == 0 && strcmp(a->variant, b->variant) == 0;
}

static int is_same_group(const cb_fit *a, const cb_fit *b)
{
	return is_same_work(a, b) && strcmp(a->algorithm, b->algorithm) == 0;
}

static void add_setting(char *text, size_t text_size, const char *name, uint32_t value)
{
	size_t used = strlen(text);

	snprintf(text + used, text_size - used, " %s=%lu", name, (unsigned long)value);
}

/* "aes-256-gcm seal", "aes-256-gcm seal rekey threads=4" */
static void work_text(char *text, size_t text_size, const cb_fit *fit)
{
	int plain = strcmp(fit->variant, cb_variant_name(CB_VARIANT_MESSAGE)) == 0;

	snprintf(text, text_size, "%s %s%s%s", fit->algorithm, fit->operation, plain ? "" : " ",
		plain ? "" : fit->variant);
	if (fit->threads > 1)
		add_setting(text, text_size, "threads", fit->threads);
	if (fit->processes > 1)
		add_setting(text, text_size, "processes", fit->processes);
	if (fit->load > 0)
		add_setting(text, text_size, "load", fit->load);
}

static void add_headings(page *p)
{
	char text[FIGURE_SIZE];

	cb__grid_add(&p->texts, "ns per message", STYLE_STRONG);
	cb__grid_add(&p->texts, "fixed", STYLE_STRONG);
	cb__grid_add(&p->texts, p->view->utf8 ? "\xc2\xb1" : "+-", STYLE_STRONG);
	cb__grid_add(&p->texts, "MB/s", STYLE_STRONG);
	for (size_t i = 0; i < sizeof(shown_sizes) / sizeof(shown_sizes[0]); i++) {
		snprintf(text, sizeof(text), "%llu B", (unsigned long long)shown_sizes[i]);
		cb__grid_add(&p->texts, text, STYLE_STRONG);
	}
	cb__grid_add(&p->texts, "", STYLE_PLAIN);
}

static void add_title(page *p, const cb_fit *fit)
{
	char text[192];

	work_text(text, sizeof(text), fit);
	cb__grid_add(&p->texts, text, STYLE_STRONG);
	for (size_t i = 1; i < COLUMNS; i++)
		cb__grid_add(&p->texts, "", STYLE_PLAIN);
}

static void add_figure(page *p, double value)
{
	char text[FIGURE_SIZE];

	cb__figure_print(text, value);
	cb__grid_add(&p->texts, text, isfinite(value) ? STYLE_PLAIN : STYLE_FAINT);
}

/* "* 16 +13 %, 2 more": the size that is furthest off the line */
static void add_steps(page *p, const cb_fit *fit)
{
	const cb_fit_step *worst = fit->steps;
	char text[96] = "", more[32] = "";

	for (size_t i = 1; i < fit->step_count; i++)
		if (fabs(fit->steps[i].percent) > fabs(worst->percent))
			worst = &fit->steps[i];
	if (fit->step_count > 1)
		snprintf(more, sizeof(more), ", %lu more", (unsigned long)(fit->step_count - 1));
	if (fit->step_count > 0)
		snprintf(text, sizeof(text), "* %llu %+.0f %%%s", (unsigned long long)worst->size,
			worst->percent, more);
	cb__grid_add(&p->texts, text, STYLE_DOUBTFUL);
}

static void add_fit(page *p, const cb_fit *fit)
{
	char label[128];

	snprintf(label, sizeof(label), "%s%.120s", is_marked(p, fit) ? "~ " : "  ",
		fit->subject->label);
	cb__grid_add(&p->texts, label, STYLE_PLAIN);
	add_figure(p, fit->fixed_ns);
	add_figure(p, (fit->fixed_ci95_high_ns - fit->fixed_ci95_low_ns) / 2);
	add_figure(p, fit->bytes_per_second / 1e6);
	for (size_t i = 0; i < sizeof(shown_sizes) / sizeof(shown_sizes[0]); i++)
		add_figure(p, cb_fit_predict_ns(fit, shown_sizes[i]));
	add_steps(p, fit);
}

/* the next one; NULL past the end */
static const cb_fit *next_fit(const page *p, size_t *index)
{
	return *index < p->fit_count ? &p->fits[(*index)++] : NULL;
}

static int begins_group(const page *p, const cb_fit *fit)
{
	const cb_fit *other;

	for (size_t i = 0; (other = next_fit(p, &i)) != fit;)
		if (is_same_group(other, fit))
			return 0;
	return 1;
}

static void add_group(page *p, const cb_fit *first)
{
	const cb_fit *fit;

	add_title(p, first);
	for (size_t i = 0; (fit = next_fit(p, &i)) != NULL;)
		if (is_same_group(fit, first))
			add_fit(p, fit);
}

static int is_title(const cb__grid *g, size_t row)
{
	return g->cells[row * COLUMNS + 1].text[0] == '\0';
}

/* of the labels: titles have nothing beside them */
static size_t labels_width(const cb__grid *g)
{
	size_t widest = 0;

	for (size_t row = 0; row < cb__grid_rows(g); row++) {
		size_t width = cb__style_width(g->cells[row * COLUMNS].text);

		if (!is_title(g, row) && width > widest)
			widest = width;
	}
	return widest;
}

static void print_row(const page *p, size_t row)
{
	const cb__grid *g = &p->texts;
	size_t last = COLUMNS - 1;

	while (last > 0 && g->cells[row * COLUMNS + last].text[0] == '\0')
		last--;
	for (size_t column = 0; column <= last; column++) {
		int right = column > 0 && column < COLUMNS - 1;
		size_t width = column == 0 ? labels_width(g) : cb__grid_width(g, column);

		cb__style_repeat(p->out, " ", column == 0 ? 0 : COLUMN_GAP);
		cb__grid_print(p->out, g, row, column, column == last && !right ? 0 : width, right,
			p->view->color);
	}
	fputc('\n', p->out);
}

static int print_rows(page *p)
{
	const cb_fit *fit;
	int failed;

	cb__grid_init(&p->texts, COLUMNS);
	add_headings(p);
	for (size_t i = 0; (fit = next_fit(p, &i)) != NULL;)
		if (begins_group(p, fit))
			add_group(p, fit);
	failed = p->texts.failed;
	for (size_t row = 0; !failed && row < cb__grid_rows(&p->texts); row++)
		print_row(p, row);
	cb__grid_done(&p->texts);
	return failed ? -1 : 0;
}

static int has_steps(const page *p)
{
	const cb_fit *fit;

	for (size_t i = 0; (fit = next_fit(p, &i)) != NULL;)
		if (fit->step_count > 0)
			return 1;
	return 0;
}

/* Marked lines that are shown by CPU time, or by wall time. */
static size_t count_marked(const page *p, int is_cpu)
{
	size_t count = 0;

	for (size_t i = 0; i < p->fit_count; i++)
		count += is_marked(p, &p->fits[i]) && is_by_cpu(p, &p->fits[i]) == is_cpu;
	return count;
}

static void print_clocks(const page *p)
{
	size_t cpu = count_marked(p, 1), wall = count_marked(p, 0);

	if (cpu + wall == 0)
		return;
	fprintf(p->out, "~: other work had the processor: by %s time%s\n", cpu > 0 ? "CPU" : "wall",
		cpu > 0 && wall > 0 ? "; by wall time of several at once or under load" : "");
}

static void print_legend(const page *p)
{
	fprintf(p->out,
		"%s = fixed + size / rate; MB/s: the rate that long messages approach\n"
		"all columns are of the line that was fitted, no time at a size is a measured"
		" one\n",
		p->view->time == TIME_CPU ? "CPU time"
		: count_marked(p, 1) > 0  ? "time"
					  : "wall time");
	print_clocks(p);
	if (has_steps(p))
		fputs("*: the size furthest off the line, if over 5 %: libraries"
		      " switch code with size\n",
			p->out);
}

static int overlap(double a_low, double a_high, double b_low, double b_high)
{
	return !(a_high < b_low || b_high < a_low);
}

static int is_outside(const cb_fit *fit, double size)
{
	return size < (double)fit->size_min || size > (double)fit->size_max;
}

static int is_faster_at(const cb_fit *a, const cb_fit *b, uint64_t size)
{
	return cb_fit_predict_ns(a, size) < cb_fit_predict_ns(b, size);
}

/* Slopes that cannot be told apart decide nothing; fixed costs that cannot make no crossover. */
static verdict judge(const cb_fit *a, const cb_fit *b)
{
	const cb_fit *fast = a->ns_per_byte < b->ns_per_byte ? a : b;
	const cb_fit *slow = fast == a ? b : a;
	verdict v = {.doubtful = a->step_count > 0 || b->step_count > 0};

	if (overlap(a->ns_per_byte_ci95_low, a->ns_per_byte_ci95_high, b->ns_per_byte_ci95_low,
		    b->ns_per_byte_ci95_high))
		return v;
	v.winner = is_faster_at(fast, slow, HUGE_SIZE) ? fast : slow;
	if (overlap(a->fixed_ci95_low_ns, a->fixed_ci95_high_ns, b->fixed_ci95_low_ns,
		    b->fixed_ci95_high_ns) ||
		!cb_fit_crossover(slow, fast, &v.from))
		return v;
	v.beyond = is_outside(a, v.from) || is_outside(b, v.from);
	return v;
}

static void print_size(const page *p, const verdict *v)
{
	if (v->from > 0)
		fprintf(p->out, " from %s%.0f bytes on%s\n", v->doubtful ? "about " : "",
			ceil(v->from), v->beyond ? ", beyond the sizes measured" : "");
	else
		fputs(" at every size\n", p->out);
}

/* "openssl:on: aes-256-gcm seal is faster than chacha20-poly1305 from 12 bytes on" */
static void tell_algorithms(const page *p, const cb_fit *a, const cb_fit *b)
{
	const verdict v = judge(a, b);
	char work[192];

	if (v.winner == NULL)
		return;
	work_text(work, sizeof(work), v.winner);
	cb__style_print(p->out, a->subject->label, STYLE_PLAIN, 0);
	fputs(": ", p->out);
	cb__style_print(p->out, work, STYLE_PLAIN, 0);
	fputs(" is faster than ", p->out);
	cb__style_print(p->out, v.winner == a ? b->algorithm : a->algorithm, STYLE_PLAIN, 0);
	print_size(p, &v);
}

/* "sha256 digest: openssl:on is faster than mbedtls:on from 40 bytes on"; who is faster at every
 * size can be seen in the rows */
static void tell_subjects(const page *p, const cb_fit *a, const cb_fit *b)
{
	const verdict v = judge(a, b);
	char work[192];

	if (v.winner == NULL || !(v.from > 0))
		return;
	work_text(work, sizeof(work), a);
	cb__style_print(p->out, work, STYLE_PLAIN, 0);
	fputs(": ", p->out);
	cb__style_print(p->out, v.winner->subject->label, STYLE_PLAIN, 0);
	fputs(" is faster than ", p->out);
	cb__style_print(
		p->out, v.winner == a ? b->subject->label : a->subject->label, STYLE_PLAIN, 0);
	print_size(p, &v);
}

/* the choice that TLS leaves to its users */
static int is_choice(const cb_fit *a, const cb_fit *b)
{
	if (a->subject != b->subject || !is_same_work(a, b) ||
		strcmp(b->algorithm, "chacha20-poly1305") != 0)
		return 0;
	return strcmp(a->algorithm, "aes-128-gcm") == 0 || strcmp(a->algorithm, "aes-256-gcm") == 0;
}

/* one library in two modes, or two in one mode */
static int is_comparison(const cb_fit *a, const cb_fit *b)
{
	if (a >= b || !is_same_group(a, b))
		return 0;
	return a->subject->accel == b->subject->accel ||
	       (strcmp(a->subject->backend, b->subject->backend) == 0 &&
		       strcmp(a->subject->file, b->subject->file) == 0);
}

static void print_crossovers(const page *p)
{
	const cb_fit *a, *b;

	for (size_t i = 0; (a = next_fit(p, &i)) != NULL;)
		for (size_t j = 0; (b = next_fit(p, &j)) != NULL;)
			if (is_choice(a, b))
				tell_algorithms(p, a, b);
	for (size_t i = 0; (a = next_fit(p, &i)) != NULL;)
		for (size_t j = 0; (b = next_fit(p, &j)) != NULL;)
			if (is_comparison(a, b))
				tell_subjects(p, a, b);
}

static int print_page(page *p)
{
	size_t first = 0;

	if (next_fit(p, &first) == NULL) {
		fputs("no lines: they need 3 sizes at least of something with a message; see"
		      " --sizes\n",
			p->out);
		return 0;
	}
	if (print_rows(p) != 0)
		return -1;
	fputc('\n', p->out);
	if (!p->view->quiet)
		print_legend(p);
	print_crossovers(p);
	return 0;
}

int cb__format_slope(FILE *out, const cb_results *results, const cb_view *v)
{
	page p = {.out = out, .results = results, .view = v};
	int status;

	status = collect_fits(&p);
	if (status == 0)
		status = print_page(&p);
	free(p.fits);
	if (status != 0)
		return -1;
	return cb__notes_write(out, results, v, NOTES_UNMARKED);
}
