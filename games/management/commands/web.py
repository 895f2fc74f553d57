"""The `web` command: run one web process of a site, without preparing anything."""

import signal
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand

from games.storage.processes.listen import listen
from games.storage.processes.metrics_folder import share_figures
from games.storage.processes.systemd import say_ready
from games.web.live.descriptors import raise_limit


class Command(BaseCommand):
    """Serves until it is stopped; with PostgreSQL and Redis, several may run."""

    help = "Run one web process, without a worker, migrations or collectstatic."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="port; default 8000")
        parser.add_argument("--bind", default="127.0.0.1", help="address; default 127.0.0.1")

    def handle(self, *args: Any, bind: str, port: int, **options: Any) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler)
        raise_limit()
        with suppress(KeyboardInterrupt):
            listening = listen(bind, port)
            # Call this before the import below, which creates the metrics.
            share_figures()
            # Imported late: it installs its event loop for the whole process.
            from games.web.live.daphne_server import serve

            serve(listening, say_ready)
