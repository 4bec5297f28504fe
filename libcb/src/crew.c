/* SPDX-License-Identifier: Apache-2.0 */
#include "crew.h"

#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>

#include "recipe.h"
#include "wire.h"

static const cb__served system_library = CB__SERVED_INIT;

cb_outcome cb__outcome_of(cb_status status)
{
	switch (status) {
	case CB_OK:
		return CB_OUTCOME_MEASURED;
	case CB_ENOTSUP:
		return CB_OUTCOME_UNSUPPORTED;
	case CB_EMISMATCH:
		return CB_OUTCOME_MISMATCH;
	case CB_EWORKER:
		return CB_OUTCOME_CRASHED;
	case CB_ETIMEDOUT:
		return CB_OUTCOME_TIMED_OUT;
	case CB_ECANCELLED:
		return CB_OUTCOME_SKIPPED;
	default:
		return CB_OUTCOME_FAILED;
	}
}

cb_status cb__reply_status(const json_t *reply)
{
	static const struct {
		const char *name;
		cb_status status;
	} statuses[] = {
#define STATUS_ROW(name, value, text) {"CB_" #name, CB_##name},
		CB_STATUS_MAP(STATUS_ROW)
#undef STATUS_ROW
	};
	if (json_is_true(json_object_get(reply, "ok")))
		return CB_OK;
	const char *name = json_string_value(json_object_get(reply, "status"));
	for (size_t i = 0; name != NULL && i < sizeof statuses / sizeof *statuses; i++)
		/* A worker that answers has not crashed, whatever it reports. */
		if (strcmp(statuses[i].name, name) == 0 && statuses[i].status != CB_OK &&
			statuses[i].status != CB_EWORKER)
			return statuses[i].status;
	return CB_EBACKEND;
}

cb_status cb__crew_init(cb__crew *crew, cb_context *ctx, const cb__subjects *subjects,
	uint32_t limit_ms, cb__pump pump)
{
	*crew = (cb__crew){.ctx = ctx, .limit_ms = limit_ms, .pump = pump};
	crew->members = calloc(subjects->count + 1, sizeof *crew->members);
	crew->services = calloc(subjects->count + 1, sizeof *crew->services);
	if (crew->members == NULL || crew->services == NULL) {
		cb__crew_done(crew);
		return CB_ENOMEM;
	}
	crew->member_count = subjects->count;
	for (size_t i = 0; i < subjects->count; i++)
		crew->members[i].subject = &subjects->rows[i];
	return CB_OK;
}

void cb__crew_done(cb__crew *crew)
{
	cb__crew_stop(crew, 1);
	cb__link_kill(crew->load);
	free(crew->cpus);
	for (size_t i = 0; i < crew->member_count; i++) {
		free(crew->members[i].peers);
		json_decref(crew->members[i].hello);
		json_decref(crew->members[i].trace);
		free(crew->members[i].reason);
		free(crew->members[i].output);
	}
	for (size_t i = 0; i < crew->service_count; i++) {
		cb__served_done(&crew->services[i].served);
		json_decref(crew->services[i].hello);
		free(crew->services[i].reason);
		free(crew->services[i].output);
	}
	free(crew->members);
	free(crew->services);
	*crew = (cb__crew){0};
}

/* What hello is told, and how its worker is started. */
struct greeting {
	const char *backend;
	const char *module;
	cb_accel accel;
	const cb__served *served;
	const char *asked_file;     /* the very file that must be loaded, or NULL */
	json_t *settings[2];        /* borrowed; either may be NULL */
	const char *implementation; /* or NULL */
	int is_first;               /* of a library that the user named */
};

static json_t *asked_library(const char *file)
{
	struct stat info;
	if (file == NULL || stat(file, &info) != 0)
		return json_null();
	return json_pack("{s:s, s:I, s:I}", "file", file, "device", (json_int_t)info.st_dev,
		"inode", (json_int_t)info.st_ino);
}

/* Where a process's stack begins depends on how long its environment is. NULL for none. */
static json_t *pad(size_t len)
{
	char *text = len > 0 ? malloc(len + 1) : NULL;
	if (text == NULL)
		return NULL;
	memset(text, 'x', len);
	text[len] = '\0';
	json_t *setting = json_pack("{s:s}", "CB_PAD", text);
	free(text);
	return setting;
}

