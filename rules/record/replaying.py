"""Chapter 12: replaying a game from its record, without its seed."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rules.chance.recorded import RecordedChance
from rules.errors import RecordError, RulesError, required
from rules.events.base import Event
from rules.events.json import to_json as event_to_json
from rules.events.turn import TakenBack
from rules.record.document import SIGNED_SCHEMA, RecordHead, read_head
from rules.record.entries import (
    TAKE_BACK,
    Entry,
    History,
    gone_back_to,
    in_entry,
    is_same,
    read_entry,
    read_history,
)
from rules.state import State
from rules.state import from_json as state_from_json
from rules.state import to_json as state_to_json
from rules.turn import new_game, play


class Replayed(NamedTuple):
    """An entry, its events, and the position after it.

    Playing the next entry changes the same State object.
    """

    entry: Entry
    state: State
    events: tuple[Event, ...]


def replay(document: dict[str, Any], check_events: bool = True) -> State:
    """Return the final position of a record; the seed is not needed.

    Raises RecordError at the first entry with an illegal move, or with draws or events that differ
    from the game's. Without `check_events`, undone entries are skipped and events are not compared;
    that is faster, and suffices for a trusted record.
    """
    for each in replay_entries(document, check_events):
        state = each.state
    return state


def replay_entries(
    document: dict[str, Any],
    check_events: bool = True,
    inspect: Callable[[Entry], None] | None = None,
) -> Iterator[Replayed]:
    """Yield each entry after playing it; if `check_events`, first pass it to `inspect`."""
    head = read_head(document)
    if check_events:
        yield from _replay_all(head, document["entries"], inspect)
    else:
        yield from _replay_kept(head, document["entries"])


def _replay_kept(head: RecordHead, entries: list[Any]) -> Iterator[Replayed]:
    state: State | None = None
    for number in read_history(entries).kept:
        entry = read_entry(entries[number], number)
        events: tuple[Event, ...] = ()
        if state is not None and entry.kind == TAKE_BACK:
            # The entries that the take-back undid were skipped: the state is already right.
            state.epoch, state.draws = entry.epoch, entry.draw
        else:
            try:
                state, events = _play_entry(head, entry, state)
            except RulesError as error:
                raise in_entry(number, error) from None
        yield Replayed(entry, state, events)


def _replay_all(
    head: RecordHead, entries: list[Any], inspect: Callable[[Entry], None] | None
) -> Iterator[Replayed]:
    history = History()
    positions: dict[int, dict[str, Any]] = {number: {} for number in gone_back_to(entries)}
    state: State | None = None
    for number, data in enumerate(entries):
        entry = read_entry(data, number)
        if inspect is not None:
            inspect(entry)
        events: tuple[Event, ...] = ()
        try:
            if state is not None and entry.kind == TAKE_BACK:
                state = _go_back(entry, state, history, positions)
                _verify_told(head, entry, state)
            else:
                state, events = _play_entry(head, entry, state)
                _verify_events(entry, events)
        except RulesError as error:
            raise in_entry(number, error) from None
        history.kept.append(number)
        if number in positions:
            positions[number] = state_to_json(state)
        yield Replayed(entry, state, events)


def _go_back(
    entry: Entry, state: State, history: History, positions: dict[int, dict[str, Any]]
) -> State:
    _verify_not_over(state)
    history.go_back(entry)
    if entry.draw != state.draws:
        raise RecordError(
            "The draw after it must be {expected}, not {recorded}.",
            expected=state.draws,
            recorded=entry.draw,
        )
    state = state_from_json(positions[entry.to])
    state.epoch, state.draws = entry.epoch, entry.draw
    return state


def _verify_told(head: RecordHead, entry: Entry, state: State) -> None:
    """Verify the public event of a take-back, which records have since schema 2."""
    if head.schema == SIGNED_SCHEMA:
        told = TakenBack(state.round, state.turn, entry.data["reason"])
        _verify_events(entry, (told,))
    elif "events" in entry.data:
        raise RecordError("A take-back has events only in a record with signatures.")


def _verify_not_over(state: State) -> None:
    if state.is_over:
        raise RecordError("It comes after the end of the game.")


def _play_entry(
    head: RecordHead, entry: Entry, state: State | None
) -> tuple[State, tuple[Event, ...]]:
    chance = RecordedChance(entry.draws)
    if state is None:
        state, events = new_game(head.rules, head.persons, head.ruleset.options, head.game, chance)
    else:
        _verify_not_over(state)
        move = required(entry.move, "move in this entry")
        events = play(state, entry.seat, move, chance, entry.by)
    if chance.left():
        raise RecordError("It has draws that the game does not make: {draws}.", draws=chance.left())
    return state, events


def _verify_events(entry: Entry, events: tuple[Event, ...]) -> None:
    """Raise RecordError if the recorded events differ from those of the game."""
    expected = [event_to_json(event) for event in events]
    recorded = entry.data.get("events")
    if not isinstance(recorded, list):
        raise RecordError("Draws and events must be lists.")
    if is_same(recorded, expected):
        return
    for here, there in zip(recorded, expected, strict=False):
        if not is_same(here, there):
            raise _difference(here, there)
    if len(recorded) < len(expected):
        missing = _words(expected[len(recorded)]["event"])
        raise RecordError("The event “{event}” is missing.", event=missing)
    raise RecordError("It has events that did not happen.")


def _difference(recorded: Any, expected: dict[str, Any]) -> RecordError:
    """Return an error with the first difference between two events."""
    called = _words(expected["event"])
    if not isinstance(recorded, dict) or recorded.get("event") != expected["event"]:
        return RecordError("It has a different event in place of “{event}”.", event=called)
    for name, value in expected.items():
        if name not in recorded or not is_same(recorded[name], value):
            right, wrong = _shown(value), _shown(recorded.get(name))
            text = _DIFFERS if right is None or wrong is None else _SHOULD_BE
            return RecordError(
                text, event=called, field=_words(name), expected=right, recorded=wrong
            )
    return RecordError("The event “{event}” has unknown fields.", event=called)


_DIFFERS = "In “{event}”, {field} differs from the game’s."
_SHOULD_BE = "In “{event}”, {field} should be {expected}, not {recorded}."


def _words(name: str) -> str:
    return name.replace("_", " ")


def _shown(value: Any) -> str | None:
    """Return a value as short text; None if it is too complex."""
    if isinstance(value, list) and value and all(type(item) is int for item in value):
        return ", ".join(str(item)[:10] for item in value[:20])
    return str(value) if isinstance(value, str | int) else None
