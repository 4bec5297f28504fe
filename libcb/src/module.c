/* SPDX-License-Identifier: Apache-2.0 */
#include "module.h"

#include <string.h>

/* A program with backends built in may be for a target that cannot load modules. */
#ifdef CB_STATIC_BACKENDS
#define HAS_MODULES 0
#else
#define HAS_MODULES 1
#include <dlfcn.h>
#endif

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

static cb_status check_rows(
	const cb__module *module, const cb_impl *rows, size_t count, cb_text *why)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < count && status == CB_OK; i++)
		status = check_row(module, &rows[i], why);
	return status;
}

static int is_name(const char *name)
{
	const char *characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				 "0123456789._+-";
	return name != NULL && name[0] != '\0' && name[strspn(name, characters)] == '\0';
}

static cb_status check_sets(const cb__module *module, cb_text *why)
{
	const cb_backend *backend = module->backend;
	cb_status status = CB_OK;
	for (size_t i = 0; i < backend->impl_set_count && status == CB_OK; i++) {
		const cb_impl_set *set = &backend->impl_sets[i];
		if (!is_name(set->name) || cb__module_set(module, set->name) != set) {
			cb__text_format(why,
				"set of rows \"%s\": a name is made of letters, digits and ._+-, "
				"and "
				"there only once",
				set->name != NULL ? set->name : "");
			return CB_EINVAL;
		}
		status = check_rows(module, set->impls, set->impl_count, why);
	}
	return status;
}

/* A count of rows that are not there, or an algorithm that has no name. */
static const char *find_gap(const cb_backend *backend, int has_sets)
{
	if (backend->impls == NULL && backend->impl_count > 0)
		return "impls";
	if (backend->algorithms == NULL && backend->algorithm_count > 0)
		return "algorithms";
	for (size_t i = 0; i < backend->algorithm_count; i++)
		if (!is_name(backend->algorithms[i].name))
			return "algorithms";
	if (has_sets && backend->impl_sets == NULL && backend->impl_set_count > 0)
		return "impl_sets";
	for (size_t i = 0; has_sets && i < backend->impl_set_count; i++)
		if (backend->impl_sets[i].impls == NULL && backend->impl_sets[i].impl_count > 0)
			return "impl_sets";
	if (has_sets && backend->answers == NULL && backend->answer_count > 0)
		return "answers";
	return NULL;
}

static int is_hex(const char *text)
{
	return text == NULL ||
	       (strlen(text) % 2 == 0 && text[strspn(text, "0123456789abcdefABCDEF")] == '\0');
}

static cb_status check_answer(const cb__module *module, const cb_answer *row, cb_text *why)
{
	const cb_algorithm *algorithm =
		row->algorithm != NULL ? cb__module_algorithm(module, row->algorithm) : NULL;
	if (algorithm == NULL || !cb_kind_has_op(algorithm->kind, row->op) || row->source == NULL)
		cb__text_format(why,
			"an answer of \"%s\" lacks a known algorithm, one of its operations, or "
			"its source",
			row->algorithm != NULL ? row->algorithm : "");
	else if (!is_hex(row->key) || !is_hex(row->peer) || !is_hex(row->nonce) ||
		 !is_hex(row->aad) || !is_hex(row->in) || !is_hex(row->out) || !is_hex(row->tag))
		cb__text_format(why, "the answer of \"%s\" from %s is not hexadecimal",
			row->algorithm, row->source);
	else if (row->op == CB_OP_SEAL && (row->out == NULL || row->tag == NULL))
		cb__text_format(why, "the answer of \"%s\" from %s has no out or tag",
			row->algorithm, row->source);
	else
		return CB_OK;
	return CB_EINVAL;
}

static cb_status check_answers(const cb__module *module, cb_text *why)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < module->backend->answer_count && status == CB_OK; i++)
		status = check_answer(module, &module->backend->answers[i], why);
	return status;
}

static cb_status check_tables(const cb__module *module, cb_text *why)
{
	const cb_backend *backend = module->backend;
	if (backend->abi < 1 || backend->abi > CB_BACKEND_ABI) {
		cb__text_format(why,
			"built for backend ABI %u, this libcb reads 1 to %u: rebuild it with this "
			"libcb's headers",
			(unsigned)backend->abi, (unsigned)CB_BACKEND_ABI);
		return CB_EABI;
	}
	if (!is_name(backend->name) || backend->version == NULL) {
		cb__text_add(why,
			"the table has no version function, or no name of letters, digits "
			"and ._+-");
		return CB_EINVAL;
	}
	const char *table = find_gap(backend, cb__module_has(module, 2));
	if (table != NULL) {
		cb__text_format(why,
			"the table \"%s\" has fewer rows than it counts, or a row without a name "
			"of "
			"letters, digits and ._+-",
			table);
		return CB_EINVAL;
	}
	cb_status status = check_rows(module, backend->impls, backend->impl_count, why);
	if (status == CB_OK && cb__module_has(module, 2))
		status = check_sets(module, why);
	if (status == CB_OK && cb__module_has(module, 2))
		status = check_answers(module, why);
	return status;
}

cb_status cb__module_use(cb__module *out, const cb_backend *backend, cb_text *why)
{
	const cb__module module = {NULL, backend, NULL};
	cb_status status = check_tables(&module, why);
	if (status == CB_OK)
		*out = module;
	return status;
}

#if HAS_MODULES

cb_status cb__module_open(cb__module *out, const char *file, cb_text *why)
{
	cb__module module = {NULL, NULL, NULL};
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
	*module = (cb__module){NULL, NULL, NULL};
}

void *cb__module_symbol(const cb__module *module, const char *name)
{
	return module->handle != NULL ? dlsym(module->handle, name) : NULL;
}

#else

cb_status cb__module_open(cb__module *out, const char *file, cb_text *why)
{
	(void)out;
	cb__text_format(why, "\"%s\": this libcb has its backends built in and loads none", file);
	return CB_ENOTSUP;
}

void cb__module_close(cb__module *module)
{
	*module = (cb__module){NULL, NULL, NULL};
}

void *cb__module_symbol(const cb__module *module, const char *name)
{
	(void)module;
	(void)name;
	return NULL;
}

#endif

int cb__module_has(const cb__module *module, unsigned abi)
{
	return module->backend->abi >= abi;
}

const cb_impl_set *cb__module_set(const cb__module *module, const char *name)
{
	size_t count = cb__module_has(module, 2) ? module->backend->impl_set_count : 0;
	for (size_t i = 0; i < count; i++) {
		const cb_impl_set *set = &module->backend->impl_sets[i];
		if (set->name != NULL && strcmp(set->name, name) == 0)
			return set;
	}
	return NULL;
}

const cb_impl *cb__module_rows(const cb__module *module, size_t *ret_count)
{
	*ret_count = module->set != NULL ? module->set->impl_count : module->backend->impl_count;
	return module->set != NULL ? module->set->impls : module->backend->impls;
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
	size_t count = 0;
	const cb_impl *rows = cb__module_rows(module, &count);
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].algorithm, name) == 0)
			return &rows[i];
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
