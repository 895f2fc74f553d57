"""Chapters 4 and 6: attacks with hundreds of armies on each side, until one side is short.

As long as both sides roll the most dice, every battle costs the same number of armies in all, and
neither side ever gains one. A position is therefore reached after a known number of battles, and
its probability is that of a sum of independent losses. The distribution of such a sum is the
inverse Fourier transform of a power, and after hundreds of battles only a few dozen frequencies
are left in it. It is evaluated only where the next battle may leave a side short, so the cost grows
with the square root of the number of armies.
"""

from cmath import exp
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from itertools import product
from math import ceil, inf, pi, sqrt
from operator import mul
from typing import NamedTuple

from rules.odds.battles import Cards, Ending, Terms, endings

OPENING = 700
"""The maximum number of battles calculated one by one at the start, while cards may be lost."""

TAIL = 7.5
"""The deviation of losses considered, in armies per square root of the number of battles.

By Hoeffding's inequality, losses of 0 to 2 armies a battle deviate further with a probability below
1e-12.
"""

# Single probabilities below this are dropped, ...
NEGLIGIBLE = 1e-18
# ... and states of the cards whose probabilities add up to less than this.
NEVER = 1e-11

# Maps (attackers, defenders, cards) to a probability.
Positions = defaultdict[tuple[int, int, Cards], float]
# Maps the number of defenders lost to a probability.
Masses = defaultdict[int, float]
Matrix = list[list[complex]]


class Front(NamedTuple):
    """Both sides at the start, and the fewest armies with which they roll the most dice.

    `pairs` is the number of armies lost in every battle.
    """

    attackers: int
    defenders: int
    least_attackers: int
    least_defenders: int
    pairs: int

    @property
    def spare_attackers(self) -> int:
        """How many armies the attacker can lose and still roll the most dice."""
        return self.attackers - self.least_attackers

    @property
    def spare_defenders(self) -> int:
        """How many armies the defender can lose and still roll the most dice."""
        return self.defenders - self.least_defenders

    def is_short(self, attackers: int, defenders: int) -> bool:
        """Return whether a side has too few armies for the most dice, or the attacker stops."""
        return attackers < self.least_attackers or defenders < self.least_defenders

    def last_positions(self, battles: int) -> Iterator[tuple[int, int]]:
        """Yield the positions after `battles` battles in which the next may leave a side short."""
        left = self.attackers + self.defenders - self.pairs * battles
        few_attackers = range(self.least_attackers, self.least_attackers + self.pairs)
        few_defenders = range(self.least_defenders, self.least_defenders + self.pairs)
        found = {(few, left - few) for few in few_attackers}
        found |= {(left - few, few) for few in few_defenders}
        for attackers, defenders in found:
            is_possible = attackers <= self.attackers and defenders <= self.defenders
            if is_possible and not self.is_short(attackers, defenders):
                yield attackers, defenders


def positions_when_short(
    attackers: int, defenders: int, cards: Cards, stop_at: int, terms: Terms
) -> Positions:
    """Return the positions in which a side is short for the first time, with probabilities.

    A side is short if it cannot roll the most dice, or if the attacker stops.
    """
    front = Front(
        attackers,
        defenders,
        max(terms.max_dice, stop_at + 1),
        terms.defence_dice,
        min(terms.max_dice, terms.defence_dice),
    )
    battles, opened = _open(front, cards, terms)
    return _follow(front, battles, opened, terms)


def _after(cards: Cards, ending: Ending) -> Cards:
    return cards[0] - ending.heroes, cards[1] - ending.fortifications


def _endings(cards: Cards, terms: Terms) -> tuple[tuple[Ending, float], ...]:
    heroes, fortifications = cards
    return endings(terms.max_dice, terms.defence_dice, heroes > 0, fortifications > 0, terms)


