/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of one backend, visited one by one. */
#ifndef CB_TEST_ROWS_H
#define CB_TEST_ROWS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cell.h"
#include "module.h"

/** The backend that is looked at. */
extern cb__module module;

typedef void visit_fn(const cb__cell_spec *spec);

/** Calls @p visit for each operation that the backend offers, but for making RSA keys, which takes
 *  its time and has a test of its own. */
void for_each_operation(visit_fn *visit);

/** The same in each variant that can be had, the default among them. */
void for_each_variant(visit_fn *visit);

/** Whether the operation can be had in the variant: what the driver says of its operations taken
 *  together, its open() says of each. */
int is_known(const cb__cell_spec *spec);

/** The test fails, and says of which row. */
void fail_at(const cb__cell_spec *spec, const char *what);

/** The test fails unless @p status is CB_OK; releases @p why. */
void expect_status(const cb__cell_spec *spec, cb_status status, cb_text *why);

cb__cell *new_cell(const cb__cell_spec *spec);
void start_cell(cb__cell *cell, const cb__cell_spec *spec);
void run_cell(cb__cell *cell, const cb__cell_spec *spec);

/** Opens the cell and lets the core check it. */
void check_one(const cb__cell_spec *spec);

/** Loads the module that the only argument names; ends the program if it cannot. */
void load_module(int argc, char **argv);

/** The library is initialised for all tests and finished after them. */
int set_up_library(void **state);
int tear_down_library(void **state);

#endif
