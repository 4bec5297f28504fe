# SPDX-License-Identifier: Apache-2.0
"""Types: the stubs agree with the modules and with the library's tables."""

import os
import subprocess
import sys
import tempfile
import unittest

import libcb
import print_stub


def run(python, *arguments):
    with tempfile.TemporaryDirectory() as directory:
        return subprocess.run([python, *arguments], cwd=directory, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)


def python_with_mypy():
    """This Python, or the system's if it is of the same minor version: packages of a distribution are for that."""
    check = "import mypy, sys; sys.exit(sys.version_info[:2] != %r)" % (tuple(sys.version_info[:2]),)
    for python in sys.executable, "/usr/bin/python3":
        if os.path.exists(python) and run(python, "-c", check).returncode == 0:
            return python
    return None


class Stubs(unittest.TestCase):
    def mypy(self, *arguments):
        python = python_with_mypy()
        if python is None:
            self.skipTest("mypy is not here")
        done = run(python, "-m", *arguments)
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
