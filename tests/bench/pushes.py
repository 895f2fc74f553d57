"""Time from a posted form to the pushes on all sockets, in a server with real connections."""

import asyncio
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.figures import Figures
from tests.bench.sockets import opened
from tests.bench.tables import SixPeople
from tests.support.servers.live import Browser, Server

MOST_MILLISECONDS = 25
WATCHERS, MOST_MILLISECONDS_OF_WATCHERS = 200, 40
QUIET = 0.3


def measure(figures: Figures, table: SixPeople, folder: Path, moves: int) -> None:
    """Measure with the six players alone, then with many watchers too."""
    place = folder / "pushed"
    place.mkdir()
    server = Server(place, "castlerisk_site.settings", static=folder / "static")
    server.start()
    try:
        players = [Browser(server, user) for user in table.users]
        alone = asyncio.run(_measured(table, players, [], moves))
        watchers = [Browser(server) for _ in range(WATCHERS)]
        crowded = asyncio.run(_measured(table, players, watchers, moves))
    finally:
        server.stop()
    last = [max(times[:6]) for times in alone]
    figures.add_times("Form posted to the last of six sockets", last, MOST_MILLISECONDS)
    each = [median(times[6:]) for times in crowded]
    what = f"Form posted to {WATCHERS} watchers"
    figures.add_times(what, each, MOST_MILLISECONDS_OF_WATCHERS)


async def _measured(
    table: SixPeople, players: list[Browser], watchers: list[Browser], moves: int
) -> list[list[float]]:
    """Return, for each move pushed to everybody, the seconds until each push."""
    path = f"/ws/games/{table.code}/"
    browsers = (*players, *watchers)
    measured: list[list[float]] = []
    heard: list[float | None] = [None] * len(browsers)
    shown = [""] * len(browsers)

    def hear(number: int, moment: float, message: bytes) -> None:
        if message.startswith(b"<"):
            heard[number] = moment
            if number < len(players):
                shown[number] = _VERSION.search(message)[1].decode()

    # Each socket has its own address, because the server limits the sockets per address.
    sockets = [
        await opened(browser, path, f"127.0.1.{number + 1}", partial(hear, number))
        for number, browser in enumerate(browsers)
    ]
    await asyncio.sleep(2)
    for _ in range(moves):
        decision, move = await asyncio.to_thread(table.next_move)
        heard[:] = [None] * len(browsers)
        fields = table.fields(decision, move, shown[decision.seat])
        started = perf_counter()
        await asyncio.to_thread(post, players[decision.seat], table.code, fields)
        await _until(lambda: None not in heard, QUIET)
        if None not in heard:
            measured.append([moment - started for moment in heard])
    for socket in sockets:
        socket.transport.abort()
    return measured


_VERSION = re.compile(rb'data-version="(\w+)"')


def post(browser: Browser, code: str, fields: dict) -> None:
    """Post a move as a player's page does."""
    status, text = browser.post(f"/games/{code}/moves/", **fields)
    assert status == 200, text


async def _until(condition: Callable[[], bool], seconds: float) -> None:
    end = perf_counter() + seconds
    while not condition() and perf_counter() < end:
        await asyncio.sleep(0.005)
