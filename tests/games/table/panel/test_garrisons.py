"""Stronghold and headquarters: the panel, the advice and its hint agree on what they need."""

import pytest
from django.http import QueryDict

from games.playing.plans.proposals import explained_proposal
from games.table.panel.attack.garrison import garrison_of, garrison_warning
from games.table.panel.panel import panel_context
from rules import view
from rules.bots.general.garrisons import garrison_needed, greatest_threat
from rules.bots.reasons import ReasonKind
from rules.bots.weights import war_weights
from rules.moves import Fortify, MoveIn
from rules.questions import DecisionKind
from rules.rulesets import GREYHAWK, HEADQUARTERS
from rules.state.players import Holding
from rules.state.treaties import Truce
from rules.state.under_way import CapturedTerritory, Placing, PlacingPurpose
from tests.support.rules.bot_tables import with_safe_home
from tests.support.rules.worlds import world
from tests.support.tables.panels import CODE, panel_html, scene_of

ARMIES = 40
OWN = "argentina"
"""The headquarters of seat 0, with no enemy beside it; one stands behind Venezuela."""


@pytest.fixture
def state():
    holdings = {
        **dict.fromkeys(("peru", "brazil", "venezuela"), (0, 1)),
        OWN: (0, ARMIES),
        "central_america": (1, 14),
    }
    state = world(HEADQUARTERS, ("general",) * 3, holdings, (2, 2)).state
    state.headquarters = {0: OWN, 1: "central_america", 2: "siam"}
    return state


def shown(state, query=""):
    return panel_context(scene_of(state, 0), QueryDict(query))["shown"]


def moving_in(state, source, target):
    state.decisions = ()
    state.landing = CapturedTerritory(0, source, target, 1)
    state.ask(0, DecisionKind.MOVE_IN)
    (proposed,) = explained_proposal(view(state, 0), CODE)
    assert isinstance(proposed.move, MoveIn)
    return proposed


def test_an_inland_headquarters_keeps_what_it_needs_when_armies_move_in(state):
    needed = garrison_needed(view(state, 0))
    assert 1 < needed < ARMIES
    proposed = moving_in(state, OWN, "brazil")
    assert ARMIES - proposed.move.armies >= needed
    panel = shown(state)
    (form,) = panel.body.forms
    assert form.fields[0].value == proposed.move.armies
    assert f"suggest keeping {needed} armies there." in panel.body.note
    assert f"Suggested: {proposed.move.armies}." in form.fields[0].help


def test_all_armies_leave_the_headquarters_for_a_sweep_that_wins(state):
    state.headquarters = {0: OWN, 1: "north_africa", 2: "congo"}
    state.holdings["north_africa"] = Holding(1, 1)
    state.holdings["congo"] = Holding(2, 1)
    proposed = moving_in(state, OWN, "brazil")
    assert proposed.move.armies == ARMIES - 1
    assert proposed.reason.kind is ReasonKind.SWEEP
    assert "Suggested: all. The chance of winning now" in shown(state).body.forms[0].fields[0].help


def test_a_stronghold_keeps_what_it_needs_when_armies_move_in():
    state, own = with_safe_home(GREYHAWK)
    target = next(name for name in state.board.territories[own].neighbours)
    state.holdings[target] = Holding(0, 0)
    state.holdings[own].armies = 40
    needed = garrison_needed(view(state, 0))
    proposed = moving_in(state, own, target)
    assert 40 - proposed.move.armies == needed or proposed.reason.kind is ReasonKind.STORM
    panel = shown(state)
    assert f"suggest keeping {needed} armies" in panel.body.note
    # A single army beside the stronghold is no threat.
    assert "has 1 army" not in panel.body.note


def test_fortifying_leaves_the_headquarters_what_it_needs(state):
    state.ask(0, DecisionKind.FORTIFY)
    needed = garrison_needed(view(state, 0))
    panel = shown(state, f"source={OWN}&target=brazil")
    (form,) = panel.body.forms
    assert form.fields[0].value == ARMIES - needed
    assert f"suggest keeping {needed} armies there." in panel.body.note
    (proposed,) = explained_proposal(view(state, 0), CODE)
    assert (
        not isinstance(proposed.move, Fortify)
        or proposed.move.source != OWN
        or (proposed.move.armies <= ARMIES - needed)
    )
    assert not shown(state, "source=brazil&target=venezuela").body.note


