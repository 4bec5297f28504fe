/* SPDX-License-Identifier: Apache-2.0 */
#include "module.h"

#include <string.h>

#include <dlfcn.h>

static cb_status check_row(const cb__module *module, const cb_impl *impl, cb_text *why)
{
	if (impl->algorithm == NULL || impl->driver == NULL || impl->driver->open == NULL) {
		cb__text_add(why, "a row without algorithm, driver or open function");
		return CB_EINVAL;
	}
	if (cb__module_algorithm(module, impl->algorithm) == NULL) {
		cb__text_format(why, "algorithm \"%s\" is in no catalogue", impl->algorithm);
		return CB_EINVAL;
	}
	return CB_OK;
}

static cb_status check_tables(const cb__module *module, cb_text *why)
{
	const cb_backend *backend = module->backend;
	if (backend->abi != CB_BACKEND_ABI) {
		cb__text_format(why, "built for backend ABI %u, this libcb has %u: rebuild it",
			(unsigned)backend->abi, (unsigned)CB_BACKEND_ABI);
		return CB_EABI;
	}
	if (backend->name == NULL || backend->version == NULL) {
		cb__text_add(why, "the table has no name or no version function");
		return CB_EINVAL;
	}
	for (size_t i = 0; i < backend->impl_count; i++) {
		cb_status status = check_row(module, &backend->impls[i], why);
		if (status != CB_OK)
			return status;
	}
	return CB_OK;
}

cb_status cb__module_open(cb__module *out, const char *file, cb_text *why)
{
	cb__module module = {NULL, NULL};
	module.handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (module.handle == NULL) {
		const char *reason = dlerror();
		cb__text_add(why, reason != NULL ? reason : "cannot be loaded");
		return CB_ENOTFOUND;
	}

	cb_status status = CB_EABI;
	module.backend = dlsym(module.handle, "cb_backend_v1");
	if (module.backend == NULL)
		cb__text_format(why, "\"%s\" is no backend: it has no symbol cb_backend_v1", file);
	else
		status = check_tables(&module, why);

	if (status != CB_OK)
		cb__module_close(&module);
	else
		*out = module;
	return status;
}

void cb__module_close(cb__module *module)
{
	if (module->handle != NULL)
		dlclose(module->handle);
	*module = (cb__module){NULL, NULL};
}

const cb_algorithm *cb__module_algorithm(const cb__module *module, const char *name)
{
	const cb_algorithm *known = cb_algorithm_find(name);
	if (known != NULL)
		return known;
	for (size_t i = 0; i < module->backend->algorithm_count; i++)
		if (strcmp(module->backend->algorithms[i].name, name) == 0)
			return &module->backend->algorithms[i];
	return NULL;
}

const cb_impl *cb__module_impl(const cb__module *module, const char *name)
{
	for (size_t i = 0; i < module->backend->impl_count; i++)
		if (strcmp(module->backend->impls[i].algorithm, name) == 0)
			return &module->backend->impls[i];
	return NULL;
}

cb_run_fn *cb__module_run(const cb__module *module, const cb_impl *impl, cb_op op)
{
	if ((uint32_t)op >= module->backend->op_count || op >= CB_OP_COUNT)
		return NULL;
	return impl->driver->run[op];
}

int cb__module_can(const cb__module *module, const cb_impl *impl, cb_op op)
{
	const cb_algorithm *algorithm = cb__module_algorithm(module, impl->algorithm);
	if (algorithm == NULL || !cb_kind_has_op(algorithm->kind, op))
		return 0;
	if (cb__module_run(module, impl, op) == NULL)
		return 0;
	return impl->available == NULL || impl->available(impl);
}

int cb__module_has_variant(
	const cb__module *module, const cb_impl *impl, cb_op op, cb_variant variant)
{
	const cb_algorithm *algorithm = cb__module_algorithm(module, impl->algorithm);
	switch (variant) {
	case CB_VARIANT_MESSAGE:
		return 1;
	case CB_VARIANT_INPLACE:
		return op == CB_OP_ENCRYPT || op == CB_OP_DECRYPT || op == CB_OP_SEAL;
	case CB_VARIANT_MISALIGN:
		return algorithm != NULL && cb_op_has_message(algorithm->kind, op);
	default:
		return (impl->driver->variants & CB_VARIANT_BIT(variant)) != 0;
	}
}
