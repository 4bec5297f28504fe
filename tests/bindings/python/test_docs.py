# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/python.md run, in their order and in one program."""

import contextlib
import io
import os
import re
import tempfile
import unittest

import libcb
from support import SOURCE

PAGE = os.path.join(SOURCE, "docs", "python.md")


def blocks(kind):
    """(line, source) of each block of the page."""
    with open(PAGE, encoding="utf-8") as stream:
        page = stream.read()
    for found in re.finditer(r"^```%s\n(.*?)^```" % kind, page, re.DOTALL | re.MULTILINE):
        yield page.count("\n", 0, found.start()) + 1, found.group(1)


class Docs(unittest.TestCase):
    def test_blocks_run(self):
        names = {}
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as directory:
            os.chdir(directory)
            try:
                for line, source in blocks("python"):
                    code = compile("\n" * line + source, PAGE, "exec")
                    with contextlib.redirect_stdout(io.StringIO()):
                        exec(code, names)
            finally:
                os.chdir(before)
        self.assertIsInstance(names["own"], libcb.Results)

    def test_blocks_that_need_files_are_python(self):
        for line, source in blocks("py"):
            compile("\n" * line + source, PAGE, "exec")

    def test_columns_are_those_of_rows(self):
        with open(PAGE, encoding="utf-8") as stream:
            page = stream.read()
        table = page[page.index("| columns |"):page.index("Other documents have rows")]
        told = set(re.findall(r"`([a-z0-9_]+)`", re.sub(r"\|[^|]*\|$", "|", table, flags=re.M)))
        shown = set(libcb.run("null:on", sizes=16, launches=1, samples=1).rows()[0])
        self.assertEqual(told, shown)

    def test_exceptions_and_calls_are_all_there(self):
        with open(PAGE, encoding="utf-8") as stream:
            page = stream.read()
        for name in libcb.__all__:
            thing = getattr(libcb, name)
            if isinstance(thing, type) and issubclass(thing, libcb.Error):
                self.assertIn("`%s`" % name.replace("Error", "libcb.Error", name == "Error"), page)
            elif callable(thing) and not isinstance(thing, type):
                self.assertRegex(page, r"`%s\(" % name)


if __name__ == "__main__":
    unittest.main()
