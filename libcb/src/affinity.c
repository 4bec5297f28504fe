/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* sched_setaffinity */
#endif
#include "affinity.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef __linux__

#include <sched.h>

/* More CPUs than cpu_set_t holds are served by sets of this many. */
#define CPU_LIMIT 8192

struct cb__affinity {
	cpu_set_t *before;
	size_t size;
	int cpu;
};

/* Interrupts gather on the first CPU, so the last one is the quietest guess. */
static int last_cpu(const cpu_set_t *set, size_t size)
{
	for (int cpu = CPU_LIMIT - 1; cpu >= 0; cpu--)
		if (CPU_ISSET_S((size_t)cpu, size, set))
			return cpu;
	return -1;
}

static int pin_to(int cpu, size_t size)
{
	cpu_set_t *only = CPU_ALLOC(CPU_LIMIT);
	if (only == NULL || cpu < 0) {
		CPU_FREE(only);
		return 0;
	}
	CPU_ZERO_S(size, only);
	CPU_SET_S((size_t)cpu, size, only);
	int is_pinned = sched_setaffinity(0, size, only) == 0;
	CPU_FREE(only);
	return is_pinned;
}

cb__affinity *cb__affinity_pin(void)
{
	cb__affinity *affinity = calloc(1, sizeof *affinity);
	if (affinity == NULL)
		return NULL;
	affinity->size = CPU_ALLOC_SIZE(CPU_LIMIT);
	affinity->before = CPU_ALLOC(CPU_LIMIT);
	if (affinity->before != NULL) {
		CPU_ZERO_S(affinity->size, affinity->before);
		if (sched_getaffinity(0, affinity->size, affinity->before) == 0) {
			affinity->cpu = last_cpu(affinity->before, affinity->size);
			if (pin_to(affinity->cpu, affinity->size))
				return affinity;
		}
	}
	CPU_FREE(affinity->before);
	free(affinity);
	return NULL;
}

int cb__affinity_cpu(const cb__affinity *affinity)
{
	return affinity != NULL ? affinity->cpu : -1;
}

/* Whether the core's first sibling is another one that is allowed too. */
static int is_later_sibling(int cpu, const cb__affinity *affinity)
{
	char path[96];
	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
		cpu);
	FILE *file = fopen(path, "re");
	int first = cpu;
	if (file != NULL) {
		if (fscanf(file, "%d", &first) != 1)
			first = cpu;
		fclose(file);
	}
	return first != cpu && first >= 0 && first < CPU_LIMIT &&
	       CPU_ISSET_S((size_t)first, affinity->size, affinity->before);
}

size_t cb__affinity_list(int **out, const cb__affinity *affinity)
{
	*out = NULL;
	if (affinity == NULL)
		return 0;
	size_t count = (size_t)CPU_COUNT_S(affinity->size, affinity->before);
	int *list = calloc(count + 1, sizeof *list);
	if (list == NULL)
		return 0;
	size_t used = 0;
	for (int pass = 0; pass < 2; pass++)
		for (int cpu = 0; cpu < CPU_LIMIT && used < count; cpu++)
			if (CPU_ISSET_S((size_t)cpu, affinity->size, affinity->before) &&
				is_later_sibling(cpu, affinity) == pass)
				list[used++] = cpu;
	*out = list;
	return used;
}

void cb__affinity_restore(cb__affinity *affinity)
{
	if (affinity == NULL)
		return;
	sched_setaffinity(0, affinity->size, affinity->before);
	CPU_FREE(affinity->before);
	free(affinity);
}

#else

size_t cb__affinity_list(int **out, const cb__affinity *affinity)
{
	(void)affinity;
	*out = NULL;
	return 0;
}

cb__affinity *cb__affinity_pin(void)
{
	return NULL;
}

int cb__affinity_cpu(const cb__affinity *affinity)
{
	(void)affinity;
	return -1;
}

void cb__affinity_restore(cb__affinity *affinity)
{
	(void)affinity;
}

#endif
