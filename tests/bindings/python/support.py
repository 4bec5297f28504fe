# SPDX-License-Identifier: Apache-2.0
"""What the tests share."""

import os
import signal
import threading
import time
import unittest

import libcb

SOURCE = os.environ.get("CB_TEST_SOURCE", ".")
BACKENDS = os.environ.get("CB_TEST_BACKENDS", "")
CBENCH = os.environ.get("CB_TEST_CBENCH", "")
IS_SANITIZED = bool(os.environ.get("CB_TEST_SANITIZED"))

#: The least that a run can be: one launch of one sample.
QUICK = {"launches": 1, "samples": 1, "budget": 20}


def quick(*subjects, **options):
    """A run of what is asked for, of no statistical worth."""
    return libcb.run(*(subjects or ("null",)), **{**QUICK, **options})


def small():
    """Results with two subjects, several sizes and a cell that is not supported."""
    return quick("openssl", "null", algorithms=["sha256", "null-hash"], sizes=[64, 256, 1024],
                 accel=["on", "off"])


def signal_after(seconds, number=signal.SIGINT):
    """Sends this process a signal; returns a list that gets the time when it was sent."""
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), number)

    timer = threading.Timer(seconds, send)
    timer.daemon = True
    timer.start()
    return sent


def children():
    """Processes that this one started and that are still there."""
    found = []
    for task in os.listdir("/proc/self/task"):
        with open("/proc/self/task/%s/children" % task) as stream:
            found += stream.read().split()
    return found


def fixture(name):
    """A backend that misbehaves; skips the test where it was not built."""
    file = os.path.join(BACKENDS, name + ".so")
    if not os.path.exists(file):
        raise unittest.SkipTest("%s was not built" % file)
    return file


def main():
    unittest.main()
