"""Unattended games against bots: paused, and ended if no player comes back (TRN-9).

Otherwise bots would keep playing unwatched. A game with two or more people never counts as
unattended, nor does a slow game whose only person still plays: its bots wait for that person.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.clocks import absence, outages, pauses
from games.clocks.time_controls import SLOW_FROM, UNTIMED
from games.models import AbsenceStep, Due, Game, Looking, Player
from games.processes import presence
from games.processes.isolation import count_done
from games.processes.partition import WHOLE, Partition
from games.store import clocks
from games.store.database_time import milliseconds, moment, moment_now, now
from games.store.stored_game import StoredGame, load_locked
from rules.moves import Control

GUEST_GRACE, GRACE = timedelta(minutes=2), timedelta(hours=1)
"""How long a game may go unwatched before it is paused: with guests only, or with a member."""

ENDS_AFTER, SLOW_ENDS_AFTER = timedelta(days=1), timedelta(days=30)
"""How long the pause lasts before the game ends, for live and for slow games."""

_ACTIVE_WITHIN = timedelta(hours=1)
"""Only games with an item due within this time are checked."""

_BATCH = 50
"""The maximum number of games paused per call, so that other games are not delayed."""

_Step = AbsenceStep.Step


# Pausing


def pause_unattended(share: Partition = WHOLE) -> int:
    """Pause this share's unwatched games; return how many were paused."""
    if not outages.is_steady(moment_now() - GUEST_GRACE):
        # During an outage nobody can watch, and afterwards browsers need time to reconnect.
        return 0
    rows = _unattended().filter(share.own("pk")).order_by("pk")
    found = rows.values_list("code", "clocks")[: 4 * _BATCH]
    idle = [code for code, data in found if clocks.from_json(data).pause is None]
    return count_done("game", _without_viewers(idle)[:_BATCH], _pause)


def _unattended() -> QuerySet[Game]:
    """Return the running games with at most one person and without a recent visit by a player."""
    moment = moment_now()
    seated = Player.objects.filter(game=OuterRef("pk"), user__isnull=False)
    playing = seated.filter(own=True, eliminated=0)
    looked = Looking.objects.filter(game=OuterRef("pk"), user__seats__game=OuterRef("pk"))
    lately = looked.filter(seen_at__gt=moment - GRACE)
    just_now = looked.filter(seen_at__gt=moment - GUEST_GRACE)
    has_member = Exists(seated.filter(user__is_guest=False))
    due = Due.objects.filter(game=OuterRef("pk"))
    is_active = Exists(due.filter(when__lt=moment + _ACTIVE_WITHIN))
    # Without a clock nothing is due while the game waits for its human player.
    waits = Q(turn_seconds=UNTIMED.turn_seconds) & ~Exists(due)
    plays_slowly = Exists(playing.filter(control=Control.PLAYER)) & Q(turn_seconds__gte=SLOW_FROM)
    return Game.objects.filter(
        is_active | waits,
        Exists(seated),
        ~Exists(playing[1:2]),
        ~Exists(just_now),
        ~(has_member & (Exists(lately) | Q(created_at__gt=moment - GRACE))),
        ~plays_slowly,
        status=Game.Status.RUNNING,
        held_since=None,
        created_at__lt=moment - GUEST_GRACE,
    )


def _without_viewers(codes: list[str]) -> list[str]:
    """Return the games that are not open in any of their players' browsers."""
    seats = Player.objects.filter(game__code__in=codes, user__isnull=False)
    players = set(seats.values_list("user", flat=True)) if codes else set()
    viewed = presence.looking_now(players) if players else {}
    open_now = {
        code
        for code, user in seats.filter(user__in=viewed).values_list("game__code", "user")
        if code in viewed[user]
    }
    return [code for code in codes if code not in open_now]


@transaction.atomic
def _pause(code: str) -> bool:
    try:
        stored = load_locked(code, is_patient=False)
    except Game.DoesNotExist:
        # Another transaction has locked the game, so it is not idle.
        return False
    times = stored.clocks
    # Check again under the lock: a player may be back, or another worker may have paused it.
    if times.pause is not None or not _unattended().filter(pk=stored.id).exists():
        return False
    is_slow = stored.turn_seconds >= SLOW_FROM
    lasts = SLOW_ENDS_AFTER if is_slow else ENDS_AFTER
    times = pauses.start_pause(stored, times, lasts // timedelta(milliseconds=1), unattended=True)
    if times.pause is not None:
        _save(stored, times, _Step.UNATTENDED, moment(times.pause.until))
    return True


def _save(
    stored: StoredGame, times: clocks.Clocks, step: _Step, until: datetime | None = None
) -> StoredGame:
    seats = pauses.seats_of_people(stored)
    absence.note(stored.id, stored.code, step, seats[0] if seats else None, until=until)
    return absence.set_clocks(stored, times.with_steps(1, 1))


# Resuming, or ending


def is_unattended(stored: StoredGame) -> bool:
    """Return whether a game is paused because nobody watched it."""
    pause = stored.clocks.pause
    return stored.held_since is None and pause is not None and pause.unattended


def is_abandoned(stored: StoredGame, reached: datetime) -> bool:
    """Return whether the pause of an unattended game is over."""
    pause = stored.clocks.pause
    return pause is not None and is_unattended(stored) and pause.until <= milliseconds(reached)


def attended(stored: StoredGame) -> StoredGame:
    """Resume a locked game that was paused because nobody watched it."""
    if not is_unattended(stored):
        return stored
    times = pauses.resumed_clocks(stored, stored.clocks, now())
    return _save(stored, times, _Step.RESUMED)


@transaction.atomic
def attend(code: str, user: int) -> bool:
    """Resume an unattended game that one of its players opened; return whether it was paused."""
    stored = load_locked(code)
    is_player = any(seat.user == user for seat in stored.seats)
    if not is_player or not is_unattended(stored):
        return False
    attended(stored)
    return True
