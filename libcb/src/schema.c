/* SPDX-License-Identifier: Apache-2.0 */
#include "schema.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN = 60 };

static const struct kind {
	const char *name;
	const char *what;
	const char *taken;
} kinds[] = {
#define SCHEMA(name, what, taken) {name, what, taken},
#include "schema.def"
#undef SCHEMA
};

static const struct kind *find(const char *schema)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		size_t len = strlen(kinds[i].name);

		if (strncmp(schema, kinds[i].name, len) == 0 && schema[len] == '/')
			return &kinds[i];
	}
	return NULL;
}

/* Documents of others may hold anything; a letter of UTF-8 is not cut. */
static int shown(const char *schema)
{
	size_t len = strlen(schema);

	len = len < SHOWN ? len : SHOWN;
	while (len > 0 && (schema[len] & 0xc0) == 0x80)
		len--;
	return (int)len;
}

const char *cb__schema_kind(const char *schema)
{
	const struct kind *kind = find(schema);

	return kind != NULL ? kind->what : NULL;
}

const char *cb__schema_taken(const char *schema)
{
	const struct kind *kind = find(schema);

	return kind != NULL ? kind->taken : NULL;
}

void cb__schema_refuse(char out[CB__SCHEMA_TEXT], const char *schema, const char *wanted)
{
	const struct kind *kind = schema != NULL ? find(schema) : NULL, *other = find(wanted);

	if (schema == NULL)
		snprintf(out, CB__SCHEMA_TEXT, "missing or not a text; expected \"%s\"", wanted);
	else if (kind == NULL || other == NULL || kind == other)
		snprintf(out, CB__SCHEMA_TEXT, "\"%s\" cannot be read by this version, only \"%s\"",
			schema, wanted);
	else
		snprintf(out, CB__SCHEMA_TEXT, "\"%.*s\" is %s, not %s: %s", shown(schema), schema,
			kind->what, other->what, kind->taken);
}
