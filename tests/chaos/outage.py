"""Stop a site with many running games for longer than the outage limit, and start it again.

One worker must give every game its time back once, without counting its own work as the next
outage, and a player must be able to move meanwhile.
"""

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from statistics import median
from time import monotonic

from django.db import transaction
from django.db.models import F

from games.models import AbsenceStep, Due, Game, Heartbeat, Outage, User
from games.playing.clocks.outages import WORKERS
from games.playing.start import create_game, start_game
from games.storage.processes.connections import connect_apart
from games.storage.store import clocks
from games.storage.store.database_time import moment_now
from rules import Options
from tests.chaos.parts import Web, Worker
from tests.chaos.people import Person
from tests.chaos.scenarios import Site
from tests.support.visitors.patience import wait_until

STARTED_TOGETHER = 50
AWAY = timedelta(minutes=10)
"""How long the site was down, according to the database."""

TURN_SECONDS = 86_400
MEDIAN_SECONDS = 1.0
"""The limit on the median time of a move while games get their time back."""


def run(asked: Namespace, site: Site) -> list[str]:
    """Run the scenario; return what went wrong."""
    connect_apart()
    users = [User.objects.create_user(f"Player {number}") for number in (1, 2)]
    before = _start_games(users, asked.games)
    _be_away()
    web, worker = Web("web", site.stack), Worker("worker", site.stack)
    web.come_back()
    person = Person(lambda: _begin(users), users, [web], seed=1)
    person.start()
    began = monotonic()
    worker.come_back()
    wait_until(lambda: Outage.objects.exclude(closed_at=None).exists(), 60 * asked.minutes)
    took = monotonic() - began
    # If giving the time back caused an outage, the next heartbeats would record it.
    beat = Heartbeat.objects.get(pk=WORKERS).at
    wait_until(lambda: Heartbeat.objects.get(pk=WORKERS).at > beat + timedelta(seconds=4))
    person.end()
    codes = ", ".join(str(part.running.stop()) for part in (worker, web))
    print(
        f"{len(before)} games had their time back {took:.1f} s after the worker was started; "
        f"{len(person.lasted)} moves meanwhile took {median(person.lasted):.2f} s (median) "
        f"and {max(person.lasted):.2f} s at most; exit codes {codes}"
    )
    return list(_problems(before, person))


def _start_games(users: list[User], count: int) -> dict[str, int]:
    """Start games that wait for their players; return the time their clocks run out, by code."""
    left = count
    while left > 0:
        with transaction.atomic():
            for _ in range(min(left, STARTED_TOGETHER)):
                start_game(create_game(users, Options(quick=True)).code)
        left -= STARTED_TOGETHER
    return {code: _until(data) for code, data in Game.objects.values_list("code", "clocks")}


def _begin(users: list[User]) -> str:
    with transaction.atomic():
        code = create_game([*users, "captain"], Options(quick=True)).code
        Game.objects.filter(code=code).update(pace=Game.Pace.QUICK, turn_seconds=TURN_SECONDS)
        start_game(code)
    return code


def _until(data: dict) -> int:
    return max(clock.until for clock in clocks.from_json(data).running.values())


def _be_away() -> None:
    """Backdate the database: the site went down a moment after the games began."""
    last = moment_now() - AWAY
    for part in (1, 2):
        Heartbeat.objects.update_or_create(pk=part, defaults={"at": last})
    back = AWAY // timedelta(milliseconds=1)
    games = list(Game.objects.all())
    for game in games:
        for clock in game.clocks["running"].values():
            for name in ("since", "warn", "until"):
                if name in clock:
                    clock[name] -= back
    Game.objects.bulk_update(games, ["clocks"], batch_size=STARTED_TOGETHER)
    Due.objects.update(when=F("when") - AWAY)


def _problems(before: dict[str, int], person: Person) -> Iterator[str]:
    outages = list(Outage.objects.order_by("pk"))
    lost = outages[-1].ended - outages[0].began
    print(f"outages: {', '.join(str(one) for one in outages)}")
    # The web process and the worker come back one after the other.
    if len(outages) > 2:
        yield f"giving back was counted as an outage: {len(outages)} of them"
    if any(one.closed_at is None for one in outages):
        yield "an outage was not closed"
    games = Game.objects.filter(code__in=before)
    moved = Counter(
        _until(data) - before[code] - (lost - AWAY) // timedelta(milliseconds=1)
        for code, data in games.values_list("code", "clocks")
    )
    if any(abs(off) > len(outages) for off in moved):
        yield f"games got another time back than they lost, by milliseconds: {moved}"
    if games.exclude(number=0).exists():
        yield "a clock ran out before its game had its time back"
    told = AbsenceStep.objects.filter(step="given back", game__in=games).values_list("game")
    if set(Counter(told).values()) != {1} or len(set(told)) != len(before):
        yield "players were not told once of the outage"
    if person.error is not None or not person.answered:
        yield f"a player could not move: {person.error!r}"
    elif median(person.lasted) > MEDIAN_SECONDS:
        yield f"moves took {median(person.lasted):.2f} s (median) while games got their time"
