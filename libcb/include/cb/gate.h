/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Judging whether throughput really dropped.
 *
 * A gate measures two sides next to each other, or reads what was measured, and gives each cell a
 * verdict. The verdicts are a pure function of the data in the document "libcb.gate/1", so that a
 * stored one can be judged again, with other rules too. METHODOLOGY.md has the rule and its error
 * rates, docs/gate.md the document.
 */
#ifndef CB_GATE_H
#define CB_GATE_H

#include <stddef.h>
#include <stdint.h>

#include <cb/plan.h>
#include <cb/results.h>
#include <cb/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cb_gate cb_gate;

/* name, spelling in documents, meaning */
#define CB_VERDICT_MAP(X)                                                                          \
	X(REGRESSED, "regressed", "lost more throughput than the limit, confirmed")                \
	X(BROKEN, "broken", "crashed, answered wrongly, timed out or did not prove its mode")      \
	X(MISSING, "missing", "measured before, and not there any more")                           \
	X(INCOMPARABLE, "incomparable", "the two sides did not measure the same thing")            \
	X(SUSPECT, "suspect", "may have lost more than the limit; not confirmed")                  \
	X(NOISY, "noisy", "the measurement is too uncertain to judge")                             \
	X(WAIVED, "waived", "lost more than the limit, within a waiver that is in force")          \
	X(IMPROVED, "improved", "gained more throughput than the limit")                           \
	X(NEW, "new", "was not there before")                                                      \
	X(UNCHANGED, "unchanged", "no loss above the limit")                                       \
	X(IDENTICAL, "identical", "all code of both sides is the same, byte by byte")

/** What a gate says of a cell; the gravest first. */
typedef enum cb_verdict {
#define CB_VERDICT_ENUM(name, text, meaning) CB_VERDICT_##name,
	CB_VERDICT_MAP(CB_VERDICT_ENUM)
#undef CB_VERDICT_ENUM
		CB_VERDICT_COUNT /* not a verdict */
} cb_verdict;

/** The spelling used in documents; "unknown" for a value that is none. */
CB_API const char *cb_verdict_name(cb_verdict verdict);
CB_API const char *cb_verdict_meaning(cb_verdict verdict);

/** One cell and what is said of it. Times are CPU time of the thread per operation. */
typedef struct cb_judged {
	const char *id; /* "openssl/aes-256-gcm/seal/16384/on": what globs of rules match */
	const char *backend;
	const char *algorithm;
	const char *operation;
	uint64_t size;
	cb_accel accel;
	const char *variant;
	uint32_t threads;
	uint32_t processes;
	cb_verdict verdict;
	const char *reason; /* one line for people; "" if there is nothing to add */
	/** How far it was looked at: "screen", "confirm", "stored", "count", "bytes", or "" if it
	 *  was not measured on both sides. */
	const char *stage;
	double loss_percent; /* of throughput; below 0: gained. NaN if unknown, as all below */
	double loss_ci95_low_percent;
	double loss_ci95_high_percent;
	double limit_percent; /* exactly on it passes */
	double tolerance_percent;
	double p;       /* of no loss above the tolerance, adjusted for the other suspects */
	double base_ns; /* median; instructions if the stage is "count" */
	double head_ns;
	double control_loss_percent; /* of the base measured as a second side */
	uint32_t launches;           /* that the verdict rests on */
	uint32_t disturbed;          /* rounds that were left out */
	double injected_percent;     /* slowdown that was injected; 0 in real life */
	const char *rule; /* glob of the rule that set the limit, "" for the general one */
	uint32_t rule_line;
	const char *waiver; /* reason of the waiver that applies, or "" */
	int is_allowed;     /* missing, and named as one that may be */
} cb_judged;

/** Something the verdict rests on, or that a reader should know. */
typedef struct cb_gate_note {
	const char *id;   /* stable, from CB_GATE_NOTE_MAP */
	const char *text; /* one line for people */
	int is_fault;     /* it makes the judgement invalid */
} cb_gate_note;

/* Append only. id, whether it makes the judgement invalid, meaning */
#define CB_GATE_NOTE_MAP(X)                                                                        \
	X("canary-missed", 1, "a slowdown that was injected on purpose was not found")             \
	X("canary-absent", 1,                                                                      \
		"no slowdown was injected, so nothing shows that one would be found")              \
	X("control-moved", 1, "the base measured against itself came out different too often")     \
	X("nothing-compared", 1, "no cell was measured on both sides")                             \
	X("all-missing", 1, "every cell is missing")                                               \
	X("no-baseline", 1, "there is no baseline yet")                                            \
	X("canary-found", 0, "a slowdown that was injected on purpose was found")                  \
	X("suite-shift", 0, "more than a quarter of the cells regressed: one cause is likely")     \
	X("versions-differ", 0, "the two sides are different versions of the library")             \
	X("waiver-expired", 0, "a waiver is past its date and no longer counts")                   \
	X("waiver-unused", 0, "a waiver covers no cell that lost, or its cap is too low")          \
	X("drift", 0, "small losses since the pinned anchor add up")                               \
	X("suspicious-gain", 0, "a gain so large that the measurement may be at fault")            \
	X("out-of-budget", 0, "the budget ended before all suspects were confirmed")               \
	X("cancelled", 0, "the gate was interrupted")                                              \
	X("injected", 0, "slowdowns were injected into this gate by request")                      \
	X("single-value", 0, "single stored values can warn, not fail")                            \
	X("not-counted", 0, "following instructions is not permitted here")                        \
	X("canary-open", 0, "the budget ended before the injected slowdown was found")             \
	X("control-absent", 0, "the base could not be measured against itself")                    \
	X("left-out", 0, "operations that take more instructions than are followed")               \
	X("libraries-differ", 0, "the two sides are different libraries")                          \
	X("launches-short", 0, "the stored launches do not suffice for these rules")               \
	X("modes-differ", 0, "the two sides are measured in different acceleration modes")         \
	X("same-code", 0, "both files have the same code, so that cells were not measured")        \
	X("variables-withheld", 0, "variables are set that libraries read, and were given none")   \
	X("unchecked", 0, "nothing but the library itself says that its answers are right")

