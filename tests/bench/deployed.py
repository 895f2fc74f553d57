"""Measure a site of several processes, with its own PostgreSQL and Redis.

python -m tests.bench.deployed [--deadlines 1000] [--games 50] [--seconds 20]
"""

import argparse
import os
import sys
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from statistics import quantiles
from time import sleep, time

from games.storage.store.database_time import milliseconds
from tests.support.servers import postgresql, redis_servers
from tests.support.servers.leftovers import temporary_folder
from tests.support.visitors.patience import wait_until

DEADLINE_SECONDS, LEAST_ROLLS, VISIBLE_MILLISECONDS = 5.0, 250, 1500
DEADLINE_WORKERS, ROLL_WORKERS = 3, 4
FRAMES = 25
LOOK_SECONDS = 0.5
ROLLS = frozenset(("battle_fought", "assassin_rolled", "first_rolled"))
PLACEMENTS = frozenset(("placed", "occupied"))
"""Armies placed or occupying vacated territories (ELM-4); other moves of armies do not count."""


def main() -> int:
    """Measure, print, and return 1 if a limit is exceeded."""
    words = argparse.ArgumentParser(prog="python -m tests.bench.deployed")
    words.add_argument("--deadlines", type=int, default=1000, help="deadlines due together")
    words.add_argument("--games", type=int, default=50, help="games of bots played at once")
    words.add_argument("--seconds", type=float, default=20, help="seconds of play")
    asked = words.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(temporary_folder("bench")))
        cluster = stack.enter_context(postgresql.cluster(settings=postgresql.KEPT))
        redis = redis_servers.started(folder)
        stack.callback(redis.kill)
        os.environ |= {
            "CASTLERISK_VAR": str(folder),
            "CASTLERISK_DEBUG": "false",
            "DATABASE_URL": cluster.address,
            "REDIS_URL": redis.address,
            "DJANGO_SETTINGS_MODULE": "tests.support.servers.served",
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        # Django must be set up before the site's modules are imported.
        from tests.bench import generals
        from tests.bench.figures import Figures

        figures = Figures()
        measure_deadlines(figures, asked.deadlines)
        measure_visible(figures)
        generals.measure(figures, asked.games, asked.seconds)
        measure_rolls(figures, asked.games, asked.seconds)
        return int(figures.is_missed)


@contextmanager
def workers(count: int):
    """Run this many workers inside the block."""
    from tests.support.servers.processes import running

    with ExitStack() as stack:
        all_of_them = [stack.enter_context(running("work")) for _ in range(count)]
        for one in all_of_them:
            one.wait_for("games.work started")
        yield all_of_them
        for one in all_of_them:
            one.stop()


def measure_deadlines(figures, deadlines: int) -> None:
    """Make deadlines that are due at the same moment, two per game; measure when all have fired."""
    from django.db.models import Max
    from django.utils import timezone

    from games.models import Due, Game, Move, User
    from games.playing.start import create_game, start_game
    from games.storage.store import clocks
    from rules import Options

    users = [User.objects.create_user(f"Person {number}") for number in (1, 2)]
    codes = [create_game(users, Options(quick=True)).code for _ in range(deadlines // 2)]
    for code in codes:
        start_game(code)
    with workers(DEADLINE_WORKERS):
        moment = timezone.now() + timedelta(seconds=deadlines / 100)
        games = list(Game.objects.filter(code__in=codes))
        for game in games:
            for clock in game.clocks["running"].values():
                clock["until"] = milliseconds(moment)
                clock.pop("warn", None)
        Game.objects.bulk_update(games, ["clocks"], batch_size=100)
        Due.objects.filter(game__in=games, kind=clocks.CLOCK).update(when=moment)
        assert timezone.now() < moment, "They were due before all of them were set."
        done = Move.objects.filter(game__in=games, by=Move.By.CLOCK)
        # Counting without pauses would take processor time from the workers.
        wait_until(lambda: done.count() >= deadlines, pause=LOOK_SECONDS)
        last = done.aggregate(last=Max("made_at"))["last"]
    early = done.filter(made_at__lt=moment).count()
    what = f"{deadlines} deadlines of one moment, {DEADLINE_WORKERS} workers: all done"
    figures.add(what, (last - moment).total_seconds(), DEADLINE_SECONDS, " s")
    figures.add("Deadlines fired early, or twice", early + done.count() - deadlines, 0)
    games_over = Game.objects.filter(code__in=codes)
    games_over.update(status=Game.Status.CANCELLED)
    Due.objects.all().delete()


def measure_visible(figures) -> None:
    """Measure the time from when a bot's move is due until its push reaches an open page."""
    from games.models import Game
    from games.playing.start import create_game, start_game
    from rules import Options
    from tests.chaos.parts import Web
    from tests.support.servers.live import Browser, Page
    from tests.support.visitors.waiting import times

    code = create_game(["captain"] * 4, Options(quick=True)).code
    Game.objects.filter(code=code).update(pace=Game.Pace.QUICK)
    start_game(code)
    seconds = []
    with ExitStack() as stack, workers(2):
        web = Web("web", stack)
        web.come_back()
        page = Page(Browser(web), code)
        while len(seconds) < FRAMES:
            call = times(code).bot
            if call is None or not page.hear().startswith("<"):
                continue
            late = time() - call.when / 1000
            # A push before the due time is about something else.
            if late > 0:
                seconds.append(late)
        page.close()
    figures.add_times("A bot's move due to visible over a socket", seconds)
    found = 1000 * quantiles(seconds, n=20)[-1]
    figures.add("The same, p95, against its limit", found, VISIBLE_MILLISECONDS, " ms")
    Game.objects.filter(code=code).update(status=Game.Status.CANCELLED)


def measure_rolls(figures, games: int, seconds: float) -> None:
    """Measure how many battles and placements per second the bots of many games make."""
    from django.utils import timezone

    from games.models import Game, Move
    from games.playing.start import create_game, start_game
    from rules import Options

    codes = [create_game(["captain"] * 4, Options(quick=True)).code for _ in range(games)]
    Game.objects.filter(code__in=codes).update(pace=Game.Pace.AT_ONCE)
    for code in codes:
        start_game(code)
    with workers(ROLL_WORKERS) as all_of_them:
        # The set-up has few battles or placements, so wait for the first round.
        wait_until(lambda: Game.objects.filter(code__in=codes, round__gt=0).exists())
        begun = timezone.now()
        sleep(seconds)
        ended = timezone.now()
    entries = Move.objects.filter(game__code__in=codes, made_at__range=(begun, ended))
    rolls = sum(
        event["event"] in ROLLS | PLACEMENTS
        for public in entries.values_list("public", flat=True)
        for event in public["events"]
    )
    lasted = (ended - begun).total_seconds()
    figures.add_least(
        f"Rolls and placements a second, {games} games, {ROLL_WORKERS} workers",
        rolls / lasted,
        LEAST_ROLLS,
    )
    figures.add("Moves a second in them", entries.count() / lasted)
    figures.add("Complaints of the workers", sum(len(one.complaints()) for one in all_of_them), 0)


if __name__ == "__main__":
    sys.exit(main())
