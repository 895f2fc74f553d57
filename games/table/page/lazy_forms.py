"""Lazy forms: they are fetched when a viewer opens them, and again when they change.

Most visitors open none, so the page does not contain them.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.drawing.display.parts import Part, Scene
from games.drawing.display.words import is_paused
from games.table.panel.orders.leaving import leaving_context
from games.table.panel.orders.standing_orders import orders_context
from games.table.sidebar.diplomacy import form_key, lay_part, pact_part


@dataclass(frozen=True, slots=True)
class LazyForm:
    """A form: its title, and a function that returns its part for a viewer (None if not offered).

    `key` returns a short text that changes whenever the form must be fetched again.
    """

    title: str
    part: Callable[[Scene], Part | None]
    key: Callable[[Part], str] = form_key


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


LAZY_FORMS: dict[str, LazyForm] = {
    "pact": LazyForm("Offer a pact", _offer(pact_part)),
    "cards": LazyForm("Offer a card trade", _offer(lay_part)),
    "orders": LazyForm("Standing orders", _orders, lambda part: part.context["orders"]["drawn"]),
    "leave": LazyForm("Leave the game", _leaving, lambda part: part.context["leaving"]["drawn"]),
}
"""All lazy forms, by the name in their URL."""


def lazy_form_context(name: str, scene: Scene) -> dict[str, Any]:
    """Return a form's context for a viewer; `template` in it is None if they have no such form."""
    part = LAZY_FORMS[name].part(scene)
    lazy_form = {
        "name": name,
        "title": LAZY_FORMS[name].title,
        "template": part.template if part else None,
        "drawn": LAZY_FORMS[name].key(part) if part else "",
        "is_still": is_paused(scene),
    }
    code, key = scene.seating.code, secrets.token_urlsafe(12)
    return {"lazy_form": lazy_form, "code": code, "key": key, **(part.context if part else {})}
