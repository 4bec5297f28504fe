/* SPDX-License-Identifier: Apache-2.0 */
/* What is said of a ranking: its headline and the numbers that decided. */
#include "advise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "spelling.h"

#define NAMES_MAX 3
#define LITTLE    0.5 /* a choice of less of the work cannot matter much */

void cb__advice_digits(cb_text *text, double value)
{
	if (value >= 99.95)
		cb__text_format(text, "%.0f", value);
	else if (value >= 9.995)
		cb__text_format(text, "%.1f", value);
	else
		cb__text_format(text, "%.2f", value);
}

/* As many digits as it takes to see a difference. */
void cb__advice_times(cb_text *text, double times)
{
	if (times < 1.995)
		cb__text_format(text, "%.2f", times);
	else
		cb__text_format(text, times < 9.95 ? "%.1f" : "%.0f", times);
}

void cb__advice_bytes(cb_text *text, double size)
{
	if (size >= 1024 && fmod(size, 1024) == 0)
		cb__text_format(text, "%.0f KiB", size / 1024);
	else
		cb__text_format(text, "%.0f B", size);
}

/* The unit in which @p rate has a number that people read. */
static double scale_of(const char **ret_unit, double rate, int is_bytes)
{
	static const char *const bytes[] = {" B/s", " kB/s", " MB/s", " GB/s"};
	static const char *const plain[] = {"", " thousand", " million", " billion"};
	double scale = 1;
	size_t i = 0;

	/* 5120 connections are read as they are, but not 314000 */
	for (; i < 3 && rate / scale >= (is_bytes || i > 0 ? 1000 : 100000); i++)
		scale *= 1000;
	*ret_unit = is_bytes ? bytes[i] : plain[i];
	return scale;
}

/* The third digit of an estimate tells nothing. */
static void say_rate(cb_text *text, double value, int is_estimated)
{
	if (!is_estimated)
		cb__advice_digits(text, value);
	else if (value < 9.95)
		cb__text_format(text, "about %.1f", value);
	else
		cb__text_format(text, "about %.0f", value);
}

void cb__advice_rate(cb_text *text, const cb_profile *profile, const cb_candidate *c)
{
	int is_bytes = profile->bytes > 0;
	double rate = is_bytes ? c->bytes_per_second : c->units_per_second;
	const char *unit;
	double scale = scale_of(&unit, rate, is_bytes);

	say_rate(text, rate / scale, c->is_estimated);
	cb__text_add(text, unit);
	if (!is_bytes)
		cb__text_format(text, " %ss per second", profile->unit);
	if (isnan(c->low_ns) || isnan(c->high_ns))
		return;
	cb__text_add(text, " (");
	cb__advice_digits(text, rate * c->unit_ns / c->high_ns / scale);
	cb__text_add(text, " to ");
	cb__advice_digits(text, rate * c->unit_ns / c->low_ns / scale);
	cb__text_add(text, ")");
}

static const char *mode_words(cb_accel accel)
{
	if (accel == CB_ACCEL_NOCRYPTO)
		return " without crypto instructions (nocrypto)";
	return accel == CB_ACCEL_OFF ? " without any acceleration (off)" : "";
}

/* Whether those that cannot be told apart are one library. */
static int is_one_library(const cb_ranking *r)
{
	for (size_t i = 1; i < r->either_count; i++)
		if (strcmp(r->candidates[i].title, r->candidates[0].title) != 0)
			return 0;
	return 1;
}

static const char *joint(size_t i, size_t count)
{
	if (i == 0)
		return "either ";
	return i + 1 == count ? " or " : ", ";
}

static void say_names(cb_text *text, const cb_ranking *r)
{
	size_t count = r->either_count;
	size_t shown = count < NAMES_MAX ? count : NAMES_MAX;
	int is_one = is_one_library(r);

	if (is_one)
		cb__text_format(text, "%s with ", r->candidates[0].title);
	for (size_t i = 0; i < shown; i++) {
		cb__text_add(text, joint(i, count));
		if (is_one)
			cb__spell_algorithm(text, r->candidates[i].choice);
		else
			cb__text_add(text, r->candidates[i].name);
	}
	if (count > shown)
		cb__text_format(text, " or %zu more", count - shown);
}

/* A ranking without them may be another one with them. */
static void say_unmeasured(cb_text *text, const cb_ranking *r)
{
	size_t count = 0;

	for (size_t i = 0; i < r->candidate_count; i++)
		count += r->candidates[i].standing == CB_STANDING_UNMEASURED ? 1 : 0;
	if (count > 0)
		cb__text_format(
			text, "; %zu other%s not measured", count, count > 1 ? "s were" : " was");
}

