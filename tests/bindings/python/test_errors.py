# SPDX-License-Identifier: Apache-2.0
"""What goes wrong arrives as an exception that says what, where, and what to do."""

import gc
import os
import pickle
import tempfile
import unittest

import libcb
from libcb import errors, native


class Calls(unittest.TestCase):
    def refused(self, kind, text, call, *arguments, **options):
        with self.assertRaisesRegex(kind, text) as caught:
            call(*arguments, **options)
        return caught.exception

    def test_what_is_not_there_is_named(self):
        error = self.refused(libcb.NotFoundError, 'no backend "nosuch"', libcb.run, "nosuch")
        self.assertIs(error.status, libcb.Status.ENOTFOUND)
        self.assertIsInstance(error, LookupError)
        self.refused(libcb.NotFoundError, '"nosuch" matches no', libcb.run, algorithms="nosuch")

    def test_message_of_a_key_error_is_not_quoted(self):
        error = self.refused(libcb.NotFoundError, "", libcb.run, "nosuch")
        self.assertTrue(str(error).startswith("no backend"), str(error))

    def test_values_out_of_range_are_value_errors(self):
        for options in ({"sizes": -1}, {"budget": "soon"}, {"budget": float("nan")},
                        {"launches": 0}, {"sizes": 3.7}, {"accel": "fast"}):
            with self.subTest(options=options):
                error = self.refused(ValueError, "option", libcb.run, **options)
                self.assertIsInstance(error, libcb.ArgumentError)
                self.assertIsNone(error.results)

    def test_subject_that_cannot_be_read(self):
        self.refused(libcb.ArgumentError, "", libcb.run, "@@@")
        self.refused(TypeError, "subjects must be str, not int", libcb.run, 5)
        self.refused(ValueError, "zero byte", libcb.run, "openssl\0")

    def test_list_of_texts_is_no_single_text(self):
        context = native.Context(None, None, None)
        self.refused(TypeError, "list of str, not a single str", context.run, "openssl", {}, None)

    def test_missing_file_is_an_os_error(self):
        for call in (libcb.load, libcb.judge):
            with self.subTest(call=call):
                error = self.refused(OSError, "nonexistent", call, "/nonexistent")
                self.assertIs(error.status, libcb.Status.EIO)
        self.refused(libcb.NothingToMeasure, "nonexistent", libcb.selftest_recorded, "/nonexistent")

    def test_missing_worker_is_told(self):
        with libcb.Context(worker="/nonexistent") as context:
            self.refused(libcb.WorkerError, "/nonexistent", context.run, "null")

    def test_nothing_to_judge_is_told(self):
        self.refused(libcb.ArgumentError, "nothing to judge", libcb.judge, None)

    def test_option_with_a_zero_byte_is_named(self):
        self.refused(libcb.ArgumentError, "sizes has a zero byte", libcb.run, sizes="1\0")

    def test_documents_that_are_too_deep(self):
        text = "[" * 100000
        with tempfile.TemporaryDirectory() as directory:
            file = os.path.join(directory, "deep.json")
            with open(file, "w") as stream:
                stream.write(text)
            self.refused(libcb.FormatError, "deep.json", libcb.load, file)
        self.refused(libcb.FormatError, "", libcb.Proofs.from_json, text)

    def test_status_of_a_later_library_is_an_error_all_the_same(self):
        self.assertEqual(str(errors.error_of(-999, "later")), "later")

    def test_one_backend_that_is_missing_is_named(self):
        self.refused(libcb.Error, "/nonexistent.so", libcb.Context, backends="/nonexistent.so")

    def test_nothing_selected(self):
        error = self.refused(libcb.NothingToMeasure, "", libcb.measure)
        self.assertIs(error.status, libcb.Status.EEMPTY)

    def test_closed_context_is_refused(self):
        context = libcb.Context()
        context.close()
        context.close()
        self.refused(libcb.ArgumentError, "closed", context.run)
        self.assertEqual(repr(context), "<libcb.Context: closed>")

    def test_errors_can_be_pickled(self):
        error = pickle.loads(pickle.dumps(libcb.FormatError("x: 1")))
        self.assertEqual((str(error), error.status), ("x: 1", libcb.Status.EFORMAT))

    def test_name_that_is_no_utf8_arrives(self):
        directory = os.fsencode(tempfile.mkdtemp())
        name = os.path.join(directory, b"\xff.json")
        libcb.Results.from_document(EMPTY).save(os.fsdecode(name))
        self.assertTrue(os.path.exists(name))
        self.assertEqual(len(libcb.load(os.fsdecode(name))), 0)
        os.unlink(name)
        error = self.refused(OSError, r"json", libcb.load, os.fsdecode(name))
        str(error).encode("utf-8", "surrogateescape")


class Nones(unittest.TestCase):
    """None where something is needed is an error, never a crash."""

    def test_none_for_the_object_of_a_method(self):
        for cls in (native.Context, native.Results, native.Gate, native.Proofs, native.Comparison,
                    native.Selftest):
            for name, method in vars(cls).items():
                if name.startswith("_") or not callable(method):
                    continue
                with self.subTest(cls=cls, name=name):
                    count = method.__code__.co_argcount
                    with self.assertRaises((TypeError, libcb.Error, OverflowError)):
                        method(*[None] * count)

    def test_none_for_every_argument_of_a_function(self):
        for call, count in ((native.load_results, 1), (native.parse_results, 1),
                            (native.compare, 5), (native.judge, 4),
                            (native.selftest_recorded, 3)):
            with self.subTest(call=call):
                with self.assertRaises(libcb.ArgumentError):
                    call(*[None] * count)

    def test_none_in_the_facade(self):
        for call, arguments in ((libcb.gate, (None, None)), (libcb.run, (None,)),
                                (libcb.judge, (None,)), (libcb.load, (None,)),
                                (libcb.gate_baseline, (None,)), (libcb.save_baseline, (None,)),
                                (libcb.accept_baseline, (None, None)), (libcb.selftest, (None,)),
                                (libcb.selftest_recorded, (None,)), (libcb.compare, (None,)),
                                (libcb.measure, (None,)),
                                (libcb.Context().add_backend, (None,))):
            with self.subTest(call=call):
                with self.assertRaises((TypeError, libcb.ArgumentError)):
                    call(*arguments)

    def test_callbacks_that_are_none_or_no_callables(self):
        with self.assertRaisesRegex(TypeError, "progress must be callable or None, not int"):
            libcb.run("null", progress=5)

    def test_no_constructor_makes_an_empty_document(self):
        for cls in (native.Results, native.Gate, native.option):
            with self.assertRaises(AttributeError):
                cls()
        gc.collect()


EMPTY = {"schema": "libcb.results/1", "complete": True, "subjects": [], "cells": []}

if __name__ == "__main__":
    unittest.main()
