/* SPDX-License-Identifier: Apache-2.0 */
/* The workers of a run: how each subject's worker is started, and the one that lives now. */
#ifndef CB_CREW_H
#define CB_CREW_H

#include <jansson.h>

#include "callee.h"
#include "context.h"
#include "link.h"
#include "random.h"
#include "serve.h"
#include "subject.h"

/** What one library, served by one backend, said of itself: shared by the subjects that use it. */
typedef struct cb__service {
	const char *backend; /* borrowed */
	const char *module;  /* borrowed */
	const char *library; /* borrowed; NULL for the system's */
	unsigned copy;       /* as in the subject */
	cb__served served;
	json_t *hello; /* of a worker that was asked, acceleration on; NULL if it failed */
	cb_status status;
	char *reason; /* why there is no hello */
	char *output; /* what the worker printed then */
} cb__service;

/** A subject and its worker, or the function that is called in this process instead. */
typedef struct cb__member {
	const cb__subject *subject;
	const cb__service *service;       /* NULL for a function */
	cb__callee *callee;               /* the function; NULL for all others. Borrowed */
	const struct cb__member *same_as; /* the member that stands for this one, or NULL */
	cb__link *link;                   /* NULL while no worker lives */
	cb__link **peers;                 /* more of its kind, for several processes at once */
	size_t peer_count;
	json_t *hello;      /* of its latest worker */
	json_t *trace;      /* the proof that following it gave, as documents have it; or NULL */
	cb_outcome outcome; /* MEASURED while it can be measured */
	char *reason;       /* why it cannot */
	char *output;
} cb__member;

typedef struct cb__crew {
	cb_context *ctx;
	cb__service *services;
	size_t service_count;
	cb__member *members;
	size_t member_count;
	uint32_t limit_ms; /* for each reply */
	int *cpus;         /* that may be used, in the order of use; owned */
	size_t cpu_count;
	cb__link *load; /* worker with busy threads, or NULL */
	size_t pad_len; /* bytes by which the environment of new workers is longer */
	cb__pump pump;
} cb__crew;

/** Allocates members for @p subjects, which must outlive the crew. */
cb_status cb__crew_init(cb__crew *crew, cb_context *ctx, const cb__subjects *subjects,
	uint32_t limit_ms, cb__pump pump);
void cb__crew_done(cb__crew *crew);

/**
 * Asks one worker per library, then decides for each member whether it needs a worker of its own
 * or another member stands for it. CB_ECANCELLED, CB_ENOMEM, CB_ENOTFOUND for an implementation
 * that a backend has not got (the context says which); failures end up in the members.
 */
cb_status cb__crew_describe(cb__crew *crew);

/** Makes sure that @p member has a worker that is proven. CB_OK, CB_ECANCELLED, CB_ENOMEM; other
 *  statuses are in member->outcome, and @p member stays without a worker. */
cb_status cb__crew_start(cb__crew *crew, cb__member *member);

/** If no member has had a worker at all, the call has failed and not that many cells: CB_EBACKEND
 *  if the library crashed or hung, else CB_EWORKER; the context says why. */
cb_status cb__crew_check_any(const cb__crew *crew);

/** Whether the backend has what @p member asks for by name: CB_ENOTFOUND if not (the context says
 *  what it has), CB_OK. */
cb_status cb__crew_check_implementation(const cb__crew *crew, const cb__member *member);

/** Ends the worker of a member whose implementation this CPU cannot run. CB_OK, CB_ENOMEM. */
cb_status cb__crew_check_ability(const cb__crew *crew, cb__member *member);

/** Says why @p member cannot be measured. Texts are copied. CB_OK, CB_ENOMEM. */
cb_status cb__member_give_up(
	cb__member *member, cb_outcome outcome, const char *reason, const char *output);

/** Ends the worker of a member that did not keep its mode. */
cb_status cb__crew_unprove(const cb__crew *crew, cb__member *member, const char *reason);

/** Makes sure that @p member has @p count - 1 more workers. As cb__crew_start(). */
cb_status cb__crew_start_peers(cb__crew *crew, cb__member *member, uint32_t count);

/**
 * Makes the copies of libraries anew, in random order, while no worker lives.
 *
 * Where a file's pages lie in memory decides about conflicts in caches, and stays as it is as long
 * as the file: between two files of the same bytes, small hashes differed by 5 % in all of 48
 * launches. New copies for each launch make noise of it.
 *
 * @return CB_OK, CB_ENOMEM, CB_EIO; the context says why
 */
cb_status cb__crew_renew_copies(cb__crew *crew, cb__random *random);

/** The file that @p member's library was loaded from, or was copied from; NULL if unknown. */
const char *cb__member_library(const cb__member *member);

/** Starts @p threads busy threads in a worker of their own. CB_EWORKER; the context says why. */
cb_status cb__crew_start_load(cb__crew *crew, uint32_t threads);

/** The first @p count CPUs from the @p first one on, as a JSON list; fewer if there are fewer. */
json_t *cb__crew_cpus(const cb__crew *crew, size_t first, size_t count);

/**
 * Gives all workers of @p member the same command at once and waits for all. If one of them ends
 * or does not answer, all are gone; if one refuses, all live.
 *
 * @param[out] ret_replies owned by the caller, 1 + peer_count of them, on CB_OK only
 */
cb_status cb__crew_ask_all(cb__crew *crew, cb__member *member, json_t **ret_replies,
	const json_t *command, cb_text *why, char **ret_output);

/** Asks a living worker. One that ends or does not answer is gone, with its peers; one that
 *  refuses lives. @p ret_output (may be NULL) gets what it
 *  printed, to be freed. */
cb_status cb__crew_ask(cb__crew *crew, cb__member *member, json_t **out, json_t *command,
	cb_text *why, char **ret_output);

/** What the worker printed, to be freed, unless @p ret_output is NULL or holds something. */
void cb__crew_keep_output(cb__link *link, char **ret_output);

/** Ends all workers: politely, or at once. */
void cb__crew_stop(cb__crew *crew, int is_at_once);

/** The outcome that a failed command stands for. */
cb_outcome cb__outcome_of(cb_status status);

/** The status in a reply: CB_OK if "ok" is true. */
cb_status cb__reply_status(const json_t *reply);

#endif
