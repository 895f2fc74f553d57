"""Convert states to JSON-ready data and back."""

from collections.abc import Iterable
from typing import Any, get_type_hints

from rules.errors import RecordError
from rules.json import from_plain, later_fields, to_plain
from rules.rulesets import RULESETS
from rules.state.state import State
from rules.state.this_turn import ThisTurn

_NESTED = ("ruleset", "board", "this_turn")
_WHOLE = tuple(name for name in State.__slots__ if name not in _NESTED)
_THIS_TURN = tuple(name for name in ThisTurn.__slots__ if name != "captured")
_HINTS = get_type_hints(State) | get_type_hints(ThisTurn)
_LATER = later_fields(State) | later_fields(ThisTurn)
STORED = _WHOLE + _THIS_TURN
"""The parts of a stored position.

The format is older than the class `ThisTurn`, whose fields are stored beside those of `State`,
except for `captured`, which is stored with the territory cards.
"""


def to_json(state: State) -> dict[str, Any]:
    """Return the complete state, secrets included, as JSON-ready data."""
    parts = parts_to_json(state, STORED)
    return {"ruleset": state.ruleset.name, "version": state.ruleset.version, **parts}


def parts_to_json(state: State, names: Iterable[str]) -> dict[str, Any]:
    """Return the named parts as `to_json` writes them; the names must be in `STORED`."""
    this_turn = state.this_turn
    parts = ((n, getattr(this_turn if n in _THIS_TURN else state, n)) for n in names)
    stored = {n: part for n, part in parts if n not in _LATER or part != _LATER[n]}
    data: dict[str, Any] = to_plain(stored)
    if "territory_cards" in data:
        data["territory_cards"]["captured"] = this_turn.captured
    return data


def from_json(data: dict[str, Any]) -> State:
    """Return the state written by `to_json`; raise RecordError if the data is invalid."""
    if not isinstance(data, dict):
        raise RecordError("A position is an object.")
    ruleset = RULESETS.get(str(data.get("ruleset")))
    if ruleset is None or data.get("version") != ruleset.version:
        raise RecordError("The position belongs to a ruleset this version does not know.")
    odd = (set(STORED) ^ (data.keys() - {"ruleset", "version"})) - (_LATER.keys() - data.keys())
    if odd:
        raise RecordError(
            f"The position has missing or unknown fields: {', '.join(sorted(map(str, odd)))[:80]}."
        )
    data, captured = _split_territory_cards(data)
    whole, this_turn = _parts_from_json(data, _WHOLE), _parts_from_json(data, _THIS_TURN)
    this_turn["captured"] = captured
    return State(ruleset=ruleset, board=ruleset.board, this_turn=ThisTurn(**this_turn), **whole)


def _parts_from_json(data: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: from_plain(_HINTS[name], data[name], name) for name in names if name in data}


def _split_territory_cards(data: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return the data without `captured` in the territory cards, and the value of `captured`."""
    cards = data.get("territory_cards")
    if not isinstance(cards, dict):
        return data, False
    captured = from_plain(bool, cards.get("captured"), "territory_cards.captured")
    rest = {name: part for name, part in cards.items() if name != "captured"}
    return {**data, "territory_cards": rest}, captured
