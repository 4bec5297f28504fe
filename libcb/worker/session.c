/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#include <string.h>

#include "load.h"

static cb_status command_bye(
	cb__session *session, json_t **out, const json_t *command, cb_text *why)
{
	(void)command;
	(void)why;
	session->is_over = 1;
	*out = json_pack("{s:b}", "ok", 1);
	return *out != NULL ? CB_OK : CB_ENOMEM;
}

static const struct {
	const char *name;
	cb_status (*answer)(
		cb__session *session, json_t **out, const json_t *command, cb_text *why);
	int needs_library;
} commands[] = {
	{"hello", command_hello, 0},
	{"open", command_open, 1},
	{"once", command_once, 1},
	{"sample", command_sample, 1},
	{"prove", command_prove, 1},
	{"close", command_close, 1},
	{"load", command_load, 0},
	{"bye", command_bye, 0},
};

json_t *session_refusal(cb_status status, const char *reason)
{
	json_t *text = json_string(reason);
	if (text == NULL) /* a library's message that is not UTF-8 */
		text = json_string(cb_status_text(status));
	return json_pack(
		"{s:b, s:s, s:o}", "ok", 0, "status", cb_status_name(status), "reason", text);
}

static cb_status dispatch(cb__session *session, json_t **out, const json_t *command, cb_text *why)
{
	const char *name = json_string_value(json_object_get(command, "cmd"));
	for (size_t i = 0; name != NULL && i < sizeof commands / sizeof *commands; i++) {
		if (strcmp(commands[i].name, name) != 0)
			continue;
		if (commands[i].needs_library && !session->is_initialised) {
			cb__text_format(why, "%s before a hello that succeeded", name);
			return CB_EINVAL;
		}
		return commands[i].answer(session, out, command, why);
	}
	cb__text_format(why, "unknown command \"%s\"", name != NULL ? name : "");
	return CB_EINVAL;
}

cb_status session_answer(cb__session *session, json_t **out, const json_t *command)
{
	cb_text why = CB_TEXT_INIT;
	cb_status status = dispatch(session, out, command, &why);
	if (status != CB_OK)
		*out = session_refusal(
			status, why.len > 0 ? cb__text_string(&why) : cb_status_text(status));
	cb__text_done(&why);
	return *out != NULL ? CB_OK : CB_ENOMEM;
}

void session_done(cb__session *session)
{
	cb__gang_free(session->gang);
	session->gang = NULL;
	load_end(session->load);
	session->load = NULL;
	const cb_backend *backend = session->module.backend;
	if (session->is_initialised && backend->finish != NULL)
		backend->finish();
	cb__module_close(&session->module);
}
