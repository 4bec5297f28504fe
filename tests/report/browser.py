# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium that is told what to do through a pipe, and says what it was asked to load
and what it complained of."""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic",
    "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-extensions", "--disable-default-apps", "--hide-scrollbars",
    "--remote-debugging-pipe")


def find():
    """The program, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """One page. Everything it requested and complained of is kept."""

    def __init__(self, program, limit_s=60):
        self.limit_s = limit_s
        self.profile = tempfile.mkdtemp(prefix="cb-report-")
        self.requests = []
        self.complaints = []
        self.count = 0
        self.rest = b""
        self.session = None
        self.start(program)
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def start(self, program):
        """Chromium reads orders from descriptor 3 and answers on 4."""
        their_in, self.out = os.pipe()
        self.inp, their_out = os.pipe()

        def arrange():
            a, b = os.dup(their_in), os.dup(their_out)
            os.dup2(a, 3)
            os.dup2(b, 4)
            os.set_inheritable(3, True)
            os.set_inheritable(4, True)

        self.process = subprocess.Popen(
            [program, *FLAGS, "--user-data-dir=" + self.profile, "about:blank"],
            preexec_fn=arrange, close_fds=False, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(their_in)
        os.close(their_out)

    def close(self):
        """Ends the browser that was started here, and no other."""
        try:
            self.session = None
            self.call("Browser.close")
        except (OSError, RuntimeError):
            self.process.kill()
        self.process.wait()
        os.close(self.out)
        os.close(self.inp)
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, deadline):
        """The next message."""
        while b"\0" not in self.rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.inp], [], [], left)[0]:
                raise RuntimeError("the browser does not answer")
            got = os.read(self.inp, 1 << 20)
            if not got:
                raise RuntimeError("the browser has ended")
            self.rest += got
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def notice(self, message):
        """Keeps what is of interest."""
        name, values = message.get("method"), message.get("params", {})
        if name == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])
        elif name == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif name == "Runtime.consoleAPICalled":
            self.complaints.append(" ".join(str(a.get("value")) for a in values["args"]))
        elif name == "Log.entryAdded":
            self.complaints.append(values["entry"]["text"])
        elif name == "Page.javascriptDialogOpening":
            self.complaints.append("a dialog: " + values["message"])

    def call(self, method, **parameters):
        """Gives one order and waits for its answer."""
        self.count += 1
        order = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            order["sessionId"] = self.session
        os.write(self.out, json.dumps(order).encode() + b"\0")
        deadline = time.monotonic() + self.limit_s
        while True:
            message = self.receive(deadline)
            if message.get("id") != self.count:
                self.notice(message)
            elif "error" in message:
                raise RuntimeError(method + ": " + message["error"]["message"])
            else:
                return message["result"]

    def open(self, url):
        """Loads a page and waits until it stands."""
        self.requests.clear()
        self.complaints.clear()
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + self.limit_s
        while self.value("document.readyState") != "complete" or self.value("location.href") != url:
            if time.monotonic() > deadline:
                raise RuntimeError("the page does not load")
            time.sleep(0.02)

    def value(self, script):
        """What a script gives; it is run by the debugger, so the page's policy does not matter."""
        got = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in got:
            details = got["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return got["result"].get("value")

    def press(self, key, text=""):
        """A key, as from a keyboard."""
        code = {"Tab": 9, "Enter": 13, " ": 32}.get(key, 0)
        both = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **both)
        self.call("Input.dispatchKeyEvent", type="keyUp", **both)

    def show(self, width, height, media="", dark=False):
        """Size of the window, and what it is like."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
