"""The state of the territories in a view: owners, armies, strongholds."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import TypedDict

from games.drawing.board.badges import badge_offsets
from games.drawing.display.liveries import (
    NEUTRAL,
    Livery,
    livery_name,
    player_livery,
    unowned_livery,
)
from rules import View
from rules.board import Board
from rules.rulesets.words import in_words_of
from rules.sentences.words import armies as army_count


class TerritoryContext(TypedDict):
    """The context of a territory's templates; liveries are spelled as in CSS classes.

    `shield` is the x offset of the owner's shield from the badge. `castle` is the livery of a
    stronghold or headquarters there, None if there is none; `keep` is its symbol, offset by
    `castle_at` to the side and by `castle_up` upwards. `hidden` marks hidden armies that the viewer
    knows; `says` is the text of the territory's card on the map.
    """

    territory: str
    x: float
    y: float
    livery: str
    armies: int
    has_armies: bool
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
    hidden: str = "",
    seat_name: str = "",
    keep_called: str = "",
    *,
    count: str = "",
) -> TerritoryContext:
    """Return the context of a territory; a livery of None means nobody.

    `hidden` is the phrase for hidden armies there, "" for none; `keep_called` is the game's own
    term for its stronghold or headquarters. `count` replaces the number of armies in the text.
    """
    drawing = board.drawing["territories"][territory]
    x, y = drawing["badge"]
    hung = badge_offsets(board, territory)
    # Boards with empires have strongholds; the others have headquarters.
    keep = keep_called or ("a stronghold" if board.empires else "headquarters")
    stands = "" if stronghold_livery is None else keep
    return TerritoryContext(
        territory=territory,
        x=x,
        y=y,
        livery=livery_name(owner_livery),
        armies=armies,
        has_armies=armies > 0,
        shield=hung.shield,
        castle=None if stronghold_livery is None else livery_name(stronghold_livery),
        keep="castle" if board.empires else "headquarters",
        castle_at=hung.castle,
        castle_up=hung.up,
        hidden=bool(hidden),
        says=_armies_text(
            board, seat_name, armies, stands, hidden, count=count or army_count(armies)
        ),
    )


def _armies_text(
    board: Board, seat_name: str, armies: int, keep: str, hidden: str, *, count: str
) -> str:
    if seat_name:
        text = _HELD[bool(keep), bool(hidden)]
    elif unowned_livery(board, armies) == NEUTRAL:
        text = _NEUTRAL
    else:
        text = _UNOWNED if armies else _EMPTY
    return text.format(owner=seat_name, armies=count, keep=keep, hidden=hidden)


_EMPTY = "nobody yet"
_UNOWNED = "nobody, {armies}"
_NEUTRAL = "the neutral side, {armies}"
_HELD = {
    (False, False): "{owner}, {armies}",
    (False, True): "{owner}, {armies}, {hidden}",
    (True, False): "{owner}, {armies}, {keep}",
    (True, True): "{owner}, {armies}, {keep}, {hidden}",
}
"""The texts of territories’ cards, by (has a stronghold, has hidden armies that are known)."""

_OWN_HIDDEN = "your hidden armies"
_OPEN_HIDDEN = "hidden armies"


def territory_contexts(view: View, names: Sequence[str]) -> dict[str, TerritoryContext]:
    """Return the contexts of all territories in a view; `names` are the players' names by seat."""
    found = territory_facts(view, names, view.board.territories)
    return {facts[1]: territory_context(*facts) for facts in found}


Facts = tuple[Board, str, Livery, int, Livery, str, str, str]
"""The arguments of `territory_context`."""


def territory_facts(
    view: View, names: Sequence[str], territories: Collection[str]
) -> Iterator[Facts]:
    """Yield all data that affects the appearance of the given territories in a view."""
    board = view.board
    called_hidden = _OPEN_HIDDEN if view.seat is None else _OWN_HIDDEN
    hidden = dict.fromkeys(view.hidden, called_hidden)
    livery_at = cache(lambda seat: player_livery(board, seat, view.player(seat).empire))
    keep = in_words_of(view.ruleset, "a {stronghold}") if board.empires else ""
    marked = headquarters_seen(view)
    for territory in territories:
        owner, armies = view.owner(territory), view.armies(territory)
        stronghold, called = view.stronghold_on(territory), keep
        if territory in marked:
            stronghold = marked[territory]
            called = _headquarters_of(view, names, stronghold, owner)
        yield (
            board,
            territory,
            unowned_livery(board, armies) if owner is None else livery_at(owner),
            armies,
            None if stronghold is None else livery_at(stronghold),
            hidden.get(territory, ""),
            "" if owner is None else names[owner],
            called,
        )


def headquarters_seen(view: View) -> dict[str, int]:
    """Return the seats of headquarters by territory: until they are revealed, only the viewer's."""
    if view.unseen_headquarters is not None and view.seat is not None:
        return {view.unseen_headquarters: view.seat}
    return {territory: seat for seat, territory in view.headquarters.items()}


def _headquarters_of(view: View, names: Sequence[str], seat: int, owner: int | None) -> str:
    if view.unseen_headquarters is not None:
        return "your headquarters, which only you see"
    return "headquarters" if seat == owner else _HEADQUARTERS_OF.format(player=names[seat])


_HEADQUARTERS_OF = "headquarters of {player}"
