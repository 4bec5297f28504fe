/* SPDX-License-Identifier: Apache-2.0 */
/* From documents to machines, libraries and rankings. */
#include "advise.h"

#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "results.h"
#include "spelling.h"

static const char *const standing_names[] = {
#define STANDING_NAME(name, text, meaning) text,
	CB_STANDING_MAP(STANDING_NAME)
#undef STANDING_NAME
};

static const char *const kind_names[] = {
#define KIND_NAME(name, text, meaning) text,
	CB_ADVICE_MAP(KIND_NAME)
#undef KIND_NAME
};

static const char *const basis_names[] = {
#define BASIS_NAME(name, text, meaning) text,
	CB_BASIS_MAP(BASIS_NAME)
#undef BASIS_NAME
};

const char *cb_standing_name(cb_standing standing)
{
	return (unsigned)standing < CB_STANDING_COUNT ? standing_names[standing] : "unknown";
}

const char *cb_advice_kind_name(cb_advice_kind kind)
{
	return (unsigned)kind < CB_ADVICE_KIND_COUNT ? kind_names[kind] : "unknown";
}

const char *cb_basis_name(cb_basis basis)
{
	return (unsigned)basis < CB_BASIS_COUNT ? basis_names[basis] : "unknown";
}

const char *cb__advice_keep(cb_advice *a, cb_text *text)
{
	char *string = NULL;

	/* the list grows by doubling, whenever its length is a power of two */
	if ((a->string_count & (a->string_count - 1)) == 0) {
		size_t size = a->string_count == 0 ? 1 : 2 * a->string_count;
		char **grown = realloc(a->strings, size * sizeof *grown);

		if (grown == NULL) {
			a->failed = 1;
			cb__text_done(text);
			return "";
		}
		a->strings = grown;
	}
	if (cb__text_take(text, &string) != CB_OK) {
		a->failed = 1;
		cb__text_done(text);
		return "";
	}
	a->strings[a->string_count++] = string;
	return string;
}

const char *cb__advice_say(cb_advice *a, const char *format, ...)
{
	cb_text text = CB_TEXT_INIT;
	va_list arguments;

	va_start(arguments, format);
	cb__text_vformat(&text, format, arguments);
	va_end(arguments);
	return cb__advice_keep(a, &text);
}

void cb_advice_free(cb_advice *a)
{
	if (a == NULL)
		return;
	for (size_t i = 0; i < a->rank_count; i++) {
		free(a->ranks[i].candidates);
		free(a->ranks[i].libraries);
		free(a->ranks[i].choices);
		free(a->ranks[i].parts);
		free(a->ranks[i].sizes);
		free(a->ranks[i].ciphers);
		free(a->ranks[i].notes);
	}
	for (size_t i = 0; i < a->string_count; i++)
		free(a->strings[i]);
	for (size_t i = 0; i < a->document_count; i++)
		free(a->documents[i].machines);
	free(a->strings);
	free(a->scratch);
	free(a->cells);
	free(a->ranks);
	free(a->libraries);
	free(a->machines);
	free(a->documents);
	free(a);
}

const cb_profile *cb_advice_profile(const cb_advice *advice)
{
	return advice->profile;
}

size_t cb_advice_ranking_count(const cb_advice *advice)
{
	return advice->rank_count;
}

const cb_ranking *cb_advice_ranking_at(const cb_advice *advice, size_t index)
{
	return index < advice->rank_count ? &advice->ranks[index].view : NULL;
}

int cb_advice_is_given(const cb_advice *advice)
{
	for (size_t i = 0; i < advice->rank_count; i++)
		if (advice->ranks[i].view.is_main && advice->ranks[i].view.kind == CB_ADVICE_NONE)
			return 0;
	return advice->rank_count > 0;
}

int cb__advice_is_same_library(const cb_subject *a, const cb_subject *b)
{
	return strcmp(a->backend, b->backend) == 0 && strcmp(a->version, b->version) == 0 &&
	       strcmp(a->file, b->file) == 0 && strcmp(a->build_id, b->build_id) == 0 &&
	       strcmp(a->api, b->api) == 0;
}

static const char *tool_text(const cb_results *results, const char *name)
{
	const json_t *tool = json_object_get(cb__results_document(results), "tool");
	const char *text = json_string_value(json_object_get(tool, name));

	return text != NULL && strcmp(text, "unknown") != 0 ? text : "";
}

/* The rules that a document was measured by, as far as its semantics tell: "" for libcb's own, else
 * the beginning of them. Figures of different rules belong in no ranking together. */
static void add_manner(cb_text *key, const cb_results *results)
{
	const cb_cell *cell;

	for (size_t i = 0; (cell = cb_results_cell_at(results, i)) != NULL; i++) {
		size_t len = strcspn(cell->semantics, "./");

		if (cell->outcome != CB_OUTCOME_MEASURED)
			continue;
		for (int kind = CB_KIND_NONE + 1; kind < CB_KIND_COUNT; kind++) {
			const char *name = cb_kind_name((cb_kind)kind);

			if (strlen(name) == len && strncmp(name, cell->semantics, len) == 0)
				return;
		}
		cb__text_append(key, cell->semantics, len);
		return;
	}
}

