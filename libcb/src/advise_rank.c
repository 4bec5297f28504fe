/* SPDX-License-Identifier: Apache-2.0 */
/* Candidates: a library with a choice, what a unit takes with it, and who is before whom. */
#include "advise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spelling.h"

static int is_failure(cb_outcome outcome)
{
	return outcome == CB_OUTCOME_MISMATCH || outcome == CB_OUTCOME_FAILED ||
	       outcome == CB_OUTCOME_CRASHED || outcome == CB_OUTCOME_TIMED_OUT ||
	       outcome == CB_OUTCOME_UNPROVEN;
}

int cb__advice_is_estimated(const cb_candidate *c)
{
	for (size_t i = 0; i < c->part_count; i++)
		if (c->parts[i].basis != CB_BASIS_MEASURED)
			return 1;
	return 0;
}

static const cb_cell *find_outcome(const cb__advice_points *points, int wants_failure)
{
	for (size_t i = 0; i < points->count; i++) {
		cb_outcome outcome = points->cells[i]->outcome;

		if (wants_failure ? is_failure(outcome) : outcome == CB_OUTCOME_UNSUPPORTED)
			return points->cells[i];
	}
	return NULL;
}

/* The worst that is found decides, in the order of the enumeration. */
static void set_standing(cb_candidate *c, cb_standing standing, const char *reason)
{
	if (standing <= c->standing)
		return;
	c->standing = standing;
	c->reason = reason;
}

static void say_operation(cb_text *text, const cb_advised_part *part)
{
	cb__spell_algorithm(text, part->algorithm);
	cb__text_format(text, " %s", part->operation);
	if (part->size == 0)
		return;
	cb__text_add(text, " of ");
	cb__advice_bytes(text, (double)part->size);
}

static const char *why_not(cb_advice *a, const cb_advised_part *part, const cb_cell *cell)
{
	cb_text text = CB_TEXT_INIT;

	say_operation(&text, part);
	if (cell == NULL)
		cb__text_add(&text, " was not measured");
	else if (cell->outcome == CB_OUTCOME_SKIPPED)
		cb__text_add(&text, " was not reached within the time of the run");
	else
		cb__text_format(&text, " is %s%s%s", cb_outcome_name(cell->outcome),
			cell->reason[0] != '\0' ? ": " : "", cell->reason);
	return cb__advice_keep(a, &text);
}

static const cb_cell *cell_at(const cb__advice_points *points, uint64_t size)
{
	for (size_t i = 0; i < points->count; i++)
		if (points->cells[i]->size == size)
			return points->cells[i];
	return NULL;
}

/* A cell that failed at another size costs the candidate, too: who answers wrongly there is not
 * recommended here. */
static void judge_part(
	cb_advice *a, cb_candidate *c, cb_advised_part *part, const cb__advice_points *points)
{
	const cb_cell *failed = find_outcome(points, 1), *lacks = find_outcome(points, 0);
	cb__advice_time time = cb__advice_time_at(points, part->size);

	part->ns = time.ns;
	part->low_ns = time.low;
	part->high_ns = time.high;
	part->basis = time.basis;
	part->cell = time.cell;
	if (failed != NULL)
		set_standing(c, CB_STANDING_FAILED, why_not(a, part, failed));
	else if (time.basis == CB_BASIS_MISSING && lacks != NULL)
		set_standing(c, CB_STANDING_UNSUPPORTED, why_not(a, part, lacks));
	else if (time.basis == CB_BASIS_MISSING)
		set_standing(
			c, CB_STANDING_UNMEASURED, why_not(a, part, cell_at(points, part->size)));
}

static double units_of(double ns)
{
	return 1e9 / ns;
}

static void add_up(cb_candidate *c, const cb_profile *profile, cb_advised_part *parts)
{
	c->unit_ns = c->low_ns = c->high_ns = 0;
	for (size_t i = 0; i < c->part_count; i++) {
		c->unit_ns += parts[i].count * parts[i].ns;
		c->low_ns += parts[i].count * parts[i].low_ns;
		c->high_ns += parts[i].count * parts[i].high_ns;
	}
	for (size_t i = 0; i < c->part_count; i++)
		parts[i].share = parts[i].count * parts[i].ns / c->unit_ns;
	c->units_per_second = units_of(c->unit_ns);
	c->bytes_per_second =
		profile->bytes > 0 ? c->units_per_second * (double)profile->bytes : (double)NAN;
}

static void add_word(cb_text *list, const char *word)
{
	size_t len = strlen(word);
	const char *at = cb__text_string(list);

	for (; *at != '\0'; at += strcspn(at, ","), at += *at == ',')
		if (strncmp(at, word, len) == 0 && (at[len] == ',' || at[len] == '\0'))
			return;
	cb__text_format(list, "%s%s", list->len > 0 ? "," : "", word);
}

