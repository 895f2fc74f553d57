"""Case files: the facts of one player, stated before the first move and checked after it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.cards import BattleCard
from rules.cases.fact import Fact, Reader
from rules.cases.files import (
    NOTHING,
    CaseError,
    cards,
    counted,
    identifier,
    items,
    number,
    one_of,
    territory_cards,
)
from rules.chance import hidden_commitment
from rules.chapters.armies.territory_cards import cards_in_play
from rules.moves import Control
from rules.moves.orders_and_wishes import FALLBACKS, ORDER_CHOICES, Limit, Orders, Wishes
from rules.state import State
from rules.state.players import HiddenArmies


def of_player(name: str, read: Callable[[Reader, str], Any]) -> Fact:
    """Return the fact for one field of a player."""
    return Fact(
        read,
        lambda state, seat, value: setattr(state.players[seat], name, value),
        lambda state, seat: getattr(state.players[seat], name),
    )


def _read_banners(reader: Reader, text: str) -> list[str]:
    return sorted(one_of(item, reader.state.board.empires, "empire") for item in items(text))


def _read_hidden(reader: Reader, text: str) -> list[tuple[str, int, bool]]:
    form = "medegia of bob used"
    found = []
    for item in items(text):
        parts = reader.match(r"(.+?)(?: of (\w+))?( used)?", item, form)
        maker = reader.seat_of(parts[2]) if parts[2] else reader.seat
        found.append((reader.territory(parts[1]), maker, bool(parts[3])))
    return sorted(found)


def _put_hidden(state: State, seat: int, value: list[tuple[str, int, bool]]) -> None:
    for territory, maker, used in value:
        salt = bytes([len(state.hidden)]) * 32
        sealed = hidden_commitment(state.game, maker, territory, salt)
        state.hidden.append(HiddenArmies(maker, seat, territory, salt.hex(), sealed, used))


def _get_hidden(state: State, seat: int) -> list[tuple[str, int, bool]]:
    mine = [item for item in state.hidden if item.holder == seat]
    return sorted((item.territory, item.maker, item.revealed) for item in mine)


def read_orders(reader: Reader, text: str) -> Orders:
    """Return a player's orders with the changes in the text."""
    orders = reader.state.players[reader.seat].orders
    changed: dict[str, str] = {}
    fallbacks, limits = dict(orders.fallbacks), dict(orders.limits)
    for item in items(text):
        found = reader.match(_ORDER, item, "block event always")
        name, choice, otherwise, *limited = found.groups()
        order = one_of(name, FALLBACKS, "standing order")
        changed[order] = one_of(choice, ORDER_CHOICES[order], f"choice for {order}")
        if otherwise:
            fallbacks[order] = one_of(otherwise, ORDER_CHOICES[order], f"choice for {order}")
        limits.pop(order, None)
        if any(limited):
            limits[order] = _limit(reader, *limited)
    return replace(orders, **changed, fallbacks=fallbacks, limits=limits, off={})


_ORDER = (
    r"(.+?) (\w+)(?: else (\w+))?(?: at (.+?))?(?: against (\w+))?(?: keeping (\d+))?"
    r"(?: until round (\d+))?"
)


def _limit(
    reader: Reader, places: str | None, against: str | None, keep: str | None, until: str | None
) -> Limit:
    """Return the limit of an order: “at rauxes and almor against bob keeping 1 until round 5”."""
    names = places.split(" and ") if places else ()
    return Limit(
        tuple(reader.territory(name) for name in names),
        reader.seat_of(against) if against else None,
        int(keep or 0),
        int(until or 0),
    )


def read_wishes(reader: Reader, text: str) -> Wishes:
    """Return a wish list from “claims …; strongholds …; placements …”; any part may be missing."""
    parts: dict[str, Any] = {}
    for part in text.split(";") if identifier(text) not in NOTHING else ():
        name, _, rest = part.strip().partition(" ")
        if name == "claims":
            parts[name] = tuple(reader.territory(item) for item in items(rest))
        elif name == "placements":
            parts[name] = tuple((reader.territory(item), count) for item, count in counted(rest))
        elif name == "strongholds":
            pairs = [reader.match(r"(\w+) (\w+)", item, "empire site") for item in items(rest)]
            parts[name] = {pair[1]: reader.territory(pair[2]) for pair in pairs}
        else:
            raise CaseError(f"“{part.strip()}” does not belong in a wish list.")
    return Wishes(**parts)


def _read_seat(reader: Reader, text: str) -> tuple[Control, bool, bool]:
    player = reader.state.players[reader.seat]
    control, own, person = player.control, player.own, player.person
    for item in items(text):
        if item in list(Control):
            control = Control(item)
        elif item in ("own", "left"):
            own = item == "own"
        elif item in ("person", "program"):
            person = item == "person"
        else:
            raise CaseError(f"“{item}” says nothing about a seat.")
    return control, own, person


def _put_seat(state: State, seat: int, value: tuple[Control, bool, bool]) -> None:
    player = state.players[seat]
    player.control, player.own, player.person = value


def _get_seat(state: State, seat: int) -> tuple[Control, bool, bool]:
    player = state.players[seat]
    return player.control, player.own, player.person


def _known_cards(name: str) -> Fact:
    """Return the fact for a field of `ThisTurn` that maps seats to cards; no entry means none."""
    return Fact(
        lambda reader, text: cards(text, BattleCard),
        lambda state, seat, value: getattr(state.this_turn, name).update({seat: value}),
        lambda state, seat: sorted(getattr(state.this_turn, name).get(seat, ())),
    )


def _read_territory_cards(reader: Reader, text: str) -> list[str]:
    return territory_cards(text, reader.state.board)


def _put_territory_cards(state: State, seat: int, value: list[str]) -> None:
    cards_in_play(state).hands[seat] = value


PLAYER_FACTS: dict[str, Fact] = {
    "banners": Fact(
        _read_banners,
        lambda state, seat, value: setattr(state.players[seat], "banners", value),
        lambda state, seat: sorted(state.players[seat].banners),
    ),
    "hand": of_player("hand", lambda reader, text: cards(text, BattleCard)),
    "hidden": Fact(_read_hidden, _put_hidden, _get_hidden),
    "orders": of_player("orders", read_orders),
    "wishes": of_player("wishes", read_wishes),
    "unplaced": of_player("unplaced", lambda reader, text: number(text)),
    "seat": Fact(_read_seat, _put_seat, _get_seat),
    "hand seen": _known_cards("seen"),
    "received": _known_cards("received"),
    "territory cards": Fact(
        _read_territory_cards,
        _put_territory_cards,
        lambda state, seat: cards_in_play(state).hands[seat],
    ),
}
"""The facts of one player, written “alice hand: …”."""
