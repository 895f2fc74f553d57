"""The command that runs the whole site: the web server, and beside it one worker."""

import hashlib
import logging
import os
import shlex
import signal
import socket
import subprocess
import sys
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from games import due

logger = logging.getLogger("games.serve")

BACKLOG = 128
FIRST_PAUSE, LONGEST_PAUSE, LONG_LIFE = 0.5, 30.0, 60.0
STOP_SECONDS = 15.0


class Command(BaseCommand):
    """Prepares the database and the static files, then serves until it is told to stop."""

    help = "Runs the whole site on this machine: the web server, and a worker beside it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="8000 unless told")
        parser.add_argument("--bind", default="127.0.0.1", help="127.0.0.1 unless told")

    def handle(self, *args: Any, port: int, bind: str, verbosity: int, **options: Any) -> None:
        logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s %(message)s")
        # What a page was refused is told on the page.
        logging.getLogger("django.request").setLevel(logging.ERROR)
        # Until the server looks after signals itself, either of them stops the command. Started
        # in the background of a script it would ignore Ctrl-C for ever.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            listening = _listen(bind, port)
            _prepare()
            self._say_where(bind, listening.getsockname()[1])
            worker = KeptWorker(verbosity)
            worker.start()
            try:
                _serve(listening)
            finally:
                worker.stop()

    def _say_where(self, bind: str, port: int) -> None:
        python = Path(sys.executable)
        if python.is_relative_to(Path.cwd()):
            python = python.relative_to(Path.cwd())
        admin = shlex.join([str(python), sys.argv[0], "createsuperuser"])
        self.stdout.write(f"Castlerisk is at http://{bind}:{port}/ until you press Ctrl-C.")
        self.stdout.write(f"To make an administrator: {admin}")
        self.stdout.flush()


def _listen(bind: str, port: int) -> socket.socket:
    """Take the port before anything else is done; CommandError where it cannot be had."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((bind, port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(
            f"Port {port} of {bind} cannot be had ({reason}): choose another with --port."
        ) from None
    return listening


def _prepare() -> None:
    """Bring database, static files and clocks up to date; CommandError where that fails."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
        _collect()
        due.live()
        connection.close()
    except DatabaseError as error:
        raise CommandError(f"The database cannot be used: {str(error).strip()}.") from None
    except OSError as error:
        raise CommandError(f"{error.filename} cannot be written: {error.strerror}.") from None


def _serve(listening: socket.socket) -> None:
    """Serve until SIGINT or SIGTERM."""
    # Imported here, for it takes hold of the event loop of the whole process.
    from channels.routing import get_default_application
    from daphne.server import Server

    endpoint = f"fd:fileno={listening.detach()}"
    Server(application=get_default_application(), endpoints=[endpoint]).run()


# Static files


def _collect() -> None:
    """Collect the static files, where they are not those collected before."""
    kept = settings.VAR / "static-files"
    mark = _mark()
    if kept.exists() and kept.read_text(encoding="ascii") == mark:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    kept.write_text(mark, encoding="ascii")


def _mark() -> str:
    """Return a digest of what static files there are, how large, and how new."""
    digest = hashlib.sha256(str(settings.STATIC_ROOT).encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = os.stat(storage.path(name))
            digest.update(f"\n{name} {status.st_size} {status.st_mtime_ns}".encode())
    return digest.hexdigest()


# The worker


class KeptWorker:
    """A worker in a process of its own, started again when it dies."""

    def __init__(self, verbosity: int) -> None:
        words = ("--parent", str(os.getpid()), "--verbosity", str(verbosity))
        self._command = [sys.executable, sys.argv[0], "work", *words]
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = Event()
        self._lock = Lock()
        self._keeper = Thread(target=self._keep, name="keeper", daemon=True)

    def start(self) -> None:
        """Start the worker, and the thread that keeps it running."""
        self._keeper.start()

    def stop(self) -> None:
        """Let the worker finish what it has begun, and wait for that."""
        with self._lock:
            self._stopping.set()
            if self._process is not None:
                self._process.terminate()
        self._keeper.join(STOP_SECONDS)
        if self._keeper.is_alive() and self._process is not None:
            self._process.kill()
            self._keeper.join()

    def _keep(self) -> None:
        pause = FIRST_PAUSE
        while True:
            started = monotonic()
            with self._lock:
                if self._stopping.is_set():
                    return
                # In a session of its own, so that Ctrl-C reaches it by way of us alone.
                self._process = subprocess.Popen(
                    self._command, stdin=subprocess.DEVNULL, start_new_session=True
                )
            code = self._process.wait()
            if self._stopping.is_set():
                return
            pause = FIRST_PAUSE if monotonic() - started > LONG_LIFE else pause
            logger.warning("the worker ended code=%s wait=%.1f", code, pause)
            self._stopping.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
