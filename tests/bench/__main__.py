"""Measure how fast the site is on this machine, and print the figures beside their limits.

    python -m tests.bench [--games 20] [--moves 60] [--rows 100000]

It creates its data in a temporary folder and deletes it afterwards. `--games` also plays that many
games of six captains to their end, which takes a while.
"""

import argparse
import os
import sys
from pathlib import Path

from tests.support.servers.leftovers import temporary_folder


def main() -> int:
    """Measure and print; return 1 if a limit is missed."""
    words = argparse.ArgumentParser(prog="python -m tests.bench")
    words.add_argument("--games", type=int, default=0, help="games of six captains to play")
    words.add_argument("--moves", type=int, default=60, help="moves to measure with")
    words.add_argument("--rows", type=int, default=100_000, help="rows in the admin's lists")
    asked = words.parse_args()
    with temporary_folder("bench") as folder:
        os.environ |= {
            "CASTLERISK_VAR": folder,
            "CASTLERISK_DEBUG": "false",
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "castlerisk_site.settings",
        }
        _set_up()
        # Django must be set up before its modules are imported.
        from games.drawing.display.options import PLAYABLE
        from tests.bench import (
            budget,
            layouts,
            lists,
            many_games,
            mine,
            moves,
            pages,
            pushes,
            sent,
        )
        from tests.bench.figures import Figures
        from tests.bench.tables import made_table

        figures = Figures()
        budget.measure(figures)
        table = made_table("early")
        moves.measure(figures, table, asked.moves)
        tables = {game.name: made_table(game.name, game.name) for game in PLAYABLE}
        pages.measure(figures, tables.values(), Path(folder))
        mine.measure(figures)
        for each in tables.values():
            sent.measure(figures, each, 2 * asked.moves)
        for game in PLAYABLE:
            sent.measure_falls(figures, game.name)
        pushes.measure(figures, made_table("pushed"), Path(folder), asked.moves)
        layouts.measure(figures, made_table("drawn"), Path(folder))
        lists.measure(figures, asked.rows)
        if asked.games:
            many_games.measure(figures, asked.games)
        return int(figures.is_missed)


def _set_up() -> None:
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


if __name__ == "__main__":
    sys.exit(main())
