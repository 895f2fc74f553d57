"""Limits of standing orders, and switching an order on again (ORD-9)."""

from collections.abc import Iterator
from typing import Any

from games.drawing.display.parts import Scene
from games.playing.forms import FALLBACK, KEEP, ONLY_AGAINST, ONLY_AT, ORDER, UNTIL
from rules import View
from rules.chapters.orders.limits import OPPONENTS, PLACES, SPENT
from rules.moves.orders_and_wishes import Limit
from rules.sentences.ended_orders import current_reason

ROUNDS_AHEAD = 10
MOST_KEPT = 6


def limit_context(scene: Scene, name: str) -> dict[str, Any] | None:
    """Return the fields that limit a standing order; None if it cannot be limited."""
    if name == "dice":
        return None
    view, limit = scene.view, scene.view.own_orders.limits.get(name, Limit())
    spent = SPENT.get(name)
    return {
        "name": name,
        "is_set": name in view.own_orders.limits,
        "off": current_reason(view.own_orders.off.get(name, "")),
        "groups": _groups(view, limit) if name in PLACES else (),
        "opponents": _opponents(scene) if name in OPPONENTS else (),
        "against": limit.against,
        "card": view.ruleset.card_texts[spent].title if spent else "",
        "keep": limit.keep,
        "most_kept": MOST_KEPT,
        "rounds": _rounds(view, limit),
        "until": limit.until,
    }


def _groups(view: View, limit: Limit) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """Return (group name, territories) for the viewer's territories and those in the limit.

    Each territory is (id, name, whether it is in the limit).
    """
    shown = {*view.held_by(view.own_seat), *limit.territories}
    groups = []
    for group in view.board.groups.values():
        rows = [
            (name, view.board.territories[name].name, name in limit.territories)
            for name in group.territories
            if name in shown
        ]
        if rows:
            groups.append((group.name, rows))
    return groups


def _opponents(scene: Scene) -> list[tuple[int, str]]:
    view = scene.view
    return [(seat, scene.seating.names[seat]) for seat in view.living() if seat != view.seat]


def _rounds(view: View, limit: Limit) -> list[int]:
    first = max(1, view.round)
    ahead = range(first, first + ROUNDS_AHEAD)
    return sorted({*ahead, limit.until} - {0})


def switched_on(view: View, name: str) -> list[tuple[str, str]]:
    """Return the fields of a form that switches an order on again without limits.

    If `name` is "", returns the fields of all orders unchanged.
    """
    orders = view.own_orders
    fields = [(f"{ORDER}{one}", getattr(orders, one)) for one in view.ruleset.standing_orders]
    fields += [(f"{FALLBACK}{one}", answer) for one, answer in orders.fallbacks.items()]
    for one, limit in orders.limits.items():
        if one != name:
            fields += _fields_of(one, limit)
    return fields


def _fields_of(name: str, limit: Limit) -> Iterator[tuple[str, str]]:
    for territory in limit.territories:
        yield f"{ONLY_AT}{name}", territory
    if limit.against is not None:
        yield f"{ONLY_AGAINST}{name}", str(limit.against)
    if limit.keep:
        yield f"{KEEP}{name}", str(limit.keep)
    if limit.until:
        yield f"{UNTIL}{name}", str(limit.until)
