# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C, exceptions in callbacks, and the signals of the host."""

import gc
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import unittest

import libcb
from support import IS_SANITIZED, children, quick, signal_after

#: A run takes far longer than any of these tests waits.
LONG = {"algorithms": ["sha256", "aes-*-gcm"], "budget": 60, "accel": "on"}
LIMIT = 3.0 if IS_SANITIZED else 0.3


class Interrupted(unittest.TestCase):
    def tearDown(self):
        self.assertEqual(children(), [])

    def run_long(self, kind, **options):
        with self.assertRaises(kind) as caught:
            libcb.run("openssl", **{**LONG, **options})
        return caught.exception

    def test_ctrl_c_arrives_at_once_with_what_was_measured(self):
        sent = signal_after(1.5)
        error = self.run_long(KeyboardInterrupt)
        self.assertLess(time.monotonic() - sent[0], LIMIT)
        self.assertIsInstance(error.results, libcb.Results)
        self.assertFalse(error.results.complete)
        self.assertTrue(error.results.find(outcome="measured"))
        self.assertTrue(quick("null:on").complete)

    def test_ctrl_c_arrives_at_once_while_a_callback_is_there(self):
        sent = signal_after(0.7)
        self.run_long(KeyboardInterrupt, progress=lambda p: None)
        self.assertLess(time.monotonic() - sent[0], LIMIT)

    def test_ctrl_c_before_anything_was_measured(self):
        signal_after(0.01)
        self.run_long(KeyboardInterrupt)

    def test_ctrl_c_ends_a_gate_a_proof_and_a_measurement(self):
        for call in (lambda: libcb.gate("openssl:on", "openssl:off", budget=60),
                     lambda: libcb.prove("openssl", algorithms="*", budget=60),
                     lambda: libcb.measure(lambda: None, budget=60, launches=500, samples=1000),
                     lambda: libcb.selftest("openssl:on", runs=50)):
            sent = signal_after(1.0)
            with self.assertRaises(KeyboardInterrupt):
                call()
            self.assertLess(time.monotonic() - sent[0], LIMIT)

    def test_handler_of_the_host_decides(self):
        class Alarm(Exception):
            pass

        def handle(number, frame):
            raise Alarm(number)

        old = signal.signal(signal.SIGALRM, handle)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.7)
            error = self.run_long(Alarm)
        finally:
            signal.signal(signal.SIGALRM, old)
        self.assertEqual(error.args, (signal.SIGALRM,))
        self.assertIsInstance(error.results, libcb.Results)

    def test_handler_that_does_not_raise_lets_the_run_go_on(self):
        seen = []
        old = signal.signal(signal.SIGUSR1, lambda *arguments: seen.append(arguments))
        try:
            signal_after(0.3, signal.SIGUSR1)
            results = libcb.run("openssl:on", algorithms="sha256", budget=2)
        finally:
            signal.signal(signal.SIGUSR1, old)
        self.assertEqual(len(seen), 1)
        self.assertTrue(results.find(outcome="measured"))

    def test_exception_of_a_callback_arrives_unchanged(self):
        class Odd(Exception):
            pass

        odd = Odd("x")

        def progress(p):
            if p.done > 1:
                raise odd

        try:
            libcb.run("openssl", progress=progress, **LONG)
        except Odd as error:
            self.assertIs(error, odd)
            self.assertIsInstance(error.results, libcb.Results)
            self.assertEqual(traceback.extract_tb(error.__traceback__)[-1].name, "progress")
            self.assertIsNone(error.__cause__)
            self.assertIsNone(error.__context__)
        else:
            self.fail("the run went on")

    def test_system_exit_of_a_callback_arrives(self):
        def progress(p):
            sys.exit(3)

        self.assertEqual(self.run_long(SystemExit, progress=progress).code, 3)

    def test_false_cancels(self):
        error = self.run_long(libcb.Cancelled, progress=lambda p: p.done < 2)
        self.assertIs(error.status, libcb.Status.ECANCELLED)
        self.assertFalse(error.results.complete)
        self.assertEqual(error.results, libcb.Results.from_json(error.results.json()))

    def test_exceptions_leave_nothing_behind(self):
        import weakref

        class Owner:
            pass

        owner = Owner()
        seen = weakref.ref(owner)

        def progress(p, owner=owner):
            raise ValueError(owner)

        with self.assertRaises(ValueError):
            quick("null:on", progress=progress)
        del owner, progress
        gc.collect()
        self.assertIsNone(seen())

    def test_cancelled_gate_is_reachable(self):
        def progress(p):
            return p.launch < 2

        with self.assertRaises(libcb.Cancelled) as caught:
            libcb.gate("openssl:on", "openssl:off", algorithms="sha256", budget=60,
                       progress=progress)
        if caught.exception.results is not None:
            self.assertIsInstance(caught.exception.results, libcb.Gate)
            self.assertFalse(caught.exception.results.complete)


