"""The panel for placing spoils: the order of its rows, and why there are this many armies."""

import pytest

from games.table.sidebar.status import spoils_context
from rules.chapters.armies.spoils import spoils_of
from rules.questions import DecisionKind
from rules.rulesets import GREYHAWK
from rules.state.players import Holding
from rules.state.under_way import Placing, PlacingPurpose
from tests.support.rules.bot_tables import with_safe_home
from tests.support.tables.panels import panel_html, scene_of
from tests.support.tables.positions.classic import shown


@pytest.fixture
def spoils():
    """Return a function that asks seat 0 to place spoils of the North Province."""

    def ask(is_halved=False):
        state, _ = with_safe_home(GREYHAWK)
        for name in state.board.groups["north_province"].territories:
            state.holdings[name].owner = 0
        total = sum(number for _, number in spoils_of(state, 0))
        state.this_turn.halved = is_halved
        left = total - total // 2 if is_halved else total
        state.placings = [Placing(0, left, PlacingPurpose.SPOILS)]
        state.decisions = ()
        state.ask(0, DecisionKind.SPOILS)
        return scene_of(state, 0), total, left

    return ask


def test_suggested_places_come_first_and_the_reasons_follow(spoils):
    scene, _, _ = spoils()
    panel = shown(scene)
    first = panel.body.placing.groups[0]
    proposed = [bool(row.proposed) for row in first.rows]
    assert proposed[0] and proposed == sorted(proposed, reverse=True)
    assert panel.body.reasons.startswith("Suggested: ")
    assert panel.body.reasons not in panel.lead
    assert "placing-reasons" in panel_html(scene)


def test_the_row_of_the_stronghold_counts_enemies_within_reach(spoils):
    scene, _, _ = spoils()
    state, seat = scene.view._state, scene.seat
    own = state.players[seat].stronghold
    near = state.board.territories[own].neighbours
    for name in near:
        state.holdings[name] = Holding(seat, 1)
    beyond = {other for name in near for other in state.board.territories[name].neighbours}
    for name in beyond - {own, *near}:
        state.holdings[name] = Holding(1, 1)
    state.holdings[min(beyond - {own, *near})] = Holding(1, 30)
    rows = [row for group in shown(scene).body.placing.groups for row in group.rows]
    assert [row.note for row in rows if row.territory == own] == ["30 enemy armies within reach"]


def test_the_button_counts_a_single_army(spoils):
    scene, _, _ = spoils()
    assert shown(scene).body.button == "Place them and end turn"
    scene.view._state.placings[0].left = 1
    assert shown(scene).body.button == "Place it and end turn"


def test_halved_spoils_are_explained_wherever_their_number_is(spoils):
    scene, total, left = spoils(is_halved=True)
    assert left < total
    halved = (
        f"“Peasants Revolt!” halves your spoils of {total}, so you have {left} armies to place."
    )
    assert halved in shown(scene).lead[0]
    due = spoils_context(scene.view, 0)
    assert due["total"] == left
    assert f"“Peasants Revolt!” −{total - left}" in due["items"]
    # The next player's spoils are not halved.
    assert not any("Revolt" in item for item in spoils_context(scene.view, 1)["items"])


def test_spoils_that_are_not_halved_are_only_counted(spoils):
    scene, total, _ = spoils()
    assert shown(scene).lead[0].startswith(f"You have {total} armies to place.")
    assert spoils_context(scene.view, 0)["total"] == total
