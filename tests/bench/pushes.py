"""From the posted form to the sockets of all who look, in a server with real connections."""

import asyncio
import re
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import perf_counter

from websockets.asyncio.client import ClientConnection, connect

from tests.bench.figures import Figures
from tests.bench.tables import SixPeople
from tests.games.live import Browser, Server

MOST_MILLISECONDS = 25
WATCHERS = 200
QUIET = 0.3


def measure(figures: Figures, table: SixPeople, folder: Path, moves: int) -> None:
    """Measure with the six players alone, then with many watchers beside them."""
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
    figures.add_times(f"Form posted to {WATCHERS} watchers", each, MOST_MILLISECONDS)


async def _measured(
    table: SixPeople, players: list[Browser], watchers: list[Browser], moves: int
) -> list[list[float]]:
    """Return, for each move that everybody was told of, after how long each was told."""
    path = f"/ws/games/{table.code}/"
    measured: list[list[float]] = []
    async with AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(_socket(browser, path))
            for browser in (*players, *watchers)
        ]
        heard: list[float | None] = [None] * len(sockets)
        shown = [""] * len(sockets)
        tasks = [
            asyncio.create_task(_listen(socket, heard, shown, number))
            for number, socket in enumerate(sockets)
        ]
        await asyncio.sleep(2)
        for _ in range(moves):
            decision, move = await asyncio.to_thread(table.next_move)
            heard[:] = [None] * len(sockets)
            fields = table.fields(decision, move, shown[decision.seat])
            started = perf_counter()
            await asyncio.to_thread(_post, players[decision.seat], table.code, fields)
            await _until(lambda: None not in heard, QUIET)
            if None not in heard:
                measured.append([moment - started for moment in heard])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return measured


def _socket(browser: Browser, path: str) -> connect:
    return connect(
        f"ws://{browser.server.host}{path}",
        origin=f"http://{browser.server.host}",
        additional_headers={"Cookie": browser.cookie},
        compression=None,
    )


async def _listen(
    socket: ClientConnection, heard: list[float | None], shown: list[str], number: int
) -> None:
    async for message in socket:
        if message.startswith("<"):
            heard[number] = perf_counter()
            shown[number] = _VERSION.search(message)[1]


_VERSION = re.compile(r'data-version="(\w+)"')


def _post(browser: Browser, code: str, fields: dict) -> None:
    status, text = browser.post(f"/games/{code}/moves/", **fields)
    assert status == 200, text


async def _until(condition: Callable[[], bool], seconds: float) -> None:
    end = perf_counter() + seconds
    while not condition() and perf_counter() < end:
        await asyncio.sleep(0.005)
