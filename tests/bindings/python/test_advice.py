# SPDX-License-Identifier: Apache-2.0
"""Advice on results, and measured; the page that is made of results."""

import gc
import os
import pickle
import re
import tempfile
import unittest
from pathlib import Path

import libcb
from support import SOURCE, quick

RESULTS = os.path.join(SOURCE, "tests", "cli", "golden", "advise-results.json")
OWN = """summary = "one block"; unit = "block";
work = ({ algorithm = "aes-256-gcm"; operation = "seal"; size = 1024; });
"""


class Advice(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.results = libcb.load(RESULTS)
        cls.advice = libcb.advise(cls.results)

    def test_the_answer_comes_first(self):
        self.assertTrue(self.advice.given)
        self.assertRegex(self.advice.headline, "^For bulk-transfer on Example CPU 2: OpenSSL 3.0.19 with")
        self.assertEqual(self.advice.headline, self.advice.rankings[0].headline)
        self.assertTrue(self.advice.table().startswith(self.advice.headline))
        self.assertIn("<libcb.Advice: For bulk-transfer", repr(self.advice))

    def test_rankings_are_plain_data(self):
        first = self.advice.rankings[0]
        self.assertEqual(list(self.advice), list(self.advice.rankings))
        self.assertIs(first.main, True)
        self.assertEqual((first.accel, first.kind), (libcb.Accel.ON, libcb.AdviceKind.CLEAR))
        self.assertIs(self.advice.best, first.candidates[0])
        self.assertEqual([c.standing for c in first.candidates[:first.ranked]],
                         [libcb.Standing.RANKED] * first.ranked)
        self.assertEqual(sorted(c.unit_ns for c in first.candidates[:first.ranked]),
                         [c.unit_ns for c in first.candidates[:first.ranked]])
        best = self.advice.best
        self.assertAlmostEqual(sum(p.share for p in best.parts), 1)
        for part in best.parts:
            self.assertEqual(part.basis, "measured")
            self.assertAlmostEqual(self.results[part.cell].summary.median_ns, part.ns)
        self.assertEqual({note.id for r in self.advice for note in r.notes} >= {"cipher"}, True)
        self.assertIsNone(first.ciphers[0].start)

    def test_what_is_not_ranked_has_a_reason(self):
        left = [c for r in self.advice for c in r.candidates if c.standing != "ranked"]
        self.assertTrue(left)
        for candidate in left:
            self.assertTrue(candidate.reason)
            self.assertIsNone(candidate.times)

    def test_rows_have_the_same_keys(self):
        rows = self.advice.rows()
        self.assertEqual(len(rows), sum(len(r.candidates) for r in self.advice))
        self.assertEqual({tuple(row) for row in rows}, {tuple(rows[0])})
        self.assertIn("<table>", self.advice._repr_html_())

    def test_files_documents_and_several_results(self):
        for sources in ([RESULTS], [Path(RESULTS)], [self.results.document],
                        [self.results.json().encode()], [self.results, RESULTS]):
            self.assertEqual(libcb.advise(*sources).headline, self.advice.headline)

    def test_profiles_by_name_file_and_text(self):
        names = [profile.name for profile in libcb.profiles()]
        self.assertIn("tls13-server", names)
        for profile in libcb.profiles():
            self.assertTrue(profile.summary)
            self.assertEqual(libcb.advise(self.results, profile=profile.name).profile.unit, profile.unit)
        for text in (OWN, OWN.encode()):
            advice = libcb.advise(self.results, profile=text)
            self.assertEqual((advice.profile.unit, advice.profile.summary), ("block", "one block"))
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory, "mine.cfg")
            file.write_text(OWN)
            self.assertEqual(libcb.advise(self.results, profile=file).profile.name, "mine")

    def test_another_mode_counts(self):
        slow = libcb.advise(self.results, accel="nocrypto")
        self.assertEqual(slow.rankings[0].accel, libcb.Accel.NOCRYPTO)
        self.assertNotEqual(slow.headline, self.advice.headline)

    def test_without_figures_the_answer_is_to_measure(self):
        advice = libcb.advise(quick("null:on", sizes=16))
        self.assertFalse(advice.given)
        self.assertIsNone(advice.best)
        self.assertEqual(advice.rankings[0].kind if advice.rankings else "measure-first",
                         "measure-first")

    def test_measures_what_the_profile_weighs(self):
        told = []
        advice = libcb.advise(profile=OWN, subjects=["openssl:on"], launches=1, samples=1,
                              budget=20, progress=told.append)
        measured, = advice.results
        self.assertEqual({(c.algorithm, c.operation) for c in measured}, {("aes-256-gcm", "seal")})
        self.assertIn(1024, {c.size for c in measured})
        self.assertTrue(told)
        self.assertEqual(libcb.advise(measured, profile=OWN).headline, advice.headline)

    def test_a_mode_that_was_asked_for_is_measured(self):
        advice = libcb.advise(profile=OWN, accel="off", subjects=["openssl"], launches=1, samples=1)
        self.assertIn("off", {str(s.accel) for s in advice.results[0].subjects})
        self.assertEqual(advice.rankings[0].accel, "off")

    def test_what_was_measured_survives_an_end(self):
        with self.assertRaises(libcb.Cancelled) as caught:
            libcb.advise(subjects=["openssl:on"], budget=30, progress=lambda p: p.done < 2)
        self.assertIsInstance(caught.exception.results, libcb.Results)
        self.assertFalse(caught.exception.results.complete)

    def test_faults(self):
        for options, text in [({"profile": "nosuch"}, "no profile .nosuch.: there are tls13-server"),
                              ({"profile": "./nosuch.cfg"}, "nosuch.cfg"),
                              ({"profile": b"work"}, "own-profile"),
                              ({"accel": "fast"}, "fast.* is not a mode"),
                              ({"budget": 5}, "leave out budget"),
                              ({"subjects": ["openssl"]}, "leave out subjects"),
                              ({"progress": print}, "leave out progress")]:
            with self.subTest(options=options), self.assertRaisesRegex(libcb.Error, text):
                libcb.advise(self.results, **options)
        with self.assertRaisesRegex(libcb.ArgumentError, "is not a mode"):
            libcb.advise(accel="fast")
        with self.assertRaisesRegex(TypeError, "does not use 'algorithms'"):
            libcb.advise(algorithms="sha256")
        for profile in (5, "a\0b.cfg", None):
            with self.assertRaises((TypeError, ValueError)):
                libcb.advise(self.results, profile=profile)

    def test_survives_files_and_pickles(self):
        for other in (pickle.loads(pickle.dumps(self.advice)),
                      libcb.Advice.from_json(self.advice.json())):
            self.assertEqual(other, self.advice)
            self.assertEqual(other.rankings, self.advice.rankings)
        with tempfile.TemporaryDirectory() as directory:
            file = os.path.join(directory, "a.json")
            self.advice.save(file)
            self.assertEqual(libcb.load(file), self.advice)
            self.assertEqual(os.listdir(directory), ["a.json"])
        with self.assertRaisesRegex(OSError, "nonexistent"):
            self.advice.save("/nonexistent/a.json")

    def test_keeps_what_it_points_into(self):
        advice = libcb.advise(libcb.Results.from_json(self.results.json()), profile=OWN)
        gc.collect()
        self.assertIn("1 KiB", advice.table())
        self.assertTrue(advice.json())
        advice.mine = advice  # a cycle is collected in any order
        del advice
        gc.collect()

    def test_formats_are_those_of_the_library(self):
        self.assertEqual(list(libcb.Advice.formats()), ["table", "json", "markdown"])
        self.assertIn("| --", self.advice.markdown().replace("|--", "| --").replace("|:", "| --"))


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.results = libcb.load(RESULTS)

    def test_is_a_page_that_loads_nothing(self):
        page = libcb.report(self.results, title="A <title> \u00e4", headline="So it is",
                            command="cb <made> it")
        self.assertTrue(page.startswith("<!DOCTYPE html>"))
        self.assertIn("<title>A &lt;title&gt; \u00e4</title>", page)
        self.assertIn("So it is", page)
        self.assertIn("cb &lt;made&gt; it", page)
        self.assertIsNone(re.search(r"(src|href)=.?https?:", page))

    def test_is_written_whole(self):
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory, "r.html")
            page = libcb.report(RESULTS, file=file)
            self.assertEqual(file.read_bytes(), page.encode())
            self.assertEqual(os.listdir(directory), ["r.html"])
        with self.assertRaisesRegex(OSError, "nonexistent"):
            libcb.report(self.results, file="/nonexistent/r.html")

    def test_several_results_have_names(self):
        page = libcb.report(self.results, RESULTS, names=["before", "after"])
        self.assertIn("before", page)
        self.assertIn("after", page)
        with self.assertRaisesRegex(libcb.ArgumentError, "1 of them for 2 results"):
            libcb.report(self.results, self.results, names="before")

    def test_nothing_to_report_on(self):
        with self.assertRaises(libcb.NothingToMeasure):
            libcb.report()
        for source in (None, 5, "nosuch.json"):
            with self.assertRaises((TypeError, libcb.ArgumentError, libcb.FileError)):
                libcb.report(source)


if __name__ == "__main__":
    unittest.main()
