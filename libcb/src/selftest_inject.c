/* SPDX-License-Identifier: Apache-2.0 */
#include "selftest_inject.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "inference.h"

static int is_forced(const json_t *cell)
{
	const char *head =
		json_string_value(json_object_get(json_object_get(cell, "head"), "outcome"));
	return json_is_true(json_object_get(cell, "forced")) && head != NULL &&
	       strcmp(head, "measured") == 0 && json_is_object(json_object_get(cell, "confirm"));
}

static void slow_list(json_t *list, double factor)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		json_array_set_new(
			list, i, json_real(factor * json_number_value(json_array_get(list, i))));
}

static void slow_cell(json_t *cell, double percent)
{
	static const char *const stages[] = {"screen", "confirm"};
	for (size_t i = 0; i < 2; i++) {
		json_t *series = json_object_get(cell, stages[i]);
		slow_list(json_object_get(series, "head_cpu_ns"), 1 + percent / 100);
		slow_list(json_object_get(series, "head_wall_ns"), 1 + percent / 100);
	}
	json_object_set_new(cell, "injected_percent", json_real(percent));
}

static size_t slow_cells(json_t *document, double percent, size_t cells)
{
	json_t *list = json_object_get(document, "cells");
	size_t slowed = 0;
	for (size_t i = 0; i < json_array_size(list) && slowed < cells; i++) {
		json_t *cell = json_array_get(list, i);
		if (!is_forced(cell))
			continue;
		slow_cell(cell, percent);
		slowed++;
	}
	return slowed;
}

static void count(cb_selftest_rate *rate, const cb_gate *gate)
{
	for (size_t i = 0; i < gate->count; i++) {
		const cb_judged *view = &gate->rows[i].view;
		int is_found = view->verdict == CB_VERDICT_REGRESSED;
		if (view->injected_percent > 0) {
			rate->tried++;
			rate->found += (size_t)is_found;
			rate->open += view->verdict == CB_VERDICT_SUSPECT ? 1 : 0;
		} else {
			rate->blamed += (size_t)is_found;
		}
	}
}

/* Without the point of the locale. */
static void append_percent(cb_text *out, double percent)
{
	long long thousandths = llround(1000 * percent);
	cb__text_format(out, "%lld.%03lld", thousandths / 1000, thousandths % 1000);
}

static cb_status set_percent(cb_rules *rules, const char *key, double percent)
{
	cb_text text = CB_TEXT_INIT;
	append_percent(&text, percent);
	cb_status status =
		text.failed ? CB_ENOMEM : cb_rules_set(rules, key, cb__text_string(&text));
	cb__text_done(&text);
	return status;
}

cb_status cb__selftest_set_limit(cb_rules *rules, double limit_percent)
{
	cb_status status = set_percent(rules, "limit", limit_percent);
	if (status == CB_OK && cb__rules_settings(rules)->tolerance_percent >= limit_percent)
		status = set_percent(rules, "tolerance", limit_percent / 4);
	return status;
}

cb_status cb__selftest_inject(cb_selftest_rate *rate, cb_context *ctx, const json_t *document,
	const cb_rules *rules, size_t cells)
{
	json_t *copy = json_deep_copy(document);
	cb_gate *gate = NULL;
	if (copy == NULL)
		return CB_ENOMEM;
	if (slow_cells(copy, rate->injected_percent, cells) == 0) {
		json_decref(copy);
		return CB_OK;
	}
	cb_status status = cb__gate_from_document(&gate, ctx, copy, rules, "recorded gate");
	if (status == CB_OK)
		count(rate, gate);
	cb_gate_free(gate);
	return status;
}

size_t cb__selftest_p_values(double *out, size_t max, const cb_gate *gate)
{
	size_t found = 0;
	for (size_t i = 0; i < gate->count && found < max; i++) {
		const cb__gate_row *row = &gate->rows[i];
		size_t rounds = row->confirm.count;
		double *logs =
			calloc(rounds + cb__inference_rank_scratch_up_to(rounds) + 1, sizeof *logs);
		if (logs == NULL || !is_forced(row->json)) {
			free(logs);
			continue;
		}
		size_t launches =
			cb__series_logs(logs, &row->confirm, CB__ARM_HEAD, CB__CLOCK_CPU, 0, NULL);
		out[found++] = cb__inference_signed_rank_p(logs, launches, 0, logs + rounds);
		free(logs);
	}
	return found;
}

cb_status cb__selftest_choose_injection(cb_plan *plan, const json_t *document, double percent)
{
	const json_t *list = json_object_get(document, "cells");
	cb_text text = CB_TEXT_INIT;
	for (size_t i = 0; i < json_array_size(list) && text.len == 0; i++) {
		const json_t *cell = json_array_get(list, i);
		if (!is_forced(cell))
			continue;
		cb__text_format(&text, "%s=", json_string_value(json_object_get(cell, "id")));
		append_percent(&text, percent);
	}
	cb_status status = text.failed ? CB_ENOMEM : CB_OK;
	if (status == CB_OK && text.len > 0)
		status = cb_plan_set(plan, "inject", cb__text_string(&text));
	cb__text_done(&text);
	return status;
}

cb_status cb__selftest_clear_injection(cb_plan *plan)
{
	free(plan->settings.inject);
	plan->settings.inject = NULL;
	return CB_OK;
}
