"""What the general weighs before it attacks: its own stronghold or headquarters, and the win."""

import random
from dataclasses import replace

from rules.bots import BOTS
from rules.bots.general.evaluation import Evaluation
from rules.bots.general.fortress import forces_near
from rules.bots.general.warfare import Front, Warfare
from rules.bots.weights import world_weights
from rules.model import model_of
from rules.moves import DeclareAttack, EndAttacks
from rules.questions import DecisionKind
from rules.rulesets.classic import CLASSIC
from rules.rulesets.headquarters import HEADQUARTERS
from rules.view import View
from tests.support.rules.bot_tables import in_two_empires
from tests.support.rules.worlds import world


def test_a_larger_garrison_is_in_less_danger():
    table, _, _ = in_two_empires()
    state = table.state
    own = state.players[0].stronghold
    near = state.board.territories[own].neighbours[0]
    state.holdings[near].owner, state.holdings[near].armies = 1, 20
    dangers = Front(View(state, 0)).dangers
    assert dangers.of(3) > 0.5 > dangers.of(20) >= dangers.of(30)
    assert dangers.of(dangers.garrison) <= dangers.tolerance < dangers.of(dangers.garrison - 1)
    assert dangers.of(3, without=1) < dangers.of(3)


def test_prospects_grow_with_the_chance_of_a_storm():
    table, _, target = in_two_empires()
    values = []
    for armies in (30, 12, 3):
        table.state.holdings[target].armies = armies
        warfare = Warfare(View(table.state, 0))
        values.append(max(storm.value for storm in warfare.storms.possible()))
    assert values == sorted(values)
    assert values[-1] > warfare.prospects.now()


def test_armies_beside_a_stronger_neighbour_count_less():
    safe = replace(world_weights("classic"), exposure=1e-9)
    lost = []
    for neighbours in (1, 12, 60):
        holdings = {"alaska": (0, 20), "kamchatka": (1, neighbours)}
        view = View(world(CLASSIC, ("general",) * 3, holdings, (2, 1)).state, 0)
        strengths = [
            Evaluation(view, weights).weigh(model_of(view))[0]
            for weights in (safe, world_weights("classic"))
        ]
        lost.append(strengths[0] - strengths[1])
    assert 0 <= lost[0] < 1 < lost[1] < lost[2] <= 20


def test_a_general_leaves_its_headquarters_only_to_win():
    holdings = {"alaska": (0, 40), "kamchatka": (1, 1), "alberta": (2, 1)}
    table = world(HEADQUARTERS, ("general",) * 3, holdings, (2, 1))
    table.state.headquarters = {0: "alaska", 1: "kamchatka", 2: "alberta"}
    table.state.ask(0, DecisionKind.ATTACKS)
    general = BOTS["general"](random.Random(1))
    assert isinstance(general.choose(View(table.state, 0)), DeclareAttack)
    for name in ("kamchatka", "alberta"):
        table.state.holdings[name].armies = 60
    assert isinstance(general.choose(View(table.state, 0)), EndAttacks)


def test_a_general_needs_no_guard_while_nobody_captures_anything():
    holdings = {"alaska": (0, 40), "kamchatka": (1, 22), "alberta": (2, 22)}
    state = world(HEADQUARTERS, ("general",) * 3, holdings, (2, 1)).state
    for player in state.players:
        player.person = False
    state.headquarters = {0: "alaska", 1: "kamchatka", 2: "alberta"}
    state.round = 2
    state.ask(0, DecisionKind.ATTACKS)
    general = BOTS["general"](random.Random(1))
    assert isinstance(general.choose(View(state, 0)), DeclareAttack)
    # Who captures a territory draws a card.
    state.territory_cards.hands[1].append("siam")
    assert isinstance(general.choose(View(state, 0)), EndAttacks)


def test_one_army_stays_behind_on_each_territory_next_to_the_headquarters():
    for beside in ({"brazil": (1, 20)}, {"brazil": (1, 19), "peru": (1, 2)}):
        holdings = {"argentina": (0, 20), "peru": (0, 1), **beside}
        state = world(HEADQUARTERS, ("general",) * 3, holdings, (2, 1)).state
        state.headquarters = {0: "argentina", 1: "brazil", 2: "siam"}
        model = model_of(View(state, 0))
        # 20 armies on one territory attack with 19, and so do 21 on two.
        assert forces_near(model, model.headquarters[0], 0, 1.0)[0][1] == 19
