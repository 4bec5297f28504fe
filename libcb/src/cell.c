/* SPDX-License-Identifier: Apache-2.0 */
#include "cell.h"

#include <stdlib.h>
#include <string.h>

#include "catalogue.h"
#include "hex.h"
#include "random.h"

#define ALIGNMENT 64u

/* Room for inputs whose length is not the message's. */
#define NONCE_SIZE 128u
#define AAD_SIZE   1024u

struct cb__cell {
	cb__cell_spec spec;
	cb_io io;
	cb__slowdown slowdown;
	void *block; /* owns the buffers and the driver's state */
	void *state;
	cb_run_fn *run;
	uint8_t *fields[CB__INPUT_COUNT];
	size_t sizes[CB__INPUT_COUNT];
	const cb__cell *owner; /* whose key object is used, or NULL */
	int is_input_given;
	int is_opened;
};

static size_t message_len(const cb__cell_spec *spec)
{
	if (cb_op_has_message(spec->algorithm->kind, spec->op))
		return spec->size;
	return spec->algorithm->kind == CB_KIND_SIGN ? CB_SIGNED_LEN : 0;
}

static size_t round_up(size_t size)
{
	return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* In and out start half a page and a few lines apart modulo the page: loads from one must not
 * look like they depend on stores to the other (4 KiB aliasing). */
static size_t out_skew(void)
{
	return 2048 + 2 * ALIGNMENT;
}

static cb_status allocate(cb__cell *cell)
{
	const cb__cell_spec *spec = &cell->spec;
	size_t in_size = spec->size > CB_KEY_MAX ? spec->size : CB_KEY_MAX;
	const size_t sizes[CB__INPUT_COUNT] = {
		[CB__INPUT_KEY] = CB_KEY_MAX,
		[CB__INPUT_PEER] = CB_KEY_MAX,
		[CB__INPUT_NONCE] = NONCE_SIZE,
		[CB__INPUT_AAD] = AAD_SIZE,
		[CB__INPUT_IN] = in_size,
		[CB__INPUT_TAG] = CB_OUT_MAX,
	};
	size_t out_size = in_size + CB_OUT_MAX;
	size_t total = 3 * ALIGNMENT + out_skew() + round_up(out_size) +
		       round_up(spec->impl->driver->state_size);
	for (int i = 0; i < CB__INPUT_COUNT; i++)
		total += round_up(sizes[i] + 1);

	cell->block = calloc(1, total);
	if (cell->block == NULL)
		return CB_ENOMEM;
	uint8_t *next = (uint8_t *)cell->block + ALIGNMENT - (uintptr_t)cell->block % ALIGNMENT;
	size_t off = spec->variant == CB_VARIANT_MISALIGN ? 1 : 0;
	cell->state = next;
	next += round_up(spec->impl->driver->state_size);
	for (int i = 0; i < CB__INPUT_COUNT; i++) {
		cell->fields[i] = next + off;
		cell->sizes[i] = sizes[i];
		next += round_up(sizes[i] + off);
	}
	cell->io.out = next + out_skew() + off;
	cell->io.out_size = out_size;
	/* Output over input: the next operation works on what this one left. */
	if (spec->variant == CB_VARIANT_INPLACE) {
		cell->io.out = cell->fields[CB__INPUT_IN];
		cell->io.out_size = in_size;
	}
	return CB_OK;
}

static void point_at(cb_io *io, cb__input field, uint8_t *bytes, size_t len)
{
	switch (field) {
	case CB__INPUT_KEY:
		io->key = bytes;
		io->key_len = len;
		break;
	case CB__INPUT_PEER:
		io->peer = bytes;
		io->peer_len = len;
		break;
	case CB__INPUT_NONCE:
		io->nonce = bytes;
		io->nonce_len = len;
		break;
	case CB__INPUT_AAD:
		io->aad = bytes;
		io->aad_len = len;
		break;
	case CB__INPUT_IN:
		io->in = bytes;
		io->in_len = len;
		break;
	case CB__INPUT_TAG:
		io->tag = bytes;
		io->tag_len = len;
		break;
	case CB__INPUT_COUNT:
		break;
	}
}

static void fill_random(cb__cell *cell, cb__input field, size_t len)
{
	cb__random random = {cell->spec.seed * CB__INPUT_COUNT + (uint64_t)field};
	cb__random_fill(&random, cell->fields[field], len);
	point_at(&cell->io, field, cell->fields[field], len);
}

static cb_status fill_hex(cb__cell *cell, cb__input field, const char *hex)
{
	size_t len = 0;
	if (hex == NULL)
		hex = "";
	cb_status status = cb__hex_decode(cell->fields[field], cell->sizes[field], &len, hex);
	point_at(&cell->io, field, cell->fields[field], len);
	return status;
}

static cb_status fill(cb__cell *cell)
{
	const cb_algorithm *algorithm = cell->spec.algorithm;
	int is_kex = algorithm->kind == CB_KIND_KEX;
	cb_status status = CB_OK;

	if (algorithm->key_len > 0 || cb__private_key(algorithm->name) == NULL) {
		fill_random(cell, CB__INPUT_KEY, algorithm->key_len);
	} else {
		status = fill_hex(cell, CB__INPUT_KEY, cb__private_key(algorithm->name));
		const char *peer =
			is_kex ? cb__peer_key(algorithm->name) : cb__public_key(algorithm->name);
		if (status == CB_OK)
			status = fill_hex(cell, CB__INPUT_PEER, peer);
	}
	fill_random(cell, CB__INPUT_NONCE, algorithm->nonce_len);
	fill_random(cell, CB__INPUT_AAD, algorithm->kind == CB_KIND_AEAD ? CB_AAD_LEN : 0);
	fill_random(cell, CB__INPUT_IN, message_len(&cell->spec));
	point_at(&cell->io, CB__INPUT_TAG, cell->fields[CB__INPUT_TAG], algorithm->tag_len);
	memcpy(cell->io.cost, algorithm->cost, sizeof cell->io.cost);
	return status;
}

cb_status cb__cell_new(cb__cell **out, const cb__cell_spec *spec)
{
	if (spec->size > CB_SIZE_MAX || spec->algorithm->key_len > CB_KEY_MAX ||
		spec->algorithm->nonce_len > NONCE_SIZE || spec->algorithm->tag_len > CB_OUT_MAX)
		return CB_EINVAL;
	cb__cell *cell = calloc(1, sizeof *cell);
	if (cell == NULL)
		return CB_ENOMEM;
	cell->spec = *spec;
	cell->slowdown.percent = spec->slowed_percent;
	cell->run = cb__module_run(spec->module, spec->impl, spec->op);
	cb_status status = allocate(cell);
	if (status == CB_OK)
		status = fill(cell);
	if (status == CB_OK)
		*out = cell;
	else
		cb__cell_free(cell);
	return status;
}

cb_status cb__cell_set(cb__cell *cell, cb__input field, const uint8_t *bytes, size_t len)
{
	if (len > cell->sizes[field])
		return CB_EINVAL;
	if (len > 0)
		memcpy(cell->fields[field], bytes, len);
	point_at(&cell->io, field, cell->fields[field], len);
	int is_whole_input = field == CB__INPUT_IN && cell->spec.algorithm->kind == CB_KIND_CIPHER;
	if (field == CB__INPUT_TAG || is_whole_input)
		cell->is_input_given = 1;
	return CB_OK;
}

cb_status cb__cell_set_hex(cb__cell *cell, cb__input field, const char *hex)
{
	if (hex == NULL)
		return CB_OK;
	size_t size = strlen(hex) / 2 + 1;
	size_t len = 0;
	uint8_t *bytes = malloc(size);
	if (bytes == NULL)
		return CB_ENOMEM;
	cb_status status = cb__hex_decode(bytes, size, &len, hex);
	if (status == CB_OK)
		status = cb__cell_set(cell, field, bytes, len);
	free(bytes);
	return status;
}

void cb__cell_set_cost(cb__cell *cell, const uint32_t cost[3])
{
	memcpy(cell->io.cost, cost, sizeof cell->io.cost);
}

static void explain(const cb__cell *cell, const char *what, cb_status status, cb_text *why)
{
	char text[256] = "";
	const cb_backend *backend = cell->spec.module->backend;
	if (backend->last_error != NULL && status == CB_EBACKEND)
		backend->last_error(text, sizeof text);
	cb__text_format(why, "%s %s: %s", cell->spec.algorithm->name, what,
		text[0] != '\0' ? text : cb_status_text(status));
}

/* Runs the operation that makes this one's input, with the same keys, and takes its output. */
static cb_status make_input(cb__cell *cell, cb_op maker_op, cb_text *why)
{
	cb__cell_spec spec = cell->spec;
	spec.op = maker_op;
	spec.variant = CB_VARIANT_MESSAGE;
	cb__cell *maker = NULL;
	cb_status status = cb__cell_new(&maker, &spec);
	for (int field = 0; field < CB__INPUT_TAG && status == CB_OK; field++) {
		const cb_io *io = &cell->io;
		const size_t lens[] = {
			io->key_len, io->peer_len, io->nonce_len, io->aad_len, io->in_len};
		status = cb__cell_set(maker, (cb__input)field, cell->fields[field], lens[field]);
	}
	if (status == CB_OK)
		status = cb__cell_start(maker, why);
	if (status == CB_OK)
		status = cb__cell_once(maker, why);
	if (status == CB_OK && cell->spec.algorithm->kind == CB_KIND_SIGN) {
		status = cb__cell_set(cell, CB__INPUT_TAG, maker->io.out, maker->io.out_len);
	} else if (status == CB_OK && cell->spec.algorithm->kind == CB_KIND_KEM) {
		status = cb__cell_set(cell, CB__INPUT_TAG, maker->io.tag, maker->io.tag_len);
	} else if (status == CB_OK) {
		status = cb__cell_set(cell, CB__INPUT_IN, maker->io.out, maker->io.in_len);
		if (status == CB_OK)
			status =
				cb__cell_set(cell, CB__INPUT_TAG, maker->io.tag, maker->io.tag_len);
	}
	cb__cell_free(maker);
	return status;
}

/* The last byte of an ECDSA signature is part of its number s, so it still parses; in a tag any
 * bit will do. */
static void forge(cb__cell *cell)
{
	if (cell->io.tag_len > 0)
		cell->io.tag[cell->io.tag_len - 1] ^= 1;
}

void cb__cell_share(cb__cell *cell, const cb__cell *owner)
{
	cell->owner = owner;
}

/* Where the buffers lie is our doing; a driver is told of the other variants only. */
static cb_variant driver_variant(const cb__cell *cell)
{
	cb_variant variant = cell->spec.variant;
	return variant == CB_VARIANT_INPLACE || variant == CB_VARIANT_MISALIGN ? CB_VARIANT_MESSAGE
									       : variant;
}

cb_status cb__cell_start(cb__cell *cell, cb_text *why)
{
	const cb_task task = {cell->spec.impl, cell->spec.op, driver_variant(cell),
		cell->owner != NULL ? cell->owner->state : NULL};
	cb_status status = CB_OK;
	if (cell->run == NULL) {
		cb__text_format(why, "the backend has no %s of %s", cb_op_name(cell->spec.op),
			cell->spec.algorithm->name);
		return CB_ENOTSUP;
	}
	if (!cb__module_has_variant(
		    cell->spec.module, cell->spec.impl, cell->spec.op, cell->spec.variant)) {
		cb__text_format(why, "%s %s has no variant %s", cell->spec.algorithm->name,
			cb_op_name(cell->spec.op), cb_variant_name(cell->spec.variant));
		return CB_ENOTSUP;
	}

	cb_op maker = cb__op_prepared_by(cell->spec.algorithm->kind, cell->spec.op);
	if (maker != CB_OP_NONE && !cell->is_input_given)
		status = make_input(cell, maker, why);
	if (status != CB_OK)
		return status;
	if (cell->spec.op == CB_OP_REJECT)
		forge(cell);

	cell->is_opened = 1;
	status = cell->spec.impl->driver->open(cell->state, &task, &cell->io);
	if (status == CB_ENOTSUP && cell->spec.variant != CB_VARIANT_MESSAGE)
		cb__text_format(why, "the backend has no variant %s of %s %s",
			cb_variant_name(cell->spec.variant), cell->spec.algorithm->name,
			cb_op_name(cell->spec.op));
	else if (status != CB_OK)
		explain(cell, "set-up", status, why);
	return status;
}

cb_status cb__cell_once(cb__cell *cell, cb_text *why)
{
	cb_status status = cell->run(cell->state, &cell->io);
	cb_run_fn *collect = cell->spec.impl->driver->collect;
	if (status == CB_OK && cell->spec.op == CB_OP_KEYGEN && collect != NULL)
		status = collect(cell->state, &cell->io);
	if (status != CB_OK)
		explain(cell, cb_op_name(cell->spec.op), status, why);
	if (cell->io.out_len > cell->io.out_size || cell->io.tag_len > cell->sizes[CB__INPUT_TAG]) {
		cb__text_add(why, "the driver says that it wrote more than there is room for");
		return CB_EBACKEND;
	}
	return status;
}

void cb__cell_free(cb__cell *cell)
{
	if (cell == NULL)
		return;
	if (cell->is_opened && cell->spec.impl->driver->close != NULL)
		cell->spec.impl->driver->close(cell->state);
	free(cell->block);
	free(cell);
}

const cb_io *cb__cell_io(const cb__cell *cell)
{
	return &cell->io;
}

cb__work cb__cell_work(cb__cell *cell)
{
	return (cb__work){.run = cell->run,
		.state = cell->state,
		.io = &cell->io,
		.slowdown = cell->slowdown.percent > 0 ? &cell->slowdown : NULL};
}

static uint64_t hash_bytes(uint64_t hash, const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ bytes[i]) * 0x100000001b3u;
	return hash;
}

