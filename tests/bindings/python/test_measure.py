# SPDX-License-Identifier: Apache-2.0
"""Functions of this program, measured in it."""

import functools
import os
import threading
import unittest

import libcb

FEW = {"launches": 1, "samples": 2, "budget": 5}


def measure(*functions, **options):
    return libcb.measure(*functions, **{**FEW, **options})


def work():
    return sum(range(100))


class Measure(unittest.TestCase):
    def test_function_and_the_empty_one_beside_it(self):
        results = measure(work)
        self.assertEqual([c.id for c in results],
                         ["function/work/call/0/on", "function/empty/call/0/on"])
        for cell in results:
            self.assertEqual(cell.outcome, "measured")
        own, empty = (c.summary.min_ns for c in results)
        self.assertGreater(own, empty)
        self.assertIsNotNone(results.ratio(results[0], results[1]))

    def test_results_say_that_there_is_no_isolation(self):
        results = measure(work)
        self.assertIn("in-process", [w.id for w in results.warnings])

    def test_names(self):
        class Callable:
            def __call__(self):
                pass

        results = measure(lambda: 1, lambda: 2, Callable(), functools.partial(work),
                          {"mine": work, "a+b": work}, libcb.Function(work, "named"))
        self.assertEqual([c.algorithm for c in results],
                         ["lambda", "lambda-2", "Callable", "partial", "mine", "a+b", "named",
                          "empty"])

    def test_names_that_cannot_be_are_refused(self):
        for functions in ({"a b": work}, {"": work}, {"a/b": work}):
            with self.assertRaises(libcb.ArgumentError):
                measure(functions)
        with self.assertRaisesRegex(libcb.ArgumentError, "same"):
            measure({"same": work}, libcb.Function(work, "same"))
        with self.assertRaises(ValueError):
            measure({"a\0b": work})

    def test_own_empty_function_stands_for_ours(self):
        results = measure(work, {"empty": work})
        self.assertEqual([c.algorithm for c in results], ["work", "empty"])

    def test_size_gives_a_rate(self):
        results = measure({"a": work}, libcb.Function(work, "b", size=7), size=2**33)
        self.assertEqual([c.size for c in results], [2**33, 7, 0])
        self.assertGreater(results[0].summary.bytes_per_second, 0)
        self.assertEqual(results[2].summary.bytes_per_second, 0)
        with self.assertRaises((libcb.ArgumentError, OverflowError)):
            measure(work, size=-1)
        for size in (2**40 + 1, 2**53 + 1, 2**64, 2**64 + 5, 5 - 2**64):
            with self.assertRaisesRegex(libcb.ArgumentError, "at most"):
                measure(work, size=size)
        for size in (1.5, "7", True, float("nan")):
            with self.assertRaisesRegex(TypeError, "size must be int"):
                measure(work, size=size)

    def test_setup_and_teardown_go_around_each_launch(self):
        calls = []
        measure(libcb.Function(lambda: calls.append("call") if len(calls) < 2 else None, "f",
                               setup=lambda: calls.append("setup"),
                               teardown=lambda: calls.append("teardown")), launches=2)
        self.assertEqual(calls[0], "setup")
        self.assertEqual(calls.count("setup"), 2)
        self.assertEqual(calls.count("teardown"), 2)

    def test_exception_of_a_function_arrives_unchanged_and_it_is_not_called_again(self):
        calls = []
        odd = ArithmeticError("x")

        def fail():
            calls.append(1)
            raise odd

        with self.assertRaises(ArithmeticError) as caught:
            measure(work, fail)
        self.assertIs(caught.exception, odd)
        self.assertEqual(len(calls), 1)
        self.assertIsInstance(odd.results, libcb.Results)
        self.assertEqual(odd.results["function/fail/call/0/on"].outcome, "failed")
        self.assertFalse(odd.results.complete)
        self.assertEqual([c.id for c in odd.results if c.outcome == "failed"],
                         ["function/fail/call/0/on"])

    def test_exception_that_takes_no_attributes_arrives_all_the_same(self):
        class Closed(Exception):
            results = property(lambda self: "mine")

        def fail():
            raise Closed("mine")

        with self.assertRaisesRegex(Closed, "mine"):
            measure(fail)
        with self.assertRaisesRegex(Closed, "mine"):
            measure(work, progress=lambda p: fail())

    def test_dict_may_hold_functions(self):
        results = measure({"a": libcb.Function(work, "b", size=7), "c": work})
        self.assertEqual([(c.algorithm, c.size) for c in results],
                         [("a", 7), ("c", 0), ("empty", 0)])

    def test_what_runs_nothing_when_called_is_refused(self):
        async def later():
            pass

        with self.assertRaisesRegex(TypeError, "later is a coroutine function"):
            measure(later)

    def test_a_hook_that_is_false_is_called(self):
        class Hook(list):
            def __call__(self):
                calls.append(self)

        calls = []
        hook = Hook()
        measure(libcb.Function(work, setup=hook, teardown=hook))
        self.assertEqual(len(calls), 2)

    def test_exception_of_a_setup_arrives_and_others_are_torn_down(self):
        calls = []

        def fail():
            raise OSError("no")

        with self.assertRaises(OSError):
            measure(libcb.Function(work, "a", setup=lambda: calls.append("up"),
                                   teardown=lambda: calls.append("down")),
                    libcb.Function(work, "b", setup=fail))
        self.assertEqual(calls.count("up"), calls.count("down"))

    def test_exception_of_a_teardown_arrives(self):
        def fail():
            raise OSError("no")

        with self.assertRaises(OSError):
            measure(libcb.Function(work, teardown=fail))

    def test_progress_cancels(self):
        with self.assertRaises(libcb.Cancelled) as caught:
            libcb.measure(work, launches=200, samples=1000, budget=60, progress=lambda p: False)
        self.assertFalse(caught.exception.results.complete)

    def test_options_of_runs_are_refused(self):
        with self.assertRaisesRegex(TypeError, "does not use 'algorithms'"):
            measure(work, algorithms="*")

    def test_affinity_and_threads_of_the_host_stay(self):
        before = os.sched_getaffinity(0)
        count = threading.active_count()
        measure(work)
        self.assertEqual(os.sched_getaffinity(0), before)
        self.assertEqual(threading.active_count(), count)

    def test_measurement_within_a_measurement(self):
        inner = []
        measure(libcb.Function(work, setup=lambda: inner.append(measure(work))))
        self.assertEqual(inner[0][0].outcome, "measured")


if __name__ == "__main__":
    unittest.main()
