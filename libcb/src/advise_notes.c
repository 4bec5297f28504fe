/* SPDX-License-Identifier: Apache-2.0 */
/* What else is said of a ranking: where it changes, and how far it goes. */
#include "advise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cb__advice_note(cb_advice *a, cb__advice_rank *rank, const char *id, cb_text *text)
{
	size_t count = rank->view.note_count;
	cb_advice_note *grown = realloc(rank->notes, (count + 1) * sizeof *grown);

	if (grown == NULL) {
		a->failed = 1;
		cb__text_done(text);
		return;
	}
	grown[count] = (cb_advice_note){id, cb__advice_keep(a, text)};
	rank->notes = grown;
	rank->view.notes = grown;
	rank->view.note_count++;
}

static void say_factor(cb_text *text, const cb_size_range *range)
{
	if (isnan(range->times_min))
		return;
	if (range->is_either) {
		cb__text_add(text, " (no difference that counts)");
		return;
	}
	cb__text_add(text, " (");
	if (range->times_max > 1.05 * range->times_min) {
		cb__advice_times(text, range->times_min);
		cb__text_add(text, " to ");
	}
	cb__advice_times(text, range->times_max);
	cb__text_add(text, " times as fast)");
}

static void say_sizes(cb_text *text, const cb_size_range *range, int is_first, int is_last)
{
	if (is_first && !is_last) {
		cb__text_add(text, "up to ");
		cb__advice_bytes(text, (double)range->size_max);
		return;
	}
	if (range->size_min == range->size_max && (is_first || !is_last)) {
		cb__text_add(text, "at ");
		cb__advice_bytes(text, (double)range->size_min);
		return;
	}
	cb__text_add(text, is_first ? "at all sizes from " : "from ");
	cb__advice_bytes(text, (double)range->size_min);
	if (is_last && !is_first) {
		cb__text_add(text, " on");
		return;
	}
	cb__text_add(text, " to ");
	cb__advice_bytes(text, (double)range->size_max);
}

/* A name is said once for the ranges that have it one after the other. */
static void say_name(cb_text *text, const cb_size_range *range, const char *before)
{
	if (before[0] != '\0')
		cb__text_add(text, strcmp(before, range->name) == 0 ? ", " : "; ");
	if (strcmp(before, range->name) != 0)
		cb__text_format(text, "%s ", range->name);
}

/* Where two meet is not told after sizes at which they cannot be told apart: it may be among these.
 */
static void say_range(cb_text *text, const cb_size_range *ranges, size_t count, size_t i)
{
	int is_after_even = i > 0 && ranges[i - 1].is_either;

	say_sizes(text, &ranges[i], i == 0, i + 1 == count);
	if (isnan(ranges[i].from) || is_after_even || ranges[i].is_either)
		return;
	cb__text_add(text, ", they meet at about ");
	cb__advice_bytes(text, round(ranges[i].from));
}

/* Where none can be told to be the fastest, none is named: that would be one that the ranking has
 * behind another. */
static void say_ranges(cb_text *text, const cb_size_range *ranges, size_t count)
{
	static const char even[] = "no difference that counts";
	const char *before = "";

	for (size_t i = 0; i < count; i++) {
		cb_size_range range = ranges[i];

		if (range.is_either)
			range.name = even;
		say_name(text, &range, before);
		say_range(text, ranges, count, i);
		if (!range.is_either)
			say_factor(text, &range);
		before = range.name;
	}
}

/* Likewise of two. */
static void say_ciphers(cb_text *text, const cb_size_range *ranges, size_t count)
{
	const char *before = "";

	for (size_t i = 0; i < count; i++) {
		cb_size_range range = ranges[i];

		if (range.is_either)
			range.name = "either";
		say_name(text, &range, before);
		say_range(text, ranges, count, i);
		say_factor(text, &range);
		before = range.name;
	}
}

/* The sizes that the profile works on. */
static void find_span(uint64_t span[2], const cb_profile *profile)
{
	span[0] = UINT64_MAX;
	span[1] = 0;
	for (size_t i = 0; i < profile->work_count; i++) {
		const cb__work *work = &profile->work[i];

		if (!cb__work_is_sized(profile, work))
			continue;
		span[0] = work->size < span[0] ? work->size : span[0];
		span[1] = work->size > span[1] ? work->size : span[1];
	}
}

static cb__advice_cipher cipher_named(const cb_size_range *range)
{
	return strcmp(range->name, "AES-GCM") == 0 ? CB__ADVICE_AES_GCM : CB__ADVICE_CHACHA;
}

