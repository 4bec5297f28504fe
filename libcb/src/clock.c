/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* RUSAGE_THREAD */
#endif
#include "clock.h"

#include <time.h>

#include <sys/resource.h>

#ifdef CLOCK_MONOTONIC_RAW
#define WALL_CLOCK CLOCK_MONOTONIC_RAW
#else
#define WALL_CLOCK CLOCK_MONOTONIC
#endif

static uint64_t read_ns(clockid_t id)
{
	struct timespec now = {0, 0};
	clock_gettime(id, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t cb__clock_wall_ns(void)
{
	return read_ns(WALL_CLOCK);
}

uint64_t cb__clock_cpu_ns(void)
{
	return read_ns(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t cb__clock_resolution_ns(void)
{
	struct timespec step = {0, 1};
	clock_getres(WALL_CLOCK, &step);
	uint64_t ns = (uint64_t)step.tv_sec * 1000000000u + (uint64_t)step.tv_nsec;
	return ns > 0 ? ns : 1;
}

int64_t cb__clock_switches(void)
{
#ifdef RUSAGE_THREAD
	struct rusage usage;
	if (getrusage(RUSAGE_THREAD, &usage) == 0)
		return (int64_t)usage.ru_nivcsw;
#endif
	return 0;
}
