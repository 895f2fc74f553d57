"""Waiting with a timeout, for tests."""

import time

PATIENCE = 240
"""The longest wait in seconds, long enough for a loaded machine."""


def wait_until(condition, seconds=PATIENCE, pause=0.05):
    """Wait for a condition and return its value; fail if it does not come true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(pause)
    raise AssertionError("It did not come to that in time.")