/* What is said of the machine of a subject, if it is not that of its document; "" otherwise. */
static const char *described(const cb_subject *subject)
{
	return subject != NULL && strcmp(subject->machine, "unknown") != 0 ? subject->machine : "";
}

static const char *key_of(cb_advice *a, const cb_results *results, const cb_subject *subject)
{
	static const char *const paths[] = {"cpu.architecture", "cpu.vendor", "cpu.model",
		"cpu.family", "cpu.model_number", "cpu.stepping", "virtualization"};
	cb_text key = CB_TEXT_INIT;

	for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
		cb__text_format(&key, "%s\n", cb_results_environment(results, paths[i]));
	cb__text_format(&key, "%s\n%s\n", tool_text(results, "machine"), described(subject));
	add_manner(&key, results);
	return cb__advice_keep(a, &key);
}

static const char *machine_title(cb_advice *a, const cb_results *results, const cb_subject *subject)
{
	const char *model = cb_results_environment(results, "cpu.model");
	const char *name = tool_text(results, "machine");
	cb_text manner = CB_TEXT_INIT, title = CB_TEXT_INIT;
	int is_known;

	if (described(subject)[0] != '\0')
		model = described(subject);
	is_known = model[0] != '\0' && strcmp(model, "unknown") != 0;
	add_manner(&manner, results);
	if (name[0] != '\0')
		cb__text_format(&title, is_known ? "%s (%s)" : "%s", name, model);
	else
		cb__text_add(&title, is_known ? model : "a machine that is not known");
	if (manner.len > 0)
		cb__text_format(&title, ", as %s measures", cb__text_string(&manner));
	a->failed |= manner.failed;
	cb__text_done(&manner);
	return cb__advice_keep(a, &title);
}

static size_t find_machine(cb_advice *a, const cb_results *results, const cb_subject *subject)
{
	const char *key = key_of(a, results, subject);
	cb_text manner = CB_TEXT_INIT;

	for (size_t i = 0; i < a->machine_count; i++)
		if (strcmp(a->machines[i].key, key) == 0)
			return i;
	add_manner(&manner, results);
	a->machines[a->machine_count] = (cb__advice_machine){
		machine_title(a, results, subject), key, cb__advice_keep(a, &manner)};
	return a->machine_count++;
}

size_t cb__advice_machine_of(const cb__advice_document *document, const cb_subject *subject)
{
	return document->machines[subject - cb_results_subject_at(document->results, 0)];
}

int cb__advice_is_on(const cb__advice_document *document, size_t machine)
{
	size_t count = cb_results_subject_count(document->results);

	for (size_t i = 0; i < count || i == 0; i++)
		if (document->machines[i] == machine)
			return 1;
	return 0;
}

static size_t find_library(const cb_advice *a, const cb_subject *subject, size_t machine)
{
	size_t i = 0;

	for (; i < a->library_count; i++)
		if (a->libraries[i].machine == machine &&
			a->libraries[i].subject->accel == subject->accel &&
			cb__advice_is_same_library(a->libraries[i].subject, subject))
			break;
	return i;
}

/* A function of the program that measured is no library, and the backend that does nothing none
 * that anybody could use. */
static int is_library(const cb_subject *subject)
{
	return strcmp(subject->isolation, "none") != 0 && strcmp(subject->backend, "null") != 0;
}

size_t cb__advice_library_of(const cb_advice *a, const cb_subject *subject, size_t machine)
{
	return is_library(subject) ? find_library(a, subject, machine) : a->library_count;
}

static cb_status add_libraries(cb_advice *a, const cb__advice_document *document)
{
	size_t count = cb_results_subject_count(document->results);
	size_t size = a->library_count + count + 1;
	cb__advice_library *grown = realloc(a->libraries, size * sizeof *grown);

	if (grown == NULL)
		return CB_ENOMEM;
	a->libraries = grown;
	for (size_t i = 0; i < count; i++) {
		const cb_subject *subject = cb_results_subject_at(document->results, i);
		size_t machine = document->machines[i];

		if (is_library(subject) && find_library(a, subject, machine) == a->library_count)
			a->libraries[a->library_count++] =
				(cb__advice_library){subject, machine, ""};
	}
	return CB_OK;
}

/* Two files of one version are told apart by the labels they were given. */
static int is_ambiguous(const cb_advice *a, size_t index)
{
	const cb__advice_library *one = &a->libraries[index];

	for (size_t i = 0; i < a->library_count; i++) {
		const cb__advice_library *other = &a->libraries[i];

		if (i != index && other->machine == one->machine &&
			other->subject->accel == one->subject->accel &&
			strcmp(other->subject->backend, one->subject->backend) == 0 &&
			strcmp(other->subject->version, one->subject->version) == 0)
			return 1;
	}
	return 0;
}

