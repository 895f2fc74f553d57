"""The browsers that tests start."""

import os
import shutil
from contextlib import contextmanager

import pytest

FLAGS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def chromium():
    """Return the path of Chromium; None if it is not installed."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def headless_shell():
    """Return the path of the headless shell, or of Chromium if the shell is not installed.

    The shell takes two thirds of Chromium's CPU time, but has no notifications.
    """
    return shutil.which("chromium-headless-shell") or chromium()


@contextmanager
def launched(playwright, program):
    """Launch the browser at a path; without one, skip the test, or fail if skips are forbidden."""
    if program is None:
        missing = "Chromium is not installed: nothing was tried in a browser."
        if os.environ.get("CASTLERISK_REQUIRE_ALL") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
    yield browser
    browser.close()
