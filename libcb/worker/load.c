/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* pthread_setaffinity_np */
#endif
#include "load.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include <pthread.h>
#include <sched.h>

struct idler {
	pthread_t thread;
	int cpu;
	atomic_int *is_over;
};

struct load {
	struct idler *idlers;
	unsigned count;
	atomic_int is_over;
};

/* Arithmetic and memory in the first cache, as a busy neighbour would have them. */
static void *compute(void *payload)
{
	struct idler *idler = payload;
	uint64_t table[512] = {1};
	uint64_t value = 1;
#ifdef __linux__
	if (idler->cpu >= 0 && idler->cpu < CPU_SETSIZE) {
		cpu_set_t set;
		CPU_ZERO(&set);
		CPU_SET((size_t)idler->cpu, &set);
		pthread_setaffinity_np(pthread_self(), sizeof set, &set);
	}
#endif
	while (!atomic_load_explicit(idler->is_over, memory_order_relaxed)) {
		for (int i = 0; i < 4096; i++) {
			value = value * 6364136223846793005u + 1442695040888963407u;
			table[value >> 55] += value;
		}
	}
	return (void *)(uintptr_t)(table[value >> 55] & 1);
}

cb_status load_begin(struct load **out, unsigned count, const int *cpus, unsigned cpu_count)
{
	struct load *made = calloc(1, sizeof *made);
	struct idler *idlers = calloc(count + 1u, sizeof *idlers);
	if (made == NULL || idlers == NULL) {
		free(made);
		free(idlers);
		return CB_ENOMEM;
	}
	made->idlers = idlers;
	atomic_init(&made->is_over, 0);
	for (; made->count < count; made->count++) {
		struct idler *idler = &idlers[made->count];
		idler->cpu = cpu_count > 0 ? cpus[made->count % cpu_count] : -1;
		idler->is_over = &made->is_over;
		if (pthread_create(&idler->thread, NULL, compute, idler) != 0) {
			load_end(made);
			return CB_EWORKER;
		}
	}
	*out = made;
	return CB_OK;
}

void load_end(struct load *load)
{
	if (load == NULL)
		return;
	atomic_store(&load->is_over, 1);
	for (unsigned i = 0; i < load->count; i++)
		pthread_join(load->idlers[i].thread, NULL);
	free(load->idlers);
	free(load);
}
