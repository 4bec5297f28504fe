/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif
#include "serve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <dirent.h>
#include <glob.h>
#include <unistd.h>
#ifdef __linux__
#include <link.h>
#endif

static char *make_private_directory(cb_text *why)
{
	const char *temporary = getenv("TMPDIR");
	if (temporary == NULL || temporary[0] == '\0')
		temporary = "/tmp";
	char *path = cb__path_join(temporary, "libcb-XXXXXX");
	if (path != NULL && mkdtemp(path) == NULL) {
		cb__text_format(
			why, "no directory can be made in \"%s\": %s", temporary, strerror(errno));
		free(path);
		return NULL;
	}
	return path;
}

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

cb_status cb__serve_file(cb__served *out, const char *file, const char *const *names,
	size_t name_count, cb_text *why)
{
	cb__served served = CB__SERVED_INIT;
	served.links = make_private_directory(why);
	if (served.links == NULL)
		return why->len > 0 ? CB_EIO : CB_ENOMEM;
	cb_status status = CB_OK;
	for (size_t i = 0; i < name_count && status == CB_OK; i++)
		status = add_link(served.links, names[i], file, why);
	served.library_path = cb__string_copy(served.links);
	if (status == CB_OK && served.library_path == NULL)
		status = CB_ENOMEM;
	if (status == CB_OK)
		*out = served;
	else
		cb__served_done(&served);
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

static int expand(glob_t *out, const char *directory, const char *pattern)
{
	char *path = cb__path_join(directory, pattern);
	int found = path != NULL && glob(path, 0, NULL, out) == 0;
	free(path);
	return found;
}

static char *find_loader(const char *directory)
{
	for (size_t i = 0; i < sizeof loader_patterns / sizeof *loader_patterns; i++) {
		glob_t matches;
		if (!expand(&matches, directory, loader_patterns[i]))
			continue;
		char *found = NULL;
		for (size_t j = 0; j < matches.gl_pathc && found == NULL; j++)
			if (access(matches.gl_pathv[j], X_OK) == 0)
				found = cb__string_copy(matches.gl_pathv[j]);
		globfree(&matches);
		if (found != NULL)
			return found;
	}
	return NULL;
}

static void add_directory(cb_text *path, const char *directory)
{
	cb__text_format(path, "%s%s", path->len > 0 ? ":" : "", directory);
}

#ifdef __linux__
static int visit_host_object(struct dl_phdr_info *info, size_t size, void *payload)
{
	(void)size;
	cb_text *path = payload;
	const char *slash = strrchr(info->dlpi_name, '/');
	if (slash == NULL || slash == info->dlpi_name)
		return 0;
	cb_text directory = CB_TEXT_INIT;
	cb__text_append(&directory, info->dlpi_name, (size_t)(slash - info->dlpi_name));
	if (strstr(cb__text_string(path), cb__text_string(&directory)) == NULL)
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
		if (!expand(&matches, directory, library_patterns[i]))
			continue;
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
	served.loader = find_loader(directory);
	if (served.loader == NULL) {
		cb__text_format(why,
			"\"%s\" holds no loader (such as lib64/ld-linux-*.so.*): unpack the C "
			"library's package there too",
			directory);
		return CB_ENOTFOUND;
	}
	cb_status status = collect_path(&served.library_path, directory);
	if (status == CB_OK)
		*out = served;
	else
		cb__served_done(&served);
	return status;
}

static void remove_links(const char *directory)
{
	DIR *stream = opendir(directory);
	struct dirent *entry;
	while (stream != NULL && (entry = readdir(stream)) != NULL) {
		char *path = cb__path_join(directory, entry->d_name);
		if (path != NULL && entry->d_name[0] != '.')
			unlink(path);
		free(path);
	}
	if (stream != NULL)
		closedir(stream);
	rmdir(directory);
}

void cb__served_done(cb__served *served)
{
	if (served->links != NULL)
		remove_links(served->links);
	free(served->links);
	free(served->library_path);
	free(served->loader);
	*served = (cb__served)CB__SERVED_INIT;
}
