/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <string.h>

#include "clock.h"
#include "environment.h"

/* The progress callback is due every 100 ms; waits wake up every 50. */
#define REPORT_NS 50000000u

/* One operation, or this long, before each sample. Cores that lower their clock for 512-bit
 * instructions take up to 0.7 ms to raise it again. */
#define LEAD_IN_NS         50000u
#define LEAD_IN_LICENCE_NS 1000000u

/* More busy threads on each processor would leave the measurement next to nothing. */
#define LOAD_MAX 8u

/* A step of the clock must not be seen in a sample of 2 ms. */
#define COARSE_NS 2000u

double cb__bench_elapsed_s(const cb__bench *bench)
{
	return (double)(cb__clock_wall_ns() - bench->start_ns) * 1e-9;
}

static double remaining_s(const cb__bench *bench)
{
	if (bench->done == 0 || bench->total == 0)
		return -1;
	double each = cb__bench_elapsed_s(bench) / (double)bench->done;
	return each * (double)(bench->total > bench->done ? bench->total - bench->done : 0);
}

/* Called from every wait and between samples; asks the caller often enough, but not each time. */
int cb__bench_tick(int is_urgent, void *payload)
{
	cb__bench *bench = payload;
	uint64_t now = cb__clock_wall_ns();
	/* Where a worker is only waited for to end, nobody else remembers it. */
	if (bench->is_cancelled)
		return 1;
	if (bench->progress == NULL || (!is_urgent && now - bench->reported_ns < REPORT_NS))
		return 0;
	bench->reported_ns = now;
	const cb_progress progress = {
		.launch = bench->launch,
		.launches = bench->launches,
		.done = bench->done,
		.total = bench->total,
		.elapsed_s = cb__bench_elapsed_s(bench),
		.remaining_s = remaining_s(bench),
		.current = bench->current,
	};
	bench->is_cancelled = bench->progress(&progress, bench->payload) != 0;
	return bench->is_cancelled;
}

cb_status cb__bench_tell_end(cb__bench *bench)
{
	return cb__bench_tick(1, bench) != 0 ? CB_ECANCELLED : CB_OK;
}

/* More threads than processors would measure the scheduler. */
static cb_status check_processors(cb__bench *bench)
{
	const cb__settings *settings = bench->settings;
	bench->crew.cpu_count = cb__affinity_list(&bench->crew.cpus, bench->affinity);
	const json_t *cpu = json_object_get(bench->environment, "cpu");
	json_int_t usable = json_integer_value(json_object_get(cpu, "usable_cpus"));
	uint64_t limit = usable > 0 ? (uint64_t)usable : bench->crew.cpu_count;
	uint64_t wanted = settings->threads[settings->thread_count - 1] *
			  settings->processes[settings->process_count - 1];
	if (limit > 0 && settings->load > LOAD_MAX * limit)
		return cb__context_fail(bench->ctx, CB_EINVAL,
			"a load of %u threads is more than %u for each of the %llu processors",
			(unsigned)settings->load, LOAD_MAX, (unsigned long long)limit);
	if (wanted <= 1 || limit == 0 || wanted <= limit)
		return CB_OK;
	uint64_t processes = settings->processes[settings->process_count - 1];
	return cb__context_fail(bench->ctx, CB_EINVAL,
		"%llu threads at once in %llu process%s are more than the %llu processors that may "
		"be "
		"used here",
		(unsigned long long)wanted, (unsigned long long)processes,
		processes == 1 ? "" : "es", (unsigned long long)limit);
}

static void choose_lead_in(cb__bench *bench)
{
	const json_t *cpu = json_object_get(bench->environment, "cpu");
	const char *vendor = json_string_value(json_object_get(cpu, "vendor"));
	int has_licences = vendor != NULL && strcmp(vendor, "GenuineIntel") == 0 &&
			   cb__environment_has_feature(bench->environment, "avx512f") == 1;
	bench->lead_in_ns = has_licences ? LEAD_IN_LICENCE_NS : LEAD_IN_NS;
}

cb_status cb__bench_open(cb__bench *bench, cb_context *ctx, const cb__settings *settings,
	const cb__subjects *subjects)
{
	bench->ctx = ctx;
	bench->settings = settings;
	bench->start_ns = cb__clock_wall_ns();
	bench->current = "";
	cb_status status = cb__environment_collect(&bench->environment, "");
	if (status == CB_OK)
		status = cb__environment_add_clock(bench->environment);
	const cb__pump pump = {cb__bench_tick, bench};
	if (status == CB_OK)
		status = cb__crew_init(
			&bench->crew, ctx, subjects, (uint32_t)(settings->limit_s * 1000), pump);
	cb__environment_cpu_ticks("", &bench->steal_ticks, &bench->total_ticks);
	if (status != CB_OK)
		return status;
	choose_lead_in(bench);
	bench->affinity = cb__affinity_pin();
	return check_processors(bench);
}

cb_status cb__bench_start(cb__bench *bench)
{
	cb__crew *crew = &bench->crew;
	cb_status status = cb__crew_describe(crew);
	for (size_t i = 0; i < crew->member_count && status == CB_OK; i++)
		status = cb__crew_start(crew, &crew->members[i]);
	return status == CB_OK ? cb__crew_check_any(crew) : status;
}

void cb__bench_close(cb__bench *bench)
{
	cb__crew_done(&bench->crew);
	cb__affinity_restore(bench->affinity);
	json_decref(bench->environment);
}

static void warn_of_build(json_t *environment)
{
	if (strcmp(CB_BUILD_TYPE, "Release") != 0 && strcmp(CB_BUILD_TYPE, "RelWithDebInfo") != 0 &&
		strcmp(CB_BUILD_TYPE, "MinSizeRel") != 0)
		cb__environment_warn(environment, "debug-build",
			"libcb was built without optimisation, which adds to short operations");
}

static void warn_of_clock(json_t *environment)
{
	if (cb__clock_resolution_ns() > COARSE_NS)
		cb__environment_warn(environment, "clock-coarse",
			"the clock moves in steps of more than 2 us: short samples are stretched");
}

/* Time that the hypervisor gave to others, while it was measured. */
static void warn_of_steal(cb__bench *bench)
{
	uint64_t steal = 0;
	uint64_t total = 0;
	if (cb__environment_cpu_ticks("", &steal, &total) != CB_OK || total <= bench->total_ticks)
		return;
	double percent =
		100.0 * (double)(steal - bench->steal_ticks) / (double)(total - bench->total_ticks);
	json_object_set_new(bench->environment, "steal_percent_of_run", json_real(percent));
	if (percent > 1)
		cb__environment_warn(bench->environment, "steal",
			"the hypervisor gave more than 1 % of the processors' time to others");
}

void cb__bench_warn(cb__bench *bench)
{
	warn_of_build(bench->environment);
	warn_of_clock(bench->environment);
	warn_of_steal(bench);
}
