/* SPDX-License-Identifier: Apache-2.0 */
/* Callables as functions to measure. They are called with the interpreter's lock. */
#ifndef CB_BINDINGS_FUNCTIONS_H
#define CB_BINDINGS_FUNCTIONS_H

#include <Python.h>

#include "bridge.h"

typedef struct python_function python_function;

/** Zeroed at first. */
typedef struct python_functions {
	cb_function *items;
	size_t count;
	python_function *payloads;
	PyObject *holder;    /* keeps all that the payloads point to */
	PyObject *exception; /* the first that was raised; then only what is open is torn down */
} python_functions;

/** @p object is a sequence of (name, size, call, setup or None, teardown or None). -1 with an
 *  exception set. */
int python_functions_take(python_functions *functions, PyObject *object);

/** Raises the exception that waits, if there is one. */
void python_functions_raise(python_functions *functions);
void python_functions_done(python_functions *functions);

#endif
