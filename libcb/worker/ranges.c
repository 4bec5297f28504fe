/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif
#include "ranges.h"

#include <string.h>

#include <sys/stat.h>
#ifdef __linux__
#include <link.h>
#endif

#ifdef __linux__

#define PROVIDER_LIMIT 32u

/* Files, not names: a library is found under more than one. */
struct file {
	dev_t device;
	ino_t inode;
};

struct search {
	ranges *out;
	const void *symbol; /* in the library */
	struct file providers[PROVIDER_LIMIT];
	size_t provider_count;
};

static void add_provider(const char *name, const char *version, const char *file, void *payload)
{
	struct search *search = payload;
	struct stat info;
	(void)name;
	(void)version;
	if (file == NULL || file[0] == '\0' || search->provider_count == PROVIDER_LIMIT ||
		stat(file, &info) != 0)
		return;
	search->providers[search->provider_count++] = (struct file){info.st_dev, info.st_ino};
}

static int is_provider(const struct search *search, const char *path)
{
	struct stat info;
	if (search->provider_count == 0 || path[0] == '\0' || stat(path, &info) != 0)
		return 0;
	for (size_t i = 0; i < search->provider_count; i++)
		if (search->providers[i].device == info.st_dev &&
			search->providers[i].inode == info.st_ino)
			return 1;
	return 0;
}

static struct range segment(const struct dl_phdr_info *info, int number)
{
	const ElfW(Phdr) *header = &info->dlpi_phdr[number];
	uintptr_t start = (uintptr_t)info->dlpi_addr + (uintptr_t)header->p_vaddr;
	return (struct range){start, start + (uintptr_t)header->p_memsz};
}

static int holds(const struct dl_phdr_info *info, const void *address)
{
	for (int i = 0; i < info->dlpi_phnum; i++) {
		struct range range = segment(info, i);
		if (info->dlpi_phdr[i].p_type == PT_LOAD && (uintptr_t)address >= range.start &&
			(uintptr_t)address < range.end)
			return 1;
	}
	return 0;
}

static int visit_object(struct dl_phdr_info *info, size_t size, void *payload)
{
	struct search *search = payload;
	(void)size;
	if (!holds(info, search->symbol) && !is_provider(search, info->dlpi_name))
		return 0;
	for (int i = 0; i < info->dlpi_phnum && search->out->count < RANGE_LIMIT; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		if (header->p_type == PT_LOAD && (header->p_flags & PF_X))
			search->out->rows[search->out->count++] = segment(info, i);
	}
	return 0;
}

cb_status ranges_collect(ranges *out, const cb__module *module, cb_text *why)
{
	const cb_backend *backend = module->backend;
	struct search search = {.out = out};
	out->count = 0;
	if (module->handle == NULL) {
		cb__text_add(why, "the library is linked into cb-worker, whose code cannot be told "
				  "from the library's");
		return CB_ENOTSUP;
	}
	if (backend->library != NULL)
		search.symbol = cb__module_symbol(module, backend->library_symbol);
	if (search.symbol == NULL)
		search.symbol = backend;
	if (backend->list_providers != NULL)
		backend->list_providers(add_provider, &search);
	dl_iterate_phdr(visit_object, &search);
	if (out->count > 0)
		return CB_OK;
	cb__text_format(
		why, "the code of backend \"%s\" cannot be found in this process", backend->name);
	return CB_ENOTFOUND;
}

#else

cb_status ranges_collect(ranges *out, const cb__module *module, cb_text *why)
{
	(void)module;
	out->count = 0;
	cb__text_add(why, "where libraries are mapped cannot be found out on this system");
	return CB_ENOTFOUND;
}

#endif

size_t ranges_room(const ranges *inside, uintptr_t address)
{
	for (size_t i = 0; i < inside->count; i++)
		if (address >= inside->rows[i].start && address < inside->rows[i].end)
			return (size_t)(inside->rows[i].end - address);
	return 0;
}
