/* SPDX-License-Identifier: Apache-2.0 */
/* How texts, lists, progress, documents and errors cross between Python and C. */
%begin %{
#define PY_SSIZE_T_CLEAN
%}

%header %{
#include "functions.h"
#include "typemaps.h"
%}

/* A method that is called with None for its object would follow a null pointer. */
%typemap(check) SWIGTYPE *self %{
	if ($1 == NULL)
		SWIG_exception_fail(SWIG_TypeError, "$symname: None has no such method");
%}

/* Texts: str or None, also bytes where they name a file. */
%typemap(in) const char * (PyObject *held = NULL) {
	if (python_text($input, "$1_name", &held, &$1) != 0)
		SWIG_fail;
}
%typemap(freearg) const char * "Py_XDECREF(held$argnum);"

%typemap(out) const char * "$result = python_from_text($1);"
%typemap(out) char * {
	$result = python_from_text($1);
	cb_string_free($1);
}

%typemap(in) bridge_texts (python_texts held = {0}) {
	if (python_texts_take(&held, $input, "$1_name") != 0)
		SWIG_fail;
	$1.items = held.items;
	$1.count = held.count;
}
%typemap(freearg) bridge_texts "python_texts_done(&held$argnum);"

%typemap(in) bridge_pairs (python_texts keys = {0}, python_texts texts = {0}) {
	if (python_pairs_take(&keys, &texts, $input, "$1_name") != 0)
		SWIG_fail;
	$1.names = keys.items;
	$1.values = texts.items;
	$1.count = keys.count;
}
%typemap(freearg) bridge_pairs {
	python_texts_done(&keys$argnum);
	python_texts_done(&texts$argnum);
}

/* bytes and their like, or a str as UTF-8; None is no text. */
%typemap(in) bridge_bytes (Py_buffer view = {0}) {
	if (python_bytes($input, "$1_name", &view, &$1) != 0)
		SWIG_fail;
}
%typemap(freearg) bridge_bytes {
	if (view$argnum.obj != NULL)
		PyBuffer_Release(&view$argnum);
}

/* The callable is kept alive by the arguments of the call. An exception that was raised in it waits
 * here until the library has come to its end. */
%typemap(in) bridge_progress (python_progress told = {0}) {
	if (python_progress_take(&told, $input) != 0)
		SWIG_fail;
	$1.report = python_report;
	$1.payload = &told;
}
%typemap(argout) bridge_progress "python_progress_done(&told$argnum);"

/* A list of (name, size, call, setup, teardown), the last two or None. As with progress, what they
 * raise waits for the end. */
%typemap(in) bridge_functions (python_functions held = {0}) {
	if (python_functions_take(&held, $input) != 0)
		SWIG_fail;
	$1.items = held.items;
	$1.count = held.count;
}
%typemap(argout) bridge_functions "python_functions_raise(&held$argnum);"
%typemap(freearg) bridge_functions "python_functions_done(&held$argnum);"

/* Documents belong to their proxies. */
%define DOCUMENT(type)
%typemap(out) type * "$result = SWIG_NewPointerObj($1, $1_descriptor, SWIG_POINTER_OWN);"
%enddef
DOCUMENT(Results)
DOCUMENT(Gate)
DOCUMENT(Proofs)
DOCUMENT(Comparison)
DOCUMENT(Selftest)
DOCUMENT(Inventory)
DOCUMENT(Advice)
DOCUMENT(Documents)
DOCUMENT(Import)
DOCUMENT(Profile)
DOCUMENT(Findings)
DOCUMENT(Lacks)
DOCUMENT(Opened)

%typemap(in, numinputs=0) cb_baseline_info *INFO (cb_baseline_info info = {0}) "$1 = &info;"
%typemap(argout) cb_baseline_info *INFO {
	Py_XDECREF($result);
	$result = Py_BuildValue("nnNn", (Py_ssize_t)$1->runs, (Py_ssize_t)$1->cells,
		PyBool_FromLong($1->has_library), (Py_ssize_t)$1->failed);
}

/* Comes last. What was made until then goes with the exception. */
%typemap(in, numinputs=0) bridge_error *ERROR (bridge_error error = {CB_OK, ""}) "$1 = &error;"
%typemap(argout) bridge_error *ERROR {
	if ($1->status != CB_OK || PyErr_Occurred()) {
		python_raise($1, $result);
		$result = NULL;
		SWIG_fail;
	}
}

%inline %{
/* FACTORY(status, message, pending, made) returns the exception to raise. */
static PyObject *set_error_factory(PyObject *factory)
{
	if (python_set_error_factory(factory) != 0)
		return NULL;
	Py_RETURN_NONE;
}
%}
