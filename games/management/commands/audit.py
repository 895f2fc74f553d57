"""The `audit` command: replay games from their logs and compare them with the database."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.community.fairness.audit import Mismatch, audit
from games.models import Game


class Command(BaseCommand):
    """Audits one game, or all; fails if a game differs from its replayed log."""

    help = "Replay games from their logs and compare the result with the database, card by card."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", help="code of one game; default all games")

    def handle(self, *args: Any, game: str | None = None, **options: Any) -> None:
        codes = [game] if game else list(Game.objects.order_by("pk").values_list("code", flat=True))
        damaged = sum(not self._is_sound(code) for code in codes)
        if damaged:
            raise CommandError(f"{damaged} of {len(codes)} games differ from their logs.")
        self.stdout.write(f"{len(codes)} games match their logs.")

    def _is_sound(self, code: str) -> bool:
        try:
            entries = audit(code)
        except Game.DoesNotExist:
            raise CommandError(f"There is no game {code}.") from None
        except Mismatch as difference:
            self.stderr.write(f"{code}: {difference}")
            return False
        self.stdout.write(f"{code}: {entries} entries match.")
        return True