static void title_library(cb_advice *a, size_t index)
{
	cb__advice_library *library = &a->libraries[index];
	const cb_subject *subject = library->subject;
	cb_text text = CB_TEXT_INIT;

	cb__spell_backend(&text, subject->backend);
	if (strcmp(subject->version, "unknown") != 0)
		cb__text_format(&text, " %s", subject->version);
	if (is_ambiguous(a, index))
		cb__text_format(&text, " (%s)", subject->label);
	if (a->across && a->machine_count > 1)
		cb__text_format(&text, " on %s", a->machines[library->machine].title);
	library->title = cb__advice_keep(a, &text);
}

/* A document without subjects has a machine, too, of which nothing can be recommended. */
static cb_status add_document(cb_advice *a, const cb_results *results)
{
	size_t count = cb_results_subject_count(results);
	cb__advice_document *document = &a->documents[a->document_count++];

	*document = (cb__advice_document){results, calloc(count + 1, sizeof(size_t))};
	if (document->machines == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < count || i == 0; i++)
		document->machines[i] = find_machine(a, results, cb_results_subject_at(results, i));
	return add_libraries(a, document);
}

static cb_status collect(cb_advice *a, const cb_results *const *results, size_t count)
{
	cb_status status = CB_OK;
	size_t subjects = 0;

	for (size_t i = 0; i < count; i++)
		subjects += cb_results_subject_count(results[i]);
	a->documents = calloc(count, sizeof *a->documents);
	a->machines = calloc(count + subjects, sizeof *a->machines);
	if (a->documents == NULL || a->machines == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < count && status == CB_OK; i++)
		status = add_document(a, results[i]);
	for (size_t i = 0; i < a->library_count; i++)
		title_library(a, i);
	return status == CB_OK ? cb__advice_index(a) : status;
}

int cb__advice_is_of_rank(const cb_advice *a, size_t library, size_t machine, cb_accel accel)
{
	const cb__advice_library *l = &a->libraries[library];

	return (a->across || l->machine == machine) && l->subject->accel == accel;
}

static int has_mode(const cb_advice *a, size_t machine, cb_accel accel)
{
	for (size_t i = 0; i < a->library_count; i++)
		if (cb__advice_is_of_rank(a, i, machine, accel))
			return 1;
	return 0;
}

static cb_status add_rank(cb_advice *a, size_t machine, cb_accel accel, int is_main)
{
	cb__advice_rank *rank = &a->ranks[a->rank_count++];
	cb_status status;

	rank->machine = machine;
	rank->view.machine = a->across && a->machine_count > 1
				     ? cb__advice_say(a, "%zu machines", a->machine_count)
				     : a->machines[machine].title;
	rank->view.accel = accel;
	rank->view.is_main = is_main;
	rank->view.is_imported = a->machines[machine].manner[0] != '\0';
	rank->view.headline = rank->view.answer = rank->view.because = "";
	status = cb__advice_weigh(a, rank);
	return status == CB_OK ? cb__advice_sizes(a, rank) : status;
}

static cb_status rank_all(cb_advice *a, cb_accel accel)
{
	size_t count = a->across ? 1 : a->machine_count;
	cb_status status = CB_OK;

	a->ranks = calloc(count * CB_ACCEL_COUNT + 1, sizeof *a->ranks);
	if (a->ranks == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < count && status == CB_OK; i++)
		status = add_rank(a, i, accel, 1);
	for (size_t i = 0; i < count; i++)
		for (int mode = 0; mode < CB_ACCEL_COUNT && status == CB_OK; mode++)
			if (mode != (int)accel && has_mode(a, i, (cb_accel)mode))
				status = add_rank(a, i, (cb_accel)mode, 0);
	return status;
}

static cb_status take_accel(
	cb_accel *out, cb_context *ctx, const cb_profile *profile, const cb_advise_config *config)
{
	*out = profile->accel;
	if (config == NULL || config->accel == NULL)
		return CB_OK;
	*out = cb_accel_find(config->accel);
	if (*out != CB_ACCEL_COUNT)
		return CB_OK;
	return cb__context_fail(
		ctx, CB_EINVAL, "\"%s\" is not a mode: on, nocrypto or off", config->accel);
}

cb_status cb_advise(cb_advice **out, cb_context *ctx, const cb_results *const *results,
	size_t count, const cb_profile *profile, const cb_advise_config *config)
{
	cb_accel accel = CB_ACCEL_ON;
	cb_status status = take_accel(&accel, ctx, profile, config);
	cb_advice *a;

	if (status != CB_OK)
		return status;
	if (count == 0)
		return cb__context_fail(ctx, CB_EEMPTY, "no results to advise on; measure first");
	a = calloc(1, sizeof *a);
	if (a == NULL)
		return cb__context_fail(ctx, CB_ENOMEM, "out of memory");
	a->profile = profile;
	a->across = config != NULL && config->across_machines;
	status = collect(a, results, count);
	if (status == CB_OK)
		status = rank_all(a, accel);
	if (status == CB_OK)
		status = cb__advice_words(a);
	if (status == CB_OK && !a->failed)
		*out = a;
	else
		cb_advice_free(a);
	return status == CB_OK && a->failed ? CB_ENOMEM : status;
}
