"""Layouts and style recalculations of the table page per push, in a real Chromium."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import CDPSession, sync_playwright

from tests.bench.figures import Figures
from tests.bench.pushes import post
from tests.bench.tables import SixPeople
from tests.support.browser.chromium import headless_shell
from tests.support.servers.live import Browser, Server

MOVES = 40
GAP = 1500  # milliseconds between two moves
MOST_LAYOUTS, MOST_STYLES = 10, 15


def measure(figures: Figures, table: SixPeople, folder: Path) -> None:
    """Count on the page of a player at whose table everybody moves quickly."""
    program = headless_shell()
    if program is None:
        print("Chromium is not installed: layouts were not counted.")
        return
    place = folder / "layouts"
    place.mkdir()
    server = Server(place, "castlerisk_site.settings", static=folder / "static")
    server.start()
    try:
        # Django refuses synchronous queries in the thread of Playwright's event loop.
        with ThreadPoolExecutor(1) as thread:
            layouts, styles = _counted(server, table, program, thread)
    finally:
        server.stop()
    figures.add("Layouts per push", layouts / MOVES, MOST_LAYOUTS)
    figures.add("Style recalculations per push", styles / MOVES, MOST_STYLES)


def _counted(
    server: Server, table: SixPeople, program: str, thread: ThreadPoolExecutor
) -> tuple[int, int]:
    url = f"http://{server.host}/games/{table.code}/"
    players = [Browser(server, user) for user in table.users]
    session_id = players[0].cookies["sessionid"]
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1366, "height": 768})
        context.add_cookies([{"name": "sessionid", "value": session_id, "url": url}])
        page = context.new_page()
        page.goto(url)
        page.wait_for_timeout(2 * GAP)
        devtools = context.new_cdp_session(page)
        devtools.send("Performance.enable")
        before = _metrics(devtools)
        for _ in range(MOVES):
            decision, move = thread.submit(table.next_move).result()
            post(players[decision.seat], table.code, table.fields(decision, move))
            page.wait_for_timeout(GAP)
        after = _metrics(devtools)
        browser.close()
    return tuple(int(after[name] - before[name]) for name in ("LayoutCount", "RecalcStyleCount"))


def _metrics(devtools: CDPSession) -> dict[str, float]:
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in metrics}
