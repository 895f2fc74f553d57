"""Status parts around the board: whose turn it is, and the players."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from games.community.fairness import fairness
from games.drawing.display.liveries import livery_of
from games.drawing.display.parts import Part, Parts, Scene, Section, only
from games.drawing.display.turn_steps import steps_of
from games.drawing.display.words import (
    is_paused,
    livery,
    own_attack,
    truces_with_viewer,
    words_of,
)
from games.table.animations.last_moves import LATEST_EVENTS
from games.table.sidebar import hand, in_force, outcome, sets, territory_hand
from rules import Ruleset, View
from rules.cards import EVENT_CARDS
from rules.moves import Control
from rules.questions import DecisionKind
from rules.rulesets.ruleset import Phase
from rules.rulesets.words import in_words_of
from rules.sentences import Words
from rules.sentences.words import typeset

SETUP = {
    Phase.STRONGHOLDS: "choosing a {stronghold}",
    Phase.STRONGHOLDS_UNSEEN: "choosing a {stronghold}",
    Phase.CLAIM: "claiming territories",
    Phase.DEALT: "dealing territories",
    Phase.DEPLOY: "placing armies",
    Phase.MUSTER: "placing armies",
    Phase.HIDE: "hiding armies",
    Phase.DEPLOY_NEUTRAL: "placing armies",
    Phase.HEADQUARTERS: "choosing a headquarters",
}
"""What the players are doing in each phase of the set-up."""

BANNERS = ("banners", "continents")
"""The context keys drawn in a player's row of banners."""

MARK = ("mark", "bank", "has_truce")
"""The context keys drawn after a player's name."""

PLATE = "headquarters"
"""The context key of a player's revealed headquarters."""

LONG = 3600
"""Turn length in seconds from which a deadline is shown with its date."""


# Whose turn it is


def _steps_part(scene: Scene) -> Part:
    return Part("table/sidebar/_steps.html", steps_context(scene.view))


def _status_inputs(scene: Scene) -> Any:
    view, attack = scene.view, own_attack(scene.view)
    asked = view.decision and view.decision.kind
    whose = view.round, view.phase, view.turn, view.asked, asked, attack and attack.target
    is_about = attack or scene.seat in (view.turn, *(seat for seat, _ in view.asked))
    return whose, scene.deadline, scene.times, scene.seat if is_about else None


def _status_parts(scene: Scene) -> Parts:
    """Yield the status, with the deadline nested, as often only the deadline changes."""
    context = status_context(scene)
    has_time = context["deadline"] is not None
    # With long turns the sentence after the countdown also gives the time.
    apart = ("deadline", "deadline_text") if has_time and not context["is_long"] else ()
    yield (
        "status",
        Part("table/sidebar/_status.html", {**context, "has_time": has_time}, apart=apart),
    )
    if apart:
        time = {name: context[name] for name in ("deadline", "running")}
        yield "deadline", Part("table/sidebar/_deadline.html", time, within="status")


def status_context(scene: Scene) -> dict[str, Any]:
    """Return the turn and the players whom the table awaits, but never what they must decide.

    While the game is paused or held it waits for nobody.
    """
    view, names = scene.view, scene.seating.names
    is_over, stands_still = view.outcome is not None, is_paused(scene)
    asked = () if stands_still else view.asked
    attack = own_attack(view)
    return {
        "round": outcome.round_text(view),
        "doing": in_words_of(view.ruleset, SETUP.get(view.phase, "")),
        "turn": None if view.turn is None else names[view.turn],
        "is_mine": view.turn is not None and view.turn == scene.seat,
        # During the viewer's own attack the panel names the player who must answer.
        "target": words_of(scene).territory(attack.target) if attack else "",
        "waits_for": [names[seat] for seat, _ in asked if seat != scene.seat and not attack],
        # The headline says whose turn it is.
        "waits_for_turn": view.decision is None and [seat for seat, _ in asked] == [view.turn],
        "is_asked": view.decision is not None and not is_over and not stands_still,
        "is_attacked": view.decision is not None and view.decision.kind is DecisionKind.DEFEND,
        "is_over": is_over,
        "stands_still": stands_still,
        "is_held": scene.seating.is_held and not is_over,
        "deadline": None if is_over else scene.deadline,
        "deadline_text": _time_text(scene.deadline),
        "is_long": scene.seating.turn_seconds >= LONG,
        "running": scene.times.running,
        "then": scene.times.then,
        "paused_until": None if is_over else scene.times.paused_until,
        "is_unattended": scene.times.is_unattended,
        "paused_text": _time_text(scene.times.paused_until),
    }


