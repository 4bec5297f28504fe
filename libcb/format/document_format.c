/* SPDX-License-Identifier: Apache-2.0 */
/* Documents of whatever kind, each in the formats of its kind. */
#include <cb/format.h>

const cb_format *cb_document_format_at(cb_document_kind kind, size_t index)
{
	static const cb_format *(*const at[])(size_t) = {
		[CB_DOCUMENT_RESULTS] = cb_results_format_at,
		[CB_DOCUMENT_GATE] = cb_gate_format_at,
		[CB_DOCUMENT_PROOFS] = cb_proofs_format_at,
		[CB_DOCUMENT_COMPARISONS] = cb_comparisons_format_at,
		[CB_DOCUMENT_SELFTEST] = cb_selftest_format_at,
		[CB_DOCUMENT_ADVICES] = cb_advices_format_at,
	};

	return (unsigned)kind < CB_DOCUMENT_COUNT ? at[kind](index) : NULL;
}

cb_status cb_document_format(
	const cb_document *document, char **out, const char *format, const cb_view *view)
{
	size_t count;
	const cb_comparison *const *comparisons;
	const cb_advice *const *advices;

	switch (cb_document_kind_of(document)) {
	case CB_DOCUMENT_RESULTS:
		return cb_results_format(cb_document_results(document), out, format, view);
	case CB_DOCUMENT_GATE:
		return cb_gate_format(cb_document_gate(document), out, format, view);
	case CB_DOCUMENT_PROOFS:
		return cb_proofs_format(cb_document_proofs(document), out, format, view);
	case CB_DOCUMENT_COMPARISONS:
		comparisons = cb_comparisons_all(cb_document_comparisons(document), &count);
		return cb_comparisons_format(out, comparisons, count, format, view);
	case CB_DOCUMENT_SELFTEST:
		return cb_selftest_format(cb_document_selftest(document), out, format, view);
	case CB_DOCUMENT_ADVICES:
		advices = cb_advices_all(cb_document_advices(document), &count);
		return cb_advices_format(out, advices, count, format, view);
	case CB_DOCUMENT_COUNT:
		break;
	}
	return CB_EINVAL;
}
