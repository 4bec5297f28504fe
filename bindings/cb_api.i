/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of both languages: one class for contexts, one for each kind of document. Typemaps
 * (cb_python.i, cb_lua.i) say how texts, lists, progress, documents and errors cross. */
%{
#include "bridge.h"

#include <stdbool.h>

/* Names of their own, since SWIG makes functions "TYPE_method" that must not be libcb's. */
typedef cb_results Results;
typedef cb_gate Gate;
typedef cb_proofs Proofs;
typedef bridge_comparison Comparison;
typedef cb_selftest Selftest;
typedef bridge_inventory Inventory;
typedef bridge_documents Documents;
typedef bridge_import Import;
typedef bridge_profile Profile;
typedef cb_findings Findings;
typedef bridge_advice Advice;
typedef bridge_lacks Lacks;
typedef cb_document Opened;
%}

%include "stdint.i"

%rename("%(strip:[cb_])s") "";
%rename("%(strip:[CB_])s", %$isenumitem) "";

/* Constants that facades build their enumerations from. */
const char *cb_version(void);
const char *cb_status_name(int status);
const char *cb_status_text(int status);

%nodefaultctor;
%nodefaultdtor;

%constant unsigned USED_BY_RUN = CB_USED_BY_RUN;
%constant unsigned USED_BY_PROVE = CB_USED_BY_PROVE;
%constant unsigned USED_BY_GATE = CB_USED_BY_GATE;
%constant unsigned USED_BY_MEASURE = CB_USED_BY_MEASURE;
%constant unsigned USED_BY_ADVISE = CB_USED_BY_ADVISE;
%constant unsigned JSON_COMPACT = CB_JSON_COMPACT;
%constant unsigned JSON_NO_SAMPLES = CB_JSON_NO_SAMPLES;

%constant const char *PROFILE_USUAL = CB_PROFILE_USUAL;
%constant const char *ADVISE_BUDGET = CB_ADVISE_BUDGET;
const char *cb_profile_name_at(size_t index);

/* Options of plans and settings of rules, as their tables have them. */
%immutable;
typedef struct cb_option {
	const char *name;
	const char *argument;
	const char *fallback;
	const char *help;
	unsigned uses;
} cb_option;
size_t cb_option_count(void);
const cb_option *cb_option_at(size_t index);
size_t cb_import_option_count(void);
const cb_option *cb_import_option_at(size_t index);

typedef struct cb_rules_key {
	const char *name;
	const char *argument;
	const char *fallback;
	const char *help;
} cb_rules_key;
size_t cb_rules_key_count(void);
const cb_rules_key *cb_rules_key_at(size_t index);

typedef struct cb_view_option {
	const char *name;
	const char *argument;
	const char *words;
	const char *fallback;
	const char *help;
} cb_view_option;
size_t cb_view_option_count(void);
const cb_view_option *cb_view_option_at(size_t index);

typedef struct cb_format {
	const char *name;
	const char *ending;
	const char *help;
} cb_format;
const cb_format *cb_results_format_at(size_t index);
const cb_format *cb_proofs_format_at(size_t index);
const cb_format *cb_comparisons_format_at(size_t index);
const cb_format *cb_gate_format_at(size_t index);
const cb_format *cb_selftest_format_at(size_t index);
const cb_format *cb_inventory_format_at(size_t index);
const cb_format *cb_advices_format_at(size_t index);
%mutable;

/* Words of documents. */
const char *cb_outcome_name(int outcome);
const char *cb_accel_name(int accel);
const char *cb_variant_name(int variant);
const char *cb_verdict_name(int verdict);
const char *cb_change_name(int change);
const char *cb_standing_name(int standing);
const char *cb_advice_kind_name(int kind);
const char *cb_basis_name(int basis);

%rename(Context) bridge_context;
typedef struct { } bridge_context;
typedef struct { } Results;
typedef struct { } Gate;
typedef struct { } Proofs;
typedef struct { } Comparison;
typedef struct { } Selftest;
typedef struct { } Inventory;
typedef struct { } Documents;
typedef struct { } Import;
typedef struct { } Profile;
typedef struct { } Findings;
typedef struct { } Advice;
typedef struct { } Lacks;
typedef struct { } Opened;