class Signals(unittest.TestCase):
    def handlers(self):
        with open("/proc/self/status") as stream:
            return [line for line in stream if line.startswith(("SigBlk", "SigIgn", "SigCgt"))]

    def test_no_handler_is_touched(self):
        before = self.handlers()
        seen = []
        libcb.run("openssl:on", algorithms="sha256", budget=1,
                  progress=lambda p: seen.append(self.handlers()))
        self.assertEqual(self.handlers(), before)
        self.assertTrue(seen)
        for during in seen:
            self.assertEqual(during, before)

    def test_host_that_ignores_its_children(self):
        old = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        try:
            self.assertTrue(quick("openssl:on", algorithms="sha256").complete)
        finally:
            signal.signal(signal.SIGCHLD, old)

    def test_host_that_reaps_its_children(self):
        def reap(number, frame):
            try:
                while os.waitpid(-1, os.WNOHANG)[0] > 0:
                    pass
            except ChildProcessError:
                pass

        old = signal.signal(signal.SIGCHLD, reap)
        try:
            results = quick("openssl:on", algorithms="sha256", sizes=[64])
        finally:
            signal.signal(signal.SIGCHLD, old)
        self.assertEqual(results[0].outcome, "measured")

    def test_terminal_tells_the_host_only(self):
        """As Ctrl-C does: the whole foreground process group gets the signal."""
        code = ("import libcb\n"
                "try:\n"
                "    libcb.run('openssl', algorithms='sha256', budget=60, progress=lambda p: "
                "print('begun', flush=True) if p.done == 2 else None)\n"
                "except KeyboardInterrupt as error:\n"
                "    print([c.outcome.value for c in error.results if c.outcome == 'crashed'])\n")
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE,
                                 start_new_session=True)
        self.assertEqual(child.stdout.readline().strip(), b"begun")
        os.killpg(child.pid, signal.SIGINT)
        lines = child.communicate(timeout=60)[0].split(b"\n")
        self.assertEqual(child.returncode, 0)
        self.assertIn(b"[]", lines)

    def kill_host(self, call, **environment):
        """Kills a program in the middle of a call; what it started must end with it."""
        code = ("import libcb\n"
                "libcb.%s, budget=60, progress=lambda p: print('begun', flush=True) "
                "if p.launches else None)\n" % call)
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE,
                                 env={**os.environ, **environment})
        self.assertEqual(child.stdout.readline().strip(), b"begun")
        with open("/proc/%d/task/%d/children" % (child.pid, child.pid)) as stream:
            workers = stream.read().split()
        child.kill()
        child.communicate()
        deadline = time.monotonic() + 10
        while any(self.is_there(worker) for worker in workers) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertFalse([worker for worker in workers if self.is_there(worker)])

    def test_workers_end_with_a_host_that_is_killed(self):
        self.kill_host("run('openssl:on', algorithms='sha256'")
        self.kill_host("prove('openssl:on', algorithms='sha256', steps=100000000")

    def test_files_of_a_killed_host_are_removed_by_the_next(self):
        with tempfile.TemporaryDirectory() as temporary:
            gate = "gate('openssl:on', 'openssl:off', algorithms='sha256'"
            self.kill_host(gate, TMPDIR=temporary)
            left = os.listdir(temporary)
            self.assertTrue(left)
            self.kill_host(gate, TMPDIR=temporary)
            self.assertFalse(set(left) & set(os.listdir(temporary)))

    def is_there(self, pid):
        try:
            with open("/proc/%s/stat" % pid) as stream:
                return stream.read().rsplit(")", 1)[1].split()[0] != "Z"
        except (FileNotFoundError, ProcessLookupError):
            return False


class Threads(unittest.TestCase):
    def test_run_in_a_thread_is_cancelled_by_its_callback(self):
        stop = threading.Event()
        caught = []

        def work():
            try:
                libcb.run("openssl", progress=lambda p: not stop.is_set(), **LONG)
            except libcb.Cancelled as error:
                caught.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        time.sleep(0.7)
        stop.set()
        begun = time.monotonic()
        thread.join(30)
        self.assertLess(time.monotonic() - begun, LIMIT)
        self.assertEqual(len(caught), 1)


if __name__ == "__main__":
    unittest.main()
