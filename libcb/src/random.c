/* SPDX-License-Identifier: Apache-2.0 */
#include "random.h"

uint64_t cb__random_next(cb__random *random)
{
	uint64_t value = random->state += 0x9e3779b97f4a7c15u;
	value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
	value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
	return value ^ (value >> 31);
}

uint64_t cb__random_below(cb__random *random, uint64_t limit)
{
	/* Numbers from the incomplete last stretch would make small results likelier. */
	uint64_t usable = UINT64_MAX - UINT64_MAX % limit;
	uint64_t value;
	do
		value = cb__random_next(random);
	while (value >= usable);
	return value % limit;
}

void cb__random_fill(cb__random *random, uint8_t *bytes, size_t len)
{
	uint64_t value = 0;
	for (size_t i = 0; i < len; i++) {
		if (i % 8 == 0)
			value = cb__random_next(random);
		bytes[i] = (uint8_t)(value >> (8 * (i % 8)));
	}
}

void cb__random_order(cb__random *random, size_t *order, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t j = (size_t)cb__random_below(random, i + 1);
		order[i] = order[j];
		order[j] = i;
	}
}