#ifdef SWIGPYTHON
/* What starts workers may take minutes; nothing else gives the interpreter's lock away. */
%thread bridge_context::environment;
%thread bridge_context::inventory;
%thread bridge_context::run;
%thread bridge_context::run_for;
%thread bridge_context::prove;
%thread bridge_context::gate;
%thread bridge_context::gate_baseline;
%thread bridge_context::accept_baseline;
%thread bridge_context::save_baseline;
%thread bridge_context::selftest;
#endif

/* Texts may be None or nil where bridge.h says that NULL is "not given"; elsewhere that is an error
 * that the bridge reports. ERROR is no argument of the language: it is raised. */
%extend bridge_context {
	bridge_context(const char *backend_path, const char *worker, bridge_texts launcher,
		bridge_error *ERROR)
	{
		return bridge_open(backend_path, worker, &launcher, ERROR);
	}
	~bridge_context() { bridge_close($self); }
	void add_backend(const char *file, bridge_error *ERROR)
	{
		bridge_add_backend($self, file, ERROR);
	}
	char *backends(bridge_error *ERROR) { return bridge_backends($self, ERROR); }
	/* Of a backend by the place of its name in these. */
	const char *backend_file(size_t index) { return bridge_backend_file($self, index); }
	const char *worker() { return bridge_worker($self); }
	char *environment(bridge_error *ERROR) { return bridge_environment($self, ERROR); }
	Inventory *inventory(bridge_error *ERROR) { return bridge_inventory_new($self, ERROR); }
	Results *run(bridge_texts subjects, bridge_pairs options, bridge_progress progress,
		bridge_error *ERROR)
	{
		return bridge_run($self, &subjects, &options, progress, ERROR);
	}
	Results *run_for(Profile *profile, const char *accel, bridge_texts subjects,
		bridge_pairs options, bridge_progress progress, bridge_error *ERROR)
	{
		return bridge_run_for(
			$self, profile, accel, &subjects, &options, progress, ERROR);
	}
	Proofs *prove(bridge_texts subjects, bridge_pairs options, bridge_progress progress,
		bridge_error *ERROR)
	{
		return bridge_prove($self, &subjects, &options, progress, ERROR);
	}
	Results *measure(bridge_functions functions, bridge_pairs options,
		bridge_progress progress, bridge_error *ERROR)
	{
		return bridge_measure($self, functions, &options, progress, ERROR);
	}
	Gate *gate(const char *base, const char *head, const char *rules_file,
		const char *allow_removed, bridge_pairs settings, bridge_pairs options,
		bridge_progress progress, bridge_error *ERROR)
	{
		bridge_rules rules = {rules_file, allow_removed, &settings};
		return bridge_gate($self, base, head, &rules, &options, progress, ERROR);
	}
	Gate *gate_baseline(const char *file, bridge_texts subjects, const char *rules_file,
		const char *allow_removed, bridge_pairs settings, bridge_pairs options,
		bridge_progress progress, bridge_error *ERROR)
	{
		bridge_rules rules = {rules_file, allow_removed, &settings};
		return bridge_gate_baseline(
			$self, file, &subjects, &rules, &options, progress, ERROR);
	}
	Gate *accept_baseline(const char *file, const char *reason, bridge_texts subjects,
		const char *rules_file, const char *allow_removed, bridge_pairs settings,
		bridge_pairs options, bridge_progress progress, bridge_error *ERROR)
	{
		bridge_rules rules = {rules_file, allow_removed, &settings};
		return bridge_accept_baseline(
			$self, file, reason, &subjects, &rules, &options, progress, ERROR);
	}
	/* runs, cells, whether the library was copied, failed cells */
	void save_baseline(const char *file, bool no_library, bridge_texts subjects,
		bridge_pairs options, bridge_progress progress, cb_baseline_info *INFO,
		bridge_error *ERROR)
	{
		bridge_save_baseline(
			$self, file, no_library, &subjects, &options, progress, INFO, ERROR);
	}
	Selftest *selftest(const char *subject, size_t runs, size_t real, const char *keep,
		const char *rules_file, bridge_pairs settings, bridge_pairs options,
		bridge_progress progress, bridge_error *ERROR)
	{
		bridge_rules rules = {rules_file, NULL, &settings};
		return bridge_selftest($self, subject, runs, real, keep, &rules, &options, progress,
			ERROR);
	}
}

