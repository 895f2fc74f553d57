"""Replay a game from its log and compare the result with the database.

The replay derives every draw from the seed, compares draws and events with the log, and finally
compares the position with the game's rows.
"""

from collections.abc import Mapping
from typing import Any

from games.community.fairness.row_differences import row_differences
from games.models import Game, Move
from games.models.seeds import SeedKeyMissing
from games.playing.consequences.pacts import pact_endings
from games.storage.store.diplomacy import PactEnding
from games.storage.store.log_entries import all_events, take_back_of
from games.storage.store.rows import Rows, rows_of, state_of
from games.storage.store.stored_game import StoredGame, load
from rules import (
    RULESETS,
    CommittedChance,
    Options,
    RulesError,
    State,
    move_from_json,
    new_game,
    play,
    seed_commitment,
)
from rules.chance import Draw
from rules.chance.recorded import draw_from_json
from rules.events.base import Event
from rules.events.json import to_json as event_to_json
from rules.json import from_plain
from rules.record.entries import Entry as RecordEntry
from rules.record.entries import History
from rules.tutorials.scripted_chance import chance_of_game

Entry = tuple[int, int | None, str, dict[str, Any], dict[str, Any]]
"""A log entry's `number`, `seat`, `by`, `public` and `private` columns."""


_MISMATCHES = {
    "seed": "The seed does not match its seal.",
    "entry missing": "Entry {number} of the log is missing.",
    "log end": "The log ends with entry {last}, but the game is at entry {number}.",
    "log empty": "The log has no entries.",
    "entry": "Entry {number}: {difference}",
    "no seat": "The move has no seat.",
    "next draw": "The number of the next draw is {state}; the log has {back}.",
    "salt": "The salt of a hidden choice is missing.",
    "draw": "{recorded_draw} in the log is {recorded}; from the seed, {draw} should be {drawn}.",
    "draws": "Draws in the log: {recorded}; in the replay: {drawn}.",
    "event": "The log has “{recorded}” where the replay gives “{replayed}”.",
    "events": "Events in the log: {recorded}; in the replay: {replayed}.",
    "status": "The game is stored as {stored}; according to the log it is {logged}.",
    "pact": "The end of pact {number} is stored differently from the log.",
}


class Mismatch(Exception):
    """The stored game differs from its log; the message locates the difference."""


def audit(code: str) -> int:
    """Replay a game, verify every log entry, and return their number.

    Raises Mismatch with the first difference, and Game.DoesNotExist for an unknown code.
    """
    while True:
        stored = load(code)
        entries = list(
            Move.objects.filter(game=stored.id)
            .order_by("number")
            .values_list("number", "seat", "by", "public", "private")
        )
        # Retry if a move was made between the two queries.
        if Game.objects.filter(pk=stored.id, number=stored.number).exists():
            break
    _verify_head(stored, entries)
    if entries:
        state, rows, endings = replayed(stored, entries)
        _verify_status(stored, state)
        _verify_pact_endings(stored, endings)
        _verify_rows(stored, state, rows)
    return len(entries)


def _verify_head(stored: StoredGame, entries: list[Entry]) -> None:
    commitment = Game.objects.values_list("seed_commitment", flat=True).get(pk=stored.id)
    try:
        seed = stored.seed
    except SeedKeyMissing as missing:
        raise Mismatch(str(missing)) from None
    if seed_commitment(seed) != commitment:
        raise Mismatch(_MISMATCHES["seed"])
    for number, entry in enumerate(entries):
        if entry[0] != number:
            raise Mismatch(_MISMATCHES["entry missing"].format(number=number))
    if len(entries) - 1 != stored.number:
        raise Mismatch(_MISMATCHES["log end"].format(last=len(entries) - 1, number=stored.number))


# The log


PactEndings = Mapping[int, PactEnding]
"""How pacts ended, by number."""

Position = tuple[Rows, PactEndings]
"""The rows of a position that a take-back returns to, and how pacts had ended by then."""


Replayed = tuple[State, Rows, PactEndings]
"""A replayed position, its rows, and how pacts have ended."""


def replayed(stored: StoredGame, entries: list[Entry]) -> Replayed:
    """Return the position at the end of the log, its rows, and how pacts ended.

    Raises Mismatch if an entry differs from the replay.
    """
    replay: Replayed | None = None
    history = History()
    wanted = _gone_back_to(entries)
    positions: dict[int, Position] = {}
    for entry in entries:
        number = entry[0]
        try:
            replay = _entry_replayed(stored, entry, replay, history, positions)
        except (Mismatch, RulesError) as error:
            sentence = _MISMATCHES["entry"].format(number=number, difference=error)
            raise Mismatch(sentence) from None
        history.kept.append(number)
        if number in wanted:
            positions[number] = replay[1:]
    if replay is None:
        raise Mismatch(_MISMATCHES["log empty"])
    return replay


def _entry_replayed(
    stored: StoredGame,
    entry: Entry,
    replay: Replayed | None,
    history: History,
    positions: dict[int, Position],
) -> Replayed:
    """Replay an entry; `replay` is None for the first one, which starts the game."""
    if replay is None:
        state = _started(stored, entry)
        return state, rows_of(state), {}
    state, rows, endings = replay
    back = take_back_of(entry[0], entry[4])
    if back is not None:
        return _went_back(stored, back, state, history, positions)
    endings = {**endings, **_went_on(stored, entry, state)}
    return state, rows_of(state, rows), endings


