"""The steward (ELM-7): it only defends, and follows the orders left behind."""

import random
from collections import Counter

import pytest

from rules.bots import BOTS
from rules.chance import FastChance
from rules.events.attack import AttackDeclared
from rules.events.cards import AssassinUsed, CardPlayed, HiddenRevealed
from rules.events.setup import Placed
from rules.events.turn import CardsDrawn
from rules.moves import Control, DeclareAttack, Place, SetOrders, TakeSeat
from rules.moves.orders_and_wishes import Orders
from rules.questions import DecisionKind
from rules.state.players import HiddenArmies
from rules.state.under_way import Placing, PlacingPurpose
from rules.turn import play
from rules.view import View
from tests.support.rules.bot_tables import Table, in_two_empires, is_first_turn
from tests.support.rules.duels import SOURCE, TARGET, duel
from tests.support.rules.strategies import copy_of


def with_steward(orders, seed):
    """Return a table after eight rounds, with a steward in seat 1 from the first turn on."""
    table = Table(("captain", "steward", "captain"), seed, quick=True, rounds=8)
    table.play(is_first_turn)
    table.log.clear()
    table.tell(1, SetOrders(orders))
    table.tell(1, TakeSeat(Control.STEWARD), "clock")
    return table.play()


@pytest.mark.parametrize("seed", range(4))
def test_a_steward_only_defends(seed):
    table = with_steward(Orders(), seed)
    stronghold = table.state.players[1].stronghold
    for event in table.events():
        if isinstance(event, AttackDeclared):
            assert event.attacker != 1
        elif isinstance(
            event,
            CardsDrawn | CardPlayed | HiddenRevealed | AssassinUsed,
        ):
            assert event.seat != 1
        elif isinstance(event, Placed) and (event.seat, event.purpose) == (1, "spoils"):
            assert event.territory == stronghold


def test_a_steward_follows_the_orders_left_behind():
    always = dict.fromkeys(("fortification", "hidden", "block", "counter"), "always")
    used = Counter()
    for seed in range(5):
        for event in with_steward(Orders(fallbacks=always), seed).events():
            if isinstance(event, CardPlayed) and event.seat == 1:
                used[event.card] += 1
            elif isinstance(event, HiddenRevealed) and event.seat == 1:
                used["hidden armies"] += 1
    assert set(used) == {"fortification", "hidden armies"}


def test_a_steward_lets_deserters_join_the_weakest():
    table, source, target = in_two_empires()
    state = table.state
    state.holdings[source].owner = 1
    state.placings.append(Placing(1, 2, PlacingPurpose.ARMY_DESERTERS, (target, source)))
    state.ask(1, DecisionKind.PLACE)
    steward = BOTS["steward"](random.Random(1))
    assert steward.choose(table.views[1]) == Place(target, 2)
    state.holdings[source].armies = 2
    assert steward.choose(table.views[1]) == Place(source, 2)
    state.placings[0].purpose, state.placings[0].allowed = PlacingPurpose.MUSTER_TROOPS, None
    assert steward.choose(table.views[1]) == Place(target, 2)


def test_an_outnumbered_steward_reveals_enough_hidden_armies():
    state = duel()
    state.track = 1
    state.hidden = [HiddenArmies(seat, 1, TARGET, "", "") for seat in range(3)]
    state.players[1].orders = Orders(fallbacks={"hidden": "outnumbered"})
    steward = BOTS["steward"](random.Random(1))
    # 19 armies may attack, and each revealed choice brings 3.
    for defenders, choices in ((20, 0), (19, 0), (18, 1), (16, 1), (15, 2), (2, 3)):
        position = copy_of(state)
        position.holdings[TARGET].armies = defenders
        play(position, 0, DeclareAttack(SOURCE, TARGET, dice=1), FastChance(1))
        assert steward.choose(View(position, 1)).reveal == choices
