"""The `retention` command: delete data that has reached the end of its retention period."""

from typing import Any

from django.core.management.base import BaseCommand

from games.privacy.retention import RETENTION


class Command(BaseCommand):
    """Deletes expired data, and prints how much."""

    help = (
        "Deletes old talk, evidence, traces of networks and sessions at once; workers do so daily."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        for name, forget in RETENTION.items():
            self.stdout.write(f"{name}: {forget()} deleted.")
