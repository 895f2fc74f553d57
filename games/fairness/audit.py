"""Replay a game from its log and compare the result with the database.

The replay derives every draw from the seed, compares draws and events with the log, and finally
compares the position with the game's rows.
"""

from collections.abc import Iterator
from typing import Any

from games.models import Game, Move
from games.models.seeds import SeedKeyMissing
from games.play.pact_ledger import noted, pact_endings_of
from games.store.card_rows import CardRow
from games.store.log_entries import all_events, take_back_of
from games.store.rows import Rows, rows_of, state_of
from games.store.stored_game import StoredGame, load
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
        state, rows, diplomacy = replayed(stored, entries)
        _verify_status(stored, state)
        _verify_pact_endings(stored, diplomacy)
        _verify_rows(stored, state, rows)
    return len(entries)


def _verify_head(stored: StoredGame, entries: list[Entry]) -> None:
    commitment = Game.objects.values_list("seed_commitment", flat=True).get(pk=stored.id)
    try:
        seed = stored.seed
    except SeedKeyMissing as missing:
        raise Mismatch(str(missing)) from None
    if seed_commitment(seed) != commitment:
        raise Mismatch("The seed does not match its commitment.")
    for number, entry in enumerate(entries):
        if entry[0] != number:
            raise Mismatch(f"Entry {number} of the log is missing.")
    if len(entries) - 1 != stored.number:
        raise Mismatch(
            f"The log ends with entry {len(entries) - 1}, the game is at {stored.number}."
        )


# The log


Position = tuple[Rows, dict[str, Any]]
"""A position that a take-back returns to: its rows, and its record of pacts."""


Replayed = tuple[State, Rows, dict[str, Any]]
"""A replayed position, its rows, and its record of pacts."""


def replayed(stored: StoredGame, entries: list[Entry]) -> Replayed:
    """Return the position at the end of the log, its rows, and its record of pacts.

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
            raise Mismatch(f"Entry {number}: {error}") from None
        history.kept.append(number)
        if number in wanted:
            positions[number] = replay[1:]
    if replay is None:
        raise Mismatch("The log has no entries.")
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
    state, rows, diplomacy = replay
    back = take_back_of(entry[0], entry[4])
    if back is not None:
        return _went_back(stored, back, state, history, positions)
    diplomacy = _went_on(stored, entry, state, diplomacy)
    return state, rows_of(state, rows), diplomacy


def _started(stored: StoredGame, entry: Entry) -> State:
    _, _, _, public, private = entry
    drawn = [draw_from_json(draw) for draw in private["draws"]]
    chance = _same_chance(stored, drawn)
    persons, options = private["move"]["persons"], from_plain(Options, stored.options)
    state, events = new_game(RULESETS[stored.ruleset], persons, options, stored.code, chance)
    _verify_draws(drawn, chance.drawn)
    _verify_events(all_events(public, private), events)
    return state


def _went_on(
    stored: StoredGame, entry: Entry, state: State, diplomacy: dict[str, Any]
) -> dict[str, Any]:
    """Replay a move, which changes `state`; return the record of pacts after it."""
    number, seat, by, public, private = entry
    if seat is None:
        raise Mismatch("The move has no seat.")
    drawn = [draw_from_json(draw) for draw in private["draws"]]
    chance = _same_chance(stored, drawn)
    begun_in, is_persons = state.round, by in Move.of_persons
    events = play(state, seat, move_from_json(private["move"]), chance, by)
    _verify_draws(drawn, chance.drawn)
    _verify_events(all_events(public, private), events)
    return noted(diplomacy, events, number, begun_in, seat, is_persons)


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
        raise Mismatch(f"The next draw is {state.draws}, not {back.draw}.")
    rows, diplomacy = positions[back.to]
    state = gone_back(stored, rows, back)
    return state, rows_of(state, rows), diplomacy


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
            raise Mismatch("The salt of a hidden choice is missing.") from None

    ruleset, options = RULESETS[stored.ruleset], from_plain(Options, stored.options)
    return chance_of_game(
        ruleset, options, stored.seed, stored.public_values, stored.code, next_salt
    )


def _verify_draws(recorded: list[Draw], drawn: list[Draw]) -> None:
    for there, here in zip(recorded, drawn, strict=False):
        if there != here:
            raise Mismatch(
                f"The log has {_values(there)} as {there}; the seed gives {_values(here)} "
                f"as {here}."
            )
    if len(recorded) != len(drawn):
        raise Mismatch(f"The log has {len(recorded)} draws where the replay makes {len(drawn)}.")


def _values(draw: Draw) -> str:
    return draw.values if isinstance(draw.values, str) else ", ".join(map(str, draw.values))


def _verify_events(recorded: list[dict[str, Any]], events: tuple[Event, ...]) -> None:
    happened = [event_to_json(event) for event in events]
    for there, here in zip(recorded, happened, strict=False):
        if there != here:
            raise Mismatch(
                f"The log has “{_words(there)}” where the replay gives “{_words(here)}”."
            )
    if len(recorded) != len(happened):
        raise Mismatch(f"The log has {len(recorded)} events, the replay gives {len(happened)}.")


def _words(event: dict[str, Any]) -> str:
    facts = ", ".join(f"{name} {part}" for name, part in event.items() if name != "event")
    return f"{event['event'].replace('_', ' ')}: {facts}"


# The rows


def _verify_status(stored: StoredGame, state: State) -> None:
    expected = Game.Status.OVER if state.is_over else Game.Status.RUNNING
    if stored.status != expected:
        raise Mismatch(
            f"The game is stored as {stored.status}; according to the log it is {expected}."
        )


def _verify_pact_endings(stored: StoredGame, diplomacy: dict[str, Any]) -> None:
    """Raise Mismatch if the stored outcome of a pact differs from the log's."""
    pact_endings = pact_endings_of(diplomacy)
    for number, ending in pact_endings_of(stored.diplomacy).items():
        if pact_endings.get(number) != ending:
            raise Mismatch(f"The end of pact {number} is stored differently from the log.")


