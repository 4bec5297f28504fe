/* SPDX-License-Identifier: Apache-2.0 */
#include "legend.h"

#include <string.h>

#include "origin.h"

static const struct {
	const char *source;
	const char *text;
} cycles[] = {
	{"counter", "cycles: those of the thread, counted by the kernel; medians"},
	{"chain", "cycles: CPU time times the core's clock, which a chain of additions told; "
		  "medians"},
	{"unknown", "cycles: not known here, neither by a counter nor by a clock (?)"},
};

static const char several[] =
	"total: what all threads and processes did, by wall time; each: total over their number;"
	" efficiency: total over what as many would do, each as fast as one alone (?: one alone was"
	" not measured, or it would be above 110 %, which cannot be; ~: other work had a part of a"
	" processor)";

static const char times[] =
	"ns per operation: wall time over the operations of all threads and processes";

static const char load[] =
	"load: busy threads beside the measurement; under load the wall rate falls as far as the"
	" processor is shared, the one by CPU time shows the code";

static const char *cycles_text(const cb_results *results)
{
	size_t last = sizeof(cycles) / sizeof(cycles[0]) - 1, i = 0;
	char source[FIGURE_SIZE];

	cb__origin_cycles_by(source, results);
	while (i < last && strcmp(cycles[i].source, source) != 0)
		i++;
	return cycles[i].text;
}

static int has_column(const cb__layout *m, const char *title)
{
	for (size_t i = 0; i < m->column_count; i++)
		if (m->columns[i].over != LAYOUT_NONE && strcmp(m->columns[i].title, title) == 0)
			return 1;
	return 0;
}

/* "gain: on over off; ..." for the headings that are shown; nothing if there are none */
static void write_gains(const cb__layout *m, char *text, size_t text_size)
{
	static const char *const meanings[][2] = {
		{"gain", "gain: on over off"},
		{"crypto", "crypto: on over nocrypto"},
		{"vector", "vector: nocrypto over off"},
	};
	int is_paired = cb__figure_takes_paired(m->view) && cb_results_ratio_count(m->results) > 0;
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (has_column(m, meanings[i][0]))
			used += (size_t)snprintf(text + used, text_size - used, "%s%s",
				used > 0 ? "; " : "", meanings[i][1]);
	if (used > 0)
		snprintf(text + used, text_size - used, "%s",
			is_paired ? " (times faster by CPU time of paired rounds, so not the"
				    " quotient of two columns)"
				  : " (times faster)");
}

/* nothing if no two libraries are compared */
static void write_pairs(const cb__layout *m, char *text, size_t text_size)
{
	const cb__layout_column *column = NULL;

	for (size_t i = 0; column == NULL && i < m->column_count; i++)
		if (m->columns[i].is_pair)
			column = &m->columns[i];
	text[0] = '\0';
	if (column != NULL)
		snprintf(text, text_size,
			cb__figure_takes_paired(m->view) && cb_results_ratio_count(m->results) > 0
				? "%s: speed of the first over that of the second, and half the "
				  "width"
				  " of its 95 %% interval, by CPU time of paired rounds"
				: "%s: speed of the first over that of the second",
			m->libraries[column->library].name);
}

/* the texts that are always the same */
static const char *fixed_text(const cb__layout *m, size_t index)
{
	int has_several = 0, has_load = 0;
	const char *texts[4];
	size_t count = 0;

	for (size_t i = 0; i < m->row_count; i++) {
		has_several |= cb__figure_at_once(m->rows[i].any) > 1;
		has_load |= m->rows[i].any->load > 0;
	}
	if (m->view->unit == UNIT_CYCLES)
		texts[count++] = cycles_text(m->results);
	if (m->view->unit == UNIT_TIME && has_several)
		texts[count++] = times;
	if (has_several)
		texts[count++] = several;
	if (has_load)
		texts[count++] = load;
	return index < count ? texts[index] : NULL;
}

int cb__legend_at(const cb__layout *m, size_t index, char text[LEGEND_SIZE])
{
	static void (*const writers[])(const cb__layout *m, char *text, size_t text_size) = {
		write_gains, write_pairs};
	const char *fixed;

	for (size_t i = 0; i < sizeof(writers) / sizeof(writers[0]); i++) {
		writers[i](m, text, LEGEND_SIZE);
		if (text[0] != '\0' && index-- == 0)
			return 1;
	}
	fixed = fixed_text(m, index);
	snprintf(text, LEGEND_SIZE, "%s", fixed != NULL ? fixed : "");
	return fixed != NULL;
}