/** Exit statuses, a contract, the same for every command. */
#define CB_GATE_FINE         0
#define CB_GATE_REGRESSED    1
#define CB_GATE_INCONCLUSIVE 3
#define CB_GATE_BROKEN       4
#define CB_GATE_INVALID      5

/**
 * Measures @p base against @p head, next to each other, and judges.
 *
 * Each is `[LABEL@]BACKEND[/IMPLEMENTATION][:ACCEL][=LIBRARY]`; without ACCEL, each mode of the
 * plan's option "accel" (here: on, unless it was set) is a comparison of its own, whatever the
 * other side names; one mode against several is refused. Of the plan's other options it uses
 * algorithms, ops, sizes, variant, threads, seed, budget (default 180), time-limit, steps. Subjects
 * of the plan are not used.
 *
 * @param[out] out free with cb_gate_free(). Also written on CB_ECANCELLED: what was measured until
 *             then, NULL if no worker had begun
 * @param rules NULL: the defaults
 * @param progress may be NULL
 * @return CB_OK whatever the verdicts are; CB_ECANCELLED; CB_EINVAL if both sides are the very same
 *         thing; CB_ENOTFOUND for a rule that matches no cell; else as cb_plan_run()
 */
CB_API cb_status cb_plan_gate(cb_plan *plan, cb_gate **out, const char *base, const char *head,
	const cb_rules *rules, cb_progress_fn *progress, void *payload) CB_MUST_CHECK;

/**
 * Judges a stored document "libcb.gate/1" again.
 *
 * @param rules NULL: those that are stored in it
 * @return CB_OK, CB_ENOMEM, CB_EFORMAT; CB_EIO for a file that cannot be read
 */
CB_API cb_status cb_gate_from_json(cb_gate **out, cb_context *ctx, const char *text,
	size_t text_len, const cb_rules *rules) CB_MUST_CHECK;
CB_API cb_status cb_gate_load(
	cb_gate **out, cb_context *ctx, const char *file, const cb_rules *rules) CB_MUST_CHECK;

/**
 * A copy of the rules that @p gate was judged by, to be changed and judged by again.
 *
 * @param[out] out free with cb_rules_free(), before @p ctx
 * @return CB_OK or CB_ENOMEM
 */
CB_API cb_status cb_gate_rules(const cb_gate *gate, cb_context *ctx, cb_rules **out) CB_MUST_CHECK;

/** NULL is ignored. */
CB_API void cb_gate_free(cb_gate *gate);

/** Exit status of the verdicts: CB_GATE_ above, the option "inconclusive" applied. */
CB_API int cb_gate_exit(const cb_gate *gate);

/** The judgement in one word: "regressed", "broken", "invalid", "inconclusive", "missing" or
 *  "ok". */
CB_API const char *cb_gate_word(const cb_gate *gate);

/** "ab", "bundle", "icount" or "file". */
CB_API const char *cb_gate_mode(const cb_gate *gate);

CB_API int cb_gate_complete(const cb_gate *gate);

/** The sides: subject 0 of each is the first mode. */
CB_API size_t cb_gate_base_count(const cb_gate *gate);
CB_API const cb_subject *cb_gate_base_at(const cb_gate *gate, size_t index);
CB_API size_t cb_gate_head_count(const cb_gate *gate);
CB_API const cb_subject *cb_gate_head_at(const cb_gate *gate, size_t index);

/** Cells, the gravest verdict first, then the largest loss. */
CB_API size_t cb_gate_count(const cb_gate *gate);
CB_API const cb_judged *cb_gate_at(const cb_gate *gate, size_t index);
CB_API const cb_judged *cb_gate_find(const cb_gate *gate, const char *id);

/** How many cells have this verdict. */
CB_API size_t cb_gate_verdict_count(const cb_gate *gate, cb_verdict verdict);

CB_API size_t cb_gate_note_count(const cb_gate *gate);
CB_API const cb_gate_note *cb_gate_note_at(const cb_gate *gate, size_t index);

/** A text of the environment record by path, such as "cpu.model"; "" if it is not there. */
CB_API const char *cb_gate_environment(const cb_gate *gate, const char *path);

/** When it was measured, "2026-11-30T12:00:00Z"; "" if unknown. */
CB_API const char *cb_gate_created(const cb_gate *gate);

/** Name of the rules file its rules came from; "" if none. */
CB_API const char *cb_gate_rules_file(const cb_gate *gate);

/**
 * Writes the document "libcb.gate/1" (docs/gate.md).
 *
 * @param[out] out free with cb_string_free()
 * @param flags CB_JSON_COMPACT or 0
 */
CB_API cb_status cb_gate_to_json(const cb_gate *gate, char **out, unsigned flags) CB_MUST_CHECK;

/** Writes a file whole: an old one stays if the new one cannot be written. */
CB_API cb_status cb_gate_save(
	const cb_gate *gate, cb_context *ctx, const char *file, unsigned flags) CB_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
