"""ATT-5, ATT-8, ASN-2, ASN-4: every possible roll, played with `play` and counted."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rules import moves as m
from rules import turn
from rules.cards import BattleCard
from rules.chance import FastChance
from rules.chance.recorded import ScriptedChance
from rules.chapters.attack.battle import compare
from rules.events.attack import BattleFought
from rules.events.cards import AssassinRolled
from rules.odds import battle_odds
from rules.state import State
from tests.support.rules.duels import SOURCE, TARGET, duel
from tests.support.rules.strategies import copy_of

# By (attack dice, defence dice), the number of rolls in which the defender loses all the armies at
# stake, each side loses one, or the attacker loses all. J. A. Osborne, “Markov Chains for the RISK
# Board Game Revisited” (Mathematics Magazine, 2003).
PUBLISHED = {
    (3, 2): (2890, 2611, 2275),
    (3, 1): (855, 0, 441),
    (2, 2): (295, 420, 581),
    (2, 1): (125, 0, 91),
    (1, 2): (55, 0, 161),
    (1, 1): (15, 0, 21),
}
NOTHING_ROLLED = ScriptedChance()


def attack(state: State, *rolled: int, dice: tuple[int, int], hero: bool = False) -> BattleFought:
    """Let seat 0 attack and seat 1 defend with some dice; return the result of the roll."""
    state.players[1].orders = replace(state.players[1].orders, dice="ask")
    turn.play(state, 0, m.DeclareAttack(SOURCE, TARGET, dice=dice[0], hero=hero), NOTHING_ROLLED)
    chance = ScriptedChance(dice=rolled)
    events = turn.play(state, 1, m.Defend(dice[1], scope=m.Scope.BATTLE), chance)
    assert not chance.left()
    return next(event for event in events if isinstance(event, BattleFought))


@pytest.mark.parametrize(("dice", "published"), PUBLISHED.items())
def test_every_roll_of_a_battle_counts_as_published(dice, published):
    state, counted = duel(), Counter()
    for rolled in product(range(1, 7), repeat=sum(dice)):
        state.holdings[SOURCE].armies = state.holdings[TARGET].armies = 20
        attack(state, *rolled, dice=dice)
        lost = [20 - state.holdings[name].armies for name in (TARGET, SOURCE)]
        counted[tuple(lost)] += 1
    most = min(dice)
    assert (counted[most, 0], counted[1, 1], counted[0, most]) == published
    assert counted.total() == sum(published) == 6 ** sum(dice)


@pytest.mark.parametrize(
    ("hero", "fortification", "wins"),
    # By hand: one die beats another in 15 of 36 rolls, and ties it in 6.
    [(False, False, 15), (True, False, 21), (False, True, 10), (True, True, 15)],
)
def test_every_roll_with_cards_counts_as_by_hand(hero, fortification, wins):
    start = duel((BattleCard.HERO,) * hero, (BattleCard.FORTIFICATION,) * fortification)
    order = "always" if fortification else "never"
    start.players[1].orders = replace(start.players[1].orders, fortification=order)
    start.holdings[TARGET].armies = 1
    start.holdings[SOURCE].armies = 2
    won = 0
    for rolled in product(range(1, 7), repeat=2):
        state = copy_of(start)
        move = m.DeclareAttack(SOURCE, TARGET, dice=1, hero=hero)
        events = turn.play(state, 0, move, ScriptedChance(dice=rolled))
        fought = next(event for event in events if isinstance(event, BattleFought))
        won += fought.defence_losses
        assert (state.holdings[TARGET].owner == 0) == bool(fought.defence_losses)
        # Losing the top comparison loses the card (HRO-3, FOR-2).
        assert state.this_turn.hero == (hero and bool(fought.defence_losses))
        held = BattleCard.FORTIFICATION in state.players[1].hand
        assert held == (fortification and not fought.defence_losses)
    assert won == wins


@pytest.mark.parametrize("bonus", range(-3, 4))
@pytest.mark.parametrize("dice", PUBLISHED)
def test_every_comparison_with_modifiers_has_the_stated_odds(dice, bonus):
    counted = Counter()
    for rolled in product(range(1, 7), repeat=sum(dice)):
        attackers, defenders = rolled[: dice[0]], rolled[dice[0] :]
        attack_order, defence_order = sorted(attackers)[::-1], sorted(defenders)[::-1]
        attack_order[0] += bonus
        pairs = compare(attack_order, defence_order)
        counted[pairs.count("defender"), pairs.count("attacker")] += 1
    told: dict[tuple[int, int], Fraction] = {}
    for chance, attack_losses, defence_losses, _ in battle_odds(*dice, attack_bonus=bonus):
        lost = attack_losses, defence_losses
        told[lost] = told.get(lost, Fraction()) + chance
    assert {lost: Fraction(count, counted.total()) for lost, count in counted.items()} == told


# Counted by hand: of 36 rolls, the Assassin's die is higher in 15, with a bonus of 1 in 21, and
# with a bonus of 2 in 26.


def test_every_roll_of_an_assassin_counts_as_by_hand():
    start = duel((BattleCard.ASSASSIN,), (BattleCard.HERO,))
    struck = 0
    for rolled in product(range(1, 7), repeat=2):
        state = copy_of(start)
        chance = ScriptedChance(dice=rolled, fallback=FastChance(1))
        events = turn.play(state, 0, m.AssassinateHand(1), chance)
        told = next(event for event in events if isinstance(event, AssassinRolled))
        assert told.success == (not state.players[1].hand)
        assert state.players[0].hand == []
        struck += told.success
    assert struck == 26


def test_every_roll_of_a_block_counts_as_by_hand():
    start = duel((BattleCard.HERO,), (BattleCard.ASSASSIN,))
    start.players[1].orders = replace(start.players[1].orders, block="always", dice="most")
    blocked = 0
    for rolled in product(range(1, 7), repeat=2):
        state = copy_of(start)
        # If the Hero survives it fights at once, and wins with 6 to 1.
        move = m.DeclareAttack(SOURCE, TARGET, dice=1, hero=True)
        chance = ScriptedChance(dice=(*rolled, 6, 1, 1), fallback=FastChance(1))
        events = turn.play(state, 0, move, chance)
        told = next(event for event in events if isinstance(event, AssassinRolled))
        assert told.success != state.this_turn.hero
        assert state.players[1].hand == []
        blocked += told.success
    assert blocked == 21
