/* SPDX-License-Identifier: Apache-2.0 */
/* The loaded libcrypto as a whole: its version, its providers and the library context that
 * everything is fetched from. */
#if defined(__linux__)
#define _GNU_SOURCE /* dl_iterate_phdr */
#include <link.h>
#define HAS_PHDR 1
#else
#define _POSIX_C_SOURCE 200809L
#define HAS_PHDR        0
#endif

#include "drivers.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/provider.h>

/* A context of its own is not reached by the system's configuration file, which may load other
 * providers or set default properties. It costs nothing: the algorithms are fetched once, and at
 * 16 bytes all operations take the same time in both contexts. */
static OSSL_LIB_CTX *libctx;

static struct {
	const char *name;
	int required;
	OSSL_PROVIDER *handle;
} providers[] = {
	/* Loading any provider drops the implicit default one, so both are named. */
	{"default", 1, NULL},
#if !defined(CB_BACKEND_LINKED) /* a module, and linked with a libcrypto of its own */
	{"legacy", 0, NULL},
#endif
};

OSSL_LIB_CTX *openssl_libctx(void)
{
	return libctx;
}

const char *openssl_version(void)
{
	return OpenSSL_version(OPENSSL_FULL_VERSION_STRING);
}

const char *openssl_build_info(void)
{
	static char text[1024];

	(void)snprintf(text, sizeof(text), "%s; %s; %s; %s", OpenSSL_version(OPENSSL_VERSION),
		OpenSSL_version(OPENSSL_BUILT_ON), OpenSSL_version(OPENSSL_PLATFORM),
		OpenSSL_version(OPENSSL_CFLAGS));
	return text;
}

static const char *provider_version(const OSSL_PROVIDER *provider)
{
	char *version = NULL;
	OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_ptr(OSSL_PROV_PARAM_VERSION, &version, 0),
		OSSL_PARAM_construct_end()};

	if (OSSL_PROVIDER_get_params(provider, params) != 1 || version == NULL)
		return "";
	return version;
}

/* A module of another version would be measured as if it were this library's own. */
static OSSL_PROVIDER *load_provider(const char *name)
{
	OSSL_PROVIDER *provider = OSSL_PROVIDER_load(libctx, name);

	if (provider == NULL)
		return NULL;
	if (strcmp(provider_version(provider), OpenSSL_version(OPENSSL_VERSION_STRING)) == 0)
		return provider;
	(void)OSSL_PROVIDER_unload(provider);
	return NULL;
}

cb_status openssl_init(void)
{
	if (OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL) != 1)
		return CB_EBACKEND;
	libctx = OSSL_LIB_CTX_new();
	if (libctx == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < CB_COUNT(providers); i++) {
		(void)ERR_set_mark();
		providers[i].handle = load_provider(providers[i].name);
		if (providers[i].handle == NULL && providers[i].required)
			return CB_EBACKEND;
		(void)ERR_pop_to_mark();
	}
	return CB_OK;
}

void openssl_finish(void)
{
	for (size_t i = CB_COUNT(providers); i-- > 0;) {
		if (providers[i].handle != NULL)
			(void)OSSL_PROVIDER_unload(providers[i].handle);
		providers[i].handle = NULL;
	}
	if (libctx == NULL)
		return;
	OPENSSL_thread_stop_ex(libctx);
	OSSL_LIB_CTX_free(libctx);
	libctx = NULL;
}

/* Where provider modules are, seen from the directory of the library: as installed, in a build
 * tree, and where / and /usr are two trees. */
static const char *const module_places[] = {"ossl-modules", "providers", "../usr/lib/ossl-modules"};

static int find_modules(char *path, size_t path_size, const char *file, int directory_len)
{
	for (size_t i = 0; i < CB_COUNT(module_places); i++) {
		int written =
			snprintf(path, path_size, "%.*s/%s", directory_len, file, module_places[i]);

		if (written < 0 || (size_t)written >= path_size)
			return 0;
		if (access(path, F_OK) == 0)
			return 1;
	}
	return 0;
}

/* The directory compiled into libcrypto is that of the system's version, whichever file was
 * loaded; so it is replaced even if there is nothing to put in its place. */
void openssl_environment(const char *library_file,
	void (*set)(const char *name, const char *value, void *payload), void *payload)
{
	char path[4096];
	const char *slash = strrchr(library_file, '/');
	const char *file = slash == NULL ? "." : library_file;
	int directory_len = slash == NULL ? 1 : (int)(slash - library_file);

	if (!find_modules(path, sizeof(path), file, directory_len))
		(void)snprintf(
			path, sizeof(path), "%.*s/%s", directory_len, file, module_places[0]);
	set("OPENSSL_MODULES", path, payload);
}

#if HAS_PHDR
struct search {
	const char *name;
	char *file;
	size_t file_size;
};

static int match_object(struct dl_phdr_info *info, size_t size, void *data)
{
	struct search *search = data;
	const char *slash = strrchr(info->dlpi_name, '/');
	const char *base = slash == NULL ? info->dlpi_name : slash + 1;
	size_t name_len = strlen(search->name);

	(void)size;
	if (strncmp(base, search->name, name_len) != 0 || strcmp(base + name_len, ".so") != 0)
		return 0;
	(void)snprintf(search->file, search->file_size, "%s", info->dlpi_name);
	return 1;
}
#endif

/* The mapped object "NAME.so"; "" for a provider that is part of libcrypto. */
static void find_provider_file(char *file, size_t file_size, const char *name)
{
	file[0] = '\0';
#if HAS_PHDR
	struct search search = {name, file, file_size};

	(void)dl_iterate_phdr(match_object, &search);
#else
	(void)file_size;
	(void)name;
#endif
}

void openssl_list_providers(cb_provider_fn *report, void *payload)
{
	for (size_t i = 0; i < CB_COUNT(providers); i++) {
		char file[4096];

		if (providers[i].handle == NULL)
			continue;
		find_provider_file(file, sizeof(file), providers[i].name);
		report(providers[i].name, provider_version(providers[i].handle), file, payload);
	}
}

void openssl_last_error(char *text, size_t size)
{
	const char *data = NULL;
	int flags = 0;
	unsigned long code = ERR_peek_last_error_all(NULL, NULL, NULL, &data, &flags);
	const char *library = ERR_lib_error_string(code);
	const char *reason = ERR_reason_error_string(code);

	if (size == 0)
		return;
	text[0] = '\0';
	if (code == 0)
		return;
	if (data == NULL || (flags & ERR_TXT_STRING) == 0)
		data = "";
	(void)snprintf(text, size, "%s: %s%s%s", library == NULL ? "libcrypto" : library,
		reason == NULL ? "unknown reason" : reason, data[0] == '\0' ? "" : ": ", data);
	ERR_clear_error();
}
