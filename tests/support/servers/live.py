"""Helpers for tests of live pages: a web server in its own process, and pages that listen to it."""

import itertools
import os
import re
import resource
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from html.parser import HTMLParser
from http.client import HTTPConnection
from urllib.parse import urlencode

from django.conf import settings
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.support.servers.ports import free_port
from tests.support.servers.processes import ROOT, database_address
from tests.support.visitors.waiting import PATIENCE, wait_until

ANSWERS = ("log", "panel", "notice", "fairness")
"""Parts that are rendered for every answer."""

WITHIN = {"deadline": "status"}
"""Parts that exist only at times, and the part that contains them."""

TOKEN = "t" * 32


class Server:
    """The web server alone, without a worker, on the database of the test."""

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
        # With the same secret key, sessions created here are valid there.
        (folder / "secret-key").write_text(settings.SECRET_KEY)
        (folder / "seed-key").write_text("\n".join(settings.SEED_KEYS))
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
        # Connections are accepted before it is ready, and wait.
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
        """Get a page."""
        return self.request("GET", path)

    def post(self, path, **fields):
        """Post a form."""
        return self.request("POST", path, fields)

    def listen(self, path, origin=None, **headers):
        """Open a socket; it is closed with the browser at the latest."""
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


# Pages


_SINGLE = frozenset({"br", "input", "img"})
"""Elements that are not closed."""


class _Roots(HTMLParser):
    """Splits a frame into its outermost elements."""

    def __init__(self, text):
        super().__init__()
        self.found, self._depth, self._start = [], 0, 0
        self._text = text
        self._lines = [0, *itertools.accumulate(map(len, text.splitlines(keepends=True)))]
        self.feed(text)

    def _here(self):
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag, attrs):
        """Enter an element."""
        if self._depth == 0:
            self._start = self._here()
        self._depth += tag not in _SINGLE

    def handle_startendtag(self, tag, attrs):
        """Take an element without content, which may be outermost itself."""
        if self._depth == 0:
            self.found.append(self.get_starttag_text())

    def handle_endtag(self, tag):
        """Leave an element."""
        self._depth -= 1
        if self._depth == 0:
            end = self._text.index(">", self._here()) + 1
            self.found.append(self._text[self._start : end])


def read_frame(text):
    """Return (since, version, whole, parts by id, added lines) of a frame."""
    marker = re.search(r'<div id="version"[^>]*>', text)[0]
    value = dict(re.findall(r'data-(\w+)="([^"]*)"', marker))
    parts, lines = {}, []
    for chunk in _Roots(text).found:
        if chunk.startswith('<ol id="log-lines"'):
            lines = lines_in(chunk)
        elif 'hx-swap-oob="innerHTML:.board-land"' in chunk:
            for place in re.findall(r'(?s)<use id="w-.*?/>|<g id="t-.*?</g>', chunk):
                parts[_id(place)] = place
        # Battles to show first are no part of the page.
        elif not chunk.startswith(('<div id="version"', "<template data-scenes")):
            chunk = chunk.replace(' hx-swap-oob="true"', "")
            on_map = chunk.removeprefix("<svg>").removesuffix("</svg>")
            for part in [chunk] if on_map == chunk else _Roots(on_map).found:
                parts[_id(part)] = part.strip()
    return value["since"], value["version"], value.get("whole") == "true", parts, lines


def lines_in(text):
    """Return the log lines in a page or a frame."""
    found = re.search(r'(?s)<ol [^>]*log-lines".*?</ol>', text)
    return re.findall(r"(?s)<li.*?</li>", found[0]) if found else []


def _with_added(lines, added):
    """Return log lines with new ones added; a new line of an open attack replaces its last one."""
    for line in added:
        opening, rest = line.split(">", 1)
        if " data-continues" in opening:
            opening = opening.replace(" data-continues", "")
            shown = [n for n, each in enumerate(lines) if " data-open" in each.split(">", 1)[0]]
            if shown:
                place = shown[-1]
                parts = re.findall(r"(?s)<p>.*?</p>", lines[place]) or [_paragraph_of(lines[place])]
                rest = rest.replace("<p>", "".join(parts) + "<p>", 1)
                lines = lines[:place] + lines[place + 1 :]
        lines = [*lines, f"{opening}>{rest}"]
    return lines


def _paragraph_of(line):
    """Return the sentence of a line that has not been folded, as a paragraph."""
    return f"<p>{re.sub(r'^<li[^>]*>|<.*', '', line, flags=re.S).strip()}</p>"


def element_in(html, tag, name):
    """Return the element with an id from a text; None if there is none."""
    start = html.find(f'<{tag} id="{name}"')
    if start < 0:
        return None
    depth = 0
    for found in re.compile(rf"<(/?){tag}\b[^>]*>").finditer(html, start):
        depth += -1 if found[1] else 1
        if not depth:
            return html[start : found.end()]
    raise AssertionError(f"There is no end of {name}.")


def _id(chunk):
    return re.search(r'\bid="([^"]*)"', chunk)[1]


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
        self.lines = lines_in(parts["log"]) if is_whole else _with_added(self.lines, lines)

    def _put_inside(self, name, part):
        """Replace a part that is inside another one."""
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
        """Wait for a message, apply it if it is a frame that follows on, and return it."""
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
        """Wait until the socket is closed; return the close code."""
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
        # Existing lines keep the names they were written with.
        assert not same_names or lines[-len(ours) :] == ours
        return True

    def close(self):
        """Close the socket."""
        self.socket.close()


def hear_together(pages, seconds=0.4):
    """Let pages listen at the same time, each until everything has arrived."""
    with ThreadPoolExecutor(len(pages)) as crowd:
        for _ in crowd.map(lambda page: page.hear_all(seconds), pages):
            pass