/* The only cipher that is told to be the fastest at sizes of the work; at any size, if none of the
 * work's is told. CB__ADVICE_NO_CIPHER if there are both, or some of these sizes do not tell. */
static cb__advice_cipher only_cipher(const cb_advice *a, const cb_ranking *r, int is_any)
{
	cb__advice_cipher only = CB__ADVICE_NO_CIPHER;
	uint64_t span[2];
	size_t count = 0;

	find_span(span, a->profile);
	for (size_t i = 0; i < r->cipher_count; i++) {
		const cb_size_range *range = &r->ciphers[i];

		if (!is_any && (range->size_min > span[1] || range->size_max < span[0]))
			continue;
		if (range->is_either || (count > 0 && cipher_named(range) != only))
			return CB__ADVICE_NO_CIPHER;
		only = cipher_named(range);
		count++;
	}
	return count == 0 && !is_any ? only_cipher(a, r, 1) : only;
}

/* What the cipher alone tells may be outweighed by what else a unit is made of. */
static void say_whole(cb_text *text, const cb_advice *a, const cb_ranking *r)
{
	cb__advice_cipher only = only_cipher(a, r, 0);
	int first[CB__ADVICE_NO_CIPHER + 1] = {0};

	for (size_t i = 0; i < r->either_count; i++)
		first[cb__advice_cipher_of(r->candidates[i].choice)] = 1;
	/* where the work's own size was not measured, the answer says what is not told apart */
	if (only == CB__ADVICE_NO_CIPHER || !first[!only] || r->candidates[0].is_estimated)
		return;
	if (first[only])
		cb__text_format(
			text, "; over a whole %s no difference that counts", a->profile->unit);
	else
		cb__text_format(text, "; over a whole %s %s comes first, for what else it takes",
			a->profile->unit, r->candidates[0].name);
}

static void note_ciphers(cb_advice *a, cb__advice_rank *rank, const char *title)
{
	const cb_ranking *r = &rank->view;
	cb_text text = CB_TEXT_INIT;

	cb__text_add(&text, title);
	say_ciphers(&text, r->ciphers, r->cipher_count);
	say_whole(&text, a, r);
	cb__advice_note(a, rank, "cipher", &text);
}

static void note_leaders(cb_advice *a, cb__advice_rank *rank, const char *title)
{
	cb_text text = CB_TEXT_INIT;

	cb__text_add(&text, title);
	say_ranges(&text, rank->view.sizes, rank->view.size_count);
	cb__advice_note(a, rank, "size", &text);
}

/* Instead of ranges that may be the moment's. */
static void note_unsure(cb_advice *a, cb__advice_rank *rank, const char *id, const char *title)
{
	cb_text text = CB_TEXT_INIT;

	cb__text_format(&text,
		"%swho is the fastest may change with size, but that is within the noise of times "
		"without intervals, which need 6 launches",
		title);
	cb__advice_note(a, rank, id, &text);
}

static void note_sizes(cb_advice *a, cb__advice_rank *rank)
{
	static const char ciphers[] = "AES-GCM or ChaCha20-Poly1305: ";
	static const char sizes[] = "By size of the message: ";
	const cb_ranking *r = &rank->view;

	if (r->cipher_count > 0)
		note_ciphers(a, rank, ciphers);
	if (rank->ciphers_unsure)
		note_unsure(a, rank, "cipher", ciphers);
	if (r->size_count > 0)
		note_leaders(a, rank, sizes);
	if (rank->sizes_unsure)
		note_unsure(a, rank, "size", sizes);
}

static const cb_ranking *other_mode(const cb_advice *a, const cb__advice_rank *rank, cb_accel accel)
{
	for (size_t i = 0; i < a->rank_count; i++)
		if (a->ranks[i].machine == rank->machine && a->ranks[i].view.accel == accel &&
			a->ranks[i].view.kind != CB_ADVICE_NONE)
			return &a->ranks[i].view;
	return NULL;
}

static int is_same_advice(const cb_ranking *a, const cb_ranking *b)
{
	return strcmp(a->candidates[0].name, b->candidates[0].name) == 0;
}

