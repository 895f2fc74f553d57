"""The site's settings for browser tests: known chance.

Chance is derived from the name of the test.
"""

import sys

from django.apps import AppConfig

from tests.support.servers.unsynced import *  # noqa: F403
from tests.support.servers.unsynced import INSTALLED_APPS, ROOT, VAR

STATICFILES_DIRS = [ROOT / "castlerisk_site" / "bundles", ROOT / "static"]

INSTALLED_APPS = [*INSTALLED_APPS, "tests.support.browser.known.KnownChance"]
NAME = VAR / "chance"
"""The file with the name of the test."""


class KnownChance(AppConfig):
    """Derives the random draws of every process of the site from the current test's name."""

    name = "tests.browser"

    def ready(self):
        """Derive all random draws from the test's name, which is in the file NAME."""
        from tests.support.tables.known_chance import know

        # With the command's name, two commands do not give their tables the same code.
        know(lambda: f"{NAME.read_text()} {sys.argv[1]}")
