/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* dladdr, dl_iterate_phdr, dlinfo */
#endif
#include "library.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CB_STATIC_BACKENDS
#include <dlfcn.h>
#endif
#include <sys/stat.h>
#ifdef __linux__
#include <link.h>
#endif

#include "../src/hex.h"

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash != NULL ? slash + 1 : path;
}

#ifdef __linux__

#define NOTE_BUILD_ID 3u

struct search {
	library_identity *identity;
	const char *stem;   /* beginning of the file name */
	const void *symbol; /* in the object that is used */
	const void *module; /* in the backend, which may itself be called like the library */
};

static int goes_by(const char *path, const char *stem)
{
	const char *name = base_name(path);
	size_t len = strlen(stem);
	return strncmp(name, stem, len) == 0 && (name[len] == '.' || name[len] == '-');
}

static void read_build_id(char *out, size_t out_size, const uint8_t *note, size_t len)
{
	while (len >= 12) {
		uint32_t head[3]; /* lengths of name and content, type */
		memcpy(head, note, sizeof head);
		size_t name_len = ((size_t)head[0] + 3) & ~(size_t)3;
		size_t content_len = ((size_t)head[1] + 3) & ~(size_t)3;
		if (name_len > len - 12 || content_len > len - 12 - name_len)
			return;
		const uint8_t *content = note + 12 + name_len;
		int is_gnu = head[0] == 4 && memcmp(note + 12, "GNU", 4) == 0;
		if (is_gnu && head[2] == NOTE_BUILD_ID && 2 * (size_t)head[1] < out_size) {
			cb__hex_encode(out, content, head[1]);
			return;
		}
		note = content + content_len;
		len -= 12 + name_len + content_len;
	}
}

static int holds(const struct dl_phdr_info *info, const void *address)
{
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		uintptr_t start = (uintptr_t)info->dlpi_addr + (uintptr_t)header->p_vaddr;
		uintptr_t at = (uintptr_t)address;
		if (header->p_type == PT_LOAD && at >= start && at - start < header->p_memsz)
			return 1;
	}
	return 0;
}

static int visit_object(struct dl_phdr_info *info, size_t size, void *payload)
{
	(void)size;
	struct search *search = payload;
	if (goes_by(info->dlpi_name, search->stem) && !holds(info, search->module))
		search->identity->copies++;
	int is_used = holds(info, search->symbol);
	for (int i = 0; is_used && i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		const uint8_t *start = (const uint8_t *)(info->dlpi_addr + header->p_vaddr);
		if (header->p_type == PT_NOTE)
			read_build_id(search->identity->build_id, sizeof search->identity->build_id,
				start, header->p_memsz);
	}
	return 0;
}

static void inspect(library_identity *out, const cb_backend *backend, const void *symbol)
{
	struct search search = {out, backend->library, symbol, backend};
	dl_iterate_phdr(visit_object, &search);
}

#else

static void inspect(library_identity *out, const cb_backend *backend, const void *symbol)
{
	(void)backend;
	(void)symbol;
	out->copies = 1;
}

#endif

#if defined(__linux__) && !defined(CB_STATIC_BACKENDS)

void library_needed(
	const cb__module *module, void (*report)(const char *name, void *payload), void *payload)
{
	struct link_map *map = NULL;
	const char *stem = module->backend->library;
	if (stem == NULL || dlinfo(module->handle, RTLD_DI_LINKMAP, &map) != 0 || map == NULL)
		return;
	const char *strings = NULL;
	for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
		if (entry->d_tag == DT_STRTAB)
			strings = (const char *)entry->d_un.d_ptr;
	/* glibc relocates this pointer in place, musl and some architectures do not. */
	if (strings != NULL && (uintptr_t)strings < (uintptr_t)map->l_addr)
		strings += map->l_addr;
	for (const ElfW(Dyn) *entry = map->l_ld; strings && entry->d_tag != DT_NULL; entry++)
		if (entry->d_tag == DT_NEEDED && goes_by(strings + entry->d_un.d_val, stem))
			report(strings + entry->d_un.d_val, payload);
}

#else

void library_needed(
	const cb__module *module, void (*report)(const char *name, void *payload), void *payload)
{
	(void)module;
	(void)report;
	(void)payload;
}

#endif

/* The link that made the loader find it is private to this run: what it points to is named. */
static void name_file(library_identity *out, const char *path)
{
	struct stat file;
	char *resolved = realpath(path, NULL);
	*out = (library_identity){.build_id = "unknown"};
	snprintf(out->file, sizeof out->file, "%s", resolved != NULL ? resolved : path);
	free(resolved);
	if (stat(path, &file) == 0) {
		out->device = (uint64_t)file.st_dev;
		out->inode = (uint64_t)file.st_ino;
	}
}

#ifdef CB_STATIC_BACKENDS

/* The library is a part of this program. */
cb_status library_identify(library_identity *out, const cb__module *module, cb_text *why)
{
	(void)why;
	name_file(out, "/proc/self/exe");
	inspect(out, module->backend, module->backend);
	out->copies++; /* one that goes by the library's name would be a second */
	return CB_OK;
}

#else

cb_status library_identify(library_identity *out, const cb__module *module, cb_text *why)
{
	const cb_backend *backend = module->backend;
	const void *symbol = cb__module_symbol(module, backend->library_symbol);
	if (symbol == NULL) /* linked into the module, and hidden there */
		symbol = backend;

	Dl_info info;
	if (dladdr(symbol, &info) == 0 || info.dli_fname == NULL) {
		cb__text_format(why, "cannot find out which file serves \"%s\"", backend->library);
		return CB_ENOTFOUND;
	}
	name_file(out, info.dli_fname);
	inspect(out, backend, symbol);
	return CB_OK;
}

#endif
