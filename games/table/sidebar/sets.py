"""Sidebar parts of Classic and headquarters: sets, continents, neutral army, headquarters."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.drawing.display.liveries import NEUTRAL, ground_name
from games.drawing.display.parts import Part, Parts, Scene, Section, only
from games.drawing.display.words import livery, words_of
from rules import Ruleset, View
from rules.board import Empire
from rules.chapters.armies.territory_cards import set_value

SHOWN_VALUES = 10
"""Number of set values in the row, including the next one."""
TRADED_SHOWN = 4
"""Maximum number of values already traded that remain in the row once it scrolls."""


# Sets


def _track_part(scene: Scene) -> Part:
    return Part("table/sidebar/sets/_sets.html", sets_context(scene.view))


def values_of(ruleset: Ruleset, traded: int) -> list[dict[str, Any]]:
    """Return the values of the last and the next sets, in order; [] if the value never rises."""
    if not ruleset.set_step:
        return []
    first = max(1, traded + 1 - TRADED_SHOWN) if traded >= SHOWN_VALUES - TRADED_SHOWN else 1
    return [
        {
            "value": set_value(ruleset, number),
            "is_traded": number <= traded,
            "is_next": number == traded + 1,
        }
        for number in range(first, first + SHOWN_VALUES)
    ]


def sets_context(view: View) -> dict[str, Any]:
    """Return the row of set values, the next value, and the number of cards left (CLA-4)."""
    sets = view.open_sets
    return {
        "values": values_of(view.ruleset, sets.traded),
        "next": sets.value,
        "bonus": view.ruleset.symbol_bonus,
        "traded": sets.traded,
        "deck": sets.deck,
        "pile": len(sets.pile),
    }


# Continents


def _continent_inputs(scene: Scene, group: Empire) -> list[tuple[int | None, bool]]:
    view = scene.view
    return [(view.owner(name), view.armies(name) > 0) for name in group.territories]


def _continent_parts(scene: Scene, group: Empire) -> Parts:
    """Yield a continent and, as nested parts, its shares: a move changes at most two of them."""
    name, context = f"continent-{group.id}", continent_context(scene, group)
    yield name, Part("table/sidebar/sets/_continent.html", context, apart=("shares",))
    for share in context["shares"]:
        count = {"count": share["count"], "size": context["size"]}
        yield share["id"], Part("table/sidebar/sets/_share.html", count, within=name)


def continent_context(scene: Scene, group: Empire) -> dict[str, Any]:
    """Return a continent's bonus, and how many of its territories each player holds.

    Shares are in turn order, so that none changes place when a number does.
    """
    view = scene.view
    held = Counter(
        owner if owner is not None else NEUTRAL
        for owner, armies in ((view.owner(name), view.armies(name)) for name in group.territories)
        if armies
    )
    neutral = (NEUTRAL,) if view.neutral_territories is not None else ()
    return {
        "name": group.name,
        "ground": ground_name(view.board, group.id),
        "size": len(group.territories),
        "bonus": group.bonus,
        "holders": list(scene.seating.names),
        "shares": [
            {**_holder(scene, holder), "id": f"share-{group.id}-{holder}", "count": held[holder]}
            for holder in (*view.order, *neutral)
        ],
    }


def _holder(scene: Scene, holder: int | str) -> dict[str, str]:
    """Return a holder's name and livery; the neutral army is given as `NEUTRAL`, not as a seat."""
    if isinstance(holder, str):
        return {"holder": "the neutral side", "livery": holder}
    worn = livery(scene.view, holder).removeprefix("livery-")
    return {"holder": scene.seating.names[holder], "livery": worn}


def set_marks(view: View, seat: int) -> dict[str, Any]:
    """Return a player's whole continents and revealed headquarters, listed below their figures."""
    marked = view.headquarters.get(seat)
    shown = marked and {
        "name": view.board.territories[marked].name,
        "is_lost": view.owner(marked) != seat,
    }
    return {"continents": continents_of(view, seat), **({"headquarters": shown} if shown else {})}


