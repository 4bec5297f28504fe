# SPDX-License-Identifier: Apache-2.0
"""Proves that an export is what its readers take, and says what the document says.

check_export.py [--refuse] DOCUMENT FILE.FORMAT...

With --refuse each must be one that they do not take. Strict where readers are: no member that is not known, no
NaN, no figure of a cell that has none.
"""

import json
import math
import re
import sys

NAMES = {"accel", "algorithm", "backend", "build_id", "cell", "cpu", "machine", "mode", "operation",
         "outcome", "size", "subject", "verdict", "version"}
SAMPLE = re.compile(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$')
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)')
NUMBER = re.compile(r'-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$')
ESCAPES = {"\\\\": "\\", '\\"': '"', "\\n": "\n"}


def must(condition, *what):
    if not condition:
        sys.exit("check_export: " + " ".join(str(part) for part in what))


def refuse_constant(text):
    sys.exit("check_export: not JSON: " + text)


def unique(pairs):
    must(len({key for key, _ in pairs}) == len(pairs), "a member is there twice")
    return dict(pairs)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_constant=refuse_constant, object_pairs_hook=unique)


def near(a, b):
    return a is not None and b is not None and math.isclose(a, b, rel_tol=1e-12)


def clean(text):
    """A text as formats without control characters show it."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f\ufffe\uffff]", " ", text)


def measured(document):
    return {cell["id"]: cell for cell in document["cells"] if cell["outcome"] == "measured"}


def interval(summary, clock=""):
    """Ends of the interval; None where there is none."""
    low, high = (summary.get(f"{clock}ci95_{end}_ns") for end in ("low", "high"))
    known = summary["launches"] >= 6 and low is not None and high is not None
    return (low, high) if known else (None, None)


def split_labels(text):
    labels, at = {}, 0
    while at < len(text):
        found = LABEL.match(text, at)
        must(found, "not a label:", text[at:])
        name, value = found.group(1), found.group(2)
        must(name in NAMES and name not in labels, "label", name)
        labels[name] = re.sub(r'\\[\\"n]', lambda m: ESCAPES[m.group()], value)
        at = found.end()
    return labels


def read_openmetrics(path):
    """Families in order: name -> (metadata, samples)."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    must(text.endswith("\n# EOF\n"), "no # EOF at the end")
    must("\r" not in text, "a carriage return")
    families, family, seen = {}, None, set()
    for line in text[:-len("# EOF\n")].split("\n")[:-1]:
        if line.startswith("# "):
            word, name, rest = line[2:].split(" ", 2)
            must(word in ("HELP", "TYPE", "UNIT"), line)
            if word == "HELP":
                must(name not in families, name, "is there twice")
                family = families[name] = ({}, [])
                current = name
            must(name == current and word not in family[0], line)
            family[0][word] = rest
            continue
        found = SAMPLE.match(line)
        must(found, "not a sample:", line)
        name, labels, value = found.groups()
        must(name == current, "a sample of", name, "among those of", current)
        must(line.split(" ")[-1] == value and NUMBER.match(value), "not a number:", value)
        key = (name, labels)
        must(key not in seen, "twice:", line)
        seen.add(key)
        family[1].append((split_labels(labels or ""), float(value)))
    return families


def shown(cell):
    """"cpu_" if views show CPU time: other work had the processor of one thread."""
    cpu = cell["summary"]["contended"] and cell["summary"]["cpu_median_ns"]
    return "cpu_" if cpu and cell["threads"] == cell["processes"] == 1 and not cell.get("load") else ""


def check_openmetrics(path, document):
    families = read_openmetrics(path)
    for name, (meta, _) in families.items():
        must(meta.get("TYPE") == "gauge" and meta.get("HELP"), name, "has no type or help")
        must("UNIT" not in meta or name.endswith("_" + meta["UNIT"]), name, "does not end in its unit")
        must(not re.search(r"_(ns|ms|us|mb|percent)(_|$)", name), name, "has no base unit")
    by_id = {clean(id).replace("\\n", "\n"): cell for id, cell in measured(document).items()}
    for clock in ("", "cpu_"):
        check_times(families, by_id, clock)
    counts = {labels["outcome"]: value for labels, value in families["libcb_cells"][1]}
    must(sum(counts.values()) == len(document["cells"]), "not all cells are counted")
    for outcome, count in counts.items():
        must(count == sum(cell["outcome"] == outcome for cell in document["cells"]), outcome)
    must(len(families["libcb_subject_info"][1]) == len(document["subjects"]), "not all subjects")


def check_times(families, by_id, clock):
    samples = families[f"libcb_operation_{clock}seconds"][1]
    must(len(samples) == len(by_id), "not one sample for each measured cell")
    for labels, value in samples:
        cell = by_id.get(clean(labels["cell"]))
        must(cell, "no measured cell", labels["cell"])
        must(near(value * 1e9, cell["summary"][f"{clock}median_ns"]), labels["cell"], value)
        must(labels["size"] == str(cell["size"]), labels)
    for index, end in enumerate(("low", "high")):
        samples = families[f"libcb_operation_{clock}ci95_{end}_seconds"][1]
        ends = {clean(labels["cell"]): value for labels, value in samples}
        for id, cell in by_id.items():
            expected = interval(cell["summary"], clock)[index]
            must((id in ends) == (expected is not None), "interval of", id)
            must(expected is None or near(ends[id] * 1e9, expected), "interval of", id)