def _verify_rows(stored: StoredGame, state: State, rows: Rows) -> None:
    for sentence in _differences(state, stored.rows, rows):
        raise Mismatch(sentence)


def _differences(state: State, there: Rows, here: Rows) -> Iterator[str]:
    """Yield a sentence for each difference between the stored rows `there` and the replay's."""
    yield from _cards(there.cards, here.cards)
    territories = state.board.territories.values()
    for territory, stored, logged in zip(
        territories, there.game["holdings"], here.game["holdings"], strict=False
    ):
        if stored != logged:
            yield (
                f"{territory.name} is stored with {_held(stored)}; according to the log it has "
                f"{_held(logged)}."
            )
    for place, (stored, logged) in enumerate(zip(there.hidden, here.hidden, strict=False)):
        for name in stored._fields:
            if getattr(stored, name) != getattr(logged, name):
                yield (
                    f"Hidden armies {place}, chosen by seat {logged.maker}: the {name} stored "
                    f"differs from the log."
                )
    if len(there.hidden) != len(here.hidden):
        yield (
            f"{len(there.hidden)} choices of hidden armies are stored; the log has "
            f"{len(here.hidden)}."
        )
    for seat, (stored, logged) in enumerate(zip(there.players, here.players, strict=True)):
        yield from _parts(f"Seat {seat}", stored, logged)
    yield from _parts("The game", there.game, here.game)
    yield from _parts("The game", there.game["position"], here.game["position"])


def _cards(there: tuple[CardRow, ...], here: tuple[CardRow, ...]) -> Iterator[str]:
    if len(there) != len(here):
        yield f"{len(there)} cards are stored; the replay has {len(here)}."
        return
    for number, (stored, logged) in enumerate(zip(there, here, strict=True)):
        if stored[:2] != logged[:2]:
            yield f"Card {number} is stored as {stored.kind}; it is {logged.kind}."
        elif stored != logged:
            yield (
                f"Card {number}, {logged.kind}, is stored {_where(stored)}; according to the log "
                f"it is "
                f"{_where(logged)}."
            )


def _where(card: CardRow) -> str:
    holder = "" if card.holder is None else f" of seat {card.holder}"
    place = f" at place {card.place}" if card.place else ""
    return f"in zone “{card.zone}”{holder}{place}"


def _held(holding: list[Any]) -> str:
    owner, armies = holding
    return f"{armies} armies of {'nobody' if owner is None else f'seat {owner}'}"


def _parts(whose: str, there: dict[str, Any], here: dict[str, Any]) -> Iterator[str]:
    for name in {**here, **there}:
        if there.get(name) != here.get(name):
            yield f"{whose}: “{name}” is stored differently from the log."