static void add_number(cb_text *list, uint64_t number)
{
	char word[24];

	snprintf(word, sizeof word, "%llu", (unsigned long long)number);
	if (number > 0)
		add_word(list, word);
}

void cb__advice_unmeasured_sizes(cb_text *text, const cb_candidate *candidates, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < candidates[i].part_count; j++)
			if (candidates[i].parts[j].basis != CB_BASIS_MEASURED)
				add_number(text, candidates[i].parts[j].size);
}

/* Whether a shell takes it as one word, and cbench as the name of a backend: documents of others
 * may hold anything, and commands are there to be copied. */
static int is_backend_name(const char *name)
{
	return name[0] != '\0' && name[0] != '-' &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == strlen(name);
}

/* What is missing makes it no candidate, what is estimated an uncertain one. */
static int needs_measuring(const cb_candidate *c, const cb_advised_part *part)
{
	if (c->standing == CB_STANDING_RANKED)
		return part->basis != CB_BASIS_MEASURED;
	return part->basis == CB_BASIS_MISSING;
}

/* The options of a run that measures what some candidates lack. */
struct wants {
	cb_text subjects; /* "-s openssl:on -s libsodium:on" */
	cb_text labels;   /* of these: "openssl:on,libsodium:on" */
	cb_text names;
	cb_text ops;
	cb_text sizes;
};

static void want_subject(struct wants *w, const cb_subject *subject)
{
	cb_text label = CB_TEXT_INIT;
	size_t len = w->labels.len;

	cb__text_format(&label, "%s:%s", subject->backend, cb_accel_name(subject->accel));
	add_word(&w->labels, cb__text_string(&label));
	if (w->labels.len > len)
		cb__text_format(&w->subjects, " -s %s", cb__text_string(&label));
	w->subjects.failed |= label.failed;
	cb__text_done(&label);
}

static void want(struct wants *w, const cb_candidate *c)
{
	for (size_t i = 0; i < c->part_count; i++) {
		if (!needs_measuring(c, &c->parts[i]))
			continue;
		want_subject(w, c->subject);
		add_word(&w->names, c->parts[i].algorithm);
		add_word(&w->ops, c->parts[i].operation);
		add_number(&w->sizes, c->parts[i].size);
	}
}

static void wants_done(struct wants *w)
{
	cb__text_done(&w->subjects);
	cb__text_done(&w->labels);
	cb__text_done(&w->names);
	cb__text_done(&w->ops);
	cb__text_done(&w->sizes);
}

const char *cb__advice_command(cb_advice *a, const cb_candidate *candidates, size_t count)
{
	struct wants w = {.subjects = CB_TEXT_INIT,
		.labels = CB_TEXT_INIT,
		.names = CB_TEXT_INIT,
		.ops = CB_TEXT_INIT,
		.sizes = CB_TEXT_INIT};
	cb_text text = CB_TEXT_INIT;

	for (size_t i = 0; i < count; i++)
		if (is_backend_name(candidates[i].subject->backend))
			want(&w, &candidates[i]);
	if (w.labels.len > 0)
		cb__text_format(&text, "cbench run%s -a %s --ops %s", cb__text_string(&w.subjects),
			cb__text_string(&w.names), cb__text_string(&w.ops));
	if (w.sizes.len > 0)
		cb__text_format(&text, " --sizes %s", cb__text_string(&w.sizes));
	a->failed |= w.subjects.failed | w.labels.failed | w.names.failed | w.ops.failed |
		     w.sizes.failed;
	wants_done(&w);
	return cb__advice_keep(a, &text);
}

static const char *name_of(cb_advice *a, const cb_candidate *c)
{
	cb_text text = CB_TEXT_INIT;

	cb__text_add(&text, c->title);
	if (c->choice[0] != '\0') {
		cb__text_add(&text, " with ");
		cb__spell_algorithm(&text, c->choice);
	}
	return cb__advice_keep(a, &text);
}

static cb_candidate start(const cb__advice_library *library, const char *choice)
{
	return (cb_candidate){.title = library->title,
		.choice = choice,
		.subject = library->subject,
		.reason = "",
		.measure = "",
		.unit_ns = (double)NAN,
		.low_ns = (double)NAN,
		.high_ns = (double)NAN,
		.units_per_second = (double)NAN,
		.bytes_per_second = (double)NAN,
		.times = (double)NAN,
		.times_low = (double)NAN,
		.times_high = (double)NAN};
}

/* What others measured is not completed by measuring here: the command is for their machine.
 * `openssl speed` decrypts only if it is told to, and prints nothing that says so. */
