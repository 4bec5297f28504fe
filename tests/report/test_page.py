# SPDX-License-Identifier: Apache-2.0
"""Proves that the page is whole and well-formed, names the hashes of its own script and style and
no address, and that nothing in a document becomes markup."""

import base64
import hashlib
import html.parser
import json
import re
import tempfile
import unittest

import pages

VOID = {"meta", "br", "link", "img", "input", "hr"}


class Checker(html.parser.HTMLParser):
    """Opens and closes what a browser would; keeps what it met."""

    def __init__(self, text):
        super().__init__()
        self.open = []
        self.faults = []
        self.attributes = []
        self.tags = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.attributes += [(tag, name, value) for name, value in attrs]

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")


class Page(unittest.TestCase):
    """Pages of a matrix, of two machines, and of hostile texts."""

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        name = cls.directory.name
        other = pages.matrix()
        other["tool"]["machine"] = "attic"
        cls.one = pages.read(pages.write(name, "one", pages.matrix()))
        cls.two = pages.read(pages.write(name, "two", pages.matrix(), other))
        cls.golden = pages.read(pages.write(name, "golden", pages.golden("matrix.json")))
        cls.evil = pages.read(pages.write(name, "evil", pages.hostile(), pages.hostile(),
                                          options=["--title", pages.EVIL]))
        cls.all = (cls.one, cls.two, cls.golden, cls.evil)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def test_elements_are_closed_in_order(self):
        for page in self.all:
            checker = Checker(page)
            self.assertEqual(checker.faults, [])
            self.assertEqual(checker.open, [])

    def test_the_policy_names_the_script_and_the_style_of_the_page(self):
        for page in self.all:
            policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page).group(1)
            self.assertTrue(policy.startswith("default-src 'none'; "))
            self.assertNotIn("unsafe", policy)
            for name, source in (("style", "style-src"), ("script", "script-src")):
                text = re.search(f"<{name}>(.*?)</{name}>", page, re.S).group(1)
                digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
                self.assertIn(f"{source} 'sha256-{digest}'", policy)

    def test_no_element_has_an_address_a_style_or_a_handler(self):
        for page in self.all:
            for tag, name, _ in Checker(page).attributes:
                self.assertFalse(
                    name in ("src", "href", "style", "srcset", "action") or name.startswith("on"),
                    f"<{tag} {name}>")

    def test_hostile_texts_add_no_element(self):
        plain, evil = Checker(self.two).tags, Checker(self.evil).tags
        self.assertEqual(evil.get("img"), None)
        self.assertEqual(evil["script"], plain["script"])
        self.assertEqual(self.evil.count("<!--"), self.one.count("<!--"))

    def test_the_table_stands_without_a_script(self):
        rows = re.findall(r"<tr data-c=", self.one)
        self.assertEqual(len(rows), 7)
        table = re.search(r'<table class="matrix">(.*?)</table>', self.one, re.S).group(1)
        self.assertIn('<td class="n f">4852</td>', table)

    def test_the_data_have_every_cell(self):
        for page, count in ((self.one, 1), (self.two, 2), (self.evil, 2)):
            text = re.search(r'<script type="application/json" id="data">(.*?)</script>',
                             page, re.S).group(1)
            documents = json.loads(text)["documents"]
            self.assertEqual(len(documents), count)
            for document in documents:
                self.assertEqual(document["results"]["cells"]["count"], 28)

    def test_the_headline_can_be_read_aloud(self):
        answer = re.search(r'<p class="answer">(.*?)</p>', self.one, re.S).group(1)
        self.assertEqual(
            re.sub("<[^>]*>", "", answer).replace("&#39;", "'"),
            "On this machine (Any CPU, 2 CPUs), AES-256-GCM is fastest in OpenSSL 1.0: 4.85 GB/s"
            " for messages of 16 KiB with acceleration, 40 times as fast as without.")


if __name__ == "__main__":
    unittest.main()
