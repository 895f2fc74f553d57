"""The whole site in its own processes, for a browser to visit."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path

from tests.support.browser.preparer import Preparer
from tests.support.servers.ports import free_port
from tests.support.visitors.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[3]


class Site:
    """The site as run by `manage.py serve`, with its own data."""

    def __init__(self, folder, **environment):
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
            "CASTLERISK_VAR": str(folder),
            "CASTLERISK_DEBUG": "false",
            "CASTLERISK_PROXIES": "1",
            **environment,
        }
        self.process = self.preparer = None

    def start(self):
        """Start it and wait until it answers requests."""
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        log = (self.folder / "serve.log").open("ab")
        with log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        self.wait()

    def wait(self):
        """Wait until it answers requests, which is long after it has opened the port."""
        while True:
            assert self.process.poll() is None, (self.folder / "serve.log").read_text()
            try:
                urllib.request.urlopen(f"{self.address}/about/").close()
                return
            except OSError:
                # Poll slowly, to leave the CPU to the site while it starts.
                time.sleep(0.1)

    def stop(self, how=signal.SIGINT):
        """Stop it and everything it started."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    def close(self):
        """Stop it and its preparer process for good."""
        self.stop()
        if self.preparer is not None:
            self.preparer.stop()

    def prepare(self, name, /, **arguments):
        """Call a function of `preparations` in a process of its own; return its result."""
        if self.preparer is None:
            self.preparer = Preparer(self.environment, self.folder / "preparer.log")
        return self.preparer.call(name, arguments)

    def draw_by(self, name):
        """Derive codes, seeds and bots' random numbers from a name, if the site uses `known`."""
        (self.folder / "chance").write_text(name)

    def hurry(self, code):
        """Let the bots of a table move at once, and give its people ample time."""
        self._set(code, "pace = 'at once', turn_seconds = 14400, reaction_seconds = 3600")

    def give_clock(self, code):
        """Give an untimed table time limits of some minutes, from the next decision on."""
        self._set(code, "turn_seconds = 900, reaction_seconds = 120")

    def _set(self, code, columns):
        with closing(sqlite3.connect(self.folder / "castlerisk.sqlite3", 20)) as database, database:
            database.execute(f"UPDATE games_game SET {columns} WHERE code = ?", (code,))
