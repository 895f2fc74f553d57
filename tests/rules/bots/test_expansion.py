"""How the general takes land from stewards: with few armies, from several places, and by fleet."""

import random

import pytest

from rules.bots import BOTS
from rules.bots.general.sieges.expansion import Attack, Expansion
from rules.bots.general.sieges.projects import Projects
from rules.cards import BattleCard
from rules.moves import DeclareAttack, Hide, MoveIn, Place, PlayAmbassador, SailFleet
from rules.questions import DecisionKind
from rules.state.under_way import CapturedTerritory, OpenEvent, Placing, PlacingPurpose
from tests.rules.bots.test_sieges import WEIGHTS, move, place, seen, stewards
from tests.support.rules.bot_tables import Table


def expansion(state, goals, spare, more=None):
    position = Projects(seen(state), WEIGHTS).position
    return Expansion(position, WEIGHTS, [(frozenset(goals), True)], spare, more)


# Trees of attacks


def test_every_territory_is_attacked_from_the_one_before_it():
    state = stewards({"spindrift_north": (1, 1), "sea_barons_oakenheart": (1, 1)})
    tree = expansion(
        state, ["spindrift_north", "sea_barons_oakenheart"], {"sea_barons_asperdi": 8}
    ).forest
    assert list(tree.attacks.values()) == [
        Attack("sea_barons_asperdi", "sea_barons_oakenheart", False),
        Attack("sea_barons_oakenheart", "spindrift_north", False),
    ]
    # Each territory costs 0.6 armies for its defender and 1 army that stays.
    assert tree.demand("sea_barons_asperdi") == pytest.approx(3.2)
    assert tree.demand("sea_barons_oakenheart") == pytest.approx(1.6)


def test_a_tree_costs_at_most_the_spare_armies_of_its_root():
    state = stewards({"spindrift_north": (1, 1), "sea_barons_oakenheart": (1, 1)})
    goals = ["spindrift_north", "sea_barons_oakenheart"]
    found = expansion(state, goals, {"sea_barons_asperdi": 2})
    assert list(found.forest.attacks) == ["sea_barons_oakenheart"]
    found = expansion(state, goals, {"sea_barons_asperdi": 2}, more=4)
    # 3.2 armies and a reserve of 0.75 times the square root of 2 are rounded up to 5.
    assert found.deficits == {"sea_barons_asperdi": 3}


def test_without_a_fleet_an_island_is_out_of_reach():
    state = stewards({"hepmonaland": (1, 1), "ekul": (1, 1), "lordship_duxchan": (2, 60)})
    assert not expansion(state, ["hepmonaland"], {"idee": 6}).forest.attacks
    state.players[0].hand = [BattleCard.FLEET]
    attacks = expansion(state, ["hepmonaland"], {"idee": 6}).forest.attacks
    assert attacks["hepmonaland"] == Attack("idee", "hepmonaland", True)


# Armies for land


def test_each_place_gets_the_armies_that_its_land_needs():
    land = {"theocracy": (1, 1), "hepmonaland": (1, 1)}
    state = stewards(land | {"winetha": (1, 60), "oldred": (2, 60)})
    # One territory costs 1.6 armies and a reserve of 0.75.
    first = place(state, 18)
    assert first == Place("urnst", 3)
    state.holdings["urnst"].armies += 3
    second = place(state, 15)
    assert second.armies == 3 and second.territory in ("ekul", "lordship_duxchan")


def test_armies_in_sight_of_a_siege_are_not_led_away_by_small_conquests():
    state = stewards({"theocracy": (1, 1), "nyrond": (0, 20), "oldred": (2, 60)})
    attack = move(state)
    assert attack == DeclareAttack("nyrond", "theocracy", dice=1)


def test_few_armies_in_sight_of_a_siege_roll_two_dice_so_that_one_of_three_stays():
    state = stewards({"theocracy": (1, 1), "nyrond": (0, 4), "oldred": (2, 60)})
    assert move(state) == DeclareAttack("nyrond", "theocracy", dice=2)