def _started(stored: StoredGame, entry: Entry) -> State:
    _, _, _, public, private = entry
    drawn = [draw_from_json(draw) for draw in private["draws"]]
    chance = _same_chance(stored, drawn)
    persons, options = private["move"]["persons"], from_plain(Options, stored.options)
    state, events = new_game(RULESETS[stored.ruleset], persons, options, stored.code, chance)
    _verify_draws(drawn, chance.drawn)
    _verify_events(all_events(public, private), events)
    return state


def _went_on(stored: StoredGame, entry: Entry, state: State) -> PactEndings:
    """Replay a move, which changes `state`; return how it ended pacts."""
    number, seat, by, public, private = entry
    if seat is None:
        raise Mismatch(_MISMATCHES["no seat"])
    drawn = [draw_from_json(draw) for draw in private["draws"]]
    chance = _same_chance(stored, drawn)
    begun_in, is_persons = state.round, by in Move.of_persons
    events = play(state, seat, move_from_json(private["move"]), chance, by)
    _verify_draws(drawn, chance.drawn)
    _verify_events(all_events(public, private), events)
    return pact_endings(events, number, begun_in, seat, is_persons)


def _gone_back_to(entries: list[Entry]) -> set[int]:
    """Return the entries that take-backs return to."""
    backs = (take_back_of(entry[0], entry[4]) for entry in entries)
    return {back.to for back in backs if back is not None}


def _went_back(
    stored: StoredGame,
    back: RecordEntry,
    state: State,
    history: History,
    positions: dict[int, Position],
) -> Replayed:
    """Return the position after a take-back; draw numbers are not reused (FAIR-6)."""
    history.go_back(back)
    if back.draw != state.draws:
        raise Mismatch(_MISMATCHES["next draw"].format(state=state.draws, back=back.draw))
    rows, endings = positions[back.to]
    state = gone_back(stored, rows, back)
    return state, rows_of(state, rows), endings


def gone_back(stored: StoredGame, rows: Rows, back: RecordEntry) -> State:
    """Return the position after a take-back, from the rows of the entry that it returns to."""
    state = state_of(stored.code, stored.ruleset, stored.version, rows)
    state.epoch, state.draws = back.epoch, back.draw
    return state


def _same_chance(stored: StoredGame, drawn: list[Draw]) -> CommittedChance:
    """Return the game's source of chance; salts come from the log, not from the seed."""
    salts = iter([bytes.fromhex(draw.values) for draw in drawn if isinstance(draw.values, str)])

    def next_salt() -> bytes:
        try:
            return next(salts)
        except StopIteration:
            raise Mismatch(_MISMATCHES["salt"]) from None

    ruleset, options = RULESETS[stored.ruleset], from_plain(Options, stored.options)
    return chance_of_game(
        ruleset, options, stored.seed, stored.public_values, stored.code, next_salt
    )


def _verify_draws(recorded: list[Draw], drawn: list[Draw]) -> None:
    for there, here in zip(recorded, drawn, strict=False):
        if there != here:
            raise Mismatch(
                _MISMATCHES["draw"].format(
                    recorded=_values(there), recorded_draw=there, drawn=_values(here), draw=here
                )
            )
    if len(recorded) != len(drawn):
        raise Mismatch(_MISMATCHES["draws"].format(recorded=len(recorded), drawn=len(drawn)))


def _values(draw: Draw) -> str:
    return draw.values if isinstance(draw.values, str) else ", ".join(map(str, draw.values))


def _verify_events(recorded: list[dict[str, Any]], events: tuple[Event, ...]) -> None:
    happened = [event_to_json(event) for event in events]
    for there, here in zip(recorded, happened, strict=False):
        if there != here:
            raise Mismatch(
                _MISMATCHES["event"].format(recorded=_words(there), replayed=_words(here))
            )
    if len(recorded) != len(happened):
        raise Mismatch(_MISMATCHES["events"].format(recorded=len(recorded), replayed=len(happened)))


def _words(event: dict[str, Any]) -> str:
    facts = ", ".join(f"{name} {part}" for name, part in event.items() if name != "event")
    return f"{event['event'].replace('_', ' ')}: {facts}"


# The rows


def _verify_status(stored: StoredGame, state: State) -> None:
    expected = Game.Status.OVER if state.is_over else Game.Status.RUNNING
    if stored.status != expected:
        raise Mismatch(_MISMATCHES["status"].format(stored=stored.status, logged=expected))


def _verify_pact_endings(stored: StoredGame, endings: PactEndings) -> None:
    """Raise Mismatch if the stored outcome of a pact differs from the log's."""
    for number, ending in stored.diplomacy.pacts.items():
        if endings.get(number) != ending:
            raise Mismatch(_MISMATCHES["pact"].format(number=number))


def _verify_rows(stored: StoredGame, state: State, rows: Rows) -> None:
    for sentence in row_differences(state, stored.rows, rows):
        raise Mismatch(sentence)
