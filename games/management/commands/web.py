"""The `web` command: run one web process of a site, without preparing anything."""

import signal
import socket
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand

from games.live.descriptors import raise_limit
from games.processes.listen import BACKLOG, listen
from games.processes.metrics_folder import share_figures
from games.processes.supervisor import end_with, say_ready


class Command(BaseCommand):
    """Serves until it is stopped; with PostgreSQL and Redis, several may run."""

    help = "Runs one web process: no worker, and nothing is brought up to date."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="8000 unless told")
        parser.add_argument("--bind", default="127.0.0.1", help="127.0.0.1 unless told")
        parser.add_argument("--fd", type=int, help="a socket that is listened at already")
        parser.add_argument(
            "--parent", type=int, help="stop when the parent process is not this one any more"
        )
        parser.add_argument("--ready", type=int, help="where to say that it is ready")

    def handle(self, *args: Any, **options: Any) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler)
        raise_limit()
        with suppress(KeyboardInterrupt):
            listening = _socket(options)
            end_with(options["parent"])
            # Before the import below, which creates the metrics.
            share_figures()
            # Imported late: it installs its event loop for the whole process.
            from games.live.daphne_server import serve

            serve(listening, lambda: say_ready(options["ready"]))


def _socket(options: dict[str, Any]) -> socket.socket:
    if options["fd"] is None:
        return listen(options["bind"], options["port"])
    listening = socket.socket(fileno=options["fd"])
    listening.listen(BACKLOG)
    return listening
