"""The viewer's territory cards, and the sets they can make (CLA-4)."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from games.drawing.board.territory_cards import face_of
from games.drawing.display.parts import Part, Parts, Scene, Section
from rules import View
from rules.cards import WILD
from rules.chapters.armies.territory_cards import MOST_KEPT, sets_in
from rules.questions import DecisionKind

MOST_LISTED = 8
"""Maximum number of sets listed."""


def territory_hand_parts(scene: Scene) -> Parts:
    """Yield the viewer's territory cards and the sets among them."""
    view = scene.view
    is_player = scene.seat is not None and not view.player(scene.seat).eliminated
    sets = best_first(view, sets_in(view.board, view.territory_cards))
    yield "hand", _hand_part(view, sets, is_player=is_player)
    yield "hand_sets", _sets_part(view, sets)


def _hand_part(view: View, sets: Sequence[tuple[str, ...]], *, is_player: bool) -> Part:
    hand = view.territory_cards
    in_sets = {card for trio in sets for card in trio}
    return Part(
        "table/sidebar/hand/_territory_hand.html",
        {
            "is_player": is_player,
            "count": len(hand),
            "cards": [_card(view, card, card in in_sets) for card in hand],
        },
    )


def _sets_part(view: View, sets: Sequence[tuple[str, ...]]) -> Part:
    """Return the possible sets in the hand, and how many armies the next set brings."""
    count = len(view.territory_cards)
    return Part(
        "table/sidebar/hand/_hand_sets.html",
        {
            "count": count,
            "value": view.open_sets.value,
            "set_count": len(sets),
            "sets": [_set(view, trio) for trio in sets[:MOST_LISTED]],
            "more": max(0, len(sets) - MOST_LISTED),
            # No reminder while the player is already trading.
            "is_too_many": count > MOST_KEPT and not _is_trading(view),
        },
    )


def _is_trading(view: View) -> bool:
    return view.decision is not None and view.decision.kind is DecisionKind.SETS


def _card(view: View, card: str, is_in_set: bool) -> dict[str, Any]:
    """Return a card of the hand; wild cards get no id, as there may be several."""
    own_id = "" if card == WILD else card
    return {**asdict(face_of(view.board, card)), "is_in_set": is_in_set, "own_id": own_id}


def best_first(view: View, sets: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the sets sorted by value to the viewer.

    Sets with a territory bonus come first, then those with the fewest wild cards.
    """
    return sorted(sets, key=lambda trio: (not _bonus_on(view, trio), trio.count(WILD)))


def _bonus_on(view: View, trio: Sequence[str]) -> list[str]:
    """Return which territories on the cards of a set belong to the viewer."""
    return [card for card in trio if card != WILD and view.owner(card) == view.seat]


def _set(view: View, trio: Sequence[str]) -> dict[str, Any]:
    """Return the names of a set's cards, its bonus, and the territories that may get the bonus."""
    names = view.board.territories
    return {
        "cards": [face_of(view.board, card).title for card in trio],
        "bonus": view.ruleset.symbol_bonus,
        "on": [names[card].name for card in _bonus_on(view, trio)],
    }


def _inputs(scene: Scene) -> Any:
    view, hand = scene.view, scene.view.territory_cards
    is_out = scene.seat is not None and view.player(scene.seat).eliminated
    owned = [card != WILD and view.owner(card) == view.seat for card in hand]
    return hand, owned, view.open_sets.value, _is_trading(view), is_out


SECTIONS = (Section(territory_hand_parts, _inputs),)
