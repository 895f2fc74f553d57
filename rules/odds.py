"""Chapters 4 and 6: the odds of one attack fought with the most dice."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

ARMY_LIMIT = 10_000
CARD_LIMIT = 20
# Limits attackers × defenders × states of the cards; 4,000 against 4,000 take about a second.
CELL_LIMIT = 16_000_000
# Results for more armies than this have a smaller cache, to limit its memory.
SHORT_ANSWER = 200
# Positions less likely than this are dropped; together they have a probability below 1e-17.
NEGLIGIBLE = 1e-25
# A net bonus this large decides the top comparison before the roll, whatever the cards.
DECISIVE = 7

# (heroes, fortifications) not yet lost.
Cards = tuple[int, int]
# Maps a state of the cards to the probability of each number of defenders left, from 0 up.
Rows = defaultdict[Cards, list[float]]


class _Terms(NamedTuple):
    """The parameters that are constant throughout an attack."""

    max_dice: int
    defence_dice: int
    advantage: int
    hero_survives_tie: bool


class _Ending(NamedTuple):
    """The losses of one battle: armies and cards of each side."""

    attackers: int
    defenders: int
    heroes: int
    fortifications: int


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of an attack; its means are over all outcomes, won or lost.

    A distribution is indexed by the number of armies left. Attackers left are the armies that may
    still fight, before any move into the captured territory.
    """

    win: float
    attackers_left: float
    defenders_left: float
    attackers_left_distribution: tuple[float, ...]
    defenders_left_distribution: tuple[float, ...]

    @property
    def expected_attack_losses(self) -> float:
        """Mean armies the attacker loses."""
        return len(self.attackers_left_distribution) - 1 - self.attackers_left

    @property
    def expected_defence_losses(self) -> float:
        """Mean armies the defender loses."""
        return len(self.defenders_left_distribution) - 1 - self.defenders_left

    def to_json(self) -> dict[str, float | list[float]]:
        """Return the five fields, with distributions as lists."""
        return {
            "win": self.win,
            "attackers_left": self.attackers_left,
            "defenders_left": self.defenders_left,
            "attackers_left_distribution": list(self.attackers_left_distribution),
            "defenders_left_distribution": list(self.defenders_left_distribution),
        }


def attack_odds(
    attackers: int,
    defenders: int,
    *,
    max_dice: int = 3,
    defence_dice: int = 2,
    heroes: int = 0,
    fortifications: int = 0,
    attack_bonus: int = 0,
    defence_bonus: int = 0,
    stop_at: int = 0,
    hero_survives_tie: bool = False,
) -> Odds:
    """Return the odds of an attack in which both sides roll the most dice (ATT-2 to 5, ATT-8).

    Probabilities are accurate to 1e-9. `attackers` are the armies that may fight: all but the one
    that stays behind, or all aboard a fleet (FLT-3). `max_dice` is 2 against a stronghold. Bonuses
    modify the high die totals only. The attacker stops when `stop_at` or fewer attackers are left,
    which may be at once. Without defenders the attack is already won.

    `heroes` and `fortifications` count cards in hand or in play; while any are left, one of each
    is in play in every battle. A hero is lost when the attacker does not win the top comparison
    (HRO-3), or, with `hero_survives_tie`, only when the defender's total is higher. A
    fortification is lost when the attacker wins the top comparison (FOR-2).

    Raise ValueError, with a message for the player, if an argument is invalid or too large.
    """
    _verify_counts(attackers, defenders, heroes, fortifications, stop_at)
    _verify_dice(max_dice, defence_dice)
    if type(hero_survives_tie) is not bool:
        raise ValueError("Whether a hero survives a tie must be true or false.")
    reckon = _reckon_short if attackers + defenders <= SHORT_ANSWER else _reckon_long
    return reckon(
        attackers,
        defenders,
        (heroes, fortifications),
        min(stop_at, attackers),
        _Terms(max_dice, defence_dice, _advantage(attack_bonus, defence_bonus), hero_survives_tie),
    )


def battle_odds(
    attack_dice: int, defence_dice: int, attack_bonus: int = 0, defence_bonus: int = 0
) -> tuple[tuple[Fraction, int, int, int], ...]:
    """Return the outcomes of a roll: (probability, attack losses, defence losses, top comparison).

    The probabilities are exact and sum to 1; impossible outcomes are omitted. The top comparison
    is 1 if the attacker's high die total is higher, 0 in a tie (which the defender wins), -1 if it
    is lower. The outcome best for the attacker comes first. Raise ValueError like `attack_odds`.
    """
    _verify_dice(attack_dice, defence_dice)
    rolls = 6 ** (attack_dice + defence_dice)
    counts = _count_rolls(attack_dice, defence_dice, _advantage(attack_bonus, defence_bonus))
    return tuple(
        (Fraction(count, rolls), *outcome)
        for outcome, count in sorted(counts.items(), key=lambda item: (item[0][0], -item[0][2]))
    )


