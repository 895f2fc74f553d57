"""Firefox and WebKit, driven by their own WebDriver protocols; both are slower than Chromium.

Each class has the same methods: `log_in`, `open`, `evaluate` and `picture`.
"""

import base64
import json
import os
import shutil
import signal
import subprocess
import urllib.request
from contextlib import contextmanager, suppress
from glob import glob
from itertools import count
from urllib.error import URLError

import pytest
from websockets.exceptions import InvalidHandshake
from websockets.sync.client import connect

from tests.support.servers.ports import free_port
from tests.support.visitors.patience import PATIENCE, wait_until

SIZE = (1024, 730)
"""The size of WebKit’s window when driven, which Firefox is given as well."""
MINI_BROWSER = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"
REDUCED_MOTION = "[Settings]\ngtk-enable-animations=0\n"
FIREFOX_PREFERENCES = {
    "ui.systemUsesDarkTheme": 1,
    "ui.prefersReducedMotion": 1,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "services.settings.server": "",
    "toolkit.telemetry.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
}


class Firefox:
    """Firefox over WebDriver BiDi, with a dark theme and reduced motion."""

    def __init__(self, socket):
        self._socket, self._numbers = socket, count(1)
        self._send("session.new", capabilities={})
        self._page = self._send("browsingContext.getTree")["contexts"][0]["context"]
        width, height = SIZE
        viewport = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._page, viewport=viewport)

    def log_in(self, address, session):
        """Log in with a session that `site.prepare` returned."""
        value = {"type": "string", "value": session}
        cookie = {"name": "sessionid", "value": value, "domain": "127.0.0.1", "path": "/"}
        self._send("storage.setCookie", cookie=cookie)

    def open(self, url):
        """Open a page and wait until it has loaded."""
        self._send("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def evaluate(self, expression):
        """Return the JSON value of a JavaScript expression."""
        answer = self._send(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._page},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        value = answer["result"].get("value")
        return None if value is None else json.loads(value)

    def picture(self):
        """Return the visible part of the page as a PNG."""
        answer = self._send("browsingContext.captureScreenshot", context=self._page)
        return base64.b64decode(answer["data"])

    def _send(self, method, **params):
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv(PATIENCE))).get("id") != number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]


class WebKit:
    """WebKitGTK's MiniBrowser over WebDriver, with a dark theme and reduced motion."""

    def __init__(self, driver, browser):
        self._address = driver
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        started = self._send("session", capabilities={"alwaysMatch": wanted})
        self._address += f"session/{started['sessionId']}/"

    def log_in(self, address, session):
        """Log in with a session that `site.prepare` returned."""
        self.open(f"{address}/about/")
        self._send("cookie", cookie={"name": "sessionid", "value": session})

    def open(self, url):
        """Open a page and wait until it has loaded."""
        self._send("url", url=url)

    def evaluate(self, expression):
        """Return the JSON value of a JavaScript expression."""
        return self._send("execute/sync", script=f"return {expression}", args=[])

    def picture(self):
        """Return the visible part of the page as a PNG."""
        return base64.b64decode(self._send("screenshot"))

    def close(self):
        """Close the browser."""
        request = urllib.request.Request(self._address.rstrip("/"), method="DELETE")
        urllib.request.urlopen(request, timeout=PATIENCE).close()

    def _send(self, command, **params):
        data = json.dumps(params).encode() if params else None
        request = urllib.request.Request(self._address + command, data)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]


@contextmanager
def firefox(folder):
    """Run Firefox with its profile in a folder."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        _missing("Firefox")
    port = free_port()
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in FIREFOX_PREFERENCES.items()
    ]
    (folder / "user.js").write_text("".join(lines))
    command = [program, "--headless", "--no-remote", "--profile", str(folder)]
    environment = {**os.environ, "HOME": str(folder)}
    with _running([*command, f"--remote-debugging-port={port}"], environment):
        address = f"ws://127.0.0.1:{port}/session"
        with wait_until(lambda: _connected(address)) as socket:
            yield Firefox(socket)


def _connected(address):
    with suppress(OSError, InvalidHandshake):
        return connect(address, max_size=None, open_timeout=PATIENCE)
    return None


@contextmanager
def webkit(folder):
    """Run WebKit on a screen of its own, with its settings in a folder."""
    browser = next(iter(glob(MINI_BROWSER)), None)
    if browser is None or not (shutil.which("WebKitWebDriver") and shutil.which("Xvfb")):
        _missing("WebKit (webkit2gtk-driver and xvfb)")
    settings = folder / "config" / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir(parents=True)
    settings.write_text(REDUCED_MOTION)
    reads, writes = os.pipe()
    screen = ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
    with _running(screen, os.environ, pass_fds=(writes,)):
        os.close(writes)
        with open(reads) as number:
            display = f":{number.readline().strip()}"
        port = free_port()
        environment = {
            **os.environ,
            "DISPLAY": display,
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "config"),
            # Containers forbid its sandbox, and screenshots hang without software rendering.
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "GTK_THEME": "Adwaita:dark",
        }
        with _running(["WebKitWebDriver", f"--port={port}"], environment):
            address = f"http://127.0.0.1:{port}/"
            wait_until(lambda: _answers(f"{address}status"))
            driven = WebKit(address, browser)
            yield driven
            driven.close()


def _answers(address):
    with suppress(URLError, OSError):
        urllib.request.urlopen(address, timeout=PATIENCE).close()
        return True
    return False


@contextmanager
def _running(command, environment, **more):
    """Run a program inside the block; kill it, and all it started, at the end."""
    process = subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        **more,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)


def _missing(name):
    missing = f"{name} is not installed: nothing was tried in it."
    if os.environ.get("CASTLERISK_REQUIRE_ALL") == "1":
        pytest.fail(missing)
    pytest.skip(missing)


ENGINES = {"firefox": firefox, "webkit": webkit}
