"""Positions as rows and back: the only file that knows both shapes."""

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from threading import Lock
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.cards import (
    BATTLE,
    DECK,
    DISCARD,
    EVENT,
    HAND,
    REMOVED,
    TERRITORY,
    TRACK,
    CardRow,
    laid_out,
)
from games.models import Card, Game, HiddenArmies, Player
from rules import RULESETS, State
from rules.state import from_json, to_json

GAME_COLUMNS = ("phase", "round", "turn", "epoch", "draws", "decisions", "outcome", "attack")
"""Parts of a position that are columns of Game under their own names."""

PLAYER_COLUMNS = (
    "person",
    "control",
    "own",
    "empire",
    "stronghold",
    "banners",
    "unplaced",
    "orders",
    "wishes",
    "muster",
    "unseen_stronghold",
    "eliminated",
    "asked",
)
"""Parts of a player's position that are columns of Player under their own names."""

ELSEWHERE = frozenset(
    (
        *("ruleset", "version", "game", "players", "holdings", "hidden", "track"),
        *("deck", "discard", "removed", "event_deck", "event_discard"),
        *GAME_COLUMNS,
    )
)
"""Parts of a position that `Game.position` leaves out, for they lie in other columns and rows."""

TERRITORY_CARDS = "territory_cards"
IN_ROWS = frozenset(("deck", "hands", "pile"))
"""Parts of the territory cards that are rows of Card."""

_HEAD = (
    *("id", "code", "ruleset", "ruleset_version", "options", "seed", "seed_commitment"),
    *("status", "number", "title", "pace", "turn_seconds", "reaction_seconds", "clocks", "talked"),
    *("changed_at", "diplomacy", "held_since"),
    *("bank_seconds", "refill_seconds", "excuse_seconds", "keeps_rest"),
)
_SEAT = (
    *("id", "user_id", "user__name", "bot", "public_value", "value_given_at", "missed"),
    *("away_round", "away_since", "returned", "is_vacant"),
)
_NAMED_ANEW = {"ruleset_version": "version"}
_POSITION = (*GAME_COLUMNS, "holdings", "position")

# Which columns a select brings is worked out once: it takes longer than to select them.
_GAMES = Game.objects.values_list(*_HEAD, *_POSITION)
_PLAYERS = Player.objects.order_by("seat").values_list(*_SEAT, *PLAYER_COLUMNS)


class HiddenRow(NamedTuple):
    """One sealed choice of hidden armies."""

    maker: int
    holder: int
    territory: str
    salt: str
    commitment: str
    revealed: bool


@dataclass(frozen=True, slots=True, repr=False)
class Rows:
    """A position as columns and rows: players by seat, cards by number, choices by place."""

    game: dict[str, Any]
    players: tuple[dict[str, Any], ...]
    cards: tuple[CardRow, ...]
    hidden: tuple[HiddenRow, ...]


class SeatRow(NamedTuple):
    """Who sits at a seat: a user with a name, a bot, or nobody; turns `missed` in a row.

    Since when a steward holds it, how often the player came back, and whether it is vacant.
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


@dataclass(frozen=True, slots=True, repr=False)
class StoredGame:
    """A game as it is stored; `rows` are its position, without cards before it starts."""

    id: int
    code: str
    ruleset: str
    version: int
    options: dict[str, Any]
    seed: bytes
    seed_commitment: str
    status: str
    number: int
    title: str
    pace: str
    turn_seconds: int
    reaction_seconds: int
    clocks: dict[str, Any]
    talked: int
    changed_at: datetime
    bank_seconds: int
    refill_seconds: int
    excuse_seconds: int
    keeps_rest: bool
    diplomacy: dict[str, Any]
    held_since: datetime | None
    seats: tuple[SeatRow, ...]
    rows: Rows

    def __repr__(self) -> str:
        return f"<StoredGame {self.code} at {self.number}>"

    @property
    def public_values(self) -> list[str]:
        """Return the players' public values in seat order."""
        return [seat.public_value for seat in self.seats]

    def state(self) -> State:
        """Return the position; RecordError where the rows are not one."""
        return state_of(self.code, self.ruleset, self.version, self.rows)


