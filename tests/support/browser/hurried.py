"""The site's settings for tests of correspondence: it notices at once that somebody has left."""

from tests.support.browser.known import KnownChance
from tests.support.browser.plain import *  # noqa: F403
from tests.support.browser.plain import INSTALLED_APPS as ALL_APPS

INSTALLED_APPS = [
    *(name for name in ALL_APPS if not name.endswith(".KnownChance")),
    "tests.support.browser.hurried.HurriedPresence",
]


class HurriedPresence(KnownChance):
    """Stores within a second which tables are open, instead of within half a minute."""

    def ready(self):
        """Shorten the intervals between heartbeats, and between writes of a user's row."""
        super().ready()
        from games.storage.processes import presence
        from games.web.worker import heartbeat

        heartbeat.BEAT_SECONDS = 0.2
        presence.WRITTEN_EVERY = 0.1
