/* SPDX-License-Identifier: Apache-2.0 */
#define PY_SSIZE_T_CLEAN
#include "typemaps.h"

#include <string.h>

/* In the dictionary of the interpreter that imported libcb: the module's memory is shared by all
 * interpreters of the process, which must not use each other's objects. */
#define FACTORY_KEY "libcb.error_factory"

/* A new reference to bytes without a zero among them. */
static PyObject *encode(PyObject *object, const char *name)
{
	PyObject *bytes = NULL;
	if (PyUnicode_Check(object)) {
		bytes = PyUnicode_AsEncodedString(object, "utf-8", "surrogateescape");
	} else if (PyBytes_Check(object)) {
		Py_INCREF(object);
		bytes = object;
	} else {
		PyErr_Format(PyExc_TypeError, "%s must be str, not %.100s", name,
			Py_TYPE(object)->tp_name);
	}
	if (bytes != NULL && strlen(PyBytes_AS_STRING(bytes)) != (size_t)PyBytes_GET_SIZE(bytes)) {
		PyErr_Format(PyExc_ValueError, "%s has a zero byte in it", name);
		Py_CLEAR(bytes);
	}
	return bytes;
}

int python_text(PyObject *object, const char *name, PyObject **ret_holder, const char **ret_text)
{
	*ret_text = NULL;
	if (object == Py_None)
		return 0;
	*ret_holder = encode(object, name);
	if (*ret_holder == NULL)
		return -1;
	*ret_text = PyBytes_AS_STRING(*ret_holder);
	return 0;
}

PyObject *python_from_text(const char *text)
{
	if (text == NULL)
		Py_RETURN_NONE;
	return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "backslashreplace");
}

/* Encodes all of a list in place, so that it holds the texts, and points at them. */
static int hold(python_texts *texts, const char *name)
{
	Py_ssize_t count = PyList_GET_SIZE(texts->holders);
	texts->items = PyMem_Calloc((size_t)count + 1, sizeof *texts->items);
	if (texts->items == NULL) {
		PyErr_NoMemory();
		return -1;
	}
	for (Py_ssize_t i = 0; i < count; i++) {
		PyObject *bytes = encode(PyList_GET_ITEM(texts->holders, i), name);
		if (bytes == NULL || PyList_SetItem(texts->holders, i, bytes) != 0)
			return -1;
		texts->items[i] = PyBytes_AS_STRING(bytes);
	}
	texts->count = (size_t)count;
	return 0;
}

int python_texts_take(python_texts *texts, PyObject *object, const char *name)
{
	if (object == Py_None)
		return 0;
	if (PyUnicode_Check(object) || PyBytes_Check(object) || PyByteArray_Check(object)) {
		PyErr_Format(PyExc_TypeError, "%s must be a list of str, not a single %.100s", name,
			Py_TYPE(object)->tp_name);
		return -1;
	}
	texts->holders = PySequence_List(object);
	return texts->holders != NULL ? hold(texts, name) : -1;
}

void python_texts_done(python_texts *texts)
{
	PyMem_Free(texts->items);
	Py_CLEAR(texts->holders);
}

int python_pairs_take(python_texts *names, python_texts *values, PyObject *object, const char *name)
{
	if (object == Py_None)
		return 0;
	if (!PyDict_Check(object)) {
		PyErr_Format(PyExc_TypeError, "%s must be a dict of str, not %.100s", name,
			Py_TYPE(object)->tp_name);
		return -1;
	}
	names->holders = PyDict_Keys(object);
	values->holders = PyDict_Values(object);
	if (names->holders == NULL || values->holders == NULL)
		return -1;
	return hold(names, name) == 0 ? hold(values, name) : -1;
}

int python_bytes(PyObject *object, const char *name, Py_buffer *view, bridge_bytes *ret_bytes)
{
	*ret_bytes = (bridge_bytes){NULL, 0};
	if (object == Py_None)
		return 0;
	if (PyUnicode_Check(object)) {
		Py_ssize_t size;
		ret_bytes->data = PyUnicode_AsUTF8AndSize(object, &size);
		ret_bytes->size = (size_t)size;
		return ret_bytes->data != NULL ? 0 : -1;
	}
	if (!PyObject_CheckBuffer(object)) {
		PyErr_Format(PyExc_TypeError, "%s must be str or bytes, not %.100s", name,
			Py_TYPE(object)->tp_name);
		return -1;
	}
	if (PyObject_GetBuffer(object, view, PyBUF_SIMPLE) != 0)
		return -1;
	ret_bytes->data = view->buf;
	ret_bytes->size = (size_t)view->len;
	return 0;
}

