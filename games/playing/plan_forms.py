"""Parse the posted steps of a turn plan, checked against the ruleset and the board.

Only steps that could never be played are refused here; the others are checked when they are due.
"""

from collections.abc import Callable
from typing import Any

from django.http import QueryDict

from games.playing.forms import number
from games.playing.plans import steps as s
from games.playing.plans.steps import MOST_ARMIES, STEPS, Otherwise, PlanStep, steps_in
from rules import IllegalMove, InvalidMove, View

MOST_DICE = 3


def read_step(post: QueryDict, view: View) -> PlanStep:
    """Return a form's step; raise InvalidMove or IllegalMove if it can never be played."""
    name = post.get("step", "")
    if name not in steps_in(view.ruleset):
        raise InvalidMove("Plans in this game can’t have that step.")
    return STEPS[name](**READERS[name](post, view))


def _number(post: QueryDict, name: str, least: int, most: int) -> int:
    found = number(post.get(name) or str(least), name)
    if not least <= found <= most:
        raise InvalidMove(
            "“{name}” must be a number from {least} to {most}.", name=name, least=least, most=most
        )
    return found


def _territory(post: QueryDict, name: str, view: View) -> str:
    found = post.get(name, "")
    if found not in view.board.territories:
        raise InvalidMove("There is no such territory on this board.")
    return found


_NOT_ADJACENT = "{target} is not adjacent to {source}."


def _way(post: QueryDict, view: View) -> dict[str, Any]:
    source, target = (_territory(post, name, view) for name in ("source", "target"))
    if not view.board.is_adjacent(source, target):
        names = view.board.territories
        sentence = _NOT_ADJACENT.format(target=names[target].name, source=names[source].name)
        raise IllegalMove("ATT-1", sentence)
    return {"source": source, "target": target}


def _otherwise(post: QueryDict) -> Otherwise:
    found = post.get("otherwise") or Otherwise.WAIT.value
    if found not in tuple(Otherwise):
        raise InvalidMove("Unknown choice for the plan.")
    return Otherwise(found)


def _attack(post: QueryDict, view: View) -> dict[str, Any]:
    return _way(post, view) | {
        "stop": _number(post, "stop", 1, MOST_ARMIES),
        "dice": _number(post, "dice", 0, MOST_DICE),
        "leave": _number(post, "leave", 1, MOST_ARMIES),
        "hero": _hero(post, view),
        "least": max(2, _number(post, "least", 0, MOST_ARMIES)),
        "most": _number(post, "most", 0, MOST_ARMIES),
        "otherwise": _otherwise(post),
    }


def _hero(post: QueryDict, view: View) -> bool:
    return post.get("hero") == "yes" and "hero" in view.ruleset.battle_cards


def _sail(post: QueryDict, view: View) -> dict[str, Any]:
    source, target = (_territory(post, name, view) for name in ("source", "target"))
    for name in (source, target):
        found = view.board.territories[name]
        if not found.seas:
            raise IllegalMove("FLT-1", "{name} is not on the coast.", name=found.name)
    return {
        "source": source,
        "target": target,
        "armies": _number(post, "armies", 0, MOST_ARMIES),
        "hero": _hero(post, view),
        "otherwise": _otherwise(post),
    }


def _place(post: QueryDict, view: View) -> dict[str, Any]:
    return {
        "territory": _territory(post, "territory", view),
        "armies": _number(post, "armies", 0, MOST_ARMIES),
    }


def _fortify(post: QueryDict, view: View) -> dict[str, Any]:
    return _way(post, view) | {"armies": _number(post, "armies", 0, MOST_ARMIES)}


def _opponent(post: QueryDict, view: View) -> dict[str, Any]:
    seat = _number(post, "opponent", 0, len(view.players) - 1)
    if seat == view.seat:
        raise IllegalMove("AMB-1", "Choose an opponent who is still in the game.")
    return {"opponent": seat}


def _count(post: QueryDict, view: View) -> dict[str, Any]:
    return {"count": _number(post, "count", 1, len(view.ruleset.track))}


def _nothing(post: QueryDict, view: View) -> dict[str, Any]:
    return {}


READERS: dict[str, Callable[[QueryDict, View], dict[str, Any]]] = {
    s.TradeStep.name: _nothing,
    s.MercenariesStep.name: _count,
    s.AmbassadorStep.name: _opponent,
    s.PlaceFirstStep.name: _place,
    s.AttackStep.name: _attack,
    s.SailStep.name: _sail,
    s.PlaceAfterStep.name: _place,
    s.MoveAfterStep.name: _fortify,
    s.EndTurnStep.name: _nothing,
}
"""Readers of each step's fields, by step name."""
