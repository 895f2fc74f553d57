"""The time control of a stored game, and its clocks after a move."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace

from games.models import User, Vacation
from games.playing.clocks import after_move
from games.playing.clocks.clock_settings import ClockSettings
from games.playing.clocks.rest_times import Rest
from games.playing.clocks.stopped import stopped_since
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import now
from games.storage.store.stored_game import StoredGame
from rules import State


def terms_with_rests(stored: StoredGame) -> ClockSettings:
    """Return a table's time control with its players' rest times, in at most two queries."""
    terms = terms_of(stored)
    if not stored.keeps_rest:
        return terms
    known = rests_of({seat.user for seat in stored.seats if seat.user is not None})
    return replace(terms, rests=tuple(known.get(seat.user) for seat in stored.seats))


def terms_of(stored: StoredGame) -> ClockSettings:
    """Return a table's time control without rest times."""
    return ClockSettings(
        turn_seconds=stored.turn_seconds,
        reaction_seconds=stored.reaction_seconds,
        pace=stored.pace,
        bank_seconds=stored.bank_seconds,
        refill_seconds=stored.refill_seconds,
        excuse_seconds=stored.excuse_seconds,
    )


def rests_of(users: Collection[int]) -> dict[int | None, Rest]:
    """Return rest times by user: two queries."""
    days = defaultdict(list)
    for user, first, last in Vacation.objects.filter(user__in=users).values_list(
        "user", "first", "last"
    ):
        days[user].append((first, last))
    columns = ("pk", "time_zone", "rest_times__quiet_from", "rest_times__quiet_until")
    found = User.objects.filter(pk__in=users).values_list(*columns, "rest_times__weekends")
    return {
        user: Rest(
            zone=zone,
            quiet=None if began is None or ended is None else (began, ended),
            weekends=bool(weekends),
            vacations=tuple(days[user]),
        )
        for user, zone, began, ended, weekends in found
    }


def clocks_after(stored: StoredGame, before: Clocks, state: State, battles: int = 0) -> Clocks:
    """Return the clocks after a move that fought this many battles.

    In a stopped game they are computed for the time at which it stopped: the time since then is
    given back when the game resumes.
    """
    since = stopped_since(stored, before)
    return after_move.after(before, state, terms_with_rests(stored), since or now(), battles)