int python_progress_take(python_progress *progress, PyObject *callable)
{
	if (callable == Py_None)
		return 0;
	if (!PyCallable_Check(callable)) {
		PyErr_Format(PyExc_TypeError, "progress must be callable or None, not %.100s",
			Py_TYPE(callable)->tp_name);
		return -1;
	}
	progress->callable = callable;
	return 0;
}

PyObject *python_take_exception(void)
{
#if PY_VERSION_HEX >= 0x030C0000
	return PyErr_GetRaisedException();
#else
	PyObject *type, *value, *traceback;
	PyErr_Fetch(&type, &value, &traceback);
	PyErr_NormalizeException(&type, &value, &traceback);
	if (value != NULL && traceback != NULL)
		PyException_SetTraceback(value, traceback);
	Py_XDECREF(type);
	Py_XDECREF(traceback);
	return value;
#endif
}

void python_raise_exception(PyObject *exception)
{
	PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
	Py_DECREF(exception);
}

/* Whether to go on. The texts are of a panel, and so ASCII; others must not end a run. */
static int tell(PyObject *callable, const cb_progress *p)
{
	const char *current = p->current != NULL ? p->current : "";
	PyObject *text = python_from_text(current);
	if (text == NULL)
		return 0;
	PyObject *answer = PyObject_CallFunction(callable, "IIKKddN", (unsigned)p->launch,
		(unsigned)p->launches, (unsigned long long)p->done, (unsigned long long)p->total,
		p->elapsed_s, p->remaining_s, text);
	int goes_on = answer != NULL && answer != Py_False;
	Py_XDECREF(answer);
	return goes_on;
}

static int is_finalizing(void)
{
#if PY_VERSION_HEX >= 0x030d0000
	return Py_IsFinalizing();
#else
	return _Py_IsFinalizing();
#endif
}

int python_report(const cb_progress *p, void *payload)
{
	python_progress *progress = payload;
	int goes_on = progress->exception == NULL;
	/* A daemon thread that outlives the interpreter has no state to take any more. */
	if (is_finalizing())
		return 1;
	PyGILState_STATE state = PyGILState_Ensure();
	if (goes_on)
		goes_on = PyErr_CheckSignals() == 0;
	if (goes_on && progress->callable != NULL)
		goes_on = tell(progress->callable, p);
	if (PyErr_Occurred())
		progress->exception = python_take_exception();
	PyGILState_Release(state);
	return !goes_on;
}

void python_progress_done(python_progress *progress)
{
	if (progress->exception != NULL && !PyErr_Occurred())
		python_raise_exception(progress->exception);
	else
		Py_XDECREF(progress->exception);
	progress->exception = NULL;
}

/* Borrowed; NULL if there is none. */
static PyObject *interpreter_dictionary(void)
{
#if PY_VERSION_HEX >= 0x03090000
	return PyInterpreterState_GetDict(PyInterpreterState_Get());
#else
	return PyInterpreterState_GetDict(PyThreadState_Get()->interp);
#endif
}

int python_set_error_factory(PyObject *factory)
{
	PyObject *dictionary = interpreter_dictionary();
	if (dictionary == NULL) {
		PyErr_NoMemory();
		return -1;
	}
	return PyDict_SetItemString(dictionary, FACTORY_KEY, factory);
}

/* Without a factory, which is set when libcb is imported, only what Python has itself. */
static PyObject *make_exception(const bridge_error *error, PyObject *pending, PyObject *made)
{
	PyObject *message = python_from_text(error->message);
	PyObject *dictionary = interpreter_dictionary();
	PyObject *factory =
		dictionary != NULL ? PyDict_GetItemString(dictionary, FACTORY_KEY) : NULL;
	PyObject *exception = NULL;
	if (message != NULL && factory != NULL)
		exception = PyObject_CallFunction(
			factory, "iOOO", (int)error->status, message, pending, made);
	else if (message != NULL)
		exception = PyObject_CallFunctionObjArgs(PyExc_RuntimeError, message, NULL);
	Py_XDECREF(message);
	return exception;
}

void python_raise(const bridge_error *error, PyObject *made)
{
	PyObject *pending = PyErr_Occurred() ? python_take_exception() : NULL;
	PyObject *exception = make_exception(
		error, pending != NULL ? pending : Py_None, made != NULL ? made : Py_None);
	Py_XDECREF(made);
	Py_XDECREF(pending);
	if (exception != NULL)
		python_raise_exception(exception);
}
