/* SPDX-License-Identifier: Apache-2.0 */
#include "reading.h"

#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "schema.h"

cb_status cb__reading_schema(cb__fault *fault, const json_t *document, const char *schema)
{
	const char *found = json_string_value(json_object_get(document, "schema"));
	char why[CB__SCHEMA_TEXT];

	if (!json_is_object(document))
		return cb__fault_set(fault, "document: not an object");
	cb__fault_at(fault, "schema");
	if (found != NULL && strcmp(found, schema) == 0)
		return CB_OK;
	cb__schema_refuse(why, found, schema);
	return cb__fault_set(fault, ": %s", why);
}

cb_status cb__reading_bool(int *ret, cb__fault *fault, const json_t *document, const char *name)
{
	const json_t *value = json_object_get(document, name);

	cb__fault_at(fault, "%s", name);
	if (!json_is_boolean(value))
		return cb__fault_set(fault, ": missing, or neither true nor false");
	*ret = json_is_true(value);
	return CB_OK;
}

cb_status cb__reading_object(cb__fault *fault, const json_t *document, const char *name)
{
	cb__fault_at(fault, "%s", name);
	return json_is_object(json_object_get(document, name))
		       ? CB_OK
		       : cb__fault_set(fault, ": missing, or not an object");
}

cb_status cb__reading_list(const json_t **ret_list, size_t *ret_count, cb__fault *fault,
	const json_t *document, const char *name)
{
	const json_t *list = json_object_get(document, name);

	cb__fault_at(fault, "%s", name);
	if (!json_is_array(list))
		return cb__fault_set(fault, ": missing, or not a list");
	*ret_list = list;
	*ret_count = json_array_size(list);
	return CB_OK;
}

void *cb__reading_records(size_t count, size_t size)
{
	return calloc(count == 0 ? 1 : count, size);
}

static const cb_subject *find_subject(const cb_subject *subjects, size_t count, const char *label)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(subjects[i].label, label) == 0)
			return &subjects[i];
	return NULL;
}

static cb_status read_subject(
	cb_subject *subjects, size_t index, cb__fault *fault, const json_t *object)
{
	const json_t *asked = json_object_get(object, "asked");
	cb_status status;

	cb__fault_at(fault, "subjects[%zu]", index);
	status = cb__fields_read(&subjects[index], fault, object, &cb__subject_fields);
	if (status != CB_OK)
		return status;
	if (asked != NULL && !json_is_boolean(asked))
		return cb__fault_set(fault, ".asked: neither true nor false");
	if (find_subject(subjects, index, subjects[index].label) != NULL)
		return cb__fault_set(fault, ".label: \"%s\" is there twice", subjects[index].label);
	return CB_OK;
}

cb_status cb__reading_subjects(
	cb_subject **out, size_t *ret_count, cb__fault *fault, const json_t *document)
{
	const json_t *list = NULL;
	size_t count = 0;
	cb_status status = cb__reading_list(&list, &count, fault, document, "subjects");

	if (status != CB_OK)
		return status;
	*out = cb__reading_records(count, sizeof(cb_subject));
	if (*out == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; status == CB_OK && i < count; i++)
		status = read_subject(*out, i, fault, json_array_get(list, i));
	if (status == CB_OK)
		*ret_count = count;
	return status;
}

cb_status cb__reading_subject(const cb_subject **ret, cb__fault *fault, const json_t *object,
	const cb_subject *subjects, size_t count)
{
	const char *label = json_string_value(json_object_get(object, "subject"));

	if (label == NULL)
		return cb__fault_set(fault, ".subject: missing or not a text");
	*ret = find_subject(subjects, count, label);
	return *ret != NULL ? CB_OK : cb__fault_set(fault, ".subject: no subject \"%s\"", label);
}

cb_status cb__reading_id(json_t *ids, cb__fault *fault, const char *id, size_t index)
{
	if (json_object_get(ids, id) != NULL)
		return cb__fault_set(fault, ".id: \"%s\" is there twice", id);
	return json_object_set_new(ids, id, json_integer((json_int_t)index)) == 0 ? CB_OK
										  : CB_ENOMEM;
}

cb_status cb__reading_end(
	cb_context *ctx, cb_status status, const char *name, const cb__fault *fault)
{
	const char *quote = name == NULL ? "" : cb__file_quote(name);

	if (status == CB_EFORMAT)
		return cb__context_fail(ctx, status, "%s%s%s%s%s", quote,
			name == NULL ? "" : cb__file_shown(name), quote, name == NULL ? "" : ": ",
			fault->why);
	if (status != CB_OK)
		return cb__context_fail(ctx, status, "out of memory while reading a document");
	return CB_OK;
}