static void note_mode(cb_advice *a, cb__advice_rank *rank, cb_accel accel)
{
	const cb_ranking *r = other_mode(a, rank, accel);
	cb_text text = CB_TEXT_INIT;

	if (r == NULL || accel == rank->view.accel || rank->view.kind == CB_ADVICE_NONE)
		return;
	cb__text_format(&text, "In mode %s%s: ", cb_accel_name(accel),
		accel == CB_ACCEL_NOCRYPTO ? ", without crypto instructions" : "");
	cb__text_add(&text, is_same_advice(r, &rank->view) ? "still " : "");
	cb__text_format(&text, "%s, ", r->candidates[0].name);
	cb__advice_rate(&text, a->profile, &r->candidates[0]);
	if (r->either_count > 1)
		cb__text_format(&text, ", or %zu more that may be as fast", r->either_count - 1);
	cb__advice_note(a, rank, "accel", &text);
}

/* A choice that ends with the same word, but has 256 for 128. */
static int is_stronger(const char *strong, const char *weak)
{
	return strncmp(weak, "aes-128-", 8) == 0 && strncmp(strong, "aes-256-", 8) == 0 &&
	       strcmp(weak + 8, strong + 8) == 0;
}

static void note_strength(cb_advice *a, cb__advice_rank *rank)
{
	const cb_ranking *r = &rank->view;
	cb_text text = CB_TEXT_INIT;

	for (size_t i = 1; i < r->ranked_count; i++) {
		const cb_candidate *c = &r->candidates[i];

		if (strcmp(c->title, r->candidates[0].title) != 0 ||
			!is_stronger(c->choice, r->candidates[0].choice))
			continue;
		cb__text_add(&text, "A key of 256 bits costs ");
		cb__text_format(&text, "%.0f %%: %s, ", fmax(0, 100 * (c->times - 1)), c->name);
		cb__advice_rate(&text, a->profile, c);
		cb__advice_note(a, rank, "strength", &text);
		return;
	}
}

static void note_primitives(cb_advice *a, cb__advice_rank *rank)
{
	cb_text text = CB_TEXT_INIT;

	if (a->profile->needs[0] == '\0' || rank->view.kind == CB_ADVICE_NONE)
		return;
	cb__text_add(&text, "Predicted from primitives; messages, certificates, memory and "
			    "the network of a handshake are not in these figures");
	cb__advice_note(a, rank, "primitives", &text);
}

static int has_subject(const cb_advice *a, const char *backend)
{
	for (size_t i = 0; i < a->library_count; i++)
		if (strcmp(a->libraries[i].subject->backend, backend) == 0)
			return 1;
	return 0;
}

static void note_left_out(cb_advice *a, cb__advice_rank *rank)
{
	const char *backend;

	for (size_t i = 0; (backend = cb__capability_never(a->profile->needs, i)) != NULL; i++) {
		cb_text text = CB_TEXT_INIT;

		if (has_subject(a, backend))
			continue;
		cb__text_format(&text, "%s is no candidate: it has no %s", backend,
			strcmp(a->profile->needs, "tls13") == 0 ? "TLS" : a->profile->needs);
		cb__advice_note(a, rank, "left-out", &text);
	}
}

/* What a look at all parts of those that are ranked says. */
struct census {
	size_t estimated;
	size_t beyond;
	size_t without_interval;
	size_t contended;
	size_t contended_by_wall; /* of these, without CPU time */
	size_t parts;
	int is_mixed;
	int is_unproven;
};

static void count_part(struct census *c, const cb_ranking *r, size_t candidate, size_t part)
{
	const cb_advised_part *p = &r->candidates[candidate].parts[part];
	const cb_cell *first = r->candidates[0].parts[part].cell;

	c->parts++;
	c->estimated += p->basis != CB_BASIS_MEASURED ? 1 : 0;
	c->beyond += p->basis == CB_BASIS_BEYOND ? 1 : 0;
	c->without_interval += isnan(p->low_ns) ? 1 : 0;
	c->contended += p->cell != NULL && p->cell->summary->contended ? 1 : 0;
	c->contended_by_wall += p->cell != NULL && p->cell->summary->contended &&
				!(p->cell->summary->cpu_median_ns > 0);
	c->is_mixed |= p->cell != NULL && first != NULL &&
		       strcmp(p->algorithm, r->candidates[0].parts[part].algorithm) == 0 &&
		       strcmp(p->cell->semantics, first->semantics) != 0;
}

static struct census take_census(const cb_ranking *r)
{
	struct census c = {0};

	for (size_t i = 0; i < r->ranked_count; i++) {
		c.is_unproven |= !r->candidates[i].subject->achieved;
		for (size_t j = 0; j < r->candidates[i].part_count; j++)
			count_part(&c, r, i, j);
	}
	return c;
}

