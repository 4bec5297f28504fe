# SPDX-License-Identifier: Apache-2.0
"""Pages for the tests of this directory, made by cbench of documents made here."""

import json
import os
import subprocess

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli", "golden")
EVIL = "</script><img src=http://127.0.0.1:9/x onerror=alert(1)><script>alert(2)</script>\"' <!--"


def golden(name):
    """A document of the tests of cbench."""
    with open(os.path.join(GOLDEN, name), encoding="utf-8") as file:
        return json.load(file)


def summary(ns, size):
    """The figures of a quiet cell."""
    figures = {
        "n": 60, "launches": 6, "disturbed": 0, "median_ns": ns, "ci95_low_ns": 0.99 * ns,
        "ci95_high_ns": 1.01 * ns, "ci95_level": 0.96875, "efficiency": None, "q1_ns": ns,
        "q3_ns": ns, "mad_ns": 0.0, "min_ns": 0.98 * ns, "trimmed_mean_ns": ns,
        "bytes_per_second": size * 1e9 / ns, "ops_per_second": 1e9 / ns,
        "cycles_per_op": 3 * ns, "cycles_per_byte": 3 * ns / size if size else None,
        "contended": False}
    for name in ("median", "ci95_low", "ci95_high", "min", "trimmed_mean"):
        figures["cpu_" + name + "_ns"] = figures[name + "_ns"]
    return figures


def cell(backend, accel, algorithm, operation, size, ns):
    """A measured cell; without @p ns one that the library lacks."""
    panel = f"{algorithm}/{operation}/{size}"
    made = {
        "id": f"{backend}/{panel}/{accel}", "panel": panel, "subject": f"{backend}:{accel}",
        "algorithm": algorithm, "operation": operation, "size": size, "threads": 1,
        "processes": 1, "load": 0, "variant": "message",
        "semantics": f"any.{operation}.message/1", "same_as": "",
        "outcome": "measured" if ns else "unsupported",
        "reason": "" if ns else "this library lacks it"}
    if ns:
        made["summary"] = summary(ns, size)
    return made


def matrix():
    """Two libraries in two modes, three algorithms."""
    modes = [(b, a) for b in ("openssl", "mbedtls") for a in ("on", "off")]
    slower = {("openssl", "on"): 1, ("openssl", "off"): 40, ("mbedtls", "on"): 4,
              ("mbedtls", "off"): 30}
    cells = [cell(b, a, algorithm, "seal", size, (100 + size * per_byte) * slower[b, a])
             for algorithm, per_byte in (("aes-256-gcm", 0.2), ("chacha20-poly1305", 0.5))
             for size in (16, 1024, 16384) for b, a in modes]
    cells += [cell(b, a, "ed25519", "sign", 0, 40000.0 if b == "openssl" else None)
              for b, a in modes]
    return {
        "schema": "libcb.results/1", "complete": True,
        "tool": {"version": "0.1.0", "seed": 1, "machine": "unknown", "options": {}},
        "environment": {"cpu": {"model": "Any CPU", "logical_cpus": 2, "features": {"aes": True}},
                        "warnings": []},
        "subjects": [{"label": f"{b}:{a}", "backend": b, "accel": a,
                      "library": {"version": "1.0", "file": f"/lib/lib{b}.so", "build_id": "0a",
                                  "build_info": "unknown", "providers": []},
                      "accel_proof": {"achieved": True, "level": "switch", "detail": "read back"}}
                     for b, a in modes],
        "cells": cells, "ratios": [], "fits": []}


def hostile():
    """The same with texts that try to get out of theirs."""
    made = matrix()
    made["tool"]["machine"] = EVIL
    made["environment"]["cpu"]["model"] = EVIL
    made["environment"]["warnings"] = [{"id": "x", "text": EVIL}]
    made["unknown" + EVIL] = EVIL
    for subject in made["subjects"]:
        subject["accel_proof"]["detail"] = EVIL
        subject["library"]["file"] = EVIL
        subject["library"]["version"] = EVIL
    for one in made["cells"]:
        one["algorithm"] = one["algorithm"] + EVIL
        one["reason"] = EVIL
    return made


def write(directory, name, *documents, options=()):
    """Writes a page of documents; its name."""
    files = []
    for i, document in enumerate(documents):
        files.append(os.path.join(directory, f"{name}{i}.json"))
        with open(files[-1], "w", encoding="utf-8") as file:
            json.dump(document, file)
    page = os.path.join(directory, name + ".html")
    subprocess.run([os.environ["CBENCH"], "report", *files, "-o", page, *options],
                   check=True, stdout=subprocess.DEVNULL)
    return page


def read(page):
    """The text of a page."""
    with open(page, encoding="utf-8") as file:
        return file.read()
