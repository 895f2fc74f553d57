"""Chapters 4 and 6: the outcomes of one battle with their probabilities."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

# A net bonus this large decides the top comparison before the roll, whatever the cards.
DECISIVE = 7

# (heroes, fortifications) not yet lost.
Cards = tuple[int, int]


class Terms(NamedTuple):
    """The parameters that are constant throughout an attack."""

    max_dice: int
    defence_dice: int
    advantage: int
    hero_survives_tie: bool


class Ending(NamedTuple):
    """The losses of one battle: armies and cards of each side."""

    attackers: int
    defenders: int
    heroes: int
    fortifications: int


def battle_odds(
    attack_dice: int, defence_dice: int, attack_bonus: int = 0, defence_bonus: int = 0
) -> tuple[tuple[Fraction, int, int, int], ...]:
    """Return the outcomes of a roll: (probability, attack losses, defence losses, top comparison).

    The probabilities are exact and sum to 1; impossible outcomes are omitted. The top comparison
    is 1 if the attacker's high die total is higher, 0 in a tie (which the defender wins), -1 if it
    is lower. The outcome best for the attacker comes first. Raise ValueError like `attack_odds`.
    """
    verify_dice(attack_dice, defence_dice)
    rolls = 6 ** (attack_dice + defence_dice)
    counts = _count_rolls(attack_dice, defence_dice, net_bonus(attack_bonus, defence_bonus))
    return tuple(
        (Fraction(count, rolls), *outcome)
        for outcome, count in sorted(counts.items(), key=lambda item: (item[0][0], -item[0][2]))
    )


def verify_dice(attack_dice: int, defence_dice: int) -> None:
    """Raise ValueError, with a message for the player, for an impossible number of dice."""
    if type(attack_dice) is not int or not 1 <= attack_dice <= 3:
        raise ValueError("The attacker rolls 1, 2 or 3 dice.")
    if type(defence_dice) is not int or not 1 <= defence_dice <= 2:
        raise ValueError("The defender rolls 1 or 2 dice.")


def net_bonus(attack_bonus: int, defence_bonus: int) -> int:
    """Return the attacker's bonus minus the defender's, clamped to ±DECISIVE."""
    if type(attack_bonus) is not int or type(defence_bonus) is not int:
        raise ValueError("A bonus must be a whole number.")
    return max(-DECISIVE, min(DECISIVE, attack_bonus - defence_bonus))


@lru_cache(maxsize=1024)
def endings(
    attack_dice: int, defence_dice: int, hero: bool, fortification: bool, terms: Terms
) -> tuple[tuple[Ending, float], ...]:
    """Return the endings of a battle with their probabilities (HRO-3, FOR-2)."""
    counts: Counter[Ending] = Counter()
    rolls = _count_rolls(attack_dice, defence_dice, terms.advantage + hero - fortification)
    for (attack_losses, defence_losses, top), count in rolls.items():
        hero_lost = hero and (top < 0 or (top == 0 and not terms.hero_survives_tie))
        fortification_lost = fortification and top > 0
        lost = Ending(attack_losses, defence_losses, int(hero_lost), int(fortification_lost))
        counts[lost] += count
    total = counts.total()
    return tuple((lost, count / total) for lost, count in counts.items())


@lru_cache(maxsize=1024)
def _count_rolls(
    attack_dice: int, defence_dice: int, advantage: int
) -> Counter[tuple[int, int, int]]:
    """Count the 6ⁿ rolls by (attack losses, defence losses, top comparison) (ATT-5)."""
    rolls: Counter[tuple[int, int, int]] = Counter()
    second_pair = min(attack_dice, defence_dice) > 1
    for attack, attack_count in _count_best_two(attack_dice).items():
        for defence, defence_count in _count_best_two(defence_dice).items():
            difference = attack[-1] + advantage - defence[-1]
            top = (difference > 0) - (difference < 0)
            won = (top > 0) + (second_pair and attack[0] > defence[0])
            rolls[1 + second_pair - won, won, top] += attack_count * defence_count
    return rolls


@lru_cache(maxsize=3)
def _count_best_two(dice: int) -> Counter[tuple[int, ...]]:
    """Count the rolls of `dice` dice by (second highest, highest), or (highest,) for one die."""
    return Counter(tuple(sorted(roll)[-2:]) for roll in product(range(1, 7), repeat=dice))
