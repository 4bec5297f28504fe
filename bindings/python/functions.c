/* SPDX-License-Identifier: Apache-2.0 */
#define PY_SSIZE_T_CLEAN
#include "functions.h"

#include "typemaps.h"

struct python_function {
	PyObject *call;
	PyObject *setup;    /* NULL: none */
	PyObject *teardown; /* likewise */
	python_functions *all;
};

/* The least that a call from C costs. */
static PyObject *invoke(PyObject *callable)
{
#if PY_VERSION_HEX >= 0x03090000
	return PyObject_CallNoArgs(callable);
#else
	return _PyObject_CallNoArg(callable);
#endif
}

/* The cell of who raised has failed; whoever is called next ends the measurement. */
static int finish(python_functions *all, PyObject *answer)
{
	if (answer != NULL) {
		Py_DECREF(answer);
		return 0;
	}
	all->exception = python_take_exception();
	return 1;
}

static int call(void *payload)
{
	const python_function *function = payload;
	if (function->all->exception != NULL)
		return CB_FUNCTION_STOP;
	return finish(function->all, invoke(function->call));
}

static int set_up(void *payload)
{
	const python_function *function = payload;
	if (function->all->exception != NULL)
		return CB_FUNCTION_STOP;
	return function->setup != NULL ? finish(function->all, invoke(function->setup)) : 0;
}

/* Also after an exception: what was set up has to end. The first exception counts. */
static void tear_down(void *payload)
{
	const python_function *function = payload;
	PyObject *first = function->all->exception;
	if (function->teardown == NULL)
		return;
	finish(function->all, invoke(function->teardown));
	if (first != NULL && function->all->exception != first) {
		Py_DECREF(function->all->exception);
		function->all->exception = first;
	}
}

static int take_callable(PyObject **out, PyObject *object, const char *what, int may_be_none)
{
	if (object == Py_None && may_be_none)
		return 0;
	if (!PyCallable_Check(object)) {
		PyErr_Format(PyExc_TypeError, "%s must be callable, not %.100s", what,
			Py_TYPE(object)->tp_name);
		return -1;
	}
	*out = object;
	return 0;
}

/* An exact integer: more than is possible is the library's to refuse, as is what is negative. */
static int take_size(uint64_t *out, PyObject *object)
{
	PyObject *whole = PyBool_Check(object) ? NULL : PyNumber_Index(object);
	if (whole == NULL) {
		PyErr_Format(
			PyExc_TypeError, "size must be int, not %.100s", Py_TYPE(object)->tp_name);
		return -1;
	}
	unsigned long long size = PyLong_AsUnsignedLongLong(whole);
	Py_DECREF(whole);
	if (PyErr_Occurred()) {
		if (!PyErr_ExceptionMatches(PyExc_OverflowError))
			return -1;
		PyErr_Clear();
		size = UINT64_MAX;
	}
	*out = size;
	return 0;
}

static int take(python_functions *functions, size_t index, PyObject *object)
{
	PyObject *parts[4];
	python_function *function = &functions->payloads[index];
	cb_function item = CB_FUNCTION_INIT;
	if (!PyTuple_Check(object)) {
		PyErr_SetString(
			PyExc_TypeError, "a function must be (name, size, call, setup, teardown)");
		return -1;
	}
	if (!PyArg_ParseTuple(object, "sOOOO:function", &item.name, &parts[0], &parts[1], &parts[2],
		    &parts[3]) ||
		take_size(&item.size, parts[0]) != 0 ||
		take_callable(&function->call, parts[1], "a function", 0) != 0 ||
		take_callable(&function->setup, parts[2], "setup", 1) != 0 ||
		take_callable(&function->teardown, parts[3], "teardown", 1) != 0)
		return -1;
	function->all = functions;
	item.call = call;
	item.setup = set_up;
	item.teardown = tear_down;
	item.payload = function;
	functions->items[index] = item;
	return 0;
}

int python_functions_take(python_functions *functions, PyObject *object)
{
	functions->holder = PySequence_Tuple(object);
	if (functions->holder == NULL)
		return -1;
	functions->count = (size_t)PyTuple_GET_SIZE(functions->holder);
	functions->items = PyMem_Calloc(functions->count + 1, sizeof *functions->items);
	functions->payloads = PyMem_Calloc(functions->count + 1, sizeof *functions->payloads);
	if (functions->items == NULL || functions->payloads == NULL) {
		PyErr_NoMemory();
		return -1;
	}
	for (size_t i = 0; i < functions->count; i++)
		if (take(functions, i, PyTuple_GET_ITEM(functions->holder, (Py_ssize_t)i)) != 0)
			return -1;
	return 0;
}

void python_functions_raise(python_functions *functions)
{
	PyObject *exception = functions->exception;
	functions->exception = NULL;
	if (exception != NULL)
		python_raise_exception(exception);
}

void python_functions_done(python_functions *functions)
{
	PyMem_Free(functions->items);
	PyMem_Free(functions->payloads);
	Py_CLEAR(functions->holder);
	Py_CLEAR(functions->exception);
}
