"""The `wordings` command: print every text that people read on the site, by area."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

import games
from games.management.wordings import sources, tables

_ROOT = Path(games.__file__).parents[1]

_TABLES = {
    "log": tables.log_lines,
    "decisions": tables.decision_lines,
    "notices": tables.notice_lines,
    "settings": tables.setting_lines,
}

_SOURCES = (
    ("rules", "**/*.py", sources.python_texts),
    ("games", "**/*.py", sources.python_texts),
    ("castlerisk_site", "**/*.py", sources.python_texts),
    ("templates", "**/*.*", sources.template_texts),
    ("static", "**/*.js", sources.script_texts),
)

_LEFT_OUT = ("migrations", "cases", "terminal", "vendor", "wordings")
"""Folders without texts of the site."""


class Command(BaseCommand):
    """Prints a line for each text: its area, its key (or file) and the text, separated by tabs."""

    help = "Print every text that people read on the site, by area, to be read in one list."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("area", nargs="?", default="", help="only areas that begin with this")

    def handle(self, *args: Any, area: str = "", **options: Any) -> None:
        for name, key, text in every_text():
            if name.startswith(area):
                self.stdout.write(f"{name}\t{key}\t{text}")


def every_text() -> Iterator[tuple[str, str, str]]:
    """Yield every text as (area, key, text); the key is a name from a table, or a file."""
    for area, lines in _TABLES.items():
        yield from ((area, key, text) for key, text in lines() if text)
    for folder, pattern, read in _SOURCES:
        for path in sorted((_ROOT / folder).glob(pattern)):
            place = path.relative_to(_ROOT)
            if not _is_left_out(place.parts):
                yield from ((str(place.parent), place.name, text) for text in read(path))


def _is_left_out(parts: Iterable[str]) -> bool:
    return not set(_LEFT_OUT).isdisjoint(parts)
