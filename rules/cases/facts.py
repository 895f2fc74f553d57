"""Case files: facts of a position, stated before the first move and checked after it.

A fact is parsed from its text, put into a position, and read back from one. The parser sees the
current position, so that a line may change only a part of it.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.cards import BattleCard, EventCard
from rules.cases.agreement_facts import PACTS, TRADES, TRUCES
from rules.cases.fact import Fact, Reader, of_this_turn, pile, read_number, read_yes, simple
from rules.cases.files import (
    NOTHING,
    CaseError,
    cards,
    identifier,
    items,
    number,
    one_of,
    seats_of,
    territory_cards,
)
from rules.chapters.orders.standing_orders import FIRST_ORDERS, first_orders
from rules.rulesets import OWN_OPTIONS
from rules.rulesets.ruleset import Phase
from rules.state import Options, State
from rules.state.under_way import Attack, BattleStep, InForce

# The game


def _read_options(reader: Reader, text: str) -> Any:
    options = reader.state.options
    for item in items(text):
        word, _, value = item.partition(" ")
        if item in ("quick", "fixed seats", "only playable"):
            flag: dict[str, Any] = {identifier(item): True}
            options = replace(options, **flag)
        elif item in FIRST_ORDERS:
            options = replace(options, pace=item)
        elif word == "rounds":
            options = replace(options, rounds=number(value))
        elif word == "first":
            options = replace(options, first_seat=reader.seat_of(value))
        elif item in ("bots on resigning", "stewards on resigning"):
            options = replace(options, on_resign=word[:-1])
        else:
            options = replace(options, **_own_option(item))
    return options


def _own_option(text: str) -> dict[str, Any]:
    """Return {name: value} of an option that only some games have."""
    for name in OWN_OPTIONS:
        found = re.fullmatch(rf"{name.replace('_', ' ')}(?: (.+))?", text)
        if found:
            kind = type(getattr(Options(), name))
            return {name: True if kind is bool else number(found[1]) if kind is int else found[1]}
    raise CaseError(f"There is no option “{text}”.")


def _put_options(state: State, seat: int, options: Any) -> None:
    state.options = options
    for player in state.players:
        player.orders = first_orders(options.pace)


def _read_turn(reader: Reader, text: str) -> tuple[int | None, Phase]:
    form = "alice attacks"
    name, phase = reader.match(r"(\w+)(?:'s)?\s+(.+)", text, form).groups()
    turn = None if name in NOTHING else reader.seat_of(name)
    return turn, Phase(one_of(phase, [item.value for item in Phase], "phase"))


def _put_turn(state: State, seat: int, value: tuple[int | None, Phase]) -> None:
    state.turn, state.phase = value


def _read_eliminated(reader: Reader, text: str) -> list[int]:
    return list(seats_of(text, reader.names))


def _put_eliminated(state: State, seat: int, value: list[int]) -> None:
    for place, fallen in enumerate(value, start=1):
        state.players[fallen].eliminated = place
        state.players[fallen].banners = []


def _get_eliminated(state: State, seat: int) -> list[int]:
    fallen = [player for player in state.players if player.eliminated]
    return [player.seat for player in sorted(fallen, key=lambda player: player.eliminated)]


def _read_in_force(reader: Reader, text: str) -> list[tuple[EventCard, int, int]]:
    form = "azure_storms by alice ends 2"
    found = []
    for item in items(text):
        card, name, ends = reader.match(r"(.+?) by (\w+) ends (\d+)", item, form).groups()
        found.append((cards(card, EventCard)[0], reader.seat_of(name), int(ends)))
    return sorted(found)


def _put_in_force(state: State, seat: int, value: list[tuple[EventCard, int, int]]) -> None:
    state.in_force = [InForce(*item) for item in value]


def _get_in_force(state: State, seat: int) -> list[tuple[EventCard, int, int]]:
    return sorted((item.card, item.drawer, item.turn_ends) for item in state.in_force)


FLAGS = ("attacked", "hero", "halved", "collected")


def _read_this_turn(reader: Reader, text: str) -> dict[str, Any]:
    flags: dict[str, Any] = {**dict.fromkeys(FLAGS, False), "spied": 0}
    for item in items(text):
        word, _, count = item.partition(" ")
        if word == "spied":
            flags["spied"] = number(count)
        else:
            flags[one_of(item, FLAGS, "mark of a turn")] = True
    return flags


def _put_this_turn(state: State, seat: int, value: dict[str, Any]) -> None:
    for name, flag in value.items():
        setattr(state.this_turn, name, flag)


def _get_this_turn(state: State, seat: int) -> dict[str, Any]:
    return {name: getattr(state.this_turn, name) for name in (*FLAGS, "spied")}


# Territory cards and headquarters (chapter 11)


def _of_cards(name: str, read: Callable[[Reader, str], Any]) -> Fact:
    """Return the fact for one field of the territory cards."""
    return Fact(
        read,
        lambda state, seat, value: setattr(state.territory_cards, name, value),
        lambda state, seat: getattr(state.territory_cards, name),
    )


def _read_cards(reader: Reader, text: str) -> list[str]:
    return territory_cards(text, reader.state.board)


def _pile_of_cards(name: str) -> Fact:
    return replace(
        _of_cards(name, _read_cards),
        get=lambda state, seat: sorted(getattr(state.territory_cards, name)),
    )


def _read_headquarters(reader: Reader, text: str) -> dict[int, str]:
    form = "alice at alaska"
    pairs = [reader.match(r"(\w+) at (.+)", item, form).groups() for item in items(text)]
    return {reader.seat_of(name): reader.territory(place) for name, place in pairs}


# The open attack

ATTACK_NUMBERS = {"dice": "dice", "defence dice": "defence_dice", "battles": "battles"}


def _read_attack(reader: Reader, text: str) -> Attack | None:
    form = "rauxes -> eastfair, 3 dice, 2 battles, fortification"
    if identifier(text) in NOTHING:
        return None
    state = reader.state
    place, *rest = items(text)
    source, target = reader.match(r"(.+?)\s*->\s*(.+)", place, form).groups()
    source, target = reader.territory(source), reader.territory(target)
    attack = state.attack
    if attack is None or (attack.source, attack.target) != (source, target):
        owner, defender = state.holdings[source].owner, state.holdings[target].owner
        # The owner may be stated after the attack; `position` completes it then.
        attacker = state.on_turn if owner is None else owner
        attack = Attack(
            1, attacker, defender, source, target, False, 0, 1, None, BattleStep.BETWEEN
        )
    return replace(attack, **_attack_parts(rest))


def _attack_parts(parts: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in parts:
        count, _, word = part.partition(" ")
        if part in ("fortification", "hero fought"):
            found[identifier(part)] = True
        elif word == "aboard":
            found |= {"fleet": True, "aboard": number(count)}
        elif word in ATTACK_NUMBERS:
            found[ATTACK_NUMBERS[word]] = number(count)
        else:
            raise CaseError(f"“{part}” says nothing about an attack.")
    return found


def _put_attack(state: State, seat: int, attack: Attack | None) -> None:
    state.attack = attack
    state.this_turn.attacked, state.attacks = True, 1


FACTS: dict[str, Fact] = {
    "options": Fact(_read_options, _put_options, lambda state, seat: state.options),
    "order": simple("order", lambda reader, text: seats_of(text, reader.names)),
    "first": simple("first", lambda reader, text: reader.seat_of(text)),
    "round": simple("round", read_number),
    "turn": Fact(_read_turn, _put_turn, lambda state, seat: (state.turn, state.phase)),
    "eliminated": Fact(_read_eliminated, _put_eliminated, _get_eliminated),
    "track": simple("track", read_number),
    "in force": Fact(_read_in_force, _put_in_force, _get_in_force),
    "truces": TRUCES,
    "this turn": Fact(_read_this_turn, _put_this_turn, _get_this_turn),
    "fortified": of_this_turn("fortified", lambda reader, text: list(seats_of(text, reader.names))),
    "trades": TRADES,
    "pacts": PACTS,
    "attack": Fact(_read_attack, _put_attack, lambda state, seat: state.attack),
    "deck": pile("deck", BattleCard),
    "discard": pile("discard", BattleCard),
    "removed": pile("removed", BattleCard),
    "event deck": pile("event_deck", EventCard),
    "event discard": pile("event_discard", EventCard),
    "territory deck": _pile_of_cards("deck"),
    "territory pile": _pile_of_cards("pile"),
    "sets traded": _of_cards("traded", read_number),
    "captured": of_this_turn("captured", read_yes),
    "must trade": _of_cards("trading", read_yes),
    "headquarters": simple("headquarters", _read_headquarters),
}
"""The facts that belong to no player, in the order in which they are put into a position."""