# Between a position and its rows


def rows_of(state: State, cards: Sequence[CardRow] = ()) -> Rows:
    """Return a position as rows; `cards` is where the physical cards lay before."""
    data = to_json(state)
    game = {name: data[name] for name in GAME_COLUMNS}
    game["holdings"] = [[held["owner"], held["armies"]] for held in data["holdings"].values()]
    game["position"] = {name: part for name, part in data.items() if name not in ELSEWHERE}
    if TERRITORY_CARDS in data:
        cards_left = {n: part for n, part in data[TERRITORY_CARDS].items() if n not in IN_ROWS}
        game["position"][TERRITORY_CARDS] = cards_left
    return Rows(
        game=game,
        players=tuple(
            {name: player[name] for name in PLAYER_COLUMNS} for player in data["players"]
        ),
        cards=laid_out(state, cards),
        hidden=tuple(HiddenRow(**choice) for choice in data["hidden"]),
    )


def state_of(code: str, ruleset: str, version: int, rows: Rows) -> State:
    """Return the position that rows are; RecordError where they are none."""
    known = RULESETS.get(ruleset)
    territories = known.board.territories if known else ()
    lying = _lying(rows.cards)
    data = {
        **rows.game["position"],
        **{name: rows.game[name] for name in GAME_COLUMNS},
        "ruleset": ruleset,
        "version": version,
        "game": code,
        "holdings": {
            name: {"owner": owner, "armies": armies}
            for name, (owner, armies) in zip(territories, rows.game["holdings"], strict=False)
        },
        "players": [
            {**player, "seat": seat, "hand": sorted(lying[BATTLE, HAND, seat])}
            for seat, player in enumerate(rows.players)
        ],
        "hidden": [choice._asdict() for choice in rows.hidden],
        "track": len(lying[BATTLE, TRACK, None]),
        "deck": sorted(lying[BATTLE, DECK, None]),
        "discard": lying[BATTLE, DISCARD, None],
        "removed": lying[BATTLE, REMOVED, None],
        "event_deck": sorted(lying[EVENT, DECK, None]),
        "event_discard": lying[EVENT, DISCARD, None],
    }
    if TERRITORY_CARDS in data:
        data[TERRITORY_CARDS] = {
            **data[TERRITORY_CARDS],
            "deck": sorted(lying[TERRITORY, DECK, None]),
            "hands": [sorted(lying[TERRITORY, HAND, n]) for n in range(len(rows.players))],
            "pile": lying[TERRITORY, DISCARD, None],
        }
    return from_json(data)


def _lying(cards: Iterable[CardRow]) -> Mapping[tuple[str, str, int | None], list[str]]:
    """Return the kinds of the cards by deck, zone and holder, in the order of their places.

    The rules keep piles in the order in which cards came there, and all else sorted by kind.
    """
    lying: dict[tuple[str, str, int | None], list[str]] = defaultdict(list)
    for card in sorted(cards, key=_place):
        lying[card.deck, card.zone, card.holder].append(card.kind)
    return lying


_place = attrgetter("place")


# Loading

MOST_KNOWN = 100
"""So many games' rows are remembered."""

Known = Mapping[str, tuple[int, Rows]]

_known: OrderedDict[str, tuple[int, Rows]] = OrderedDict()
_lock = Lock()


def load_locked(code: str) -> StoredGame:
    """Return a game whose row is locked until the transaction ends: four selects.

    Two where this process knows the rows of the position. Raises Game.DoesNotExist.
    """
    return _load(_GAMES.select_for_update().filter(code=code), _known)


def load(code: str) -> StoredGame:
    """Return a game as it is now, without a lock; Game.DoesNotExist where there is none."""
    while True:
        stored = _load(_GAMES.filter(code=code))
        # A move saved between two of the selects would mix two positions.
        now = Game.objects.filter(code=code).values_list("number", "status").get()
        if now == (stored.number, stored.status):
            return stored


