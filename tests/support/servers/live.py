"""Helpers for tests of live pages: a web server in its own process, and pages that listen to it."""

import os
import re
import resource
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from difflib import unified_diff
from http.client import HTTPConnection
from urllib.parse import urlencode

from django.conf import settings
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from games.models import Heartbeat
from tests.support.servers.frames import element_in, lines_in, read_frame, with_added
from tests.support.servers.ports import free_port
from tests.support.servers.processes import ROOT, database_address
from tests.support.visitors.waiting import PATIENCE, wait_until

ANSWERS = ("log", "panel", "notice", "fairness")
"""Parts that are rendered for every answer."""

WITHIN = {"deadline": "status"}
"""Parts that exist only at times, and the part that contains them."""

TOKEN = "t" * 32


class Server:
    """The web server alone, without a worker, on the test's database."""

    def __init__(
        self,
        folder,
        settings_module="tests.support.servers.served",
        static=None,
        open_files=None,
        **environment,
    ):
        self.folder = folder
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        # The server has the tests' secret key, so sessions created in tests are valid there.
        (folder / "secret-key").write_text(settings.SECRET_KEY)
        (folder / "seed-key").write_text("\n".join(settings.SEED_KEYS))
        (folder / "signing-key").write_text("\n".join(settings.SIGNING_KEYS))
        self.environment = os.environ | {
            "CASTLERISK_VAR": str(folder),
            "DATABASE_URL": database_address(),
            "DJANGO_SETTINGS_MODULE": settings_module,
            **environment,
        }
        self.process = None
        self.open_files = open_files
        if static is not None:
            (folder / "static").symlink_to(static)

    @property
    def log(self):
        """The log of the server so far."""
        return (self.folder / "server.log").read_text()

    def forget_log(self):
        """Clear the log."""
        os.truncate(self.folder / "server.log", 0)

    def start(self):
        """Start the server and wait until it answers."""
        words = ("web", "--bind", "127.0.0.1", "--port", str(self.port))
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", *words],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                preexec_fn=self._limit,
            )
        wait_until(self._answers)

    def _limit(self):
        if self.open_files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.open_files, self.open_files))

    def _answers(self):
        assert self.process.poll() is None, self.log
        # It accepts connections before it is ready; they wait.
        asking = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            asking.request("GET", "/healthz")
            return asking.getresponse().status == 200
        except OSError:
            return False
        finally:
            asking.close()

    def stop(self, how=signal.SIGTERM):
        """Stop it; with SIGKILL it dies at once."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)


@contextmanager
def shared_server(folder, blocker, *settings_module):
    """Run a server for several tests.

    It writes heartbeats between tests too, after the rows of a test were deleted. The last of them
    is deleted, as it would suspend the deadlines of a later test. `blocker` is pytest-django's.
    """
    server = Server(folder, *settings_module)
    server.start()
    yield server
    server.stop()
    with blocker.unblock():
        Heartbeat.objects.all().delete()


class Browser:
    """The browser of a user or a stranger: requests and sockets with the same cookies."""

    def __init__(self, server, user=None, session=None):
        self.server = server
        self.cookies = {"csrftoken": TOKEN}
        self.sockets = ExitStack()
        if user is not None:
            client = Client()
            client.force_login(user)
            session = client.cookies["sessionid"].value
        if session is not None:
            self.cookies["sessionid"] = session

    @property
    def cookie(self):
        """Return the cookies as a header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def request(self, method, path, fields=None, **headers):
        """Send a request as htmx does; return (status, text)."""
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        body = None if fields is None else urlencode(fields, doseq=True)
        headers = {"Cookie": self.cookie, "HX-Request": "true", "X-CSRFToken": TOKEN, **headers}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def get(self, path):
        """Get a page; return (status, text)."""
        return self.request("GET", path)

    def post(self, path, **fields):
        """Post a form; return (status, text)."""
        return self.request("POST", path, fields)

    def listen(self, path, origin=None, **headers):
        """Open a socket; `close` closes it, if it is still open."""
        opening = connect(
            f"ws://{self.server.host}{path}",
            origin=origin or f"http://{self.server.host}",
            additional_headers={"Cookie": self.cookie, **headers},
            open_timeout=PATIENCE,
        )
        return self.sockets.enter_context(opening)

    def close(self):
        """Close all sockets."""
        self.sockets.close()


