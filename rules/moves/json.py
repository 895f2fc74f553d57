"""Convert moves to JSON-ready data and back, validating every field."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_type_hints

from rules.cards import BattleCard
from rules.errors import InvalidMove
from rules.json import later_fields, to_plain
from rules.moves import MOVES, Control, Move, Scope
from rules.moves.orders_and_wishes import ORDER_CHOICES, Limit, Orders, Wishes

LARGEST_NUMBER = 100_000
LARGEST_SHOWN = 10**20
LONGEST_LIST = 200
LONGEST_WORDS = 280

_UNFIT = "{value} is not a value for “{name}”."

LIMITED = frozenset({"limits", "off"})
"""Fields of `Orders` that `to_json` omits while they are empty."""


def to_json(move: Move) -> dict[str, Any]:
    """Return a move as JSON-ready data, with its name under "move".

    Fields marked `rules.json.LATER` are omitted while they hold their default.
    """
    later = later_fields(type(move))
    values = ((item.name, getattr(move, item.name)) for item in fields(move))
    return {
        "move": move.name,
        **{
            name: _plain(value)
            for name, value in values
            if name not in later or value != later[name]
        },
    }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Orders | Wishes):
        written = {item.name: getattr(value, item.name) for item in fields(value)}
        return {name: _plain(part) for name, part in written.items() if part or name not in LIMITED}
    if isinstance(value, Mapping):
        return to_plain(value)
    return value.value if isinstance(value, StrEnum) else value


def from_json(data: Any) -> Move:
    """Return the move that JSON-ready data describes; raise InvalidMove if it is malformed."""
    if not isinstance(data, Mapping):
        raise InvalidMove("A move must be an object with its name under “move”.")
    name = data.get("move")
    cls = MOVES.get(name) if isinstance(name, str) else None
    if cls is None:
        raise InvalidMove("There is no move called {name}.", name=shown(name))
    values = {key: value for key, value in data.items() if key != "move"}
    move: Move = _read(cls, values, cls.name, READERS[cls])
    return move


def _read(cls: type, data: Mapping[str, Any], called: str, readers: Mapping[str, Any]) -> Any:
    for key in data:
        if key not in readers:
            raise InvalidMove(
                "The move “{move}” has no field {name}.", move=called, name=shown(key)
            )
    for key in _needed(cls):
        if key not in data:
            raise InvalidMove(
                "The move “{move}” is missing the field “{name}”.", move=called, name=key
            )
    return cls(**{key: readers[key](value, key) for key, value in data.items()})


@cache
def _needed(cls: type) -> tuple[str, ...]:
    """Return the names of the fields without a default."""
    return tuple(
        item.name
        for item in fields(cls)
        if item.default is MISSING and item.default_factory is MISSING
    )


def shown(value: Any) -> str:
    """Return a value in quotes for an error message: short, printable, on one line."""
    if isinstance(value, int) and abs(value) > LARGEST_SHOWN:
        return "a number that large"
    text = str(value) if isinstance(value, str | int | float | None) else type(value).__name__
    return f"“{''.join(sign if sign.isprintable() else '�' for sign in text[:40])}”"


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 60:
        raise InvalidMove(_UNFIT, value=shown(value), name=name)
    return value


def _words(value: Any, name: str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_WORDS:
        raise InvalidMove("Your message can have at most {most} characters.", most=LONGEST_WORDS)
    if not value.isprintable():
        raise InvalidMove("Your message must be one line of plain text.")
    return value


def _number(value: Any, name: str) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST_NUMBER:
        raise InvalidMove(_UNFIT, value=shown(value), name=name)
    return value


def _yes_or_no(value: Any, name: str) -> bool:
    if type(value) is not bool:
        raise InvalidMove("“{name}” must be yes or no, not {value}.", name=name, value=shown(value))
    return value


def _optional(read: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    return lambda value, name: None if value is None else read(value, name)


def _many(read: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    def read_all(value: Any, name: str) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) > LONGEST_LIST:
            raise InvalidMove(
                "“{name}” must be a list of at most {most} items.", name=name, most=LONGEST_LIST
            )
        return tuple(read(item, name) for item in value)

    return read_all


def _member(enum: type[StrEnum]) -> Callable[[Any, str], StrEnum]:
    def read(value: Any, name: str) -> StrEnum:
        try:
            return enum(_text(value, name))
        except ValueError:
            raise InvalidMove(_UNFIT, value=shown(value), name=name) from None

    return read


def _mapping(value: Any, name: str) -> dict[str, str]:
    if not isinstance(value, Mapping) or len(value) > LONGEST_LIST:
        raise InvalidMove("“{name}” must be an object of names.", name=name)
    return {_text(key, name): _text(item, name) for key, item in value.items()}


def _fallbacks(value: Any, name: str) -> dict[str, str]:
    for key, item in _mapping(value, name).items():
        if item == "ask" or item not in ORDER_CHOICES.get(key, ()):
            raise InvalidMove(
                "{value} is not a fallback for {name}.", value=shown(item), name=shown(key)
            )
    return dict(value)


def _limits(value: Any, name: str) -> dict[str, Limit]:
    if not isinstance(value, Mapping) or len(value) > len(ORDER_CHOICES):
        raise InvalidMove("“{name}” must be an object of limits.", name=name)
    return {_text(key, name): _limit(item, name) for key, item in value.items()}


def _nothing_off(value: Any, name: str) -> dict[str, str]:
    if not isinstance(value, Mapping) or value:
        raise InvalidMove("Only the game can switch off an order.")
    return {}


def _order(value: Any, name: str) -> str:
    order = _text(value, name)
    if order not in ORDER_CHOICES[name]:
        raise InvalidMove(_UNFIT, value=shown(value), name=name)
    return order


def _placement(value: Any, name: str) -> tuple[str, int]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InvalidMove("A placement must be a territory and a number of armies.")
    return _text(value[0], name), _number(value[1], name)


def _form(cls: type, readers: Mapping[str, Any]) -> Callable[[Any, str], Any]:
    def read(value: Any, name: str) -> Any:
        if not isinstance(value, Mapping):
            raise InvalidMove("“{name}” must be an object.", name=name)
        return _read(cls, value, name, readers)

    return read


_seats = _many(_number)
_cards = _many(_member(BattleCard))

_limit = _form(
    Limit,
    {
        "territories": _many(_text),
        "against": _optional(_number),
        "keep": _number,
        "until": _number,
    },
)
_order_fields = dict.fromkeys(ORDER_CHOICES, _order) | {
    "fallbacks": _fallbacks,
    "limits": _limits,
    "off": _nothing_off,
}
_wish_fields = {
    "claims": _many(_text),
    "strongholds": _mapping,
    "placements": _many(_placement),
}

FIELDS: dict[str, Callable[[Any, str], Any]] = {
    "territory": _text,
    "source": _text,
    "target": _text,
    "armies": _number,
    "count": _number,
    "cards": _cards,
    "opponent": _number,
    "partner": _number,
    "partners": _seats,
    "winners": _seats,
    "dice": _number,
    "press": _number,
    "hero": _yes_or_no,
    "fortification": _yes_or_no,
    "reveal": _number,
    "scope": _member(Scope),
    "card": _member(BattleCard),
    "prefer": _many(_text),
    "sources": _many(_text),
    "stronghold": _yes_or_no,
    "give": _cards,
    "get": _cards,
    "terms": _many(_text),
    "rounds": _number,
    "until": _number,
    "words": _words,
    "pact": _number,
    "accept": _yes_or_no,
    "control": _member(Control),
    "own": _yes_or_no,
    "only_playable": _yes_or_no,
    "order": _text,
    "orders": _form(Orders, _order_fields),
    "wishes": _form(Wishes, _wish_fields),
    "set_cards": _many(_text),
}
"""The parsers by field name: functions of (value, name) that may raise InvalidMove."""


def _readers(cls: type[Move]) -> dict[str, Callable[[Any, str], Any]]:
    """Return the reader of each field of a move class; optional fields accept None."""
    return {
        name: _optional(FIELDS[name]) if type(None) in get_args(kind) else FIELDS[name]
        for name, kind in get_type_hints(cls).items()
        if name in FIELDS
    }


READERS = {cls: _readers(cls) for cls in MOVES.values()}
"""The readers of each move class by field name."""