def _verify_counts(
    attackers: int, defenders: int, heroes: int, fortifications: int, stop_at: int
) -> None:
    for count, name, limit in (
        (attackers, "attackers", ARMY_LIMIT),
        (defenders, "defenders", ARMY_LIMIT),
        (heroes, "heroes", CARD_LIMIT),
        (fortifications, "fortifications", CARD_LIMIT),
        (stop_at, "attackers to stop at", ARMY_LIMIT),
    ):
        if type(count) is not int or count < 0:
            raise ValueError(f"The number of {name} must be a whole number, 0 or more.")
        if count > limit:
            raise ValueError(f"The number of {name} can be {limit:,} at most.")
    if attackers * defenders * (heroes + 1) * (fortifications + 1) > CELL_LIMIT:
        raise ValueError("This attack is too large to calculate: try fewer armies or cards.")


def _verify_dice(attack_dice: int, defence_dice: int) -> None:
    if type(attack_dice) is not int or not 1 <= attack_dice <= 3:
        raise ValueError("The attacker rolls 1, 2 or 3 dice.")
    if type(defence_dice) is not int or not 1 <= defence_dice <= 2:
        raise ValueError("The defender rolls 1 or 2 dice.")


def _advantage(attack_bonus: int, defence_bonus: int) -> int:
    """Return the attacker's bonus minus the defender's, clamped to ±DECISIVE."""
    if type(attack_bonus) is not int or type(defence_bonus) is not int:
        raise ValueError("A bonus must be a whole number.")
    return max(-DECISIVE, min(DECISIVE, attack_bonus - defence_bonus))


def _reckon(attackers: int, defenders: int, cards: Cards, stop_at: int, terms: _Terms) -> Odds:
    """Return the odds by propagating probabilities from the first position to all final ones.

    `rows` holds the positions with the current number of attackers, one fewer, and two fewer.
    """
    attackers_left = [0.0] * (attackers + 1)
    rows = [_no_rows(defenders) for _ in range(3)]
    rows[0][cards][defenders] = 1.0
    for left in range(attackers, stop_at, -1):
        _fight(rows, min(terms.max_dice, left), cards, terms)
        attackers_left[left] = sum(row[0] for row in rows[0].values())
        rows = [rows[1], rows[2], _no_rows(defenders)]
    defenders_left = [0.0] * (defenders + 1)
    defenders_left[0] = sum(attackers_left)
    for left, stopped in ((stop_at, rows[0]), (stop_at - 1, rows[1])):
        for row in stopped.values():
            attackers_left[left] += sum(row)
            defenders_left = [total + more for total, more in zip(defenders_left, row, strict=True)]
    return _summarise(attackers_left, defenders_left)


_reckon_short = lru_cache(maxsize=4096)(_reckon)
_reckon_long = lru_cache(maxsize=32)(_reckon)


def _no_rows(defenders: int) -> Rows:
    return defaultdict(lambda: [0.0] * (defenders + 1))


def _summarise(attackers_left: list[float], defenders_left: list[float]) -> Odds:
    # Rounding can push a probability slightly above 1.
    attack = tuple(min(1.0, probability) for probability in attackers_left)
    defence = tuple(min(1.0, probability) for probability in defenders_left)
    return Odds(
        win=defence[0],
        attackers_left=sum(left * probability for left, probability in enumerate(attack)),
        defenders_left=sum(left * probability for left, probability in enumerate(defence)),
        attackers_left_distribution=attack,
        defenders_left_distribution=defence,
    )


def _fight(rows: list[Rows], dice: int, cards: Cards, terms: _Terms) -> None:
    """Propagate every unfinished position of `rows[0]`; positions already won stay in it."""
    heroes, fortifications = cards
    # A battle without attack losses never costs a hero, so it only leads to positions not yet done.
    for state in product(range(heroes, -1, -1), range(fortifications, -1, -1)):
        row = rows[0].get(state)
        if row is None or max(row) < NEGLIGIBLE:
            continue
        last = _aim(rows, state, dice, 1, terms)
        several = _aim(rows, state, dice, terms.defence_dice, terms)
        for defenders in range(len(row) - 1, 0, -1):
            mass = row[defenders]
            if mass > NEGLIGIBLE:
                for target, losses, probability in several if defenders > 1 else last:
                    target[defenders - losses] += mass * probability


def _aim(
    rows: list[Rows], state: Cards, attack_dice: int, defence_dice: int, terms: _Terms
) -> list[tuple[list[float], int, float]]:
    """Return (resulting row, defenders lost, probability) for each ending of a battle."""
    heroes, fortifications = state
    endings = _endings(attack_dice, defence_dice, heroes > 0, fortifications > 0, terms)
    return [
        (
            rows[lost.attackers][heroes - lost.heroes, fortifications - lost.fortifications],
            lost.defenders,
            probability,
        )
        for lost, probability in endings
    ]


@lru_cache(maxsize=1024)
def _endings(
    attack_dice: int, defence_dice: int, hero: bool, fortification: bool, terms: _Terms
) -> tuple[tuple[_Ending, float], ...]:
    """Return the endings of a battle with their probabilities (HRO-3, FOR-2)."""
    counts: Counter[_Ending] = Counter()
    rolls = _count_rolls(attack_dice, defence_dice, terms.advantage + hero - fortification)
    for (attack_losses, defence_losses, top), count in rolls.items():
        hero_lost = hero and (top < 0 or (top == 0 and not terms.hero_survives_tie))
        fortification_lost = fortification and top > 0
        lost = _Ending(attack_losses, defence_losses, int(hero_lost), int(fortification_lost))
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
