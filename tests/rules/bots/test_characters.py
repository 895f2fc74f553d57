"""How the general's characters differ: garrisons, attacks, victims, pacts."""

import random

import pytest

from rules.bots import BOTS
from rules.bots.general.campaigns import Campaigns
from rules.bots.general.characters import CHARACTERS, PLAIN
from rules.bots.general.evaluation import Evaluation
from rules.bots.general.warfare import Front
from rules.bots.weights import world_weights
from rules.chance import FastChance
from rules.model import model_of
from rules.moves import AnswerPact, DeclareAttack, EndAttacks, OfferPact
from rules.questions import DecisionKind
from rules.rulesets.classic import CLASSIC
from rules.rulesets.headquarters import HEADQUARTERS
from rules.turn import play
from rules.view import View
from tests.support.rules.bot_tables import in_two_empires
from tests.support.rules.worlds import world

EVERY = {"general": PLAIN, **CHARACTERS}


def choice(table, name):
    """Return the move that a bot chooses as seat 0."""
    return BOTS[name](random.Random(1)).choose(View(table.state, 0))


def attacking(ruleset, holdings, rest):
    table = world(ruleset, ("general",) * 3, holdings, rest)
    table.state.ask(0, DecisionKind.ATTACKS)
    return table


def agree(table, rounds=1):
    """Let seat 1 offer peace, and seat 0 accept it."""
    play(table.state, 1, OfferPact((0,), ("peace",), rounds), FastChance(1))
    play(table.state, 0, AnswerPact(1, True), FastChance(1))


def test_every_character_is_a_bot_of_its_own():
    assert set(CHARACTERS) <= set(BOTS)
    assert len({*CHARACTERS.values(), PLAIN}) == len(EVERY)


def test_a_turtle_keeps_more_armies_at_home_than_an_aggressor():
    table, _, _ = in_two_empires()
    state = table.state
    near = state.board.territories[state.players[0].stronghold].neighbours[0]
    state.holdings[near].owner, state.holdings[near].armies = 1, 20
    garrisons = {
        name: Front(View(state, 0), character).garrison for name, character in EVERY.items()
    }
    assert garrisons["turtle"] > garrisons["general"] > garrisons["raider"]
    assert garrisons["raider"] > garrisons["aggressor"]


def test_a_turtle_keeps_more_armies_in_its_headquarters_than_an_aggressor():
    holdings = {"alaska": (0, 40), "kamchatka": (1, 12), "alberta": (2, 2)}
    table = attacking(HEADQUARTERS, holdings, (2, 2))
    table.state.headquarters = {0: "alaska", 1: "kamchatka", 2: "alberta"}
    view = View(table.state, 0)
    model = model_of(view)
    kept = [
        Campaigns(
            model, Evaluation(view, world_weights("headquarters")), 3, frozenset(), EVERY[name]
        ).keep(model, model.headquarters[0])
        for name in ("turtle", "aggressor")
    ]
    assert kept[0] > kept[1]


def test_an_aggressor_attacks_where_a_turtle_waits():
    table = attacking(CLASSIC, {"alaska": (0, 7), "kamchatka": (1, 5)}, (2, 4))
    assert isinstance(choice(table, "aggressor"), DeclareAttack)
    assert isinstance(choice(table, "turtle"), EndAttacks)


def test_a_raider_hunts_the_weak_and_a_diplomat_the_strong():
    holdings = {"alaska": (0, 10), "kamchatka": (1, 2), "japan": (1, 2), "alberta": (2, 3)}
    table = attacking(CLASSIC, holdings, (2, 3))
    victims = {
        name: table.state.holdings[choice(table, name).target].owner
        for name in ("raider", "diplomat")
    }
    assert victims == {"raider": 1, "diplomat": 2}


@pytest.mark.parametrize("name", EVERY)
def test_a_character_keeps_pacts_no_longer_than_it_likes(name):
    longest = EVERY[name].pact_rounds
    for rounds, accepts in ((longest, True), (longest + 1, False), (0, False)):
        table, source, _ = in_two_empires()
        table.state.holdings[source].armies = 1
        play(table.state, 1, OfferPact((0,), ("peace",), rounds), FastChance(1))
        answer = BOTS[name](random.Random(1)).answer(View(table.state, 0))
        assert answer.move == AnswerPact(1, accepts)


@pytest.mark.parametrize("name", EVERY)
def test_only_a_raider_breaks_a_pact_and_only_with_the_weak(name):
    for armies, is_weak in ((1, True), (8, False)):
        beside = dict.fromkeys(("kamchatka", "northwest_territory", "alberta"), (1, armies))
        table = attacking(CLASSIC, {"alaska": (0, 40), **beside}, (2, 1))
        agree(table)
        breaks = isinstance(choice(table, name), DeclareAttack)
        assert breaks is (name == "raider" and is_weak)
