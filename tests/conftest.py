"""Settings for all tests."""

from hypothesis import settings

# No test depends on how fast the machine is.
settings.register_profile("castlerisk", parent=settings.default, deadline=None)
settings.load_profile("castlerisk")
