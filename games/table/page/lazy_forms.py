"""Lazy forms: they are fetched when a viewer opens them, and again when they change.

Most visitors open none, so the page has only a key of each form, a digest of the form's inputs.
"""

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from games.drawing.display.parts import Part, Parts, Scene, Section, digest_of
from games.drawing.display.words import is_paused
from games.table.panel.orders.leaving import leaving_context, leaving_inputs
from games.table.panel.orders.standing_orders import orders_context, orders_inputs
from games.table.sidebar.diplomacy import lay_inputs, lay_part, pact_inputs, pact_part
from rules.json import to_plain


@dataclass(frozen=True, slots=True)
class LazyForm:
    """A form: its title, its inputs and its part for a viewer, both None if it is not offered."""

    title: str
    inputs: Callable[[Scene], Any]
    part: Callable[[Scene], Part | None]


def _orders(scene: Scene) -> Part | None:
    context = orders_context(scene)
    return Part("table/panel/orders/_orders.html", {"orders": context}) if context else None


def _leaving(scene: Scene) -> Part | None:
    context = leaving_context(scene)
    return Part("table/panel/orders/_leaving.html", {"leaving": context}) if context else None


LAZY_FORMS: dict[str, LazyForm] = {
    "pact": LazyForm("Offer a pact", pact_inputs, pact_part),
    "cards": LazyForm("Offer a card trade", lay_inputs, lay_part),
    "orders": LazyForm("Standing orders", orders_inputs, _orders),
    "leave": LazyForm("Leave the game", leaving_inputs, _leaving),
}
"""All lazy forms, by the name in their URL."""


def lazy_form_context(name: str, scene: Scene) -> dict[str, Any]:
    """Return a form's context for a viewer; `template` in it is None if they have no such form."""
    form = LAZY_FORMS[name]
    part = None if form.inputs(scene) is None else form.part(scene)
    lazy_form = {
        "name": name,
        "title": form.title,
        "template": part.template if part else None,
        "drawn": form_key(name, scene),
        "is_still": is_paused(scene),
    }
    code, key = scene.seating.code, secrets.token_urlsafe(12)
    return {"lazy_form": lazy_form, "code": code, "key": key, **(part.context if part else {})}


def form_key(name: str, scene: Scene) -> str:
    """Return a digest that changes whenever a form must be fetched again; "" without a form."""
    inputs = LAZY_FORMS[name].inputs(scene)
    if inputs is None:
        return ""
    return digest_of(json.dumps(to_plain((inputs, scene.seating.names)), sort_keys=True))


def _key_parts(name: str, scene: Scene) -> Parts:
    if scene.seat is not None:
        drawn = form_key(name, scene)
        yield f"{name}_key", Part("table/page/_lazy_form_key.html", {"drawn": drawn})


SECTIONS = tuple(Section(partial(_key_parts, name), LAZY_FORMS[name].inputs) for name in LAZY_FORMS)
