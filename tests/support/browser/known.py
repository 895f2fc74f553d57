"""Settings of the site that tests visit: what it draws follows from the test that visits it."""

import sys

from django.apps import AppConfig

from tests.support.servers.unsynced import *  # noqa: F403
from tests.support.servers.unsynced import INSTALLED_APPS, VAR

INSTALLED_APPS = [*INSTALLED_APPS, "tests.support.browser.known.KnownChance"]
NAME = VAR / "chance"
"""The file that holds the name of the test."""


class KnownChance(AppConfig):
    """Lets every process of the site draw by the name of the test, as it is at that moment."""

    name = "tests.browser"

    def ready(self):
        """Draw by a name from now on."""
        from tests.support.tables.known_chance import know

        # Two commands that both open tables must not give them one code.
        know(lambda: f"{NAME.read_text()} {sys.argv[1]}")
