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


def pytest_collection_modifyitems(items):
    """Begin with what takes longest, so that none is left alone with it at the end.

    All else stays in order: browsers come last, for with their loop no test may ask a database.
    """
    items.sort(key=lambda item: item.path.name not in LONGEST)
