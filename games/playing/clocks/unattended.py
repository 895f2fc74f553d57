"""Unattended games: paused, and ended if no player comes back (TRN-9, ORD-7).

Otherwise bots and stand-ins would keep playing unwatched. A game is unattended in two cases:

- It is deserted: stand-ins hold the seats of all people still in it, and no player looks at it. It
  is paused at once, by the move that deserts it or by the next one (`consequences.pause`).
- At most one person is still in it, nobody has looked at it for some time, and no person still
  plays at a slow pace: bots wait for a slow person.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from games.models import AbsenceStep, Due, Game, LastVisit, Player
from games.playing.clocks import outages, pauses
from games.playing.clocks.time_controls import SLOW_FROM, UNTIMED
from games.playing.commit import new_step, save_changes, save_clocks
from games.storage.processes import presence
from games.storage.processes.isolation import count_done
from games.storage.processes.partition import WHOLE, Partition
from games.storage.store import clocks
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import milliseconds, moment_now, now
from games.storage.store.saving import Changes
from games.storage.store.stored_game import StoredGame, load_locked
from rules.moves import Control

GUEST_GRACE, GRACE = timedelta(minutes=2), timedelta(hours=1)
"""How long a game of one person may go unwatched before it is paused: a guest's, or a member's.

A guest's game also gets an hour while its page is open in a hidden tab.
"""

ENDS_AFTER, SLOW_ENDS_AFTER = timedelta(days=1), timedelta(days=30)
"""The length of the pause after which the game ends, for live and for slow games."""

_ACTIVE_WITHIN = timedelta(hours=1)
"""Only games with an item due within this time are checked."""

_BATCH = 50
"""The maximum number of games paused per call, so that other games are not delayed."""


# Pausing


def is_steady() -> bool:
    """Return whether people could watch: not in an outage, nor before browsers have reconnected."""
    return outages.is_steady(moment_now() - GUEST_GRACE)


def start_pause(stored: StoredGame, times: Clocks) -> Changes:
    """Return the changes that pause a game because nobody watches it."""
    lasts = SLOW_ENDS_AFTER if stored.turn_seconds >= SLOW_FROM else ENDS_AFTER
    return pauses.start_pause(stored, times, lasts // timedelta(milliseconds=1), unattended=True)


def pause_unattended(share: Partition = WHOLE) -> int:
    """Pause this share's unwatched games; return how many were paused."""
    if not is_steady():
        return 0
    rows = _unattended().filter(share.own("pk")).order_by("pk")
    found = rows.values_list("code", "clocks", "is_deserted", "is_lately")[: 4 * _BATCH]
    idle = {code: flags for code, data, *flags in found if clocks.from_json(data).pause is None}
    return count_done("game", _without_viewers(idle)[:_BATCH], _pause)


def _unattended() -> QuerySet[Any]:
    """Return the running games that are unattended unless a player has their page open.

    `is_deserted` tells the two cases apart; `is_lately`: a player looked at the game within GRACE.
    """
    moment = moment_now()
    seated = Player.objects.filter(game=OuterRef("pk"), user__isnull=False)
    people = seated.filter(own=True, eliminated=0)
    playing = people.filter(control=Control.PLAYER)
    visits = LastVisit.objects.filter(game=OuterRef("pk"), user__seats__game=OuterRef("pk"))
    lately = Exists(visits.filter(seen_at__gt=moment - GRACE))
    just_now = Exists(visits.filter(seen_at__gt=moment - GUEST_GRACE))
    a_moment_ago = Exists(visits.filter(seen_at__gt=moment - presence.GRACE))
    has_member = Exists(seated.filter(user__is_guest=False))
    due = Due.objects.filter(game=OuterRef("pk"))
    is_active = Exists(due.filter(when__lt=moment + _ACTIVE_WITHIN))
    # Without a clock nothing is due while the game waits for its human player.
    waits = Q(turn_seconds=UNTIMED.turn_seconds) & ~Exists(due)
    plays_slowly = Exists(playing) & Q(turn_seconds__gte=SLOW_FROM)
    is_deserted = Exists(people) & ~Exists(playing)
    is_of_one = ~Exists(people[1:2]) & ~plays_slowly
    is_new = Q(created_at__gt=moment - GUEST_GRACE) | has_member & Q(created_at__gt=moment - GRACE)
    is_watched = just_now | has_member & lately
    flag = ExpressionWrapper(is_deserted, BooleanField())
    return Game.objects.annotate(is_deserted=flag, is_lately=lately).filter(
        is_active | waits,
        Exists(seated),
        is_deserted & ~a_moment_ago | ~is_deserted & is_of_one & ~is_new & ~is_watched,
        status=Game.Status.RUNNING,
        held_since=None,
    )


def _without_viewers(games: dict[str, list[bool]]) -> list[str]:
    """Return the games that no open page of a player keeps going.

    `games` has the flags (is_deserted, is_lately) by code. Only a page that is looked at keeps a
    deserted game going. Any open page keeps another game going, until an hour after the last look.
    """
    seats = Player.objects.filter(game__code__in=games, user__isnull=False)
    players = set(seats.values_list("user", flat=True)) if games else set()
    viewed = presence.open_tables(players) if players else {}
    open_now = set()
    for code, user in seats.filter(user__in=viewed).values_list("game__code", "user"):
        is_deserted, is_lately = games[code]
        uses = viewed[user]
        counts = presence.is_lately(uses.get(code), presence.ATTENDS_FOR)
        if counts or (is_lately and not is_deserted and code in uses):
            open_now.add(code)
    return [code for code in games if code not in open_now]


@transaction.atomic
def _pause(code: str) -> bool:
    try:
        stored = load_locked(code, is_patient=False)
    except Game.DoesNotExist:
        # Another transaction has locked the game, so it is not idle.
        return False
    # Check again under the lock: a player may be back, or another worker may have paused it.
    is_paused = stored.clocks.pause is not None
    if is_paused or not _unattended().filter(pk=stored.id).exists():
        return False
    save_changes(stored, start_pause(stored, stored.clocks))
    return True


# Resuming, or ending


def is_unattended(stored: StoredGame) -> bool:
    """Return whether a game is paused because nobody watched it."""
    pause = stored.clocks.pause
    return stored.held_since is None and pause is not None and pause.unattended


def is_abandoned(stored: StoredGame, reached: datetime) -> bool:
    """Return whether the pause of an unattended game is over."""
    pause = stored.clocks.pause
    return pause is not None and is_unattended(stored) and pause.until <= milliseconds(reached)


def attended(stored: StoredGame, seat: int) -> StoredGame:
    """Resume a locked game that was paused because nobody watched it, for a player who is back."""
    if not is_unattended(stored):
        return stored
    times = pauses.resumed_clocks(stored, stored.clocks, now())
    return save_clocks(stored, times, new_step(stored, AbsenceStep.Step.RESUMED, by=seat))


@transaction.atomic
def attend(code: str, user: int) -> bool:
    """Resume an unattended game that one of its players opened; return whether it was paused."""
    stored = load_locked(code)
    users = [seat.user for seat in stored.seats]
    if user not in users or not is_unattended(stored):
        return False
    attended(stored, users.index(user))
    return True
