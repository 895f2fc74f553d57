"""The lines that public events of a game make in the messages of its webhooks."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from games.community.notices.shared.kinds import TableKind
from games.models import Game
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import moment
from rules import Event
from rules.events import agreements, attack, cards, turn
from rules.events.json import EVENTS, from_json
from rules.questions import DecisionKind, Trait
from rules.sentences import Words, describe

Line = tuple[TableKind, str]

KINDS: dict[type[Event], TableKind] = {
    attack.Captured: TableKind.MAP,
    attack.Eliminated: TableKind.MAP,
    turn.Resigned: TableKind.MAP,
    cards.EventDrawn: TableKind.CARDS,
    cards.EventBlocked: TableKind.CARDS,
    agreements.PactOffered: TableKind.PACTS,
    agreements.PactBegun: TableKind.PACTS,
    agreements.PactBroken: TableKind.PACTS,
    agreements.PactEnded: TableKind.PACTS,
    agreements.TradeDone: TableKind.PACTS,
    turn.GameOver: TableKind.GAME,
}
"""The kinds of events that make a line. A private event never does."""

STARTED = "Play has started."


def lines_of(events: Iterable[dict[str, Any]], words: Words) -> Iterator[Line]:
    """Yield the lines of public events, without what people wrote."""
    for data in events:
        kind = KINDS.get(EVENTS[data["event"]])
        if kind is not None:
            event = from_json(data)
            yield kind, describe(replace(event, **event.unsaid), words)


def is_turn_over(events: Iterable[dict[str, Any]]) -> bool:
    """Return whether one of the events ends the turn before it."""
    ends = (turn.TurnBegan.name, turn.TurnEnded.name, turn.GameOver.name)
    return any(data["event"] in ends for data in events)


_TURN = "It’s {player}’s turn, round {round}."


def turn_of(
    game: Game, events: Iterable[dict[str, Any]], players: Collection[int]
) -> tuple[int, int] | None:
    """Return the seat and the round of the turn that began last; None unless it is not over.

    `players` are the seats that a person plays. The turn of a bot is soon over and not announced.
    """
    begun = [data for data in events if data["event"] == turn.TurnBegan.name]
    if not begun or begun[-1]["seat"] != game.turn or game.turn not in players:
        return None
    return begun[-1]["seat"], begun[-1]["round"]


def asked_in(seat: int, number: int, words: Words) -> str:
    """Return the sentence that says whose turn it is."""
    return _TURN.format(player=words.player(seat), round=number)


def until_when(times: Clocks, seat: int) -> datetime | None:
    """Return when the turn of a seat ends; None while its clock stands still.

    Other clocks are left out: who must answer a secret question is a secret, too.
    """
    clock = times.running.get(seat)
    if clock is None or times.pause or not is_own_turn(clock.kind):
        return None
    return moment(clock.until)


def is_own_turn(kind: DecisionKind) -> bool:
    """Return whether everybody may know that a decision is open: it belongs to an open turn."""
    return Trait.OWN_TURN | Trait.ANNOUNCED in kind.traits