def test_placements_fill_the_headquarters_up_to_what_it_needs(state):
    state.holdings[OWN].armies = 1
    garrison = garrison_of(view(state, 0), OWN)
    state.placings = [Placing(0, 60, PlacingPurpose.REINFORCEMENTS)]
    state.ask(0, DecisionKind.REINFORCE)
    first = explained_proposal(view(state, 0), CODE)[0]
    assert first.move.territory == OWN and first.move.armies == garrison.needed - 1
    assert first.reason.armies == garrison.needed


def test_the_warning_beside_an_attack_is_about_the_attack_as_chosen(state):
    state.holdings["north_africa"] = Holding(2, 3)
    state.headquarters[0] = "brazil"
    state.holdings["brazil"] = Holding(0, 60)
    state.ask(0, DecisionKind.ATTACKS)
    needed = garrison_needed(view(state, 0))
    assert 3 < needed < 54

    def said(choice):
        query = f"source=brazil&target=north_africa&{choice}"
        body, page = shown(state, query).body, panel_html(scene_of(state, 0), f"?{query}")
        is_lack = body["warning"].startswith("Only ")
        # It is red only if fewer armies stay than the page suggests.
        assert is_lack == body["is_departure"] == ("is-alarming" in page)
        return body["warning"]

    could_leave = "Only {} could be left in your headquarters in Brazil. It needs "
    leaves = "This leaves at least {} there. "
    assert said("how=press&press=1").startswith(could_leave.format("1 army"))
    # A roll against three armies can cost two, so the attack can end with one fewer.
    assert said("how=press&press=3").startswith(could_leave.format("2 armies"))
    keep = f"your headquarters in Brazil. We suggest keeping {needed} armies there."
    assert keep in said(f"how=press&press={needed}")
    more = needed + 4
    assert leaves.format(f"{more - 1} armies") in said(f"how=press&press={more}")
    assert leaves.format("58 armies") in said("how=once&dice=3")
    assert leaves.format("59 armies") in said("how=once&dice=1")
    state.holdings["north_africa"].armies = 1
    assert said("how=press&press=3").startswith(could_leave.format("3 armies"))


def test_a_far_stack_is_named_and_the_risk_is_an_estimate():
    state, own = with_safe_home(GREYHAWK)
    near = state.board.territories[own].neighbours
    for name in near:
        state.holdings[name] = Holding(0, 1)
    far = next(
        name
        for name in state.board.territories[near[0]].neighbours
        if name != own and name not in near
    )
    state.holdings[far] = Holding(1, 30)
    garrison = garrison_of(view(state, 0), own)
    assert garrison.threat.territory == far and garrison.threat.way == "behind"
    assert 0 < garrison.risk <= war_weights("greyhawk").tolerance
    said = garrison_warning(scene_of(state, 0), garrison, 60)
    name = state.board.territories[far].name
    assert f"30 armies in {name} could fight their way to your stronghold in " in said
    assert "Attacks with all that can reach it would still succeed in about " in said
    # Fewer armies than needed: the estimate would be far too high.
    assert "could lose it" not in garrison_warning(scene_of(state, 0), garrison, 1)


def test_no_risk_is_estimated_for_headquarters(state):
    said = garrison_warning(scene_of(state, 0), garrison_of(view(state, 0), OWN), ARMIES)
    danger = "14 armies in Central America could fight their way to your headquarters in Argentina."
    assert said.startswith(f"{danger} We suggest keeping ")
    assert "risk" not in said and "could lose it" not in said


def test_a_forced_truce_removes_a_threat():
    state, own = with_safe_home(GREYHAWK)
    for name in state.board.territories[own].neighbours:
        state.holdings[name] = Holding(1, 9)
    assert greatest_threat(view(state, 0), own).way == "beside"
    state.truces = [Truce(0, other) for other in range(1, len(state.players))]
    assert greatest_threat(view(state, 0), own) is None
