"""Choosing and drawing the panel for a view's open decision and the choice so far."""

import json
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import QueryDict

from games.community.fairness.fairness import seal_of
from games.community.lobby.rematch_answers import waits_for
from games.community.sharing.names import sharing_shown
from games.drawing.display.parts import Part, Parts, Scene, Section, digest_of
from games.drawing.display.words import is_paused, own_attack
from games.table.panel.advice import advice_panel, advice_query, is_asked
from games.table.panel.attack.choose import attacks_panel
from games.table.panel.attack.windows import defend_panel, dice_panel, strike_panel
from games.table.panel.cards.counter import counter_panel, ruin_panel
from games.table.panel.cards.sets import sets_panel
from games.table.panel.cards.spies import counter_spy_panel, discard_spied_panel
from games.table.panel.eliminated import eliminated_panel, is_eliminated
from games.table.panel.event_choices import (
    block_event_panel,
    dragon_panel,
    move_by_night_panel,
    move_in_panel,
)
from games.table.panel.fill_vacated import fill_panel, occupy_panel
from games.table.panel.fortify import fortify_panel
from games.table.panel.headquarters import headquarters_panel
from games.table.panel.orders.in_place import orders_in_place
from games.table.panel.paused import paused_panel
from games.table.panel.place_armies import place_panel, reinforce_panel, spoils_panel
from games.table.panel.setup import claim_panel, hide_panel, muster_panel, stronghold_panel
from games.table.panel.waiting import attacking_panel, away_panel, is_away, waiting_panel
from games.table.panel.widgets import Panel
from games.table.sidebar import outcome as table_outcome
from games.table.sidebar.diplomacy import offers_line
from games.table.sidebar.tutorial import lesson_context
from rules.json import to_plain
from rules.questions import DecisionKind

PANELS: dict[DecisionKind, Callable[[Scene, QueryDict], Panel]] = {
    DecisionKind.STRONGHOLD: stronghold_panel,
    DecisionKind.CLAIM: claim_panel,
    DecisionKind.PLACE: place_panel,
    DecisionKind.HIDE: hide_panel,
    DecisionKind.MUSTER: muster_panel,
    DecisionKind.SPOILS: spoils_panel,
    DecisionKind.ATTACKS: attacks_panel,
    DecisionKind.DEFEND: defend_panel,
    DecisionKind.STRIKE: strike_panel,
    DecisionKind.DICE: dice_panel,
    DecisionKind.COUNTER: counter_panel,
    DecisionKind.RUIN: ruin_panel,
    DecisionKind.MOVE_IN: move_in_panel,
    DecisionKind.OCCUPY: occupy_panel,
    DecisionKind.FILL: fill_panel,
    DecisionKind.BLOCK_EVENT: block_event_panel,
    DecisionKind.DRAGON: dragon_panel,
    DecisionKind.MOVE_BY_NIGHT: move_by_night_panel,
    DecisionKind.COUNTER_SPY: counter_spy_panel,
    DecisionKind.DISCARD_SPIED: discard_spied_panel,
    DecisionKind.HEADQUARTERS: headquarters_panel,
    DecisionKind.REINFORCE: reinforce_panel,
    DecisionKind.SETS: sets_panel,
    DecisionKind.FORTIFY: fortify_panel,
}
"""The function that draws the panel for each kind of decision."""

AWAITING = "-awaiting"
"""What follows the key of the offer in a panel without its proposal."""


def panel_context(scene: Scene, choice: QueryDict) -> dict[str, Any]:
    """Return the panel's template context; `choice` is the partial answer in the query string.

    After the end of the game `shown` is the outcome instead of a panel.
    """
    decision, outcome = scene.view.decision, _outcome(scene)
    is_deciding = decision is not None or own_attack(scene.view) is not None
    shown = None if outcome else _panel(scene, choice)(scene, choice)
    if shown:
        shown = replace(shown, rule=scene.view.ruleset.rule(shown.rule))
    return {
        "lesson": lesson_context(scene.view),
        "orders": orders_in_place(scene) if shown else None,
        "shown": shown,
        # A question in someone else's turn is urgent, and the offers can wait.
        "offers": "" if _is_asked_in_another_turn(scene) else offers_line(scene),
        "advice": advice_query(scene) if shown and shown.has_advice else "",
        "code": scene.seating.code,
        # The page requests the panel again if it differs from the offer, so also for a proposal.
        "offer": f"{offer_key(scene)}{AWAITING if shown and shown.is_awaiting else ''}",
        "decision": decision.number if decision else None,
        "is_deciding": is_deciding,
        "epoch": scene.epoch,
        "round": scene.view.round,
        "outcome": outcome,
        "key": secrets.token_urlsafe(12),
    }


def _is_asked_in_another_turn(scene: Scene) -> bool:
    view = scene.view
    return view.decision is not None and bool(view.round) and view.turn != view.seat


def _outcome(scene: Scene) -> dict[str, Any] | None:
    """Return the context of a finished game's outcome; None before the end."""
    if scene.view.outcome is None:
        return None
    next_code = table_outcome.next_table(scene.seating.code, listed_only=scene.seat is None)
    facts = table_outcome.shown(scene.view, scene.seating, next_code)
    reader = None if scene.seat is None else scene.seating.seats[scene.seat].user
    return {
        **facts,
        "next_seal": next_code and seal_of(next_code),
        "awaited": next_code and waits_for(next_code, reader),
        "sharing": sharing_shown(scene.seating, scene.view),
    }


def _panel(scene: Scene, choice: QueryDict) -> Callable[[Scene, QueryDict], Panel]:
    if is_paused(scene):
        return paused_panel
    if is_away(scene):
        return away_panel
    if is_eliminated(scene):
        return eliminated_panel
    if is_asked(scene, choice):
        return advice_panel
    decision = scene.view.decision
    if decision:
        return PANELS[decision.kind]
    return attacking_panel if own_attack(scene.view) else waiting_panel


def panel_parts(scene: Scene) -> Parts:
    """Yield a part whose change makes the page fetch the panel again."""
    yield "panel-key", Part("table/panel/_panel_key.html", {"offer": offer_key(scene)})


def offer_key(scene: Scene) -> str:
    """Return a digest that changes whenever the panel must be fetched again."""
    return digest_of(json.dumps(to_plain((_inputs(scene), scene.epoch)), sort_keys=True))


def _inputs(scene: Scene) -> Any:
    """Return what the panel changes with.

    This is the open decision, which is numbered within its epoch, the viewer's open attack, and
    what can change during a decision: the players asked, orders, trades, pacts, who plays which
    seat, the outcome, a pause.
    """
    view, attack = scene.view, own_attack(scene.view)
    return (
        view.decision,
        attack and attack.target,
        [seat for seat, _ in view.asked],
        view.orders,
        view.trades,
        [pact.number for pact in view.offered_pacts],
        [view.player(seat).control.value for seat in view.order],
        [seat.is_vacant for seat in scene.seating.seats],
        _outcome(scene),
        is_paused(scene),
    )


SECTIONS = (Section(panel_parts, _inputs),)
