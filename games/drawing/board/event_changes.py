"""Armies lost or gained through event cards, as numbers on the map until the next entry."""

from collections.abc import Iterable
from typing import Any

from games.drawing.board.territories import territory_context
from rules import Event
from rules.board import Board
from rules.events.cards import ArmiesGained, ArmiesLost
from rules.sentences.words import signed


def changes_of(board: Board, events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return a signed number for every territory that lost or gained armies through a card."""
    changes = []
    for event in events:
        if isinstance(event, ArmiesLost | ArmiesGained):
            place = territory_context(board, event.territory)
            is_lost = isinstance(event, ArmiesLost)
            changes.append(
                {
                    "x": place["x"],
                    "y": place["y"],
                    # Put the number opposite the shield and the signs of cards in force.
                    "aside": -place["shield"],
                    "kind": "lost" if is_lost else "gained",
                    "armies": signed(-event.armies if is_lost else event.armies),
                }
            )
    return changes
