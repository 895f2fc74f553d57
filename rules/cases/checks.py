"""Case files: checks besides facts: open decisions, events, views and offers."""

import json
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from rules import turn
from rules.cases.files import CaseError, items, one_of, seats_of
from rules.cases.moves import read_moves
from rules.cases.paths import check_path
from rules.cases.secrets import CHANGES
from rules.events.base import Event, Modifier, seen_events
from rules.events.json import EVENTS
from rules.moves import MOVES
from rules.questions import DecisionKind
from rules.state import State, from_json, to_json
from rules.view import view

SPECTATOR = "spectator"
SEATS = (
    "seat", "attacker", "defender", "loser", "player", "captor", "other", "opponent",
    "partner", "maker", "partners", "winners", "seats", "order",
)  # fmt: skip
"""The fields of events that contain seats."""


@dataclass(slots=True)
class CheckContext:
    """The input of a check: the position, the players’ names, and the events of the last move."""

    state: State
    names: list[str]
    events: tuple[Event, ...] = ()


# Open decisions and winners


def _check_asked(context: CheckContext, text: str) -> None:
    wanted = set()
    for item in items(text):
        name, _, kind = item.partition(" ")
        decision = one_of(kind, list(DecisionKind), "decision")
        wanted |= {(seat, decision) for seat in seats_of(name, context.names)}
    actual = {(item.seat, item.kind.value) for item in context.state.decisions}
    if actual != wanted:
        raise CaseError(f"Asked is {describe_decisions(context)}.")


def describe_decisions(context: CheckContext) -> str:
    """Return the open decisions in the format of the line “asked:”."""
    asked = [f"{context.names[item.seat]} {item.kind}" for item in context.state.decisions]
    return ", ".join(sorted(asked)) or "nobody"


def _check_over(context: CheckContext, text: str) -> None:
    outcome = context.state.outcome
    actual = "no"
    if outcome is not None:
        winners = ", ".join(context.names[seat] for seat in outcome.winners)
        actual = f"{winners or 'nobody'} by {outcome.reason}"
    if actual != " ".join(text.split()):
        raise CaseError(f"Over is: {actual}.")


def _check_places(context: CheckContext, text: str) -> None:
    outcome = context.state.outcome
    wanted = [sorted(seats_of(",".join(part.split()), context.names)) for part in text.split("/")]
    actual = [sorted(place) for place in outcome.places] if outcome else []
    if actual != wanted:
        places = " / ".join(" ".join(context.names[seat] for seat in place) for place in actual)
        raise CaseError(f"The places are: {places or 'not settled'}.")


# Events


def event_line(event: Event, names: Sequence[str]) -> str:
    """Return an event as one line: its name, then every field as “field=value”."""
    parts = [event.name]
    for item in fields(event):
        value = _shown(getattr(event, item.name), names if item.name in SEATS else None)
        parts.append(f'{item.name}="{value}"' if " " in value else f"{item.name}={value}")
    return " ".join(parts)


def _shown(value: Any, names: Sequence[str] | None) -> str:
    """Return a value in the notation of cases; with `names`, its numbers are seats."""
    if isinstance(value, Modifier):
        return f"{value.value:+d}:{value.cause}:{value.rule}"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return names[value] if names else str(value)
    if isinstance(value, tuple | list):
        return SEPARATORS[_depth(value)].join(_shown(item, names) for item in value)
    return "none" if value is None else str(value)


SEPARATORS = {1: ",", 2: ";", 3: "/"}
"""The separator of a list, by its depth of nesting."""


def _depth(value: Any) -> int:
    if not isinstance(value, tuple | list):
        return 0
    return 1 + max(map(_depth, value), default=0)


@dataclass(frozen=True, slots=True)
class EventPattern:
    """The description of an event in a line: its name and some of its fields."""

    name: str
    wanted: dict[str, str]

    def matches(self, event: Event, names: Sequence[str]) -> bool:
        """Return whether an event matches the description."""
        return event.name == self.name and all(
            _shown(getattr(event, field), names if field in SEATS else None) == value
            for field, value in self.wanted.items()
        )


def _event_pattern(text: str) -> EventPattern:
    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace_split, lexer.quotes, lexer.commenters = True, '"', ""
    first, *parts = lexer
    name = one_of(first, EVENTS, "event")
    known = [item.name for item in fields(EVENTS[name])]
    wanted = dict(part.partition("=")[::2] for part in parts)
    for field in wanted:
        if field not in known:
            raise CaseError(f"The event {name} has no “{field}”, but: {', '.join(known)}.")
    return EventPattern(name, wanted)


