"""Settings for all tests."""

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


def pytest_collection_modifyitems(items):
    """Begin with what takes longest, so that none is left alone with it at the end.

    Browsers come last: where theirs runs, no test may ask a database or run a loop of its own.
    """
    items.sort(key=lambda item: (item.path.name not in LONGEST, BROWSERS in item.path.parts))