/* How much of the work it is that the choices differ in; 1 if no choice is left, or libraries are
 * chosen from, too. */
static double share_of_choice(const cb_advice *a, const cb_ranking *r)
{
	double share = 0;

	if (a->profile->choice_count == 0 || !is_one_library(r))
		return 1;
	for (size_t i = 0; i < r->candidates[0].part_count; i++)
		share +=
			a->profile->work[i].algorithm == NULL ? r->candidates[0].parts[i].share : 0;
	return share;
}

static const char *word_of_choice(const cb_profile *profile)
{
	switch (profile->choices[0]->kind) {
	case CB_KIND_AEAD:
	case CB_KIND_CIPHER:
		return "the cipher";
	case CB_KIND_SIGN:
		return "the signature";
	default:
		return "what is chosen from";
	}
}

/* What is imported was measured elsewhere, and is not completed here. */
static void say_how_to_measure(cb_text *text, const cb_ranking *r)
{
	cb_text sizes = CB_TEXT_INIT;

	cb__advice_unmeasured_sizes(&sizes, r->candidates, r->either_count);
	if (sizes.len > 0 && !r->is_imported)
		cb__text_format(text, ": measure with --sizes %s", cb__text_string(&sizes));
	text->failed |= sizes.failed;
	cb__text_done(&sizes);
}

static int has_estimates(const cb_ranking *r)
{
	for (size_t i = 0; i < r->either_count; i++)
		if (r->candidates[i].is_estimated)
			return 1;
	return 0;
}

static int is_wholly_estimated(const cb_candidate *c)
{
	for (size_t i = 0; i < c->part_count; i++)
		if (c->parts[i].basis == CB_BASIS_MEASURED)
			return 0;
	return 1;
}

static void say_estimated(cb_text *text, const cb_ranking *r)
{
	if (!has_estimates(r))
		return;
	cb__text_format(text, ", %sestimated from other sizes",
		is_wholly_estimated(&r->candidates[0]) ? "" : "in part ");
}

/* Why nobody leads: the noise, or that nobody changes a library for so little. */
static void say_why_either(cb_text *text, const cb_advice *a, const cb_ranking *r)
{
	const char *why = has_estimates(r) ? "they cannot be told apart by these sizes"
					   : "the difference is within the noise";
	double share = share_of_choice(a, r);

	for (size_t i = 1; i < r->either_count; i++) {
		if (isnan(r->candidates[i].times_low)) {
			why = "the difference is too small to count without intervals";
			break;
		}
		if (r->candidates[i].times_low > 1) {
			why = "the difference is too small to count";
			break;
		}
	}
	cb__text_format(text, "; %s", why);
	if (share <= LITTLE)
		cb__text_format(text, ", as %s takes %.0f %% of the time of a %s",
			word_of_choice(a->profile), fmax(1, 100 * share), a->profile->unit);
}

static size_t count_known(const cb_candidate *c)
{
	size_t count = 0;

	for (size_t i = 0; i < c->part_count; i++)
		count += c->parts[i].basis != CB_BASIS_MISSING;
	return count;
}

/* Of candidates that lack figures, the first that lacks least. */
static const cb_candidate *nearest_of(const cb_ranking *r)
{
	const cb_candidate *nearest = &r->candidates[0];

	for (size_t i = 1; i < r->candidate_count; i++)
		if (r->candidates[i].standing == CB_STANDING_UNMEASURED &&
			(nearest->standing != CB_STANDING_UNMEASURED ||
				count_known(&r->candidates[i]) > count_known(nearest)))
			nearest = &r->candidates[i];
	return nearest;
}

/* What others measured elsewhere is not completed by measuring here. */
static const char *why_none(cb_advice *a, const cb_ranking *r)
{
	if (!r->is_imported || r->candidate_count == 0)
		return "measure first: nothing was measured that could be recommended";
	return cb__advice_say(
		a, "nothing to recommend from what was imported: %s", nearest_of(r)->reason);
}

static const char *answer_of(cb_advice *a, const cb_ranking *r)
{
	cb_text text = CB_TEXT_INIT;

	if (r->kind == CB_ADVICE_NONE)
		return why_none(a, r);
	if (r->kind == CB_ADVICE_EITHER)
		say_names(&text, r);
	else
		cb__text_add(&text, r->candidates[0].name);
	cb__text_add(&text, ", ");
	cb__advice_rate(&text, a->profile, &r->candidates[0]);
	if (a->profile->needs[0] != '\0')
		cb__text_add(&text, ", predicted from primitives");
	say_estimated(&text, r);
	if (r->kind == CB_ADVICE_EITHER)
		say_why_either(&text, a, r);
	say_how_to_measure(&text, r);
	if (r->kind == CB_ADVICE_ONLY)
		cb__text_add(&text, "; there was nothing to compare it with");
	say_unmeasured(&text, r);
	return cb__advice_keep(a, &text);
}

