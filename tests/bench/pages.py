"""The table page: server time, and the bytes of a first visit."""

import gzip
import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from time import perf_counter
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from django.test import Client

from games.management.commands.draw_boards import BOARDS
from tests.bench.figures import Figures
from tests.bench.tables import SixPeople
from tests.support.servers.live import Server

MOST_MILLISECONDS = 60
MOST_KILOBYTES = 250
MOST_NOT_KEPT = 10
VISITS = 40
FOR_EVER = 30 * 24 * 3600
"""Files that may be cached for at least this many seconds count as cached for ever."""


def measure(figures: Figures, tables: Iterable[SixPeople], folder: Path) -> None:
    """Measure the pages of tables repeatedly, then a first visit to each."""
    place = folder / "visited"
    place.mkdir()
    server = Server(place, "castlerisk_site.settings", static=folder / "static")
    server.start()
    try:
        for table in tables:
            _measure_table(figures, table, server)
    finally:
        server.stop()


def _measure_table(figures: Figures, table: SixPeople, server: Server) -> None:
    path, name = f"/games/{table.code}/", table.code.capitalize()
    player, stranger = Client(), Client()
    player.force_login(table.users[0])
    figures.add_times(f"{name}, table page, player", _times(player, path), MOST_MILLISECONDS)
    figures.add_times(f"{name}, table page, watcher", _times(stranger, path), MOST_MILLISECONDS)
    cookie = "; ".join(f"{key}={one.value}" for key, one in player.cookies.items())
    for who, shown in (("newcomer", ""), ("player", cookie)):
        visit = visited(f"http://{server.host}{path}", shown)
        what = f"{name}, first visit by a {who}"
        figures.add(f"{what}, transferred", visit.sent / 1024, MOST_KILOBYTES, " kB")
        figures.add(f"{what}, files", visit.files)
        share = 100 - 100 * visit.kept / visit.sent
        figures.add(f"{what}, not kept for ever", share, MOST_NOT_KEPT, " %")


@dataclass(frozen=True, slots=True)
class Visit:
    """A first visit: bytes transferred, how many of them are cached for ever, number of files."""

    sent: int
    kept: int
    files: int


def _times(client: Client, path: str) -> list[float]:
    times = []
    for _ in range(VISITS):
        started = perf_counter()
        assert client.get(path).status_code == 200
        times.append(perf_counter() - started)
    return times


def visited(address: str, cookie: str = "") -> Visit:
    """Fetch a table's page and everything a browser loads with it; return the sizes."""
    page, kept, shown = _fetch(address, cookie)
    total, kept_bytes = page, page * kept
    # In the order in which a browser finds them: the page, its styles, the styles' files.
    found, todo = set(), _named(shown, address)
    board = re.search(r'data-board="(\w+)"', shown)[1]
    signs = set(unescape(re.sub(r"<(script|style).*?</\1>|<[^>]*>", "", shown, flags=re.S)))
    while todo:
        one = todo.pop()
        if one in found:
            continue
        found.add(one)
        size, is_kept, text = _fetch(one)
        total += size
        kept_bytes += size * is_kept
        if one.endswith(".css"):
            text = re.sub(
                r"@font-face \{.*?\}", lambda face: _needed(face[0], signs), text, flags=re.S
            )
            named = re.findall(r'url\(["\']?([^"\')]+)["\']?\)', text)
            todo |= {urljoin(one, name) for name in named if _is_fetched(name, board)}
        elif one.endswith(".js"):
            todo |= {
                urljoin(one, name)
                for name in re.findall(r'(?:from|import)\s*"(\./[^"]+|\.\./[^"]+)"', text)
            }
    return Visit(total, kept_bytes, len(found) + 1)


def _named(text: str, address: str) -> set[str]:
    names = re.findall(r'(?:src|href|data-lanes)="(/static/[^"#]+)', text)
    return {urljoin(address, name) for name in names if "icon" not in name}


def _is_fetched(name: str, board: str) -> bool:
    """Return whether a browser fetches a style sheet's file in light mode for this board."""
    if name.startswith("data:") or "#" in name or "-dark" in name:
        return False
    folder = name.split("/")[0]
    return folder not in BOARDS or folder == board


def _needed(face: str, signs: set[str]) -> str:
    """Return a font face if some of these characters are in its range, else nothing.

    A browser loads a face only if a character is shown in that font, so it may load fewer.
    """
    bounds = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", face)
    codes = {ord(sign) for sign in signs}
    ranges = [range(int(first, 16), int(last or first, 16) + 1) for first, last in bounds]
    return face if not ranges or any(code in each for code in codes for each in ranges) else ""


def _fetch(address: str, cookie: str = "") -> tuple[int, bool, str]:
    """Return the bytes transferred, whether they are cached for ever, and the text."""
    headers = {"Accept-Encoding": "gzip", "Cookie": cookie}
    with urlopen(Request(address, headers=headers)) as answer:
        sent = answer.read()
        age = re.search(r"max-age=(\d+)", answer.headers.get("Cache-Control") or "")
        body = gzip.decompress(sent) if answer.headers.get("Content-Encoding") == "gzip" else sent
    return len(sent), bool(age) and int(age[1]) >= FOR_EVER, body.decode(errors="replace")
