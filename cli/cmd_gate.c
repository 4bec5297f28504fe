/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cb/gate.h>

#include "commands.h"
#include "exits.h"
#include "message.h"
#include "output.h"
#include "planning.h"
#include "progress.h"
#include "setup.h"
#include "terminal.h"

static int show(const cb_gate *gate)
{
	for (size_t i = 0; i < cb_gate_count(gate); i++) {
		const cb_judged *cell = cb_gate_at(gate, i);
		printf("%-12s %-45s %8.2f%% [%6.2f %6.2f] p=%.4f n=%u d=%u %s ctl=%.2f %s\n",
			cb_verdict_name(cell->verdict), cell->id, cell->loss_percent,
			cell->loss_ci95_low_percent, cell->loss_ci95_high_percent, cell->p,
			cell->launches, cell->disturbed, cell->stage, cell->control_loss_percent,
			cell->reason);
	}
	for (size_t i = 0; i < cb_gate_note_count(gate); i++)
		printf("%s: %s\n", cb_gate_note_at(gate, i)->id, cb_gate_note_at(gate, i)->text);
	printf("verdict=%s cells=%lu exit=%d\n", cb_gate_word(gate),
		(unsigned long)cb_gate_count(gate), cb_gate_exit(gate));
	return cb_gate_exit(gate);
}

static int gate_measured(cb_context *ctx, cb_plan *plan, const request *req)
{
	progress p = {!req->quiet && terminal_live(), terminal_is_utf8(),
		terminal_color(req->color, STDERR_FILENO), -1};
	cb_rules *rules = NULL;
	cb_gate *gate = NULL;
	int code = EXIT_USAGE;
	cb_status status = cb_rules_new(&rules, ctx);

	if (status == CB_OK && req->config != NULL)
		status = cb_rules_load(rules, req->config);
	progress_catch_signals();
	if (status == CB_OK)
		status =
			cb_plan_gate(plan, &gate, req->base, req->head, rules, progress_report, &p);
	progress_clear(&p);
	if (gate == NULL) {
		complain_status(ctx, status);
	} else {
		code = show(gate);
		if (status == CB_ECANCELLED)
			code = EXIT_INTERRUPTED;
		if (req->json != NULL && cb_gate_save(gate, ctx, req->json, 0) != CB_OK) {
			complain("%s", cb_context_error(ctx));
			code = exits_worse(code, EXIT_USAGE);
		}
	}
	cb_gate_free(gate);
	cb_rules_free(rules);
	return code;
}

static int judge_stored(cb_context *ctx, const request *req)
{
	cb_gate *gate = NULL;
	int code;

	if (cb_gate_load(&gate, ctx, req->judge, NULL) != CB_OK) {
		complain("%s", cb_context_error(ctx));
		return EXIT_INVALID;
	}
	code = show(gate);
	cb_gate_free(gate);
	return code;
}

int command_gate(int argc, char **argv)
{
	cb_context *ctx;
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_GATE, argc, argv) == 0) {
		code = EXIT_USAGE;
		if (setup_context(&ctx, &req) == 0) {
			code = req.judge != NULL
				       ? judge_stored(ctx, &req)
				       : planning_do(ctx, &req, planning_fill, gate_measured);
			cb_context_free(ctx);
		}
	}
	request_done(&req);
	return code;
}
