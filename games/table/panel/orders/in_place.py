"""The standing orders behind an open question, to change in the panel that asks it (ORD-1)."""

import secrets
from typing import Any

from games.drawing.display.parts import Scene
from games.table.panel.orders.limits import switched_on
from games.table.panel.orders.standing_orders import asked_in, question_context, takes_orders
from rules.moves import SetOrders
from rules.questions import DecisionKind

ASKED_BY: dict[DecisionKind, tuple[str, ...]] = {
    DecisionKind.DEFEND: ("fortification", "hidden", "block"),
    DecisionKind.COUNTER_SPY: ("counter",),
    **{
        kind: (kind.value,)
        for kind in (
            DecisionKind.STRIKE, DecisionKind.COUNTER, DecisionKind.BLOCK_EVENT,
            DecisionKind.RUIN, DecisionKind.FILL, DecisionKind.SETS,
        )
    },
}  # fmt: skip
"""The standing orders that apply to each kind of decision; other kinds have none."""


def orders_in_place(scene: Scene) -> dict[str, Any] | None:
    """Return the context of the form for the orders of the open question; None without any.

    Which orders it has depends on the kind of the question alone, never on the player's cards.
    """
    view = scene.view
    names = ASKED_BY.get(view.decision.kind, ()) if view.decision else ()
    found = [name for name in asked_in(view.ruleset, view.options) if name in names]
    if not found or view.tutorial_step is not None or not takes_orders(scene):
        return None
    return {
        "code": scene.seating.code,
        "key": secrets.token_urlsafe(12),
        "move": SetOrders.name,
        "kept": switched_on(view, ""),
        "questions": [question_context(scene, name) for name in found],
    }