static cb_status start_worker(
	cb__link **out, const cb__crew *crew, const struct greeting *greeting, cb_text *why)
{
	cb__strings arguments = {NULL, 0, 0};
	cb__strings environment = {NULL, 0, 0};
	json_t *settings[] = {greeting->settings[0], greeting->settings[1], pad(crew->pad_len)};
	cb_status status = cb__worker_arguments(&arguments, crew->ctx, greeting->served);
	if (status == CB_OK)
		status = cb__worker_environment(&environment, greeting->served, settings, 3);
	if (status == CB_OK)
		status = cb__link_open(out, arguments.rows, environment.rows, why);
	json_decref(settings[2]);
	cb__strings_done(&arguments);
	cb__strings_done(&environment);
	return status;
}

/* The protocol is JSON, which has no way to say other bytes. */
static cb_status check_spelling(const struct greeting *greeting, cb_text *why)
{
	const char *paths[] = {greeting->module, greeting->asked_file};
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		json_t *value = json_string(paths[i] != NULL ? paths[i] : "");
		if (value == NULL) {
			cb__text_add(why, "its path is not UTF-8: reach it by a link that is");
			return CB_EINVAL;
		}
		json_decref(value);
	}
	return CB_OK;
}

/* Nothing was asked of this library but to be there. Pages of a file that was cut off have nothing
 * behind them, which is SIGBUS. */
static cb_status blame_library(const cb__link *link, cb_text *why)
{
	cb_text end = CB_TEXT_INIT;
	cb_status status = CB_EWORKER;
	if (cb__link_blame(link, &end)) {
		const char *text = cb__text_string(&end);
		cb__text_format(why, "%sloading it %s",
			strstr(text, "SIGBUS") != NULL ? "cut off or damaged: " : "", text);
		status = CB_ENOTFOUND;
	}
	cb__text_done(&end);
	return status;
}

static cb_status ask_hello(json_t **out, cb__link *link, const cb__crew *crew,
	const struct greeting *greeting, cb_text *why)
{
	cb_text said = CB_TEXT_INIT;
	json_t *command = json_pack("{s:s, s:i, s:s, s:s, s:s, s:o}", "cmd", "hello", "protocol",
		CB_WIRE_PROTOCOL, "name", greeting->backend, "backend", greeting->module, "accel",
		cb_accel_name(greeting->accel), "library", asked_library(greeting->asked_file));
	if (greeting->implementation != NULL)
		json_object_set_new(
			command, "implementation", json_string(greeting->implementation));
	cb_status status = cb__link_ask(link, out, command, crew->limit_ms, &crew->pump, &said);
	if (status == CB_EWORKER && greeting->is_first)
		status = blame_library(link, why);
	if (status != CB_ENOTFOUND)
		cb__text_add(why, cb__text_string(&said));
	cb__text_done(&said);
	return status;
}

/* Starts a worker and greets it. On success *ret_link lives and *out is its hello. */
static cb_status greet(json_t **out, cb__link **ret_link, const cb__crew *crew,
	const struct greeting *greeting, cb_text *why, char **ret_output)
{
	cb__link *link = NULL;
	json_t *reply = NULL;
	cb_status status = check_spelling(greeting, why);
	if (status == CB_OK)
		status = start_worker(&link, crew, greeting, why);
	if (status != CB_OK)
		return status;
	status = ask_hello(&reply, link, crew, greeting, why);
	if (status == CB_OK) {
		status = cb__reply_status(reply);
		const char *reason = json_string_value(json_object_get(reply, "reason"));
		if (status != CB_OK)
			cb__text_add(why, reason != NULL ? reason : cb_status_text(status));
	}
	if (status == CB_OK) {
		*out = reply;
		*ret_link = link;
		return CB_OK;
	}
	cb__crew_keep_output(link, ret_output);
	json_decref(reply);
	cb__link_kill(link);
	return status;
}

/* One hello of a worker that is not kept. */
static cb_status ask_once(json_t **out, const cb__crew *crew, const struct greeting *greeting,
	cb_text *why, char **ret_output)
{
	cb__link *link = NULL;
	cb_status status = greet(out, &link, crew, greeting, why, ret_output);
	cb__link_end(link, &crew->pump);
	return status;
}

