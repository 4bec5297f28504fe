# SPDX-License-Identifier: Apache-2.0
"""The matrix, the same as from cbench; what libraries do wrong is an outcome."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import libcb
from support import CBENCH, QUICK, fixture, quick


class Run(unittest.TestCase):
    @unittest.skipUnless(CBENCH, "there is no cbench")
    def test_same_cells_outcomes_and_semantics_as_cbench(self):
        options = {"algorithms": ["sha256", "aes-128-gcm", "x25519"], "accel": ["on", "off"],
                   "sizes": [64, 1024], "seed": 7, "ops": ["digest", "seal", "derive"]}
        ours = quick("openssl", "libsodium", **options)
        line = [CBENCH, "run", "-s", "openssl", "-s", "libsodium", "--format", "json"]
        for name, value in {**options, **QUICK}.items():
            text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
            line += ["--" + name, text]
        done = subprocess.run(line, stdout=subprocess.PIPE, check=False)
        theirs = libcb.Results.from_json(done.stdout)

        def facts(results):
            return [(c.id, c.panel, c.outcome, c.semantics, c.reason, c.subject) for c in results]

        self.assertEqual(facts(ours), facts(theirs))
        self.assertEqual(ours.tool["options"], theirs.tool["options"])
        self.assertEqual(ours.tool["seed"], 7)
        self.assertEqual([(r.a, r.b) for r in ours.ratios], [(r.a, r.b) for r in theirs.ratios])

    def test_options_arrive(self):
        results = quick("null:on", sizes=(16, 64), no_samples=True, machine="mine", time_limit=5.5,
                        algorithms="null-hash", variant="message")
        options = results.tool["options"]
        self.assertEqual(options["sizes"], [16, 64])
        self.assertEqual(results.tool["machine"], "mine")
        self.assertEqual(options["time_limit"], 5.5)
        self.assertIsNone(results[0].samples)

    def test_labels_and_modes(self):
        results = quick("mine@null:on", "null:off")
        self.assertEqual([s.label for s in results.subjects], ["mine", "null:off"])
        self.assertIs(results.subjects[1].accel, libcb.Accel.OFF)

    def test_accel_counts_wherever_it_stands(self):
        results = quick("null", sizes=16, accel="off")
        self.assertEqual([s.label for s in results.subjects], ["null:off"])

    def test_progress_is_told(self):
        seen = []
        quick("null:on", progress=seen.append, sizes=[16, 64, 256])
        self.assertIsInstance(seen[-1], libcb.Progress)
        self.assertTrue(all(p.done <= p.total for p in seen))
        self.assertTrue(all(p.remaining_s is None or p.remaining_s >= 0 for p in seen))
        self.assertIsInstance(seen[0].done, int)
        self.assertIsInstance(seen[0].current, str)

    def test_answer_none_and_0_go_on(self):
        for answer in (None, 0, "", True):
            self.assertTrue(quick("null:on", progress=lambda p: answer).complete)

    def test_crash_of_a_library_is_an_outcome(self):
        with libcb.Context(backends=[fixture("crash_segv")]) as context:
            self.assertIn("crash_segv", context.backends)
            results = quick("crash_segv:on", "null:on", context=context, algorithms="*hash*")
        self.assertTrue(results.failed)
        crashed = results.find(outcome="crashed")
        self.assertTrue(crashed)
        self.assertTrue(crashed[0].reason)
        self.assertIsNone(crashed[0].summary)
        self.assertTrue(results.find(backend="null", outcome="measured"))

    def test_context_takes_paths_of_any_kind(self):
        import pathlib

        directory = os.path.dirname(libcb.Context().backends["null"])
        for path in (directory, pathlib.Path(directory), ["/nonexistent", pathlib.Path(directory)]):
            with libcb.Context(backend_path=path) as context:
                self.assertIn("null", context.backends)
        with self.assertRaisesRegex(libcb.NotFoundError, "nonexistent"):
            libcb.Context(backends=["/nonexistent.so"])

    def test_launcher_starts_the_workers(self):
        with tempfile.TemporaryDirectory() as directory:
            script, log = os.path.join(directory, "launch"), os.path.join(directory, "log")
            with open(script, "w") as stream:
                stream.write('#!/bin/sh\necho started >>"$1"\nshift\nexec "$@"\n')
            os.chmod(script, 0o755)
            with libcb.Context(launcher=[script, log]) as context:
                quick("null:on", context=context)
            self.assertTrue(os.path.exists(log))

    def test_info_tells_parts_and_machine(self):
        info = libcb.info()
        self.assertEqual(info.version, libcb.__version__)
        self.assertIn("null", info.backends)
        self.assertTrue(os.access(info.worker, os.X_OK))
        self.assertIn("cpu", info.environment)

    def test_affinity_is_restored(self):
        before = os.sched_getaffinity(0)
        quick("null:on")
        self.assertEqual(os.sched_getaffinity(0), before)

    def test_no_crypto_library_comes_into_the_process(self):
        code = ("import libcb, sys; libcb.run('openssl:on', algorithms='sha256', launches=1, "
                "samples=1); print(open('/proc/self/maps').read())")
        maps = subprocess.run([sys.executable, "-S", "-c", code], stdout=subprocess.PIPE,
                              check=True).stdout
        for library in (b"libcrypto", b"libsodium", b"libmbed"):
            self.assertNotIn(library, maps)

    def test_document_is_the_one_of_the_library(self):
        results = quick("null:on")
        self.assertEqual(results.document, json.loads(results.json()))
        self.assertEqual(results.document["schema"], "libcb.results/1")


if __name__ == "__main__":
    unittest.main()
