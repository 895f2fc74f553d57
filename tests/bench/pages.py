"""The table page: server time, and the bytes of a first visit."""

import gzip
import re
from pathlib import Path
from time import perf_counter
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from django.test import Client

from tests.bench.figures import Figures
from tests.bench.tables import SixPeople
from tests.games.live import Server

MOST_MILLISECONDS = 60
MOST_KILOBYTES = 150
LEAST_KEPT = 90
VISITS = 40
FOR_EVER = 30 * 24 * 3600
"""What may be kept at least so many seconds counts as kept for ever."""


def measure(figures: Figures, table: SixPeople, folder: Path) -> None:
    """Measure page after page, then one whole visit of a newcomer."""
    path = f"/games/{table.code}/"
    player, stranger = Client(), Client()
    player.force_login(table.users[0])
    figures.add_times("Table page, player", _times(player, path), MOST_MILLISECONDS)
    figures.add_times("Table page, watcher", _times(stranger, path), MOST_MILLISECONDS)
    place = folder / "visited"
    place.mkdir()
    server = Server(place, "castlerisk_site.settings", static=folder / "static")
    server.start()
    try:
        _measure_visit(figures, f"http://{server.host}{path}")
    finally:
        server.stop()


def _times(client: Client, path: str) -> list[float]:
    times = []
    for _ in range(VISITS):
        started = perf_counter()
        assert client.get(path).status_code == 200
        times.append(perf_counter() - started)
    return times


def _measure_visit(figures: Figures, address: str) -> None:
    page, kept, text = _fetch(address)
    total, kept_bytes = page, page * kept
    # In the order in which a browser finds them: the page, styles, what the styles name.
    found, todo = set(), _named(text, address)
    while todo:
        one = todo.pop()
        if one in found:
            continue
        found.add(one)
        size, is_kept, text = _fetch(one)
        total += size
        kept_bytes += size * is_kept
        if one.endswith(".css"):
            named = re.findall(r'url\(["\']?([^"\')]+)["\']?\)', text)
            todo |= {urljoin(one, name) for name in named if _is_fetched(name)}
    figures.add("First visit, transferred", total / 1024, MOST_KILOBYTES, " kB")
    figures.add("First visit, files", len(found) + 1)
    figures.add("First visit, not kept for ever", 100 - 100 * kept_bytes / total, 10, " %")


def _named(text: str, address: str) -> set[str]:
    names = re.findall(r'(?:src|href|data-lanes)="(/static/[^"#]+)', text)
    return {urljoin(address, name) for name in names if "icon" not in name}


def _is_fetched(name: str) -> bool:
    """Say whether a style's file is one of its own, and not for the dark."""
    return not name.startswith(("#", "data:")) and "#" not in name and "-dark" not in name


def _fetch(address: str) -> tuple[int, bool, str]:
    """Return the bytes that are transferred, whether they are kept for ever, and the text."""
    with urlopen(Request(address, headers={"Accept-Encoding": "gzip"})) as answer:
        sent = answer.read()
        age = re.search(r"max-age=(\d+)", answer.headers.get("Cache-Control") or "")
        body = gzip.decompress(sent) if answer.headers.get("Content-Encoding") == "gzip" else sent
    return len(sent), bool(age) and int(age[1]) >= FOR_EVER, body.decode(errors="replace")
