# SPDX-License-Identifier: Apache-2.0
"""Proves in a headless Chromium that the page loads nothing and complains of nothing, that sorting,
legend, filter, details and saving work, with a keyboard as well, and that it fits a phone."""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

import browser
import pages

ROWS = "Array.from(document.querySelectorAll('.matrix tbody tr:not(.more)'))"
FIGURES = ROWS + ".filter(r => r.closest('table').caption.textContent.includes('MB/s'))"
HEADING = "document.querySelectorAll('.matrix tr.s th')[3]"


class Page(unittest.TestCase):
    """Each test opens the page anew."""

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.one = pages.write(cls.directory.name, "one", pages.matrix())
        cls.two = pages.write(cls.directory.name, "two", pages.matrix(), pages.golden("matrix.json"))
        cls.evil = pages.write(cls.directory.name, "evil", pages.hostile(), pages.hostile(),
                               options=["--title", pages.EVIL])
        cls.browser = browser.Browser(PROGRAM)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.directory.cleanup()

    def setUp(self):
        self.browser.show(1280, 900)
        self.open(self.one)

    def tearDown(self):
        self.value("0")
        self.assertEqual(self.browser.complaints, [])

    def open(self, page):
        """Opens a page."""
        self.browser.open("file://" + page)

    def value(self, script):
        """What a script gives."""
        return self.browser.value(script)

    def test_nothing_is_requested_but_the_page(self):
        for page in (self.one, self.two, self.evil):
            self.open(page)
            time.sleep(0.2)
            self.value("0")
            self.assertEqual(self.browser.requests, ["file://" + page])
            self.assertEqual(self.browser.complaints, [])

    def test_hostile_texts_are_shown_and_do_nothing(self):
        self.open(self.evil)
        self.assertEqual(self.value("document.querySelectorAll('img').length"), 0)
        self.assertEqual(self.value("document.scripts.length"), 2)
        self.assertEqual(self.value("document.title"), pages.EVIL)
        self.value("document.querySelector('.matrix tbody button').click()")
        self.value("document.querySelectorAll('#tools button')[1].textContent")
        self.assertEqual(self.value("document.querySelectorAll('img').length"), 0)
        self.assertIn("onerror", self.value("document.querySelector('.more').textContent"))

    def test_a_heading_sorts_down_then_up_then_not(self):
        first = self.value(FIGURES + ".map(r => r.cells[3].textContent).join()")
        click = HEADING + ".querySelector('button').click()"
        values = FIGURES + ".map(r => parseFloat(r.cells[3].textContent))"
        self.value(click)
        down = self.value(values)
        self.assertEqual(down, sorted(down, reverse=True))
        self.assertEqual(self.value(HEADING + ".getAttribute('aria-sort')"), "descending")
        self.value(click)
        self.assertEqual(self.value(values), sorted(down))
        self.value(click)
        self.assertEqual(self.value(FIGURES + ".map(r => r.cells[3].textContent).join()"), first)
        self.assertEqual(self.value(HEADING + ".hasAttribute('aria-sort')"), False)

    def test_missing_figures_are_last_in_either_order(self):
        self.open(self.two)
        click = HEADING + ".querySelector('button').click()"
        for _ in range(2):
            self.value(click)
            texts = self.value(FIGURES + ".map(r => r.cells[3].textContent)")
            known = [t[0].isdigit() for t in texts]
            self.assertEqual(known, sorted(known, reverse=True))
            self.assertIn(False, known)

    def test_the_legend_hides_and_shows_a_series_in_every_chart(self):
        seen = ("Array.from(document.querySelectorAll('svg .s0'))"
                ".filter(e => getComputedStyle(e).display !== 'none').length")
        button = "document.querySelector('#legend button')"
        all_seen = self.value(seen)
        self.assertGreater(all_seen, 3)
        self.value(button + ".click()")
        self.assertEqual(self.value(seen), 0)
        self.assertEqual(self.value(button + ".getAttribute('aria-pressed')"), "false")
        self.value(button + ".click()")
        self.assertEqual(self.value(seen), all_seen)

    def test_the_filter_narrows_tables_and_charts(self):
        self.value("const f = document.getElementById('filter'); f.value = 'gcm SEAL';"
                   "f.dispatchEvent(new Event('input')); 0")
        self.assertEqual(
            self.value(ROWS + ".filter(r => !r.hidden).map(r => r.cells[0].textContent)"),
            ["aes-256-gcm"] * 3)
        self.assertEqual(
            self.value("document.querySelectorAll('.card:not([hidden])').length"), 2)

    def test_keys_do_what_the_mouse_does(self):
        self.value("document.querySelector('#legend button').focus()")
        self.browser.press(" ", " ")
        self.assertEqual(
            self.value("document.querySelector('#legend button').getAttribute('aria-pressed')"),
            "false")
        self.browser.press("Tab")
        self.browser.press("Enter", "\r")
        self.assertEqual(
            self.value("document.querySelectorAll('#legend button')[1].getAttribute('aria-pressed')"),
            "false")

    def test_every_control_is_reached_by_tab(self):
        count = self.value("document.querySelectorAll('button, input, [tabindex]').length")
        reached = set()
        self.value("document.querySelectorAll('button, input, [tabindex]')"
                   ".forEach((e, i) => { e.dataset.i = i; })")
        for _ in range(count + 2):
            self.browser.press("Tab")
            reached.add(self.value("document.activeElement.dataset.i"))
        self.assertEqual(len(reached - {None}), count)

    def test_a_row_opens_and_closes_its_details(self):
        button = "document.querySelector('.matrix tbody button')"
        self.value(button + ".click()")
        text = self.value("document.querySelector('.more').textContent")
        self.assertIn("openssl:on", text)
        self.assertIn("103 ns", text)
        self.assertIn("60 in 6 launches", text)
        self.assertEqual(self.value(button + ".getAttribute('aria-expanded')"), "true")
        self.value(button + ".click()")
        self.assertEqual(self.value("document.querySelectorAll('.more').length"), 0)

    def test_what_is_saved_is_a_document_again(self):
        self.browser.call("Browser.setDownloadBehavior", behavior="allow",
                          downloadPath=self.directory.name)
        self.value("document.querySelector('#tools button').click()")
        file = os.path.join(self.directory.name, "results.json")
        for _ in range(100):
            if os.path.exists(file):
                break
            time.sleep(0.1)
        with open(file, encoding="utf-8") as stream:
            saved = json.load(stream)
        self.assertEqual([c["id"] for c in saved["cells"]],
                         [c["id"] for c in pages.matrix()["cells"]])
        out = subprocess.run(
            [os.environ["CBENCH"], "compare", os.path.join(self.directory.name, "one0.json"), file,
             "--format", "json"], check=True, capture_output=True, text=True).stdout
        changes = json.loads(out)["comparisons"][0]["changes"]
        self.assertEqual((changes["same"], changes["faster"], changes["slower"]), (26, 0, 0))

    def test_the_page_fits_a_phone_in_light_and_dark(self):
        for page in (self.one, self.two, self.evil):
            for dark in (False, True):
                self.browser.show(390, 800, dark=dark)
                self.open(page)
                self.assertLessEqual(self.value("document.documentElement.scrollWidth"), 390)

    def test_text_can_be_read_in_light_and_dark(self):
        contrast = """(() => {
            const light = (c) => c.match(/[0-9.]+/g).slice(0, 3).map(v => v / 255)
                .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
            const back = light(getComputedStyle(document.body).backgroundColor);
            return Array.from(document.querySelectorAll('h1, h2, p, td, th, dt, dd, li, button'))
                .map(e => light(getComputedStyle(e).color))
                .map(l => (Math.max(l, back) + 0.05) / (Math.min(l, back) + 0.05))
                .reduce((a, b) => Math.min(a, b));
        })()"""
        for dark in (False, True):
            self.browser.show(1280, 900, dark=dark)
            self.open(self.one)
            self.assertGreaterEqual(self.value(contrast), 4.5)

    def test_without_scripts_everything_but_the_controls_stands(self):
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.open(self.one)
            self.assertEqual(self.value(ROWS + ".length"), 7)
            self.assertEqual(self.value("document.querySelectorAll('button, input').length"), 0)
            self.assertGreater(self.value("document.querySelectorAll('svg path.l').length"), 8)
        finally:
            self.browser.call("Emulation.setScriptExecutionDisabled", value=False)

    def test_the_page_can_be_printed(self):
        printed = self.browser.call("Page.printToPDF")["data"]
        self.assertGreater(len(printed), 10000)


if __name__ == "__main__":
    PROGRAM = browser.find()
    if PROGRAM is None:
        print("skipped, there is no Chromium", file=sys.stderr)
        sys.exit(77)
    unittest.main()
