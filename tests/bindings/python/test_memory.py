# SPDX-License-Identifier: Apache-2.0
"""Twenty thousand calls do not grow the process."""

import gc
import os
import unittest

import libcb
from libcb import native
from support import IS_SANITIZED, quick

CALLS = 2_000 if IS_SANITIZED else 20_000


def resident():
    with open("/proc/self/statm") as stream:
        return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Memory(unittest.TestCase):
    def grows(self, call):
        """Bytes by which the process grew, after a first tenth of the calls."""
        for _ in range(CALLS // 10):
            call()
        gc.collect()
        before = resident()
        for _ in range(CALLS):
            call()
        gc.collect()
        return resident() - before

    def check(self, call):
        grown = self.grows(call)
        if not IS_SANITIZED:
            self.assertLess(grown, 2_000_000)

    def test_documents(self):
        text = quick("null:on", sizes=16, no_samples=True).json(compact=True)

        def call():
            results = native.parse_results(text)
            results.json(0)
            results.complete()

        self.check(call)

    def test_contexts(self):
        self.check(lambda: native.Context("/nonexistent", "worker", ["a", "b"]).backends())

    def test_errors(self):
        context = native.Context("/nonexistent", None, None)

        def call():
            for attempt in (lambda: context.run(["nosuch"], {"seed": "1"}, None),
                            lambda: context.run(["a"], {"sizes": "x"}, print),
                            lambda: context.run(["a", 5], None, None),
                            lambda: context.run(None, {"a": 5}, None),
                            lambda: context.measure([("a b", 1, print, None, None)], {}, None),
                            lambda: context.measure([("a", 1, print, None, 5)], {}, None),
                            lambda: native.parse_results(b"{"),
                            lambda: native.judge("/nonexistent", None, None, None)):
                try:
                    attempt()
                except (libcb.Error, TypeError):
                    pass

        self.check(call)

    def test_calls_that_only_look(self):
        context = libcb.Context()

        def call():
            native.version()
            native.option_at(3).help
            native.status_text(-2)
            context._native.worker()

        self.check(call)


if __name__ == "__main__":
    unittest.main()
