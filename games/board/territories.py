"""What a view puts on the territories of a board: whose they are, armies, strongholds."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import TypedDict

from games.board.badges import hanging
from games.display.liveries import NEUTRAL, Livery, livery_name, player_livery, unowned_livery
from rules import View
from rules.board import Board
from rules.rulesets.words import in_words_of


class TerritoryContext(TypedDict):
    """What is pushed of a territory: `livery` is the owner's, as classes have it.

    `shield` is where, beside the badge, the owner's shield hangs; `castle` is the livery of a
    standing stronghold or headquarters, drawn as `keep` aside by `castle_at` and up by
    `castle_up`, None where there is none; `hidden` marks one's own hidden armies; `says` is what
    the card on the map tells.
    """

    territory: str
    x: float
    y: float
    livery: str
    armies: int
    shield: int
    castle: str | None
    keep: str
    castle_at: float
    castle_up: int
    hidden: bool
    says: str


def territory_context(
    board: Board,
    territory: str,
    owner_livery: Livery = None,
    armies: int = 0,
    stronghold_livery: Livery = None,
    hidden: bool = False,
    seat_name: str = "",
    keep_called: str = "",
) -> TerritoryContext:
    """Return what is pushed of a territory; None for a livery means nobody's.

    `keep_called` is what its game calls a stronghold, where that is another word.
    """
    drawing = board.drawing["territories"][territory]
    x, y = drawing["badge"]
    hung = hanging(board, territory)
    # Strongholds stand in empires; where a board has none, it is a headquarters.
    keep = keep_called or ("a stronghold" if board.empires else "headquarters")
    stands = "" if stronghold_livery is None else keep
    return TerritoryContext(
        territory=territory,
        x=x,
        y=y,
        livery=livery_name(owner_livery),
        armies=armies,
        shield=hung.shield,
        castle=None if stronghold_livery is None else livery_name(stronghold_livery),
        keep="castle" if board.empires else "headquarters",
        castle_at=hung.castle,
        castle_up=hung.up,
        hidden=hidden,
        says=_told(board, seat_name, armies, stands, hidden),
    )


def _told(board: Board, seat_name: str, armies: int, keep: str, is_hidden: bool) -> str:
    if not seat_name and unowned_livery(board, armies) == NEUTRAL:
        return f"the neutral army, {_armies(armies)}"
    if not seat_name:
        return "nobody yet" if not armies else f"nobody, {_armies(armies)}"
    more = f", {keep}" if keep else ""
    return f"{seat_name}, {_armies(armies)}{more}{', your hidden armies' if is_hidden else ''}"


def _armies(count: int) -> str:
    return "1 army" if count == 1 else f"{count} armies"


def territory_contexts(view: View, names: Sequence[str]) -> dict[str, TerritoryContext]:
    """Return what is pushed of all territories of a view; `names` are the players' by seat."""
    found = territory_facts(view, names, view.board.territories)
    return {facts[1]: territory_context(*facts) for facts in found}


Facts = tuple[Board, str, Livery, int, Livery, bool, str, str]
"""What `territory_context` is asked with."""


def territory_facts(
    view: View, names: Sequence[str], territories: Collection[str]
) -> Iterator[Facts]:
    """Yield what bears on how some territories of a view look."""
    board, hidden = view.board, set(view.hidden)
    livery_at = cache(lambda seat: player_livery(board, seat, view.player(seat).empire))
    keep = in_words_of(view.ruleset, "a stronghold") if board.empires else ""
    marked = headquarters_seen(view)
    for territory in territories:
        owner, armies = view.owner(territory), view.armies(territory)
        stronghold = marked.get(territory, view.stronghold_on(territory))
        called = _headquarters_of(view, names, stronghold, owner) if territory in marked else keep
        yield (
            board,
            territory,
            unowned_livery(board, armies) if owner is None else livery_at(owner),
            armies,
            None if stronghold is None else livery_at(stronghold),
            territory in hidden,
            "" if owner is None else names[owner],
            called,
        )


def headquarters_seen(view: View) -> dict[str, int]:
    """Return who marked which territory as headquarters: all once shown, before it one's own."""
    if view.unseen_headquarters is not None:
        return {view.unseen_headquarters: view.seat}
    return {territory: seat for seat, territory in view.headquarters.items()}


def _headquarters_of(view: View, names: Sequence[str], seat: int, owner: int | None) -> str:
    if view.unseen_headquarters is not None:
        return "your headquarters, which only you see"
    return "headquarters" if seat == owner else f"headquarters of {names[seat]}"
