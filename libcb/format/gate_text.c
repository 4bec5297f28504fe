/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_text.h"

#include <math.h>
#include <string.h>

#include "proof_text.h"

/* Stage of a cell whose instructions were counted. */
#define STAGE_COUNT "count"
#define UNKNOWN     "-"

static const struct {
	const char *name;
	cb__gate_group group;
	cb__style look;
} verdicts[CB_VERDICT_COUNT] = {
	[CB_VERDICT_REGRESSED] = {"regressed", GATE_FAILED, STYLE_BAD},
	[CB_VERDICT_BROKEN] = {"broken", GATE_BROKE, STYLE_BAD},
	[CB_VERDICT_MISSING] = {"missing", GATE_FAILED, STYLE_BAD},
	[CB_VERDICT_INCOMPARABLE] = {"incomparable", GATE_OPEN, STYLE_DOUBTFUL},
	[CB_VERDICT_SUSPECT] = {"suspect", GATE_OPEN, STYLE_DOUBTFUL},
	[CB_VERDICT_NOISY] = {"noisy", GATE_OPEN, STYLE_DOUBTFUL},
	[CB_VERDICT_WAIVED] = {"waived", GATE_TOLERATED, STYLE_DOUBTFUL},
	[CB_VERDICT_IMPROVED] = {"improved", GATE_PASSED, STYLE_GOOD},
	[CB_VERDICT_NEW] = {"new", GATE_PASSED, STYLE_PLAIN},
	[CB_VERDICT_UNCHANGED] = {"unchanged", GATE_PASSED, STYLE_FAINT},
	[CB_VERDICT_IDENTICAL] = {"identical", GATE_PASSED, STYLE_FAINT},
};

static int is_verdict(cb_verdict verdict)
{
	return (unsigned)verdict < CB_VERDICT_COUNT && verdicts[verdict].name != NULL;
}

/* What is not known is not taken for a pass. */
cb__gate_group cb__gate_group_of(const cb_judged *cell)
{
	if (cell->verdict == CB_VERDICT_MISSING && cell->is_allowed)
		return GATE_TOLERATED;
	return is_verdict(cell->verdict) ? verdicts[cell->verdict].group : GATE_OPEN;
}

const char *cb__gate_verdict_text(cb_verdict verdict)
{
	return is_verdict(verdict) ? verdicts[verdict].name : "unknown";
}

cb__style cb__gate_look(const cb_judged *cell)
{
	int is_known = is_verdict(cell->verdict) && cb__gate_group_of(cell) != GATE_TOLERATED;

	return is_known ? verdicts[cell->verdict].look : STYLE_DOUBTFUL;
}

int cb__gate_is_listed(const cb_judged *cell, int all)
{
	return all ||
	       (cell->verdict != CB_VERDICT_UNCHANGED && cell->verdict != CB_VERDICT_IDENTICAL);
}

/* two digits, and no minus before a zero */
static double gain_of(double loss)
{
	return floor(-100 * loss + 0.5) / 100 + 0.0;
}

void cb__gate_change(char text[GATE_TEXT_SIZE], const cb_judged *cell)
{
	if (!isfinite(cell->loss_percent))
		snprintf(text, GATE_TEXT_SIZE, "%s", UNKNOWN);
	else if (!isfinite(cell->loss_ci95_low_percent) || !isfinite(cell->loss_ci95_high_percent))
		snprintf(text, GATE_TEXT_SIZE, "%+.2f %%", gain_of(cell->loss_percent));
	else
		snprintf(text, GATE_TEXT_SIZE, "%+.2f %% [%+.2f, %+.2f]",
			gain_of(cell->loss_percent), gain_of(cell->loss_ci95_high_percent),
			gain_of(cell->loss_ci95_low_percent));
}

void cb__gate_limit(char text[GATE_TEXT_SIZE], const cb_judged *cell)
{
	if (isfinite(cell->limit_percent) && isfinite(cell->loss_percent))
		snprintf(text, GATE_TEXT_SIZE, "%.4g %%", cell->limit_percent);
	else
		snprintf(text, GATE_TEXT_SIZE, "%s", UNKNOWN);
}

void cb__gate_cost(char text[GATE_TEXT_SIZE], const cb_judged *cell, double value)
{
	char number[FIGURE_SIZE];

	cb__figure_print(number, value);
	if (!isfinite(value))
		snprintf(text, GATE_TEXT_SIZE, "%s", UNKNOWN);
	else if (strcmp(cell->stage, STAGE_COUNT) == 0)
		snprintf(text, GATE_TEXT_SIZE, "%.0f instr.", value);
	else
		snprintf(text, GATE_TEXT_SIZE, "%s ns", number);
}

void cb__gate_reason(char text[GATE_TEXT_SIZE], const cb_judged *cell)
{
	size_t used = 0;

	text[0] = '\0';
	if (cell->reason[0] != '\0')
		used = cb__proof_append(text, GATE_TEXT_SIZE, used, "%s", cell->reason);
	if (cell->waiver[0] != '\0')
		used = cb__proof_append(text, GATE_TEXT_SIZE, used, "%swaiver: %s",
			used > 0 ? "; " : "", cell->waiver);
	if (isfinite(cell->injected_percent) && cell->injected_percent != 0)
		cb__proof_append(text, GATE_TEXT_SIZE, used,
			"%sa slowdown of %.4g %% of time was injected", used > 0 ? "; " : "",
			cell->injected_percent);
}

