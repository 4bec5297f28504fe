# SPDX-License-Identifier: Apache-2.0
"""What others published, as results, and what rates say."""

import glob
import os
import tempfile
import unittest
from pathlib import Path

import libcb
from support import SOURCE, quick

SPEED = os.path.join(SOURCE, "tests", "fixtures", "speed")
TEXT = """type             16 bytes     64 bytes    256 bytes
sha256           70000.00k   160000.00k   290000.00k
"""


def file(name):
    return os.path.join(SPEED, name)


class Imports(unittest.TestCase):
    def test_files_become_results(self):
        results = libcb.import_speed(Path(file("published_four_machines.txt")))
        self.assertIsInstance(results, libcb.Results)
        self.assertEqual(len(results.subjects), 8)
        self.assertEqual({s.api for s in results.subjects}, {"low-level", "evp"})
        self.assertIn("Core i7-2600K", results.subjects[0].machine)
        self.assertEqual(results.subjects[0].isolation, "unknown")
        self.assertTrue(results[0].semantics.startswith("openssl-speed."))
        self.assertTrue(results[0].published)
        row = results.rows()[0]
        self.assertEqual((row["machine"], row["published"]),
                         (results.subjects[0].machine, results[0].published))

    def test_texts_are_taken_where_a_file_could_be_named(self):
        for text in (TEXT, TEXT.encode(), bytearray(TEXT.encode("utf-16")), TEXT.replace("\n", "\r")):
            with self.subTest(kind=type(text)):
                results = libcb.import_speed(text)
                self.assertEqual([c.size for c in results], [16, 64, 256])
                self.assertAlmostEqual(results[0].summary.bytes_per_second, 7e7, delta=1)

    def test_several_sources_make_one_document(self):
        results = libcb.import_speed(TEXT, TEXT.encode())
        self.assertEqual([s.label for s in results.subjects], ["text 1", "text 2"])
        build = "OpenSSL 3.0.2 15 Mar 2022\n" + TEXT
        self.assertEqual([c.summary.launches for c in libcb.import_speed(2 * build, repeats=True)],
                         [2, 2, 2])

    def test_options_are_those_of_the_table(self):
        with tempfile.TemporaryDirectory() as directory:
            cpuinfo = Path(directory, "cpuinfo")
            cpuinfo.write_text("vendor_id\t: GenuineIntel\nmodel name\t: Some CPU\nflags\t\t: fpu aes\n")
            results = libcb.import_speed(TEXT, machine="mine", timer="elapsed", cpuinfo=cpuinfo)
        self.assertEqual(results.tool["machine"], "mine")
        self.assertEqual(results.subjects[0].timer, "elapsed")
        self.assertEqual(results.environment["cpu"]["model"], "Some CPU")
        with self.assertRaisesRegex(TypeError, "did you mean 'algorithm'"):
            libcb.import_speed(TEXT, algoritm="sha256")
        with self.assertRaisesRegex(TypeError, "does not use 'launches'"):
            libcb.import_speed(TEXT, launches=3)
        with self.assertRaises(libcb.ArgumentError):
            libcb.import_speed(TEXT, processes=-1)

    def test_what_cannot_be_trusted_is_doubtful(self):
        results = libcb.import_speed(file("spd_devcrypto_user_time_3x.txt"))
        doubtful = [c for c in results if c.doubtful is not None]
        self.assertTrue(doubtful)
        for cell in doubtful:
            self.assertEqual((cell.outcome, cell.summary, cell.measured), ("failed", None, False))
            self.assertTrue(cell.reason)
            self.assertIsNone(cell.row()["median_ns"])
        self.assertEqual(libcb.Results.from_json(results.json()).cells, results.cells)

    def test_every_fixture_is_results_or_a_format_error(self):
        refused = []
        for name in sorted(glob.glob(file("*.txt"))):
            with self.subTest(name=name):
                try:
                    results = libcb.import_speed(name)
                except libcb.FormatError:
                    refused.append(os.path.basename(name))
                    continue
                self.assertEqual(len(results.rows()), len(results.cells))
                self.assertIsInstance(results.findings, tuple)
                self.assertTrue(str(results))
        self.assertEqual(refused, ["spd_bssl_not_openssl.txt"])

    def test_faults_name_what_and_where(self):
        with self.assertRaisesRegex(libcb.FormatError, "bssl_not_openssl.*bssl speed"):
            libcb.import_speed(file("spd_bssl_not_openssl.txt"))
        with self.assertRaisesRegex(OSError, "nosuch.txt"):
            libcb.import_speed("nosuch.txt")
        with self.assertRaisesRegex(libcb.FormatError, '"text 2" is not openssl speed'):
            libcb.import_speed(TEXT, b"hello")
        with self.assertRaises(libcb.NothingToMeasure):
            libcb.import_speed()
        for source in (None, 5, ["a"]):
            with self.assertRaises((TypeError, libcb.ArgumentError)):
                libcb.import_speed(source)


class Findings(unittest.TestCase):
    def test_unused_instructions_are_found_on_the_machine_that_has_them(self):
        results = libcb.import_speed(file("published_four_machines.txt"))
        finding, = results.findings
        self.assertEqual((finding.id, finding.algorithm, finding.operation, finding.evidence),
                         ("acceleration-not-used", "aes-256-cbc", "encrypt", "cpu-name"))
        self.assertEqual(finding.subject, "MacBook Pro late 2011:evp")
        self.assertIn(finding.subject, finding.text)

    def test_of_a_run_there_may_be_none(self):
        results = quick("null:on", sizes=16)
        self.assertEqual(results.findings, ())
        self.assertEqual(results.subjects[0].isolation, "process")
        self.assertEqual((results[0].doubtful, results[0].published), (None, ""))
        own = libcb.measure(lambda: None, launches=1, samples=1, budget=1)
        self.assertEqual(own.subjects[0].isolation, "none")


if __name__ == "__main__":
    unittest.main()
