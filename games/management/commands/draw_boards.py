"""The `draw_boards` command: draw the static files of the boards from their data."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.management.board_art.files import files
from rules import RULESETS
from rules.board import load_board

BOARDS = tuple(dict.fromkeys(ruleset.board_name for ruleset in RULESETS.values()))
"""The boards in use, each once: several games may share a board."""


class Command(BaseCommand):
    """Draws the boards and prints the size of each file."""

    help = "Draw the static files of the boards from their data."

    def handle(self, *args: Any, **options: Any) -> None:
        for name in BOARDS:
            folder = settings.ROOT / "static" / "drawing" / "board" / name
            folder.mkdir(parents=True, exist_ok=True)
            for file, text in files(load_board(name)).items():
                (folder / file).write_text(text, encoding="utf-8")
                self.stdout.write(f"{name}/{file}: {len(text.encode())} bytes")
