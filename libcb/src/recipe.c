/* SPDX-License-Identifier: Apache-2.0 */
#include "recipe.h"

#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
#define LIBRARY_PATH "DYLD_LIBRARY_PATH"
#else
#define LIBRARY_PATH "LD_LIBRARY_PATH"
#endif

/* Everything else stays behind. A variable that the list lacks cannot change a result. */
static const char *const kept[] = {
	"ASAN_OPTIONS",
	"GCOV_PREFIX",
	"GCOV_PREFIX_STRIP",
	"HOME",
	"LLVM_PROFILE_FILE",
	"LSAN_OPTIONS",
	"PATH",
	"QEMU_CPU",
	"QEMU_LD_PREFIX",
	"TMPDIR",
	"TSAN_OPTIONS",
	"UBSAN_OPTIONS",
};

void cb__strings_add(cb__strings *strings, const char *string)
{
	char **rows = realloc(strings->rows, (strings->count + 2) * sizeof *rows);
	char *copy = cb__string_copy(string);
	if (rows != NULL)
		strings->rows = rows;
	if (rows == NULL || copy == NULL) {
		free(copy);
		strings->failed = 1;
		return;
	}
	rows[strings->count++] = copy;
	rows[strings->count] = NULL;
}

void cb__strings_done(cb__strings *strings)
{
	for (size_t i = 0; i < strings->count; i++)
		free(strings->rows[i]);
	free(strings->rows);
	*strings = (cb__strings){NULL, 0, 0};
}

static void add_setting(cb__strings *strings, const char *name, const char *value)
{
	cb_text setting = CB_TEXT_INIT;
	cb__text_format(&setting, "%s=%s", name, value);
	if (setting.failed)
		strings->failed = 1;
	else
		cb__strings_add(strings, cb__text_string(&setting));
	cb__text_done(&setting);
}

static cb_status finish(cb__strings *out, cb__strings *strings)
{
	if (strings->failed) {
		cb__strings_done(strings);
		return CB_ENOMEM;
	}
	*out = *strings;
	return CB_OK;
}

cb_status cb__worker_arguments(cb__strings *out, const cb_context *ctx, const cb__served *served)
{
	cb__strings arguments = {NULL, 0, 0};
	for (char *const *word = ctx->launcher; *word != NULL; word++)
		cb__strings_add(&arguments, *word);
	if (served->loader != NULL) {
		cb__strings_add(&arguments, served->loader);
		cb__strings_add(&arguments, "--library-path");
		cb__strings_add(&arguments, served->library_path);
	}
	cb__strings_add(&arguments, ctx->worker);
	cb__strings_add(&arguments, "3");
	return finish(out, &arguments);
}

static void add_library_path(cb__strings *strings, const cb__served *served)
{
	const char *host = getenv(LIBRARY_PATH);
	int has_host = host != NULL && host[0] != '\0';
	int is_served = served->library_path != NULL && served->loader == NULL;
	cb_text path = CB_TEXT_INIT;
	if (is_served)
		cb__text_add(&path, served->library_path);
	if (has_host)
		cb__text_format(&path, "%s%s", is_served ? ":" : "", host);
	if (path.failed)
		strings->failed = 1;
	else if (path.len > 0)
		add_setting(strings, LIBRARY_PATH, cb__text_string(&path));
	cb__text_done(&path);
}

cb_status cb__worker_environment(
	cb__strings *out, const cb__served *served, json_t *const *settings, size_t setting_count)
{
	cb__strings environment = {NULL, 0, 0};
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
		const char *value = getenv(kept[i]);
		if (value != NULL)
			add_setting(&environment, kept[i], value);
	}
	add_setting(&environment, "LC_ALL", "C");
	add_library_path(&environment, served);
	for (size_t i = 0; i < setting_count; i++) {
		void *iterator = json_object_iter(settings[i]);
		for (; iterator != NULL; iterator = json_object_iter_next(settings[i], iterator)) {
			const char *value = json_string_value(json_object_iter_value(iterator));
			if (value != NULL)
				add_setting(&environment, json_object_iter_key(iterator), value);
		}
	}
	return finish(out, &environment);
}
