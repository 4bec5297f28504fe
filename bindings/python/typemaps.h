/* SPDX-License-Identifier: Apache-2.0 */
/* What the typemaps of Python call. Everything but python_report() is called with the interpreter's
 * lock; functions that return an int return 0, or -1 with a Python exception set. */
#ifndef CB_BINDINGS_TYPEMAPS_H
#define CB_BINDINGS_TYPEMAPS_H

#include <Python.h>

#include "bridge.h"

/** Texts, and the Python objects that hold them. Zeroed at first. */
typedef struct python_texts {
	const char **items;
	size_t count;
	PyObject *holders; /* a list of bytes */
} python_texts;

/** Who is told of progress. Zeroed at first. */
typedef struct python_progress {
	PyObject *callable;  /* borrowed; NULL: nobody, but signals are looked for */
	PyObject *exception; /* the first that was raised meanwhile */
} python_progress;

/** @p object is str, bytes or None (NULL). @p ret_holder owns the text. */
int python_text(PyObject *object, const char *name, PyObject **ret_holder, const char **ret_text);

/** A str, from UTF-8; what is none is shown by escapes. None for NULL. */
PyObject *python_from_text(const char *text);

/** @p object is any sequence or iterable of str and bytes that is no text itself. */
int python_texts_take(python_texts *texts, PyObject *object, const char *name);
void python_texts_done(python_texts *texts);

/** @p object is a dict of str. */
int python_pairs_take(
	python_texts *names, python_texts *values, PyObject *object, const char *name);

/** @p object is str, None, or has a buffer, which @p view keeps. */
int python_bytes(PyObject *object, const char *name, Py_buffer *view, bridge_bytes *ret_bytes);

/** What is raised now, as one object with its traceback; the caller owns it. NULL: nothing. */
PyObject *python_take_exception(void);
/** Raises @p exception, which is consumed. */
void python_raise_exception(PyObject *exception);

int python_progress_take(python_progress *progress, PyObject *callable);

/** A cb_progress_fn, called with or without the interpreter's lock. Cancels on the answer False, on
 *  an exception, and on one that a signal's handler raised. */
int python_report(const cb_progress *progress, void *payload);

/** Raises the exception that waits, if there is one. */
void python_progress_done(python_progress *progress);

/** Of the interpreter that calls. */
int python_set_error_factory(PyObject *factory);

/** Raises what the factory makes of @p error, a pending exception and @p made, which is consumed
 *  (NULL and None: nothing was made). */
void python_raise(const bridge_error *error, PyObject *made);

#endif
