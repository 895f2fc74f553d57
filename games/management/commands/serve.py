"""The `serve` command: run the whole site on one machine, a web process and its workers."""

import hashlib
import os
import shlex
import signal
import sys
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from games.playing.clocks import outages
from games.storage.processes.connections import connect_apart
from games.storage.processes.listen import listen
from games.storage.processes.metrics_folder import share_figures
from games.storage.processes.supervisor import children
from games.web.live.descriptors import raise_limit


class Command(BaseCommand):
    """Prepares the database and the static files, then serves until it is stopped."""

    help = "Run the whole site on this machine: migrate, then a web process and its workers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="port; default 8000")
        parser.add_argument("--bind", default="127.0.0.1", help="address; default 127.0.0.1")
        parser.add_argument("--workers", type=int, default=1, help="number of workers; default 1")

    def handle(
        self, *args: Any, port: int, bind: str, workers: int, verbosity: int, **options: Any
    ) -> None:
        if workers < 1:
            raise CommandError("The site needs at least one worker.")
        # Either signal stops the command until the server installs its own handlers. In a script's
        # background job, SIGINT would otherwise be ignored.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler)
        raise_limit()
        with suppress(KeyboardInterrupt):
            listening = listen(bind, port)
            port = listening.getsockname()[1]
            _prepare()
            self._say_where(bind, port)
            # Set the address for this process, and for the workers it starts.
            settings.SITE_ADDRESS = os.environ["CASTLERISK_ADDRESS"] = address_of(bind, port)
            words = ("work", "--verbosity", str(verbosity))
            with children(*[("worker", *words)] * workers):
                # Call this before the import below, which creates the metrics.
                share_figures()
                # Imported late: it installs its event loop for the whole process.
                from games.web.live.daphne_server import serve

                serve(listening)

    def _say_where(self, bind: str, port: int) -> None:
        python = Path(sys.executable)
        if python.is_relative_to(Path.cwd()):
            python = python.relative_to(Path.cwd())
        admin = shlex.join([str(python), sys.argv[0], "createsuperuser"])
        self.stdout.write(f"Castlerisk is at http://{bind}:{port}/ until you press Ctrl-C.")
        self.stdout.write(f"To make an administrator: {admin}")
        self.stdout.flush()


def address_of(bind: str, port: int) -> str:
    """Return the base URL for links: CASTLERISK_ADDRESS, else the address that `serve` prints.

    A link with another host name or port would not carry the player's session cookie.
    """
    if os.environ.get("CASTLERISK_ADDRESS"):
        return settings.SITE_ADDRESS
    is_name = bind in settings.ALLOWED_HOSTS
    return f"http://{bind if is_name else urlsplit(settings.SITE_ADDRESS).hostname}:{port}"


def _prepare() -> None:
    """Migrate the database and collect the static files; raise CommandError if that fails."""
    # A connection pool would hide the reason for a failed connection.
    connect_apart()
    try:
        call_command("migrate", interactive=False, verbosity=0)
        _collect()
        # This heartbeat ends the outage since the last stop; the worker gives the lost time back.
        outages.beat()
        connection.close()
    except DatabaseError as error:
        reason = " ".join(str(error).split()).rstrip(".?")
        raise CommandError(f"The database cannot be used: {reason}.") from None
    except OSError as error:
        raise CommandError(f"{error.filename} cannot be written: {error.strerror}.") from None


# Static files


def _collect() -> None:
    """Run collectstatic if the source files have changed since the last run."""
    kept, collected = settings.VAR / "static-files", settings.STATIC_ROOT / "staticfiles.json"
    mark = _mark()
    # The collected files may have been deleted, so check that they exist.
    if collected.exists() and kept.exists() and kept.read_text(encoding="ascii") == mark:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    kept.write_text(mark, encoding="ascii")


def _mark() -> str:
    """Return a digest of the names, sizes and modification times of all static files."""
    digest = hashlib.sha256(str(settings.STATIC_ROOT).encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = os.stat(storage.path(name))
            digest.update(f"\n{name} {status.st_size} {status.st_mtime_ns}".encode())
    return digest.hexdigest()
