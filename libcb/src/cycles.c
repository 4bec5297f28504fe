/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* syscall */
#endif
#include "cycles.h"

#include <cb/export.h>

#include "clock.h"

/* The kernel's headers are no part of a C library: musl's has none beside it. */
#ifdef __linux__
#ifndef __has_include
#define HAS_COUNTER 1
#elif __has_include(<linux/perf_event.h>)
#define HAS_COUNTER 1
#endif
#endif

#ifdef HAS_COUNTER
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* Long against the cost of reading the clock, short against the time slice. */
#define STEPS 4000u

/* The shortest of some readings is the one that was not interrupted. */
#define READINGS 6

typedef uintptr_t chain_fn(uintptr_t steps);

#ifdef CB_CHAIN_ADD

/* Registers are added, not constants: cores since 2021 carry out additions of small constants
 * while they rename registers, several per cycle. */
static CB_NOINLINE uintptr_t chain_of_additions(uintptr_t steps)
{
	uintptr_t value = steps;
	uintptr_t addend = steps | 1;
	while (steps-- > 0)
		CB_CHAIN_ADD(value, addend);
	return value;
}

#endif

#ifdef CB_CHAIN_MULTIPLY

static CB_NOINLINE uintptr_t chain_of_multiplications(uintptr_t steps)
{
	uintptr_t value = steps | 1;
	uintptr_t factor = steps | 3;
	while (steps-- > 0)
		CB_CHAIN_MULTIPLY(value, factor);
	return value;
}

#endif

#if defined(CB_CHAIN_ADD) || defined(CB_CHAIN_MULTIPLY)

static double time_chain(chain_fn *chain, uintptr_t steps, double cycles)
{
	uint64_t shortest = UINT64_MAX;
	volatile uintptr_t sink = 0;
	for (int i = 0; i < READINGS; i++) {
		uint64_t start = cb__clock_wall_ns();
		sink = sink + chain(steps);
		uint64_t took = cb__clock_wall_ns() - start;
		if (took < shortest)
			shortest = took;
	}
	return shortest > 0 ? cycles * 1e9 / (double)shortest : 0;
}

#endif

double cb__cycles_add_hz(void)
{
#ifdef CB_CHAIN_ADD
	return time_chain(chain_of_additions, STEPS, (double)STEPS * CB_CHAIN_LENGTH);
#else
	return 0;
#endif
}

double cb__cycles_multiply_hz(void)
{
#ifdef CB_CHAIN_MULTIPLY
	return time_chain(chain_of_multiplications, STEPS / CB_CHAIN_MULTIPLY_CYCLES,
		(double)(STEPS / CB_CHAIN_MULTIPLY_CYCLES) * CB_CHAIN_LENGTH *
			CB_CHAIN_MULTIPLY_CYCLES);
#else
	return 0;
#endif
}

void cb__counter_open(cb__counter *counter)
{
	counter->fd = -1;
#ifdef HAS_COUNTER
	struct perf_event_attr what;
	memset(&what, 0, sizeof what);
	what.type = PERF_TYPE_HARDWARE;
	what.size = sizeof what;
	what.config = PERF_COUNT_HW_CPU_CYCLES;
	what.exclude_hv = 1;
	/* With the kernel's work, as CPU time has it. Counting without it would not be the same,
	 * and the chain serves where this is not permitted. */
	counter->fd = (int)syscall(SYS_perf_event_open, &what, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
#endif
}

void cb__counter_close(cb__counter *counter)
{
#ifdef HAS_COUNTER
	if (counter->fd >= 0)
		close(counter->fd);
#endif
	counter->fd = -1;
}

uint64_t cb__counter_read(const cb__counter *counter)
{
	uint64_t count = 0;
#ifdef HAS_COUNTER
	if (counter->fd < 0 || read(counter->fd, &count, sizeof count) != (ssize_t)sizeof count)
		return 0;
#else
	(void)counter;
#endif
	return count;
}
