"""Helpers of the tests: waiting that has an end."""

import time

PATIENCE = 240
"""How many seconds at most to wait for what must come; a loaded machine takes its time."""


def wait_until(condition, seconds=PATIENCE, pause=0.05):
    """Wait for a condition, and fail where it does not come; return what it gave."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(pause)
    raise AssertionError("It did not come to that in time.")
