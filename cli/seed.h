/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_CLI_SEED_H
#define CB_CLI_SEED_H

#include "figure.h"

/** The seed that repeats a run, from the document itself; 0 if it names none. */
int seed_of_results(char text[FIGURE_SIZE], const cb_results *results);

#endif
