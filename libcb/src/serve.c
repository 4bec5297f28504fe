/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif
#include "serve.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glob.h>
#include <unistd.h>
#ifdef __linux__
#include <link.h>
#endif

#include "file.h"

static cb_status add_link(const char *directory, const char *name, const char *file, cb_text *why)
{
	char *link = cb__path_join(directory, name);
	if (link == NULL)
		return CB_ENOMEM;
	cb_status status = CB_OK;
	if (symlink(file, link) != 0) {
		cb__text_format(why, "no link \"%s\" can be made: %s", link, strerror(errno));
		status = CB_EIO;
	}
	free(link);
	return status;
}

static cb_status make_served(cb__served *out, cb_text *why)
{
	*out = (cb__served)CB__SERVED_INIT;
	const char *temporary = getenv("TMPDIR");
	if (temporary == NULL || temporary[0] == '\0')
		temporary = "/tmp";
	cb_status status = cb__private_new(&out->directory, temporary, why);
	if (status != CB_OK)
		return status;
	out->links = out->directory.path;
	out->library_path = cb__string_copy(out->links);
	return out->library_path != NULL ? CB_OK : CB_ENOMEM;
}

static cb_status link_names(const cb__served *served, const char *file, const char *const *names,
	size_t name_count, cb_text *why)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < name_count && status == CB_OK; i++)
		status = add_link(served->links, names[i], file, why);
	return status;
}

cb_status cb__serve_file(cb__served *out, const char *file, const char *const *names,
	size_t name_count, cb_text *why)
{
	cb__served served;
	cb_status status = make_served(&served, why);
	if (status == CB_OK)
		status = link_names(&served, file, names, name_count, why);
	if (status == CB_OK)
		*out = served;
	else
		cb__served_done(&served);
	return status;
}

/* Where libraries keep modules of their own, seen from them, and what that is called beside a copy.
 */
static const char *const module_directories[][2] = {
	{"ossl-modules", "ossl-modules"},
	{"../usr/lib/ossl-modules", "ossl-modules"},
	{"providers", "providers"},
};

static cb_status link_modules(const char *directory, const char *file, cb_text *why)
{
	cb_status status = CB_OK;
	const char *linked = "";
	const char *slash = strrchr(file, '/');
	for (size_t i = 0; i < 3 && slash != NULL && status == CB_OK; i++) {
		const char *name = module_directories[i][1];
		cb_text beside = CB_TEXT_INIT;
		cb__text_append(&beside, file, (size_t)(slash - file));
		cb__text_format(&beside, "/%s", module_directories[i][0]);
		if (beside.failed) {
			status = CB_ENOMEM;
		} else if (access(cb__text_string(&beside), X_OK) == 0 &&
			   strcmp(linked, name) != 0) {
			status = add_link(directory, name, cb__text_string(&beside), why);
			linked = name;
		}
		cb__text_done(&beside);
	}
	return status;
}

static cb_status copy_library(const cb__served *served, cb_text *why)
{
	if (!cb__private_may_hold_code(&served->directory)) {
		cb__text_format(why,
			"no library can be loaded from \"%s\", which is mounted noexec: set TMPDIR "
			"to another",
			served->links);
		return CB_EIO;
	}
	cb_status status = cb__file_copy(served->source, served->copy, why);
	if (status != CB_OK && access(served->source, R_OK) == 0)
		cb__text_add(why, ": make room, or set TMPDIR to another directory");
	return status;
}

cb_status cb__serve_copy(cb__served *out, const char *file, const char *const *names,
	size_t name_count, cb_text *why)
{
	cb__served served;
	cb_status status = make_served(&served, why);
	/* No name that a loader asks for. */
	if (status == CB_OK) {
		served.copy = cb__path_join(served.links, "copy");
		served.source = cb__string_copy(file);
	}
	if (status == CB_OK && (served.copy == NULL || served.source == NULL))
		status = CB_ENOMEM;
	if (status == CB_OK)
		status = copy_library(&served, why);
	if (status == CB_OK)
		status = link_names(&served, served.copy, names, name_count, why);
	if (status == CB_OK)
		status = link_modules(served.links, file, why);
	if (status == CB_OK)
		*out = served;
	else
		cb__served_done(&served);
	return status;
}

/* The old copy goes when the new one is there: else the new one would get the very pages that the
 * old one leaves. */
cb_status cb__serve_again(const cb__served *served, cb_text *why)
{
	if (served->copy == NULL)
		return CB_OK;
	char *fresh = cb__path_join(served->links, "fresh");
	if (fresh == NULL)
		return CB_ENOMEM;
	cb_status status = cb__file_copy(served->source, fresh, why);
	if (status == CB_OK && rename(fresh, served->copy) != 0) {
		cb__text_format(
			why, "\"%s\" cannot be replaced: %s", served->copy, strerror(errno));
		status = CB_EIO;
	}
	free(fresh);
	return status;
}

/* Where loaders and libraries lie below the root of an unpacked distribution. */
static const char *const loader_patterns[] = {
	"lib64/ld-linux*.so.*",
	"lib64/ld64.so.*",
	"lib/ld-linux*.so.*",
	"lib/ld64.so.*",
	"lib/ld.so.1",
	"lib/ld-musl-*.so.*",
	"usr/lib64/ld-linux*.so.*",
	"usr/lib64/ld64.so.*",
	"usr/lib/ld-linux*.so.*",
	"usr/lib/ld64.so.*",
	"usr/lib/ld.so.1",
	"usr/lib/ld-musl-*.so.*",
	"usr/lib/*/ld-linux*.so.*",
	"usr/lib/*/ld64.so.*",
	"lib/*/ld-linux*.so.*",
};

