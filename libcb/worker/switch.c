/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _DEFAULT_SOURCE
#endif
#include "switch.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <sys/mman.h>
#include <unistd.h>

/* "return 0", with a landing pad where indirect branches are tracked. */
#if defined(__x86_64__)
static const uint8_t return_zero[] = {0xf3, 0x0f, 0x1e, 0xfa, 0x31, 0xc0, 0xc3};
#elif defined(__i386__)
static const uint8_t return_zero[] = {0xf3, 0x0f, 0x1e, 0xfb, 0x31, 0xc0, 0xc3};
#elif defined(__aarch64__) && defined(__AARCH64EL__)
static const uint8_t return_zero[] = {
	0x5f, 0x24, 0x03, 0xd5, 0x00, 0x00, 0x80, 0x52, 0xc0, 0x03, 0x5f, 0xd6};
#elif defined(__arm__) && defined(__ARMEL__)
static const uint8_t return_zero[] = {0x00, 0x00, 0xa0, 0xe3, 0x1e, 0xff, 0x2f, 0xe1};
static const uint8_t return_zero_thumb[] = {0x00, 0x20, 0x70, 0x47};
#else
#define NO_PATCHING
#endif

typedef int detect_fn(unsigned what);

/* ISO C has no conversion between pointers to objects and to functions; POSIX has. */
static void *find(const cb__module *module, size_t patch)
{
	const cb_accel_table *table = module->backend->accel;
	void *pointer = NULL;
	if (module->handle != NULL)
		return cb__module_symbol(module, table->patches[patch].symbol);
	if (table->linked != NULL)
		memcpy(&pointer, &table->linked[patch], sizeof pointer);
	return pointer;
}

#ifndef NO_PATCHING

static cb_status write_code(uint8_t *entry, const uint8_t *code, size_t len)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t start = (uintptr_t)entry & ~(page - 1);
	size_t span = (size_t)((uintptr_t)entry + len - start);
	if (mprotect((void *)start, span, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
		return CB_ENOTSUP;
	memcpy(entry, code, len);
	CB_CLEAR_CACHE(entry, entry + len);
	/* The page was executable and not writable before, as all code is. */
	return mprotect((void *)start, span, PROT_READ | PROT_EXEC) == 0 ? CB_OK : CB_ENOTSUP;
}

static cb_status patch(void *function)
{
#if defined(__arm__)
	if ((uintptr_t)function & 1)
		return write_code((uint8_t *)((uintptr_t)function & ~(uintptr_t)1),
			return_zero_thumb, sizeof return_zero_thumb);
#endif
	return write_code(function, return_zero, sizeof return_zero);
}

#else

static cb_status patch(void *function)
{
	(void)function;
	errno = ENOSYS;
	return CB_ENOTSUP;
}

#endif

static cb_status apply_patches(const cb__module *module, cb_accel accel, cb_text *why)
{
	const cb_accel_table *table = module->backend->accel;
	for (size_t i = 0; i < table->patch_count; i++) {
		const cb_accel_patch *row = &table->patches[i];
		if (!(row->modes & CB_ACCEL_BIT(accel)))
			continue;
		void *function = find(module, i);
		if (function == NULL && row->optional)
			continue;
		if (function == NULL) {
			cb__text_format(why, "the library %s %s",
				module->handle != NULL ? "does not export" : "has no function",
				row->symbol);
			return CB_ENOTSUP;
		}
		if (patch(function) != CB_OK) {
			cb__text_format(why, "the code of %s may not be overwritten here: %s",
				row->symbol, strerror(errno));
			return CB_ENOTSUP;
		}
	}
	return CB_OK;
}

static int has_call(const cb__module *module)
{
	return cb__module_has(module, 2) && module->backend->accel->switch_to != NULL;
}

static cb_status switch_by_call(const cb__module *module, cb_accel accel, cb_text *why)
{
	char text[256] = "";
	if (!has_call(module))
		return CB_OK;
	if (module->backend->accel->check == NULL) {
		cb__text_add(why, "the backend switches by a call of its own and checks nothing: "
				  "give its table a check()");
		return CB_ENOTSUP;
	}
	cb_status status = module->backend->accel->switch_to(accel, text, sizeof text);
	if (status != CB_OK)
		cb__text_add(why, text[0] != '\0' ? text : "the backend's own call failed");
	return status;
}

cb_status switch_apply(const cb__module *module, cb_accel accel, cb_text *why)
{
	const cb_accel_table *table = module->backend->accel;
	if (table == NULL)
		return CB_OK;
	const char *reason = table->unswitchable != NULL ? table->unswitchable(accel) : NULL;
	if (reason != NULL) {
		cb__text_add(why, reason);
		return CB_ENOTSUP;
	}
	cb_status status = apply_patches(module, accel, why);
	return status == CB_OK ? switch_by_call(module, accel, why) : status;
}

static detect_fn *as_function(void *pointer)
{
	detect_fn *function;
	memcpy(&function, &pointer, sizeof function);
	return function;
}

static int prove_patches(switch_proof *out, const cb__module *module, cb_accel accel)
{
	const cb_accel_table *table = module->backend->accel;
	unsigned count = 0;
	for (size_t i = 0; i < table->patch_count; i++) {
		const cb_accel_patch *row = &table->patches[i];
		void *function = row->modes & CB_ACCEL_BIT(accel) ? find(module, i) : NULL;
		if (function == NULL)
			continue;
		/* Any question will do: one function answers for one feature, the other is given
		 * a mask of them. */
		if (as_function(function)(~0u) != 0) {
			snprintf(out->detail, sizeof out->detail, "%s still does not answer 0",
				row->symbol);
			return 0;
		}
		size_t len = strlen(out->detail);
		snprintf(out->detail + len, sizeof out->detail - len, "%s%s",
			count++ > 0 ? ", " : "", row->symbol);
	}
	size_t len = strlen(out->detail);
	if (count > 0)
		snprintf(out->detail + len, sizeof out->detail - len, " answer%s 0",
			count > 1 ? "" : "s");
	return 1;
}

static int prove_vector(switch_proof *out, const cb__module *module, cb_accel accel)
{
	const cb_accel_table *table = module->backend->accel;
	char vector[256] = "";
	if (table->check == NULL)
		return 1;
	if (table->read_back != NULL && table->read_back(vector, sizeof vector) != CB_OK)
		vector[0] = '\0';
	return table->check(accel, vector, out->detail, sizeof out->detail);
}

void switch_prove(switch_proof *out, const cb__module *module, cb_accel accel)
{
	*out = (switch_proof){0, ""};
	if (module->backend->accel == NULL) {
		out->achieved = 1;
		snprintf(out->detail, sizeof out->detail,
			"this backend has no acceleration to switch");
		return;
	}
	out->achieved = prove_patches(out, module, accel) && prove_vector(out, module, accel);
	if (out->achieved && out->detail[0] == '\0')
		snprintf(out->detail, sizeof out->detail, "the library is untouched");
}
