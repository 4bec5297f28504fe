/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Kinds of documents of libcb, by the name in their "schema": what one is, and who takes it.
 */
#ifndef CB_SCHEMA_INTERNAL_H
#define CB_SCHEMA_INTERNAL_H

#include <stddef.h>

/* More than any message has room for, which cuts it between characters. */
enum { CB__SCHEMA_TEXT = 600 };

/**
 * Why a document is not the one that was wanted, as the end of a message.
 *
 * @param schema what stands in the document; NULL if there is none, or no text
 * @param wanted the schema that can be read
 */
void cb__schema_refuse(char out[CB__SCHEMA_TEXT], const char *schema, const char *wanted);

/** What a document of this schema is, such as "results"; NULL if it is none of libcb's. */
const char *cb__schema_kind(const char *schema);

/** What takes a document of this schema, as a sentence; NULL if it is none of libcb's. */
const char *cb__schema_taken(const char *schema);

#endif
