"""Save in few statements what a request changed in a game, and nothing else."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games.models import AbsenceStep, Card, Due, Game, HiddenArmies, Move, Player
from games.storage.store import clocks, diplomacy
from games.storage.store.card_rows import CardRow
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import moment
from games.storage.store.diplomacy import Diplomacy
from games.storage.store.rows import PLAYER_COLUMNS, HiddenRow, Rows
from games.storage.store.sql import Row, Writes, prepared
from games.storage.store.stored_game import POSITION, StoredGame, Texts


@dataclass(frozen=True, slots=True, repr=False)
class Changes:
    """What changes in a game besides its position.

    If `clocks` or `diplomacy` is None, it stays as stored; saving adds the `steps` to the clocks'
    counters. `game` has other columns of Game, `seats` other columns of Player by seat. `steps` and
    `due` are unsaved rows, `others` statements on further tables.
    """

    clocks: Clocks | None = None
    diplomacy: Diplomacy | None = None
    game: Mapping[str, Any] = field(default_factory=dict)
    seats: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    steps: tuple[AbsenceStep, ...] = ()
    due: tuple[Due, ...] = ()
    others: tuple[Callable[[], object], ...] = ()

    def then(self, later: "Changes") -> "Changes":
        """Return these changes followed by later ones."""
        seats = dict(self.seats)
        for seat, columns in later.seats.items():
            seats[seat] = {**seats.get(seat, {}), **columns}
        return Changes(
            later.clocks or self.clocks,
            later.diplomacy or self.diplomacy,
            {**self.game, **later.game},
            seats,
            self.steps + later.steps,
            self.due + later.due,
            self.others + later.others,
        )


def due_rows(game: int, before: Clocks, after: Clocks) -> tuple[Due, ...]:
    """Return unsaved rows for the due times that changed.

    Obsolete rows stay in the database until they are due, and are deleted then.
    """
    old = before.due()
    return tuple(
        Due(game_id=game, kind=kind, when=moment(when))
        for kind, when in after.due().items()
        if when is not None and when != old[kind]
    )


def save(
    stored: StoredGame, changes: Changes, rows: Rows | None = None, entries: Sequence[Move] = ()
) -> StoredGame:
    """Save changes of a locked game, its new position and log entries; return the saved game.

    Takes at most seven statements, besides `changes.others`; eight if hidden armies are removed.
    """
    after, before, writes = rows or stored.rows, stored.rows, Writes()
    times, ledger = _counted(stored, changes), changes.diplomacy or stored.diplomacy
    columns = {**_changed(before.game, after.game), **changes.game}
    if times != stored.clocks:
        columns["clocks"] = clocks.to_json(times)
    if ledger != stored.diplomacy:
        columns["diplomacy"] = diplomacy.to_json(ledger)
    game, players = prepared(Game, columns), _changed_players(stored, after, changes.seats)
    for statement in changes.others:
        statement()
    writes.insert(entries)
    writes.update(Game, stored.id, game)
    writes.update_several(Player, {stored.seats[seat].id: row for seat, row in players.items()})
    _save_cards(writes, stored.id, before.cards, after.cards)
    _save_hidden(writes, stored.id, before.hidden, after.hidden)
    writes.insert(changes.due, ("game", "kind"), ("when",))
    writes.insert(changes.steps)
    writes.send()
    kept = {name: part for name, part in changes.game.items() if name in _KEPT}
    texts = _texts_after(stored.texts, game, players)
    return replace(stored, rows=after, texts=texts, clocks=times, diplomacy=ledger, **kept)


_KEPT = frozenset(
    (
        "number", "status", "changed_at", "held_since",
        "steps", "step_digest", "chained", "entries_digest",
    )
)  # fmt: skip
"""The columns of `Changes.game` that are fields of a StoredGame."""


def _counted(stored: StoredGame, changes: Changes) -> Clocks:
    """Return the clocks, with the new absence steps added to their counters."""
    times, steps = changes.clocks or stored.clocks, changes.steps
    return times.with_steps(len(steps), sum(step.is_open for step in steps)) if steps else times


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in after.items() if part != before[name]}


def _changed_players(
    stored: StoredGame, after: Rows, more: Mapping[int, Mapping[str, Any]]
) -> dict[int, dict[str, Any]]:
    """Return the changed columns by seat, as database values; `more` are further changes."""
    both = enumerate(zip(stored.rows.players, after.players, strict=True))
    columns = {seat: {**_changed(old, new), **more.get(seat, {})} for seat, (old, new) in both}
    return {seat: prepared(Player, changed) for seat, changed in columns.items() if changed}


def _texts_after(
    texts: Texts, game: Mapping[str, Any], players: Mapping[int, Mapping[str, Any]]
) -> Texts:
    """Return the stored columns of a position, updated with the columns just written."""
    game_texts, player_texts = texts
    return _after(POSITION, game_texts, game), tuple(
        _after(PLAYER_COLUMNS, row, players.get(seat, {})) for seat, row in enumerate(player_texts)
    )


def _after(names: Sequence[str], texts: Row, written: Mapping[str, Any]) -> Row:
    if not written:
        return texts
    return tuple(written.get(name, text) for name, text in zip(names, texts, strict=True))


def _save_cards(
    writes: Writes, game: int, before: Sequence[CardRow], after: Sequence[CardRow]
) -> None:
    # Most moves leave all cards where they are.
    if after is before:
        return
    moved = [
        Card(game_id=game, number=number, **card._asdict())
        for number, card in enumerate(after)
        if number >= len(before) or card != before[number]
    ]
    writes.insert(moved, ("game", "number"), ("zone", "holder", "place"))


def _save_hidden(
    writes: Writes, game: int, before: Sequence[HiddenRow], after: Sequence[HiddenRow]
) -> None:
    changed = [
        HiddenArmies(game_id=game, place=place, **choice._asdict())
        for place, choice in enumerate(after)
        if place >= len(before) or choice != before[place]
    ]
    writes.insert(changed, ("game", "place"), HiddenRow._fields)
    if len(after) < len(before):
        HiddenArmies.objects.filter(game=game, place__gte=len(after)).delete()
