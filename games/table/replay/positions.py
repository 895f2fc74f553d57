"""Play a game again from its log, without checking it as the audit does."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.community.fairness.audit import gone_back
from games.storage.store.log_entries import all_events, take_back_of
from games.storage.store.rows import Rows, rows_of
from games.storage.store.stored_game import StoredGame
from rules import RULESETS, Event, Options, State, move_from_json, new_game, play
from rules.chance.recorded import RecordedChance, draw_from_json
from rules.errors import RecordError
from rules.events.json import from_json
from rules.json import from_plain

LogRow = tuple[int, int | None, str, dict[str, Any], dict[str, Any]]
"""A log entry's `number`, `seat`, `by`, `public` and `private` columns."""


class Position(NamedTuple):
    """A log entry's number, all its events, and the position after it.

    Playing the next entry changes the same State object.
    """

    number: int
    events: tuple[Event, ...]
    state: State


def positions(stored: StoredGame, entries: Sequence[LogRow]) -> Iterator[Position]:
    """Yield the position after each entry, undone ones included.

    Raises RulesError if the game was played under older rules.
    """
    rules = RULESETS[stored.ruleset]
    if stored.version != rules.version:
        raise RecordError("The game was played under older rules.")
    backs = {at: back for at, *_, private in entries if (back := take_back_of(at, private))}
    wanted, kept = {back.to for back in backs.values()}, dict[int, Rows]()
    state = None
    for number, seat, by, public, private in entries:
        chance = RecordedChance([draw_from_json(draw) for draw in private["draws"]])
        events: tuple[Event, ...] = ()
        if state is None:
            options, persons = from_plain(Options, stored.options), private["move"]["persons"]
            state, events = new_game(rules, persons, options, stored.code, chance)
        elif number in backs:
            state = gone_back(stored, kept[backs[number].to], backs[number])
            events = events_of(public, private)
        elif seat is not None:
            events = play(state, seat, move_from_json(private["move"]), chance, by)
        if number in wanted:
            kept[number] = rows_of(state)
        yield Position(number, events, state)


def events_of(public: dict[str, Any], private: dict[str, Any]) -> tuple[Event, ...]:
    """Return all events of a log entry as stored."""
    return tuple(from_json(event) for event in all_events(public, private))
