/* SPDX-License-Identifier: Apache-2.0 */
/* Every row of the recorded expectations is looked for in the import of its file. */
#include "import_fixture.h"

#include "import.h"

/* One row of EXPECTED.tsv. */
struct row {
	char file[64];
	char name[64];
	char operation[16];
	char size[16];
	char value[64];
	char status[120];
};

static void take(char *out, size_t size, char **line)
{
	size_t len = strcspn(*line, "\t\n");

	snprintf(out, size, "%.*s", (int)len, *line);
	*line += len + ((*line)[len] == '\t');
}

static struct row parse(char *line)
{
	struct row row;
	char unit[80];

	take(row.file, sizeof row.file, &line);
	take(row.name, sizeof row.name, &line);
	take(row.operation, sizeof row.operation, &line);
	take(row.size, sizeof row.size, &line);
	take(row.value, sizeof row.value, &line);
	take(unit, sizeof unit, &line);
	take(row.status, sizeof row.status, &line);
	return row;
}

static int begins(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* In which table the name stands. */
static cb__import_table table_of(const struct row *row)
{
	if (strstr(row->name, "(sig)") != NULL)
		return CB__IMPORT_SIGNATURES;
	if (strcmp(row->operation, "keygen") == 0 || strcmp(row->operation, "encaps") == 0 ||
		strcmp(row->operation, "decaps") == 0)
		return CB__IMPORT_KEM;
	return strcmp(row->operation, "-") == 0 ? CB__IMPORT_BULK : CB__IMPORT_KEYS;
}

static int is_row(const struct row *row, const cb_cell *cell)
{
	char name[64], column[24];
	cb__import_name meaning;

	snprintf(name, sizeof name, "%.*s", (int)(strcspn(row->name, "(")), row->name);
	if (strncmp(row->name, "hmac", 4) == 0)
		snprintf(name, sizeof name, "%s", row->name);
	cb__import_name_read(&meaning, name, table_of(row));
	if (strcmp(meaning.algorithm, cell->algorithm) != 0 && strcmp(name, cell->algorithm) != 0)
		return 0;
	if (strcmp(row->operation, "op") == 0 && strcmp(cell->operation, "derive") != 0)
		return 0;
	if (strlen(row->operation) > 2 && strcmp(row->operation, cell->operation) != 0)
		return 0;
	if (begins(row->size, "col")) {
		snprintf(column, sizeof column, "/column=%s", row->size + 3);
		return strstr(cell->id, column) != NULL;
	}
	return cell->size == strtoull(row->size, NULL, 10);
}

/* 0.01 %, or what the last printed digit of the expectation leaves open. */
static int is_value(const struct row *row, const cb_summary *summary, const cb_cell *cell)
{
	double wanted = strtod(row->value, NULL), unit = 1, value;
	const char *point = strchr(row->value, '.');

	if (summary == NULL)
		return 0;
	for (size_t i = 1; point != NULL && point[i] >= '0' && point[i] <= '9'; i++)
		unit /= 10;
	value = cell->size > 0 || begins(row->size, "col") ? summary->bytes_per_second
							   : summary->ops_per_second;
	return fabs(value - wanted) <= fmax(1e-4 * wanted, point != NULL ? 0.5001 * unit : 0);
}

static int is_doubted(const struct row *row, const cb_cell *cell, const char *why)
{
	return cell->outcome == CB_OUTCOME_FAILED && cell->summary == NULL &&
	       strstr(cell->reason, why) != NULL && is_value(row, cell->doubtful, cell);
}

static int holds(const struct row *row, const cb_cell *cell)
{
	const char *status = row->status;

	if (begins(status, "ok"))
		return is_value(row, cell->summary, cell);
	if (begins(status, "invalid") || begins(status, "partial"))
		return cell->outcome == CB_OUTCOME_FAILED && cell->summary == NULL &&
		       cell->doubtful == NULL && cell->reason[0] != '\0';
	if (begins(status, "not_measured") || begins(status, "skipped"))
		return cell->outcome == CB_OUTCOME_SKIPPED && cell->reason[0] != '\0';
	if (begins(status, "size_unknown"))
		return is_doubted(row, cell, "size unknown");
	if (begins(status, "algorithm_unknown"))
		return is_doubted(row, cell, "algorithm unknown") &&
		       strstr(cell->reason, "size") != NULL;
	if (begins(status, "flag_errors_seen"))
		return is_doubted(row, cell, "errors were printed") &&
		       strstr(cell->output, "Error") != NULL;
	if (begins(status, "flag_user_time"))
		return is_doubted(row, cell, "user time");
	fail_msg("no such status: \"%s\"", status);
	return 0;
}

static void check_special(const struct row *row, const cb_results *results)
{
	if (strcmp(row->name, "version") == 0)
		assert_string_equal(cb_results_subject_at(results, 0)->version, row->value);
	else if (strcmp(row->name, "compiler") == 0)
		assert_null(strchr(cb_results_subject_at(results, 0)->build_info, '\r'));
	else
		assert_int_equal(cb_results_cell_at(results, 0)->processes, 0);
}

static int is_special(const struct row *row)
{
	return strcmp(row->name, "version") == 0 || strcmp(row->name, "compiler") == 0 ||
	       strcmp(row->name, "workers") == 0;
}

static void check_row(const struct row *row, const cb_results *results)
{
	int is_there = 0;

	for (size_t i = 0; i < cb_results_cell_count(results); i++) {
		const cb_cell *cell = cb_results_cell_at(results, i);

		if (!is_row(row, cell))
			continue;
		is_there = 1;
		if (holds(row, cell))
			return;
	}
	if (is_there)
		fail_msg("%s: %s %s %s is not as expected (%s %s)", row->file, row->name,
			row->operation, row->size, row->value, row->status);
	/* what was not measured may have left nothing */
	if (!begins(row->status, "not_measured"))
		fail_msg("%s: no %s %s %s", row->file, row->name, row->operation, row->size);
}

static void check_refusal(import_fixture *f, const struct row *row)
{
	char path[1024];

	snprintf(path, sizeof path, "%s%s", SPEED_DIR, row->file);
	assert_int_equal(cb_import_load(&f->results, f->ctx, path), CB_EFORMAT);
	assert_says(cb_context_error(f->ctx), "not openssl speed output");
	assert_says(cb_context_error(f->ctx), "bssl speed");
}

static void check(import_fixture *f, const struct row *row)
{
	char path[1024];

	if (begins(row->status, "not_openssl_speed")) {
		check_refusal(f, row);
		return;
	}
	snprintf(path, sizeof path, "%s%s", SPEED_DIR, row->file);
	cb_results_free(f->results);
	f->results = NULL;
	if (cb_import_load(&f->results, f->ctx, path) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	if (is_special(row))
		check_special(row, f->results);
	else
		check_row(row, f->results);
}

static void every_recorded_expectation_holds(void **state)
{
	import_fixture *f = *state;
	FILE *stream = fopen(SPEED_DIR "EXPECTED.tsv", "rb");
	char line[512];
	size_t rows = 0;

	assert_non_null(stream);
	while (fgets(line, sizeof line, stream) != NULL) {
		struct row row;

		if (line[0] == '#')
			continue;
		row = parse(line);
		check(f, &row);
		rows++;
	}
	fclose(stream);
	assert_int_equal(rows, 75);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_recorded_expectation_holds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
