"""Load games from the database in few statements."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Model

from games.models import Card, Game, HiddenArmies, Player, seeds
from games.models.fields import DocumentField
from games.storage.recent import Recent
from games.storage.store import clocks, diplomacy
from games.storage.store.card_rows import CardRow
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import milliseconds
from games.storage.store.diplomacy import Diplomacy
from games.storage.store.rows import GAME_COLUMNS, PLAYER_COLUMNS, HiddenRow, Rows, state_of
from games.storage.store.sql import Row, Select, ask
from rules import RULESETS, CommittedChance, Options, State
from rules.json import from_plain
from rules.moves import Control
from rules.tutorials.scripted_chance import chance_of_game

_HEAD = (
    "id", "code", "ruleset", "ruleset_version", "options", "seed_commitment",
    "seed", "sealed_seed",
    "status", "number", "title", "pace", "turn_seconds", "reaction_seconds", "clocks", "talked",
    "changed_at", "diplomacy", "held_since", "is_listed", "host_id", "circle_id",
    "bank_seconds", "refill_seconds", "excuse_seconds", "keeps_rest", "takeover_bot",
    "allows_advice", "steps", "step_digest", "chained", "entries_digest",
)  # fmt: skip
_SEAT = (
    "id", "user_id", "user__name", "bot", "public_value", "value_given_at", "missed",
    "away_round", "away_since", "returned", "is_vacant", "user__preferences",
)  # fmt: skip
_RENAMED = {"ruleset_version": "version", "seed": "stored_seed"}
_NAMES = tuple(_RENAMED.get(name, name) for name in _HEAD)
"""The fields of StoredGame that hold the columns `_HEAD`."""
POSITION = (*GAME_COLUMNS, "holdings", "position")

_DOCUMENTS: dict[type[Model], dict[str, DocumentField]] = {
    model: {item.name: item for item in model._meta.fields if isinstance(item, DocumentField)}
    for model in (Game, Player)
}

Texts = tuple[tuple[Any, ...], tuple[tuple[Any, ...], ...]]
"""The columns of a position, of the game and of each player; documents as stored JSON text."""


class SeatRow(NamedTuple):
    """A seat: its user and their name, or its bot (neither if it is empty).

    `missed` counts turns missed in a row. If a steward plays the seat, `away_round` and
    `away_since` say since when. `returned` counts how often the player took the seat back.
    `preferences` are the user's, as stored text.
    """

    id: int
    user: int | None
    name: str | None
    bot: str
    public_value: str
    value_given_at: datetime | None
    missed: int
    away_round: int | None = None
    away_since: datetime | None = None
    returned: int = 0
    is_vacant: bool = False
    preferences: str | None = None

    @property
    def takes_bot_offers(self) -> bool:
        """Return whether bots may offer pacts and trades to the seat; users may refuse them."""
        return not self.preferences or json.loads(self.preferences).get("bot_offers") != "off"


@dataclass(frozen=True, slots=True, repr=False)
class StoredGame:
    """A stored game; `rows` hold its position (no cards until the game starts)."""

    id: int
    code: str
    ruleset: str
    version: int
    options: dict[str, Any]
    seed_commitment: str
    stored_seed: bytes | None
    sealed_seed: bytes | None
    status: str
    number: int
    title: str
    pace: str
    turn_seconds: int
    reaction_seconds: int
    clocks: Clocks
    talked: int
    changed_at: datetime
    bank_seconds: int
    refill_seconds: int
    excuse_seconds: int
    keeps_rest: bool
    takeover_bot: str
    allows_advice: bool
    steps: int | None
    step_digest: str
    chained: int
    entries_digest: str
    diplomacy: Diplomacy
    held_since: datetime | None
    is_listed: bool
    host_id: int | None
    circle_id: int | None
    seats: tuple[SeatRow, ...]
    rows: Rows
    texts: Texts = field(compare=False)

    def __repr__(self) -> str:
        return f"<StoredGame {self.code} at {self.number}>"

    @property
    def seed(self) -> bytes:
        """Return the seed; raise SeedKeyMissing if its encryption key is lost."""
        return seeds.open_seed(self.code, self.stored_seed, self.sealed_seed)

    @property
    def public_values(self) -> list[str]:
        """Return the players' public values in seat order."""
        return [seat.public_value for seat in self.seats]

    @property
    def people(self) -> list[int]:
        """Return the seats played by people now: no bots, stewards or eliminated players."""
        return [
            seat
            for seat, (row, player) in enumerate(zip(self.seats, self.rows.players, strict=True))
            if row.user is not None
            and player["control"] == Control.PLAYER
            and player["own"]
            and not player["eliminated"]
        ]

    def stopped_since(self, times: Clocks) -> int | None:
        """Return when the clocks stopped, in milliseconds; None if they run (TRN-9, ORD-7)."""
        if times.pause:
            return times.pause.since
        return None if self.held_since is None else milliseconds(self.held_since)

    def chance(self) -> CommittedChance:
        """Return the source of chance: the secret seed and the players' public values."""
        ruleset, options = RULESETS[self.ruleset], from_plain(Options, self.options)
        return chance_of_game(ruleset, options, self.seed, self.public_values, self.code)

    def state(self) -> State:
        """Return the position; raise RecordError if the rows are inconsistent."""
        return state_of(self.code, self.ruleset, self.version, self.rows)


