"""Settings for all tests."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

from tests.support.rules.strategies import GAMES
from tests.support.servers import leftovers

# No test depends on the machine's speed or on luck: random games differ between runs only in the
# soak tests, or if more games are requested.
settings.register_profile(
    "castlerisk",
    parent=settings.default,
    deadline=None,
    max_examples=round(100 * min(1, GAMES)),
    derandomize=GAMES <= 1,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("castlerisk")

# Processes started by tests must not use a Redis configured in the environment: each has its own
# cache.
os.environ["REDIS_URL"] = ""

# Python keeps compiled modules: compiling them takes a third of the start of each process.
os.environ["PYTHONDONTWRITEBYTECODE"] = ""

# A run that is killed leaves no servers behind.
leftovers.watched()

HANDED_OUT = 5
"""The number of tests that a process gets at a time (`CHUNK` in the Makefile)."""

LONGEST = ("test_on_postgresql.py", "test_chaos.py")
BROWSERS = "browser"
LONGEST_IN_BROWSERS = ("test_games.py",)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Run the slowest tests first, so that none of them is still running alone at the end.

    Browser tests run last: in their process, no later test may use a database or an event loop.
    """
    items.sort(key=_order)
    longest = [item for item in items if item.path.name in LONGEST]
    del items[: len(longest)]
    # Each test process begins with one of them.
    for number, item in enumerate(longest):
        items.insert(number * HANDED_OUT, item)


def _order(item):
    is_in_browser = BROWSERS in item.path.parts
    is_long = item.path.name in (LONGEST_IN_BROWSERS if is_in_browser else LONGEST)
    return is_in_browser, not is_long


@pytest.fixture(scope="session", autouse=True)
def _reused_parts_are_checked():
    # Django must be set up before this import.
    from tests.support.tables.rebuilt import check_reused_parts

    check_reused_parts()


def pytest_collection_finish():
    """Exempt modules and collected tests, which all stay alive, from garbage collection.

    Collect less often, too: rendering pages makes many objects and few cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)
