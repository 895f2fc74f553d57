"""Sieges of stewards' strongholds: which comes first, with which force, and when it has to wait."""

import random

import pytest

from rules.bots import BOTS
from rules.bots.general.sieges.passivity import are_all_passive
from rules.bots.general.sieges.projects import Projects
from rules.bots.general.sieges.schedule import Means, Objective, best_order, rounds_needed
from rules.bots.weights import war_weights
from rules.cards import BattleCard, EventCard
from rules.moves import Control, DeclareAttack, EndAttacks, MoveIn, Place, PlayMercenaries
from rules.questions import DecisionKind
from rules.state.players import Holding
from rules.state.under_way import CapturedTerritory, InForce, Placing, PlacingPurpose
from rules.view import View
from tests.support.rules.bot_tables import Table, is_first_turn

WEIGHTS = war_weights("greyhawk")
SEATS = {0: ("great_kingdom", "rel_astra"), 1: ("north_province", "winetha")}
SEATS[2] = ("eastern_pact", "oldred")


def stewards(holdings, hand=()):
    """A position in which seat 0, holding all land not named, may attack two stewards."""
    table = Table(("general", "steward", "steward"), 1, quick=True).play(is_first_turn)
    state = table.state
    for player in state.players:
        empire, player.stronghold = SEATS[player.seat]
        player.empire, player.banners, player.hand = empire, [empire], []
        player.control = Control.STEWARD if player.seat else player.control
    state.players[0].hand = sorted(hand)
    named = {"winetha": (1, 10), "oldred": (2, 10)} | holdings
    for name in state.holdings:
        state.holdings[name] = Holding(*named.get(name, (0, 1)))
    state.hidden, state.placings, state.turn, state.round = [], [], 0, 5
    state.decisions = ()
    state.ask(0, DecisionKind.ATTACKS)
    return state


def seen(state):
    return View(state, 0)


def move(state):
    return BOTS["general"](random.Random(1)).choose(seen(state))


def place(state, armies, purpose=PlacingPurpose.SPOILS):
    """Return where seat 0 places armies."""
    state.placings = [Placing(0, armies, purpose)]
    state.decisions = ()
    state.ask(0, DecisionKind.SPOILS if purpose is PlacingPurpose.SPOILS else DecisionKind.PLACE)
    return move(state)


def goals(projects):
    return [sorted(project.goals) for project in projects]


# Players who only defend


def test_stewards_only_defend_and_people_do_not():
    state = stewards({"eastfair": (0, 9)})
    assert are_all_passive(seen(state))
    state.players[1].control, state.players[1].person = Control.PLAYER, True
    assert not are_all_passive(seen(state))


@pytest.mark.parametrize("number", [0, 1, 5])
def test_a_bot_that_gathers_all_its_armies_and_cards_at_home_is_not_taken_for_passive(number):
    state = stewards({"eastfair": (0, 9)})
    bot = state.players[1]
    state.round, bot.control, bot.person = number, Control.BOT, False
    bot.hand = [BattleCard.HERO] * 6
    assert not are_all_passive(seen(state))


# The order of conquests


def test_a_siege_takes_as_many_rounds_as_counted_by_hand():
    # The siege costs 30 and grows by 5 a round. 10 armies attack at once, then 10 more each round:
    # 25, 20, 15 and 10 are left to pay, and the last 10 armies suffice.
    siege = Objective(cost=30, gain=12, growth=5)
    assert rounds_needed(10, Means(10), [siege]) == 4.0
    # Cards add 5 in the first two rounds: 25, then 15 are left, which 15 armies can pay.
    assert rounds_needed(10, Means(10, cards=5, lasting=2), [siege]) == pytest.approx(2.0)


def test_land_comes_first_if_it_pays_before_the_stronghold_would_fall():
    land, siege = [Objective(cost=12, gain=6)], Objective(cost=60, gain=12, growth=12)
    assert best_order([10], Means(14), land, [siege]) == (0, 1)
    assert best_order([90], Means(14), land, [siege]) == (0, 0)


