"""What the general weighs before it attacks: its own stronghold or headquarters, and the win."""

import random
from dataclasses import replace

from rules.bots import BOTS
from rules.bots.evaluation import forecast
from rules.bots.general.evaluation import Evaluation
from rules.bots.general.fortress import forces_near
from rules.bots.general.warfare import Front, Warfare
from rules.bots.weights import world_weights
from rules.model import model_of
from rules.moves import Control, DeclareAttack, EndAttacks
from rules.questions import DecisionKind
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.headquarters import HEADQUARTERS
from rules.state.under_way import Placing, PlacingPurpose
from rules.view import View
from tests.support.rules.bot_tables import in_two_empires, with_safe_home
from tests.support.rules.worlds import world


def test_a_larger_garrison_is_in_less_danger():
    table, _, _ = in_two_empires()
    state = table.state
    own = state.players[0].stronghold
    near = state.board.territories[own].neighbours[0]
    state.holdings[near].owner, state.holdings[near].armies = 1, 20
    dangers = Front(View(state, 0)).dangers
    assert dangers.of(3) > 0.5 > dangers.of(20) >= dangers.of(30)
    assert dangers.of(dangers.needed()) <= dangers.tolerance < dangers.of(dangers.needed() - 1)
    assert dangers.of(3, without=1) < dangers.of(3)


def test_a_storm_that_may_well_fail_is_a_danger_all_the_same():
    table, _, _ = in_two_empires()
    state = table.state
    near = state.board.territories[state.players[0].stronghold].neighbours[0]
    state.holdings[near].owner, state.holdings[near].armies = 1, 15
    dangers = Front(View(state, 0)).dangers
    # 14 armies against 11, two dice each: won in 23 of 60 cases, and in more with cards.
    chance = forecast(14, 11, 2, 0, 0, 0)[0]
    assert 0.3 < chance < 0.4
    assert dangers.of(11) > chance


def test_a_storm_leaves_what_the_others_could_storm():
    """Seat 0 has 60 armies at home, beside the strongholds of seats 1 and 2."""
    table, _, _ = in_two_empires()
    state = table.state
    own = state.players[0].stronghold
    beside = state.board.territories[own].neighbours[:2]
    for seat, name in zip((1, 2), beside, strict=True):
        state.players[seat].stronghold = name
        state.holdings[name].owner = seat
    state.holdings[own].armies = 60
    spoils = sum(armies for _, armies in View(state, 0).spoils(0))
    for others in (30, 50):
        state.holdings[beside[0]].armies, state.holdings[beside[1]].armies = 6, others
        warfare = Warfare(View(state, 0))
        forces = [s.force for s in warfare.storms.possible() if s.stronghold == beside[0]]
        dangers = warfare.front.dangers
        assert dangers.of(60 - max(forces) + spoils, without=1) <= dangers.tolerance
        assert dangers.of(60 - max(forces) + spoils - 1, without=1) > dangers.tolerance


def test_spoils_that_the_garrison_does_not_need_go_to_land_that_can_be_taken():
    for armies, stay_at_home in ((1, False), (30, True)):
        state, own = with_safe_home(GREYHAWK)
        for name, holding in state.holdings.items():
            if holding.owner != 0 and state.stronghold_on(name) is None:
                holding.armies = armies
        state.placings, state.decisions = [Placing(0, 12, PlacingPurpose.SPOILS)], ()
        state.ask(0, DecisionKind.SPOILS)
        placed = BOTS["general"](random.Random(1)).choose(View(state, 0))
        assert (placed.territory == own) == stay_at_home


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


def test_a_general_guards_its_headquarters_against_everybody_but_stewards():
    holdings = {"alaska": (0, 40), "kamchatka": (1, 22), "alberta": (2, 22)}
    state = world(HEADQUARTERS, ("general",) * 3, holdings, (2, 1)).state
    for player in state.players[1:]:
        player.person, player.control = False, Control.STEWARD
    state.headquarters = {0: "alaska", 1: "kamchatka", 2: "alberta"}
    state.round = 2
    state.ask(0, DecisionKind.ATTACKS)
    general = BOTS["general"](random.Random(1))
    assert isinstance(general.choose(View(state, 0)), DeclareAttack)
    state.players[1].control = Control.BOT
    assert isinstance(general.choose(View(state, 0)), EndAttacks)


def test_one_army_stays_behind_on_each_territory_next_to_the_headquarters():
    for beside in ({"brazil": (1, 20)}, {"brazil": (1, 19), "peru": (1, 2)}):
        holdings = {"argentina": (0, 20), "peru": (0, 1), **beside}
        state = world(HEADQUARTERS, ("general",) * 3, holdings, (2, 1)).state
        state.headquarters = {0: "argentina", 1: "brazil", 2: "siam"}
        model = model_of(View(state, 0))
        # 20 armies on one territory attack with 19, and so do 21 on two.
        assert forces_near(model, model.headquarters[0], 0, 1.0)[0][1] == 19
