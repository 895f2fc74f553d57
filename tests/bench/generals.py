"""Many games of generals at once: what they cost people's moves and deadlines."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from statistics import median, quantiles
from time import sleep

from django.db import transaction
from django.utils import timezone

from games.models import Due, Game, Move, User
from games.playing.start import create_game, start_game
from games.storage.store import clocks
from games.storage.store.database_time import milliseconds
from rules import Options
from tests.bench.figures import Figures
from tests.chaos.parts import Web, Worker
from tests.chaos.people import Person
from tests.support.visitors.patience import wait_until

WORKERS = 2
LOOK_SECONDS = 0.5
SEATS = 4
DEADLINES_A_SECOND = 2
MOST_TIMES, LATEST_MILLISECONDS = 1.5, 1000.0
ALONE = "no games of generals"
LOADS = (
    (ALONE, None),
    ("brisk generals", Game.Pace.QUICK),
    ("instant generals", Game.Pace.AT_ONCE),
    (ALONE, None),
)
"""The loads to compare, by the pace of the generals; instant ones move as fast as workers can.

The first load is measured again at the end, because the machine may have other work for a while.
"""


def measure(figures: Figures, games: int, seconds: float) -> None:
    """Measure people's moves and deadlines without generals, and beside this many games of them."""
    users = [User.objects.create_user(f"Player {number}") for number in range(1, 4)]
    moves: dict[str, list[float]] = {load: [] for load, _ in LOADS}
    late: dict[str, list[float]] = {load: [] for load, _ in LOADS}
    with ExitStack() as stack:
        web = Web("web", stack)
        workers = [Worker(f"worker {number}", stack) for number in range(WORKERS)]
        for part in (web, *workers):
            part.come_back()
        for load, pace in LOADS:
            with _generals(figures, load, games, pace):
                lasted, overdue = _play(users, web, seconds)
            moves[load] += lasted
            late[load] += overdue
        for worker in workers:
            worker.running.stop()
        complaints = sum(len(one.running.complaints()) for one in workers)
    for load in moves:
        _report(figures, load, moves, late)
    figures.add("Complaints of the workers", complaints, 0)


def _report(
    figures: Figures, load: str, moves: dict[str, list[float]], late: dict[str, list[float]]
) -> None:
    """Print the figures of a load, and the ratios to those without it."""
    figures.add_times(f"A person's move, {load}", moves[load])
    figures.add("The same, p99", 1000 * _p99(moves[load]), None, " ms")
    if load != ALONE:
        figures.add("Times as long, p50", median(moves[load]) / median(moves[ALONE]), MOST_TIMES)
        figures.add("Times as long, p99", _p99(moves[load]) / _p99(moves[ALONE]))
    figures.add_times(f"A deadline late by, {load}", late[load])
    figures.add("The latest", 1000 * max(late[load]), LATEST_MILLISECONDS, " ms")
    figures.add(f"Fired early, of {len(late[load])}", sum(each < 0 for each in late[load]), 0)


def _p99(seconds: list[float]) -> float:
    return quantiles(seconds, n=100)[-1]


@contextmanager
def _generals(figures: Figures, load: str, games: int, pace: str | None) -> Iterator[None]:
    """Run games of generals of this pace in the block, if any, and print how fast they move."""
    if pace is None:
        yield
        return
    names = ["general"] * SEATS
    codes = [create_game(names, Options(quick=True)).code for _ in range(games)]
    running = Game.objects.filter(code__in=codes)
    running.update(pace=pace)
    for code in codes:
        start_game(code)
    # The set-up has few decisions worth thinking about.
    wait_until(lambda: not running.filter(round=0).exists(), pause=LOOK_SECONDS)
    begun = timezone.now()
    yield
    lasted = (timezone.now() - begun).total_seconds()
    made = Move.objects.filter(game__code__in=codes, made_at__gt=begun).count()
    figures.add(f"Moves a second, {games} games, {load}", made / lasted)
    figures.add("Games still going", running.filter(status=Game.Status.RUNNING).count())
    _cancel(codes)


def _cancel(codes: Iterable[str]) -> None:
    """Cancel games, so that workers have nothing more to do in them."""
    Game.objects.filter(code__in=codes).update(status=Game.Status.CANCELLED)
    Due.objects.filter(game__code__in=codes).delete()


def _play(users: list[User], web: Web, seconds: float) -> tuple[list[float], list[float]]:
    """Let people play for some seconds; return how long moves took and how late deadlines were."""
    person = Person(lambda: _begin(users), users, [web], seed=1)
    due = _deadlines(users[:2], seconds)
    person.start()
    sleep(seconds)
    person.end()
    if person.error is not None:
        raise person.error
    done = Move.objects.filter(game__code__in=due, by=Move.By.CLOCK)
    wait_until(lambda: done.count() >= 2 * len(due), pause=LOOK_SECONDS)
    times = done.values_list("game__code", "made_at")
    late = [(made_at - due[code]).total_seconds() for code, made_at in times]
    _cancel(due)
    return person.lasted, late


@transaction.atomic
def _begin(users: list[User]) -> str:
    code = create_game(users, Options(quick=True)).code
    start_game(code)
    return code


def _deadlines(users: list[User], seconds: float) -> dict[str, datetime]:
    """Create games whose deadlines, two each, are spread over some seconds; return them by code."""
    number = round(seconds * DEADLINES_A_SECOND / 2)
    codes = [create_game(users, Options(quick=True)).code for _ in range(number)]
    for code in codes:
        start_game(code)
    start = timezone.now()
    due = {
        code: start + timedelta(seconds=1 + seconds * i / number) for i, code in enumerate(codes)
    }
    for game in Game.objects.filter(code__in=codes):
        for clock in game.clocks["running"].values():
            clock["until"] = milliseconds(due[game.code])
            clock.pop("warn", None)
        Game.objects.filter(pk=game.pk).update(clocks=game.clocks)
        Due.objects.filter(game=game, kind=clocks.CLOCK).update(when=due[game.code])
    return due
