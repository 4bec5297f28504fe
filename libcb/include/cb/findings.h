/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What measured rates say about a machine and its libraries, such as that the processor has
 * instructions for AES and that they are not used. A pure function of results, measured or
 * imported; cb/prove.h follows instructions instead.
 */
#ifndef CB_FINDINGS_H
#define CB_FINDINGS_H

#include <stddef.h>

#include <cb/context.h>
#include <cb/prove.h>
#include <cb/results.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cb_findings cb_findings;

/**
 * Looks for findings.
 *
 * That a processor has an instruction is known by its flags in the environment record, or, where an
 * import has none, by its name; a finding's text and cb_finding.evidence say which.
 *
 * @param[out] out free with cb_findings_free(), before @p results
 * @return CB_OK, also without findings, or CB_ENOMEM
 */
CB_API cb_status cb_findings_new(
	cb_findings **out, cb_context *ctx, const cb_results *results) CB_MUST_CHECK;

/** NULL is ignored. */
CB_API void cb_findings_free(cb_findings *findings);

/** Number of findings, and one of them (NULL past the end), in the order of the subjects. */
CB_API size_t cb_findings_count(const cb_findings *findings);
CB_API const cb_finding *cb_findings_at(const cb_findings *findings, size_t index);

#ifdef __cplusplus
}
#endif

#endif
