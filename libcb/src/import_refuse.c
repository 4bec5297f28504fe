/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that are no output of openssl speed: what they are instead, where that can be told. */
#include "import.h"

#include <stdio.h>
#include <string.h>

#include "context.h"
#include "schema.h"

/* How files begin that must be unpacked first. */
static const struct {
	const char *magic;
	size_t len;
	const char *what;
} packings[] = {
	{"\x1f\x8b", 2, "gzip"},
	{"BZh", 3, "bzip2"},
	{"\xfd\x37zXZ", 5, "xz"},
	{"\x28\xb5\x2f\xfd", 4, "zstd"},
	{"PK\x03\x04", 4, "zip"},
	{"7z\xbc\xaf", 4, "7z"},
};

const char *cb__import_shown(const char *name)
{
	if (strcmp(name, "-") == 0)
		return "standard input";
	return name[0] != '\0' ? cb__file_shown(name) : "the text";
}

const char *cb__import_quote(const char *name)
{
	return name[0] == '\0' || strcmp(name, "-") == 0 ? "" : cb__file_quote(name);
}

cb_status cb__import_check(cb_import *import, const char *name, const char *text, size_t len)
{
	const char *quote = cb__import_quote(name), *shown = cb__import_shown(name);

	if (len == 0)
		return cb__context_fail(
			import->ctx, CB_EFORMAT, "%s%s%s is empty", quote, shown, quote);
	for (size_t i = 0; i < sizeof packings / sizeof packings[0]; i++)
		if (len >= packings[i].len && memcmp(text, packings[i].magic, packings[i].len) == 0)
			return cb__context_fail(import->ctx, CB_EFORMAT,
				"%s%s%s is packed (%s): unpack it first", quote, shown, quote,
				packings[i].what);
	return CB_OK;
}

/* What other programs print; a hint is better than "not understood". */
static const struct {
	const char *sign;
	const char *what;
} strangers[] = {
	{" operations in ", "output of bssl speed (BoringSSL, AWS-LC)"},
	{"wolfCrypt Benchmark", "output of wolfCrypt's benchmark"},
	{"wolfSSL version", "output of wolfCrypt's benchmark"},
	{"# Tests are approximate using memory only", "output of cryptsetup benchmark"},
	{"Checking ciphers, payload size", "output of gnutls-cli --benchmark-ciphers"},
	{"nanosecs/byte", "output of libgcrypt's bench-slope"},
	{"KiB/s,", "output of the benchmark of mbedTLS"},
	{"ops/sec;", "output of botan speed"},
	{"benchmark speed", "output of nettle-benchmark"},
	{"\"google_benchmark", "output of Google Benchmark"},
};

/* What the document is whose schema is the first of libcb's in the text; NULL if there is none. */
static const char *find_document(const char *text)
{
	char schema[48];
	const char *at = strstr(text, "\"libcb.");

	if (at == NULL)
		return NULL;
	snprintf(schema, sizeof schema, "%.*s", (int)strcspn(at + 1, "\"\n"), at + 1);
	return cb__schema_kind(schema);
}

cb_status cb__import_refuse(cb_import *import, const char *name, const char *text)
{
	const char *quote = cb__import_quote(name), *shown = cb__import_shown(name);

	if (find_document(text) != NULL)
		return cb__context_fail(import->ctx, CB_EFORMAT,
			"%s%s%s is not openssl speed output: it looks like a libcb document (%s),"
			" which needs no import",
			quote, shown, quote, find_document(text));
	for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++)
		if (strstr(text, strangers[i].sign) != NULL)
			return cb__context_fail(import->ctx, CB_EFORMAT,
				"%s%s%s is not openssl speed output: it looks like %s", quote,
				shown, quote, strangers[i].what);
	if (import->has_seen_header)
		return cb__context_fail(import->ctx, CB_EFORMAT,
			"%s%s%s is the head of openssl speed output, without any figure", quote,
			shown, quote);
	return cb__context_fail(import->ctx, CB_EFORMAT,
		"%s%s%s is not openssl speed output: no table, no line of -mr, no line of progress",
		quote, shown, quote);
}