static int has_warning(const cb_advice *a, const cb__advice_rank *rank, const char *id)
{
	const cb_warning *warning;

	for (size_t i = 0; i < a->document_count; i++)
		for (size_t j = 0;
			cb__advice_is_on(&a->documents[i], rank->machine) &&
			(warning = cb_results_warning_at(a->documents[i].results, j)) != NULL;
			j++)
			if (strcmp(warning->id, id) == 0)
				return 1;
	return 0;
}

/* The warning of a run says the first half itself. What was imported may have no CPU time. */
static void note_contended(cb_advice *a, cb__advice_rank *rank, const struct census *c)
{
	int is_told = has_warning(a, rank, "contended");
	int is_cpu = c->contended_by_wall == 0;
	cb_text text = CB_TEXT_INIT;

	if (c->contended == 0 || (is_told && !is_cpu))
		return;
	if (!is_told)
		cb__text_format(&text,
			"Something else had the processor while %zu of %zu cells were measured",
			c->contended, c->parts);
	if (is_cpu)
		cb__text_add(&text, is_told ? "Figures of this advice are of CPU time"
					    : "; figures are of CPU time");
	cb__advice_note(a, rank, "contended", &text);
}

/* One command for all of them, so that they are measured side by side. */
static void note_estimated(cb_advice *a, cb__advice_rank *rank, const struct census *c)
{
	int is_own = a->machines[rank->machine].manner[0] == '\0';
	const char *command =
		is_own ? cb__advice_command(a, rank->view.candidates, rank->view.ranked_count) : "";
	cb_text text = CB_TEXT_INIT;

	cb__text_format(&text, "%zu of %zu times are estimated from other sizes (~)%s",
		c->estimated, c->parts,
		c->beyond > 0 ? ", some beyond the last that was measured" : "");
	if (command[0] != '\0')
		cb__text_format(&text, "; to measure them: %s", command);
	cb__advice_note(a, rank, "estimated", &text);
}

static void note_doubts(cb_advice *a, cb__advice_rank *rank)
{
	struct census c = take_census(&rank->view);
	cb_text text = CB_TEXT_INIT;

	if (c.estimated > 0)
		note_estimated(a, rank, &c);
	if (c.without_interval > 0) {
		cb__text_format(&text,
			"%zu of %zu times have no interval, for want of launches; "
			"differences below %.0f %% count for none",
			c.without_interval, c.parts, 100 * CB_ADVISE_LEAST_UNSURE);
		cb__advice_note(a, rank, "no-interval", &text);
	}
	note_contended(a, rank, &c);
	if (c.is_unproven) {
		cb__text_add(&text, "Whether the mode was achieved is not proven for all");
		cb__advice_note(a, rank, "unproven", &text);
	}
	if (a->machines[rank->machine].manner[0] != '\0') {
		cb__text_format(&text,
			"Measured by the rules of %s, not by libcb's: what a program pays for a "
			"message may be more",
			a->machines[rank->machine].manner);
		cb__advice_note(a, rank, "semantics", &text);
	}
	if (c.is_mixed) {
		cb__text_add(&text, "Not all were measured by the same rules (semantics)");
		cb__advice_note(a, rank, "semantics", &text);
	}
}

static void note_warnings(cb_advice *a, cb__advice_rank *rank)
{
	const cb_warning *warning;

	for (size_t i = 0; i < a->document_count; i++) {
		if (!a->across && !cb__advice_is_on(&a->documents[i], rank->machine))
			continue;
		for (size_t j = 0;
			(warning = cb_results_warning_at(a->documents[i].results, j)) != NULL;
			j++) {
			cb_text text = CB_TEXT_INIT;
			int is_told = 0;

			cb__text_format(&text, "Warning of the run: %s", warning->text);
			for (size_t k = 0; k < rank->view.note_count; k++)
				is_told |= strcmp(rank->notes[k].text, cb__text_string(&text)) == 0;
			a->failed |= text.failed;
			if (is_told) {
				cb__text_done(&text);
				continue;
			}
			cb__advice_note(a, rank, "warning", &text);
		}
	}
}

void cb__advice_notes(cb_advice *a, cb__advice_rank *rank)
{
	note_sizes(a, rank);
	note_strength(a, rank);
	for (int mode = 0; mode < CB_ACCEL_COUNT && rank->view.is_main; mode++)
		note_mode(a, rank, (cb_accel)mode);
	cb__advice_findings(a, rank);
	note_primitives(a, rank);
	note_left_out(a, rank);
	note_doubts(a, rank);
	note_warnings(a, rank);
}
