"""Suggested placements: what the stronghold needs, and the rest where an attack is likely."""

import pytest

from games.playing.plans.proposals import explained_proposal
from rules.bots.adviser import can_attack
from rules.bots.general.warfare import Front
from rules.bots.reasons import ReasonKind
from rules.questions import DecisionKind
from rules.rulesets import CASTLE, CLASSIC, GREYHAWK
from rules.state.under_way import Placing, PlacingPurpose
from rules.view import View
from tests.support.rules.bot_tables import with_safe_home
from tests.support.rules.worlds import world


def suggested(state, armies, kind=DecisionKind.SPOILS, purpose=PlacingPurpose.SPOILS):
    """Ask seat 0 to place armies; return the suggestion as (territory, armies, reason)."""
    state.placings = [Placing(0, armies, purpose)]
    state.decisions = ()
    state.ask(0, kind)
    choices = explained_proposal(View(state, 0), "abcdefgh")
    return [(item.move.territory, item.move.armies, item.reason) for item in choices]


@pytest.mark.parametrize("ruleset", [GREYHAWK, CASTLE], ids=lambda ruleset: ruleset.name)
def test_armies_go_to_the_border_while_the_stronghold_is_safe(ruleset):
    state, own = with_safe_home(ruleset)
    front = Front(View(state, 0))
    assert front.garrison <= front.armies[own]
    ((territory, armies, reason),) = suggested(state, 8)
    assert (territory != own) and armies == 8
    assert reason.target or reason.region
    assert reason.chance > 0.9 and front.is_front(territory)
    state.holdings[territory].armies += 8
    assert can_attack(Front(View(state, 0)))


def test_a_stronghold_in_danger_gets_exactly_what_it_needs():
    state, own = with_safe_home(GREYHAWK)
    near = next(
        name
        for name in state.board.territories[own].neighbours
        if state.stronghold_on(name) is None
    )
    state.holdings[near].owner, state.holdings[near].armies = 1, 24
    state.holdings[own].armies = 1
    garrison = Front(View(state, 0)).garrison
    missing = garrison - 1
    guarded, *rest = suggested(state, missing + 5)
    assert guarded[:2] == (own, missing)
    assert guarded[2].kind is ReasonKind.GUARD and guarded[2].armies == garrison
    assert sum(armies for _, armies, _ in rest) == 5
    assert own not in [territory for territory, _, _ in rest]


def test_a_stronghold_in_danger_leaves_armies_for_an_attack_if_there_was_none():
    state, own = with_safe_home(GREYHAWK)
    state.holdings[own].armies = 1
    assert Front(View(state, 0)).garrison > 9 and not can_attack(Front(View(state, 0)))
    placed = {territory: armies for territory, armies, _ in suggested(state, 8)}
    assert 4 <= placed.pop(own) < 8 and placed
    for territory, armies in placed.items():
        state.holdings[territory].armies += armies
    assert can_attack(Front(View(state, 0)))


def test_new_armies_go_where_a_continent_can_be_taken():
    # No continent has a single owner, so the only bonus within reach is that of Australia.
    others = {name: (1 + n % 2, 1) for n, name in enumerate(CLASSIC.board.territories)}
    own = dict.fromkeys(("new_guinea", "western_australia", "eastern_australia"), (0, 1))
    holdings = {**others, **own, "siam": (0, 2), "alaska": (0, 2)}
    table = world(CLASSIC, ("general",) * 3, holdings, (1, 1))
    ((territory, armies, reason),) = suggested(
        table.state, 7, DecisionKind.REINFORCE, PlacingPurpose.REINFORCEMENTS
    )
    assert territory in ("siam", "new_guinea", "western_australia") and armies == 7
    assert reason.kind is ReasonKind.COMPLETE and reason.region == "australia"