def test_only_the_armies_needed_ahead_leave_a_siege():
    state = stewards({"theocracy": (0, 1), "nyrond": (0, 20), "ratik": (2, 1), "oldred": (2, 60)})
    state.landing = CapturedTerritory(0, "nyrond", "theocracy", 1)
    state.holdings["theocracy"].armies = 0
    state.decisions = ()
    state.ask(0, DecisionKind.MOVE_IN)
    # Ratik needs 3 armies, and one army stays on the Theocracy of the Pale.
    assert move(state) == MoveIn(4)


def test_a_fleet_takes_land_that_no_force_can_march_to():
    state = stewards({"sea_barons_asperdi": (1, 1), "gull_cliffs": (0, 1), "bellport": (0, 9)})
    state.holdings["sea_barons_oakenheart"].owner = 1
    state.players[0].hand = [BattleCard.FLEET]
    attack = move(state)
    assert isinstance(attack, SailFleet)
    assert attack.target in ("sea_barons_asperdi", "sea_barons_oakenheart")


def test_no_truce_is_forced_on_a_player_in_the_way():
    land = {"theocracy": (2, 1), "nyrond": (0, 12), "eastfair": (0, 20)}
    state = stewards(land, [BattleCard.AMBASSADOR])
    assert not isinstance(move(state), PlayAmbassador)
    state.holdings["theocracy"].owner = 0
    assert move(state) == PlayAmbassador(2)


# Events


def test_no_siege_starts_from_land_that_an_event_could_hand_over():
    state = stewards({"rel_astra": (1, 10), "medegia": (0, 9), "winetha": (0, 1)})
    state.players[0].empire, state.players[0].stronghold = "iron_league", "onnwal"
    state.players[1].empire, state.players[1].stronghold = "great_kingdom", "rel_astra"
    assert place(state, 18).territory in ("grandwood", "gull_cliffs")
    state.players[1].empire = "north_province"
    assert place(state, 18) == Place("medegia", 18)


def test_the_dragon_attacks_the_first_stronghold():
    state = stewards({"eastfair": (0, 12), "oldred": (2, 40)})
    state.event = OpenEvent(0, "dragon_unleashed")
    state.decisions = ()
    state.ask(0, DecisionKind.DRAGON)
    assert move(state).territory == "winetha"


# Set-up


def set_up(*armies):
    """The set-up of a general and two stewards with armies on their strongholds.

    The general, seat 0, has 10 armies to place.
    """
    state = stewards({})
    for player, number in zip(state.players, armies, strict=True):
        player.unplaced = 10
        state.holdings[player.stronghold].armies = number
        state.holdings[player.stronghold].owner = player.seat
    state.round = 0
    state.placings = [Placing(0, 5, PlacingPurpose.DEPLOY)]
    state.decisions = ()
    state.ask(0, DecisionKind.PLACE)
    return state


def test_armies_of_the_set_up_go_where_they_can_attack_stewards():
    state = set_up(1, 6, 6)
    where = BOTS["general"](random.Random(1)).choose(seen(state)).territory
    near = state.board.territories[where].neighbours
    assert where != "rel_astra" and any(state.holdings[name].owner != 0 for name in near)


@pytest.mark.parametrize("seats", [5, 6])
def test_a_general_claims_land_in_the_homes_of_five_opponents(seats):
    table = Table(("general", *["steward"] * (seats - 1)), 3, persons=0)
    table.play(lambda state: state.decisions[0].kind is DecisionKind.PLACE)
    state = table.state
    homes = [state.board.empires[player.empire].territories for player in state.players[1:]]
    broken = sum(any(state.holdings[name].owner == 0 for name in home) for home in homes)
    assert broken == (5 if seats == 6 else 0)


def test_armies_are_hidden_where_the_first_siege_begins():
    state = set_up(1, 6, 9)
    state.placings = []
    state.holdings["eastfair"].armies = 8
    state.decisions = ()
    state.ask(0, DecisionKind.HIDE)
    assert move(state) == Hide("eastfair")
    state.holdings["winetha"].armies = 30
    hidden = move(state)
    assert "oldred" in state.board.territories[hidden.territory].neighbours
