# SPDX-License-Identifier: Apache-2.0
"""A test that fails when a crypto library became slower.

    CRYPTO_BASE=openssl=/old/libcrypto.so.3 CRYPTO_HEAD=openssl=/new/libcrypto.so.3 pytest

Runs under pytest and under unittest. Both libraries are measured now, in turn, so it does not
matter how fast this machine is. What the gate says decides:

* a confirmed loss (exit status 1), a library that fails (4) or a gate that compared nothing (5)
  fails the test, with the gate's table as its message;
* a machine too noisy to judge (3) is given a second try, and then skips the test, visibly;
* everything else passes.
"""

import os
import unittest

import libcb

RED = (libcb.Exit.REGRESSED, libcb.Exit.USAGE, libcb.Exit.BROKEN, libcb.Exit.INVALID)


def assert_not_slower(base, head, **options):
    """Fails unless `head` is as fast as `base`, both SUBJECTs; options are those of libcb.gate().

    Returns the gate.
    """
    gate = libcb.gate(base, head, **options)
    if gate.exit is libcb.Exit.INCONCLUSIVE:
        gate = libcb.gate(base, head, **options)
    if gate.exit in RED:
        raise AssertionError("%s\n%s" % (gate.word, gate.table()))
    if not gate.ok:
        raise unittest.SkipTest("%s\n%s" % (gate.word, gate.table()))
    return gate


class CryptoSpeed(unittest.TestCase):
    def test_ciphers_are_not_slower_than_before(self):
        base, head = os.environ.get("CRYPTO_BASE"), os.environ.get("CRYPTO_HEAD")
        if not base or not head:
            self.skipTest("CRYPTO_BASE and CRYPTO_HEAD say what is compared")
        gate = assert_not_slower(
            base, head, algorithms=["aes-*-gcm", "chacha20-poly1305"], sizes=[1400, 16384],
            accel="on", limit=5, budget=180)
        report = os.environ.get("CRYPTO_REPORT")
        if report:
            with open(report, "w", encoding="utf-8") as stream:
                stream.write(gate.junit())


if __name__ == "__main__":
    unittest.main()