def _time_text(time: str | None) -> str:
    """Return an ISO time in UTC, as shown until a script converts it to the reader's time zone."""
    return _TIME.format(time=datetime.fromisoformat(time)) if time else ""


_TIME = "{time:%d %b, %H:%M} UTC"


def steps_context(view: View) -> dict[str, Any]:
    """Return the steps of a turn, marking the current one; no steps in set-up or after the end."""
    if not view.round or view.outcome is not None:
        return {"steps": []}
    return {
        "steps": [
            {"name": name, "is_now": view.phase in phases}
            for name, phases in steps_of(view.ruleset)
        ]
    }


# The players


def _set_apart(scene: Scene) -> Collection[int]:
    """Return the seats whose rows differ for the viewer: their own, and those in a truce."""
    return () if scene.seat is None else (scene.seat, *truces_with_viewer(scene.view))


def _player_inputs(scene: Scene, seat: int) -> Any:
    view, banks = scene.view, scene.times.banks
    marks = sets.set_marks(view, seat) if view.sets else None
    return view.player(seat), banks and banks[seat], seat in truces_with_viewer(view), marks


def _player_parts(scene: Scene, seat: int) -> Parts:
    """Yield a player, with mark, banners and headquarters nested, as they change separately."""
    context = player_context(scene, seat)
    banners = {name: context[name] for name in BANNERS if name in context}
    name, row = f"player-{seat}", f"banners-{seat}"
    plate = f"plate-{seat}" if PLATE in context else ""
    mark = {key: context[key] for key in MARK}
    whole = {**context, "mark_id": f"mark-{seat}", "row": row, "plate": plate}
    yield name, Part("table/sidebar/players/_player.html", whole, apart=(*MARK, *BANNERS, PLATE))
    yield whole["mark_id"], Part("table/sidebar/players/_mark.html", mark, within=name)
    yield row, Part("table/sidebar/players/_banners.html", banners, within=name)
    if plate:
        yield plate, Part("table/sidebar/players/_plate.html", {PLATE: context[PLATE]}, within=name)


def player_context(scene: Scene, seat: int) -> dict[str, Any]:
    """Return public facts about a player that seldom change."""
    seated = scene.seating.seats[seat]
    player, groups = scene.view.player(seat), scene.view.board.groups
    return {
        "name": seated.name,
        "livery": livery(scene.view, seat).removeprefix("livery-"),
        "empire": groups[player.empire].name if player.empire else "",
        "mark": _mark(scene, seat),
        "is_you": seat == scene.seat,
        "is_person": seated.user is not None,
        "is_online": seated.is_online,
        "bank": _bank(scene, seat),
        "has_truce": seat in truces_with_viewer(scene.view),
        "banners": [
            {"livery": livery_of(scene.view.board, empire), "name": groups[empire].name}
            for empire in player.banners
        ],
        **(sets.set_marks(scene.view, seat) if scene.view.sets else {}),
    }


