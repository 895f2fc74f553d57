"""The log of a game as it is read: entries as a viewer may see them, and their sentences."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.log import Row, events_for, take_back_of
from games.models import Move
from games.rulebook import rule_ids, rule_link
from rules import Event, Ruleset
from rules.events import from_json
from rules.sentences import describe

LATELY = 10
"""The newest entry that has something to show is looked for among so many at a time."""

MOST_DRAWN = 6000
"""So many lines are kept as HTML."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a viewer may see of an entry of the log: its number, and at least one event."""

    number: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the log; `kind` is the name of its event, `is_private` when one's own.

    `is_undone` where a moderator went back to before it.
    """

    text: str
    kind: str
    is_private: bool
    is_undone: bool = False

    @property
    def html(self) -> SafeString:
        """Return the line as it stands in the log."""
        return _drawn(self)

    @property
    def linked(self) -> SafeString:
        """Return the sentence with the rules it cites as links, and seals and salts in short."""
        linked = _RULE.sub(_linked, escape(self.text))
        return mark_safe(_SEAL.sub(_SHORT, linked))


@lru_cache(maxsize=MOST_DRAWN)
def _drawn(line: Line) -> SafeString:
    """Draw what was not drawn lately: most lines are read by many, one after another."""
    return mark_safe(render_to_string("games/_log_line.html", {"line": line}))


_RULE = re.compile(r"(?<![\w#-])([A-Z]{3,4}-\d+)(?!\w)")


def _linked(found: re.Match[str]) -> str:
    return rule_link(found[1]) if found[1] in rule_ids() else found[0]


_SEAL = re.compile(r"\b([0-9a-f]{8})([0-9a-f]{56})\b")
_SHORT = r'<code title="\1\2">\1…</code>'


def entry_of(number: int, events: Sequence[dict[str, Any]]) -> Entry | None:
    """Return an entry made of stored events; None where there are none to see."""
    return Entry(number, tuple(from_json(event) for event in events)) if events else None


def entries_after(game: int, number: int, seat: int | None) -> list[Entry]:
    """Return what a seat (None: a spectator) may see of the entries after one, in order."""
    return _read(Move.objects.filter(game=game, number__gt=number).order_by("number"), seat)


def entries_of_rounds(game: int, first: int, last: int, seat: int | None) -> list[Entry]:
    """Return what a seat (None: a spectator) may see of some rounds; 0 is the set-up."""
    moves = Move.objects.filter(game=game, round__range=(first, last))
    return _read(moves.order_by("number"), seat)


def entries_in(rows: Sequence[Row], seat: int | None) -> list[Entry]:
    """Return what a seat (None: a spectator) may see of entries that are loaded already."""
    return [entry for entry in (_entry(seat, row) for row in rows) if entry]


def newest_entries(
    game: int, number: int, seats: Collection[int | None], rows: Sequence[Row] = ()
) -> dict[int | None, Entry]:
    """Return by seat (None: a spectator) the newest entry of which it may see anything.

    `number` is the newest of all; `rows` are the last ones, as far as they are loaded already.
    However many entries came since that nobody else sees, what others see stays the same (ORD-5).
    """
    told = {seat: entries_in(rows, seat) for seat in seats}
    found = {seat: entries[-1] for seat, entries in told.items() if entries}
    number -= len(rows)
    while number >= 0 and len(found) < len(set(seats)):
        moves = Move.objects.filter(game=game, number__range=(number - LATELY + 1, number))
        for row in _rows(moves.order_by("-number"), {*seats} != {None}):
            for seat in {*seats} - found.keys():
                entry = _entry(seat, row)
                if entry is not None:
                    found[seat] = entry
        number -= LATELY
    return found


def _read(moves: Any, seat: int | None) -> list[Entry]:
    return entries_in(tuple(_rows(moves, seat is not None)), seat)


def _rows(moves: Any, is_private: bool) -> Iterator[Row]:
    """Yield (number, public, private); for spectators alone no secret column is selected."""
    if is_private:
        yield from moves.values_list("number", "public", "private")
    else:
        for number, public in moves.values_list("number", "public"):
            yield number, public, {"events": []}


def _entry(seat: int | None, row: Row) -> Entry | None:
    number, public, private = row
    return entry_of(number, events_for(seat, public, private))


def lines(
    entry: Entry, names: Sequence[str], ruleset: Ruleset, *, is_undone: bool = False
) -> list[Line]:
    """Return the sentences that tell an entry; `names` are the players' by seat."""
    return [
        Line(describe(event, names, ruleset), event.name, event.private, is_undone)
        for event in entry.events
    ]


def undone(game: int) -> frozenset[int]:
    """Return the entries of a log that take-backs have undone (FAIR-6)."""
    rows = Move.objects.filter(game=game, by=Move.By.MODERATOR).values_list("number", "private")
    backs = [back for number, private in rows if (back := take_back_of(number, private))]
    return frozenset(number for back in backs for number in range(back.to + 1, back.number))
