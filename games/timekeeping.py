"""The clocks of a stored game: what a move does to them, and how what is due is remembered."""

from collections.abc import Sequence

from django.utils import timezone

from games import clocks
from games.clocks import Clocks, Terms
from games.models import Due, Move
from games.store import StoredGame
from rules import Event, State
from rules.events import BattleFought
from rules.moves import Control, Default
from rules.moves import Move as RulesMove
from rules.state import DecisionKind

MOST_MISSED = 2
"""After so many missed turns in a row a steward holds the seat (ELM-7)."""

IN_HAND = frozenset(
    {
        *(DecisionKind.STRONGHOLD, DecisionKind.CLAIM, DecisionKind.HIDE, DecisionKind.MUSTER),
        *(DecisionKind.PLACE, DecisionKind.HEADQUARTERS, DecisionKind.ATTACKS),
    }
)
"""Decisions for which the game lies in a player's hand, in set-up and in a turn."""


def now() -> int:
    """Return the time as clocks count it."""
    return clocks.milliseconds(timezone.now())


def terms_of(stored: StoredGame) -> Terms:
    """Return how much time a table gives."""
    return Terms(stored.turn_seconds, stored.reaction_seconds, stored.pace)


def clocks_after(
    stored: StoredGame, before: Clocks, state: State, events: Sequence[Event] = ()
) -> Clocks:
    """Return the clocks after a move in which these events happened."""
    battles = sum(type(event) is BattleFought for event in events)
    return clocks.after(before, state, terms_of(stored), now(), battles)


def missed_turns(
    stored: StoredGame, state: State, seat: int, moves: Sequence[RulesMove], by: Move.By
) -> int:
    """Return how many turns in a row a player will have missed once these moves are played.

    Every decision of the set-up counts as a turn, and of a turn only whether to attack.
    """
    missed = stored.seats[seat].missed
    if by is Move.By.PLAYER:
        return 0
    asked = state.decision_of(seat)
    is_default = by is Move.By.CLOCK and type(moves[0]) is Default
    if not is_default or asked is None or state.players[seat].control is not Control.PLAYER:
        return missed
    turn = clocks.from_json(stored.clocks).turn
    if turn is None:
        return missed + (asked.kind in IN_HAND)
    return missed + (asked.kind is DecisionKind.ATTACKS and not turn.missed)


def remember(game: int, before: Clocks, after: Clocks) -> None:
    """Store what is due at another time than before, in one statement.

    What is due no more stays stored until its time comes, and is dropped then.
    """
    old = before.due()
    due = [
        Due(game_id=game, kind=kind, when=clocks.moment(when))
        for kind, when in after.due().items()
        if when is not None and when != old[kind]
    ]
    if due:
        Due.objects.bulk_create(
            due, update_conflicts=True, unique_fields=["game", "kind"], update_fields=["when"]
        )
