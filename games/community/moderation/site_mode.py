"""The site's mode (open, read-only, maintenance) and its announcement.

While the site is not open, every running game is held, so its clocks are stopped; games that a
moderator had paused stay paused when the site opens again.
"""

from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from time import monotonic

from django.db import transaction

from games.community.moderation.actions import TOO_LONG, ActionRequest, Facts, carry_out
from games.community.moderation.on_games import give_back
from games.exceptions import Refused, Stale
from games.models import LONGEST_REASON, Action, Due, Game, SiteSettings
from games.storage.store.database_time import moment_now
from games.storage.store.locks import ROW, lock_games, lock_site_settings

KNOWN_SECONDS = 2.0
"""How long a process caches the mode."""


@dataclass(frozen=True, slots=True)
class SiteStatus:
    """The mode of the site, and its announcement ("" for none)."""

    mode: str = SiteSettings.Mode.OPEN.value
    announcement: str = ""


_lock = Lock()
_known: tuple[float, SiteStatus] | None = None


def site_status() -> SiteStatus:
    """Return the site's mode and announcement, at most two seconds old."""
    known = _known
    if known is not None and monotonic() - known[0] < KNOWN_SECONDS:
        return known[1]
    row = SiteSettings.objects.filter(pk=ROW).values_list("mode", "announcement").first()
    now = SiteStatus(*row) if row else SiteStatus()
    believe(now)
    return now


def believe(now: SiteStatus) -> None:
    """Store the site's mode in this process's cache."""
    global _known
    with _lock:
        _known = monotonic(), now


def forget() -> None:
    """Clear the cache: the next call queries the database."""
    global _known
    with _lock:
        _known = None


def announce(action: ActionRequest, words: str) -> Action:
    """Show an announcement at the top of every page; an empty one removes the banner."""

    def work() -> tuple[Facts, Facts]:
        text = " ".join(words.split())
        if len(text) > LONGEST_REASON:
            raise Refused(TOO_LONG, most=LONGEST_REASON)
        settings = lock_site_settings()
        before = {"announcement": settings.announcement}
        SiteSettings.objects.filter(pk=ROW).update(announcement=text)
        transaction.on_commit(forget)
        return before, {"announcement": text}

    return carry_out(action, work)


def set_mode(action: ActionRequest, mode: str) -> Action:
    """Set the mode of the site: open, read-only or maintenance."""

    def work() -> tuple[Facts, Facts]:
        if mode not in SiteSettings.Mode.values:
            raise Refused("Unknown mode.")
        settings = lock_site_settings()
        if settings.mode == mode:
            raise Stale("The site is already in this mode.")
        before, now = {"mode": settings.mode}, moment_now()
        if settings.mode == SiteSettings.Mode.OPEN:
            _hold_all(now)
        elif mode == SiteSettings.Mode.OPEN:
            _resume_all(settings.since)
        else:
            # The clocks have been stopped since the site left the open mode.
            now = settings.since
        SiteSettings.objects.filter(pk=ROW).update(mode=mode, since=now)
        transaction.on_commit(forget)
        return before, {"mode": mode}

    return carry_out(action, work)


def _hold_all(now: datetime) -> None:
    running = lock_games(Game.objects.filter(status=Game.Status.RUNNING, held_since=None))
    Game.objects.filter(pk__in=running).update(held_since=now, changed_at=now)
    Due.objects.filter(game__in=running).delete()


def _resume_all(since: datetime | None) -> None:
    held = lock_games(Game.objects.filter(status=Game.Status.RUNNING, held_since=since))
    for game in Game.objects.public().filter(pk__in=held):
        give_back(game)
    Game.objects.filter(pk__in=held).update(changed_at=moment_now())
