/* SPDX-License-Identifier: Apache-2.0 */
/* What is said of a ranking: its headline, the numbers that decided, and notes. */
#include "advise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_MAX 3

static const struct {
	const char *name;
	const char *spelled;
} spellings[] = {
	{"chacha20-poly1305", "ChaCha20-Poly1305"},
	{"xchacha20-poly1305", "XChaCha20-Poly1305"},
	{"xsalsa20-poly1305", "XSalsa20-Poly1305"},
	{"ecdsa-p256", "ECDSA P-256"},
	{"ecdsa-p384", "ECDSA P-384"},
	{"ecdsa-p521", "ECDSA P-521"},
	{"ed25519", "Ed25519"},
	{"ed448", "Ed448"},
};

void cb__advice_spell(cb_text *text, const char *algorithm)
{
	for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
		if (strcmp(spellings[i].name, algorithm) == 0) {
			cb__text_add(text, spellings[i].spelled);
			return;
		}
	for (; *algorithm != '\0'; algorithm++) {
		char c = *algorithm;

		/* not toupper(), which follows the locale */
		c = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
		cb__text_append(text, &c, 1);
	}
}

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
static void say_times(cb_text *text, double times)
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

void cb__advice_rate(cb_text *text, const cb_profile *profile, const cb_candidate *c)
{
	int is_bytes = profile->bytes > 0;
	double rate = is_bytes ? c->bytes_per_second : c->units_per_second;
	const char *unit;
	double scale = scale_of(&unit, rate, is_bytes);

	cb__advice_digits(text, rate / scale);
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
			cb__advice_spell(text, r->candidates[i].choice);
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

static const char *answer_of(cb_advice *a, const cb_ranking *r)
{
	cb_text text = CB_TEXT_INIT;

	if (r->kind == CB_ADVICE_NONE)
		return "measure first: nothing was measured that could be recommended";
	if (r->kind == CB_ADVICE_EITHER)
		say_names(&text, r);
	else
		cb__text_add(&text, r->candidates[0].name);
	cb__text_add(&text, ", ");
	cb__advice_rate(&text, a->profile, &r->candidates[0]);
	if (r->kind == CB_ADVICE_EITHER)
		cb__text_add(&text, "; the difference is within the noise");
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
	say_times(text, c->times);
	cb__text_add(text, " times as long");
	if (isnan(c->times_low))
		return;
	cb__text_add(text, " (");
	say_times(text, c->times_low);
	cb__text_add(text, " to ");
	say_times(text, c->times_high);
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
	cb__advice_spell(text, a->algorithm);
	cb__text_format(text, " of %s takes ", first->title);
	say_time(text, a->ns, fmax(a->ns, b->ns));
	cb__text_add(text, ", ");
	cb__advice_spell(text, b->algorithm);
	cb__text_format(text, " of %s ", rival->title);
	say_time(text, b->ns, fmax(a->ns, b->ns));
}

/* Where nobody is behind: how little of the work it is that they differ in. */
static const char *why_even(cb_advice *a, const cb_ranking *r)
{
	const cb_candidate *first = &r->candidates[0];
	double share = 0;

	for (size_t i = 0; i < first->part_count; i++)
		share += a->profile->work[i].algorithm == NULL ? first->parts[i].share : 0;
	if (r->either_count < 2 || !is_one_library(r) || share > 0.5)
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
		cb__advice_spell(&text, own->choice);
		cb__text_add(&text, " ");
		say_long(&text, own);
	}
	say_decisive(&text, &r->candidates[0], rival);
	return cb__advice_keep(a, &text);
}

static void say_factor(cb_text *text, const cb_size_range *range)
{
	int is_wide = range->times_max > 1.05 * range->times_min;

	if (isnan(range->times_min))
		return;
	if (range->is_either || range->times_max < 1 + CB_ADVISE_LEAST) {
		cb__text_add(text, " (within the noise)");
		return;
	}
	cb__text_add(text, range->times_min < 1 + CB_ADVISE_LEAST ? " (up to " : " (");
	if (is_wide && range->times_min >= 1 + CB_ADVISE_LEAST) {
		say_times(text, range->times_min);
		cb__text_add(text, " to ");
	}
	say_times(text, range->times_max);
	cb__text_add(text, " times as fast)");
}

