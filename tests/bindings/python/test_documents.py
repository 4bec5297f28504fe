# SPDX-License-Identifier: Apache-2.0
"""Documents as Python's own data: exact, complete, and free of their origin."""

import copy
import csv
import dataclasses
import gc
import io
import json
import os
import pickle
import tempfile
import unittest
from pathlib import Path

import libcb
from support import small


class Documents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.results = small()

    def test_survive_json_pickle_and_copies(self):
        for other in (libcb.Results.from_json(self.results.json()),
                      libcb.Results.from_json(self.results.json(compact=True).encode()),
                      libcb.Results.from_document(self.results.document),
                      pickle.loads(pickle.dumps(self.results)),
                      copy.copy(self.results), copy.deepcopy(self.results)):
            self.assertEqual(other, self.results)
            self.assertEqual(other.cells, self.results.cells)
            self.assertEqual(hash(other), hash(self.results))

    def test_survive_a_file(self):
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory, "r.json")
            self.results.save(file)
            self.assertEqual(libcb.load(file), self.results)
            self.results.save(str(file), compact=True, samples=False)
            self.assertEqual(file.read_text().count("\n"), 1)
            bare = libcb.load(file)
            self.assertIsNone(bare[0].samples)
            self.assertEqual(bare[0].summary, self.results[0].summary)

    def test_file_that_cannot_be_written_is_an_os_error(self):
        with self.assertRaisesRegex(OSError, "nonexistent"):
            self.results.save("/nonexistent/r.json")

    def test_cells_outlive_everything_else(self):
        cell = libcb.Results.from_json(self.results.json())[0]
        gc.collect()
        self.assertEqual(cell, self.results[0])
        self.assertTrue(cell.subject.version)

    def test_rate_and_time_are_those_that_libcb_shows(self):
        document = copy.deepcopy(self.results.document)
        for index, cell in enumerate(c for c in document["cells"] if c["outcome"] == "measured"):
            cell["summary"].update(contended=index % 4 != 0,
                                   cpu_median_ns=cell["summary"]["median_ns"] / 3)
            cell["load"] = 2 if index % 4 == 1 else 0
        busy = libcb.Results.from_document(document)
        rows = list(csv.DictReader(io.StringIO(busy.csv())))
        self.assertEqual({cell.time for cell in busy if cell.measured}, {"cpu", "wall"})
        for cell, row, flat in zip(busy, rows, busy.rows()):
            self.assertEqual((cell.time if cell.measured else ""), row["time"])
            self.assertEqual((flat["time"], flat["rate"]), (row["time"] or None, cell.rate))
            if cell.measured:
                self.assertAlmostEqual(cell.rate / float(row["rate"]), 1)
            else:
                self.assertEqual((cell.rate, row["rate"]), (None, ""))

    def test_cells_are_frozen(self):
        with self.assertRaises(dataclasses.FrozenInstanceError):
            self.results[0].size = 1

    def test_cells_by_id_place_and_slice(self):
        first = self.results.cells[0]
        self.assertIs(self.results[first.id], first)
        self.assertIs(self.results[0], first)
        self.assertEqual(self.results[-1:], self.results.cells[-1:])
        self.assertIn(first.id, self.results)
        self.assertIn(first, self.results)
        self.assertNotIn("nosuch", self.results)
        self.assertIsNone(self.results.get("nosuch"))
        self.assertEqual(list(self.results), list(self.results.cells))
        with self.assertRaisesRegex(KeyError, "no cell 'nosuch' among %d" % len(self.results)):
            self.results["nosuch"]
        with self.assertRaises(IndexError):
            self.results[1000]

    def test_find_takes_values_globs_and_lists(self):
        found = self.results.find(backend="openssl", algorithm="sha*", size=[64, 1024], accel="on")
        self.assertEqual([c.id for c in found],
                         ["openssl/sha256/digest/64/on", "openssl/sha256/digest/1024/on"])
        self.assertEqual(self.results.find(subject="openssl:on", size=64,
                                           algorithm="sha256"), found[:1])
        self.assertEqual(self.results.find(outcome=libcb.Outcome.CRASHED), ())
        with self.assertRaisesRegex(TypeError, "no field 'colour'"):
            self.results.find(colour="red")

    def test_outcomes_are_words(self):
        outcomes = {c.outcome for c in self.results}
        self.assertIn(libcb.Outcome.MEASURED, outcomes)
        self.assertIn("unsupported", outcomes)
        for cell in self.results:
            self.assertEqual(cell.measured, cell.outcome == "measured")
            self.assertEqual(cell.reason == "", cell.measured)

    def test_what_is_not_known_is_none(self):
        summary = self.results.find(outcome="measured")[0].summary
        self.assertEqual(summary.launches, 1)
        self.assertIsNone(summary.ci95_low_ns)

    def test_rows_have_the_same_keys(self):
        rows = self.results.rows()
        self.assertEqual(len(rows), len(self.results))
        self.assertEqual({tuple(row) for row in rows}, {tuple(rows[0])})
        for row in rows:
            for value in row.values():
                self.assertIn(type(value), (str, int, float, bool, type(None)))
        json.dumps(rows, allow_nan=False)
        self.assertEqual(rows[0]["version"], self.results[0].subject.version)

    def test_html_is_escaped_and_whole(self):
        document = copy.deepcopy(self.results.document)
        document["cells"][0]["reason"] = "<script>&"
        html = libcb.Results.from_document(document)._repr_html_()
        self.assertNotIn("<script>", html)
        self.assertIn("&lt;script&gt;&amp;", html)
        self.assertEqual(html.count("<tr>"), len(self.results) + 1)

    def test_repr_says_what_it_is(self):
        self.assertRegex(repr(self.results), r"<libcb.Results: \d+ cells of \d subjects, \d+ measured")

    def test_ratio_of_a_panel(self):
        ratio = self.results.ratios[0]
        self.assertIs(self.results.ratio(ratio.a, ratio.b), ratio)
        self.assertIs(self.results.ratio(self.results[ratio.a], ratio.b), ratio)
        self.assertIsNone(self.results.ratio("x", "y"))
        other = self.results.ratio(ratio.b, ratio.a)
        self.assertEqual((other.a, other.b), (ratio.b, ratio.a))
        self.assertAlmostEqual(other.ratio * ratio.ratio, 1)
        self.assertIsNone(other.ci95_low)

    def test_interval_of_a_ratio_is_turned_with_it(self):
        ratio = libcb.Ratio("p", "a", "b", 2.0, 1.6, 2.5, 0.95, 6)
        self.assertEqual(ratio.turned(), libcb.Ratio("p", "b", "a", 0.5, 0.4, 0.625, 0.95, 6))

    def test_implementations_of_a_backend_are_told(self):
        document = copy.deepcopy(self.results.document)
        document["subjects"][0]["implementation"] = "avx2"
        results = libcb.Results.from_document(document)
        self.assertEqual(results.subjects[0].implementation, "avx2")
        self.assertIn("avx2", [row["implementation"] for row in results.rows()])
        library, = libcb.Inventory.from_document({"schema": "libcb.inventory/1", "libraries": [
            {"backend": "mine", "module": "mine.so", "implementations": [
                {"name": "avx2", "about": "wide", "unavailable": "no AVX2"}]}]})
        self.assertEqual(library.implementations,
                         (libcb.Implementation("avx2", "wide", "no AVX2"),))

    def test_environment_has_no_personal_data(self):
        self.assertTrue(self.results.environment["cpu"])
        self.assertNotIn(os.uname().nodename, json.dumps(self.results.environment["os"]))


