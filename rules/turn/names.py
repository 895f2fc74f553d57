"""The names in a move: whether the game has the territories, seats and cards that a move names."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, get_args, get_type_hints

from rules.cards import WILD, BattleCard
from rules.chapters.diplomacy import pacts
from rules.errors import InvalidMove
from rules.moves import MOVES, Move
from rules.moves.json import shown
from rules.moves.orders_and_wishes import Orders, Wishes
from rules.state import State

Check = Callable[[State, Any], None]
"""Raises InvalidMove for a value that names something not in the game."""


def _know_territory(state: State, name: Any) -> None:
    if name not in state.holdings:
        raise InvalidMove("There is no territory {name} on this board.", name=shown(name))


def _know_territory_card(state: State, card: str) -> None:
    if state.territory_cards is None or (card != WILD and card not in state.holdings):
        raise InvalidMove("There is no territory card {card} in this game.", card=shown(card))


def _know_seat(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.players):
        raise InvalidMove("There is no seat {seat} in this game.", seat=seat)


def _know_card(state: State, card: BattleCard) -> None:
    if card not in state.ruleset.battle_cards:
        raise InvalidMove("There is no card “{card}” in this game.", card=card)


def _know_term(state: State, term: str) -> None:
    if not pacts.is_term(state.board, term):
        raise InvalidMove("{term} is not a term of a pact.", term=shown(term))


def _know_wishes(state: State, wishes: Wishes) -> None:
    for empire in wishes.strongholds:
        if empire not in state.board.empires:
            raise InvalidMove("There is no empire {empire} on this board.", empire=shown(empire))
    placed = (territory for territory, _ in wishes.placements)
    for name in (*wishes.claims, *wishes.strongholds.values(), *placed):
        _know_territory(state, name)


def _know_orders(state: State, orders: Orders) -> None:
    for limit in orders.limits.values():
        for name in limit.territories:
            _know_territory(state, name)
        if limit.against is not None:
            _know_seat(state, limit.against)


def _each(known: Check) -> Callable[[State, tuple[Any, ...]], None]:
    def know_all(state: State, items: tuple[Any, ...]) -> None:
        for item in items:
            known(state, item)

    return know_all


_KNOWN: dict[str, Check] = {
    **dict.fromkeys(("territory", "source", "target"), _know_territory),
    **dict.fromkeys(("prefer", "sources"), _each(_know_territory)),
    **dict.fromkeys(("opponent", "partner"), _know_seat),
    **dict.fromkeys(("partners", "winners"), _each(_know_seat)),
    "card": _know_card,
    **dict.fromkeys(("cards", "give", "get"), _each(_know_card)),
    "terms": _each(_know_term),
    "wishes": _know_wishes,
    "orders": _know_orders,
    "set_cards": _each(_know_territory_card),
}


def _names(cls: type[Move]) -> tuple[tuple[Callable[[Any], Any], Check], ...]:
    """Return the fields of a move class that name something, and how to check them."""
    kinds = get_type_hints(cls)
    return tuple(
        (attrgetter(name), _if_any(known) if type(None) in get_args(kinds[name]) else known)
        for name, known in _KNOWN.items()
        if name in kinds
    )


def _if_any(known: Check) -> Check:
    def know_if_any(state: State, value: Any) -> None:
        if value is not None:
            known(state, value)

    return know_if_any


NAMES = {cls: _names(cls) for cls in MOVES.values()}
"""The fields of each move that name something, as (getter, check)."""