uint64_t cb__cell_fingerprint(const cb__cell *cell)
{
	const cb_io *io = &cell->io;
	uint64_t hash = hash_bytes(0xcbf29ce484222325u, io->in, io->in_len);
	/* What a refusal leaves behind is nobody's answer. */
	if (cell->spec.op != CB_OP_REJECT)
		hash = hash_bytes(hash, io->out, io->out_len);
	return hash_bytes(hash, io->tag, io->tag_len);
}

/* Length of the DER element at the start, header included; 0 if it does not fit. */
static size_t der_len(const uint8_t *bytes, size_t len)
{
	if (len < 2)
		return 0;
	size_t header = 2;
	size_t content = bytes[1];
	if (content > 127) {
		size_t count = content - 128;
		if (count == 0 || count > 3 || len < 2 + count)
			return 0;
		content = 0;
		for (size_t i = 0; i < count; i++)
			content = content * 256 + bytes[2 + i];
		header += count;
	}
	return header + content <= len ? header + content : 0;
}

cb_status cb__cell_split_keys(const cb_algorithm *algorithm, const uint8_t *pair, size_t pair_len,
	size_t *ret_private_len)
{
	const char *example = cb__private_key(algorithm->name);
	if (example == NULL || pair_len < 2)
		return CB_EINVAL;
	/* Raw private keys are all as long as the test key; DER says its own length. */
	int is_der = strncmp(example, "308", 3) == 0 && strlen(example) > 256;
	size_t len = is_der ? der_len(pair, pair_len) : strlen(example) / 2;
	if (len == 0 || len >= pair_len)
		return CB_EINVAL;
	*ret_private_len = len;
	return CB_OK;
}