class Exact(unittest.TestCase):
    def setUp(self):
        self.document = json.loads(small().json())

    def test_integers_above_two_to_the_53_are_exact(self):
        cell = next(c for c in self.document["cells"] if c["outcome"] == "measured")
        cell["samples"]["ops"] = [2**53 + 1] * len(cell["samples"]["ops"])
        again = libcb.Results.from_document(self.document)[cell["id"]]
        self.assertEqual(again.samples.ops[0], 9007199254740993)
        self.assertIs(type(again.samples.ops[0]), int)
        self.assertIs(type(again.size), int)

    def test_doubles_keep_every_digit(self):
        cell = next(c for c in self.document["cells"] if c["outcome"] == "measured")
        cell["summary"]["mad_ns"] = 0.1 + 0.2
        again = libcb.Results.from_document(self.document)[cell["id"]]
        self.assertEqual(again.summary.mad_ns, 0.30000000000000004)

    def test_unknown_members_are_kept(self):
        self.document["mine"] = {"a": [1, 2.5, "x"]}
        self.document["cells"][0]["colour"] = "red"
        again = libcb.Results.from_document(self.document)
        self.assertEqual(again.document["mine"], {"a": [1, 2.5, "x"]})
        self.assertEqual(json.loads(again.json())["cells"][0]["colour"], "red")

    def test_text_of_any_script_arrives(self):
        self.document["subjects"][0]["library"]["build_info"] = "\u00e4\u4f60\U0001f512"
        again = libcb.Results.from_document(self.document)
        self.assertEqual(again.subjects[0].build_info, "\u00e4\u4f60\U0001f512")

    def test_faults_are_named_with_their_place(self):
        self.document["cells"][1]["size"] = "big"
        with self.assertRaisesRegex(libcb.FormatError, r"cells\[1\]\.size"):
            libcb.Results.from_document(self.document)
        with self.assertRaisesRegex(ValueError, "line"):
            libcb.Results.from_json("{")
        with self.assertRaises(libcb.FormatError):
            libcb.Results.from_json(b"\xff\xfe")

    def test_nan_is_refused(self):
        self.document["cells"][0]["size"] = float("nan")
        with self.assertRaisesRegex(libcb.FormatError, "JSON"):
            libcb.Results.from_document(self.document)

    def test_documents_of_another_kind_are_refused_with_both_names(self):
        with self.assertRaisesRegex(libcb.FormatError, "kind results, not gate"):
            libcb.Gate.from_document(self.document)
        with self.assertRaisesRegex(libcb.FormatError, "results, gate, proof"):
            libcb.Proofs.from_document({"schema": "mine/1"})

    def test_what_load_does_not_read_is_called_what_it_is(self):
        for kind, what in (("info", "as cbench info writes it"), ("baseline", "is a baseline")):
            with self.assertRaisesRegex(libcb.FormatError, what):
                libcb.Results.from_document({"schema": "libcb.%s/1" % kind})

    def test_other_versions_and_kinds_are_refused(self):
        with tempfile.TemporaryDirectory() as directory:
            file = os.path.join(directory, "x.json")
            for text in ('{"schema": "libcb.proof/2"}', '{"schema": "other/1"}', "[]", "1", "{"):
                with open(file, "w") as stream:
                    stream.write(text)
                with self.subTest(text=text), self.assertRaisesRegex(libcb.FormatError, "x.json"):
                    libcb.load(file)


if __name__ == "__main__":
    unittest.main()
