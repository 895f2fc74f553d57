"""How lucky a seat was in some battles: its losses beside all that the dice could have brought.

The numbers of dice and the modifiers of each battle are taken as they were. A battle destroys an
army for each pair of dice (ATT-5), so what a seat lost decides what it destroyed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from rules.events.attack import BattleFought
from rules.events.base import Modifier
from rules.odds import battle_odds

USUAL = 0.9
"""The probability of the usual results."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The armies that a seat lost and destroyed, with their exact means.

    `spread` is the standard deviation of the armies lost, and `usual_losses` are the fewest and the
    most armies lost if the rarest results on both sides are left out. `luckier_than` is the
    percentage of results with higher losses; results with equal losses count half, so that both
    sides of the same battles have 100 together.
    """

    lost: int
    destroyed: int
    expected_lost: float
    expected_destroyed: float
    spread: float
    usual_losses: tuple[int, int]
    luckier_than: float

    @property
    def saved(self) -> float:
        """The armies that luck saved; it also destroyed as many more."""
        return self.expected_lost - self.lost


def luck_of(seat: int, battles: Iterable[BattleFought]) -> Luck:
    """Return a seat's luck in its battles, as attacker and as defender."""
    odds, lost, destroyed = [1.0], 0, 0
    for battle in battles:
        attacks = seat == battle.attacker
        losses = battle.attack_losses, battle.defence_losses
        lost += losses[0 if attacks else 1]
        destroyed += losses[1 if attacks else 0]
        odds = _added(odds, _odds_of_losses(battle, attacks))
    expected = sum(armies * probability for armies, probability in enumerate(odds))
    variance = sum((armies - expected) ** 2 * chance for armies, chance in enumerate(odds))
    return Luck(
        lost,
        destroyed,
        expected,
        lost + destroyed - expected,
        sqrt(variance),
        (_quantile(odds, (1 - USUAL) / 2), _quantile(odds, (1 + USUAL) / 2)),
        100 * (sum(odds[lost + 1 :]) + odds[lost] / 2),
    )


def losses_of(seat: int, battles: Iterable[BattleFought]) -> tuple[int, float, float]:
    """Return the armies that a seat lost in its battles, with their mean and variance.

    They can be added up over many games, unlike the probabilities in `luck_of`.
    """
    lost, expected, variance = 0, 0.0, 0.0
    for battle in battles:
        attacks = seat == battle.attacker
        lost += battle.attack_losses if attacks else battle.defence_losses
        _, one, two = _odds_of_losses(battle, attacks)
        mean = one + 2 * two
        expected += mean
        variance += one + 4 * two - mean * mean
    return lost, expected, variance


def _added(odds: list[float], battle: tuple[float, ...]) -> list[float]:
    """Return the probability of each sum of losses after one more battle."""
    none, one, two = battle
    shifted = zip([*odds, 0.0, 0.0], [0.0, *odds, 0.0], [0.0, 0.0, *odds], strict=True)
    return [none * a + one * b + two * c for a, b, c in shifted]


def _quantile(odds: list[float], share: float) -> int:
    """Return the lowest number that is not exceeded with this probability."""
    for number, probability in enumerate(odds):
        share -= probability
        if share <= 0:
            return number
    return len(odds) - 1


def _odds_of_losses(battle: BattleFought, attacks: bool) -> tuple[float, ...]:
    return _losses(
        attacks,
        len(battle.attack_dice),
        len(battle.defence_dice),
        _sum(battle.attack_modifiers),
        _sum(battle.defence_modifiers),
    )


def _sum(modifiers: tuple[Modifier, ...]) -> int:
    return sum(modifier.value for modifier in modifiers)


@lru_cache(maxsize=256)
def _losses(attacks: bool, *battle: int) -> tuple[float, ...]:
    """Return the probability that a side loses no army, one, and two."""
    odds = [0.0, 0.0, 0.0]
    for probability, attack_losses, defence_losses, _ in battle_odds(*battle):
        odds[attack_losses if attacks else defence_losses] += float(probability)
    return tuple(odds)
