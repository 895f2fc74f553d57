"""The page of a turn plan (ORD-8): its steps, adding a step, and its status.

A step is composed through links, as in the panel; it is stored only when it is added. The
choices follow from the current position and the attacks already in the plan.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict

from games.drawing.display.parts import Part, Parts, Scene, Section
from games.drawing.display.words import holding_note, is_paused, words_of
from games.models import TurnPlan
from games.playing.plan_rows import plan_of
from games.playing.plans.steps import ATTACKING, MOST_ARMIES, Plan, steps_in
from games.table.panel.odds import clash_of, press_chance
from games.table.panel.orders.plan_sentences import OTHERWISE, PARTS, kind_of, sentence
from games.table.panel.orders.standing_orders import QUESTIONS
from games.table.panel.stepper import threat
from games.table.panel.widgets import PickGroup, picks_of
from rules import View
from rules.moves import Control
from rules.rulesets.words import in_words_of
from rules.sentences import Words
from rules.sentences.ended_orders import current_reason
from rules.sentences.words import armies, percent
from rules.view.public_records import PlayerView

ADD = "add"
WAYS = frozenset({"attack", "sail", "fortify"})
"""Kinds of steps with a source and a target."""
PLACING = frozenset({"place", "spoils"})
MOST_LEFT = 12
"""The maximum number of choices offered for the armies that stay behind."""

Status = TurnPlan.Status


def plan_context(scene: Scene, row: TurnPlan, choice: QueryDict) -> dict[str, Any]:
    """Return the context of a plan's page; `choice` is the step being added."""
    view, words, plan = scene.view, words_of(scene), plan_of(row)
    kinds = steps_in(view.ruleset)
    is_open = row.status != Status.ON
    wanted = choice.get(ADD, "")
    return {
        "code": scene.seating.code,
        "title": scene.seating.title,
        "status": row.status,
        "reason": row.reason,
        "is_turn": view.turn == view.seat and bool(view.round),
        "is_still": is_paused(scene),
        "size": len(plan.steps),
        "next_step": plan.at + 1 if 0 < plan.at < len(plan.steps) else 0,
        "parts": _parts(plan, row.status, words),
        "is_open": is_open,
        "kinds": [(name, kind_of(name, view.ruleset)[0]) for name in kinds],
        "adding": _adding(scene, plan, wanted, choice) if is_open and wanted in kinds else None,
    }


def _parts(plan: Plan, status: str, words: Words) -> list[dict[str, Any]]:
    """Return the steps by part of the turn, marking the finished steps and the next step."""
    is_marked = status in (Status.ON, Status.OFF) and (plan.at or plan.begun)
    parts: list[dict[str, Any]] = []
    for place, step in enumerate(plan.steps):
        title = PARTS[step.stage]
        if not parts or parts[-1]["title"] != title:
            parts.append({"title": title, "start": place + 1, "steps": []})
        before = plan.steps[place - 1] if place else None
        parts[-1]["steps"].append(
            {
                "place": place,
                "text": sentence(step, words),
                "is_done": is_marked and place < plan.at,
                "is_next": is_marked and place == plan.at,
                "may_rise": before is not None and before.stage == step.stage,
            }
        )
    return parts


# Adding a step


def _adding(scene: Scene, plan: Plan, kind: str, choice: QueryDict) -> dict[str, Any]:
    """Return the next question about a step of this kind, or the form that adds it."""
    title, rule = kind_of(kind, scene.view.ruleset)
    adding: dict[str, Any] = {"kind": kind, "title": title, "rule": rule, "groups": ()}
    if kind in WAYS:
        return adding | _way(scene, plan, kind, choice)
    if kind in PLACING:
        return adding | _placing(scene, plan, kind, choice)
    if kind == "ambassador":
        return adding | {"opponents": _opponents(scene)}
    return adding


def _opponents(scene: Scene) -> list[tuple[int, str]]:
    view = scene.view
    return [(seat, scene.seating.names[seat]) for seat in view.living() if seat != view.seat]


def _taken(plan: Plan) -> list[str]:
    """Return the territories that the plan's attacks would capture, the last target first."""
    found = (step.target for step in reversed(plan.steps) if isinstance(step, ATTACKING))
    return list(dict.fromkeys(found))


def _way(scene: Scene, plan: Plan, kind: str, choice: QueryDict) -> dict[str, Any]:
    view, taken = scene.view, _taken(plan)
    own = [*view.held_by(view.own_seat), *taken]
    reach = {name: _targets(view, own, kind, name) for name in own}
    source, target = choice.get("source", ""), choice.get("target", "")
    if not reach.get(source):
        open_ones = [name for name, found in reach.items() if found]
        groups = _picks(scene, "source", open_ones, taken, ((ADD, kind),), is_own=True)
        return {"ask": "From where?", "groups": groups}
    fixed = ((ADD, kind), ("source", source))
    if target not in reach[source]:
        groups = _picks(scene, "target", reach[source], taken, fixed, is_own=kind == "fortify")
        asked = "Where to?" if kind == "fortify" else "Attack which territory?"
        return {"ask": asked, "from": words_of(scene).territory(source), "groups": groups}
    return _way_form(scene, kind, source, target, is_mine=source not in taken)


def _targets(view: View, own: Iterable[str], kind: str, source: str) -> list[str]:
    """Return the possible targets from a territory, as far as they are known now."""
    if kind == "sail":
        found: Iterable[str] = view.voyages(source) if view.board.territories[source].seas else ()
    else:
        found = view.board.territories[source].neighbours
    return [name for name in found if (name in own) == (kind == "fortify")]