def _load(games: QuerySet[Game], known: Known = MappingProxyType({})) -> StoredGame:
    values = dict(zip((*_HEAD, *_POSITION), games.get(), strict=True))
    head = {_NAMED_ANEW.get(name, name): values.pop(name) for name in _HEAD}
    key, head["seed"] = head["id"], bytes(head["seed"])
    players = list(_PLAYERS.filter(game=key))
    positions = tuple(
        dict(zip(PLAYER_COLUMNS, player[len(_SEAT) :], strict=True)) for player in players
    )
    seats = tuple(SeatRow(*player[: len(_SEAT)]) for player in players)
    number, rows = known.get(head["code"], (None, None))
    # Whatever else was done to the rows, a known number with another position is not known.
    if number != head["number"] or (rows.game, rows.players) != (values, positions):
        rows = Rows(values, positions, _cards(key), _hidden(key))
    return StoredGame(**head, seats=seats, rows=rows)


def _cards(game: int) -> tuple[CardRow, ...]:
    found = Card.objects.filter(game=game).order_by("number")
    return tuple(map(CardRow._make, found.values_list(*CardRow._fields)))


def _hidden(game: int) -> tuple[HiddenRow, ...]:
    found = HiddenArmies.objects.filter(game=game).order_by("place")
    return tuple(map(HiddenRow._make, found.values_list(*HiddenRow._fields)))


def keep(stored: StoredGame) -> None:
    """Remember the rows of a game that was saved, once that is committed.

    The cards and hidden armies of a position change with every move that is entered, and only
    then: while the number is the same, they need not be loaded again.
    """
    with _lock:
        _known[stored.code] = stored.number, stored.rows
        _known.move_to_end(stored.code)
        while len(_known) > MOST_KNOWN:
            _known.popitem(last=False)


# Saving


def save(stored: StoredGame, after: Rows, **columns: Any) -> None:
    """Save what differs from the rows as they were loaded; `columns` are Game's own besides.

    At most four statements, five where hidden armies were taken back.
    """
    before = stored.rows
    changed = {name: part for name, part in after.game.items() if part != before.game[name]}
    Game.objects.filter(pk=stored.id).update(**changed, **columns)
    _save_players(stored, after)
    _save_cards(stored.id, before.cards, after.cards)
    _save_hidden(stored.id, before.hidden, after.hidden)


def _save_players(stored: StoredGame, after: Rows) -> None:
    changed, names = [], set()
    for seat, old, new in zip(stored.seats, stored.rows.players, after.players, strict=True):
        if old != new:
            changed.append(Player(pk=seat.id, **new))
            names |= {name for name in PLAYER_COLUMNS if old[name] != new[name]}
    if len(changed) == 1:
        values = {name: getattr(changed[0], name) for name in names}
        Player.objects.filter(pk=changed[0].pk).update(**values)
    elif changed:
        Player.objects.bulk_update(changed, sorted(names))


def _save_cards(game: int, before: Sequence[CardRow], after: Sequence[CardRow]) -> None:
    moved = [
        Card(game_id=game, number=number, **card._asdict())
        for number, card in enumerate(after)
        if number >= len(before) or card != before[number]
    ]
    if moved:
        Card.objects.bulk_create(
            moved,
            update_conflicts=True,
            unique_fields=["game", "number"],
            update_fields=["zone", "holder", "place"],
        )


def _save_hidden(game: int, before: Sequence[HiddenRow], after: Sequence[HiddenRow]) -> None:
    changed = [
        HiddenArmies(game_id=game, place=place, **choice._asdict())
        for place, choice in enumerate(after)
        if place >= len(before) or choice != before[place]
    ]
    if changed:
        HiddenArmies.objects.bulk_create(
            changed,
            update_conflicts=True,
            unique_fields=["game", "place"],
            update_fields=list(HiddenRow._fields),
        )
    if len(after) < len(before):
        HiddenArmies.objects.filter(game=game, place__gte=len(after)).delete()