def _open(front: Front, cards: Cards, terms: Terms) -> tuple[int, dict[Cards, Masses]]:
    """Calculate battles until no card can be lost any more, or a side may run short.

    Return the number of battles, and the probabilities by cards left.
    """
    opened = {cards: Masses(float, {0: 1.0})}
    most = min(OPENING, min(front.spare_attackers, front.spare_defenders) // front.pairs)
    for battles in range(most):
        if not any(_may_change(state, terms) for state in opened):
            return battles, opened
        opened = _fight(opened, terms)
    return most, opened


def _may_change(cards: Cards, terms: Terms) -> bool:
    return any(lost.heroes or lost.fortifications for lost, _ in _endings(cards, terms))


def _fight(opened: Mapping[Cards, Masses], terms: Terms) -> dict[Cards, Masses]:
    after: defaultdict[Cards, Masses] = defaultdict(lambda: Masses(float))
    for state, masses in opened.items():
        for ending, chance in _endings(state, terms):
            target = after[_after(state, ending)]
            for lost, mass in masses.items():
                target[lost + ending.defenders] += mass * chance
    return {
        state: Masses(float, {lost: mass for lost, mass in masses.items() if mass > NEGLIGIBLE})
        for state, masses in after.items()
        if sum(masses.values()) > NEVER
    }


def _follow(front: Front, battles: int, opened: Mapping[Cards, Masses], terms: Terms) -> Positions:
    """Return the positions in which a side is short for the first time after the opening."""
    found = Positions(float)
    span = _span(front, battles, opened, terms)
    waves = _Waves(span, opened, terms)
    for further in range(span.first, span.last + 1):
        for attackers, defenders in front.last_positions(battles + further):
            lost = front.defenders - defenders
            if not span.has(further, lost):
                continue
            for state, mass in waves.probabilities(lost):
                for ending, chance in _endings(state, terms):
                    left = attackers - ending.attackers, defenders - ending.defenders
                    if front.is_short(*left):
                        found[(*left, _after(state, ending))] += mass * chance
        waves.fight()
    return found


class Span(NamedTuple):
    """The battles in which a side may run short, and the losses that are likely.

    `first` and `last` count from the end of the opening. After n battles, the number of defenders
    lost is within `reach` of `centre + n * rate`.
    """

    first: int
    last: int
    centre: float
    rate: float
    reach: int

    def has(self, battles: int, lost: int) -> bool:
        """Return whether the defender may have lost this many armies after some battles."""
        return abs(lost - self.centre - battles * self.rate) <= self.reach


def _span(front: Front, battles: int, opened: Mapping[Cards, Masses], terms: Terms) -> Span:
    least = min(min(masses) for masses in opened.values())
    most = max(max(masses) for masses in opened.values())
    rates = [
        sum(lost.defenders * chance for lost, chance in _endings(state, terms))
        for state in _reachable(opened)
    ]
    slow, fast = min(rates), max(rates)
    spare_defenders = front.spare_defenders
    spare_attackers = front.spare_attackers - front.pairs * battles
    first = min(
        _battles_to_lose(spare_defenders - most, fast, TAIL),
        _battles_to_lose(spare_attackers + least, front.pairs - slow, TAIL),
    )
    last = min(
        _battles_to_lose(spare_defenders + 1 - least, slow, -TAIL),
        _battles_to_lose(spare_attackers + 1 + most, front.pairs - fast, -TAIL),
        (spare_defenders + spare_attackers) / front.pairs,
    )
    reach = (most - least + last * (fast - slow)) / 2 + TAIL * sqrt(last)
    return Span(int(first), ceil(last), (least + most) / 2, (slow + fast) / 2, ceil(reach) + 1)


def _battles_to_lose(armies: int, rate: float, tail: float) -> float:
    """Return the number of battles n with n * rate + tail * sqrt(n) = armies."""
    if rate < 1e-12:
        return inf
    root = (sqrt(tail**2 + 4 * rate * max(0, armies)) - tail) / (2 * rate)
    return root**2


def _reachable(opened: Collection[Cards]) -> list[Cards]:
    """Return the states of the cards that can still occur, beginning with the most cards."""
    heroes = max(heroes for heroes, _ in opened)
    fortifications = max(fortifications for _, fortifications in opened)
    return list(product(range(heroes, -1, -1), range(fortifications, -1, -1)))


class _Waves:
    """The probability of each number of defenders lost and state of the cards, as a sum of waves.

    It begins after `span.first` battles, and is exact for losses within `span.reach`.
    """

    def __init__(self, span: Span, opened: Mapping[Cards, Masses], terms: Terms) -> None:
        self._period = 2 * span.reach + 1
        self._roots = [exp(2j * pi * place / self._period) for place in range(self._period)]
        self._states = _reachable(opened)
        self._waves = []
        for number in range(span.reach + 1):
            step = self._step(number, terms)
            slowest = max(abs(step[place][place]) for place in range(len(step)))
            if slowest**span.first < NEGLIGIBLE:
                continue
            # Waves come in conjugate pairs, except the constant one.
            weight = (2 if number else 1) / self._period
            heights = [
                weight * sum(mass * self._root(-number * lost) for lost, mass in masses.items())
                for masses in (opened.get(state, Masses(float)) for state in self._states)
            ]
            self._waves.append((number, step, _times(heights, _power(step, span.first))))

    def _root(self, place: int) -> complex:
        return self._roots[place % self._period]

    def _step(self, number: int, terms: Terms) -> Matrix:
        """Return the transition matrix of a wave for one battle, by states of the cards."""
        step = [[0j] * len(self._states) for _ in self._states]
        for row, state in zip(step, self._states, strict=True):
            for ending, chance in _endings(state, terms):
                after = self._states.index(_after(state, ending))
                row[after] += chance * self._root(-number * ending.defenders)
        return step

    def probabilities(self, lost: int) -> Iterator[tuple[Cards, float]]:
        """Yield the probability that this many defenders are lost, by state of the cards."""
        turned = [(self._root(number * lost), heights) for number, _, heights in self._waves]
        for place, state in enumerate(self._states):
            # Rounding may push it below 0.
            yield state, max(0.0, sum((root * heights[place]).real for root, heights in turned))

    def fight(self) -> None:
        """Advance by one battle."""
        self._waves = [
            (number, step, _times(heights, step)) for number, step, heights in self._waves
        ]


def _times(row: list[complex], matrix: Matrix) -> list[complex]:
    if len(row) == 1:
        return [row[0] * matrix[0][0]]
    return [sum(map(mul, row, column)) for column in zip(*matrix, strict=True)]


def _power(matrix: Matrix, exponent: int) -> Matrix:
    size = range(len(matrix))
    result = [[complex(row == column) for column in size] for row in size]
    while exponent:
        if exponent % 2:
            result = [_times(row, matrix) for row in result]
        matrix = [_times(row, matrix) for row in matrix]
        exponent //= 2
    return result
