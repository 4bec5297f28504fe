#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which cipher, and whose, for this machine?

    python3 pick_cipher.py [BYTES [SECONDS]]

Measures the ciphers of TLS 1.3 in every library that is here, on messages of BYTES (1400, a
packet), and prints the fastest, what it gains from the processor's crypto instructions, and which
others are as fast as far as the measurement can tell.
"""

import sys

import libcb

CIPHERS = ["aes-128-gcm", "aes-256-gcm", "chacha20-poly1305"]


def interval(cell):
    """The 95 % interval of the time; the median alone where there were too few launches."""
    summary = cell.summary
    return (summary.ci95_low_ns or summary.median_ns, summary.ci95_high_ns or summary.median_ns)


def pick(size=1400, budget=20):
    """Cells with acceleration, the fastest first, and all results."""
    results = libcb.run(
        algorithms=CIPHERS, ops="seal", sizes=size, accel=["on", "off"], budget=budget
    )
    measured = results.find(accel="on", outcome="measured")
    return sorted(measured, key=lambda cell: cell.summary.median_ns), results


def main(size=1400, budget=20):
    cells, results = pick(size, budget)
    if not cells:
        sys.exit("nothing could be measured:\n%s" % results.table())
    best = cells[0]
    print(
        "%s of %s %s: %.0f MB/s at %d bytes"
        % (best.algorithm, best.backend, best.subject.version,
           best.summary.bytes_per_second / 1e6, size)
    )
    gain = results.ratio(best.id.replace("/on", "/off"), best)
    if gain is not None:
        print("  %.1f times as fast as without acceleration" % gain.ratio)
    for cell in cells[1:]:
        as_fast = interval(cell)[0] <= interval(best)[1]
        print(
            "  %-18s of %-10s %s" % (
                cell.algorithm, cell.backend,
                "as fast, as far as this tells" if as_fast
                else "%.0f MB/s" % (cell.summary.bytes_per_second / 1e6))
        )
    for warning in results.warnings:
        print("warning: %s" % warning.text, file=sys.stderr)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