static int is_directory(const char *path)
{
	struct stat info;
	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* The file to serve; the system's, if a copy of that is wanted, is known once it was loaded. */
static const char *file_to_serve(const cb__service *service, const json_t *hello)
{
	if (service->library != NULL)
		return service->library;
	return json_string_value(json_object_get(json_object_get(hello, "library"), "file"));
}

/* Under which names the module asks for its library, only a worker that loaded it can tell. */
static cb_status serve_file(const cb__crew *crew, cb__service *service, cb_text *why)
{
	const struct greeting plain = {service->backend, service->module, CB_ACCEL_ON,
		&system_library, NULL, {NULL, NULL}, NULL, 0};
	json_t *hello = NULL;
	cb_status status = ask_once(&hello, crew, &plain, why, &service->output);
	if (status != CB_OK)
		return status;
	json_t *needed = json_object_get(hello, "needed");
	const char *names[8];
	size_t count = 0;
	for (size_t i = 0; i < json_array_size(needed) && count < 8; i++)
		names[count++] = json_string_value(json_array_get(needed, i));
	const char *file = file_to_serve(service, hello);
	if (count == 0 && service->copy > 0 && service->library == NULL) {
		status = CB_OK; /* the module is all the code there is */
	} else if (count == 0 || file == NULL) {
		cb__text_format(why, "backend \"%s\" loads no library that could be replaced",
			service->backend);
		status = CB_EINVAL;
	} else {
		cb__serve_fn *serve = service->copy > 0 ? cb__serve_copy : cb__serve_file;
		status = serve(&service->served, file, names, count, why);
	}
	json_decref(hello);
	return status;
}

/* A directory's library must come from that directory. */
static cb_status check_origin(const cb__service *service, const json_t *hello, cb_text *why)
{
	const char *file =
		json_string_value(json_object_get(json_object_get(hello, "library"), "file"));
	size_t len = strlen(service->library);
	if (file != NULL && strncmp(file, service->library, len) == 0 && file[len] == '/')
		return CB_OK;
	cb__text_format(why, "\"%s\" does not hold the library: the loader took \"%s\"",
		service->library, file != NULL ? file : "unknown");
	return CB_ENOTFOUND;
}

/* The very file that the worker must have loaded; NULL if any will do. */
static const char *asked_file_of(const cb__service *service)
{
	if (service->served.links == NULL)
		return NULL;
	return service->served.copy != NULL ? service->served.copy : service->library;
}

static cb_status describe(const cb__crew *crew, cb__service *service, cb_text *why)
{
	struct greeting greeting = {service->backend, service->module, CB_ACCEL_ON,
		&service->served, NULL, {NULL, NULL}, NULL, service->library != NULL};
	int is_unpacked = service->library != NULL && is_directory(service->library);
	cb_status status = CB_OK;
	if (is_unpacked)
		status = cb__serve_directory(&service->served, service->library, why);
	else if (service->library != NULL || service->copy > 0)
		status = serve_file(crew, service, why);
	if (status != CB_OK)
		return status;
	greeting.asked_file = asked_file_of(service);
	status = ask_once(&service->hello, crew, &greeting, why, &service->output);
	if (status == CB_OK && is_unpacked)
		status = check_origin(service, service->hello, why);
	return status;
}

/* The private links are nothing to the user, who named a file; where that is what the sentence is
 * about, it need not be named again. */
static void hide_links(cb_text *why, const char *links)
{
	const char *text = cb__text_string(why);
	const char *at = links != NULL ? strstr(text, links) : NULL;
	const char *colon = at != NULL ? strchr(at, ':') : NULL;
	if (colon == NULL)
		return;
	cb_text shown = CB_TEXT_INIT;
	int is_named = at - text >= 2 && strncmp(at - 2, ": ", 2) == 0;
	cb__text_append(&shown, text, (size_t)(at - text));
	cb__text_format(&shown, "%s%s", is_named ? "" : "it",
		is_named ? colon + 1 + (colon[1] == ' ') : colon);
	cb__text_done(why);
	*why = shown;
}

static cb_status find_service(cb__crew *crew, cb__member *member)
{
	const cb__subject *subject = member->subject;
	for (size_t i = 0; i < crew->service_count; i++) {
		const cb__service *service = &crew->services[i];
		int is_same_library = service->library == NULL || subject->library == NULL
					      ? service->library == subject->library
					      : strcmp(service->library, subject->library) == 0;
		if (is_same_library && service->copy == subject->copy &&
			strcmp(service->module, subject->module) == 0 &&
			strcmp(service->backend, subject->backend) == 0) {
			member->service = service;
			return CB_OK;
		}
	}
	cb__service *service = &crew->services[crew->service_count++];
	*service = (cb__service){.backend = subject->backend,
		.module = subject->module,
		.library = subject->library,
		.copy = subject->copy};
	cb_text why = CB_TEXT_INIT;
	if (service->library != NULL)
		cb__text_format(&why, "library \"%s\": ", service->library);
	service->status = describe(crew, service, &why);
	member->service = service;
	if (service->status == CB_OK)
		cb__text_clear(&why);
	hide_links(&why, service->served.links);
	cb_status taken = cb__text_take(&why, &service->reason);
	return service->status == CB_ECANCELLED ? CB_ECANCELLED : taken;
}

cb_status cb__member_give_up(
	cb__member *member, cb_outcome outcome, const char *reason, const char *output)
{
	free(member->reason);
	free(member->output);
	member->outcome = outcome;
	member->reason = cb__string_copy(reason);
	member->output = cb__string_copy(output != NULL ? output : "");
	return member->reason != NULL && member->output != NULL ? CB_OK : CB_ENOMEM;
}

/* "a:off" stands for "a:nocrypto": the labels agree up to the mode. Subjects that were given
 * labels of their own are measured each for itself. */
static int is_sibling(const cb__subject *a, const cb__subject *b)
{
	const char *a_end = strrchr(a->label, ':');
	const char *b_end = strrchr(b->label, ':');
	if (a_end == NULL || b_end == NULL || a_end - a->label != b_end - b->label)
		return 0;
	return strncmp(a->label, b->label, (size_t)(a_end - a->label)) == 0;
}

static const json_t *mode_of(const cb__service *service, cb_accel accel)
{
	return json_object_get(json_object_get(service->hello, "modes"), cb_accel_name(accel));
}

static void find_stand_in(cb__crew *crew, cb__member *member)
{
	const json_t *mode = mode_of(member->service, member->subject->accel);
	const char *name = json_string_value(json_object_get(mode, "same_as"));
	cb_accel same = name != NULL ? cb_accel_find(name) : CB_ACCEL_COUNT;
	for (size_t i = 0; i < crew->member_count; i++) {
		cb__member *other = &crew->members[i];
		if (other != member && other->service == member->service &&
			other->subject->accel == same &&
			is_sibling(other->subject, member->subject))
			member->same_as = other;
	}
}

cb_status cb__crew_describe(cb__crew *crew)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < crew->member_count && status == CB_OK; i++)
		status = find_service(crew, &crew->members[i]);
	for (size_t i = 0; i < crew->member_count && status == CB_OK; i++) {
		cb__member *member = &crew->members[i];
		const cb__service *service = member->service;
		if (service->status != CB_OK)
			status = cb__member_give_up(member, cb__outcome_of(service->status),
				service->reason, service->output);
		else
			status = cb__crew_check_implementation(crew, member);
		if (status == CB_OK && member->outcome == CB_OUTCOME_MEASURED)
			find_stand_in(crew, member);
	}
	return status;
}

