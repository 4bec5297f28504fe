/* SPDX-License-Identifier: Apache-2.0 */
#include "offers.h"

#include <stdlib.h>
#include <string.h>

const json_t *cb__member_offer(const cb__member *member, const char *algorithm)
{
	const json_t *offers = json_object_get(member->hello, "offers");
	for (size_t i = 0; i < json_array_size(offers); i++) {
		const json_t *offer = json_array_get(offers, i);
		const char *name = json_string_value(json_object_get(offer, "algorithm"));
		if (name != NULL && strcmp(name, algorithm) == 0)
			return offer;
	}
	return NULL;
}

int cb__member_offers(const cb__member *member, const char *algorithm, cb_op op)
{
	const json_t *ops = json_object_get(cb__member_offer(member, algorithm), "ops");
	for (size_t i = 0; i < json_array_size(ops); i++) {
		const char *name = json_string_value(json_array_get(ops, i));
		if (name != NULL && cb_op_find(name) == op)
			return 1;
	}
	return 0;
}

static cb_status add_own(cb__algorithms *algorithms, const char *name, const json_t *own)
{
	for (size_t i = 0; i < algorithms->own_count; i++)
		if (strcmp(algorithms->own[i].name, name) == 0)
			return CB_OK;
	cb_algorithm *rows = realloc(algorithms->own, (algorithms->own_count + 1) * sizeof *rows);
	char *copy = cb__string_copy(name);
	if (rows != NULL)
		algorithms->own = rows;
	if (rows == NULL || copy == NULL) {
		free(copy);
		return CB_ENOMEM;
	}
	json_int_t kind = json_integer_value(json_object_get(own, "kind"));
	json_int_t block_len = json_integer_value(json_object_get(own, "block_len"));
	int is_known_kind = kind > CB_KIND_NONE && kind < CB_KIND_COUNT;
	int is_length = block_len > 0 && block_len <= UINT32_MAX;
	rows[algorithms->own_count++] = (cb_algorithm){
		.name = copy,
		.kind = is_known_kind ? (cb_kind)kind : CB_KIND_NONE,
		.block_len = is_length ? (uint32_t)block_len : 1,
		.usual = json_is_true(json_object_get(own, "usual")),
	};
	return CB_OK;
}

cb_status cb__algorithms_collect(cb__algorithms *algorithms, const cb__crew *crew)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < crew->member_count; i++) {
		const json_t *offers = json_object_get(crew->members[i].hello, "offers");
		for (size_t j = 0; j < json_array_size(offers) && status == CB_OK; j++) {
			const json_t *offer = json_array_get(offers, j);
			const json_t *own = json_object_get(offer, "own");
			const char *name = json_string_value(json_object_get(offer, "algorithm"));
			if (own != NULL && name != NULL)
				status = add_own(algorithms, name, own);
		}
	}
	return status;
}

const cb_algorithm *cb__algorithms_at(const cb__algorithms *algorithms, size_t index)
{
	if (index < cb_algorithm_count())
		return cb_algorithm_at(index);
	index -= cb_algorithm_count();
	return index < algorithms->own_count ? &algorithms->own[index] : NULL;
}

size_t cb__algorithms_count(const cb__algorithms *algorithms)
{
	return cb_algorithm_count() + algorithms->own_count;
}

void cb__algorithms_done(cb__algorithms *algorithms)
{
	for (size_t i = 0; i < algorithms->own_count; i++)
		cb_string_free((char *)(uintptr_t)algorithms->own[i].name);
	free(algorithms->own);
	*algorithms = (cb__algorithms){NULL, 0};
}

int cb__member_has_variant(const cb__member *member, const char *algorithm, cb_variant variant)
{
	const json_t *variants = json_object_get(cb__member_offer(member, algorithm), "variants");
	for (size_t i = 0; i < json_array_size(variants); i++) {
		const char *name = json_string_value(json_array_get(variants, i));
		if (name != NULL && cb_variant_find(name) == variant)
			return 1;
	}
	return variant == CB_VARIANT_MESSAGE;
}
