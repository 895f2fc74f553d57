"""Attack: be the first viewer of cached HTML, so that others get it as rendered for the attacker.

Parts of the table, log lines and chapters of the rulebook are rendered once and cached for all. The
properties of the first request, such as its URL prefix, language or time zone, must affect neither
what is cached nor what is pushed.
"""

import re
import sys
from functools import _lru_cache_wrapper

import pytest
from django.test import Client
from django.urls import set_script_prefix
from django.utils import timezone

from games.storage.evidence.signing import publish_keys
from games.table.page import frames
from games.table.page import viewer as page_viewer
from games.web.live import pushes
from tests.support.attackers.routes import paths

PREFIX = "/evil.example/"
CONNECTIONS = (
    "games.web.live.redis_pubsub",
    "games.storage.processes.connections",
    "castlerisk_site.backends.redis_cache",
)
"""Modules that cache connections, not rendered output."""

APART = ("/admin/", "/accounts/", "/settings/", "/play-now/")
"""Paths of pages that cache nothing for other viewers."""

OF_ONE_ANSWER = re.compile(
    r'(?:csrfmiddlewaretoken" value=|X-CSRFToken": |name="key" value=|nonce=|data-now=)"[^"]*"'
)


def forget_all():
    """Clear all caches of rendered output, as in a new process."""
    ours = [module for name, module in sys.modules.items() if name.startswith(("games.", "castle"))]
    for module in ours:
        for found in list(vars(module).values()):
            is_cache = isinstance(found, _lru_cache_wrapper)
            if is_cache and not found.__module__.startswith(CONNECTIONS):
                found.cache_clear()
    frames._kept.clear()


class Watching:
    """A table after a move, and every viewer's page as it was before the move."""

    def __init__(self, table, person, viewers):
        self.table, self.viewers = table, viewers
        self.pages = [path for _, path in paths(table, person) if not path.startswith(APART)]
        self.before = {seat: kept for seat, (kept, _) in self._pushed({}).items()}
        table.answer()

    def _pushed(self, before):
        users = [user and user.pk for user in self.viewers]
        position = pushes.position(page_viewer.drawing_now(self.table.code), users)
        return pushes.frame_for_each(position, before)

    def shown(self, viewers, **headers):
        """Return pages by (viewer, path), and pushes by ("pushed", seat)."""
        found = {}
        for viewer in viewers:
            client = Client(headers=headers)
            if viewer is not None:
                client.force_login(viewer)
            for path in self.pages:
                answer = client.get(path)
                if not answer.streaming:
                    text = f"{answer.status_code} {answer.get('Location')} {answer.content!r}"
                    found[getattr(viewer, "name", None), path] = OF_ONE_ANSWER.sub("", text)
        for seat, (_, pushed) in self._pushed(self.before).items():
            assert pushed
            found["pushed", seat] = OF_ONE_ANSWER.sub("", pushed)
        return found


@pytest.fixture
def watching(table, alice, bob):
    # Until they are stored, the site's keys are as new as the answer that names them.
    publish_keys()
    return Watching(table, alice, (None, alice, bob))


@pytest.fixture
def restored():
    yield
    restore()


def poison():
    """Set another URL prefix and time zone, as if a request had chosen them."""
    set_script_prefix(PREFIX)
    timezone.activate("Asia/Tokyo")


def restore():
    set_script_prefix("/")
    timezone.deactivate()


@pytest.mark.usefixtures("restored")
@pytest.mark.long
def test_drawings_are_not_shared_between_requests(watching):
    forget_all()
    poison()
    first = watching.shown(watching.viewers, accept_language="de")
    restore()
    # Again in reverse order: what was rendered for one viewer must not reach another.
    kept = watching.shown(watching.viewers[::-1])
    forget_all()
    anew = watching.shown(watching.viewers)
    assert any(PREFIX in text for text in first.values())
    assert not [where for where in first if where[0] == "pushed" and PREFIX in first[where]]
    assert not [where for where, text in kept.items() if PREFIX in text]
    assert [where for where in anew if anew[where] != kept[where]] == []
