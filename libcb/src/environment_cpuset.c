/* SPDX-License-Identifier: Apache-2.0 */
#include "environment_parts.h"

#include <stdio.h>
#include <string.h>

void cb__cpuset_add(cb__cpuset *set, uint64_t cpu)
{
	if (cpu < CB__CPU_LIMIT)
		set->bits[cpu / 8] |= (uint8_t)(1u << cpu % 8);
}

int cb__cpuset_has(const cb__cpuset *set, uint64_t cpu)
{
	return cpu < CB__CPU_LIMIT && (set->bits[cpu / 8] >> cpu % 8 & 1) != 0;
}

size_t cb__cpuset_count(const cb__cpuset *set)
{
	size_t count = 0;

	for (size_t cpu = 0; cpu < CB__CPU_LIMIT; cpu++)
		count += (size_t)cb__cpuset_has(set, cpu);
	return count;
}

static void add_range(cb__cpuset *set, cb__span range)
{
	cb__span low, high;
	uint64_t first, last;

	cb__span_split(range, '-', &low, &high);
	if (!cb__span_to_number(low, &first))
		return;
	if (!cb__span_to_number(high, &last))
		last = first;
	for (; first <= last && first < CB__CPU_LIMIT; first++)
		cb__cpuset_add(set, first);
}

int cb__cpuset_parse(cb__cpuset *set, cb__span list)
{
	cb__span range;

	memset(set, 0, sizeof(*set));
	while (list.len > 0) {
		const char *comma = memchr(list.text, ',', list.len);
		size_t len = comma ? (size_t)(comma - list.text) : list.len;

		range = (cb__span){list.text, len};
		add_range(set, range);
		len += comma ? 1 : 0;
		list.text += len;
		list.len -= len;
	}
	return cb__cpuset_count(set) > 0;
}

/* Appends "first-last"; 0 if it does not fit: a list is cut between ranges, not within one. */
static int append_range(char *buffer, size_t size, size_t first, size_t last)
{
	size_t len = strlen(buffer);
	const char *comma = len > 0 ? "," : "";
	int written;

	if (first == last)
		written = snprintf(buffer + len, size - len, "%s%zu", comma, first);
	else
		written = snprintf(buffer + len, size - len, "%s%zu-%zu", comma, first, last);
	if (written >= 0 && (size_t)written < size - len)
		return 1;
	buffer[len] = '\0';
	return 0;
}

json_t *cb__cpuset_to_json(const cb__cpuset *set)
{
	char buffer[CB__VALUE_LIMIT] = "";

	for (size_t cpu = 0; cpu < CB__CPU_LIMIT; cpu++) {
		size_t first = cpu;

		if (!cb__cpuset_has(set, cpu))
			continue;
		while (cb__cpuset_has(set, cpu + 1))
			cpu++;
		if (!append_range(buffer, sizeof(buffer), first, cpu))
			break;
	}
	return cb__json_text(cb__span_of(buffer));
}
