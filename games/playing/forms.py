"""Parse posted forms into typed moves."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.http import QueryDict

from games.models.display_names import MOST_MARKS_IN_TALK, verify_marks, visible
from games.numbers import whole_number
from games.playing.start import MOST_SEATS
from rules import InvalidMove, Move, move_from_json
from rules.sentences.words import armies as army_count

NUMBERS = frozenset(
    ("armies", "count", "opponent", "partner", "dice", "press", "reveal", "rounds", "until", "pact")
)
FLAGS = frozenset(("hero", "fortification", "stronghold", "accept"))
LISTS = frozenset(
    ("cards", "give", "get", "terms", "prefer", "sources", "partners", "winners", "set_cards")
)
TEXTS = frozenset(("territory", "source", "target", "scope", "card", "words"))
NUMBER_LISTS = frozenset(("partners", "winners"))

PLACE, HIDE, ORDER, FALLBACK, STRONGHOLD = "place:", "hide", "order:", "fallback:", "stronghold:"
ONLY_AT, ONLY_AGAINST, KEEP, UNTIL = "at:", "against:", "keep:", "until:"
"""Prefixes of the fields that limit a standing order (ORD-9)."""
OF = "of"
"""The field with the number of armies that a form must place, or of territories to occupy."""
SEVERAL = "placements"
"""The move name of a form that posts several placements, and possibly a hiding place, at once."""

RETURN = "return"
"""The move name of a form that takes a seat back from a steward."""

LAY_AND_ACCEPT = "lay_and_accept"
"""The move name of a form that lays cards for a trade and accepts the resulting trade."""
OCCUPATIONS = "occupations"
"""The move name of a form in which a captor picks all territories to occupy (ELM-3)."""
SPARE, MORE, HOME = "spare:", "more", "home"
"""Fields of the occupation form: the prefix for how many armies a territory can spare, the value
of the button that keeps choosing, and the field naming a stronghold whose armies are held back."""
EPOCH = "epoch"
"""The field with the game's epoch; forms drawn before the first take-back lack it."""
SAID = "said"
"""The field of a button whose value is a whole move, as a query string."""

LONGEST_KEY = 32
_KEY = re.compile(rf"[0-9A-Za-z_-]{{8,{LONGEST_KEY}}}")


@dataclass(frozen=True, slots=True)
class PostedMoves:
    """A posted form: its moves, the number of the decision they answer, and its idempotency key.

    Decision numbers belong to an `epoch`: they are reused after a take-back (FAIR-6).
    """

    moves: tuple[Move, ...]
    decision: int | None
    key: str
    epoch: int = 0


def read_moves(post: QueryDict) -> PostedMoves:
    """Return the moves that a form posts; raise InvalidMove if it cannot be parsed."""
    key = read_key(post)
    asked = _spelled_out(post)
    name = asked.get("move", "")
    read = _TOGETHER.get(name)
    moves = tuple(read(asked)) if read else (_read(name, asked),)
    return PostedMoves(moves, _decision(asked), key, number(asked.get(EPOCH) or "0", EPOCH))


def _spelled_out(post: QueryDict) -> QueryDict:
    """Return a form with the fields of its `SAID` button expanded."""
    if SAID not in post:
        return post
    filled = post.copy()
    for name, values in QueryDict(_text(post, SAID)).lists():
        filled.setlist(name, values)
    return filled


def read_key(post: QueryDict) -> str:
    """Return a form's idempotency key; raise InvalidMove if it is missing or malformed."""
    key = post.get("key", "")
    if not _KEY.fullmatch(key):
        raise InvalidMove("This page is out of date. Reload it and try again.")
    return key


def _decision(post: QueryDict) -> int | None:
    text = post.get("decision", "")
    return number(text, "decision") if text else None


def number(text: str, name: str) -> int:
    """Return a posted number; raise InvalidMove if the text is not one."""
    found = whole_number(text, 10**9 - 1)
    if found is None:
        raise InvalidMove("“{name}” must be a whole number.", name=name)
    return found


def seat_number(text: str) -> int:
    """Return a posted seat; raise InvalidMove if no game has it."""
    seat = whole_number(text, MOST_SEATS - 1)
    if seat is None:
        raise InvalidMove("That seat doesn’t exist.")
    return seat


def _text(post: QueryDict, name: str) -> str:
    """Return the last value of a field; "" if there is none."""
    return str(post.get(name, ""))


def _several(post: QueryDict) -> Iterator[Move]:
    """Yield the choice of hidden armies, then the placements in form order."""
    if post.get(HIDE):
        yield move_from_json({"move": "hide", "territory": post[HIDE]})
    placed = list(placements(post))
    if post.get(OF):
        _verify_all_placed(number(_text(post, OF), OF), sum(armies for _, armies in placed))
    for territory, armies in placed:
        yield move_from_json({"move": "place", "territory": territory, "armies": armies})


_FEW_PLACED = "You’ve placed {placed} of {armies} armies. Still to place: {left}."
_MANY_PLACED = "You have {armies} armies to place, not {placed}."
_TOO_MANY_TICKED = "You have {armies} to spare, but ticked {ticked} territories."


def _verify_all_placed(armies: int, placed: int) -> None:
    if placed < armies:
        raise InvalidMove(_FEW_PLACED, placed=placed, armies=armies, left=armies - placed)
    if placed > armies:
        raise InvalidMove(_MANY_PLACED, placed=placed, armies=armies)


def placements(post: QueryDict) -> Iterator[tuple[str, int]]:
    """Yield (territory, armies) for every territory on which a form places armies."""
    for territory, text in _prefixed(PLACE, post).items():
        armies = number(text, PLACE + territory)
        if armies:
            yield territory, armies


