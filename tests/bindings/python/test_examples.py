# SPDX-License-Identifier: Apache-2.0
"""The examples, as somebody would use them."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import libcb
from support import SOURCE, fixture

EXAMPLES = os.path.join(SOURCE, "examples", "python")
sys.path.insert(0, EXAMPLES)
import test_crypto_speed as gate_example  # noqa: E402

SHORT = {"algorithms": "fixture-hash", "sizes": 64, "screen_launches": 6, "confirm_launches": 16,
         "rounds": 1, "canary": False}


class PickCipher(unittest.TestCase):
    def test_names_the_fastest_first(self):
        done = subprocess.run([sys.executable, os.path.join(EXAMPLES, "pick_cipher.py"), "1400",
                               "5"], stdout=subprocess.PIPE, check=True)
        lines = done.stdout.decode().splitlines()
        self.assertRegex(lines[0], r"^\S+ of \S+ \S+: \d+ MB/s at 1400 bytes$")
        ciphers = [line.split()[0] for line in lines if line.split()[0].endswith(("gcm", "1305"))]
        self.assertGreater(len(ciphers), 3)


class Gate(unittest.TestCase):
    def setUp(self):
        module, library = fixture("toy_accel"), os.path.join(
            os.path.dirname(fixture("toy_accel")), "toy", "libtoy.so")
        self.directory = tempfile.TemporaryDirectory()
        twin = os.path.join(self.directory.name, "libtoy.so")
        shutil.copy(library, twin)
        self.sides = ("toy_accel:on=" + library, "toy_accel:on=" + twin)
        self.context = libcb.Context(backends=[module])

    def tearDown(self):
        self.directory.cleanup()

    def check(self, **options):
        return gate_example.assert_not_slower(
            *self.sides, context=self.context, **{**SHORT, **options})

    def test_copy_passes_without_being_measured(self):
        gate = self.check()
        self.assertEqual({cell.verdict for cell in gate}, {libcb.Verdict.IDENTICAL})

    def test_loss_fails_the_test_with_the_table(self):
        with self.assertRaisesRegex(AssertionError, "(?s)regressed.*fixture-hash"):
            self.check(no_shortcut=True, inject={"**": 300}, budget=60)

    def test_gate_that_compared_nothing_fails_the_test(self):
        with self.assertRaises((AssertionError, libcb.Error)):
            self.check(algorithms="sha256")

    def test_without_libraries_it_is_skipped(self):
        done = subprocess.run(
            [sys.executable, "-m", "unittest", "-v", "test_crypto_speed"], cwd=EXAMPLES,
            stderr=subprocess.PIPE, check=True,
            env={k: v for k, v in os.environ.items() if not k.startswith("CRYPTO_")})
        self.assertIn(b"skipped", done.stderr)


if __name__ == "__main__":
    unittest.main()