/* The kinds of documents. */
%extend Results {
	~Results() { cb_results_free($self); }
	char *format(const char *name, bridge_pairs view, bridge_error *ERROR)
	{
		return bridge_results_format($self, name, &view, ERROR);
	}
	char *json(unsigned flags, bridge_error *ERROR)
	{
		return bridge_results_json($self, flags, ERROR);
	}
	void save(const char *file, unsigned flags, bridge_error *ERROR)
	{
		bridge_save_results($self, file, flags, ERROR);
	}
	bool complete() { return cb_results_complete($self) != 0; }
	bool failed() { return cb_results_failed($self) != 0; }
}

%extend Gate {
	~Gate() { cb_gate_free($self); }
	char *format(const char *name, bridge_pairs view, bridge_error *ERROR)
	{
		return bridge_gate_format($self, name, &view, ERROR);
	}
	char *json(unsigned flags, bridge_error *ERROR)
	{
		return bridge_gate_json($self, flags, ERROR);
	}
	void save(const char *file, unsigned flags, bridge_error *ERROR)
	{
		bridge_save_gate($self, file, flags, ERROR);
	}
	int exit_status() { return cb_gate_exit($self); }
}

%extend Proofs {
	~Proofs() { cb_proofs_free($self); }
	char *format(const char *name, bridge_pairs view, bridge_error *ERROR)
	{
		return bridge_proofs_format($self, name, &view, ERROR);
	}
	char *json(unsigned flags, bridge_error *ERROR)
	{
		return bridge_proofs_json($self, flags, ERROR);
	}
	void save(const char *file, unsigned flags, bridge_error *ERROR)
	{
		bridge_save_proofs($self, file, flags, ERROR);
	}
	bool failed() { return cb_proofs_failed($self) != 0; }
	Lacks *require(const char *requirements, bridge_error *ERROR)
	{
		return bridge_require($self, requirements, ERROR);
	}
}

/* What is lacking, of which the proofs must be kept. */
%extend Lacks {
	~Lacks() { bridge_lacks_free($self); }
	size_t count() { return bridge_lack_count($self); }
	const char *field(size_t index, const char *name)
	{
		return bridge_lack_field($self, index, name);
	}
	bool judged(size_t index) { return bridge_lack_judged($self, index) != 0; }
}

%extend Comparison {
	~Comparison() { bridge_comparison_free($self); }
	char *format(const char *name, bridge_pairs view, bridge_error *ERROR)
	{
		return bridge_comparison_format($self, name, &view, ERROR);
	}
	char *json(unsigned flags, bridge_error *ERROR)
	{
		return bridge_comparison_json($self, flags, ERROR);
	}
	void save(const char *file, unsigned flags, bridge_error *ERROR)
	{
		bridge_save_comparison($self, file, flags, ERROR);
	}
}

%extend Selftest {
	~Selftest() { cb_selftest_free($self); }
	char *format(const char *name, bridge_pairs view, bridge_error *ERROR)
	{
		return bridge_selftest_format($self, name, &view, ERROR);
	}
	char *json(unsigned flags, bridge_error *ERROR)
	{
		return bridge_selftest_json($self, flags, ERROR);
	}
	void save(const char *file, unsigned flags, bridge_error *ERROR)
	{
		bridge_save_selftest($self, file, flags, ERROR);
	}
	int exit_status() { return cb_selftest_exit($self); }
}

%extend Inventory {
	~Inventory() { bridge_inventory_free($self); }
	char *format(const char *name, bridge_pairs view, bridge_error *ERROR)
	{
		return bridge_inventory_format($self, name, &view, ERROR);
	}
}

/* They keep nothing alive: what is added is the caller's, and so is what advice is made of. */
%extend Documents {
	~Documents() { bridge_documents_free($self); }
	void add(Results *results, bridge_error *ERROR)
	{
		bridge_documents_add($self, results, ERROR);
	}
}

%extend Advice {
	~Advice() { bridge_advice_free($self); }
	char *format(const char *name, bridge_pairs view, bridge_error *ERROR)
	{
		return bridge_advice_format($self, name, &view, ERROR);
	}
	char *json(unsigned flags, bridge_error *ERROR)
	{
		return bridge_advice_json($self, flags, ERROR);
	}
	void save(const char *file, unsigned flags, bridge_error *ERROR)
	{
		bridge_save_advice($self, file, flags, ERROR);
	}
}