def continents_of(view: View, seat: int) -> list[dict[str, Any]]:
    """Return the continents that a player holds whole, with their bonuses."""
    return [
        {"name": group.name, "bonus": group.bonus, "ground": ground_name(view.board, group.id)}
        for group in view.board.continents
        if all(view.owner(name) == seat for name in group.territories)
    ]


# The neutral army


def _neutral_inputs(scene: Scene) -> Any:
    held = scene.view.neutral_territories
    return None if held is None else neutral_figures(scene.view, held)


def _neutral_parts(scene: Scene) -> Parts:
    if (figures := _neutral_inputs(scene)) is not None:
        yield "player-neutral", Part("table/sidebar/players/_player.html", neutral_context())
        yield "figures-neutral", Part("table/sidebar/_figures.html", figures)


def neutral_context() -> dict[str, Any]:
    """Return the context of the neutral army's row (CLA-2)."""
    kind = {"is_person": False, "is_neutral": True}
    return {"name": "The neutral side", "livery": NEUTRAL, "row": "banners-neutral", **kind}


def neutral_figures(view: View, held: Sequence[str]) -> dict[str, Any]:
    """Return the number of territories and armies of the neutral army; it has no cards."""
    return {"territories": len(held), "armies": sum(view.armies(name) for name in held)}


# Headquarters


def _headquarters_inputs(scene: Scene) -> Any:
    view = scene.view
    owners = [view.owner(name) for name in view.headquarters.values()]
    return owners, view.unseen_headquarters, view.winning_number


def _headquarters_parts(scene: Scene) -> Parts:
    """Yield the list of headquarters; its items, and players with several, are nested parts."""
    name, context = "headquarters_held", headquarters_context(scene)
    marked = [item["territory"] for item in context["shown"]]
    all_of_it = {**context, "marked": marked}
    yield name, Part("table/sidebar/sets/_headquarters.html", all_of_it, apart=("shown", "holding"))
    if not marked:
        return
    for item in context["shown"]:
        yield (
            item["id"],
            Part("table/sidebar/sets/_camp.html", {"taken_by": item["taken_by"]}, within=name),
        )
    holding = {"holding": context["holding"]}
    yield "holding", Part("table/sidebar/sets/_holding.html", holding, within=name)


_HOLDING = {True: "You hold {count}.", False: "{holder} holds {count}."}
"""How many headquarters a player holds, keyed by whether the player is the viewer."""


def headquarters_context(scene: Scene) -> dict[str, Any]:
    """Return the revealed headquarters, the number needed to win, and the viewer's secret one."""
    view, words = scene.view, words_of(scene)
    return {
        "needed": view.winning_number,
        "shown": [_headquarters(scene, seat, name) for seat, name in view.headquarters.items()],
        "holding": [
            _HOLDING[seat == scene.seat].format(holder=words.player(seat), count=count)
            for seat, count in headquarters_held(view).items()
            if count > 1
        ],
        "own": None
        if view.unseen_headquarters is None
        else view.board.territories[view.unseen_headquarters].name,
    }


def _headquarters(scene: Scene, seat: int, territory: str) -> dict[str, Any]:
    view = scene.view
    owner = view.owner(territory)
    return {
        **_holder(scene, seat),
        "id": f"camp-{seat}",
        "is_own": seat == scene.seat,
        "territory": view.board.territories[territory].name,
        "taken_by": None if owner in (seat, None) else words_of(scene).player(owner),
    }


def headquarters_held(view: View) -> Counter[int]:
    """Return the number of revealed headquarters that each player holds, by seat (CLA-6)."""
    owners = (view.owner(territory) for territory in view.headquarters.values())
    return Counter(owner for owner in owners if owner is not None)


OPEN_SECTIONS = (
    Section(only("track", _track_part), lambda scene: scene.view.sets),
    Section(_continent_parts, _continent_inputs, lambda scene: scene.view.board.continents),
    Section(_neutral_parts, _neutral_inputs),
)
OWN_SECTIONS = (Section(_headquarters_parts, _headquarters_inputs),)
