"""Validity of a move: the types of its fields, and whether the game has what they name."""

from collections.abc import Callable
from typing import Any

from rules.cards import WILD, BattleCard
from rules.chapters.diplomacy import pacts
from rules.errors import InvalidMove
from rules.moves import MOVES, Move
from rules.moves.json import CHECKS, LARGEST_NUMBER, NUMBERS, shown
from rules.moves.orders_and_wishes import Orders, Wishes
from rules.state import State

Reader = Callable[[Any, str], Any]
"""Reads the value of a field with this name; raises InvalidMove for the wrong type."""

Check = Callable[[State, Any], None]
"""Raises InvalidMove for a value that names something not in the game."""


def validate(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove if a field has the wrong type or names something not in this game."""
    if type(move) not in _FIELDS:
        raise InvalidMove("That is not a valid move.")
    if type(seat) is not int or not 0 <= seat < len(state.players):
        raise InvalidMove("There is no such seat.")
    for name, read, known in _FIELDS[type(move)]:
        value = getattr(move, name)
        if type(value) is str and known is _know_territory and value in state.holdings:
            continue
        if (
            type(value) is int
            and known is None
            and name in NUMBERS
            and 0 <= value <= LARGEST_NUMBER
        ):
            continue
        understood = read(value, name)
        if understood is not value and not _is_same(understood, value):
            raise InvalidMove("{value} is not a value for “{name}”.", value=shown(value), name=name)
        if known is not None and value is not None:
            known(state, value)


def _is_same(understood: Any, value: Any) -> bool:
    """Return whether value and type match, recursively: a card's name alone is not a card."""
    if type(understood) is not type(value) or understood != value:
        return False
    return type(value) is not tuple or all(map(_is_same, understood, value))


def _know_territory(state: State, name: Any) -> None:
    if name not in state.holdings:
        raise InvalidMove("There is no territory {name} on this board.", name=shown(name))


def _know_territory_card(state: State, card: str) -> None:
    if state.territory_cards is None or (card != WILD and card not in state.holdings):
        raise InvalidMove("There is no territory card {card} in this game.", card=shown(card))


def _know_seat(state: State, seat: int) -> None:
    if seat >= len(state.players):
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
_FIELDS: dict[type[Move], tuple[tuple[str, Reader, Check | None], ...]] = {
    cls: tuple((name, read, _KNOWN.get(name)) for name, read in CHECKS[cls])
    for cls in MOVES.values()
}
"""The fields of each move, as (name, reader, check against the game or None)."""
