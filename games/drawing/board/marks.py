"""Marks over the map: arrows for the last moves, and signs for the event cards in force."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypedDict

from games.drawing.board.sea_arrows import dotted, line_path
from games.drawing.board.territories import territory_context
from games.drawing.board.voyages import voyage_path
from games.drawing.display.liveries import Livery, livery_name, player_livery
from rules import Event, View
from rules.board import Board
from rules.cards import EVENT_CARDS, EventCard, Sign
from rules.chapters.event_cards.in_force import affected_territories, closures_by

SIGN_WIDTH = 16
ARROW_GAP = 17.0
ARROW_BEND = 0.14
MOST_KEPT = 1000
"""Maximum number of arrows kept in the cache."""


class MarksContext(TypedDict):
    """The context of the marks: arrows, the zones and rivers affected, and signs on territories."""

    arrows: list[dict[str, str]]
    zones: list[str]
    rivers: list[str]
    signs: list[dict[str, Any]]


def marks_context(
    board: Board,
    cards: Iterable[EventCard] = (),
    events: Iterable[Event] = (),
    liveries: Mapping[int, Livery] | None = None,
) -> MarksContext:
    """Return the marks for event cards in force and for the newest entry's events.

    `liveries` are the players' liveries by seat.
    """
    in_force = tuple(cards)
    return MarksContext(
        arrows=_arrows(board, events, liveries or {}),
        zones=[EVENT_CARDS[card].sea for card in in_force if EVENT_CARDS[card].sea],
        rivers=list(closures_by(board, in_force).rivers),
        signs=_signs(board, in_force),
    )


def marks_of(view: View, events: Iterable[Event] = ()) -> MarksContext:
    """Return the marks over the map of a view; `events` are those of the newest entry."""
    cards = [each.card for each in view.in_force]
    return marks_context(view.board, cards, events, _liveries(view))


def arrows_of(view: View, events: Iterable[Event]) -> list[dict[str, str]]:
    """Return only the arrows over the map of a view."""
    return _arrows(view.board, events, _liveries(view))


def _liveries(view: View) -> dict[int, int | None]:
    return {each.seat: player_livery(view.board, each.seat, each.empire) for each in view.players}


def _arrows(
    board: Board, events: Iterable[Event], liveries: Mapping[int, Livery]
) -> list[dict[str, str]]:
    """Return one arrow for each source and target: an attack and the move in after it share one."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    routes: dict[tuple[str, str], tuple[str, ...]] = {}
    for event in events:
        source, target = getattr(event, "source", None), getattr(event, "target", None)
        kind = ARROWS.get(event.name)
        if kind is None or source is None or target is None:
            continue
        way = source, target
        routes[way] = getattr(event, "route", ()) or routes.get(way, ())
        seat = getattr(event, "attacker", getattr(event, "seat", -1))
        found[way] = {
            "kind": "moved" if kind == "moved" else found.get(way, {}).get("kind", kind),
            "livery": livery_name(liveries.get(seat)),
            "path": _arrow_path(board, source, target, tuple(routes[way])),
        }
    return list(found.values())


@lru_cache(maxsize=MOST_KEPT)
def _arrow_path(board: Board, source: str, target: str, route: tuple[str, ...]) -> str:
    """Return an arrow's path with whole coordinates: messages are shorter and look the same.

    Lines of zero length are dropped. Cached, because all viewers see the same arrow.
    """
    path = way_path(board, source, target, route)
    whole = _NUMBER.sub(lambda found: str(round(float(found[0]))), path)
    return _NO_LINE.sub(r"\1", whole)


_NUMBER = re.compile(r"-?\d+\.\d+")
_NO_LINE = re.compile(r"(?<!\d)(-?\d+ -?\d+)L\1(?!\d)")

ARROWS = {
    "attack_declared": "attack",
    "battle_fought": "attack",
    "attack_ended": "attack",
    "moved_in": "moved",
    "armies_moved": "moved",
    "fortified": "moved",
}
"""The kind of arrow for each event that has one."""


def way_path(board: Board, source: str, target: str, route: Sequence[str] = ()) -> str:
    """Return an arrow's path from badge to badge, through the sea zones of a route if given."""
    drawings = board.drawing["territories"]
    start, end = tuple(drawings[source]["badge"]), tuple(drawings[target]["badge"])
    if route:
        return voyage_path(board.id, source, target, tuple(route), start, end)
    if pieces := dotted(board, source, target):
        return line_path(start, pieces, end)
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    length = max((dx * dx + dy * dy) ** 0.5, 1.0)
    bend_x, bend_y = (ax + bx) / 2 + dy * ARROW_BEND, (ay + by) / 2 - dx * ARROW_BEND
    gap_x, gap_y = dx / length * ARROW_GAP, dy / length * ARROW_GAP
    return (
        f"M{ax + gap_x:.1f} {ay + gap_y:.1f}Q{bend_x:.1f} {bend_y:.1f} "
        f"{bx - gap_x:.1f} {by - gap_y:.1f}"
    )


def _signs(board: Board, cards: tuple[EventCard, ...]) -> list[dict[str, Any]]:
    """Return a sign for every territory affected by a card in force."""
    signs: list[dict[str, Any]] = []
    for card, row in EVENT_CARDS.items():
        if row.sign and card in cards:
            for territory in affected_territories(board, card):
                before = sum(each["territory"] == territory for each in signs)
                signs.append(_sign(board, territory, before, row.sign))
    return signs


def _sign(board: Board, territory: str, before: int, sign: Sign) -> dict[str, Any]:
    """Return a sign above the owner's shield, next to the `before` signs already there."""
    context = territory_context(board, territory)
    way = 1 if context["shield"] > 0 else -1
    return {
        "territory": territory,
        "sign": sign.picture,
        "x": context["x"],
        "y": context["y"],
        "aside": context["shield"] + way * SIGN_WIDTH * before,
        "says": sign.text,
    }
