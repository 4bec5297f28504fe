# SPDX-License-Identifier: Apache-2.0
"""Proves that what a gate writes is what its readers take:

check_gate.py [--refuse] FILE.FORMAT...

With --refuse each must be one that they do not take.
The shape of JUnit's XML is the one that strict readers take: elements, attributes and their order.
"""

import json
import re
import sys
import xml.etree.ElementTree as xml

from check_export import judge, load, must, read_openmetrics

RESULTS = ("failure", "error", "skipped")
ATTRIBUTES = {
    "testsuites": ({"name", "tests", "failures", "errors"}, set()),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped"}, {"timestamp"}),
    "properties": (set(), set()),
    "property": ({"name", "value"}, set()),
    "testcase": ({"name", "classname"}, set()),
    "failure": ({"type", "message"}, set()),
    "error": ({"type", "message"}, set()),
    "skipped": ({"type", "message"}, set()),
    "system-out": (set(), set()),
}
CHILDREN = {
    "testsuites": r"(testsuite )*",
    "testsuite": r"(properties )?(testcase )*",
    "properties": r"(property )*",
    "testcase": r"((failure|error|skipped) )?(system-out )?",
}


def check_shape(element):
    required, optional = ATTRIBUTES.get(element.tag, (None, None))
    must(required is not None, "an element", element.tag)
    names = set(element.attrib)
    must(required <= names <= required | optional, element.tag, "has", names)
    children = "".join(child.tag + " " for child in element)
    must(re.fullmatch(CHILDREN.get(element.tag, ""), children), children, "in", element.tag)
    if element.tag in CHILDREN:
        must(not (element.text or "").strip(), "text in", element.tag)
    for child in element:
        must(not (child.tail or "").strip(), "text in", element.tag)
        check_shape(child)


def check_junit(path):
    root = xml.parse(path).getroot()
    must(root.tag == "testsuites", root.tag)
    check_shape(root)
    (suite,) = root
    cases = suite.findall("testcase")
    names = [(case.get("classname"), case.get("name")) for case in cases]
    must(len(set(names)) == len(names), "a name is there twice")
    must(names[0] == ("libcb.gate", "judgement"), "the judgement is not the first")
    for element, attribute in zip(RESULTS, ("failures", "errors", "skipped")):
        found = len(suite.findall("testcase/" + element))
        must(suite.get(attribute) == str(found), attribute, found)
        must(root.get(attribute, str(found)) == str(found), attribute)
    must(suite.get("tests") == root.get("tests") == str(len(cases)), "tests")
    stamp = suite.get("timestamp", "2026-11-30T12:00:00")
    must(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", stamp), stamp)
    for case in cases:
        for text in case.itertext():
            must("[[ATTACHMENT" not in text, "an attachment")


def check_codequality(path):
    findings = load(path)
    must(isinstance(findings, list), "not a list")
    prints = [finding["fingerprint"] for finding in findings]
    must(len(set(prints)) == len(prints), "a fingerprint is there twice")
    for finding in findings:
        must(set(finding) == {"description", "check_name", "fingerprint", "severity", "location"},
             set(finding))
        must(all(finding[key] for key in finding), "an empty member")
        must(re.fullmatch("[0-9a-f]{16}", finding["fingerprint"]), finding)
        must(finding["severity"] in ("info", "minor", "major", "critical", "blocker"), finding)
        must(set(finding["location"]) == {"path", "lines"}, finding)
        must(set(finding["location"]["lines"]) == {"begin"}, finding)
        must(finding["location"]["lines"]["begin"] >= 1, finding)
        must(not finding["location"]["path"].startswith(("/", "./")), finding)


def check_openmetrics(path):
    families = read_openmetrics(path)
    for name, (meta, samples) in families.items():
        must(meta.get("TYPE") == "gauge" and meta.get("HELP"), name)
        must(not re.search(r"_(ns|ms|percent)(_|$)", name), name, "has no base unit")
        must("UNIT" not in meta or name.endswith("_" + meta["UNIT"]), name)
        labels = [json.dumps(labels, sort_keys=True) for labels, _ in samples]
        must(len(set(labels)) == len(labels), "labels of", name, "are there twice")
    must("libcb_gate_cells" in families and "libcb_gate_exit_status" in families, "the judgement")


COMMAND = re.compile(r"::(error|warning|notice) ((?:[a-z]+=[^:,\r\n]*,?)+)::([^\r\n]*)$")


def check_github(path):
    with open(path, encoding="utf-8", newline="") as file:
        lines = file.read().split("\n")
    must(lines.pop() == "", "no end of the last line")
    must(lines, "no annotation at all")
    kinds = []
    for line in lines:
        found = COMMAND.match(line)
        must(found, "not an annotation:", line)
        kinds.append(found.group(1))
        keys = [pair.split("=")[0] for pair in found.group(2).split(",")]
        must(keys in (["title"], ["file", "title"], ["file", "line", "title"]), keys)
        must(not re.search("%(?!25|0D|0A|3A|2C)", found.group(2) + found.group(3)), line)
    must(all(kinds.count(kind) <= 10 for kind in kinds), "more than ten of a kind")


def check_markdown(path):
    with open(path, "rb") as file:
        page = file.read()
    must(len(page) <= 1000000, "too long")
    lines = page.decode("utf-8").split("\n")
    rows = [line for line in lines if line.startswith("|")]
    for row in rows:
        must(len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) == 8, "not 7 columns:", row)
    must(re.match(r"`verdict=\w+ cells=\d+ .* exit=\d+`$", lines[-2]), "no summary at the end")


CHECKS = {"junit": check_junit, "codequality": check_codequality, "github": check_github,
          "openmetrics": check_openmetrics, "markdown": check_markdown}

if __name__ == "__main__":
    refuse = sys.argv[1] == "--refuse"
    for path in sys.argv[2 if refuse else 1:]:
        judge(refuse, path, CHECKS[path.rsplit(".")[-1]], path)