def ledger_of(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the names of a player's figures, in order."""
    hidden = ("hidden",) if ruleset.hidden_armies else ()
    return "territories", "armies", "cards", *hidden, "due" if ruleset.set_values else "spoils"


def _bank(scene: Scene, seat: int) -> str:
    """Return a player's time bank in words; "" if they cannot use one."""
    is_used = scene.view.outcome is None and _mark(scene, seat) == ""
    return scene.times.banks[seat] if is_used and scene.times.banks else ""


def _mark(scene: Scene, seat: int) -> str:
    player = scene.view.player(seat)
    if player.eliminated:
        return "out"
    if player.control is Control.STEWARD:
        return "stand-in"
    if player.control is Control.BOT:
        return "bot"
    return ""


def figures_context(scene: Scene, seat: int) -> dict[str, Any]:
    """Return a player's figures, and what they are doing."""
    view = scene.view
    player, held = view.player(seat), view.held_by(seat)
    is_going_on = view.outcome is None
    is_asked = is_going_on and any(asked == seat for asked, _ in view.asked)
    return {
        "territories": len(held),
        "armies": sum(view.armies(name) for name in held) + player.unplaced,
        "cards": view.sets.counts[seat] if view.sets else player.cards,
        **({"hidden": player.hidden} if view.ruleset.hidden_armies else {}),
        "is_turn": is_going_on and seat == view.turn,
        "doing": _side_of_attack(view, seat) or ("to move" if is_asked else ""),
    }


def _side_of_attack(view: View, seat: int) -> str:
    """Return a player's side of the open attack, whether or not they must answer."""
    attack = view.attack
    sides = {attack.attacker: "attacking", attack.defender: "defending"} if attack else {}
    return sides.get(seat, "")


def _figures_parts(scene: Scene, seat: int) -> Parts:
    yield f"figures-{seat}", Part("table/sidebar/_figures.html", figures_context(scene, seat))


def _spoils_parts(scene: Scene, seat: int) -> Parts:
    """Yield a player's income and, as nested parts, its total and its sources."""
    view = scene.view
    name, spoils = f"spoils-{seat}", spoils_context(view, seat)
    template = (
        "table/sidebar/spoils/_due.html" if view.sets else "table/sidebar/spoils/_spoils.html"
    )
    yield name, Part(template, {**spoils, "seat": str(seat)}, apart=tuple(spoils))
    yield (
        f"total-{seat}",
        Part("table/sidebar/spoils/_total.html", {"total": spoils["total"]}, within=name),
    )
    yield (
        f"sources-{seat}",
        Part("table/sidebar/spoils/_sources.html", {"items": spoils["items"]}, within=name),
    )


def spoils_context(view: View, seat: int) -> dict[str, Any]:
    """Return the armies that a player would collect now, by source (TRN-6, CLA-3, EVT-8)."""
    spoils = view.spoils_due(seat)
    words = Words((), view.ruleset)
    return {
        "total": sum(number for _, number in spoils),
        "items": [
            f"{_source(words, source)} {typeset(number)}" for source, number in spoils if number
        ],
    }


def _source(words: Words, source: str) -> str:
    if source.startswith("banner:"):
        return SOURCES["banner"].format(empire=words.group(source.removeprefix("banner:")))
    if source in EVENT_CARDS:
        return words.card(source)
    return SOURCES.get(source) or words.group(source)


SOURCES = {
    "banner": "banner of the {empire}",
    "territories": "territories",
    "independents": "every independent territory",
}
"""Sources of armies that are not groups of territories."""


_OPEN = (
    Section(only("steps", _steps_part), lambda scene: (scene.view.phase, scene.view.round)),
    Section(_player_parts, _player_inputs, lambda scene: scene.view.order),
    # Figures change with every battle, so they are a small part of their own.
    Section(_figures_parts, figures_context, lambda scene: scene.view.order),
    Section(
        _spoils_parts,
        lambda scene, seat: scene.view.spoils_due(seat),
        lambda scene: scene.view.order,
    ),
)
_OWN = (
    LATEST_EVENTS,
    Section(_status_parts, _status_inputs, is_shared=True),
    Section(_player_parts, _player_inputs, _set_apart),
    fairness.LATER,
)


def open_sections(ruleset: Ruleset) -> tuple[Section, ...]:
    """Return the sections around the board that are the same for all viewers."""
    return (*_OPEN, *(sets if ruleset.set_values else in_force).OPEN_SECTIONS)


def own_sections(ruleset: Ruleset) -> tuple[Section, ...]:
    """Return the sections around the board that differ between viewers."""
    if not ruleset.set_values:
        return (*_OWN, *in_force.OWN_SECTIONS, *hand.SECTIONS)
    headquarters = sets.OWN_SECTIONS if ruleset.headquarters else ()
    return (*_OWN, *territory_hand.SECTIONS, *headquarters)
