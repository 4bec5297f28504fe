/* SPDX-License-Identifier: Apache-2.0 */
/* The handle cb_selftest: selftest.c measures and concludes, selftest_inject.c slows down what was
 * recorded, selftest_json.c writes, selftest_read.c reads. */
#ifndef CB_SRC_SELFTEST_H
#define CB_SRC_SELFTEST_H

#include <jansson.h>

#include <cb/selftest.h>

#define CB__SELFTEST_SCHEMA "libcb.selftest/1"

struct cb_selftest {
	json_t *document; /* that it was read from: the truth, then. Else NULL */
	cb_selftest_null null;
	cb_selftest_rate *rates;
	size_t rate_count;
	json_t *documents; /* of the null gates, with their rounds */
	json_t *runs;      /* what became of each */
	json_t *environment;
	json_t *tool;
	double limit_percent;
	cb_selftest_rate widest; /* of the largest limit that was tried */
	const char *obstacle;
	char text[200]; /* of the obstacle */
	double *seconds;
	double *p_values;
	size_t p_count;
};

#endif
