#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures two copies of each library as two subjects and counts how often they seem to differ.

same_twice.py [CBENCH [BUDGET_SECONDS]]
"""
import json
import statistics
import subprocess
import sys

CBENCH = sys.argv[1] if len(sys.argv) > 1 else "build/release/bin/cbench"
BUDGET = sys.argv[2] if len(sys.argv) > 2 else "120"
LIBRARIES = ["openssl", "mbedtls", "libsodium"]
ALGORITHMS = "sha256,sha512,hmac-sha256,aes-256-cbc,aes-256-gcm,chacha20-poly1305"
SIZES = "64,1024,16384"


def run():
    command = [CBENCH, "run", "--format", "json", "-q", "--budget", BUDGET, "-a", ALGORITHMS,
               "--sizes", SIZES]
    for library in LIBRARIES:
        command += ["-s", f"a@{library}:on", "-s", f"b@{library}:on"]
    # One label per library: results must tell the subjects apart.
    for position, word in enumerate(command):
        if word[1:2] == "@":
            library = word[2:].split(":")[0]
            command[position] = f"{word[0]}-{library}@{library}:on"
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def half_width(summary, prefix):
    middle = summary["cpu_median_ns" if prefix else "median_ns"]
    return (summary[prefix + "ci95_high_ns"] - summary[prefix + "ci95_low_ns"]) / 2 / middle


def main():
    document = run()
    cells = {(c["panel"], c["subject"]): c for c in document["cells"]
             if c["outcome"] == "measured"}
    pairs = [(c, cells[panel, "b" + subject[1:]]) for (panel, subject), c in cells.items()
             if subject.startswith("a-")]
    for name, prefix in (("wall", ""), ("cpu", "cpu_")):
        widths = [half_width(c["summary"], prefix) for pair in pairs for c in pair]
        apart = [a["id"] for a, b in pairs
                 if a["summary"][prefix + "ci95_low_ns"] > b["summary"][prefix + "ci95_high_ns"]
                 or b["summary"][prefix + "ci95_low_ns"] > a["summary"][prefix + "ci95_high_ns"]]
        print(f"{name:4}  {len(pairs)} pairs of cells, median half-width "
              f"{100 * statistics.median(widths):.2f} %, intervals disjoint in {len(apart)} "
              f"({100 * len(apart) / len(pairs):.1f} %) {' '.join(apart)}")
    outside = [r["panel"] for r in document["ratios"]
               if not r["ci95_low"] <= 1 <= r["ci95_high"]
               and r["a"].split("=")[1][2:] == r["b"].split("=")[1][2:]]
    print(f"paired ratios whose interval does not hold 1: {len(outside)} of {len(pairs)}")


main()
