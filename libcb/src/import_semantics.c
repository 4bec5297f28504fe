/* SPDX-License-Identifier: Apache-2.0 */
/* What one operation of `openssl speed` includes. docs/import.md has the list. */
#include "import.h"

#include <string.h>

#include "speed_release.h"

#define PREFIX "openssl-speed."

/* With -aead there are other sizes; -bytes hides it. */
static int has_aead(const cb_import *import, const cb__import_record *record)
{
	const cb__import_section *section = &import->sections[import->runs[record->run].section];

	return section->aead || record->size == 2 || record->size == 31 || record->size == 136;
}

static const char *of_aead(const cb_import *import, const cb__import_record *record)
{
	const cb__import_run *run = &import->runs[record->run];
	const char *version = run->version;
	int has_key;

	if (strstr(record->algorithm, "chacha20") != NULL)
		return PREFIX "aead.update/1";
	if (version[0] == '\0')
		version = import->sections[run->section].version;
	has_key = cb__speed_rekeys(version);
	if (has_key < 0)
		return PREFIX "aead.unknown/1";
	if (has_key)
		return has_aead(import, record) ? PREFIX "aead.rekey-aad/1" : PREFIX "aead.rekey/1";
	return has_aead(import, record) ? PREFIX "aead.message/1" : PREFIX "aead.update/1";
}

static const struct {
	const char *kind;
	const char *semantics;
} bulk[] = {
	{"hash", PREFIX "digest/1"},
	{"mac", PREFIX "mac/1"},
	{"cipher", PREFIX "cipher/1"},
	{"multiblock", PREFIX "multiblock/1"},
	{"rng", PREFIX "generate/1"},
};

static const char *const keys[][2] = {
	{"sign", PREFIX "sign/1"},
	{"verify", PREFIX "verify/1"},
	{"encrypt", PREFIX "encrypt/1"},
	{"decrypt", PREFIX "decrypt/1"},
	{"keygen", PREFIX "keygen/1"},
	{"derive", PREFIX "derive/1"},
	{"encaps", PREFIX "encaps/1"},
	{"decaps", PREFIX "decaps/1"},
};

const char *cb__import_semantics(const cb_import *import, const cb__import_record *record)
{
	if (record->has_message && strcmp(record->kind, "aead") == 0)
		return of_aead(import, record);
	for (size_t i = 0; record->has_message && i < sizeof bulk / sizeof bulk[0]; i++)
		if (strcmp(bulk[i].kind, record->kind) == 0)
			return bulk[i].semantics;
	for (size_t i = 0; !record->has_message && i < sizeof keys / sizeof keys[0]; i++)
		if (strcmp(keys[i][0], record->operation) == 0)
			return keys[i][1];
	return PREFIX "unknown/1";
}