def _missed(events: Sequence[Event], names: Sequence[str], text: str) -> str | None:
    """Return the first event in a text that is missing or out of order; None if there is none."""
    left = iter(events)
    for part in re.split(r"\s+then\s+", text):
        pattern = _event_pattern(part)
        if not any(pattern.matches(event, names) for event in left):
            return part
    return None


def _expect(events: Sequence[Event], names: Sequence[str], text: str, whose: str) -> None:
    missed = _missed(events, names, text)
    if missed is not None:
        lines = "".join(f"\n    {event_line(event, names)}" for event in events)
        raise CaseError(f"{whose} has no {missed}; it has:{lines or ' nothing'}")


def _expect_not(events: Sequence[Event], names: Sequence[str], text: str, whose: str) -> None:
    if _missed(events, names, text) is None:
        raise CaseError(f"{whose} has {text}.")


def _check_logged(context: CheckContext, text: str) -> None:
    _expect(context.events, context.names, text, "The log")


def _check_not_logged(context: CheckContext, text: str) -> None:
    _expect_not(context.events, context.names, text, "The log")


# Views and offers


def _seen_by(context: CheckContext, seat: int | None) -> tuple[Event, ...]:
    return seen_events(context.events, seat)


def _check_sees(context: CheckContext, seat: int | None, text: str) -> None:
    _expect(_seen_by(context, seat), context.names, text, "What this one sees")


def _check_does_not_see(context: CheckContext, seat: int | None, text: str) -> None:
    if _missed(context.events, context.names, text) is not None:
        raise CaseError(f"Nobody sees “{text}”: no such event happened.")
    _expect_not(_seen_by(context, seat), context.names, text, "What this one sees")


def _check_view(context: CheckContext, seat: int | None, text: str) -> None:
    path, _, value = text.partition(" ")
    # Serialise and parse the view, so that keys are strings, as clients get them.
    check_path(json.loads(json.dumps(view(context.state, seat).to_json())), path, value)


def _offers(context: CheckContext, seat: int | None, text: str) -> bool:
    if seat is None:
        return False
    options = turn.offer(context.state, seat)
    if text in MOVES:
        return any(option.move.name == text for option in options)
    moves = read_moves(context.state, context.names, seat, text)
    return all(any(move in option for option in options) for move in moves)


def _check_offered(context: CheckContext, seat: int | None, text: str) -> None:
    if not _offers(context, seat, text):
        raise CaseError(f"“{text}” is not offered.")


def _check_not_offered(context: CheckContext, seat: int | None, text: str) -> None:
    if _offers(context, seat, text):
        raise CaseError(f"“{text}” is offered.")


# Secrecy: a view does not change when the secrets of another player change


def _check_cannot_know(context: CheckContext, seat: int | None, text: str) -> None:
    pairs = [item.rpartition(" ") for item in items(text)]
    for name, _, secret in pairs:
        (owner,) = seats_of(name, context.names)
        change = CHANGES[one_of(secret, CHANGES, "secret")]
        other = from_json(to_json(context.state))
        change(other, owner)
        if to_json(other) == to_json(context.state):
            raise CaseError(f"{name} has no {secret} that could be otherwise.")
        if view(other, seat).to_json() != view(context.state, seat).to_json():
            raise CaseError(f"It can be told what is in {name}’s {secret}.")


CHECKS: dict[str, Callable[[CheckContext, str], None]] = {
    "asked": _check_asked,
    "over": _check_over,
    "places": _check_places,
    "logged": _check_logged,
    "not logged": _check_not_logged,
}
"""Checks of the whole table, by the key of the line."""

PLAYER_CHECKS: dict[str, Callable[[CheckContext, int | None, str], None]] = {
    "sees": _check_sees,
    "does not see": _check_does_not_see,
    "view": _check_view,
    "is offered": _check_offered,
    "is not offered": _check_not_offered,
    "cannot tell": _check_cannot_know,
}
"""Checks of one player or a spectator, as “bob does not see: …”."""


def check(context: CheckContext, key: str, text: str) -> bool:
    """Run the check with this key; return whether there is one, raise CaseError if it fails."""
    name, _, rest = key.partition(" ")
    if key in CHECKS:
        CHECKS[key](context, text)
    elif rest in PLAYER_CHECKS and name in (*context.names, SPECTATOR):
        seat = None if name == SPECTATOR else list(context.names).index(name)
        PLAYER_CHECKS[rest](context, seat, text)
    else:
        return False
    return True