static const char *with_command(cb_advice *a, const cb_candidate *c)
{
	const cb_advised_part *part = c->parts;
	const cb_algorithm *algorithm;
	int decrypts;

	while (part->basis != CB_BASIS_MISSING)
		part++;
	algorithm = cb_algorithm_find(part->algorithm);
	decrypts = strcmp(part->operation, "open") == 0 || strcmp(part->operation, "decrypt") == 0;
	if (part->size == 0 || algorithm == NULL ||
		(algorithm->kind != CB_KIND_AEAD && algorithm->kind != CB_KIND_CIPHER &&
			algorithm->kind != CB_KIND_HASH))
		return c->reason;
	return cb__advice_say(a, "%s: \"openssl speed%s -evp %s\" there measures it%s", c->reason,
		decrypts ? " -decrypt" : "", part->algorithm,
		decrypts ? ", and \"cbench import --decrypt\" reads that" : "");
}

static cb_candidate weigh(cb_advice *a, size_t library, size_t choice, cb_advised_part *parts)
{
	const cb_profile *profile = a->profile;
	const char *manner = a->machines[a->libraries[library].machine].manner;
	int has_choice = profile->choice_count > 0;
	cb_candidate c =
		start(&a->libraries[library], has_choice ? profile->choices[choice]->name : "");

	c.parts = parts;
	c.part_count = profile->work_count;
	for (size_t i = 0; i < profile->work_count; i++) {
		const cb__work *work = &profile->work[i];
		const char *algorithm = cb__work_algorithm(profile, work, choice)->name;
		cb__advice_points points =
			cb__advice_points_of(a, library, algorithm, cb_op_name(work->op));

		parts[i] = (cb_advised_part){.algorithm = algorithm,
			.operation = cb_op_name(work->op),
			.size = work->size,
			.count = work->count,
			.share = (double)NAN};
		judge_part(a, &c, &parts[i], &points);
	}
	c.name = name_of(a, &c);
	if (c.standing == CB_STANDING_RANKED)
		add_up(&c, profile, parts);
	c.is_estimated = c.standing == CB_STANDING_RANKED && cb__advice_is_estimated(&c);
	if ((c.standing == CB_STANDING_UNMEASURED || c.is_estimated) && manner[0] == '\0')
		c.measure = cb__advice_command(a, &c, 1);
	else if (c.standing == CB_STANDING_UNMEASURED && strcmp(manner, "openssl-speed") == 0)
		c.reason = with_command(a, &c);
	return c;
}

static const char *why_unfit(
	cb_advice *a, const cb__advice_library *library, cb__ability ability, const char *since)
{
	const char *needs = strcmp(a->profile->needs, "tls13") == 0 ? "TLS 1.3" : a->profile->needs;

	if (ability == CB__ABILITY_NEVER)
		return cb__advice_say(a, "it has no %s", needs);
	if (ability == CB__ABILITY_OLD)
		return cb__advice_say(a, "it has %s from version %s on", needs, since);
	return cb__advice_say(a, "whether %s %s has %s is not known", library->subject->backend,
		library->subject->version, needs);
}

/* One row for the library, not one for each choice. */
static int is_unfit(cb_advice *a, cb__advice_rank *rank, size_t library)
{
	const cb__advice_library *l = &a->libraries[library];
	const char *since;
	cb__ability ability = cb__capability_of(
		&since, a->profile->needs, l->subject->backend, l->subject->version);
	cb_candidate c = start(l, "");

	if (ability == CB__ABILITY_HAS)
		return 0;
	c.standing = CB_STANDING_UNFIT;
	c.reason = why_unfit(a, l, ability, since);
	c.name = c.title;
	rank->libraries[rank->view.candidate_count] = library;
	rank->choices[rank->view.candidate_count] = 0;
	rank->candidates[rank->view.candidate_count++] = c;
	return 1;
}

static void weigh_all(cb_advice *a, cb__advice_rank *rank)
{
	size_t choices = cb__profile_choice_count(a->profile);

	for (size_t i = 0; i < a->library_count; i++) {
		if (!cb__advice_is_of_rank(a, i, rank->machine, rank->view.accel) ||
			is_unfit(a, rank, i))
			continue;
		for (size_t choice = 0; choice < choices; choice++) {
			size_t at = rank->view.candidate_count++;

			rank->libraries[at] = i;
			rank->choices[at] = choice;
			rank->candidates[at] = weigh(a, i, choice, rank->parts + rank->part_count);
			rank->part_count += a->profile->work_count;
		}
	}
}

/* By what a unit takes; against the first, once that is known. */
static int is_before(const cb_candidate *a, const cb_candidate *b)
{
	if (a->standing != b->standing)
		return a->standing < b->standing;
	if (a->standing != CB_STANDING_RANKED)
		return 0;
	return isnan(a->times) ? a->unit_ns < b->unit_ns : a->times < b->times;
}