/* A document whose kind says which of the others it is; that one is taken out of it, once. */
%extend Opened {
	~Opened() { cb_document_free($self); }
	const char *kind() { return cb_document_kind_name(cb_document_kind_of($self)); }
	Results *results() { return cb_document_take_results($self); }
	Gate *gate() { return cb_document_take_gate($self); }
	Proofs *proof() { return cb_document_take_proofs($self); }
	Comparison *comparison(bridge_error *ERROR) { return bridge_take_comparison($self, ERROR); }
	Selftest *selftest() { return cb_document_take_selftest($self); }
	Advice *advice(bridge_error *ERROR) { return bridge_take_advice($self, ERROR); }
}

%extend Import {
	~Import() { bridge_import_free($self); }
	void add(const char *name, bridge_bytes text, bridge_error *ERROR)
	{
		bridge_import_add($self, name, text, ERROR);
	}
	void add_file(const char *file, bridge_error *ERROR)
	{
		bridge_import_add_file($self, file, ERROR);
	}
	Results *finish(bridge_error *ERROR) { return bridge_import_finish($self, ERROR); }
}

%extend Profile {
	~Profile() { bridge_profile_free($self); }
	const char *name() { return cb_profile_name(bridge_profile_get($self)); }
	const char *summary() { return cb_profile_summary(bridge_profile_get($self)); }
	const char *unit() { return cb_profile_unit(bridge_profile_get($self)); }
	const char *accel() { return cb_accel_name(cb_profile_accel(bridge_profile_get($self))); }
}

%extend Findings {
	~Findings() { cb_findings_free($self); }
	size_t count() { return cb_findings_count($self); }
	const char *field(size_t index, const char *name)
	{
		return bridge_finding_field($self, index, name);
	}
}

%inline %{
static Results *load_results(const char *file, bridge_error *ERROR)
{
	return bridge_load_results(file, ERROR);
}

static Results *parse_results(bridge_bytes text, bridge_error *ERROR)
{
	return bridge_parse_results(text.data, text.size, ERROR);
}

/* Of a file, or of a text if that is not given. */
static Opened *open_document(const char *file, bridge_bytes text, bridge_error *ERROR)
{
	return bridge_open_document(file, text.data, text.size, ERROR);
}

static void save_text(const char *file, const char *text, bridge_error *ERROR)
{
	bridge_save_text(file, text, ERROR);
}

static Comparison *compare(Results *base, Results *head, bridge_texts base_labels,
	bridge_texts head_labels, bridge_pairs options, bridge_error *ERROR)
{
	return bridge_compare(base, head, &base_labels, &head_labels, &options, ERROR);
}

/* No constructors: in Lua these return one value, and an error would be lost. */
static Documents *open_documents(bridge_error *ERROR)
{
	return bridge_documents_new(ERROR);
}

static Import *open_import(bridge_pairs options, bridge_error *ERROR)
{
	return bridge_import_new(&options, ERROR);
}

static Profile *open_profile(const char *name, const char *text, bridge_error *ERROR)
{
	return bridge_profile_new(name, text, ERROR);
}

static Findings *findings(Results *results, bridge_error *ERROR)
{
	return bridge_findings(results, ERROR);
}

static Advice *advise(Documents *documents, Profile *profile, const char *accel,
	bool across_machines, bridge_error *ERROR)
{
	return bridge_advise(documents, profile, accel, across_machines, ERROR);
}

static char *report(Documents *documents, const char *title, bridge_texts names,
	const char *headline, const char *command, Gate *gate, bridge_error *ERROR)
{
	bridge_page page = {title, &names, headline, command, gate};
	return bridge_report(documents, &page, ERROR);
}

/* Of a file, or of a text if that is not given. */
static Gate *judge(const char *file, bridge_bytes text, const char *rules_file,
	bridge_pairs settings, bridge_error *ERROR)
{
	bridge_rules rules = {rules_file, NULL, &settings};
	return bridge_judge(file, text.data, text.size, &rules, ERROR);
}

static Selftest *selftest_recorded(const char *directory, const char *rules_file,
	bridge_pairs settings, bridge_error *ERROR)
{
	bridge_rules rules = {rules_file, NULL, &settings};
	return bridge_selftest_recorded(directory, &rules, ERROR);
}
%}
