"""Settings for all tests."""

import os

from hypothesis import settings

# No test depends on how fast the machine is.
settings.register_profile("castlerisk", parent=settings.default, deadline=None)
settings.load_profile("castlerisk")

# What tests start counts for itself, and fills or empties no Redis of somebody else's.
os.environ["REDIS_URL"] = ""
