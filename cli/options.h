/* SPDX-License-Identifier: Apache-2.0 */
/* The options of every command, and reading them. */
#ifndef CB_CLI_OPTIONS_H
#define CB_CLI_OPTIONS_H

#include <stddef.h>

/* bits: an option may belong to several commands */
#define COMMAND_NONE     0u
#define COMMAND_RUN      1u
#define COMMAND_LIST     2u
#define COMMAND_INFO     4u
#define COMMAND_PROVE    8u
#define COMMAND_GATE     16u
#define COMMAND_COMPARE  32u
#define COMMAND_SELFTEST 64u
#define COMMAND_ADVISE   128u
#define COMMAND_REPORT   256u
#define COMMAND_IMPORT   512u
#define COMMAND_SHOW     1024u

/** Those that take files as operands. */
#define COMMANDS_WITH_FILES                                                                        \
	(COMMAND_COMPARE | COMMAND_ADVISE | COMMAND_IMPORT | COMMAND_REPORT | COMMAND_SHOW)
/** And those that can do without. */
#define COMMANDS_WITHOUT_FILES COMMAND_ADVISE

/** What is proven if no algorithm is named. */
#define PROVE_ALGORITHMS "aes-256-gcm,sha256,chacha20-poly1305"
/** And of these what is no mirror image of another, if no operation is named either. */
#define PROVE_OPS "digest,seal"

typedef struct text_list {
	const char **items;
	size_t count;
} text_list;

/** What a command line asks for. Texts belong to the command line or are constant. */
typedef struct request {
	text_list subjects;
	text_list backends;
	text_list requirements;
	text_list names;  /* options for the plan, or the import, in order, ... */
	text_list values; /* ... and what they are set to */
	text_list files;  /* operands */
	const char *algorithms;
	const char *ops;
	const char *sizes;
	const char *time;
	const char *statistic;
	const char *unit;
	const char *format;
	const char *output;
	const char *file_format; /* of output, by its ending; see setup_request() */
	const char *color;
	const char *width;
	const char *worker;
	const char *launcher;
	const char *base;
	const char *head;
	const char *config;
	const char *judge;
	const char *json;
	const char *junit;
	const char *markdown;
	const char *codequality;
	const char *openmetrics;
	const char *mode;
	const char *limit;
	const char *inconclusive;
	const char *removed;
	const char *baseline;
	const char *save_baseline;
	const char *accept;
	const char *reason;
	const char *runs;
	const char *real;
	const char *keep;
	const char *recorded;
	const char *profile;
	const char *accel;
	const char *results;
	const char *title;
	const char *gate;
	int no_library;
	int across_machines;
	int github;
	int all;
	int quiet;
	int help;
} request;

/** How an option is stored; a passed one goes into request.names and request.values, a number is
 *  a text of digits. */
typedef enum option_store {
	STORE_PASS,
	STORE_TEXT,
	STORE_TEXTS,
	STORE_NUMBER,
	STORE_SWITCH
} option_store;

typedef struct option_row {
	const char *name;
	const char *argument; /* NULL for a switch */
	const char *words;    /* the values it may have, separated by blanks; NULL for any */
	const char *fallback; /* "" if there is none or it is worked out */
	const char *help;
	size_t offset; /* in request */
	option_store store;
	unsigned commands;
	int letter; /* 0 for none */
} option_row;

typedef struct option_table {
	option_row *rows;
	size_t count;
	int takes_files;
	int needs_files; /* at least one */
} option_table;

/** All options of @p command, the plan's included; -1 if memory ran out. */
int options_init(option_table *table, unsigned command);
void options_done(option_table *table);

/**
 * Reads a command line; free @p req with request_done() in any case.
 *
 * @param name of the command, for complaints
 * @return 0, or EXIT_USAGE after a complaint
 */
int options_parse(const option_table *table, request *req, const char *name, int argc, char **argv);
void request_done(request *req);

/** Whether @p value is one of the words of an option. */
int options_have_word(const char *words, const char *value);

/** Appends; -1 if memory ran out. */
int text_list_add(text_list *list, const char *text);

/** What is passed to the plan under @p name; NULL if nothing. */
const char *request_passed(const request *req, const char *name);

#endif