def check_github(path, document):
    entries = load(path)
    cells = measured(document)
    must(isinstance(entries, list), "not a list")
    must([entry["name"] for entry in entries] == list(cells), "not the measured cells in order")
    for entry in entries:
        must(set(entry) <= {"name", "unit", "value", "range", "extra"}, set(entry))
        cell = cells[entry["name"]]
        summary, clock = cell["summary"], shown(cell)
        must(isinstance(entry["value"], float), entry)
        must(entry["unit"] == ("ns/op CPU" if clock else "ns/op"), entry)
        must(near(entry["value"], summary[f"{clock}median_ns"]), entry)
        must(("range" in entry) == (interval(summary, clock)[0] is not None), "interval of", entry)
        must(entry.get("range", "\xb1 1").startswith("\xb1 "), entry)
        must("nan" not in json.dumps(entry).lower().replace("nano", ""), entry)


def check_bencher(path, document):
    benchmarks = load(path)
    cells = measured(document)
    must(list(benchmarks) == list(cells), "not the measured cells in order")
    for name, measures in benchmarks.items():
        clock = shown(cells[name])
        median = cells[name]["summary"][f"{clock}median_ns"]
        low, high = interval(cells[name]["summary"], clock)
        must(0 < len(name) <= 1024, "a name too long")
        must(set(measures) == {"latency", "throughput"}, set(measures))
        rates = [1e9 / ns if ns else None for ns in (median, high, low)]
        for measure, values in (("latency", (median, low, high)), ("throughput", rates)):
            found = measures[measure]
            must(set(found) <= {"value", "lower_value", "upper_value"}, set(found))
            for key, value in zip(("value", "lower_value", "upper_value"), values):
                must((key in found) == (value is not None), name, measure, key)
                must(value is None or near(found[key], value), name, measure, key)


ENTRY = {"name": str, "family_index": int, "per_family_instance_index": int, "run_name": str,
         "run_type": str, "repetitions": int, "threads": int,
         "iterations": int, "time_unit": str, "label": str}
FIGURES = {"real_time", "cpu_time", "real_time_ci95_low", "real_time_ci95_high",
           "bytes_per_second", "items_per_second"}


def check_google_entry(entry, cell):
    for key, kind in ENTRY.items():
        must(type(entry.get(key)) is kind, entry["name"], key)
    must(entry["name"] == entry["run_name"] == cell["id"], entry["name"])
    rest = set(entry) - set(ENTRY)
    if cell["outcome"] != "measured":
        must(rest == {"error_occurred", "error_message", "aggregate_name"},
             "figures of a failed cell", rest)
        must(entry["run_type"] == "aggregate", "compare.py wants times of", entry)
        must(entry["error_occurred"] is True and entry["error_message"].startswith(cell["outcome"]),
             entry)
        must(entry["time_unit"] not in ("ns", "us", "ms", "s"), entry)
        return
    must(entry["run_type"] == "iteration" and entry["repetition_index"] == 0, entry)
    rest -= {"repetition_index"}
    must(rest <= FIGURES and all(type(entry[key]) is float for key in rest), rest)
    must(entry["time_unit"] == "ns" and near(entry["real_time"], cell["summary"]["median_ns"]), entry)
    must(near(entry["cpu_time"], cell["summary"]["cpu_median_ns"]), entry)
    must(near(entry["items_per_second"], 1e9 / cell["summary"][f"{shown(cell)}median_ns"]), entry)


def check_google(path, document):
    export = load(path)
    must(set(export) == {"context", "benchmarks"}, set(export))
    must(export["context"]["host_name"] == (document["tool"].get("machine") or "unknown"), "host name")
    must(export["context"]["json_schema_version"] == 1, "version")
    must(len(export["benchmarks"]) == len(document["cells"]), "not all cells")
    for entry, cell in zip(export["benchmarks"], document["cells"]):
        check_google_entry(entry, cell)


CHECKS = {"openmetrics": check_openmetrics, "github-benchmark": check_github,
          "bencher": check_bencher, "google-benchmark": check_google}

def judge(refuse, path, check, *args):
    """Runs a check and says of which file it failed, or that it did not."""
    try:
        check(*args)
    except (SystemExit, ValueError, SyntaxError) as fault:
        if not refuse:
            sys.exit(f"{path}: {fault}")
        return
    if refuse:
        sys.exit(path + ": is taken")


if __name__ == "__main__":
    refuse = sys.argv[1] == "--refuse"
    document, *paths = sys.argv[2 if refuse else 1:]
    for path in paths:
        judge(refuse, path, CHECKS[path.rsplit(".")[-1]], path, load(document))