static const char *headline_of(cb_advice *a, const cb_ranking *r)
{
	return cb__advice_say(a, "For %s on %s%s: %s", a->profile->name, r->machine,
		mode_words(r->accel), r->answer);
}

/* The first after the ones that are equal; of another library if @p other, else of the same. */
static const cb_candidate *rival_of(const cb_ranking *r, int other)
{
	for (size_t i = r->either_count; i < r->ranked_count; i++)
		if ((strcmp(r->candidates[i].title, r->candidates[0].title) != 0) == other)
			return &r->candidates[i];
	return NULL;
}

static void say_long(cb_text *text, const cb_candidate *c)
{
	cb__text_add(text, "takes ");
	cb__advice_times(text, c->times);
	cb__text_add(text, " times as long");
	if (isnan(c->times_low))
		return;
	cb__text_add(text, " (");
	cb__advice_times(text, c->times_low);
	cb__text_add(text, " to ");
	cb__advice_times(text, c->times_high);
	cb__text_add(text, ")");
}

/* Both in the unit of the larger. */
static void say_time(cb_text *text, double ns, double larger)
{
	double scale = larger >= 1e7 ? 1e6 : larger >= 1e4 ? 1e3 : 1;

	cb__advice_digits(text, ns / scale);
	cb__text_add(text, scale > 1e3 ? " ms" : scale > 1 ? " us" : " ns");
}

/* The part in which two differ most. */
static size_t decisive(const cb_candidate *first, const cb_candidate *rival)
{
	size_t most = 0;
	double difference = -1;

	for (size_t i = 0; i < first->part_count; i++) {
		double d = first->parts[i].count * fabs(rival->parts[i].ns - first->parts[i].ns);

		if (d > difference) {
			difference = d;
			most = i;
		}
	}
	return most;
}

static const char *about(const cb_advised_part *part)
{
	return part->basis == CB_BASIS_MEASURED ? "" : "about ";
}

static void say_decisive(cb_text *text, const cb_candidate *first, const cb_candidate *rival)
{
	size_t at = decisive(first, rival);
	const cb_advised_part *a = &first->parts[at], *b = &rival->parts[at];

	cb__text_format(text, ". What decides is %s", a->operation);
	if (a->size > 0) {
		cb__text_add(text, " of ");
		cb__advice_bytes(text, (double)a->size);
	}
	cb__text_add(text, ": ");
	cb__spell_algorithm(text, a->algorithm);
	cb__text_format(text, " of %s takes %s", first->title, about(a));
	say_time(text, a->ns, fmax(a->ns, b->ns));
	cb__text_add(text, ", ");
	cb__spell_algorithm(text, b->algorithm);
	cb__text_format(text, " of %s %s", rival->title, about(b));
	say_time(text, b->ns, fmax(a->ns, b->ns));
}

/* Where nobody is behind: how little of the work it is that they differ in. */
static const char *why_even(cb_advice *a, const cb_ranking *r)
{
	double share = r->either_count < 2 ? 1 : share_of_choice(a, r);

	if (share > LITTLE)
		return "";
	return cb__advice_say(a,
		"The choice matters little here: %.0f %% of the time of a %s is the same with all "
		"of them",
		100 * (1 - share), a->profile->unit);
}

static const char *because_of(cb_advice *a, const cb_ranking *r)
{
	const cb_candidate *other = rival_of(r, 1), *own = rival_of(r, 0);
	const cb_candidate *rival = other != NULL ? other : own;
	cb_text text = CB_TEXT_INIT;

	if (rival == NULL)
		return why_even(a, r);
	if (other != NULL) {
		cb__text_format(&text, "The next library, %s, ", other->name);
		say_long(&text, other);
	}
	if (own != NULL) {
		cb__text_add(&text, other != NULL ? "; in the same library " : "In this library ");
		cb__spell_algorithm(&text, own->choice);
		cb__text_add(&text, " ");
		say_long(&text, own);
	}
	say_decisive(&text, &r->candidates[0], rival);
	return cb__advice_keep(a, &text);
}

cb_status cb__advice_words(cb_advice *a)
{
	for (size_t i = 0; i < a->rank_count; i++) {
		a->ranks[i].view.answer = answer_of(a, &a->ranks[i].view);
		a->ranks[i].view.headline = headline_of(a, &a->ranks[i].view);
		a->ranks[i].view.because = because_of(a, &a->ranks[i].view);
	}
	for (size_t i = 0; i < a->rank_count; i++)
		cb__advice_notes(a, &a->ranks[i]);
	return a->failed ? CB_ENOMEM : CB_OK;
}
