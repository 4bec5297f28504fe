/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a member can be what it was asked to be of its backend. */
#include <string.h>

#include "crew.h"

/* "ref, avx2" */
static void list_implementations(cb_text *out, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *name =
			json_string_value(json_object_get(json_array_get(list, i), "name"));
		cb__text_format(out, "%s%s", i > 0 ? ", " : "", name != NULL ? name : "?");
	}
}

static const json_t *find_implementation(const json_t *hello, const char *wanted)
{
	const json_t *list = json_object_get(hello, "implementations");
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *row = json_array_get(list, i);
		const char *name = json_string_value(json_object_get(row, "name"));
		if (name != NULL && strcmp(name, wanted) == 0)
			return row;
	}
	return NULL;
}

/* One that the backend has not got is a mistake of whoever asked. */
cb_status cb__crew_check_implementation(const cb__crew *crew, const cb__member *member)
{
	const char *wanted = member->subject->implementation;
	const json_t *hello = member->service->hello;
	if (wanted == NULL || find_implementation(hello, wanted) != NULL)
		return CB_OK;
	cb_text known = CB_TEXT_INIT;
	list_implementations(&known, json_object_get(hello, "implementations"));
	cb_status status = cb__context_fail(crew->ctx, CB_ENOTFOUND,
		"backend \"%s\" has no implementation \"%s\"; there are: %s",
		member->subject->backend, wanted,
		known.len > 0 ? cb__text_string(&known) : "none with a name");
	cb__text_done(&known);
	return status;
}

/* One that this CPU cannot run is what becomes of its cells. */
cb_status cb__crew_check_ability(const cb__crew *crew, cb__member *member)
{
	const char *wanted = member->subject->implementation;
	const json_t *row = wanted != NULL ? find_implementation(member->hello, wanted) : NULL;
	const char *reason = json_string_value(json_object_get(row, "unavailable"));
	if (reason == NULL || reason[0] == '\0' || member->link == NULL)
		return CB_OK;
	cb__link_end(member->link, &crew->pump);
	member->link = NULL;
	return cb__member_give_up(member, CB_OUTCOME_UNSUPPORTED, reason, NULL);
}
