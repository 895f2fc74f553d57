"""The `dev` command: serve while working on the site, and reload when a file changes."""

from typing import Any

from daphne.management.commands.runserver import Command as RunServer

from games.storage.processes.supervisor import children


class Command(RunServer):
    """Runs daphne's `runserver` beside a worker; each reload also replaces the worker."""

    help = "Serve for development: a web process that reloads on changes, and a worker."

    def inner_run(self, *args: Any, **options: Any) -> None:
        with children(("worker", "work")):
            super().inner_run(*args, **options)
