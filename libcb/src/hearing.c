/* SPDX-License-Identifier: Apache-2.0 */
#include "hearing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inference.h"
#include "stats.h"

/* Two looks at the confirmation share the probability of a false alarm. */
#define FIRST_LOOK  0.3
#define SECOND_LOOK 0.7

/* A signed-rank test needs differences that are about as often above as below their centre. With
 * more skewness than this the sign test, which does not, has to agree. */
#define SKEWNESS_MAX 1.5

/* Fewer launches leave no interval of 95 %. */
#define LAUNCHES_MIN 6u

/* A screen is repeated so often, for those whose interval is too wide, before they are confirmed.
 */
#define SCREENS_MAX 3u

/* Where the budget ended within a confirmation, the first look is at what there is of it, for
 * losses that are evident: when that is, is up to the clock and knows no loss. The least that a
 * rule may ask for, and the whole interval above so many limits. */
#define PARTIAL_LAUNCHES 16u
#define EVIDENT          2.0

/* "Exactly on the limit passes" must survive the rounding of a logarithm. */
#define ON_THE_LIMIT 1e-9

double cb__loss_percent(double log_ratio)
{
	return -100 * expm1(-log_ratio);
}

static double log_of_loss(double percent)
{
	return -log1p(-percent / 100);
}

/* Made for these limits, it is slowed by twice what they allow, but for rounding. */
#define CANARY_FACTOR_MIN 1.5

void cb__canary_limits(cb__limits *limits, double injected_percent)
{
	double allowed_percent = 100 * expm1(log_of_loss(limits->limit_percent));
	if (injected_percent >= CANARY_FACTOR_MIN * allowed_percent)
		return;
	limits->limit_percent = cb__loss_percent(log1p(injected_percent / 200));
	limits->tolerance_percent = fmin(limits->tolerance_percent, limits->limit_percent / 2);
}

size_t cb__hearing_extended(const cb__gate_settings *settings)
{
	return 2 * (size_t)settings->confirm_launches;
}

static int exceeds(double loss_percent, double limit_percent)
{
	return loss_percent > limit_percent + ON_THE_LIMIT;
}

static double p_above(const double *values, size_t count, double shift, double *scratch)
{
	double p = cb__inference_signed_rank_p(values, count, shift, scratch);
	if (fabs(cb__inference_skewness(values, count)) > SKEWNESS_MAX)
		p = fmax(p, cb__inference_sign_p(values, count, shift));
	return p;
}

static void fill(cb__estimate *out, double *values, double *scratch, double tolerance_percent)
{
	double level;
	double shift = log_of_loss(tolerance_percent);
	cb__stats_hl(&out->log_ratio, &out->log_low, &out->log_high, &level, values, out->launches,
		scratch);
	out->p_slower = p_above(values, out->launches, shift, scratch);
	for (size_t i = 0; i < out->launches; i++)
		values[i] = -values[i];
	out->p_faster = p_above(values, out->launches, shift, scratch);
}

/* Of the first @p launches, or of all if that is 0. */
static cb_status estimate(cb__estimate *out, const cb__hearing *row, const cb__series *series,
	cb__arm arm, size_t launches)
{
	size_t most = cb__series_launches(series);
	size_t room = cb__stats_walsh_count(most) + cb__inference_rank_scratch_up_to(most) +
		      series->count + 1;
	double *values = calloc(room, sizeof *values);
	if (values == NULL)
		return CB_ENOMEM;
	*out = (cb__estimate){.p_slower = 1, .p_faster = 1};
	out->launches = cb__series_logs(values, series, arm, row->clock, launches, &out->disturbed);
	if (out->launches > 0)
		fill(out, values, values + series->count, row->limits.tolerance_percent);
	free(values);
	return CB_OK;
}

static double loss_of(const cb__hearing *row)
{
	return cb__loss_percent(row->estimate.log_ratio);
}

/* Half of the interval, as a loss. */
static double half_width_percent(const cb__estimate *estimate)
{
	return cb__loss_percent((estimate->log_high - estimate->log_low) / 2);
}

/* Whatever the interval holds, a loss above the limit is not in it. */
static int is_spared(const cb__hearing *row)
{
	return row->estimate.launches >= LAUNCHES_MIN &&
	       cb__loss_percent(row->estimate.log_high) <= row->limits.limit_percent;
}

/* An interval as wide as the limit says nothing. */
static int is_wide(const cb__hearing *row)
{
	return !is_spared(row) &&
	       (row->estimate.launches < LAUNCHES_MIN ||
		       2 * half_width_percent(&row->estimate) > row->limits.limit_percent);
}

/* Half the limit, so that a loss at the limit is rarely let through. */
static int is_suspect(const cb__hearing *row)
{
	return is_wide(row) || loss_of(row) > row->limits.limit_percent / 2;
}

/* Of pairs, for the difference of two medians has the drift in it that pairs cancel. */
static int is_below_min_delta(const cb__hearing *row, double log_ratio)
{
	double delta_ns = row->base_ns * fabs(expm1(log_ratio));
	return delta_ns < row->limits.min_delta_ns * (1 - ON_THE_LIMIT);
}

