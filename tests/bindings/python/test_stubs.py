# SPDX-License-Identifier: Apache-2.0
"""Types: the stubs agree with the modules and with the library's tables."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

import libcb
import print_stub


class Stubs(unittest.TestCase):
    def mypy(self, *arguments):
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("mypy is not here")
        with tempfile.TemporaryDirectory() as directory:
            done = subprocess.run([sys.executable, "-m", *arguments], cwd=directory,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stdout.decode())

    def test_stubs_agree_with_the_modules(self):
        self.mypy("mypy.stubtest", "libcb")

    def test_package_is_typed_throughout(self):
        self.mypy("mypy", "--strict", "-p", "libcb")

    def test_calls_have_the_options_of_the_tables(self):
        file = os.path.join(os.path.dirname(libcb.__file__), "_calls.pyi")
        with open(file) as stream:
            self.assertEqual(stream.read(), print_stub.text())

    def test_package_says_that_it_is_typed(self):
        self.assertTrue(os.path.exists(os.path.join(os.path.dirname(libcb.__file__), "py.typed")))


if __name__ == "__main__":
    unittest.main()
