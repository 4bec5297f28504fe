# SPDX-License-Identifier: Apache-2.0
"""The texts of documents are those of cbench."""

import csv
import io
import json
import os
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

import libcb
from libcb import native
from support import CBENCH, fixture, small


class Results(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.results = small()

    def test_every_format_is_there(self):
        names = libcb.Results.formats()
        self.assertEqual(next(iter(names)), "table")
        for name, meaning in names.items():
            with self.subTest(name=name):
                self.assertTrue(meaning)
                self.assertTrue(self.results.format(name).strip())

    def test_text_of_results_is_the_table(self):
        self.assertEqual(str(self.results), self.results.table())
        self.assertIn("sha256", str(self.results))

    def test_json_is_the_document(self):
        self.assertEqual(json.loads(self.results.format("json")), self.results.document)

    def test_csv_has_a_line_for_each_cell(self):
        lines = list(csv.DictReader(io.StringIO(self.results.csv())))
        self.assertEqual([line["id"] for line in lines], [cell.id for cell in self.results])

    def test_view_decides(self):
        self.assertNotEqual(self.results.table(unit="time"), self.results.table())
        self.assertIn("|", self.results.markdown(statistic="min"))
        narrow = self.results.table(width=60, quiet=True)
        self.assertNotEqual(narrow, self.results.table())

    def test_unknown_names_are_told(self):
        with self.assertRaisesRegex(libcb.NotFoundError, "table"):
            self.results.format("pdf")
        with self.assertRaisesRegex(TypeError, "did you mean 'unit'"):
            self.results.table(units="time")
        with self.assertRaisesRegex(libcb.ArgumentError, "unit"):
            self.results.table(unit="furlongs")
        with self.assertRaises(libcb.ArgumentError):
            self.results.format(None)

    def test_stored_documents_are_shown_as_when_they_were_made(self):
        for made in (self.results, libcb.compare(self.results, self.results.document),
                     libcb.advise(self.results)):
            stored = type(made).from_json(made.json())
            with self.subTest(kind=made.schema):
                self.assertEqual(stored, made)
                for name in made.formats():
                    self.assertEqual(stored.format(name), made.format(name))

    def test_file_has_the_format_of_its_ending(self):
        with tempfile.TemporaryDirectory() as directory:
            file = os.path.join(directory, "r.csv")
            self.results.write(file)
            with open(file, encoding="utf-8", newline="") as stream:
                self.assertEqual(stream.read(), self.results.csv())
            self.results.write(file, "markdown", unit="time")
            with open(file, encoding="utf-8") as stream:
                self.assertEqual(stream.read(), self.results.markdown(unit="time"))
            with self.assertRaisesRegex(OSError, "nosuch"):
                self.results.write(os.path.join(directory, "nosuch", "r.md"))

    def test_tables_list_view_options(self):
        names = [native.view_option_at(i).name for i in range(native.view_option_count())]
        self.assertIn("unit", names)


class Gate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        module = fixture("toy_accel")
        library = os.path.join(os.path.dirname(module), "toy", "libtoy.so")
        with tempfile.TemporaryDirectory() as directory:
            twin = os.path.join(directory, "libtoy.so")
            shutil.copy(library, twin)
            with libcb.Context(backends=[module]) as context:
                cls.gate = libcb.gate("old@toy_accel:on=" + library, "new@toy_accel:on=" + twin,
                                      algorithms="fixture-hash", sizes=64, context=context)

    def test_every_format_is_there(self):
        for name in libcb.Gate.formats():
            with self.subTest(name=name):
                self.assertIsInstance(self.gate.format(name), str)
        self.assertEqual(xml.etree.ElementTree.fromstring(self.gate.junit()).tag, "testsuites")

    @unittest.skipUnless(CBENCH, "there is no cbench")
    def test_same_texts_as_cbench(self):
        with tempfile.TemporaryDirectory() as directory:
            files = {name: os.path.join(directory, name) for name in ("json", "junit", "markdown")}
            self.gate.save(files["json"])
            done = subprocess.run([CBENCH, "gate", "--judge", files["json"], "--junit",
                                   files["junit"], "--markdown", files["markdown"]],
                                  stdout=subprocess.PIPE, check=True)
            self.assertEqual(done.stdout.decode(), self.gate.table())
            for name in ("junit", "markdown"):
                with open(files[name], encoding="utf-8") as stream:
                    self.assertEqual(stream.read(), self.gate.format(name))


class Inventory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.inventory = libcb.list()

    def test_libraries_modes_and_offers(self):
        openssl = self.inventory["openssl"]
        self.assertTrue(openssl.version)
        self.assertEqual([mode.accel for mode in openssl.modes], list(libcb.Accel))
        self.assertEqual(openssl.offer("sha256").operations, ("digest",))
        self.assertIsNone(openssl.offer("nosuch"))
        with self.assertRaisesRegex(LookupError, "nosuch"):
            self.inventory["nosuch"]
        self.assertIn("null", [library.backend for library in self.inventory])

    def test_outlives_its_context(self):
        context = libcb.Context()
        inventory = context.inventory()
        context.close()
        del context
        self.assertIn("openssl", inventory.table(algorithms="sha256"))

    def test_survives_json_and_files(self):
        self.assertEqual(libcb.Inventory.from_json(self.inventory.json()), self.inventory)
        with tempfile.TemporaryDirectory() as directory:
            file = os.path.join(directory, "i.json")
            self.inventory.save(file)
            self.assertEqual(libcb.load(file).libraries, self.inventory.libraries)
            self.assertEqual(os.listdir(directory), ["i.json"])
        with self.assertRaisesRegex(libcb.FileError, "nonexistent"):
            self.inventory.save("/nonexistent/i.json")

    def test_rows(self):
        row = self.inventory.rows()[0]
        self.assertEqual(list(row), ["backend", "version", "accel", "algorithm", "kind",
                                     "operation"])


if __name__ == "__main__":
    unittest.main()
