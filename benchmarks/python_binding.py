#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the Python binding adds to one call, and what libcb.measure() adds to a callable.

    PYTHONPATH=build/release/python python3 benchmarks/python_binding.py [SECONDS]

Everything is measured by libcb.measure() itself, in turn. A run starts processes and takes seconds;
this is what its one call costs besides.
"""

import ctypes
import sys
import time
import timeit

import libcb
from libcb import _options, native


def library():
    """libcb itself, for a call without the binding: the file that this process has mapped."""
    with open("/proc/self/maps") as stream:
        files = {line.split()[-1] for line in stream if "/libcb.so" in line}
    return ctypes.CDLL(files.pop() if files else native._native.__file__)


def calls():
    context = libcb.Context()
    text = libcb.run("null:on", launches=1, samples=1, sizes=16, no_samples=True).json(compact=True)
    version = getattr(library(), "cb_version")
    version.restype = ctypes.c_char_p
    options = {"algorithms": ["aes-256-gcm", "sha256"], "accel": ["on", "off"], "sizes": [64, 1024],
               "budget": 5}
    known = _options.options_for(native.USED_BY_RUN)
    return {
        "python": lambda: None,
        "ctypes": version,
        "native": native.version,
        "method": context._native.worker,
        "facade": lambda: context.worker,
        "options": lambda: _options.texts("run", known, options),
        "document": lambda: native.parse_results(text).json(native.JSON_COMPACT),
    }


MEANINGS = {
    "empty": "an empty function, called by libcb.measure()",
    "python": "an empty lambda",
    "ctypes": "cb_version() by ctypes",
    "native": "cb_version() by the module",
    "method": "a method of the module, text returned",
    "facade": "the same through the facade",
    "options": "four options of a run, as texts for the library",
    "document": "a small result document, read and written",
}


def main(seconds=20):
    results = libcb.measure(calls(), budget=seconds)
    print("%-9s %9s  %s" % ("", "ns", "CPU time of one call, median"))
    for cell in results:
        print("%-9s %9.0f  %s" % (cell.algorithm, cell.summary.cpu_median_ns,
                                  MEANINGS[cell.algorithm]))
    loops = 2_000_000
    empty = results["function/empty/call/0/on"].summary.cpu_median_ns
    best = min(timeit.repeat(lambda: None, timer=time.thread_time, number=loops)) / loops * 1e9
    print("%-9s %9.0f  %s" % ("timeit", best, "an empty lambda by timeit, the best of five"))
    print("measure() adds %.0f ns to what timeit would say" % (empty - best))
    for warning in results.warnings:
        print("warning: " + warning.text, file=sys.stderr)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
