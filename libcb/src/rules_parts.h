/* SPDX-License-Identifier: Apache-2.0 */
/* What the sources of rules share: the handle, the table of settings, values and complaints. */
#ifndef CB_SRC_RULES_PARTS_H
#define CB_SRC_RULES_PARTS_H

#include "context.h"
#include "rules.h"

typedef struct cb__rule {
	const char *cells;
	cb__gate_settings values;
	unsigned given; /* which of them it sets: bits by index in the table */
	uint32_t line;
	const char *file;
} cb__rule;

typedef struct cb__removed {
	const char *cells;
	uint32_t line;
	const char *file; /* "" if a caller allowed it */
} cb__removed;

struct cb_rules {
	cb_context *ctx;
	cb__gate_settings settings;
	unsigned given; /* which of them are not the default because someone said so */
	const char *name;
	cb__rule *rules;
	size_t rule_count;
	cb__waiver *waivers;
	size_t waiver_count;
	cb__removed *removed;
	size_t removed_count;
	char **strings; /* what all of the above borrows */
	size_t string_count;
};

typedef enum cb__rules_kind {
	CB__RULES_PERCENT, /* double: of throughput, so below 100 */
	CB__RULES_TIME,    /* double: nanoseconds */
	CB__RULES_REAL,    /* double: a level of significance */
	CB__RULES_WHOLE,   /* uint32_t */
	CB__RULES_SWITCH,  /* int: index of the word */
	CB__RULES_WORD     /* const char *: the word */
} cb__rules_kind;

typedef struct cb__rules_row {
	cb_rules_key key;
	cb__rules_kind kind;
	size_t offset; /* in cb__gate_settings */
	const char *member;
	uint32_t min;
	uint32_t max;
	const char *words[2];
	int is_of_rule;
} cb__rules_row;

/** Row @p index of the table of settings; NULL past the end. */
const cb__rules_row *cb__rules_row_at(size_t index);

/** Where something stands, for complaints. */
typedef struct cb__rules_place {
	cb_context *ctx;
	cb_status status; /* that complaints return */
	const char *name; /* of the text, or where in a document; NULL: no text */
	uint32_t line;    /* 0: unknown */
	int is_document;  /* members have names with units and values without */
} cb__rules_place;

/** "gate.cfg:12: @p format"; returns the place's status. */
cb_status cb__rules_refuse(const cb__rules_place *place, const char *format, ...) CB_PRINTF(2, 3);

/** Room for somebody's text in a complaint. */
#define CB__RULES_SHOWN 80

/** Copies @p text, long ones cut, what is not printable or not UTF-8 replaced. Returns @p shown. */
const char *cb__rules_show(char shown[CB__RULES_SHOWN], const char *text);

/** A value as it was found. */
typedef struct cb__rules_value {
	const char *text; /* NULL: it is something else */
	int is_number;
	int is_whole;
	double number;
	const char *sort; /* "a list", for complaints */
} cb__rules_value;

/** Index of the setting called @p name at this sort of place; of those that a rule may have if
 *  @p is_of_rule. The table's length if there is none. */
size_t cb__rules_find(const cb__rules_place *place, const char *name, int is_of_rule);

/** Sets the setting of row @p index in @p values and its bit in @p given. CB_OK or the place's
 *  status. */
cb_status cb__rules_take(cb__gate_settings *values, unsigned *given, const cb__rules_place *place,
	size_t index, const cb__rules_value *value);

/** Refuses a tolerance that @p given names and the limit does not exceed; both may be 0. */
cb_status cb__rules_check_tolerance(
	const cb__gate_settings *values, unsigned given, const cb__rules_place *place);

/** Copies from @p from to @p values what @p given names. */
void cb__rules_overlay(cb__gate_settings *values, const cb__gate_settings *from, unsigned given);

/** Whether @p given names the setting at @p offset of cb__gate_settings. */
int cb__rules_is_given(unsigned given, size_t offset);

/** Days since 1 March of the year 0 of the date that @p text begins with; -1 if it is none. */
long cb__rules_days(const char *text);

/** Sets the member @p name of the groups "gate", and of one rule or waiver whose texts are borrowed
 *  from @p value. CB_OK or the place's status. */
cb_status cb__rules_take_setting(cb_rules *rules, const cb__rules_place *place, const char *name,
	const cb__rules_value *value);
cb_status cb__rules_take_rule(cb__rule *rule, const cb__rules_place *place, const char *name,
	const cb__rules_value *value);
cb_status cb__rules_take_waiver(cb__waiver *waiver, const cb__rules_place *place, const char *name,
	const cb__rules_value *value);

/** Refuses @p name as unknown, with the nearest of @p known (NULL at its end) or all of them. */
cb_status cb__rules_refuse_name(
	const cb__rules_place *place, const char *what, const char *name, const char *const *known);

/** Checks that a rule, a waiver or a glob is whole, and appends a copy. CB_OK, CB_ENOMEM, or the
 *  place's status. */
cb_status cb__rules_add_rule(cb_rules *rules, const cb__rules_place *place, const cb__rule *rule);
cb_status cb__rules_add_waiver(
	cb_rules *rules, const cb__rules_place *place, const cb__waiver *waiver);
cb_status cb__rules_add_removed(
	cb_rules *rules, const cb__rules_place *place, const cb__removed *removed);

/** A copy of @p string that lives as long as the rules; NULL if out of memory. */
const char *cb__rules_keep(cb_rules *rules, const char *string);

/** Gives @p rules what @p other has, and @p other what was there; NULL is no rules. */
void cb__rules_swap(cb_rules *rules, cb_rules *other);

/**
 * Looks at a text before a parser does, for what the parser would take for something else without
 * a word: files that are included, comments and texts without end, numbers that it cuts; and for
 * what it cannot bear: depth, crowds. Moves the place's line on.
 */
cb_status cb__rules_scan(cb__rules_place *place, const char *text);

#endif
