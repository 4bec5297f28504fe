/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* pthread_setaffinity_np */
#endif
#include "gang.h"

#include <stdatomic.h>
#include <stdlib.h>

#include <pthread.h>
#include <sched.h>

#include "check.h"
#include "clock.h"

/* What all threads of a sample look at. */
struct gate {
	atomic_uint arrived;
	atomic_int is_open;
};

struct player {
	pthread_t thread;
	cb__cell *cell;
	int cpu; /* -1: anywhere */
	struct gate *gate;
	uint64_t ops;
	uint64_t turn;
	uint64_t lead_in_ns;
	uint64_t start_ns;
	uint64_t end_ns;
	cb__sample sample;
	cb_status status;
};

struct cb__gang {
	struct player *players;
	unsigned count;
#ifdef __linux__
	cpu_set_t before; /* where the calling thread ran before it was pinned */
	int is_pinned;
#endif
};

static cb_status open_player(
	struct player *player, const cb__cell_spec *spec, const cb__cell *owner, cb_text *why)
{
	cb_status status = cb__cell_new(&player->cell, spec);
	if (status == CB_OK && owner != NULL && spec->variant == CB_VARIANT_SHAREDKEY)
		cb__cell_share(player->cell, owner);
	if (status == CB_OK)
		status = cb__cell_start(player->cell, why);
	if (status == CB_OK)
		status = cb__check_cell(player->cell, spec, why);
	return status;
}

static void pin(const struct player *player)
{
#ifdef __linux__
	cpu_set_t set;
	if (player->cpu < 0 || player->cpu >= CPU_SETSIZE)
		return;
	CPU_ZERO(&set);
	CPU_SET((size_t)player->cpu, &set);
	pthread_setaffinity_np(pthread_self(), sizeof set, &set);
#else
	(void)player;
#endif
}

/* One of several processes that run at once: all were started on the host's processor. */
static void pin_caller(cb__gang *gang)
{
#ifdef __linux__
	if (gang->players[0].cpu < 0 ||
		pthread_getaffinity_np(pthread_self(), sizeof gang->before, &gang->before) != 0)
		return;
	pin(&gang->players[0]);
	gang->is_pinned = 1;
#else
	(void)gang;
#endif
}

static void unpin_caller(cb__gang *gang)
{
#ifdef __linux__
	if (gang->is_pinned)
		pthread_setaffinity_np(pthread_self(), sizeof gang->before, &gang->before);
#else
	(void)gang;
#endif
}

cb_status cb__gang_new(
	cb__gang **out, const cb__cell_spec *spec, unsigned threads, const int *cpus, cb_text *why)
{
	cb__gang *gang = calloc(1, sizeof *gang);
	struct player *players = calloc(threads, sizeof *players);
	if (gang == NULL || players == NULL) {
		free(gang);
		free(players);
		return CB_ENOMEM;
	}
	gang->players = players;
	gang->count = threads;
	cb_status status = CB_OK;
	for (unsigned i = 0; i < threads && status == CB_OK; i++) {
		players[i].cpu = cpus != NULL ? cpus[i] : -1;
		status = open_player(&players[i], spec, i > 0 ? players[0].cell : NULL, why);
	}
	if (status == CB_OK && threads == 1)
		pin_caller(gang);
	if (status == CB_OK)
		*out = gang;
	else
		cb__gang_free(gang);
	return status;
}

void cb__gang_free(cb__gang *gang)
{
	if (gang == NULL)
		return;
	/* The first one last: others may use its key. */
	for (unsigned i = gang->count; i-- > 0;)
		cb__cell_free(gang->players[i].cell);
	unpin_caller(gang);
	free(gang->players);
	free(gang);
}

cb__cell *cb__gang_cell(cb__gang *gang)
{
	return gang->players[0].cell;
}

/* Each thread has a processor of its own, so waiting in a loop releases all within less than a
 * microsecond; a blocking barrier would wake them one after the other. */
static void pass(struct gate *gate)
{
	atomic_fetch_add(&gate->arrived, 1);
	while (!atomic_load(&gate->is_open))
		sched_yield();
}

static void *play(void *payload)
{
	struct player *player = payload;
	cb__work work = cb__cell_work(player->cell);
	pin(player);
	player->status = cb__measure_lead_in(&work, player->lead_in_ns);
	pass(player->gate);
	player->start_ns = cb__clock_wall_ns();
	if (player->status == CB_OK)
		player->status =
			cb__measure_sample(&player->sample, &work, player->ops, player->turn);
	player->end_ns = cb__clock_wall_ns();
	player->sample.clock_hz = cb__cycles_add_hz();
	return NULL;
}

static void wait_for(const struct gate *gate, unsigned count)
{
	while (atomic_load(&gate->arrived) < count)
		sched_yield();
}

/* The threads that were started are let go and joined, whatever happens. */
static cb_status run_all(cb__gang *gang, struct gate *gate)
{
	unsigned started = 0;
	while (started < gang->count && pthread_create(&gang->players[started].thread, NULL, play,
						&gang->players[started]) == 0)
		started++;
	wait_for(gate, started);
	atomic_store(&gate->is_open, 1);
	for (unsigned i = 0; i < started; i++)
		pthread_join(gang->players[i].thread, NULL);
	return started == gang->count ? CB_OK : CB_EWORKER;
}

static cb_status add_up(cb__sample *out, const cb__gang *gang)
{
	uint64_t start_ns = UINT64_MAX;
	uint64_t end_ns = 0;
	*out = (cb__sample){0};
	for (unsigned i = 0; i < gang->count; i++) {
		const struct player *player = &gang->players[i];
		if (player->status != CB_OK)
			return player->status;
		start_ns = player->start_ns < start_ns ? player->start_ns : start_ns;
		end_ns = player->end_ns > end_ns ? player->end_ns : end_ns;
		out->ops += player->sample.ops;
		out->cpu_ns += player->sample.cpu_ns;
		out->switches += player->sample.switches;
		out->clock_hz += player->sample.clock_hz / gang->count;
	}
	out->start_ns = start_ns;
	out->wall_ns = end_ns - start_ns;
	return CB_OK;
}

cb_status cb__gang_sample(
	cb__sample *out, cb__gang *gang, uint64_t ops, uint64_t turn, uint64_t lead_in_ns)
{
	struct gate gate;
	atomic_init(&gate.arrived, 0);
	atomic_init(&gate.is_open, 0);
	for (unsigned i = 0; i < gang->count; i++) {
		struct player *player = &gang->players[i];
		player->gate = &gate;
		player->ops = ops;
		player->turn = turn;
		player->lead_in_ns = lead_in_ns;
	}
	cb_status status = run_all(gang, &gate);
	return status == CB_OK ? add_up(out, gang) : status;
}