/* By what it takes to blame the head. */
static int is_moved(const cb__hearing *row, const cb__gate_settings *settings)
{
	const cb__estimate *control = &row->control;
	double loss = cb__loss_percent(control->log_ratio);
	double gain = cb__loss_percent(-control->log_ratio);
	if (control->launches == 0 || is_below_min_delta(row, control->log_ratio))
		return 0;
	return (control->p_slower <= settings->alpha && exceeds(loss, row->limits.limit_percent)) ||
	       (control->p_faster <= settings->alpha && exceeds(gain, row->limits.limit_percent));
}

static cb_status screen(cb__hearing *row, const cb__gate_settings *settings)
{
	row->clock = CB__CLOCK_CPU;
	if (row->is_parallel || cb__series_is_offloaded(row->screen))
		row->clock = CB__CLOCK_WALL;
	row->p = 1;
	cb_status status = estimate(&row->estimate, row, row->screen, CB__ARM_HEAD, 0);
	if (status == CB_OK)
		status = estimate(&row->control, row, row->screen, CB__ARM_CONTROL, 0);
	if (status == CB_OK)
		status = cb__series_median_ns(&row->base_ns, row->screen, CB__ARM_BASE, row->clock);
	/* Fresh launches also tell whether a control that moved did so by chance. */
	row->is_suspect = is_suspect(row) || is_moved(row, settings);
	/* By the width alone, which knows no direction. */
	row->wants_screen = is_wide(row) && row->estimate.launches <
						    SCREENS_MAX * (size_t)settings->screen_launches;
	return status;
}

static int has_launches(const cb__hearing *row, size_t launches)
{
	return row->is_suspect && cb__series_launches(row->confirm) >= launches;
}

/* Adjusts for all suspects: one that has no fresh launches yet counts as without evidence. */
static cb_status adjust(cb__hearing *rows, size_t count, size_t launches, double alpha)
{
	double *p = calloc(2 * count + 1, sizeof *p);
	size_t suspects = 0;
	if (p == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < count; i++)
		if (rows[i].is_suspect)
			p[suspects++] =
				has_launches(&rows[i], launches) ? rows[i].estimate.p_slower : 1;
	cb__inference_holm(p + count, p, suspects);
	suspects = 0;
	for (size_t i = 0; i < count; i++) {
		if (!rows[i].is_suspect)
			continue;
		double adjusted = p[count + suspects++];
		if (!has_launches(&rows[i], launches) || rows[i].is_found)
			continue;
		rows[i].p = adjusted;
		rows[i].is_found = adjusted <= alpha;
	}
	free(p);
	return CB_OK;
}

/* A control that was in the screen alone is still what is known of it. */
static cb_status estimate_confirmed(cb__hearing *row, size_t launches)
{
	cb__estimate control;
	row->is_confirmed = 1;
	cb_status status = estimate(&row->estimate, row, row->confirm, CB__ARM_HEAD, launches);
	if (status == CB_OK)
		status = estimate(&control, row, row->confirm, CB__ARM_CONTROL, launches);
	if (status == CB_OK && control.launches > 0)
		row->control = control;
	return status;
}

/* What was found at the first look stays found, but how large it is, and whether the control moved,
 * is known better at the second. */
static cb_status look_again(cb__hearing *rows, size_t count, size_t launches, double alpha)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < count && status == CB_OK; i++)
		if (has_launches(&rows[i], launches))
			status = estimate_confirmed(&rows[i], launches);
	return status == CB_OK ? adjust(rows, count, launches, alpha) : status;
}

static cb_verdict say(cb__hearing *row, cb_verdict verdict, const char *reason)
{
	snprintf(row->reason, sizeof row->reason, "%s", reason);
	return verdict;
}

static cb_verdict judge_loss(cb__hearing *row)
{
	if (is_below_min_delta(row, row->estimate.log_ratio))
		return say(row, CB_VERDICT_UNCHANGED, "the difference is below min_delta");
	return CB_VERDICT_REGRESSED;
}

static int is_gain(const cb__hearing *row, const cb__gate_settings *settings)
{
	/* As a share of the time, like a loss: both sides exchanged give the other verdict. */
	return row->estimate.p_faster <= settings->alpha &&
	       exceeds(cb__loss_percent(-row->estimate.log_ratio), row->limits.limit_percent);
}

/* A pass must not rest on an estimate just below a limit that the interval leaves far behind. */
static int is_doubtful(const cb__hearing *row)
{
	return row->is_confirmed && loss_of(row) > row->limits.limit_percent / 2 &&
	       cb__loss_percent(row->estimate.log_high) > 1.5 * row->limits.limit_percent;
}

static const char *why_suspect(const cb__hearing *row)
{
	if (row->estimate.launches == 0)
		return "no round was measured";
	return exceeds(loss_of(row), row->limits.limit_percent / 2)
		       ? "not confirmed on fresh launches"
		       : "the interval is too wide, and it was not measured again";
}

