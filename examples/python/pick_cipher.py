#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which cipher, and whose, for this machine?

    python3 pick_cipher.py [BYTES [SECONDS]]

Measures the ciphers of TLS 1.3 in every library that is here, on messages of BYTES (1400, a
packet), and prints which to take, what it gains from the processor's crypto instructions, and how
far behind the others are, or that they cannot be told apart.
"""

import sys

import libcb

PROFILE = """
unit = "message"; bytes = %d;
choices = [ "aes-128-gcm", "aes-256-gcm", "chacha20-poly1305" ];
work = ({ algorithm = "choice"; operation = "seal"; size = %d; });
"""


def pick(size=1400, budget=20):
    """The advice for sealing messages of this size."""
    return libcb.advise(profile=PROFILE % (size, size), budget=budget)


def main(size=1400, budget=20):
    advice = pick(size, budget)
    best = advice.best
    if best is None:
        sys.exit("nothing could be measured:\n%s" % advice.results[0].table())
    print(
        "%s of %s %s: %.0f MB/s at %d bytes"
        % (best.choice, best.backend, best.version, best.bytes_per_second / 1e6, size)
    )
    ranking = advice.rankings[0]
    for other in ranking.candidates[1 : ranking.ranked]:
        behind = "as fast, as far as this tells" if other.either else (
            "takes %.2f times as long" % other.times)
        print("  %-18s of %-10s %s" % (other.choice, other.backend, behind))
    for note in ranking.notes:
        print("  %s" % note.text)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
