/* SPDX-License-Identifier: Apache-2.0 */
/* What all drivers have in common. */
#include "drivers.h"

#include <openssl/params.h>

/* How buffers lie is the core's affair: libcrypto does the same whatever they are. */
static cb_variant find_idiom(cb_variant variant)
{
	if (variant == CB_VARIANT_INPLACE || variant == CB_VARIANT_MISALIGN)
		return CB_VARIANT_MESSAGE;
	return variant;
}

cb_status openssl_choose(
	cb_run_fn **ret_once, const openssl_way *ways, size_t way_count, const cb_task *task)
{
	cb_variant variant = find_idiom(task->variant);

	for (size_t i = 0; i < way_count; i++) {
		if (ways[i].op != task->op || ways[i].variant != variant)
			continue;
		*ret_once = ways[i].once;
		return CB_OK;
	}
	return CB_ENOTSUP;
}

cb_status openssl_run(void *state, cb_io *io)
{
	cb_run_fn *const *once = state;

	return (*once)(state, io);
}

/* OSSL_PARAM serves both directions, so it wants to be able to write. */
static void *drop_const(const void *data)
{
	union {
		const void *input;
		void *output;
	} view = {data};

	return view.output;
}

OSSL_PARAM openssl_text_param(const char *name, const char *value)
{
	return OSSL_PARAM_construct_utf8_string(name, drop_const(value), 0);
}

OSSL_PARAM openssl_bytes_param(const char *name, const uint8_t *bytes, size_t byte_count)
{
	return OSSL_PARAM_construct_octet_string(name, drop_const(bytes), byte_count);
}
