"""Whole games of every ruleset and number of players, played by clicks in a real browser.

    python -m tests.browser.soak 16

clicks this many games: one of each kind in turn, the small ones first. A second number sets their
rounds, 3 by default. It starts its own site, prints the result of each game, and exits with
status 1 if any reached a dead end.
"""

import random
import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice, product
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Error, sync_playwright

from rules.rulesets import RULESETS
from tests.browser.conftest import Visitor
from tests.support.browser.chromium import FLAGS, headless_shell
from tests.support.browser.clicker import Clicker
from tests.support.browser.contexts import Contexts
from tests.support.browser.site import Site
from tests.support.browser.tables import code_of, open_table
from tests.support.rules.strategies import SEAT_NUMBERS
from tests.support.servers.leftovers import temporary_folder

MOST_CLICKS = 1300
"""Per round."""
CLICKED_BY_TESTS = 4
"""The test suite plays one game of each ruleset with this many players."""
ROUNDS = 3


class Kind(NamedTuple):
    """One game to click: its ruleset, number of players, set-up, and the robot's seed."""

    ruleset: str
    seats: int
    setup: str
    seed: int


def kinds(games: int) -> Iterator[Kind]:
    """Yield this many kinds, with numbers of players that the suite omits and different seeds."""
    left = [
        (seats, ruleset)
        for seats, ruleset in product(SEAT_NUMBERS, RULESETS)
        if seats != CLICKED_BY_TESTS
    ]
    for place, (seats, ruleset) in islice(enumerate(cycle(left)), games):
        # Every second pass uses the full set-up.
        yield Kind(ruleset, seats, ("quick", "full")[place // len(left) % 2], place)


def _taken(seat: int, seats: int) -> str:
    return "captain" if seat <= seats else "closed"


def click(contexts: Contexts, site: Site, kind: Kind, rounds: int) -> tuple[int, str]:
    """Play a game to its end; return the number of clicks, and the error, if any."""
    player = Visitor(contexts, site, reduced_motion="no-preference")
    page, clicker = player.page, Clicker(player.page, random.Random(kind.seed))
    try:
        player.sign_up(f"{kind.ruleset}-{kind.seats}-{kind.seed}")
        open_table(
            page,
            ruleset=kind.ruleset,
            setup=kind.setup,
            pace="at once",
            rounds=str(rounds),
            **{f"seat_{seat}": _taken(seat, kind.seats) for seat in range(2, SEAT_NUMBERS[-1] + 1)},
        )
        page.get_by_role("button", name="Start game").click()
        page.wait_for_selector("#panel")
        if not clicker.play_to_the_end(MOST_CLICKS * rounds):
            return clicker.clicks, f"no end: {page.locator('#panel').inner_text()}"
        if "entries match" not in site.prepare("audit", code=code_of(page)):
            return clicker.clicks, "the audit differs"
        return clicker.clicks, "; ".join(player.errors)
    except Error as error:
        shown = page.locator("body").inner_text()[:2000]
        return clicker.clicks, f"{error}\n{page.url}\n{shown}"
    finally:
        player.leave()


def main(games: int, rounds: int = ROUNDS) -> int:
    """Click this many games and print their results; return 1 if any failed."""
    program = headless_shell()
    if program is None:
        print("Chromium is not installed: nothing was clicked.", file=sys.stderr)
        return 1
    failed = clicks = 0
    with temporary_folder("clicks") as folder:
        site = Site(Path(folder))
        site.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
                contexts = Contexts(browser)
                for kind in kinds(games):
                    began = time.monotonic()
                    clicked, wrong = click(contexts, site, kind, rounds)
                    clicks, failed = clicks + clicked, failed + bool(wrong)
                    took = f"{clicked} clicks, {time.monotonic() - began:.0f} s"
                    said = f"{kind.ruleset} with {kind.seats}, {kind.setup} set-up: {took}"
                    print(f"{said}{'' if not wrong else f' FAILED: {wrong}'}", flush=True)
                browser.close()
        finally:
            site.close()
    print(f"{games} games clicked, {clicks} clicks: {games - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
