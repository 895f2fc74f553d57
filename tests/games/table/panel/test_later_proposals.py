"""A general's plan takes long, so the answer to a move goes without; the page requests it next."""

import cProfile
import pstats
import re

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from games.playing.plans import proposals
from games.table.page import viewer
from games.table.panel.panel import AWAITING, offer_key, panel_context
from games.table.panel.widgets import LATER, PROPOSAL
from rules.bots.adviser import Adviser
from rules.questions import DecisionKind
from rules.state.players import Holding
from rules.state.under_way import CapturedTerritory
from tests.bench.tables import made_table
from tests.support.tables.panels import panel_html, scene_of
from tests.support.tables.positions.classic import first_turn

PLANNED = {
    DecisionKind.PLACE,
    DecisionKind.SPOILS,
    DecisionKind.REINFORCE,
    DecisionKind.MOVE_IN,
}
"""The kinds of decisions in a round whose panel proposes a general's plan."""
ASKED = {
    "greyhawk": {DecisionKind.ATTACKS, DecisionKind.PLACE, DecisionKind.SPOILS},
    "classic": {DecisionKind.ATTACKS, DecisionKind.MOVE_IN, DecisionKind.FORTIFY},
}
"""What the player who has just moved is asked next."""
MOST = 200
LACKS = 'class="panel surface is-deciding is-awaiting"'
NUMBER = re.compile(r'name="(?:place:\w+|armies)" value="(\d*)"')


def plans_in(work, *given, **named):
    """Return what some work returns, and how many decisions an adviser has made meanwhile."""
    profile = cProfile.Profile()
    answer = profile.runcall(work, *given, **named)
    code = Adviser.decide.__code__
    key = (code.co_filename, code.co_firstlineno, code.co_name)
    return answer, pstats.Stats(profile).stats.get(key, (0, 0))[1]


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", ASKED)
def test_no_answer_to_a_move_runs_a_general(ruleset):
    table = made_table("later", ruleset)
    headers, asked, proposed = {"HX-Request": "true"}, set(), set()
    for _ in range(MOST):
        decision, move = table.next_move()
        user = table.users[decision.seat]
        client = Client()
        client.force_login(user)
        path, fields = reverse("play_move", args=[table.code]), table.fields(decision, move)
        answer, plans = plans_in(client.post, path, fields, headers=headers)
        assert answer.status_code == 200 and plans == 0
        scene = viewer.look(table.code, user.pk).scene
        kind = scene.view.decision and scene.view.decision.kind
        asked.add(kind)
        if LACKS in answer.content.decode():
            assert kind in PLANNED
            path = reverse("panel", args=[table.code])
            panel, plans = plans_in(client.get, path, headers=headers)
            html = panel.content.decode()
            assert plans and LACKS not in html and f'data-offer="{offer_key(scene)}"' in html
            assert sum(map(int, NUMBER.findall(html)))
            proposed.add(kind)
        if ASKED[ruleset] <= asked and ASKED[ruleset] & PLANNED <= proposed:
            return
    raise AssertionError(asked)


@pytest.fixture
def turn():
    """The scene of a player who must place the armies of a turn."""
    return scene_of(first_turn(), 0)


LATE = f"?{PROPOSAL}={LATER}"


def test_a_panel_without_its_proposal_fits_no_offer(turn):
    html = panel_html(turn, LATE)
    assert f'data-offer="{offer_key(turn)}{AWAITING}"' in html
    assert not any(map(int, NUMBER.findall(html)))
    assert "Suggested: …" in html


def test_the_request_with_the_fields_of_such_a_panel_gets_the_proposal(turn):
    drawn = panel_context(turn, QueryDict(LATE.removeprefix("?")))["shown"].body.placing
    sent = "&".join(f"place:{row.territory}=0" for group in drawn.groups for row in group.rows)
    assert panel_context(turn, QueryDict(sent))["shown"].body.placing.is_proposed


def test_numbers_set_meanwhile_stay(turn):
    proposed = proposals.placed_in(proposals.proposal(turn.view, turn.seating.code))
    other = next(name for name in turn.view.open_placing.territories if name not in proposed)
    placing = panel_context(turn, QueryDict(f"place:{other}=1"))["shown"].body.placing
    rows = {row.territory: row for group in placing.groups for row in group.rows}
    assert {name: row.value for name, row in rows.items() if row.value} == {other: 1}
    assert {name: row.proposed for name, row in rows.items() if row.proposed} == proposed


@pytest.fixture
def landing():
    """The scene of a player who must say how many of 9 armies move into a captured territory."""
    state = first_turn()
    own = [name for name, held in state.holdings.items() if held.owner == 0]
    source, target = next(
        (name, near)
        for name in own
        for near in state.board.territories[name].neighbours
        if near not in own
    )
    state.holdings |= {source: Holding(0, 9), target: Holding(0, 0)}
    state.placings, state.decisions = [], ()
    state.landing = CapturedTerritory(0, source, target, 1)
    state.ask(0, DecisionKind.MOVE_IN)
    return scene_of(state, 0)


def test_a_landing_without_its_proposal_leaves_the_number_open(landing):
    html = panel_html(landing, LATE)
    assert NUMBER.findall(html) == [""] and AWAITING in html
    assert "Suggested:" in panel_html(landing, "?armies=")
    chosen = panel_html(landing, f"{LATE}&armies={landing.view.open_landing.least}")
    assert AWAITING not in chosen
