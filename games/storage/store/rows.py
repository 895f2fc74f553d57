"""Convert a position to rows and back; `stored_game` loads and saves the rows."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

from games.storage.store.card_rows import (
    BATTLE,
    DECK,
    DISCARD,
    EVENT,
    HAND,
    REMOVED,
    TERRITORY,
    TRACK,
    CardRow,
    Pile,
    laid_out,
    piles,
    spots,
)
from rules import RULESETS, State
from rules.json import to_plain
from rules.state import STORED, from_json, parts_to_json
from rules.state.players import Player

GAME_COLUMNS = ("phase", "round", "turn", "epoch", "draws", "decisions", "outcome", "attack")
"""Parts of a position stored in columns of Game with the same names."""

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
"""Parts of a player's position stored in columns of Player with the same names."""

_ELSEWHERE = frozenset(
    (
        "game", "players", "holdings", "hidden", "track",
        "deck", "discard", "removed", "event_deck", "event_discard",
        *GAME_COLUMNS,
    )
)  # fmt: skip
"""Parts of a position stored outside `Game.position`, in other columns and rows."""

_TOGETHER = tuple(name for name in STORED if name not in _ELSEWHERE)
"""Parts of a position stored in the document `Game.position`."""

TERRITORY_CARDS = "territory_cards"
IN_ROWS = frozenset(("deck", "hands", "pile"))
"""Parts of the territory cards' state that are stored as rows of Card."""


class HiddenRow(NamedTuple):
    """A sealed choice of hidden armies."""

    maker: int
    holder: int
    territory: str
    salt: str
    commitment: str
    revealed: bool


@dataclass(frozen=True, slots=True, repr=False)
class Rows:
    """A position as columns and rows: players by seat, cards by number, hidden armies by place.

    `cards` was computed from the `piles`, which are None if it was read from the database.
    """

    game: dict[str, Any]
    players: tuple[dict[str, Any], ...]
    cards: tuple[CardRow, ...]
    hidden: tuple[HiddenRow, ...]
    piles: tuple[Pile, ...] | None = field(default=None, compare=False)


_NO_ROWS = Rows({}, (), (), ())


def rows_of(state: State, before: Rows = _NO_ROWS) -> Rows:
    """Return a position as rows; `before` are the rows of the previous position."""
    game = parts_to_json(state, GAME_COLUMNS)
    game["holdings"] = [[held.owner, held.armies] for held in state.holdings.values()]
    game["position"] = parts_to_json(state, _TOGETHER)
    if TERRITORY_CARDS in game["position"]:
        cards_left = game["position"][TERRITORY_CARDS].items()
        game["position"][TERRITORY_CARDS] = {n: part for n, part in cards_left if n not in IN_ROWS}
    lying = piles(state)
    return Rows(
        game=game,
        players=tuple(map(_player_row, state.players)),
        cards=before.cards if lying == before.piles else laid_out(spots(lying), before.cards),
        hidden=tuple(HiddenRow._make(_of_choice(choice)) for choice in state.hidden),
        piles=lying,
    )


def _player_row(player: Player) -> dict[str, Any]:
    return dict(zip(PLAYER_COLUMNS, to_plain(_of_player(player)), strict=True))


_of_player = attrgetter(*PLAYER_COLUMNS)
_of_choice = attrgetter(*HiddenRow._fields)


def state_of(code: str, ruleset: str, version: int, rows: Rows) -> State:
    """Return the position stored in rows; raise RecordError if they are inconsistent."""
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
    """Return card kinds by deck, zone and holder, ordered by place.

    The rules keep piles in the order in which cards were added, and everything else sorted.
    """
    lying: dict[tuple[str, str, int | None], list[str]] = defaultdict(list)
    for card in sorted(cards, key=_place):
        lying[card.deck, card.zone, card.holder].append(card.kind)
    return lying


_place = attrgetter("place")