class Page:
    """An open page of a table, which handles frames as the site's script does.

    `heard` is every message, `steps` is every (since, version) that was pushed and applied,
    `missed` counts pushes that did not follow on from the version shown.
    """

    def __init__(self, browser, code):
        self.browser = browser
        self.code = code
        self.heard, self.steps, self.shown, self.lines = [], [], {}, []
        self.missed = 0
        self.version = ""
        self.load()
        self.connect()

    def load(self):
        """Reload the page."""
        status, text = self.browser.get(f"/games/{self.code}/")
        assert status == 200, text
        self.version = re.search(r'<div id="version"[^>]*data-version="(\w*)"', text)[1]
        self.shown = {}
        self.lines = lines_in(text)
        return text

    def connect(self):
        """Open the socket, and catch up on changes."""
        self.socket = self.browser.listen(f"/ws/games/{self.code}/")
        self.catch_up()

    def catch_up(self):
        """Request the changes since the version shown."""
        status, text = self.browser.get(f"/games/{self.code}/changes/?have={self.version}")
        assert status in (200, 204), (status, text)
        if status == 200:
            self.take(text)

    def take(self, text):
        """Apply a frame."""
        since, version, is_whole, parts, lines = read_frame(text)
        assert is_whole or since == self.version
        self.version = version
        for name, part in parts.items():
            self._put_inside(name, part)
            self._drop_inside(name, part)
        self.shown |= parts
        self.lines = lines_in(parts["log"]) if is_whole else with_added(self.lines, lines)

    def _put_inside(self, name, part):
        """Replace a part inside the other parts that contain it."""
        tag = part[1:].split(maxsplit=1)[0]
        for holder, html in self.shown.items():
            if holder != name and (old := element_in(html, tag, name)):
                self.shown[holder] = html.replace(old, part)

    def _drop_inside(self, name, part):
        """Forget the parts inside a replaced part: they came with it, or are gone."""
        for inner in list(self.shown):
            if inner != name and (f'id="{inner}"' in part or WITHIN.get(inner) == name):
                del self.shown[inner]

    def hear(self, seconds=PATIENCE):
        """Return the next message; apply a frame that follows on, catch up after a gap."""
        text = self.socket.recv(timeout=seconds)
        self.heard.append(text)
        if text.startswith("<"):
            since, version, *_ = read_frame(text)
            if since == self.version and version != self.version:
                self.steps.append((since, version))
                self.take(text)
            elif version != self.version:
                self.missed += 1
                self.catch_up()
        return text

    def hear_all(self, seconds=0.4):
        """Listen until nothing has come for a while and the page shows the newest version.

        On a loaded machine, silence alone does not mean that everything has arrived.
        """
        wait_until(lambda: self._hears_nothing(seconds) and self.is_newest())

    def _hears_nothing(self, seconds):
        with suppress(TimeoutError):
            while True:
                self.hear(seconds)
        return True

    def is_newest(self):
        """Return whether the page shows the server's newest version."""
        status, _ = self.browser.get(f"/games/{self.code}/changes/?have={self.version}")
        # Shortly after an outage of the database, the site still answers 503.
        assert status in (200, 204, 503), status
        return status == 204

    def frames(self):
        """Return the frames received, without messages sent to every page."""
        return [text for text in self.heard if text.startswith("<")]

    def hear_until(self, condition):
        """Listen until a condition of the page holds."""
        while not condition(self):
            self.hear()

    def closed_with(self):
        """Wait until the socket is closed; return the close code, None if it had none."""
        try:
            while True:
                self.socket.recv(timeout=PATIENCE)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    def is_right(self, same_names=True):
        """Check that the page equals a freshly loaded one; return true or raise AssertionError."""
        text = self.browser.get(f"/games/{self.code}/")[1]
        assert f'data-version="{self.version}"' in text
        for name, part in self.shown.items():
            if name not in ANSWERS:
                assert part in text, (name, part)
        lines = lines_in(text)
        ours = self.lines[-len(lines) :]
        # Existing lines keep the players' names at the time they were rendered.
        assert not same_names or lines[-len(ours) :] == ours, "\n".join(
            unified_diff(lines, ours, "the page loaded now", "this page", lineterm="")
        )
        return True

    def close(self):
        """Close the socket."""
        self.socket.close()


def hear_together(pages, seconds=0.4):
    """Let pages listen concurrently, each until everything has arrived."""
    with ThreadPoolExecutor(len(pages)) as crowd:
        for _ in crowd.map(lambda page: page.hear_all(seconds), pages):
            pass
