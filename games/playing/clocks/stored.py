"""The clocks of a stored game after a move, and the `Due` rows for them."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from games.models import Due, Move, User, Vacation
from games.playing.clocks import after_move
from games.playing.clocks.clock_settings import ClockSettings
from games.playing.clocks.rest_times import Rest
from games.playing.clocks.stopped import stopped_since
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import moment, now
from games.storage.store.stored_game import StoredGame
from rules import Event, State
from rules.events.attack import BattleFought
from rules.moves import Control, Default
from rules.moves import Move as RulesMove
from rules.questions import DecisionKind

MOST_MISSED = 2
"""The number of missed turns in a row after which a steward takes over the seat (ELM-7)."""


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


def clocks_after(
    stored: StoredGame, before: Clocks, state: State, events: Sequence[Event] = ()
) -> Clocks:
    """Return the clocks after a move with these events.

    In a stopped game they are computed for the time at which it stopped: the time since then is
    given back when the game resumes.
    """
    since = stopped_since(stored, before)
    battles = sum(type(event) is BattleFought for event in events)
    return after_move.after(before, state, terms_with_rests(stored), since or now(), battles)


def missed_turns(
    stored: StoredGame, state: State, seat: int, moves: Sequence[RulesMove], by: Move.By
) -> int:
    """Return how many successive turns a player has missed, these moves included.

    In the set-up, every decision counts as a turn; later only attack decisions do.
    """
    missed = stored.seats[seat].missed
    if by in Move.of_persons:
        return 0
    asked = state.decision_of(seat)
    is_default = by is Move.By.CLOCK and type(moves[0]) is Default
    if not is_default or asked is None or state.players[seat].control is not Control.PLAYER:
        return missed
    turn = stored.clocks.turn
    if turn is None:
        return missed + 1
    return missed + (asked.kind is DecisionKind.ATTACKS and not turn.missed)


def remember(game: int, before: Clocks, after: Clocks) -> None:
    """Store the due times that changed, in one statement."""
    due = due_after(game, before, after)
    if due:
        Due.objects.bulk_create(
            due, update_conflicts=True, unique_fields=["game", "kind"], update_fields=["when"]
        )


def due_after(game: int, before: Clocks, after: Clocks) -> list[Due]:
    """Return unsaved rows for the due times that changed.

    Obsolete rows stay in the database until they are due, and are deleted then.
    """
    old = before.due()
    return [
        Due(game_id=game, kind=kind, when=moment(when))
        for kind, when in after.due().items()
        if when is not None and when != old[kind]
    ]
