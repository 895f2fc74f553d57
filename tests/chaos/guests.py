"""Let many guests press Play now at once and leave, while somebody else plays on.

Their seats are then given to stewards, so bots would play all these games to the end. Each game
must be paused, and the bots of the remaining player must be on time again.
"""

import re
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http.cookiejar import CookieJar
from statistics import median
from time import monotonic
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from django.db import transaction

from games.models import AbsenceStep, Game, LastVisit, Move, User
from games.playing.clocks import unattended
from games.playing.play import play_for
from games.playing.start import create_game, start_game
from games.storage.processes.connections import connect_apart
from games.storage.store.database_time import moment_now
from rules import Options
from rules.moves import Control, TakeSeat
from tests.chaos.parts import Web, Worker
from tests.chaos.people import Person
from tests.chaos.scenarios import Site
from tests.support.visitors.patience import wait_until

BROWSERS = 20
"""How many guests press at the same moment; the others follow directly."""

MEASURED = timedelta(seconds=5)
MEDIAN_SECONDS = 1.0
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_VALUE = "5eed" * 16


def run(asked: Namespace, site: Site) -> list[str]:
    """Run the scenario; return what went wrong."""
    connect_apart()
    web, worker = Web("web", site.stack), Worker("worker", site.stack)
    web.come_back()
    worker.come_back()
    began = monotonic()
    with ThreadPoolExecutor(BROWSERS) as browsers:
        codes = list(browsers.map(lambda number: _press(web, number), range(asked.guests)))
    print(f"{len(set(codes))} guests began their games in {monotonic() - began:.1f} s")
    _leave(codes)
    user = User.objects.create_user("Player who stays")
    before = _moves_a_second(codes)
    wait_until(lambda: _paused(codes) == len(codes), 60 * asked.minutes)
    took = monotonic() - began
    person = Person(lambda: _begin(user), [user], [web], seed=1)
    person.start()
    after = _moves_a_second(codes)
    wait_until(lambda: len(person.answered) >= asked.moves or person.error, 60 * asked.minutes)
    person.end()
    for part in (worker, web):
        part.running.stop()
    lasted = f"{median(person.lasted):.2f} s" if person.lasted else "nothing"
    print(
        f"all were paused {took:.0f} s after the first press; their bots made {before:.0f} moves a "
        f"second before and {after:.0f} afterwards; moves of who stays took {lasted} (median)"
    )
    return list(_problems(codes, after, person))


def _press(web: Web, number: int) -> str:
    """Press Play now as a guest with their own address; return the code of the game."""
    opener = build_opener(HTTPCookieProcessor(CookieJar()))
    opener.addheaders = [("X-Forwarded-For", f"10.0.{number // 250}.{number % 250 + 1}")]
    page = _read(opener, web, "/")
    for path, value in (("/play-now/", ""), (None, _VALUE)):
        path = path or re.search(r'action="(/games/[^"]+/begin/)"', page)[1]
        fields = {"csrfmiddlewaretoken": _TOKEN.search(page)[1], "public_value": value}
        page = _read(opener, web, path, fields)
    return re.search(r"/games/([a-z0-9]+)/", page)[1]


def _read(opener, web: Web, path: str, fields: dict[str, str] | None = None) -> str:
    data = None if fields is None else urlencode(fields).encode()
    request = Request(f"http://{web.host}{path}", data)
    with opener.open(request, timeout=120) as answer:
        return answer.read().decode()


def _leave(codes: list[str]) -> None:
    """Give the guests' seats to stewards, and set their last visits long ago."""
    for code in codes:
        play_for(code, 0, TakeSeat(Control.STEWARD, own=True), Move.By.CLOCK, decision=None)
    long_ago = moment_now() - 2 * unattended.GUEST_GRACE
    games = Game.objects.filter(code__in=codes)
    LastVisit.objects.filter(game__in=games).update(seen_at=long_ago)
    games.update(created_at=long_ago)


def _moves_a_second(codes: list[str]) -> float:
    began, first = monotonic(), _made(codes)
    wait_until(lambda: monotonic() - began >= MEASURED.total_seconds())
    return (_made(codes) - first) / (monotonic() - began)


def _made(codes: list[str]) -> int:
    return Move.objects.filter(game__code__in=codes).count()


def _paused(codes: list[str]) -> int:
    steps = AbsenceStep.objects.filter(game__code__in=codes, step=AbsenceStep.Step.UNATTENDED)
    return steps.values("game").distinct().count()


def _begin(user: User) -> str:
    with transaction.atomic():
        code = create_game([user, "captain", "captain"], Options(quick=True)).code
        Game.objects.filter(code=code).update(pace=Game.Pace.QUICK)
        start_game(code)
    return code


def _problems(codes: list[str], after: float, person: Person) -> Iterator[str]:
    if len(set(codes)) != len(codes):
        yield "two guests have one game"
    if after:
        yield f"bots made {after:.1f} moves a second in games that are paused"
    if person.error is not None or not person.answered:
        yield f"somebody else could not play: {person.error!r}"
    elif median(person.lasted) > MEDIAN_SECONDS:
        yield f"moves of somebody else took {median(person.lasted):.2f} s (median)"