static size_t append_sides(char *text, size_t used, const cb_judged *cell)
{
	char base[GATE_TEXT_SIZE], head[GATE_TEXT_SIZE];

	if (!isfinite(cell->base_ns) && !isfinite(cell->head_ns))
		return used;
	cb__gate_cost(base, cell, cell->base_ns);
	cb__gate_cost(head, cell, cell->head_ns);
	return cb__proof_append(text, GATE_TEXT_SIZE, used, ", base %s, head %s", base, head);
}

void cb__gate_details(char text[GATE_TEXT_SIZE], const cb_judged *cell)
{
	char part[GATE_TEXT_SIZE];
	size_t used;

	cb__gate_change(part, cell);
	used = cb__proof_append(
		text, GATE_TEXT_SIZE, 0, "%s", cb__gate_verdict_text(cell->verdict));
	if (isfinite(cell->loss_percent))
		used = cb__proof_append(text, GATE_TEXT_SIZE, used, ": throughput %s", part);
	cb__gate_limit(part, cell);
	if (strcmp(part, UNKNOWN) != 0)
		used = cb__proof_append(text, GATE_TEXT_SIZE, used, ", limit %s", part);
	used = append_sides(text, used, cell);
	if (cell->launches > 0)
		used = cb__proof_append(
			text, GATE_TEXT_SIZE, used, ", %u launches", (unsigned)cell->launches);
	if (isfinite(cell->p))
		used = cb__proof_append(text, GATE_TEXT_SIZE, used, ", p %.2g", cell->p);
	cb__gate_reason(part, cell);
	if (part[0] != '\0')
		cb__proof_append(text, GATE_TEXT_SIZE, used, "; %s", part);
}

void cb__gate_side(char text[GATE_TEXT_SIZE], const cb_subject *const *subjects, size_t count)
{
	size_t used;

	if (count == 0) {
		snprintf(text, GATE_TEXT_SIZE, "unknown");
		return;
	}
	used = cb__proof_append(text, GATE_TEXT_SIZE, 0, "%s %s, %s, %s", subjects[0]->backend,
		subjects[0]->version, cb_accel_name(subjects[0]->accel), subjects[0]->file);
	if (count > 1)
		cb__proof_append(text, GATE_TEXT_SIZE, used, "; and %zu more", count - 1);
}

const char *cb__gate_rules_path(const cb__gate_view *g)
{
	const char *path = g->rules_file;

	while (strncmp(path, "./", 2) == 0)
		path += 2;
	return path;
}

/* The gravest cell of a verdict, which comes first; NULL if there is none. */
static const cb_judged *first_of(const cb__gate_view *g, cb_verdict verdict)
{
	for (size_t i = 0; i < g->cell_count; i++)
		if (g->cells[i]->verdict == verdict)
			return g->cells[i];
	return NULL;
}

static const cb_gate_note *first_fault(const cb__gate_view *g)
{
	for (size_t i = 0; i < g->note_count; i++)
		if (g->notes[i]->is_fault)
			return g->notes[i];
	return NULL;
}

static void conclude_regressed(char *text, const cb__gate_view *g)
{
	const cb_judged *worst = first_of(g, CB_VERDICT_REGRESSED);
	size_t used = cb__proof_append(text, GATE_TEXT_SIZE, 0,
		"throughput dropped: %zu of %zu cells lost more than the limit",
		g->counts[CB_VERDICT_REGRESSED], g->cell_count);

	if (worst != NULL && isfinite(worst->loss_percent))
		cb__proof_append(text, GATE_TEXT_SIZE, used, ", the most %s, %.2f %%", worst->id,
			-gain_of(worst->loss_percent));
}

static void conclude_broken(char *text, const cb__gate_view *g)
{
	const cb_judged *worst = first_of(g, CB_VERDICT_BROKEN);
	size_t used = cb__proof_append(text, GATE_TEXT_SIZE, 0,
		"%zu of %zu cells could not be measured as they should",
		g->counts[CB_VERDICT_BROKEN], g->cell_count);

	if (worst != NULL)
		cb__proof_append(text, GATE_TEXT_SIZE, used, ", such as %s%s%s", worst->id,
			worst->reason[0] != '\0' ? ": " : "", worst->reason);
}

/* Cells that are missing, those that may be or the others; @p ret_first may be NULL. */
static size_t count_missing(
	const cb__gate_view *g, cb__gate_group group, const cb_judged **ret_first)
{
	size_t count = 0;

	for (size_t i = 0; i < g->cell_count; i++) {
		const cb_judged *cell = g->cells[i];

		if (cell->verdict != CB_VERDICT_MISSING || cb__gate_group_of(cell) != group)
			continue;
		if (count++ == 0 && ret_first != NULL)
			*ret_first = cell;
	}
	return count;
}

