"""Counts of dice, and the probabilities they are compared with: by counting all rolls."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules.chapters.attack.battle import compare
from rules.events.attack import BattleFought
from rules.events.base import Modifier
from rules.record.dice import (
    FACES,
    count_dice,
    from_json,
    highest_die,
    losses_of_attacker,
    to_json,
)


def battle(attack, defence, bonus=0):
    """A battle with these dice, and modifiers of the attacker or, if negative, the defender."""
    attack_order, defence_order = sorted(attack)[::-1], sorted(defence)[::-1]
    attack_order[0] += bonus
    pairs = compare(attack_order, defence_order)
    modifiers = (Modifier(1, "hero", "HRO-1"),) * abs(bonus)
    sides = (modifiers, ()) if bonus > 0 else ((), modifiers)
    totals = attack_order[0], defence_order[0]
    losses = pairs.count("defender"), pairs.count("attacker")
    return BattleFought(0, 1, "a", "b", attack, defence, *sides, *totals, pairs, *losses, 9, 9)


@pytest.mark.parametrize(
    ("attack", "defence", "bonus"),
    [(3, 2, 0), (3, 1, 0), (2, 2, 0), (2, 1, 0), (1, 2, 0), (1, 1, 0), (2, 2, 1), (2, 1, -1)],
)
def test_all_rolls_together_have_the_counts_of_fair_dice(attack, defence, bonus):
    rolls = list(product(FACES, repeat=attack + defence))
    counts = count_dice(battle(roll[:attack], roll[attack:], bonus) for roll in rolls)
    for face in FACES:
        assert counts["attack", face] * 6 == len(rolls) * attack
        assert counts["defence", face] * 6 == len(rolls) * defence
    odds = losses_of_attacker(attack, defence, bonus)
    assert sum(odds.values()) == 1
    for armies, chance in odds.items():
        assert counts["losses", attack, defence, bonus, armies] == chance * len(rolls)
    for one, other in product(FACES, repeat=2):
        chance = highest_die(attack)[one] * highest_die(defence)[other]
        assert counts["highest", attack, defence, one, other] == chance * len(rolls)


def test_three_dice_against_two_have_the_published_odds():
    assert losses_of_attacker(3, 2, 0) == {
        0: Fraction(2890, 7776),
        1: Fraction(2611, 7776),
        2: Fraction(2275, 7776),
    }


def test_counts_are_stored_as_json():
    counts = count_dice([battle((6, 4, 1), (5, 5)), battle((3,), (3,), 1)])
    assert from_json(json.loads(json.dumps(to_json(counts)))) == counts
    assert counts["losses", 1, 1, 1, 0] == 1
    assert counts["highest", 3, 2, 6, 5] == 1
    assert Counter({face: counts["attack", face] for face in FACES}) == Counter((6, 4, 1, 3))
