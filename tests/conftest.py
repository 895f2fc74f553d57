"""Settings for all tests."""

import gc
import os

from hypothesis import HealthCheck, settings

# No test depends on how fast the machine is, nor on luck: other games than last time are for the
# soak, and for who asks for more of them.
settings.register_profile(
    "castlerisk",
    parent=settings.default,
    deadline=None,
    derandomize="CASTLERISK_GAMES" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("castlerisk")

# What tests start counts for itself, and fills or empties no Redis of somebody else's.
os.environ["REDIS_URL"] = ""

LONGEST = ("test_on_postgresql.py", "test_chaos.py")
BROWSERS = "browser"
LONGEST_IN_BROWSERS = ("test_games.py",)


def pytest_collection_modifyitems(items):
    """Begin with what takes longest, so that none is left alone with it at the end.

    Browsers come last: where theirs runs, no test may ask a database or run a loop of its own.
    """
    items.sort(key=_order)


def _order(item):
    is_in_browser = BROWSERS in item.path.parts
    is_long = item.path.name in (LONGEST_IN_BROWSERS if is_in_browser else LONGEST)
    return is_in_browser, not is_long


def pytest_collection_finish():
    """Exempt the modules and thousands of collected tests from garbage collection: all remain."""
    gc.collect()
    gc.freeze()