static void conclude_missing(char *text, const cb__gate_view *g)
{
	const cb_judged *first = NULL;
	size_t used = cb__proof_append(text, GATE_TEXT_SIZE, 0,
		"%zu of %zu cells were there before and are missing",
		count_missing(g, GATE_FAILED, &first), g->cell_count);

	if (first != NULL)
		cb__proof_append(text, GATE_TEXT_SIZE, used, ", such as %s", first->id);
}

static void conclude_invalid(char *text, const cb__gate_view *g)
{
	const cb_gate_note *fault = first_fault(g);

	if (fault != NULL)
		snprintf(text, GATE_TEXT_SIZE, "no judgement: %s", fault->text);
	else
		snprintf(text, GATE_TEXT_SIZE,
			"no judgement: in %zu of %zu cells the two sides did not measure the same"
			" thing",
			g->counts[CB_VERDICT_INCOMPARABLE], g->cell_count);
}

static void conclude_inconclusive(char *text, const cb__gate_view *g)
{
	snprintf(text, GATE_TEXT_SIZE,
		"no judgement this time: %zu suspect and %zu noisy of %zu cells; try again, or"
		" with a larger --budget",
		g->counts[CB_VERDICT_SUSPECT], g->counts[CB_VERDICT_NOISY], g->cell_count);
}

/* The limit of all cells that were judged by one; NaN if they have several. */
static double common_limit(const cb__gate_view *g)
{
	double limit = (double)NAN;

	for (size_t i = 0; i < g->cell_count; i++) {
		const cb_judged *cell = g->cells[i];

		if (!isfinite(cell->limit_percent) || !isfinite(cell->loss_percent))
			continue;
		if (isfinite(limit) && limit != cell->limit_percent)
			return (double)NAN;
		limit = cell->limit_percent;
	}
	return limit;
}

/* What a pass does not say of all cells. */
static size_t append_exceptions(char *text, size_t used, const cb__gate_view *g)
{
	const struct {
		size_t count;
		const char *what;
	} rows[] = {
		{g->counts[CB_VERDICT_WAIVED], "waived"},
		{count_missing(g, GATE_TOLERATED, NULL), "missing, as is allowed"},
		{g->counts[CB_VERDICT_SUSPECT], "that may have lost more"},
	};
	const char *separator = ", except ";

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].count == 0)
			continue;
		used = cb__proof_append(text, GATE_TEXT_SIZE, used, "%s%zu %s", separator,
			rows[i].count, rows[i].what);
		separator = " and ";
	}
	return used;
}

static void conclude_ok(char *text, const cb__gate_view *g)
{
	double limit = common_limit(g);
	size_t used;

	if (g->cell_count > 0 && g->counts[CB_VERDICT_IDENTICAL] == g->cell_count) {
		snprintf(text, GATE_TEXT_SIZE,
			"nothing was measured: both files have the same code in %s%zu cell%s",
			g->cell_count == 1 ? "" : "all ", g->cell_count,
			g->cell_count == 1 ? "" : "s");
		return;
	}

	if (isfinite(limit))
		used = cb__proof_append(text, GATE_TEXT_SIZE, 0,
			"no loss above %.4g %% in %zu cell%s", limit, g->cell_count,
			g->cell_count == 1 ? "" : "s");
	else
		used = cb__proof_append(text, GATE_TEXT_SIZE, 0,
			"no loss above the limit in %zu cell%s", g->cell_count,
			g->cell_count == 1 ? "" : "s");
	used = append_exceptions(text, used, g);
	if (g->counts[CB_VERDICT_IMPROVED] > 0)
		used = cb__proof_append(text, GATE_TEXT_SIZE, used, "; %zu gained more than that",
			g->counts[CB_VERDICT_IMPROVED]);
	if (!g->complete)
		cb__proof_append(text, GATE_TEXT_SIZE, used, ", but not all were reached");
}

void cb__gate_conclusion(char text[GATE_TEXT_SIZE], const cb__gate_view *g)
{
	static const struct {
		const char *word;
		void (*conclude)(char *text, const cb__gate_view *g);
	} words[] = {
		{"regressed", conclude_regressed},
		{"broken", conclude_broken},
		{"missing", conclude_missing},
		{"invalid", conclude_invalid},
		{"inconclusive", conclude_inconclusive},
		{"ok", conclude_ok},
	};

	snprintf(text, GATE_TEXT_SIZE, "%s", g->word);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(g->word, words[i].word) == 0)
			words[i].conclude(text, g);
}

void cb__gate_summary(char text[GATE_TEXT_SIZE], const cb__gate_view *g)
{
	snprintf(text, GATE_TEXT_SIZE,
		"verdict=%s cells=%zu regressed=%zu inconclusive=%zu waived=%zu missing=%zu"
		" exit=%d",
		g->word, g->cell_count, g->counts[CB_VERDICT_REGRESSED],
		g->counts[CB_VERDICT_SUSPECT] + g->counts[CB_VERDICT_NOISY],
		g->counts[CB_VERDICT_WAIVED], g->counts[CB_VERDICT_MISSING], g->exit);
}
