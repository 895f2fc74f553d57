"""The form for wish lists (SET-10)."""

import secrets
from collections.abc import Iterator
from typing import Any

from games.drawing.display.parts import Scene
from games.drawing.display.words import is_paused
from games.table.panel.orders.standing_orders import is_playing
from rules import View
from rules.moves import SetWishes

BLANK_WISHES = 6
"""The number of empty fields after the saved wishes."""


def may_wish(scene: Scene) -> bool:
    """Return whether wishes can still be carried out: only in a full set-up (SET-10)."""
    view = scene.view
    is_full = not view.round and not view.options.quick
    return is_full and is_playing(view) and not is_paused(scene)


def wishes_context(scene: Scene) -> dict[str, Any] | None:
    """Return the context of the viewer's wishes in a full set-up; None after it."""
    view = scene.view
    if not may_wish(scene):
        return None
    wishes, board = view.own_wishes, view.board
    placed: dict[str, int] = {}
    for name, number in wishes.placements:
        placed[name] = placed.get(name, 0) + number
    groups = [
        (empire.name, [(name, board.territories[name].name) for name in empire.territories])
        for empire in board.groups.values()
    ]
    return {
        "code": scene.seating.code,
        "key": secrets.token_urlsafe(12),
        "move": SetWishes.name,
        "claims": [*wishes.claims, *[""] * BLANK_WISHES],
        "groups": groups,
        "home": " ".join(_home(view)),
        "site": view.ruleset.words["stronghold"],
        "strongholds": [
            (empire.id, empire.name, territories, wishes.strongholds.get(empire.id, ""))
            for empire, (_, territories) in zip(board.empires.values(), groups, strict=False)
        ]
        if not view.player(view.own_seat).stronghold
        else [],
        "placements": [
            (title, [(name, called, placed.get(name, 0)) for name, called in territories])
            for title, territories in groups
        ],
        "has_placements": bool(placed),
    }


def _home(view: View) -> Iterator[str]:
    """Yield the free territories of the home empire, those beside the stronghold first."""
    player = view.player(view.own_seat)
    if player.empire is None:
        return
    territories = view.board.empires[player.empire].territories
    free = [name for name in territories if view.owner(name) is None]
    beside = view.board.territories[player.stronghold].neighbours if player.stronghold else ()
    yield from sorted(free, key=lambda name: name not in beside)
