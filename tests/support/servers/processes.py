"""Helpers for tests: management commands as real processes, and their output."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from urllib.parse import quote

from django.db import connection

from tests.support.visitors.patience import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[3]


def database_address():
    """Return the address of the test's own database, in the format of DATABASE_URL."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    place = f"{settings['HOST']}:{settings['PORT']}/{quote(settings['NAME'])}"
    return f"postgres://{quote(settings['USER'])}@{place}"


class Running:
    """A running command; `lines` is its output so far."""

    def __init__(self, *words, **environment):
        self.lines = []
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=os.environ | {"PYTHONUNBUFFERED": "1"} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip())

    def wait_for(self, words, times=1):
        """Wait until words have been printed this many times; return the last of these lines."""

        def found():
            lines = [line for line in self.lines if words in line]
            if len(lines) >= times:
                return lines[times - 1]
            assert self.process.poll() is None, "\n".join(self.lines)
            return None

        return wait_until(found)

    def stop(self, number=signal.SIGTERM):
        """Send a signal; return the exit code once the process and all its children are gone."""
        self.process.send_signal(number)
        return self.end()

    def end(self):
        """Wait until the process and its children have ended; return the exit code."""
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert not self._reader.is_alive(), "A child is left behind."
        return code

    def close(self):
        """End the process, even if the test failed."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join(10)
        if not self._reader.is_alive():
            self.process.stdout.close()

    def complaints(self):
        """Return the lines about problems, except outages, which a slow machine can cause."""
        quiet = (" INFO ", " DEBUG ", " games.playing.clocks.outages ")
        return [line for line in self.lines if not any(word in line for word in quiet)]


@contextmanager
def running(*words, **environment):
    """Run a command inside the block."""
    started = Running(*words, **environment)
    try:
        yield started
    finally:
        started.close()