def _occupations(post: QueryDict) -> Iterator[Move]:
    """Yield an occupation for each ticked territory, taking armies in the order of ELM-3.

    Yields Pass at the end unless all are occupied, no army is left, or the player keeps choosing.
    """
    ticked, sources = post.getlist("occupy"), post.getlist("from")
    spare = {
        name.removeprefix(SPARE): number(_text(post, name), name)
        for name in post
        if name.startswith(SPARE)
    }
    # First use armies of the territory chosen in the form, then of the others in form order.
    for name in sorted(spare, key=lambda name: name != post.get("further")):
        sources += [name] * min(spare[name], len(ticked) + 1)
    if len(ticked) > len(sources):
        told = _TOO_MANY_TICKED.format(armies=army_count(len(sources)), ticked=len(ticked))
        raise InvalidMove(told)
    for territory, source in zip(ticked, sources, strict=False):
        yield move_from_json({"move": "occupy", "territory": territory, "source": source})
    is_held_back = HOME in post and f"{SPARE}{post[HOME]}" not in post
    is_done = len(ticked) == number(post.get(OF) or "0", OF) or (
        len(ticked) == len(sources) and not is_held_back
    )
    if not is_done and post.get("then") != MORE:
        yield move_from_json({"move": "pass"})


def _read(name: str, post: QueryDict) -> Move:
    written = _WRITTEN.get(name, _fields)(post)
    return move_from_json({"move": name, **written})


def _fields(post: QueryDict) -> dict[str, Any]:
    """Return the fields of a move, without those that another field excludes.

    `how` selects between one battle and pressing on, `length` how long a pact lasts.
    """
    left_out = {
        name
        for field, choices in _LEFT_OUT.items()
        if field in post
        for name in choices.get(_text(post, field), ())
    }
    return {
        name: _field(name, post) for name in post if _is_sent(name, post) and name not in left_out
    }


_LEFT_OUT: dict[str, dict[str, tuple[str, ...]]] = {
    "how": {"once": ("press",), "press": ("dice",)},
    "length": {"open": ("rounds", "until"), "rounds": ("until",), "until": ("rounds",)},
}
"""The fields to ignore, by selecting field and its value."""


def _is_sent(name: str, post: QueryDict) -> bool:
    return name in LISTS or (name in NUMBERS | FLAGS | TEXTS and bool(post[name]))


def _field(name: str, post: QueryDict) -> Any:
    if name in NUMBER_LISTS:
        return [number(text, name) for text in post.getlist(name) if text]
    if name in LISTS:
        return [text for text in post.getlist(name) if text]
    if name in NUMBERS:
        return number(_text(post, name), name)
    if name in FLAGS:
        return post[name] in ("yes", "on", "true")
    return _message(_text(post, name)) if name == "words" else post[name]


def _message(text: str) -> str:
    """Return the message of an offer, "" if nothing in it is visible; refuse too many accents."""
    try:
        verify_marks(text, MOST_MARKS_IN_TALK)
    except ValidationError as refusal:
        raise InvalidMove(str(refusal.message)) from None
    return text if visible(text) else ""


def _orders(post: QueryDict) -> dict[str, Any]:
    orders: dict[str, Any] = _prefixed(ORDER, post)
    orders["fallbacks"] = _prefixed(FALLBACK, post)
    limits = {name: _limit(name, post) for name in list(orders) if name != "fallbacks"}
    orders["limits"] = {name: limit for name, limit in limits.items() if limit}
    return {"orders": orders}


def _limit(order: str, post: QueryDict) -> dict[str, Any]:
    """Return the limits of an order; empty if its fields are empty or missing."""
    found: dict[str, Any] = {}
    if places := [name for name in post.getlist(f"{ONLY_AT}{order}") if name]:
        found["territories"] = places
    for prefix, name in ((ONLY_AGAINST, "against"), (KEEP, "keep"), (UNTIL, "until")):
        if text := post.get(f"{prefix}{order}"):
            found[name] = number(text, name)
    return {} if found == {"keep": 0} else found


def _wishes(post: QueryDict) -> dict[str, Any]:
    return {
        "wishes": {
            "claims": [name for name in post.getlist("claims") if name],
            "strongholds": _prefixed(STRONGHOLD, post),
            "placements": [list(placement) for placement in placements(post)],
        }
    }


def _agreement(post: QueryDict) -> dict[str, Any]:
    """Return the winners that a player agrees to; `winners` is None to withdraw their agreement."""
    winners = [number(text, "winners") for text in post.getlist("winners") if text]
    return {"winners": winners or None}


def _laid_and_accepted(post: QueryDict) -> Iterator[Move]:
    """Yield the move that lays cards for a partner, then the acceptance of the resulting trade."""
    trade = _fields(post)
    laid = {"partner": trade.get("partner"), "cards": trade.get("cards", [])}
    yield move_from_json({"move": "lay_cards", **laid})
    give, get = sorted(laid["cards"]), sorted(trade.get("get", []))
    accepted = {"partner": laid["partner"], "give": give, "get": get}
    yield move_from_json({"move": "accept_trade", **accepted})


def _prefixed(prefix: str, post: QueryDict) -> dict[str, str]:
    return {
        name.removeprefix(prefix): text
        for name in post
        if name.startswith(prefix) and (text := _text(post, name))
    }


_TOGETHER: dict[str, Callable[[QueryDict], Iterator[Move]]] = {
    SEVERAL: _several,
    OCCUPATIONS: _occupations,
    LAY_AND_ACCEPT: _laid_and_accepted,
}
"""Readers of the forms that post several moves at once, by move name."""

_WRITTEN: dict[str, Callable[[QueryDict], dict[str, Any]]] = {
    "agree": _agreement,
    "orders": _orders,
    "wishes": _wishes,
}
"""Readers of the moves with nested fields, by move name."""
