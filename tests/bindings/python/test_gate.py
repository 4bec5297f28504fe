# SPDX-License-Identifier: Apache-2.0
"""Gates, baselines, judgements again, self-tests."""

import copy
import os
import pickle
import tempfile
import unittest

import libcb

RULES = {"screen_launches": 6, "confirm_launches": 16, "rounds": 1, "canary": False}
SMALL = {"algorithms": "sha256", "sizes": 8192, "budget": 60, **RULES}


class Gate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gate = libcb.gate("fast@openssl:on", "slow@openssl:off", algorithms="aes-128-gcm",
                              ops="seal", **{k: v for k, v in SMALL.items() if k != "algorithms"})

    def test_loss_is_a_regression(self):
        gate = self.gate
        self.assertIs(gate.exit, libcb.Exit.REGRESSED)
        self.assertFalse(gate.ok)
        self.assertEqual((gate.word, gate.mode, gate.complete), ("regressed", "ab", True))
        (cell,) = gate
        self.assertIs(cell.verdict, libcb.Verdict.REGRESSED)
        self.assertGreater(cell.loss_percent, 5)
        self.assertEqual(cell.limit_percent, 5)
        self.assertEqual(gate.verdicts[libcb.Verdict.REGRESSED], 1)
        self.assertEqual([s.label for s in gate.base + gate.head], ["fast", "slow"])

    def test_judged_again_by_other_rules(self):
        lenient = libcb.judge(self.gate, limit=99)
        self.assertTrue(lenient.ok, lenient.word)
        self.assertEqual(lenient[0].limit_percent, 99)
        # What is not changed stays as it was stored.
        self.assertEqual(lenient.document["rules"]["gate"]["confirm_launches"], RULES["confirm_launches"])
        for source in (self.gate.document, self.gate.json(), self.gate.json().encode()):
            self.assertEqual(libcb.judge(source).exit, libcb.Exit.REGRESSED)

    def test_survives_json_pickle_and_files(self):
        self.assertEqual(libcb.Gate.from_json(self.gate.json()).cells, self.gate.cells)
        self.assertEqual(pickle.loads(pickle.dumps(self.gate)).cells, self.gate.cells)
        self.assertEqual(copy.deepcopy(self.gate).exit, self.gate.exit)
        with tempfile.TemporaryDirectory() as directory:
            file = os.path.join(directory, "gate.json")
            self.gate.save(file)
            self.assertEqual(libcb.load(file).cells, self.gate.cells)
            self.assertEqual(libcb.judge(file, limit="99%", **RULES).exit, libcb.Exit.FINE)

    def test_rows(self):
        row = self.gate.rows()[0]
        self.assertEqual((row["verdict"], row["accel"]), ("regressed", str(self.gate[0].accel)))

    def test_rules_file_and_its_faults(self):
        with tempfile.TemporaryDirectory() as directory:
            file = os.path.join(directory, "rules.cfg")
            with open(file, "w") as stream:
                stream.write("nonsense")
            with self.assertRaisesRegex(libcb.FormatError, "rules.cfg"):
                libcb.judge(self.gate, rules=file)
        with self.assertRaisesRegex(OSError, "nonexistent"):
            libcb.judge(self.gate, rules="/nonexistent.cfg")
        with self.assertRaisesRegex(ValueError, "limit"):
            libcb.judge(self.gate, limit="much")

    def test_two_sides_that_are_one_are_refused(self):
        with self.assertRaises(libcb.ArgumentError):
            libcb.gate("openssl:on", "openssl:on", **SMALL)


class Baseline(unittest.TestCase):
    def test_saved_judged_accepted(self):
        options = {"algorithms": "sha256", "sizes": 8192, "budget": 20}
        with tempfile.TemporaryDirectory() as directory:
            file = os.path.join(directory, "base.json")
            info = libcb.save_baseline(file, "openssl:on", no_library=True, **options)
            self.assertEqual((info.runs, info.cells, info.has_library, info.failed),
                             (1, 1, False, 0))
            gate = libcb.gate_baseline(file, canary=False, limit=90, **options)
            self.assertEqual(gate.mode, "file")
            self.assertEqual(len(gate), 1)
            accepted = libcb.accept_baseline(file, "a test", canary=False, limit=90, **options)
            self.assertIsInstance(accepted, libcb.Gate)
            with self.assertRaises(libcb.ArgumentError):
                libcb.accept_baseline(file, None)

    def test_missing_baseline_is_invalid_not_fine(self):
        gate = libcb.gate_baseline("/nonexistent/base.json", "openssl:on", **SMALL)
        self.assertIs(gate.exit, libcb.Exit.INVALID)
        self.assertIn("no-baseline", [n.id for n in gate.notes if n.is_fault])


class Selftest(unittest.TestCase):
    def test_null_gates_and_what_was_kept(self):
        with tempfile.TemporaryDirectory() as directory:
            keep = os.path.join(directory, "kept")
            os.mkdir(keep)
            result = libcb.selftest("openssl:on", runs=1, keep=keep, **SMALL)
            self.assertEqual(result.null.runs, 1)
            self.assertEqual(len(result), len(result.rates))
            again = libcb.selftest_recorded(keep)
            stored = libcb.Selftest.from_json(result.json())
            self.assertEqual((stored.table(), stored.exit, stored.obstacle),
                             (result.table(), result.exit, result.obstacle))
            self.assertEqual(again.null.runs, 1)
            self.assertEqual(libcb.Selftest.from_json(result.json()), result)
            result.save(os.path.join(directory, "s.json"))
            self.assertEqual(libcb.load(os.path.join(directory, "s.json")), result)


if __name__ == "__main__":
    unittest.main()
