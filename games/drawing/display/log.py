"""The game log for display: the entries visible to a viewer, and their sentences."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.safestring import SafeString

from games.drawing.display.drawing import draw
from games.models import Move
from games.storage.store.diplomacy import PactEnding
from games.storage.store.log_entries import (
    EXPLANATION,
    Explanation,
    Row,
    all_events,
    explanation_of,
    take_back_of,
)
from rules import Event, audience, seen_events
from rules.events.agreements import PactBroken, PactEnded, PactOffered
from rules.events.json import EVENTS, from_json
from rules.events.seats import seats_of
from rules.events.turn import TurnBegan
from rules.sentences import Words, describe
from rules.sentences.agreements import describe_pact_ended_by
from rules.sentences.events import brief_of, rule_of
from rules.sentences.wording import Brief

MOST_DRAWN = 6000
"""Maximum number of rendered lines kept in the cache."""

TOPICS = {"attack": "battles", "cards": "cards", "agreements": "pacts"}
"""The log filter for the events of a chapter; other chapters have no filter."""

NO_PACT_ENDINGS: Mapping[int, PactEnding] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LogEntry:
    """The part of a log entry that a viewer may see: its number, and events or a bot's reason."""

    number: int
    events: tuple[Event, ...]
    explanation: Explanation | None = None


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of the log; `kind` is its event's name, `is_private` if the event is not public.

    `anchor` is the line's id on the page, for links from other parts of the table. `is_undone`
    marks a line that a moderator's take-back undid. `words` is free text written by the player at
    seat `words_of`. `seats` are the seats the sentence is about. `rule` is the id of the rule that
    explains the event; "" if there is none. `parts` are the lines that this line sums up, and
    `brief` is the short phrase for the list of turns. `is_open` marks an attack that has not ended.
    A line that `is_continued` replaces the open line of the same attack; the parts of the open line
    come before its own. `why` is the reason for a bot's move. `run` is the kind of series of set-up
    lines that the line belongs to (`page/setup_runs.py`), and `amount` is the number of territories
    or armies that it adds. `round` is the round of a heading that begins a turn, else 0.
    """

    text: str
    kind: str
    is_private: bool
    anchor: str = ""
    is_undone: bool = False
    words: str = ""
    words_of: int | None = None
    seats: tuple[int, ...] = ()
    rule: str = ""
    parts: tuple["LogLine", ...] = ()
    brief: Brief | None = None
    is_open: bool = False
    is_continued: bool = False
    why: str = ""
    run: str = ""
    amount: int = 0
    round: int = 0

    @property
    def topic(self) -> str:
        """Return the log filter that shows the line; "" if none does."""
        if self.kind == EXPLANATION:
            return ""
        return TOPICS.get(EVENTS[self.kind].__module__.rpartition(".")[2], "")

    @property
    def html(self) -> SafeString:
        """Return the line rendered for the log."""
        return _drawn(self)


@lru_cache(maxsize=MOST_DRAWN)
def _drawn(line: LogLine) -> SafeString:
    """Render a line; cached, because most lines are rendered for several viewers."""
    return draw("table/page/_log_line.html", {"line": line})


def entries_of_others(game: int, after: int, until: int, seat: int | None) -> list[LogEntry]:
    """Return a seat's view of the entries in (after, until], without its player's own moves."""
    return _read(_of_others(game, after, until, seat).order_by("number"), seat)


def newest_of_others(
    game: int, after: int, until: int, seat: int | None, most: int
) -> tuple[list[LogEntry], bool]:
    """Return the newest of `entries_of_others`, and whether there are more than `most`.

    Only visible entries count: a limit by entry numbers would reveal how many entries are hidden.
    """
    found: list[LogEntry] = []
    while len(found) <= most:
        moves = _of_others(game, after, until, seat).order_by("-number")[: most + 1]
        rows = list(log_rows(moves, seat is not None))
        if not rows:
            break
        found += entries_for(rows, {seat})[seat]
        until = rows[-1][0] - 1
    return found[:most][::-1], len(found) > most


def _of_others(game: int, after: int, until: int, seat: int | None) -> QuerySet[Move]:
    moves = Move.objects.filter(game=game, number__gt=after, number__lte=until)
    return moves if seat is None else moves.exclude(seat=seat, by=Move.By.PLAYER)


def entries_of_round(
    game: int, number: int, seat: int | None, *, is_explained: bool = False
) -> list[LogEntry]:
    """Return the entries of a round as visible to a seat (None: a spectator); 0 is the set-up.

    One entry may end a round and begin the next. Its events are split between the two rounds at the
    event that begins the new one.
    """
    moves = Move.objects.filter(game=game).order_by("number")
    # After a take-back (FAIR-6) a finished round may continue.
    next_in_round = moves.filter(number=OuterRef("number") + 1, round=OuterRef("round"))
    ending = moves.filter(~Exists(next_in_round), round=number - 1)
    own = _read(moves.filter(round=number), seat, is_explained=is_explained)
    made = {entry.number for entry in own}
    parts = [_parted(entry, number)[1] for entry in _read(ending, seat)]
    parts += [_parted(each, number + 1)[0] if each.number + 1 not in made else each for each in own]
    shown = (each for each in parts if each.events or each.explanation)
    return sorted(shown, key=lambda each: each.number)


def _parted(entry: LogEntry, number: int) -> tuple[LogEntry, LogEntry]:
    """Split an entry into the events before round `number` begins and the events from then on."""
    turns = (place for place, event in enumerate(entry.events) if _begins(event, number))
    at = next(turns, len(entry.events))
    before, after = entry.events[:at], entry.events[at:]
    return replace(entry, events=before), replace(entry, events=after, explanation=None)


def _begins(event: Event, number: int) -> bool:
    return isinstance(event, TurnBegan) and event.round == number


def entries_for(
    rows: Sequence[Row], seats: Collection[int | None], explained: Collection[int | None] = ()
) -> dict[int | None, tuple[LogEntry, ...]]:
    """Return loaded entries as visible to each seat, with bots' reasons only for those `explained`.

    Seats that see only an entry's public events share one `LogEntry` object unless `explained`.
    """
    by_seat: dict[int | None, list[LogEntry]] = {seat: [] for seat in seats}
    for number, public, private in rows:
        events = tuple(from_json(event) for event in all_events(public, private))
        secret = {seat for event in events for seat in audience(event) or ()}
        why = explanation_of(private) if explained else None
        open_entry = LogEntry(number, tuple(event for event in events if not event.private))
        for seat, entries in by_seat.items():
            entry = open_entry
            if seat in secret:
                entry = LogEntry(number, seen_events(events, seat))
            if why is not None and seat in explained:
                entry = replace(entry, explanation=why)
            if entry.events or entry.explanation:
                entries.append(entry)
    return {seat: tuple(entries) for seat, entries in by_seat.items()}


def _read(moves: Any, seat: int | None, *, is_explained: bool = False) -> list[LogEntry]:
    explained = (seat,) if is_explained else ()
    rows = tuple(log_rows(moves, seat is not None or is_explained))
    return list(entries_for(rows, {seat}, explained)[seat])


def log_rows(moves: Any, is_private: bool) -> Iterator[Row]:
    """Yield (number, public, private); for spectators, select no private column."""
    if is_private:
        yield from moves.values_list("number", "public", "private")
    else:
        for number, public in moves.values_list("number", "public"):
            yield number, public, {"events": []}


def lines(
    entry: LogEntry,
    words: Words,
    pact_endings: Mapping[int, PactEnding] = NO_PACT_ENDINGS,
    *,
    is_undone: bool = False,
) -> list[LogLine]:
    """Return the sentences for an entry; `pact_endings` says how pacts ended."""
    found = []
    for event in entry.events:
        # Free text is kept separate so that a reader who blocked its author does not see it.
        bare, message, author = event, "", None
        if isinstance(event, PactOffered):
            bare, message, author = replace(event, words=""), event.words, event.seat
        ended_by = _ended_early_by(event, entry, pact_endings)
        if isinstance(event, PactEnded) and ended_by is not None:
            text = describe_pact_ended_by(event.pact, ended_by, words)
            seats = (*seats_of(event), ended_by)
        else:
            text, seats = describe(bare, words), seats_of(event)
        kind = (event.name, event.private, _anchor(event), is_undone)
        brief, number = brief_of(event, words), event.round if isinstance(event, TurnBegan) else 0
        rule = rule_of(event)
        found.append(LogLine(text, *kind, message, author, seats, rule, brief=brief, round=number))
    return found


def _ended_early_by(
    event: Event, entry: LogEntry, pact_endings: Mapping[int, PactEnding]
) -> int | None:
    """Return the seat that ended a pact early, which the event lacks; None for other events."""
    if not isinstance(event, PactEnded) or event.reason != "ended":
        return None
    ending = pact_endings.get(event.pact)
    # After a take-back another pact may reuse the number.
    return ending.seat if ending and ending.entry == entry.number else None


def _anchor(event: Event) -> str:
    """Return the anchor of a log line that ends a pact; "" for events of other kinds."""
    return f"pact-{event.pact}-over" if isinstance(event, PactBroken | PactEnded) else ""


def undone(game: int) -> frozenset[int]:
    """Return the numbers of the log entries that take-backs undid (FAIR-6)."""
    rows = Move.objects.filter(game=game, by=Move.By.MODERATOR).values_list("number", "private")
    backs = [back for number, private in rows if (back := take_back_of(number, private))]
    return frozenset(number for back in backs for number in range(back.to + 1, back.number))
