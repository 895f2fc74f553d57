"""Golden games as tables of the site: their entries stored, with a person in every seat."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.models import Game, Move, User
from games.playing.commit import save_entries
from games.playing.consequences.clocks import clocks_after
from games.playing.consequences.pacts import pact_endings
from games.playing.start import create_game
from games.storage.store.clocks import Clocks
from games.storage.store.diplomacy import Diplomacy
from games.storage.store.log_entries import entry_of, entry_parts
from games.storage.store.rows import Rows, rows_of
from games.storage.store.saving import Changes, due_rows
from games.storage.store.stored_game import load
from rules.events.turn import TakenBack
from rules.moves import Control
from rules.record.document import read_head
from rules.record.entries import START, TAKE_BACK
from rules.record.replaying import Replayed, replay_entries


def open_table(record: dict[str, Any], people: list[User]) -> Game:
    """Open a table with the ruleset and options of a recorded game."""
    head = read_head(record)
    return create_game(people, head.ruleset.options, head.rules.name)


def store_in_steps(game: Game, record: dict[str, Any], size: int) -> Iterator[int]:
    """Store a record's entries, `size` at a time; yield the newest number after each time."""
    stored, last = load(game.code), len(record["entries"]) - 1
    endings, entries, begun_in = {}, [], 0
    for each in replay_entries(record):
        entry = each.entry
        parts = _parts(each)
        by = Move.By(entry.by) if entry.by else Move.By.START
        seat = {START: None, TAKE_BACK: 0}.get(entry.kind, entry.seat)
        entries.append(entry_of(stored.id, entry.number, parts, by, seat, begun_in))
        is_persons = by in Move.of_persons
        endings |= pact_endings(each.events, entry.number, begun_in, seat or 0, is_persons)
        begun_in = each.state.round
        if entry.number % size == 0 or entry.number == last:
            times = clocks_after(stored, Clocks(), each.state)
            rows = _manned(rows_of(each.state))
            diplomacy = Diplomacy(endings)
            due = due_rows(stored.id, stored.clocks, times)
            changes = Changes(times, diplomacy, due=due)
            stored = save_entries(stored, each.state, rows, entries, changes)
            entries = []
            yield entry.number


def _parts(each: Replayed) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the (public, private) parts of an entry, as the site stores them."""
    entry, state = each.entry, each.state
    if entry.kind == TAKE_BACK:
        told = {name: entry.data[name] for name in ("to", "reason", "epoch", "draw")}
        event = TakenBack(state.round, state.turn, told["reason"])
        public, private = entry_parts(None, (), (event,))
        return public, {**private, TAKE_BACK: told}
    move = entry.data.get("move", {"persons": [player.person for player in state.players]})
    return entry_parts(move, entry.draws, each.events)


def _manned(rows: Rows) -> Rows:
    """Return the rows with a person in every seat, so that each page has its panel."""
    there = {"control": Control.PLAYER.value, "own": True, "person": True}
    return replace(rows, players=tuple({**player, **there} for player in rows.players))
