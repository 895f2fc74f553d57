"""A flood from one address, and how long others wait for their pages meanwhile."""

import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from time import monotonic, sleep

from games.models import User
from games.playing.start import create_game, start_game
from rules import Options
from tests.chaos.flooder import ADDRESS
from tests.chaos.parts import Web
from tests.chaos.scenarios import Site
from tests.support.servers.live import Browser
from tests.support.servers.processes import ROOT

KINDS = ("messages", "openings", "requests")
OTHERS = "192.0.2.1"
PAUSE, SETTLE_SECONDS = 0.05, 2.0
MOST_SLOWER = 1.5
"""The factor by which the median for others may grow."""


def run(asked: Namespace, site: Site) -> list[str]:
    """Run each kind of flood; return what went wrong."""
    os.environ["CASTLERISK_PROXIES"] = "1"
    user = User.objects.create_user("Person")
    code = create_game([user, "captain", "captain"], Options(quick=True)).code
    start_game(code)
    web = Web("web", site.stack)
    web.come_back()
    paths = (f"/games/{code}/", f"/games/{code}/changes/?have=", "/lobby/")
    others = Others(Browser(web, user), paths)
    others.median(SETTLE_SECONDS)
    quiet = others.median(asked.seconds)
    print(f"with no flood others wait {1000 * quiet:.0f} ms (median)", flush=True)
    for kind in KINDS:
        with _flooding(kind, web.port, asked.clients):
            sleep(SETTLE_SECONDS)
            flooded = others.median(asked.seconds)
        print(f"with a flood of {kind} from {ADDRESS} {1000 * flooded:.0f} ms", flush=True)
        if asked.is_timed and flooded > MOST_SLOWER * quiet:
            others.problems.append(f"a flood of {kind} made others wait {flooded / quiet:.1f} x")
    return others.problems


@contextmanager
def _flooding(kind: str, port: int, clients: int) -> Iterator[None]:
    command = [sys.executable, "-m", "tests.chaos.flooder", kind, str(port), str(clients)]
    flooder = subprocess.Popen(command, cwd=ROOT)
    try:
        yield
    finally:
        flooder.kill()
        flooder.wait()


class Others:
    """A person at another address who requests pages continuously."""

    def __init__(self, browser: Browser, paths: tuple[str, ...]) -> None:
        self._browser, self._paths = browser, paths
        self.problems: list[str] = []

    def median(self, seconds: float) -> float:
        """Request pages for this many seconds; return the median response time."""
        took, end = [], monotonic() + seconds
        while monotonic() < end:
            for path in self._paths:
                asked = monotonic()
                status, _ = self._browser.request("GET", path, **{"X-Forwarded-For": OTHERS})
                took.append(monotonic() - asked)
                if status not in (200, 204):
                    self.problems.append(f"{path} was answered {status}")
            sleep(PAUSE)
        return median(took)