static const char *const library_patterns[] = {
	"usr/lib/*-linux-*",
	"lib/*-linux-*",
	"usr/lib64",
	"lib64",
	"usr/lib",
	"lib",
	"usr/local/lib",
};

/* To be released with globfree(), also if nothing matches. */
static cb_status expand(glob_t *out, const char *directory, const char *pattern)
{
	cb_text path = CB_TEXT_INIT;
	*out = (glob_t){0};
	cb__text_add_escaped(&path, directory);
	cb__text_format(&path, "/%s", pattern);
	int status = path.failed ? GLOB_NOSPACE : glob(cb__text_string(&path), 0, NULL, out);
	cb__text_done(&path);
	return status == GLOB_NOSPACE ? CB_ENOMEM : CB_OK;
}

/* Packages link to where their loader will be once they are installed: followed from elsewhere,
 * that is the host's loader, which cannot load another C library than its own. */
static int is_own_loader(const char *file, const char *directory)
{
	char *real_file = realpath(file, NULL);
	char *real_directory = realpath(directory, NULL);
	size_t len = real_directory != NULL ? strlen(real_directory) : 0;
	int is_own = len > 0 && real_file != NULL && strncmp(real_file, real_directory, len) == 0 &&
		     real_file[len] == '/' && access(real_file, X_OK) == 0;
	free(real_file);
	free(real_directory);
	return is_own;
}

/* *out stays NULL if there is none. */
static cb_status find_loader(char **out, const char *directory)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < sizeof loader_patterns / sizeof *loader_patterns; i++) {
		glob_t matches;
		status = expand(&matches, directory, loader_patterns[i]);
		for (size_t j = 0; j < matches.gl_pathc && *out == NULL && status == CB_OK; j++) {
			if (!is_own_loader(matches.gl_pathv[j], directory))
				continue;
			*out = cb__string_copy(matches.gl_pathv[j]);
			status = *out != NULL ? CB_OK : CB_ENOMEM;
		}
		globfree(&matches);
		if (*out != NULL || status != CB_OK)
			break;
	}
	return status;
}

static void add_directory(cb_text *path, const char *directory)
{
	cb__text_format(path, "%s%s", path->len > 0 ? ":" : "", directory);
}

#ifdef __linux__
static int has_directory(const cb_text *path, const char *directory)
{
	size_t len = strlen(directory);
	for (const char *at = cb__text_string(path); at != NULL; at = strchr(at, ':')) {
		at += *at == ':';
		if (strncmp(at, directory, len) == 0 && (at[len] == ':' || at[len] == '\0'))
			return 1;
	}
	return 0;
}

static int visit_host_object(struct dl_phdr_info *info, size_t size, void *payload)
{
	(void)size;
	cb_text *path = payload;
	const char *slash = strrchr(info->dlpi_name, '/');
	if (slash == NULL || slash == info->dlpi_name)
		return 0;
	cb_text directory = CB_TEXT_INIT;
	cb__text_append(&directory, info->dlpi_name, (size_t)(slash - info->dlpi_name));
	if (directory.failed)
		path->failed = 1;
	else if (!has_directory(path, cb__text_string(&directory)))
		add_directory(path, cb__text_string(&directory));
	cb__text_done(&directory);
	return 0;
}
#endif

/* The worker's own libraries (jansson) come from where this process has them, and last. */
static void add_host_directories(cb_text *path)
{
#ifdef __linux__
	dl_iterate_phdr(visit_host_object, path);
#else
	(void)path;
#endif
}

static cb_status collect_path(char **out, const char *directory)
{
	cb_text path = CB_TEXT_INIT;
	for (size_t i = 0; i < sizeof library_patterns / sizeof *library_patterns; i++) {
		glob_t matches;
		if (expand(&matches, directory, library_patterns[i]) != CB_OK)
			path.failed = 1;
		for (size_t j = 0; j < matches.gl_pathc; j++)
			add_directory(&path, matches.gl_pathv[j]);
		globfree(&matches);
	}
	add_host_directories(&path);
	return cb__text_take(&path, out);
}

cb_status cb__serve_directory(cb__served *out, const char *directory, cb_text *why)
{
	cb__served served = CB__SERVED_INIT;
	cb_status status = find_loader(&served.loader, directory);
	if (status == CB_OK && served.loader == NULL) {
		cb__text_format(why,
			"\"%s\" holds no loader (such as lib64/ld-linux-*.so.*): unpack the C "
			"library's package there too, or name the library's file",
			directory);
		return CB_ENOTFOUND;
	}
	if (status == CB_OK)
		status = collect_path(&served.library_path, directory);
	if (status == CB_OK)
		*out = served;
	else
		cb__served_done(&served);
	return status;
}

void cb__served_done(cb__served *served)
{
	cb__private_done(&served->directory);
	free(served->copy);
	free(served->source);
	free(served->library_path);
	free(served->loader);
	*served = (cb__served)CB__SERVED_INIT;
}
