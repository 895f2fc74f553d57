"""The log of a game as it is read: entries as a viewer may see them, and their sentences."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.display.drawing import draw
from games.display.rulebook import rule_ids, rule_link
from games.models import Move
from games.play.pact_ledger import Fate
from games.store.log_entries import Row, all_events, take_back_of
from rules import Event, Ruleset, is_visible
from rules.events.agreements import PactBroken, PactEnded, PactOffered
from rules.events.json import from_json
from rules.events.turn import TurnBegan
from rules.sentences import describe
from rules.sentences.words import NO_HEADQUARTERS

LATELY = 10
"""The newest entry that has something to show is looked for among so many at a time."""

MOST_DRAWN = 6000
"""So many lines are kept as HTML."""

NO_FATES: Mapping[int, Fate] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Entry:
    """What a viewer may see of an entry of the log: its number, and at least one event."""

    number: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the log; `kind` is the name of its event, `is_private` when one's own.

    `anchor` is its id on a page, where something else on the table refers to it. It `is_undone`
    where a moderator went back to before it. `words` are free ones of a player, by seat.
    """

    text: str
    kind: str
    is_private: bool
    anchor: str = ""
    is_undone: bool = False
    words: str = ""
    words_of: int | None = None

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
    return draw("page/_log_line.html", {"line": line})


_RULE = re.compile(r"(?<![\w#-])([A-Z]{3,4}-\d+)(?!\w)")


def _linked(found: re.Match[str]) -> str:
    return rule_link(found[1]) if found[1] in rule_ids() else found[0]


_SEAL = re.compile(r"\b([0-9a-f]{8})([0-9a-f]{56})\b")
_SHORT = r'<code title="\1\2">\1…</code>'


def entries_after(game: int, number: int, seat: int | None) -> list[Entry]:
    """Return what a seat (None: a spectator) may see of the entries after one, in order."""
    return _read(Move.objects.filter(game=game, number__gt=number).order_by("number"), seat)


def entries_of_others(game: int, after: int, until: int, seat: int) -> list[Entry]:
    """Return what a seat may see of the entries between two, without the moves its player made."""
    moves = Move.objects.filter(game=game, number__gt=after, number__lte=until)
    return _read(moves.exclude(seat=seat, by=Move.By.PLAYER).order_by("number"), seat)


def entries_of_round(game: int, number: int, seat: int | None) -> list[Entry]:
    """Return what a seat (None: a spectator) may see of a round; 0 is the set-up.

    The entry that ends a round begins the next one: from there on it is told with that.
    """
    moves = Move.objects.filter(game=game).order_by("number")
    # After a take-back (FAIR-6) a round may go on that had ended.
    going_on = moves.filter(number=OuterRef("number") + 1, round=OuterRef("round"))
    ending = moves.filter(~Exists(going_on), round=number - 1)
    own = _read(moves.filter(round=number), seat)
    made = {entry.number for entry in own}
    parts = [_parted(entry, number)[1] for entry in _read(ending, seat)]
    parts += [_parted(each, number + 1)[0] if each.number + 1 not in made else each for each in own]
    return sorted((each for each in parts if each.events), key=lambda each: each.number)


def _parted(entry: Entry, number: int) -> tuple[Entry, Entry]:
    """Return what an entry tells before a round begins in it, and what from there on."""
    turns = (place for place, event in enumerate(entry.events) if _begins(event, number))
    at = next(turns, len(entry.events))
    return replace(entry, events=entry.events[:at]), replace(entry, events=entry.events[at:])


def _begins(event: Event, number: int) -> bool:
    return isinstance(event, TurnBegan) and event.round == number


Told = dict[int | None, tuple[Entry, ...]]
"""Entries by the seat (None: a spectator) that may see something of them, in order."""


