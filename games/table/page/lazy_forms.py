"""Sheets: forms of the table, fetched when a viewer opens them and again when they change.

Most visitors open no sheet, so the page does not contain them.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.drawing.display.parts import Part, Scene
from games.drawing.display.words import is_paused
from games.table.panel.orders.leaving import leaving_context
from games.table.panel.orders.standing_orders import orders_context
from games.table.sidebar.diplomacy import lay_part, pact_part, sheet_key


@dataclass(frozen=True, slots=True)
class Sheet:
    """A form: its title, and a function that returns its part for a viewer (None if not offered).

    `key` returns a short text that changes whenever the form must be fetched again.
    """

    title: str
    part: Callable[[Scene], Part | None]
    key: Callable[[Part], str] = sheet_key


def _orders(scene: Scene) -> Part | None:
    context = orders_context(scene)
    return Part("table/panel/orders/_orders.html", {"orders": context}) if context else None


def _leaving(scene: Scene) -> Part | None:
    context = leaving_context(scene)
    return Part("table/panel/orders/_leaving.html", {"leaving": context}) if context else None


def _offer(draw: Callable[[Scene], Part]) -> Callable[[Scene], Part | None]:
    def drawn(scene: Scene) -> Part | None:
        part = draw(scene)
        return part if part.context["partners"] else None

    return drawn


SHEETS: dict[str, Sheet] = {
    "pact": Sheet("Offer a pact", _offer(pact_part)),
    "cards": Sheet("Offer a card trade", _offer(lay_part)),
    "orders": Sheet("Standing orders", _orders, lambda part: part.context["orders"]["drawn"]),
    "leave": Sheet("Leave the game", _leaving, lambda part: part.context["leaving"]["drawn"]),
}
"""All sheets, by the name in their URL."""


def sheet_context(name: str, scene: Scene) -> dict[str, Any]:
    """Return a sheet's context for a viewer; `template` in it is None if they have no such form."""
    part = SHEETS[name].part(scene)
    sheet = {
        "name": name,
        "title": SHEETS[name].title,
        "template": part.template if part else None,
        "drawn": SHEETS[name].key(part) if part else "",
        "is_still": is_paused(scene),
    }
    code, key = scene.seating.code, secrets.token_urlsafe(12)
    return {"sheet": sheet, "code": code, "key": key, **(part.context if part else {})}
