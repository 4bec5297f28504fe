/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* open_memstream */
#include "gate_shown.h"

#include <stdio.h>

char *gate_shown_case(cb__gate_format_fn *write, const gate_case *c, const cb_view *v)
{
	static const cb_view plain;
	char *text = NULL;
	size_t text_len;
	FILE *out = open_memstream(&text, &text_len);

	assert_non_null(c);
	assert_non_null(out);
	assert_int_equal(write(out, &c->view, v != NULL ? v : &plain), 0);
	assert_int_equal(fclose(out), 0);
	return text;
}

char *gate_shown(cb__gate_format_fn *write, const char *name, const cb_view *v)
{
	gate_case *c = gate_case_new(name);
	char *text = gate_shown_case(write, c, v);

	free(c);
	return text;
}