static void move(cb__advice_rank *rank, size_t from, size_t to)
{
	cb_candidate c = rank->candidates[from];
	size_t library = rank->libraries[from], choice = rank->choices[from];

	for (; from > to; from--) {
		rank->candidates[from] = rank->candidates[from - 1];
		rank->libraries[from] = rank->libraries[from - 1];
		rank->choices[from] = rank->choices[from - 1];
	}
	rank->candidates[to] = c;
	rank->libraries[to] = library;
	rank->choices[to] = choice;
}

/* By insertion, which keeps the order of equals; the first @p fixed stay. */
static void sort(cb__advice_rank *rank, size_t fixed, size_t count)
{
	for (size_t i = fixed + 1; i < count; i++) {
		size_t at = i;

		while (at > fixed && is_before(&rank->candidates[i], &rank->candidates[at - 1]))
			at--;
		move(rank, i, at);
	}
}

static cb__advice_relation relation_of(
	const cb_advice *a, const cb_candidate *c, const cb_candidate *first)
{
	cb__advice_term mine[CB__PROFILE_WORK], other[CB__PROFILE_WORK];

	for (size_t i = 0; i < c->part_count; i++) {
		const cb_advised_part *p = &c->parts[i], *q = &first->parts[i];

		mine[i] = (cb__advice_term){
			p->count, {p->ns, p->low_ns, p->high_ns, p->basis, p->cell}};
		other[i] = (cb__advice_term){
			q->count, {q->ns, q->low_ns, q->high_ns, q->basis, q->cell}};
	}
	return cb__advice_relate(a, mine, other, c->part_count);
}

static void relate(const cb_advice *a, cb_candidate *c, const cb_candidate *first)
{
	cb__advice_relation r;

	if (c == first) {
		c->times = c->times_low = c->times_high = c->is_either = 1;
		return;
	}
	r = relation_of(a, c, first);
	c->paired = r.is_paired;
	c->times = r.times;
	c->times_low = r.low;
	c->times_high = r.high;
	c->is_either = !cb__advice_is_behind(&r);
}

/* By what is said of two of them: what paired rounds tell may be another order than that of times.
 * Once for each of them at most, as ratios of three may lead round in a ring. */
static void find_leader(const cb_advice *a, cb__advice_rank *rank)
{
	for (size_t pass = 0; pass < rank->view.ranked_count; pass++) {
		double least = 1;
		size_t best = 0;

		for (size_t i = 1; i < rank->view.ranked_count; i++) {
			cb__advice_relation r =
				relation_of(a, &rank->candidates[i], &rank->candidates[0]);

			if (r.times < least) {
				least = r.times;
				best = i;
			}
		}
		if (best == 0)
			return;
		move(rank, best, 0);
	}
}

/* Those that cannot be told apart from the first come next to it. */
static void gather(cb__advice_rank *rank)
{
	for (size_t i = 0; i < rank->view.ranked_count; i++)
		if (rank->candidates[i].is_either)
			move(rank, i, rank->view.either_count++);
}

static void conclude(const cb_advice *a, cb__advice_rank *rank)
{
	cb_ranking *view = &rank->view;

	while (view->ranked_count < view->candidate_count &&
		rank->candidates[view->ranked_count].standing == CB_STANDING_RANKED)
		view->ranked_count++;
	find_leader(a, rank);
	for (size_t i = 0; i < view->ranked_count; i++)
		relate(a, &rank->candidates[i], &rank->candidates[0]);
	sort(rank, 1, view->ranked_count);
	gather(rank);
	if (view->ranked_count == 0)
		view->kind = CB_ADVICE_NONE;
	else if (view->ranked_count == 1)
		view->kind = CB_ADVICE_ONLY;
	else
		view->kind = view->either_count > 1 ? CB_ADVICE_EITHER : CB_ADVICE_CLEAR;
}

cb_status cb__advice_weigh(cb_advice *a, cb__advice_rank *rank)
{
	size_t most = a->library_count * cb__profile_choice_count(a->profile);

	rank->candidates = calloc(most + 1, sizeof *rank->candidates);
	rank->libraries = calloc(most + 1, sizeof *rank->libraries);
	rank->choices = calloc(most + 1, sizeof *rank->choices);
	rank->parts = calloc(most * a->profile->work_count + 1, sizeof *rank->parts);
	if (rank->candidates == NULL || rank->libraries == NULL || rank->choices == NULL ||
		rank->parts == NULL)
		return CB_ENOMEM;
	weigh_all(a, rank);
	sort(rank, 0, rank->view.candidate_count);
	conclude(a, rank);
	rank->view.candidates = rank->candidates;
	return a->failed ? CB_ENOMEM : CB_OK;
}