def _picks(
    scene: Scene,
    role: str,
    names: Iterable[str],
    taken: list[str],
    fixed: tuple[tuple[str, str], ...],
    *,
    is_own: bool,
) -> tuple[PickGroup, ...]:
    """Return picks for territories; with `is_own`, planned captures come first."""
    notes = {name: _note(scene, name, taken, is_own=is_own) for name in names}
    groups = picks_of(scene, role, names, notes, fixed)
    first = [pick for group in groups for pick in group.picks if pick.territory in taken]
    if not (first and is_own):
        return groups
    first.sort(key=lambda pick: taken.index(pick.territory))
    others = (
        PickGroup(group.title, tuple(pick for pick in group.picks if pick.territory not in taken))
        for group in groups
    )
    return (PickGroup("Once captured", tuple(first)), *(group for group in others if group.picks))


def _note(scene: Scene, name: str, taken: list[str], *, is_own: bool) -> str:
    if name in taken and is_own:
        return "captured by an earlier step"
    facing = threat(scene.view, name) if is_own else ""
    return ", ".join(filter(None, [holding_note(scene, name), facing]))


def _way_form(
    scene: Scene, kind: str, source: str, target: str, *, is_mine: bool
) -> dict[str, Any]:
    view, words = scene.view, words_of(scene)
    here = view.armies(source) if is_mine else 0
    return {
        "form": kind,
        "source": source,
        "target": target,
        "from": words.territory(source),
        "to": words.territory(target),
        "facts": _facts(scene, kind, source, target, here),
        "dice": range(1, view.ruleset.attack_dice + 1),
        "leaves": [*range(1, MOST_LEFT + 1)],
        "all_stay": MOST_ARMIES,
        "otherwise": list(OTHERWISE.items()),
        "hero": words.say("Play {a Hero} if I have one")
        if "hero" in view.ruleset.battle_cards
        else "",
        "most": MOST_ARMIES,
    }


def _facts(scene: Scene, kind: str, source: str, target: str, here: int) -> str:
    """Return the current armies as a sentence, with the odds if the attack is possible now."""
    view, words = scene.view, words_of(scene)
    parts = {
        "source": words.territory(source),
        "target": words.territory(target),
        "holding": holding_note(scene, target),
    }
    if not here:
        return _TAKEN_BEFORE.format_map(parts)
    parts["armies"] = armies(here)
    if kind != "attack" or here < 2:
        return _HELD_NOW.format_map(parts)
    parts["chance"] = percent(press_chance(view, clash_of(view, source, target)))
    return _WITH_ODDS.format_map(parts)


_TAKEN_BEFORE = "An earlier step captures {source}. {target}: {holding}."
_HELD_NOW = "{source} has {armies} now. {target}: {holding}."
_WITH_ODDS = (
    "{source} has {armies} now. {target}: {holding}. Right now your chance of capturing "
    "it is {chance}."
)
_HOLDING = "{territory}: {note}."


def _placing(scene: Scene, plan: Plan, kind: str, choice: QueryDict) -> dict[str, Any]:
    view, taken = scene.view, _taken(plan) if kind == "spoils" else []
    own = [*view.held_by(view.own_seat), *taken]
    territory = choice.get("territory", "")
    if territory not in own:
        groups = _picks(scene, "territory", own, taken, ((ADD, kind),), is_own=True)
        return {"ask": "Which territory?", "groups": groups}
    name = words_of(scene).territory(territory)
    return {
        "form": kind,
        "territory": territory,
        "to": name,
        "facts": _HOLDING.format(territory=name, note=_note(scene, territory, taken, is_own=True)),
        "most": MOST_ARMIES,
    }


# At the table


def _has_gone(player: PlayerView) -> bool:
    """Return whether a player is eliminated, or has left permanently (ELM-7)."""
    is_away = player.control is Control.STEWARD and player.own
    return player.eliminated > 0 or (player.control is not Control.PLAYER and not is_away)


def plan_parts(scene: Scene) -> Parts:
    """Yield the status of the viewer's own plan; plans and orders are secret from others."""
    view = scene.view
    if view.seat is None:
        return
    if view.outcome is not None or _has_gone(view.player(view.seat)):
        # Sent even without a plan, to remove an earlier plan from the page.
        yield "plan", Part("table/panel/orders/_plan.html", {"may_plan": False})
        return
    note, user = scene.plans.get(view.seat), scene.seating.seats[view.seat].user
    status, reason = "", ""
    if note is not None and note.user == user:
        status, reason = note.status, note.reason
    is_turn = bool(view.round) and view.turn == view.seat
    context: Mapping[str, Any] = {
        "code": scene.seating.code,
        "status": status,
        "reason": reason,
        "is_turn": is_turn,
        "may_plan": bool(view.round),
        "orders_off": [
            (in_words_of(view.ruleset, QUESTIONS[name].text), current_reason(reason))
            for name, reason in view.own_orders.off.items()
        ],
    }
    yield "plan", Part("table/panel/orders/_plan.html", dict(context))


def _inputs(scene: Scene) -> Any:
    view = scene.view
    if view.seat is None:
        return None
    is_turn, has_gone = view.turn == view.seat, _has_gone(view.player(view.seat))
    return has_gone, scene.plans, is_turn, view.round > 0, view.own_orders.off


SECTIONS = (Section(plan_parts, _inputs),)
