/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_format.h"

#include <math.h>

#include "gate_text.h"
#include "openmetrics.h"

typedef double figure_fn(const cb_judged *cell);

/* Names say percent, but base units are wanted. */
static double loss(const cb_judged *cell)
{
	return cell->loss_percent / 100;
}

static double low(const cb_judged *cell)
{
	return cell->loss_ci95_low_percent / 100;
}

static double high(const cb_judged *cell)
{
	return cell->loss_ci95_high_percent / 100;
}

static double limit(const cb_judged *cell)
{
	return cell->limit_percent / 100;
}

static const struct {
	const char *name;
	const char *help;
	figure_fn *value;
} families[] = {
	{"libcb_gate_loss_ratio", "Loss of throughput; below 0 for a gain.", loss},
	{"libcb_gate_loss_ci95_low_ratio", "Lower end of its 95 % interval.", low},
	{"libcb_gate_loss_ci95_high_ratio", "Upper end of its 95 % interval.", high},
	{"libcb_gate_limit_ratio", "Loss above which the cell regressed.", limit},
};

static void write_family(cb__openmetrics *m, const cb__gate_view *g, size_t family)
{
	cb__openmetrics_family(m, families[family].name, "ratio", families[family].help);
	for (size_t i = 0; i < g->cell_count; i++) {
		const cb_judged *cell = g->cells[i];
		double value = families[family].value(cell);
		char size[FIGURE_SIZE];

		if (!isfinite(value))
			continue;
		snprintf(size, sizeof(size), "%llu", (unsigned long long)cell->size);
		cb__openmetrics_label(m, "cell", cell->id);
		cb__openmetrics_label(m, "backend", cell->backend);
		cb__openmetrics_label(m, "algorithm", cell->algorithm);
		cb__openmetrics_label(m, "operation", cell->operation);
		cb__openmetrics_label(m, "size", size);
		cb__openmetrics_value(m, value);
	}
}

static void write_judgement(cb__openmetrics *m, const cb__gate_view *g)
{
	double created = cb__openmetrics_seconds(g->created);

	cb__openmetrics_family(m, "libcb_gate_cells", "", "Cells with this verdict.");
	for (int i = 0; i < CB_VERDICT_COUNT; i++) {
		cb__openmetrics_label(m, "verdict", cb__gate_verdict_text((cb_verdict)i));
		cb__openmetrics_value(m, (double)g->counts[i]);
	}
	cb__openmetrics_family(m, "libcb_gate_info", "", "The judgement in a word.");
	cb__openmetrics_label(m, "verdict", g->word);
	cb__openmetrics_label(m, "mode", g->mode);
	cb__openmetrics_value(m, 1);
	cb__openmetrics_family(m, "libcb_gate_exit_status", "", "Exit status: 0 for a pass.");
	cb__openmetrics_value(m, g->exit);
	if (isfinite(created)) {
		cb__openmetrics_family(
			m, "libcb_gate_timestamp_seconds", "seconds", "When it was measured.");
		cb__openmetrics_value(m, created);
	}
}

int cb__gate_openmetrics(FILE *out, const cb__gate_view *g, const cb_view *v)
{
	cb__openmetrics m;

	(void)v;
	cb__openmetrics_begin(&m, out);
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
		write_family(&m, g, i);
	write_judgement(&m, g);
	cb__openmetrics_end(&m);
	return 0;
}