static cb_verdict judge(cb__hearing *row, const cb__gate_settings *settings)
{
	int is_loss = exceeds(loss_of(row), row->limits.limit_percent);
	if (row->is_suspect && !row->is_confirmed)
		return say(row, CB_VERDICT_SUSPECT, why_suspect(row));
	if (row->is_control_moved)
		return say(row, CB_VERDICT_NOISY,
			"the base measured against itself came out different as well");
	if (is_loss && row->is_found)
		return judge_loss(row);
	if (is_loss)
		return say(row, CB_VERDICT_NOISY,
			"not certain enough of a loss above the limit: more launches could tell");
	if (!is_spared(row) && (half_width_percent(&row->estimate) > row->limits.limit_percent ||
				       is_doubtful(row)))
		return say(row, CB_VERDICT_NOISY, "the interval is wider than the limit");
	return is_gain(row, settings) ? CB_VERDICT_IMPROVED : CB_VERDICT_UNCHANGED;
}

static cb_status conclude(cb__hearing *row, const cb__gate_settings *settings)
{
	const cb__series *decisive = row->is_confirmed ? row->confirm : row->screen;
	size_t confirmed = cb__series_launches(row->confirm);
	cb_status status = cb__series_median_ns(&row->base_ns, decisive, CB__ARM_BASE, row->clock);
	if (status == CB_OK)
		status = cb__series_median_ns(&row->head_ns, decisive, CB__ARM_HEAD, row->clock);
	row->is_control_moved = is_moved(row, settings);
	row->wants_confirm = row->is_suspect && confirmed < settings->confirm_launches;
	row->verdict = judge(row, settings);
	if (row->verdict == CB_VERDICT_REGRESSED && row->wants_confirm)
		snprintf(row->reason, sizeof row->reason,
			"evident after %zu of %u confirming launches, when the time was up",
			confirmed, (unsigned)settings->confirm_launches);
	row->wants_extension = row->is_confirmed && row->verdict == CB_VERDICT_NOISY &&
			       confirmed < cb__hearing_extended(settings);
	return status;
}

static int is_partial(const cb__hearing *row, const cb__gate_settings *settings)
{
	return has_launches(row, PARTIAL_LAUNCHES) &&
	       !has_launches(row, settings->confirm_launches);
}

static int is_evident(const cb__hearing *row, const cb__gate_settings *settings)
{
	return row->is_found && !is_moved(row, settings) &&
	       exceeds(cb__loss_percent(row->estimate.log_low),
		       EVIDENT * row->limits.limit_percent);
}

/* Of what is not evident all is as if it had not been looked at. */
static cb_status look_first(cb__hearing *rows, size_t count, const cb__gate_settings *settings)
{
	cb__hearing *before = calloc(count + 1, sizeof *before);
	cb_status status = before != NULL ? CB_OK : CB_ENOMEM;
	for (size_t i = 0; i < count && status == CB_OK; i++) {
		before[i] = rows[i];
		if (is_partial(&rows[i], settings))
			status = estimate_confirmed(&rows[i], 0);
		else if (has_launches(&rows[i], settings->confirm_launches))
			status = estimate_confirmed(&rows[i], settings->confirm_launches);
	}
	if (status == CB_OK)
		status = adjust(rows, count,
			settings->confirm_launches < PARTIAL_LAUNCHES ? settings->confirm_launches
								      : PARTIAL_LAUNCHES,
			FIRST_LOOK * settings->alpha);
	for (size_t i = 0; i < count && status == CB_OK; i++)
		if (is_partial(&rows[i], settings) && !is_evident(&rows[i], settings))
			rows[i] = before[i];
	free(before);
	return status;
}

cb_status cb__hear(cb__hearing *rows, size_t count, const cb__gate_settings *settings)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < count && status == CB_OK; i++) {
		rows[i].is_found = 0;
		rows[i].is_confirmed = 0;
		rows[i].reason[0] = '\0';
		status = screen(&rows[i], settings);
	}
	if (status == CB_OK)
		status = look_first(rows, count, settings);
	if (status == CB_OK)
		status = look_again(
			rows, count, cb__hearing_extended(settings), SECOND_LOOK * settings->alpha);
	for (size_t i = 0; i < count && status == CB_OK; i++)
		status = conclude(&rows[i], settings);
	return status;
}

int cb__hearing_finds(const cb__hearing *row, const cb__gate_settings *settings)
{
	int is_found =
		row->is_confirmed ? row->is_found : row->estimate.p_slower <= settings->alpha;
	return is_found && exceeds(loss_of(row), row->limits.limit_percent);
}

void cb__count_controls(cb__control_count *out, const cb__hearing *rows, size_t count,
	const cb__gate_settings *settings)
{
	*out = (cb__control_count){0, 0, 0};
	for (size_t i = 0; i < count; i++) {
		out->tested += rows[i].control.launches > 0 ? 1 : 0;
		out->moved += rows[i].is_control_moved ? 1 : 0;
	}
	/* Either direction, so each may move with twice alpha. */
	out->is_too_often = out->moved > 0 && cb__inference_binomial_low(out->moved, out->tested,
						      1 - settings->alpha) > 2 * settings->alpha;
}
