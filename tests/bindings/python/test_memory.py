# SPDX-License-Identifier: Apache-2.0
"""Twenty thousand calls do not grow the process."""

import gc
import os
import unittest

import libcb
from libcb import native
from support import IS_SANITIZED, SOURCE, quick

CALLS = 2_000 if IS_SANITIZED else 20_000


def resident():
    with open("/proc/self/statm") as stream:
        return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Memory(unittest.TestCase):
    def grows(self, call, calls):
        """Bytes by which the process grew, after a first tenth of the calls."""
        for _ in range(calls // 10):
            call()
        gc.collect()
        before = resident()
        for _ in range(calls):
            call()
        gc.collect()
        return resident() - before

    def check(self, call, calls=CALLS):
        grown = self.grows(call, calls)
        if not IS_SANITIZED:
            self.assertLess(grown, 2_000_000)

    def test_documents(self):
        text = quick("null:on", sizes=16, no_samples=True).json(compact=True)

        def call():
            results = native.parse_results(text)
            results.json(0)
            results.complete()

        self.check(call)

    def test_advice_and_findings(self):
        results = libcb.load(os.path.join(SOURCE, "tests", "cli", "golden", "advise-results.json"))

        def call():
            documents = native.open_documents()
            documents.add(results._handle)
            native.findings(results._handle).field(0, "subject")
            profile = native.open_profile("vpn-1420", None)
            native.advise(documents, profile, None, False)

        self.check(call, CALLS // 40)  # a page of figures each

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
                            lambda: native.open_import({"nosuch": "1"}),
                            lambda: native.open_import(None).add("a", b"x"),
                            lambda: native.open_profile("nosuch", None),
                            lambda: native.open_profile("a", "work"),
                            lambda: native.advise(native.open_documents(), None, None, False),
                            lambda: native.report(native.open_documents(), None, [], None, None,
                                                  None),
                            lambda: native.judge("/nonexistent", None, None, None)):
                try:
                    attempt()
                except (libcb.Error, TypeError):
                    pass

        self.check(call, CALLS // 4)  # of many attempts each

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
