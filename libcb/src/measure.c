/* SPDX-License-Identifier: Apache-2.0 */
#include "measure.h"

#include "clock.h"

/* A library whose speed depends on where its stack frames lie (mbedTLS AES-GCM: 7 %, with a period
 * of 32 bytes) keeps one position for the life of a process. Averaging over positions inside each
 * sample took the spread between processes from 6.8 % to 1.1 %. */
#ifndef CB_STACK_POSITIONS /* benchmarks/stack_positions.sh tries another number */
#define CB_STACK_POSITIONS 16u
#endif
#define POSITION_STEP 16u

static CB_NOINLINE cb_status run_batch(const cb__work *work, uint64_t ops)
{
	cb_status status = CB_OK;
	while (ops-- > 0 && status == CB_OK)
		status = work->run(work->state, work->io);
	return status;
}

static CB_NOINLINE cb_status run_at(const cb__work *work, uint64_t ops, uint64_t position)
{
	volatile uint8_t *pad =
		CB_STACK_ALLOC((size_t)(position % CB_STACK_POSITIONS + 1) * POSITION_STEP);
	pad[0] = 0;
	cb_status status = run_batch(work, ops);
	pad[0] = 1; /* after the call, so that the frame is not given up before it */
	return status;
}

static cb_status run_spread(const cb__work *work, uint64_t ops, uint64_t turn)
{
	uint64_t parts = ops < CB_STACK_POSITIONS ? ops : CB_STACK_POSITIONS;
	uint64_t first = ops < CB_STACK_POSITIONS ? turn * ops : 0;
	cb_status status = CB_OK;
	for (uint64_t i = 0; i < parts && status == CB_OK; i++)
		status = run_at(work, ops / parts + (i < ops % parts ? 1 : 0), first + i);
	return status;
}

cb_status cb__measure_lead_in(const cb__work *work, uint64_t min_ns)
{
	uint64_t start = cb__clock_wall_ns();
	cb_status status;
	do
		status = run_batch(work, 1);
	while (status == CB_OK && cb__clock_wall_ns() - start < min_ns);
	return status;
}

static uint64_t scale(uint64_t ops, uint64_t took_ns, uint64_t target_ns)
{
	double scaled = (double)ops * (double)target_ns / (double)(took_ns > 0 ? took_ns : 1);
	return scaled < 1 ? 1 : (uint64_t)scaled;
}

/* A batch that was interrupted looks longer than it is, and its size would stay too small for the
 * whole run: the shortest of a few is taken, unless one had the processor all the time. */
static cb_status time_batch(
	uint64_t *ret_ns, const cb__work *work, uint64_t ops, uint64_t target_ns)
{
	cb__sample sample;
	uint64_t shortest = UINT64_MAX;
	cb_status status = CB_OK;
	for (int i = 0; i < 6 && status == CB_OK; i++) {
		status = cb__measure_sample(&sample, work, ops, 0);
		if (status == CB_OK && sample.wall_ns < shortest)
			shortest = sample.wall_ns;
		/* One operation that takes longer than a batch shall is a batch in any case; where
		 * it waits rather than computes, that has to show twice. */
		if (status == CB_OK && (10 * sample.cpu_ns >= 9 * sample.wall_ns ||
					       (ops == 1 && sample.cpu_ns >= target_ns) ||
					       (ops == 1 && i > 0 && shortest >= target_ns)))
			break;
	}
	*ret_ns = shortest;
	return status;
}

cb_status cb__measure_calibrate(uint64_t *ret_ops, const cb__work *work, uint64_t target_ns)
{
	uint64_t floor_ns = 1000 * cb__clock_resolution_ns();
	if (target_ns < floor_ns)
		target_ns = floor_ns;

	uint64_t ops = 1;
	for (;;) {
		uint64_t took_ns = 0;
		cb_status status = time_batch(&took_ns, work, ops, target_ns);
		if (status != CB_OK)
			return status;
		if (took_ns >= target_ns / 4) {
			*ret_ops = scale(ops, took_ns, target_ns);
			return CB_OK;
		}
		/* Short readings are dominated by the clock: grow, but not past the target. */
		uint64_t wanted = scale(ops, took_ns, target_ns / 2);
		ops = wanted < 16 * ops ? wanted : 16 * ops;
	}
}

static uint64_t count_cycles(const cb__work *work)
{
	return work->counter != NULL ? cb__counter_read(work->counter) : 0;
}

/* Time of this thread, so that what others take of the processor is not counted as injected. Whole
 * operations more would come in steps of one operation; the clock's steps are carried over. */
static void slow_down(cb__slowdown *slowdown, uint64_t begun_ns)
{
	uint64_t now_ns = cb__clock_cpu_ns();
	slowdown->owed_ns += slowdown->percent / 100 * (double)(now_ns - begun_ns);
	uint64_t end_ns = now_ns + (uint64_t)(slowdown->owed_ns > 0 ? slowdown->owed_ns : 0);
	slowdown->owed_ns += (double)now_ns;
	while (now_ns < end_ns)
		now_ns = cb__clock_cpu_ns();
	slowdown->owed_ns -= (double)now_ns;
}

cb_status cb__measure_sample(cb__sample *out, const cb__work *work, uint64_t ops, uint64_t turn)
{
	int64_t switches = cb__clock_switches();
	uint64_t cycles = count_cycles(work);
	uint64_t cpu_ns = cb__clock_cpu_ns();
	uint64_t wall_ns = cb__clock_wall_ns();

	cb_status status = run_spread(work, ops, turn);
	if (work->slowdown != NULL)
		slow_down(work->slowdown, cpu_ns);

	out->start_ns = wall_ns;
	out->wall_ns = cb__clock_wall_ns() - wall_ns;
	out->cpu_ns = cb__clock_cpu_ns() - cpu_ns;
	out->cycles = count_cycles(work) - cycles;
	out->switches = cb__clock_switches() - switches;
	out->clock_hz = 0;
	out->ops = ops;
	return status;
}