def entries_for(rows: Sequence[Row], seats: Collection[int | None]) -> Told:
    """Return what seats may see of entries that are loaded already.

    Who sees the same of an entry is given the same object.
    """
    told: dict[int | None, list[Entry]] = {seat: [] for seat in seats}
    for number, public, private in rows:
        events = tuple(from_json(event) for event in all_events(public, private))
        secret = {event.seat for event in events if event.private}
        open_entry = Entry(number, tuple(event for event in events if not event.private))
        for seat, entries in told.items():
            entry = open_entry
            if seat in secret:
                entry = Entry(number, tuple(event for event in events if is_visible(event, seat)))
            if entry.events:
                entries.append(entry)
    return {seat: tuple(entries) for seat, entries in told.items()}


def newest_entries(
    game: int, number: int, seats: Collection[int | None], told: Told | None = None
) -> dict[int | None, Entry]:
    """Return by seat (None: a spectator) the newest entry of which it may see anything.

    `number` is the newest of all of which it may; `told` are newer ones that are at hand.
    However many entries came since that nobody else sees, what others see stays the same (ORD-5).
    """
    found = {seat: (told or {})[seat][-1] for seat in seats if (told or {}).get(seat)}
    while number >= 0 and len(found) < len(set(seats)):
        moves = Move.objects.filter(game=game, number__range=(number - LATELY + 1, number))
        rows = tuple(_rows(moves.order_by("number"), {*seats} != {None}))
        for seat, entries in entries_for(rows, {*seats} - found.keys()).items():
            if entries:
                found[seat] = entries[-1]
        number -= LATELY
    return found


def _read(moves: Any, seat: int | None) -> list[Entry]:
    return list(entries_for(tuple(_rows(moves, seat is not None)), {seat})[seat])


def _rows(moves: Any, is_private: bool) -> Iterator[Row]:
    """Yield (number, public, private); for spectators alone no secret column is selected."""
    if is_private:
        yield from moves.values_list("number", "public", "private")
    else:
        for number, public in moves.values_list("number", "public"):
            yield number, public, {"events": []}


def lines(
    entry: Entry,
    names: Sequence[str],
    ruleset: Ruleset,
    fates: Mapping[int, Fate] = NO_FATES,
    headquarters: Mapping[int, str] = NO_HEADQUARTERS,
    *,
    is_undone: bool = False,
) -> list[Line]:
    """Return the sentences that tell an entry; `names` are the players' by seat.

    `fates` tell who ended which pact, `headquarters` are those that all know, by seat.
    """
    found = []
    for event in entry.events:
        # Free words stand apart: who has muted their author does not read them.
        bare = replace(event, words="") if isinstance(event, PactOffered) else event
        words, author = (event.words, event.seat) if bare is not event else ("", None)
        text = _ended(event, entry, names, fates) or describe(bare, names, ruleset, headquarters)
        told = (event.name, event.private, _anchor(event), is_undone)
        found.append(Line(text, *told, words, author))
    return found


def _ended(
    event: Event, entry: Entry, names: Sequence[str], fates: Mapping[int, Fate]
) -> str | None:
    """Return who ended a pact before its time, which the event itself does not tell (DIP-1)."""
    if not isinstance(event, PactEnded) or event.reason != "ended":
        return None
    fate = fates.get(event.pact)
    # After a take-back the number may be that of another pact.
    if fate is None or fate.seat is None or fate.entry != entry.number:
        return None
    return f"Pact {event.pact} has no force any more: {names[fate.seat]} ended it (DIP-1)."


def _anchor(event: Event) -> str:
    """Return under which id the end of a pact is found in the log; nothing for all else."""
    return f"pact-{event.pact}-over" if isinstance(event, PactBroken | PactEnded) else ""


def undone(game: int) -> frozenset[int]:
    """Return the entries of a log that take-backs have undone (FAIR-6)."""
    rows = Move.objects.filter(game=game, by=Move.By.MODERATOR).values_list("number", "private")
    backs = [back for number, private in rows if (back := take_back_of(number, private))]
    return frozenset(number for back in backs for number in range(back.to + 1, back.number))