static cb_status check_proof(const cb__crew *crew, cb__member *member)
{
	const json_t *proof = json_object_get(member->hello, "proof");
	if (json_is_true(json_object_get(proof, "achieved")))
		return CB_OK;
	const char *detail = json_string_value(json_object_get(proof, "detail"));
	return cb__crew_unprove(crew, member, detail != NULL ? detail : "no proof");
}

static struct greeting greeting_of(const cb__member *member)
{
	const cb__service *service = member->service;
	const json_t *mode = mode_of(service, member->subject->accel);
	return (struct greeting){service->backend, service->module, member->subject->accel,
		&service->served, asked_file_of(service),
		{json_object_get(service->hello, "environment"),
			json_object_get(mode, "environment")},
		member->subject->implementation, 0};
}

cb_status cb__crew_start(cb__crew *crew, cb__member *member)
{
	if (member->link != NULL || member->same_as != NULL ||
		member->outcome != CB_OUTCOME_MEASURED)
		return CB_OK;
	const struct greeting greeting = greeting_of(member);
	json_t *hello = NULL;
	cb_text why = CB_TEXT_INIT;
	char *output = NULL;
	cb_status status = greet(&hello, &member->link, crew, &greeting, &why, &output);
	if (status == CB_OK) {
		json_decref(member->hello);
		member->hello = hello;
		status = check_proof(crew, member);
		if (status == CB_OK)
			status = cb__crew_check_ability(crew, member);
	} else if (status != CB_ECANCELLED && status != CB_ENOMEM) {
		status = cb__member_give_up(
			member, cb__outcome_of(status), cb__text_string(&why), output);
	}
	cb__text_done(&why);
	free(output);
	return status;
}

/* The first worker has proven the mode; its peers are started in the same way. */
static cb_status start_peer(cb__crew *crew, cb__member *member)
{
	cb__link **peers = realloc(member->peers, (member->peer_count + 1) * sizeof *peers);
	if (peers == NULL)
		return CB_ENOMEM;
	member->peers = peers;
	const struct greeting greeting = greeting_of(member);
	json_t *hello = NULL;
	cb_text why = CB_TEXT_INIT;
	char *output = NULL;
	cb_status status =
		greet(&hello, &peers[member->peer_count], crew, &greeting, &why, &output);
	if (status == CB_OK)
		member->peer_count++;
	else if (status != CB_ECANCELLED && status != CB_ENOMEM)
		status = cb__member_give_up(
			member, cb__outcome_of(status), cb__text_string(&why), output);
	json_decref(hello);
	cb__text_done(&why);
	free(output);
	return status;
}

