# SPDX-License-Identifier: Apache-2.0
"""Which instructions were executed."""

import os
import tempfile
import unittest

import libcb


class Prove(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.proofs = libcb.prove("openssl", accel=["on", "off"], algorithms="aes-128-gcm",
                                 ops="seal")
        if "not-traced" in [f.id for f in cls.proofs.findings]:
            raise unittest.SkipTest("instructions cannot be followed here")

    def test_counts_by_class(self):
        on = [p for p in self.proofs if p.subject.accel == "on"]
        self.assertGreater(on[0].inside, 0)
        self.assertTrue(all(type(n) is int for n in on[0].counts.values()))
        off = [p for p in self.proofs if p.subject.accel == "off"]
        self.assertEqual(self.proofs.count(off[0], "aes"), 0)
        self.assertEqual(self.proofs.count(off[0].id, "aes"), 0)
        with self.assertRaisesRegex(LookupError, "nosuch"):
            self.proofs.count(off[0], "nosuch")

    def test_requirements(self):
        lacks = self.proofs.require({"openssl/aes-128-gcm/**/off": ["aes", "clmul"]})
        self.assertEqual({lack.class_name for lack in lacks}, {"aes", "clmul"})
        self.assertTrue(all(lack.judged and lack.cell in self.proofs for lack in lacks))
        missing = self.proofs.require("nosuch/**=aes")
        self.assertEqual([lack.cell for lack in missing], [""])
        with self.assertRaises(libcb.NotFoundError):
            self.proofs.require("openssl/**=nosuch")
        with self.assertRaises(ValueError):
            self.proofs.require("=")

    def test_survives_a_file(self):
        with tempfile.TemporaryDirectory() as directory:
            file = os.path.join(directory, "p.json")
            self.proofs.save(file)
            stored = libcb.load(file)
        self.assertEqual(stored, self.proofs)
        self.assertEqual(stored.cells, self.proofs.cells)
        self.assertEqual(stored.failed, self.proofs.failed)
        self.assertEqual(stored.table(), self.proofs.table())
        self.assertEqual(stored.json(), self.proofs.json())
        self.assertEqual(stored.require("nosuch/**=aes"), self.proofs.require("nosuch/**=aes"))
        with self.assertRaisesRegex(libcb.FormatError, "kind proof, not results"):
            libcb.Results.from_json(self.proofs.json())

    def test_rows_have_a_column_for_each_class(self):
        row = self.proofs.rows()[0]
        for instruction_class in self.proofs.classes:
            self.assertIsInstance(row[instruction_class.name], int)


if __name__ == "__main__":
    unittest.main()