MOST_KNOWN = 200
"""The number of games whose rows each process caches."""


class Known(NamedTuple):
    """The cached rows of a game, as last saved by this process."""

    number: int
    texts: Texts
    rows: Rows


_known = Recent[str, Known](MOST_KNOWN)

_of_code = Game.objects.filter(code="").values_list(*_HEAD, *POSITION)
_GAME = Select(_of_code)
_GAME_LOCKED = Select(_of_code.select_for_update(no_key=True))
_GAME_IF_FREE = Select(_of_code.select_for_update(skip_locked=True, no_key=True))
_NUMBER = Select(Game.objects.filter(code="").values_list("number", "status"))
_PLAYERS = Select(
    Player.objects.filter(game__code="").order_by("seat").values_list(*_SEAT, *PLAYER_COLUMNS)
)
_CARDS = Select(Card.objects.filter(game__code="").order_by("number").values_list(*CardRow._fields))
_HIDDEN = Select(
    HiddenArmies.objects.filter(game__code="").order_by("place").values_list(*HiddenRow._fields)
)


def load_locked(code: str, *, is_patient: bool = True) -> StoredGame:
    """Return a game and lock its row until the transaction ends.

    Takes four selects, or two if this process has the position in its cache. Raises
    Game.DoesNotExist if there is no such game, or if `is_patient` is false and another
    transaction holds the lock.
    """
    games, players = ask((_GAME_LOCKED if is_patient else _GAME_IF_FREE, _PLAYERS), (code, code))
    game, texts = _one(games), _texts(games, players)
    known = _known.get(code)
    # The number alone is not enough: the rows may have been changed without a new entry.
    if known is not None and (known.number, known.texts) == (game["number"], texts):
        return _stored(game, players, texts, known.rows)
    return _stored(game, players, texts, _rows(texts, *ask((_CARDS, _HIDDEN), (code, code))))


def load(code: str) -> StoredGame:
    """Return a game without locking it; raise Game.DoesNotExist if there is none."""
    selects = (_GAME, _PLAYERS, _CARDS, _HIDDEN, _NUMBER)
    while True:
        games, players, cards, hidden, numbers = ask(selects, (code,) * len(selects))
        game, texts = _one(games), _texts(games, players)
        # Retry if a move was committed between the selects: they would mix two positions.
        if numbers == [(game["number"], game["status"])]:
            return _stored(game, players, texts, _rows(texts, cards, hidden))


def _one(games: Sequence[Row]) -> dict[str, Any]:
    """Return a game's `_HEAD` columns by field; raise Game.DoesNotExist if no row was found."""
    if not games:
        raise Game.DoesNotExist
    columns = dict(zip(_NAMES, games[0], strict=False))
    columns["options"] = json.loads(columns["options"])
    columns["clocks"] = clocks.from_json(json.loads(columns["clocks"]))
    columns["diplomacy"] = diplomacy.from_json(json.loads(columns["diplomacy"]))
    return columns


def _texts(games: Sequence[Row], players: Sequence[Row]) -> Texts:
    return games[0][len(_HEAD) :], tuple(player[len(_SEAT) :] for player in players)


def _rows(texts: Texts, cards: Sequence[Row], hidden: Sequence[Row]) -> Rows:
    game, players = texts
    return Rows(
        _named(Game, POSITION, game),
        tuple(_named(Player, PLAYER_COLUMNS, player) for player in players),
        tuple(map(CardRow._make, cards)),
        tuple(map(HiddenRow._make, hidden)),
    )


def _named(model: type[Model], names: Sequence[str], values: Row) -> dict[str, Any]:
    return {n: _read(model, n, value) for n, value in zip(names, values, strict=True)}


def _read(model: type[Model], name: str, value: Any) -> Any:
    return json.loads(value) if value is not None and name in _DOCUMENTS[model] else value


def _stored(game: dict[str, Any], players: Sequence[Row], texts: Texts, rows: Rows) -> StoredGame:
    seats = tuple(SeatRow(*player[: len(_SEAT)]) for player in players)
    return StoredGame(**game, seats=seats, rows=rows, texts=texts)


def keep(stored: StoredGame) -> None:
    """Cache the rows of a saved game; call it after the commit.

    Cards and hidden armies change only with a new log entry, so they need not be loaded again while
    the number of the newest entry is the same.
    """
    _known.set(stored.code, Known(stored.number, stored.texts, stored.rows))