static void say_sizes(cb_text *text, const cb_size_range *range, int is_first, int is_last)
{
	if (is_first && !is_last) {
		cb__text_add(text, "up to ");
		cb__advice_bytes(text, (double)range->size_max);
		return;
	}
	if (range->size_min == range->size_max && !is_last) {
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

static void say_range(cb_text *text, const cb_size_range *range, int is_first, int is_last)
{
	cb__text_format(text, "%s ", range->name);
	say_sizes(text, range, is_first, is_last);
	if (!isnan(range->from)) {
		cb__text_add(text, ", they meet at about ");
		cb__advice_bytes(text, round(range->from));
	}
	say_factor(text, range);
}

static void note_ranges(cb_advice *a, cb__advice_rank *rank, const char *id, const char *title,
	const cb_size_range *ranges, size_t count)
{
	cb_text text = CB_TEXT_INIT;

	cb__text_add(&text, title);
	for (size_t i = 0; i < count; i++) {
		cb__text_add(&text, i > 0 ? "; " : "");
		say_range(&text, &ranges[i], i == 0, i + 1 == count);
	}
	cb__advice_note(a, rank, id, &text);
}

static void note_sizes(cb_advice *a, cb__advice_rank *rank)
{
	const cb_ranking *r = &rank->view;

	if (r->cipher_count > 0)
		note_ranges(a, rank, "cipher", "AES-GCM or ChaCha20-Poly1305: ", r->ciphers,
			r->cipher_count);
	if (r->size_count > 0)
		note_ranges(a, rank, "size", "By size of the message: ", r->sizes, r->size_count);
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
		cb__text_format(&text, ", or %zu more within the noise", r->either_count - 1);
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

	if (a->profile->needs[0] == '\0')
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
			a->documents[i].machine == rank->machine &&
			(warning = cb_results_warning_at(a->documents[i].results, j)) != NULL;
			j++)
			if (strcmp(warning->id, id) == 0)
				return 1;
	return 0;
}

static void note_doubts(cb_advice *a, cb__advice_rank *rank)
{
	struct census c = take_census(&rank->view);
	cb_text text = CB_TEXT_INIT;

	if (c.estimated > 0) {
		cb__text_format(&text, "%zu of %zu times are estimated from other sizes%s",
			c.estimated, c.parts,
			c.beyond > 0 ? ", some beyond the last that was measured" : "");
		cb__advice_note(a, rank, "estimated", &text);
	}
	if (c.without_interval > 0) {
		cb__text_format(&text,
			"%zu of %zu times have no interval, for want of launches; "
			"differences below %.0f %% count for none",
			c.without_interval, c.parts, 100 * CB_ADVISE_LEAST_UNSURE);
		cb__advice_note(a, rank, "no-interval", &text);
	}
	if (c.contended > 0 && !has_warning(a, rank, "contended")) {
		cb__text_format(&text,
			"Something else had the processor while %zu of %zu cells "
			"were measured; figures are of CPU time",
			c.contended, c.parts);
		cb__advice_note(a, rank, "contended", &text);
	}
	if (c.is_unproven) {
		cb__text_add(&text, "Whether the mode was achieved is not proven for all");
		cb__advice_note(a, rank, "unproven", &text);
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
		if (!a->across && a->documents[i].machine != rank->machine)
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

cb_status cb__advice_words(cb_advice *a)
{
	for (size_t i = 0; i < a->rank_count; i++) {
		a->ranks[i].view.answer = answer_of(a, &a->ranks[i].view);
		a->ranks[i].view.headline = headline_of(a, &a->ranks[i].view);
		a->ranks[i].view.because = because_of(a, &a->ranks[i].view);
	}
	for (size_t i = 0; i < a->rank_count; i++) {
		cb__advice_rank *rank = &a->ranks[i];

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
	return a->failed ? CB_ENOMEM : CB_OK;
}
