"""Counts of the dice in battles, and the probabilities of fair dice (ATT-5, ATT-8).

A count has one of these keys:

    "attack", face                                       an attack die
    "defence", face                                      a defence die
    "highest", attack dice, defence dice, face, face     the highest die of each side in a battle
    "losses", attack dice, defence dice, bonus, armies   the armies that the attacker lost in one

The bonus is the attacker's modifiers minus the defender's.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from rules.events.attack import BattleFought
from rules.events.base import Modifier
from rules.odds import battle_odds
from rules.odds.battles import net_bonus

ATTACK, DEFENCE, HIGHEST, LOSSES = "attack", "defence", "highest", "losses"
FACES = range(1, 7)

Key = tuple[str | int, ...]
DiceCounts = Counter[Key]


def count_dice(battles: Iterable[BattleFought]) -> DiceCounts:
    """Count the dice of some battles."""
    counts = DiceCounts()
    for battle in battles:
        attack, defence = battle.attack_dice, battle.defence_dice
        dice = len(attack), len(defence)
        counts.update((ATTACK, face) for face in attack)
        counts.update((DEFENCE, face) for face in defence)
        counts[HIGHEST, *dice, max(attack), max(defence)] += 1
        bonus = net_bonus(_sum(battle.attack_modifiers), _sum(battle.defence_modifiers))
        counts[LOSSES, *dice, bonus, battle.attack_losses] += 1
    return counts


def _sum(modifiers: tuple[Modifier, ...]) -> int:
    return sum(modifier.value for modifier in modifiers)


def losses_of_attacker(attack_dice: int, defence_dice: int, bonus: int) -> dict[int, Fraction]:
    """Return the probability of each number of armies that the attacker can lose in a battle."""
    odds = dict.fromkeys(range(min(attack_dice, defence_dice) + 1), Fraction(0))
    for probability, losses, _, _ in battle_odds(attack_dice, defence_dice, bonus):
        odds[losses] += probability
    return odds


def highest_die(dice: int) -> dict[int, Fraction]:
    """Return the probability of each face to be the highest of some dice."""
    return {face: Fraction(face**dice - (face - 1) ** dice, 6**dice) for face in FACES}


# Storing them


def to_json(counts: DiceCounts) -> list[list[Any]]:
    """Return counts as JSON data, in a fixed order."""
    return [[*key, count] for key, count in sorted(counts.items())]


def from_json(data: Iterable[list[Any]]) -> DiceCounts:
    """Return the counts from `to_json`."""
    return DiceCounts({tuple(key): int(count) for *key, count in data})
