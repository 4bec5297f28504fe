# SPDX-License-Identifier: Apache-2.0
"""Threads, executors of asyncio, forks."""

import asyncio
import multiprocessing
import os
import subprocess
import sys
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import libcb
from support import quick


def forked(queue):
    results = quick("null:on")
    queue.put((os.getpid(), results.json()))


class Threads(unittest.TestCase):
    def test_other_threads_work_while_a_run_measures(self):
        ticks = []
        stop = threading.Event()

        def tick():
            while not stop.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.01)

        thread = threading.Thread(target=tick)
        thread.start()
        begun = time.monotonic()
        libcb.run("openssl:on", algorithms="sha256", budget=2, precision=0.01)
        took = time.monotonic() - begun
        stop.set()
        thread.join()
        self.assertGreater(len(ticks), took * 100 / 4)

    def test_contexts_work_side_by_side(self):
        with ThreadPoolExecutor(4) as pool:
            runs = [pool.submit(quick, "null:on", "null:off") for _ in range(4)]
            ids = [[c.id for c in run.result()] for run in runs]
        self.assertEqual(ids, [ids[0]] * 4)

    def test_interpreters_of_one_process_raise_their_own_exceptions(self):
        code = """
import libcb
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    raise SystemExit
other = interpreters.create()
try:
    interpreters.run_string(other, "import libcb")
except interpreters.RunFailedError:
    pass
interpreters.destroy(other)
try:
    libcb.run("nosuch")
except libcb.NotFoundError:
    print("ours")
"""
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True)
        self.assertIn(done.stdout, (b"", b"ours\n"))

    def test_context_in_use_is_refused(self):
        with libcb.Context() as context:
            seen = []

            def progress(p):
                try:
                    context.run("null")
                except libcb.ArgumentError as error:
                    seen.append(str(error))

            quick("null:on", context=context, progress=progress)
            self.assertIn("in use", seen[0])
            self.assertTrue(quick("null:on", context=context).complete)

    def test_context_may_be_closed_while_another_thread_uses_it(self):
        context = libcb.Context()
        results = quick("null:on", context=context, progress=lambda p: context.close())
        self.assertTrue(results.complete)

    def test_documents_are_read_by_many_threads(self):
        results = quick("null:on")
        with ThreadPoolExecutor(8) as pool:
            texts = list(pool.map(lambda _: results.json(), range(200)))
        self.assertEqual(set(texts), {results.json()})

    def test_callbacks_of_a_run_with_threads_come_on_the_calling_thread(self):
        names = []

        def progress(p):
            names.append("%s %s" % (threading.current_thread().name, p.current * 3))

        libcb.run("null:on", threads=[1, min(2, len(os.sched_getaffinity(0)))], budget=1,
                  progress=progress)
        self.assertTrue(all(name.startswith("MainThread") for name in names))

    def test_executor_of_asyncio_keeps_the_loop_free(self):
        async def main():
            loop = asyncio.get_running_loop()
            run = loop.run_in_executor(None, lambda: libcb.run("null:on", budget=1, precision=0.01))
            ticks = 0
            while not run.done():
                await asyncio.sleep(0.01)
                ticks += 1
            return ticks, await run

        ticks, results = asyncio.run(main())
        self.assertGreater(ticks, 5)
        self.assertTrue(results.find(outcome="measured"))

    def test_daemon_thread_in_a_run_lets_the_program_end(self):
        code = ("import libcb, threading, time\n"
                "threading.Thread(target=lambda: libcb.run('null', budget=60, precision=0.01), "
                "daemon=True).start()\n"
                "time.sleep(0.5)\n")
        done = subprocess.run([sys.executable, "-c", code], check=False, timeout=60,
                              stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stderr), (0, b""))


class Forks(unittest.TestCase):
    def test_forked_process_runs(self):
        quick("null:on")
        context = multiprocessing.get_context("fork")
        queue = context.Queue()
        process = context.Process(target=forked, args=(queue,))
        process.start()
        pid, text = queue.get(timeout=60)
        process.join()
        self.assertEqual(process.exitcode, 0)
        self.assertNotEqual(pid, os.getpid())
        self.assertTrue(libcb.Results.from_json(text).complete)

    def test_spawned_process_takes_results(self):
        context = multiprocessing.get_context("spawn")
        with context.Pool(1) as pool:
            results = quick("null:on")
            self.assertEqual(pool.apply(len, (results,)), len(results))


if __name__ == "__main__":
    unittest.main()