cb_status cb__crew_start_peers(cb__crew *crew, cb__member *member, uint32_t count)
{
	cb_status status = cb__crew_start(crew, member);
	/* Who was asked for by another panel would be asked along. */
	while (member->peer_count > 0 && member->peer_count + 1 > count)
		cb__link_end(member->peers[--member->peer_count], &crew->pump);
	while (status == CB_OK && member->link != NULL && member->outcome == CB_OUTCOME_MEASURED &&
		member->peer_count + 1 < count)
		status = start_peer(crew, member);
	return status;
}

cb_status cb__crew_check_any(const cb__crew *crew)
{
	const cb__member *first = NULL;
	for (size_t i = 0; i < crew->member_count; i++) {
		const cb__member *member = &crew->members[i];
		if (member->hello != NULL || member->service->hello != NULL ||
			member->outcome == CB_OUTCOME_UNPROVEN)
			return CB_OK;
		first = first != NULL ? first : member;
	}
	if (first == NULL)
		return CB_OK;
	/* What the library does to its worker is not the fault of the call. */
	int is_of_library =
		first->outcome == CB_OUTCOME_CRASHED || first->outcome == CB_OUTCOME_TIMED_OUT;
	return cb__context_fail(crew->ctx, is_of_library ? CB_EBACKEND : CB_EWORKER, "%s: %s%s%s",
		first->subject->label, first->reason,
		first->output[0] != '\0' ? "; it printed: " : "", first->output);
}

cb_status cb__crew_unprove(const cb__crew *crew, cb__member *member, const char *reason)
{
	cb__link_end(member->link, &crew->pump);
	member->link = NULL;
	return cb__member_give_up(member, CB_OUTCOME_UNPROVEN, reason, NULL);
}

json_t *cb__crew_cpus(const cb__crew *crew, size_t first, size_t count)
{
	json_t *list = json_array();
	for (size_t i = first; i < first + count && i < crew->cpu_count; i++)
		json_array_append_new(list, json_integer(crew->cpus[i]));
	return list;
}

cb_status cb__crew_start_load(cb__crew *crew, uint32_t threads)
{
	const struct greeting plain = {.served = &system_library};
	cb_text why = CB_TEXT_INIT;
	json_t *reply = NULL;
	/* From the last CPU backwards: a load of one thread meets the measurement. */
	json_t *cpus = json_array();
	for (size_t i = crew->cpu_count; i-- > 0;)
		json_array_append_new(cpus, json_integer(crew->cpus[i]));
	cb_status status = start_worker(&crew->load, crew, &plain, &why);
	json_t *command = json_pack(
		"{s:s, s:I, s:o}", "cmd", "load", "threads", (json_int_t)threads, "cpus", cpus);
	if (status == CB_OK)
		status = cb__link_ask(
			crew->load, &reply, command, crew->limit_ms, &crew->pump, &why);
	else
		json_decref(command);
	if (status == CB_OK && cb__reply_status(reply) != CB_OK)
		status = CB_EWORKER;
	json_decref(reply);
	if (status == CB_EWORKER || status == CB_ETIMEDOUT)
		status = cb__context_fail(crew->ctx, CB_EWORKER, "no load of %u threads: %s",
			(unsigned)threads, cb__text_string(&why));
	cb__text_done(&why);
	return status;
}

cb_status cb__crew_renew_copies(cb__crew *crew, cb__random *random)
{
	size_t *order = calloc(crew->service_count + 1, sizeof *order);
	cb_status status = order != NULL ? CB_OK : CB_ENOMEM;
	cb_text why = CB_TEXT_INIT;
	if (status == CB_OK)
		cb__random_order(random, order, crew->service_count);
	for (size_t i = 0; i < crew->service_count && status == CB_OK; i++)
		status = cb__serve_again(&crew->services[order[i]].served, &why);
	if (status == CB_EIO)
		cb__context_fail(crew->ctx, status, "%s", cb__text_string(&why));
	cb__text_done(&why);
	free(order);
	return status;
}

const char *cb__member_library(const cb__member *member)
{
	const json_t *hello = member->hello;
	if (hello == NULL && member->service != NULL)
		hello = member->service->hello;
	if (member->service != NULL && member->service->served.source != NULL)
		return member->service->served.source;
	return json_string_value(json_object_get(json_object_get(hello, "library"), "file"));
}
