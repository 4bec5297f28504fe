#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does the same run give the same through the C interface, cbench, Python and Lua?

four_ways.py [BUILD [BUDGET_SECONDS|quick [ROUNDS]]]

"quick" takes two samples of each cell, however long that is: enough to compare all but the medians.
Each round measures the same plan four ways, in random order, with one seed. Cells, outcomes and what one
operation includes must be the same: if not, it says where and ends with 1. For the medians it prints, by way,
how far they lie from those of all four: of each cell the middle round, then over the cells.
"""
import collections
import json
import os
import random
import shutil
import statistics
import subprocess
import sys

SUBJECTS = ["openssl:on", "openssl:off", "mbedtls:on", "libsodium:on"]

PYTHON = """
import sys, libcb
words = [word.split("=", 1) for word in sys.argv[1:]]
options = {word[0]: word[1] for word in words if len(word) > 1}
results = libcb.run(*(word[0] for word in words if len(word) == 1), **options)
print(results.json(compact=True))
"""

LUA = """
local libcb = require "libcb"
local options = { subjects = {} }
for _, word in ipairs(arg) do
	local name, value = word:match("^([^=]*)=(.*)$")
	if name then
		options[name] = value
	else
		table.insert(options.subjects, word)
	end
end
print(libcb.run(options):json { compact = true })
"""


def find_lua(build):
    for version in ("5.4", "5.3", "5.2", "5.1", "jit"):
        program = shutil.which("lua" + version)
        if program and os.path.exists(os.path.join(build, "lua", version)):
            modules = os.path.join(build, "lua")
            return program, {"LUA_PATH": modules + "/?.lua",
                             "LUA_CPATH": "%s/%s/?.so" % (modules, version)}
    return None, {}


def find_ways(build):
    """Name of a way: words that begin its command, and what it needs in its environment."""
    ways = {
        "C": ([os.path.join(build, "bin", "four_ways")], {}),
        "cbench": ([os.path.join(build, "bin", "cbench"), "run", "-q", "--format", "json"], {}),
        "Python": ([sys.executable, "-c", PYTHON], {"PYTHONPATH": os.path.join(build, "python")}),
    }
    lua, environment = find_lua(build)
    if lua:
        ways["Lua"] = ([lua, "-"], environment)
    return {name: way for name, way in ways.items() if os.path.exists(way[0][0])}


def run(name, way, options):
    command, environment = way
    words = ["%s=%s" % pair for pair in options.items()] + SUBJECTS
    if name == "cbench":
        words = [word for key, value in options.items() for word in ("--" + key, value)]
        words += [word for subject in SUBJECTS for word in ("-s", subject)]
    done = subprocess.run(command + words, input=LUA if name == "Lua" else "", check=True,
                          stdout=subprocess.PIPE, universal_newlines=True,
                          env=dict(os.environ, **environment))
    return json.loads(done.stdout)


def describe(document):
    """All that must not depend on the way."""
    described = {"seed": document["tool"]["seed"], "options": document["tool"]["options"]}
    for field in ("id", "outcome", "semantics"):
        described[field] = [cell[field] for cell in document["cells"]]
    return described


def check(descriptions):
    (first, expected), *others = descriptions.items()
    for name, described in others:
        for part, value in expected.items():
            if described[part] != value:
                sys.exit("four_ways: %s of %s and of %s differ:\n%s\n%s"
                         % (part, first, name, value, described[part]))


def tell(medians, ways):
    """`medians`: by cell and way, those of the rounds."""
    apart = collections.defaultdict(list)
    for cell, by_way in medians.items():
        middle = {name: statistics.median(by_way[name]) for name in ways}
        centre = statistics.median(middle.values())
        for name in ways:
            apart[name].append((100 * (middle[name] / centre - 1), cell))
    print("%d cells; how far a way's medians are from those of all, %%" % len(medians))
    print("%-8s%10s%10s%10s  %s" % ("way", "median", "least", "most", "farthest cell"))
    for name in ways:
        each = [percent for percent, _ in apart[name]]
        print("%-8s%+10.2f%+10.2f%+10.2f  %s" % (name, statistics.median(each), min(each), max(each),
                                                max(apart[name], key=lambda p: abs(p[0]))[1]))


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build/release"
    budget = sys.argv[2] if len(sys.argv) > 2 else "10"
    options = {"algorithms": "sha256,aes-256-gcm,chacha20-poly1305", "sizes": "1024,16384", "seed": "7"}
    options.update({"samples": "2", "launches": "1"} if budget == "quick" else {"budget": budget})
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    ways = find_ways(build)
    medians = collections.defaultdict(lambda: collections.defaultdict(list))
    for _ in range(rounds):
        documents = {}
        for name in random.sample(list(ways), len(ways)):
            documents[name] = run(name, ways[name], options)
            for cell in documents[name]["cells"]:
                if cell["outcome"] == "measured":
                    medians[cell["id"]][name].append(cell["summary"]["median_ns"])
        check({name: describe(document) for name, document in documents.items()})
    tell(medians, list(ways))


if __name__ == "__main__":
    main()