def test_the_smaller_garrison_comes_first():
    state = stewards({"eastfair": (0, 12), "nyrond": (0, 12), "oldred": (2, 40)})
    assert goals(Projects(seen(state), WEIGHTS).strongholds) == [["winetha"], ["oldred"]]
    state.holdings["winetha"].armies, state.holdings["oldred"].armies = 40, 10
    assert goals(Projects(seen(state), WEIGHTS).strongholds) == [["oldred"], ["winetha"]]


def test_of_equal_garrisons_the_one_beside_a_force_comes_first():
    state = stewards({"nyrond": (0, 17), "eastfair": (0, 3)})
    assert goals(Projects(seen(state), WEIGHTS).strongholds)[0] == ["oldred"]
    state.holdings["nyrond"].armies, state.holdings["eastfair"].armies = 3, 17
    assert goals(Projects(seen(state), WEIGHTS).strongholds)[0] == ["winetha"]


def test_an_enemy_empire_is_broken_before_any_siege():
    rest = ("flinty_hills", "bone_march", "bellport", "eastfair", "northern_province")
    state = stewards({"rauxes": (0, 12), **dict.fromkeys(rest, (1, 1))})
    assert goals(Projects(seen(state), WEIGHTS).breaks) == [sorted(rest)]
    attack = move(state)
    assert isinstance(attack, DeclareAttack) and attack.target == "eastfair"


# The attack


def test_a_siege_stops_while_it_can_still_roll_two_dice():
    state = stewards({"eastfair": (0, 12)}, [BattleCard.HERO])
    assert move(state) == DeclareAttack("eastfair", "winetha", press=2, hero=True)


def test_all_armies_attack_the_same_stronghold():
    state = stewards({"eastfair": (0, 20), "nyrond": (0, 8), "oldred": (2, 60)})
    assert move(state) == DeclareAttack("eastfair", "winetha", press=2)
    state.holdings["eastfair"].armies = 2
    assert isinstance(move(state), EndAttacks)


def test_a_siege_waits_while_an_event_favours_the_defender():
    state = stewards({"eastfair": (0, 20)})
    state.in_force.append(InForce(EventCard.MAD_OVERKING, 1, 1))
    assert isinstance(move(state), EndAttacks)


def test_with_a_bonus_every_force_attacks_the_stronghold_beside_it():
    state = stewards({"eastfair": (0, 2), "nyrond": (0, 8), "oldred": (2, 60)})
    assert isinstance(move(state), EndAttacks)
    state.in_force.append(InForce(EventCard.DEMONS_UNLEASHED, 1, 1))
    assert move(state) == DeclareAttack("nyrond", "oldred", press=2)


# Armies


def test_all_spoils_go_beside_the_first_stronghold():
    state = stewards({"eastfair": (0, 12), "nyrond": (0, 3)})
    assert place(state, 18) == Place("eastfair", 18)


@pytest.mark.parametrize("purpose", [PlacingPurpose.SPOILS, PlacingPurpose.MERCENARIES])
def test_a_storm_does_not_send_armies_elsewhere(purpose):
    state = stewards({"eastfair": (0, 12)})
    state.in_force.append(InForce(EventCard.SOLNOR_STORMS, 1, 1))
    assert seen(state).is_closed("eastfair", "winetha")
    assert place(state, 18, purpose) == Place("eastfair", 18)


def test_mercenaries_are_hired_at_once():
    state = stewards({"eastfair": (0, 12)}, [BattleCard.MERCENARIES] * 2)
    assert move(state) == PlayMercenaries(2)


def test_all_armies_move_in_on_the_way_to_a_stronghold():
    state = stewards({"bellport": (0, 9), "eastfair": (0, 1)})
    state.landing = CapturedTerritory(0, "bellport", "eastfair", 1)
    state.decisions = ()
    state.ask(0, DecisionKind.MOVE_IN)
    assert move(state) == MoveIn(8)
