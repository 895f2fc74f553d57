"""The `retention` command: delete data that has reached the end of its retention period."""

from typing import Any

from django.core.management.base import BaseCommand

from games.community.privacy.retention import RETENTION


class Command(BaseCommand):
    """Deletes expired data, and prints how much."""

    help = "Delete expired chat, evidence, network data and sessions now; workers do so once a day."

    def handle(self, *args: Any, **options: Any) -> None:
        for name, forget in RETENTION.items():
            self.stdout.write(f"{name}: {forget()} deleted.")
