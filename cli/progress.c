/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigaction */
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "terminal.h"

#define REDRAW_S    0.1
#define BAR_MAX     30
#define BAR_MIN     8
#define TIME_SIZE   32
#define LINE_UNSEEN 80 /* columns if the terminal does not tell */

/* the only state a signal handler can reach */
static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
	(void)number;
	interrupted = 1;
}

/* What was ignored when cbench began stays ignored, as for other background jobs of a script. */
static void catch_signal(int number)
{
	struct sigaction action, old;

	memset(&action, 0, sizeof(action));
	action.sa_handler = on_signal;
	action.sa_flags = (int)SA_RESETHAND; /* the next one kills */
	sigemptyset(&action.sa_mask);
	if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
		return;
	sigaction(number, &action, NULL);
}

void progress_catch_signals(void)
{
	interrupted = 0;
	catch_signal(SIGINT);
	catch_signal(SIGTERM);
	catch_signal(SIGHUP);
}

int progress_is_interrupted(void)
{
	return interrupted != 0;
}

/* Writes @p text with control characters replaced. */
static void print_text(const char *text)
{
	for (; *text != '\0'; text++) {
		unsigned char byte = (unsigned char)*text;

		fputc(byte < 0x20 || byte == 0x7f ? '?' : byte, stderr);
	}
}

static void repeat(const char *character, size_t count)
{
	while (count-- > 0)
		fputs(character, stderr);
}

/* Minutes and seconds: "1:05". */
static void print_time(char text[TIME_SIZE], double seconds)
{
	unsigned long whole = seconds > 0 && seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 0;

	snprintf(text, TIME_SIZE, "%lu:%02lu", whole / 60, whole % 60);
}

static void print_bar(const progress *p, double share, size_t width)
{
	size_t full = (size_t)(share * (double)width + 0.5);

	repeat(p->utf8 ? "\xe2\x96\x88" : "#", full);
	repeat(p->utf8 ? "\xe2\x96\x91" : "-", width - full);
}

static double share_done(const cb_progress *state)
{
	double share = state->total > 0 ? (double)state->done / (double)state->total : 0;

	return share > 1 ? 1 : share;
}

/* " 42 %  1:05 left  launch 2/6  ", or that nothing is measured yet */
static void facts_text(const cb_progress *state, char *text, size_t text_size)
{
	char left[TIME_SIZE];

	if (state->launches == 0) {
		snprintf(text, text_size, " starting workers  ");
		return;
	}
	print_time(left, state->remaining_s);
	snprintf(text, text_size, " %3.0f %%  %s left  launch %lu/%lu  ", 100 * share_done(state),
		state->remaining_s < 0 ? "?:??" : left, (unsigned long)state->launch,
		(unsigned long)state->launches);
}

static void draw(const progress *p, const cb_progress *state)
{
	const char *current = state->current != NULL ? state->current : "";
	size_t columns, rows, bar, used;
	char facts[96], shown[96];

	facts_text(state, facts, sizeof(facts));
	terminal_size(STDERR_FILENO, &columns, &rows);
	columns = columns == 0 ? LINE_UNSEEN : columns;
	used = strlen(facts) + 1;
	bar = columns > used + BAR_MIN ? (columns - used) / 3 : 0;
	bar = bar < BAR_MIN ? 0 : bar > BAR_MAX ? BAR_MAX : bar;
	used += bar;
	snprintf(shown, sizeof(shown), "%.*s", columns > used ? (int)(columns - used) : 0, current);
	fputs("\r\033[K", stderr);
	print_bar(p, share_done(state), bar);
	if (used <= columns)
		print_text(facts);
	fputs(p->color ? "\033[2m" : "", stderr);
	print_text(shown);
	fputs(p->color ? "\033[0m" : "", stderr);
	fflush(stderr);
}

int progress_report(const cb_progress *state, void *payload)
{
	progress *p = payload;

	if (interrupted)
		return 1;
	if (p->is_live && (p->drawn_at_s < 0 || state->elapsed_s - p->drawn_at_s >= REDRAW_S)) {
		draw(p, state);
		p->drawn_at_s = state->elapsed_s;
	}
	return 0;
}

void progress_clear(const progress *p)
{
	if (!p->is_live || p->drawn_at_s < 0)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
}
