/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_format.h"

#include "gate_text.h"
#include "json_member.h"

/* Where a finding is shown if no rules file is: whoever reads this report has that file. */
#define DEFAULT_PATH ".gitlab-ci.yml"

/* FNV-1a, 64 bits */
#define HASH_BEGIN 0xcbf29ce484222325u
#define HASH_PRIME 0x100000001b3u

/* A finding is the same as long as it is about the same cell, whatever was measured: the report
 * shows what is new. */
static void print_fingerprint(char text[FIGURE_SIZE], const char *what, const char *id)
{
	const char *const parts[] = {what, "/", id};
	uint64_t hash = HASH_BEGIN;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		for (const char *c = parts[i]; *c != '\0'; c++)
			hash = (hash ^ (unsigned char)*c) * HASH_PRIME;
	snprintf(text, FIGURE_SIZE, "%08lx%08lx", (unsigned long)(hash >> 32),
		(unsigned long)(hash & 0xffffffffu));
}

/* NULL: nothing is to be said of it */
static const char *severity_of(const cb_judged *cell)
{
	switch (cb__gate_group_of(cell)) {
	case GATE_FAILED:
		return "major";
	case GATE_BROKE:
		return "critical";
	case GATE_OPEN:
		return "minor";
	case GATE_TOLERATED:
		return "info";
	case GATE_PASSED:
	default:
		return NULL;
	}
}

static const char *path_of(const cb__gate_view *g)
{
	const char *path = cb__gate_rules_path(g);

	return path[0] != '\0' ? path : DEFAULT_PATH;
}

static json_t *new_location(int *ret_failed, const cb__gate_view *g, uint32_t line)
{
	json_t *location = json_object(), *lines = json_object();
	int failed = cb__json_member_integer(lines, "begin", line > 0 ? (json_int_t)line : 1);

	failed |= cb__json_member_text(location, "path", path_of(g));
	failed |= json_object_set_new(location, "lines", lines);
	*ret_failed = failed;
	return location;
}

/* One finding; @p name is its sort, @p id of what it is. */
static int add(json_t *root, const cb__gate_view *g, const char *name, const char *severity,
	const char *what, const char *id, const char *description, uint32_t line)
{
	char fingerprint[FIGURE_SIZE], check[GATE_TEXT_SIZE];
	json_t *entry = json_object(), *location;
	int failed, location_failed;

	print_fingerprint(fingerprint, what, id);
	snprintf(check, sizeof(check), "libcb-gate-%s", name);
	location = new_location(&location_failed, g, line);
	failed = json_object_set_new(entry, "location", location) | location_failed;
	failed |= cb__json_member_text(entry, "description", description);
	failed |= cb__json_member_text(entry, "check_name", check);
	failed |= cb__json_member_text(entry, "fingerprint", fingerprint);
	failed |= cb__json_member_text(entry, "severity", severity);
	return cb__json_member_append(root, entry, failed);
}

static int add_cell(json_t *root, const cb__gate_view *g, const cb_judged *cell)
{
	char details[GATE_TEXT_SIZE], text[2 * GATE_TEXT_SIZE];
	const char *severity = severity_of(cell);

	if (severity == NULL)
		return 0;
	cb__gate_details(details, cell);
	snprintf(text, sizeof(text), "%.*s %s", GATE_TEXT_SIZE / 2, cell->id, details);
	return add(root, g, cb__gate_verdict_text(cell->verdict), severity, "cell", cell->id, text,
		cell->rule_line);
}

int cb__gate_codequality(FILE *out, const cb__gate_view *g, const cb_view *v)
{
	json_t *root = json_array();
	int failed = 0;

	(void)v;
	for (size_t i = 0; i < g->note_count; i++)
		if (g->notes[i]->is_fault)
			failed |= add(root, g, "invalid", "blocker", "note", g->notes[i]->id,
				g->notes[i]->text, 0);
	for (size_t i = 0; i < g->cell_count; i++)
		failed |= add_cell(root, g, g->cells[i]);
	return cb__json_member_write(out, root, failed);
}
