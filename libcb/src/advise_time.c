/* SPDX-License-Identifier: Apache-2.0 */
/* What an operation takes, also at sizes that were not measured. */
#include "advise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"

/* Sizes that are further from the last measured one than this factor are not known. */
#define BEYOND_MAX 8

/* And a line needs so many sizes: two always lie on one. */
#define LINE_SIZES 3

/* Nanoseconds that an operation can take; beyond them rates of them could not be told. */
#define TIME_LEAST 1e-6
#define TIME_MOST  1e18

/* More than anybody measures; further ones do not bend the line. */
#define LINE_SIZES_MAX 64

/* How far a size that was not measured may be from the line: the part of a vector block that is
 * left over falls to narrower code, so that OpenSSL's ChaCha20-Poly1305 takes 985 ns for 1400
 * bytes, 788 for 1408 and 844 for 2048. Measured in METHODOLOGY.md, with the little that is
 * outside. */
typedef struct allowance {
	double most;  /* of the time, */
	double bytes; /* but no more than so many bytes cost on the line */
} allowance;

static const allowance streams = {0.75, 1800}; /* eight blocks and more at a time */
static const allowance others = {0.50, 400};

#define SLOW_LEAST  0.15
#define WHOLE       512 /* multiples of this leave no part over */
#define SLOW_WHOLE  0.20
#define FAST_LEAST  0.10
#define FAST_BYTES  160  /* hashes take as long up to the end of a block of 128 */
#define LOW_LEAST   0.5  /* of the line, where no smaller size says how low it may be */
#define FAST_BEFORE 0.85 /* of the time at the smaller size */

static int is_known(double value)
{
	return value > TIME_LEAST && value < TIME_MOST;
}

cb__advice_time cb__advice_time_of(const cb_cell *cell)
{
	const cb_summary *s = cell->summary;
	cb__advice_time time = {
		s->median_ns, s->ci95_low_ns, s->ci95_high_ns, CB_BASIS_MEASURED, cell};

	if (is_known(s->cpu_median_ns)) {
		time.ns = s->cpu_median_ns;
		time.low = s->cpu_ci95_low_ns;
		time.high = s->cpu_ci95_high_ns;
	}
	if (!is_known(time.low) || !is_known(time.high))
		time.low = time.high = (double)NAN;
	if (!is_known(time.ns))
		time = (cb__advice_time){
			(double)NAN, (double)NAN, (double)NAN, CB_BASIS_MISSING, NULL};
	return time;
}

static double mix(double a, double b, double part)
{
	return a + (b - a) * part;
}

static const allowance *allowance_of(const cb_cell *cell)
{
	int is_stream = strncmp(cell->algorithm, "chacha20", 8) == 0 ||
			strstr(cell->algorithm, "-ctr") != NULL;

	return is_stream ? &streams : &others;
}

static double slower(const cb_cell *any, double ns, double slope, uint64_t size)
{
	const allowance *allowed = allowance_of(any);
	double most = fmax(SLOW_LEAST * ns, fmin(allowed->most * ns, allowed->bytes * slope));

	return size % WHOLE == 0 ? fmin(most, SLOW_WHOLE * ns) : most;
}

static double faster(double ns, double slope)
{
	return fmax(FAST_LEAST * ns, FAST_BYTES * slope);
}

static double known_or(double value, double other)
{
	return isnan(value) ? other : value;
}

/* Without intervals of the sizes around it an estimate still has its own. */
static cb__advice_time between(const cb_cell *below, const cb_cell *above, uint64_t size)
{
	cb__advice_time a = cb__advice_time_of(below), b = cb__advice_time_of(above);
	double part = (double)(size - below->size) / (double)(above->size - below->size);

	double ns = mix(a.ns, b.ns, part);
	double slope = (b.ns - a.ns) / (double)(above->size - below->size);
	double low = known_or(mix(a.low, b.low, part), ns) - faster(ns, slope);
	double high = known_or(mix(a.high, b.high, part), ns) + slower(below, ns, slope, size);

	low = fmax(low, FAST_BEFORE * fmin(known_or(a.low, a.ns), known_or(b.low, b.ns)));
	return (cb__advice_time){ns, fmin(low, ns), high, CB_BASIS_BETWEEN, NULL};
}

struct line {
	double sizes[LINE_SIZES_MAX];
	double times[LINE_SIZES_MAX];
	size_t count;
	double doubt; /* the widest relative half of an interval; NaN if one has none */
	cb__line fit;
};

static void fit_line(struct line *line, const cb__advice_points *points)
{
	double scratch[2 * LINE_SIZES_MAX];

	*line = (struct line){.count = 0};
	for (size_t i = 0; i < points->count && line->count < LINE_SIZES_MAX; i++) {
		cb__advice_time time;

		if (points->cells[i]->outcome != CB_OUTCOME_MEASURED)
			continue;
		time = cb__advice_time_of(points->cells[i]);
		if (time.basis == CB_BASIS_MISSING)
			continue;
		line->sizes[line->count] = (double)points->cells[i]->size;
		line->times[line->count++] = time.ns;
		line->doubt = isnan(line->doubt) || isnan(time.low)
				      ? (double)NAN
				      : fmax(line->doubt, (time.high - time.low) / 2 / time.ns);
	}
	if (line->count >= LINE_SIZES)
		cb__fit_line(&line->fit, line->sizes, line->times, line->count, scratch);
}

/* The interval is as wide as the widest of those the line was made from, the largest departure
 * from the line wider, and what any estimate may be off. */
static cb__advice_time beyond(const cb__advice_points *points, uint64_t size)
{
	cb__advice_time time = {(double)NAN, (double)NAN, (double)NAN, CB_BASIS_MISSING, NULL};
	double departure = 0;
	struct line line;

	fit_line(&line, points);
	if (line.count < LINE_SIZES || (double)size * BEYOND_MAX < line.sizes[0] ||
		(double)size > BEYOND_MAX * line.sizes[line.count - 1])
		return time;
	for (size_t i = 0; i < line.count; i++)
		departure = fmax(departure,
			fabs(cb__line_departure(&line.fit, line.sizes[i], line.times[i])) / 100);
	time.ns = cb__line_at(&line.fit, (double)size);
	if (!is_known(time.ns))
		return (cb__advice_time){
			(double)NAN, (double)NAN, (double)NAN, CB_BASIS_MISSING, NULL};
	departure += known_or(line.doubt, 0);
	time.low = time.ns / (1 + departure);
	time.low = fmax(time.low - faster(time.ns, line.fit.per_byte), LOW_LEAST * time.low);
	time.high = time.ns * (1 + departure) +
		    slower(points->cells[0], time.ns, line.fit.per_byte, size);
	time.basis = CB_BASIS_BEYOND;
	return time;
}

static int is_measured(const cb_cell *cell)
{
	return cell->outcome == CB_OUTCOME_MEASURED &&
	       cb__advice_time_of(cell).basis == CB_BASIS_MEASURED;
}

cb__advice_time cb__advice_time_at(const cb__advice_points *points, uint64_t size)
{
	const cb_cell *below = NULL, *above = NULL;

	for (size_t i = 0; i < points->count; i++) {
		const cb_cell *cell = points->cells[i];

		if (!is_measured(cell))
			continue;
		if (cell->size == size)
			return cb__advice_time_of(cell);
		if (cell->size < size)
			below = cell;
		else if (above == NULL)
			above = cell;
	}
	if (below != NULL && above != NULL)
		return between(below, above, size);
	return beyond(points, size);
}
