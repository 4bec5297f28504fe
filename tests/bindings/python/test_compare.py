# SPDX-License-Identifier: Apache-2.0
"""Two results, or two subjects of one."""

import gc
import os
import pickle
import tempfile
import unittest

import libcb
from support import quick, small


class Compare(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.results = small()

    def test_two_documents(self):
        comparison = libcb.compare(self.results, small(), head_name="later")
        self.assertEqual((comparison.base, comparison.head), ("base", "later"))
        self.assertEqual(len(comparison), sum(comparison.changes.values()))
        self.assertTrue(comparison.conclusions)
        self.assertIn("unpaired", [n.id for n in comparison.notes])
        for cell in comparison:
            self.assertIsInstance(cell.change, libcb.Change)

    def test_two_subjects_of_one_document(self):
        comparison = libcb.compare(self.results, base_labels="openssl:on",
                                   head_labels=["openssl:off"], algorithms=["sha256"],
                                   sizes=[64, 1024])
        self.assertEqual([c.size for c in comparison], [64, 1024])
        self.assertTrue(all(c.paired for c in comparison if c.speed is not None))

    def test_files_and_documents(self):
        with tempfile.TemporaryDirectory() as directory:
            file = os.path.join(directory, "r.json")
            self.results.save(file)
            comparison = libcb.compare(file, self.results.document)
            self.assertEqual(set(comparison.changes) - {libcb.Change.SAME}, {
                c for c in libcb.Change if c is not libcb.Change.SAME})
            self.assertEqual(libcb.Comparison.from_json(comparison.json()), comparison)
            for document in (comparison, pickle.loads(pickle.dumps(comparison))):
                document.save(file)
                self.assertEqual(libcb.load(file), comparison)
            self.assertEqual(os.listdir(directory), ["r.json"])
            os.mkdir(os.path.join(directory, "taken"))
            with self.assertRaises(libcb.FileError):
                comparison.save(os.path.join(directory, "taken"))
            self.assertEqual(sorted(os.listdir(directory)), ["r.json", "taken"])

    def test_options_may_be_any_iterable(self):
        labels = {"base_labels": "openssl:on", "head_labels": "openssl:off"}
        for sizes, algorithms in (({64, 1024}, {"sha256"}), (iter([64, 1024]), iter(["sha256"])),
                                  ("64,1024", "sha256")):
            comparison = libcb.compare(self.results, algorithms=algorithms, sizes=sizes, **labels)
            self.assertEqual([c.size for c in comparison], [64, 1024])

    def test_outlives_what_was_compared(self):
        comparison = libcb.compare(quick("null:on"), quick("null:on"))
        gc.collect()
        self.assertTrue(comparison.cells)
        self.assertTrue(comparison.json())

    def test_faults(self):
        with self.assertRaises(libcb.NotFoundError):
            libcb.compare(self.results, base_labels="nosuch", head_labels="openssl:on")
        with self.assertRaises(libcb.ArgumentError):
            libcb.compare(self.results, time="yesterday", base_labels="openssl:on",
                          head_labels="openssl:off")
        with self.assertRaises(TypeError):
            libcb.compare(self.results, self.results, colour="red")


if __name__ == "__main__":
    unittest.main()
