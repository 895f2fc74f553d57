"""Chapters 4 and 6: the odds of one attack fought with the most dice."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rules.odds.battles import Cards, Terms, endings, net_bonus, verify_dice
from rules.odds.long_attacks import positions_when_short

ARMY_LIMIT = 25_000
CARD_LIMIT = 20
# Limits attackers × defenders × states of the cards.
CELL_LIMIT = 16_000_000
# With more armies than this on each side, an attack is a long one.
LONG = 300
# Results for more armies than this have a smaller cache, to limit its memory.
SHORT_ANSWER = 200
# Positions less likely than this are dropped; together they have a probability below 1e-17.
NEGLIGIBLE = 1e-25
# Victories less likely than this are left out.
NEVER = 1e-12

# Maps a state of the cards to the probability of each number of defenders left, from 0 up.
Rows = defaultdict[Cards, list[float]]


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of an attack; mean values are over all outcomes, won or lost.

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
        """The mean number of armies that the attacker loses."""
        return len(self.attackers_left_distribution) - 1 - self.attackers_left

    @property
    def expected_defence_losses(self) -> float:
        """The mean number of armies that the defender loses."""
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
    verify_dice(max_dice, defence_dice)
    if type(hero_survives_tie) is not bool:
        raise ValueError("Whether a hero survives a tie must be true or false.")
    cached = _few if attackers + defenders <= SHORT_ANSWER else _many
    return cached(
        attackers,
        defenders,
        (heroes, fortifications),
        min(stop_at, attackers),
        Terms(max_dice, defence_dice, net_bonus(attack_bonus, defence_bonus), hero_survives_tie),
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
    size = min(attackers, defenders, LONG)
    if 4 * size**2 * (heroes + 1) * (fortifications + 1) > CELL_LIMIT:
        raise ValueError("This attack is too large to calculate: try fewer cards.")


class _Left(NamedTuple):
    """The probability of each number of armies left on each side."""

    attackers: list[float]
    defenders: list[float]


def reckon(attackers: int, defenders: int, cards: Cards, stop_at: int, terms: Terms) -> Odds:
    """Return the odds; a long attack is fought out only from where a side runs short."""
    fighting = attackers - stop_at
    if min(fighting, defenders) <= LONG:
        return _summarise(_reckon_short(attackers, defenders, cards, stop_at, terms))
    left = _Left([0.0] * (attackers + 1), [0.0] * (defenders + 1))
    positions = positions_when_short(attackers, defenders, cards, stop_at, terms)
    # Many attackers meet few defenders or few meet many: together the rows would be long and many.
    for are_few in (True, False):
        part = {
            position: mass
            for position, mass in positions.items()
            if (position[1] < terms.defence_dice) is are_few
        }
        _fight_out(part, cards, stop_at, terms, left)
    return _summarise(left)


def _reckon_short(
    attackers: int, defenders: int, cards: Cards, stop_at: int, terms: Terms
) -> _Left:
    """Fight out an attack of few armies on one side or both.

    If there are very many defenders, those that are certain to survive are left out and added at
    the end.
    """
    fighting = 4 * (attackers - stop_at) + 100
    while True:
        idle = max(0, defenders - fighting)
        left = _Left([0.0] * (attackers + 1), [0.0] * (defenders - idle + 1))
        _fight_out({(attackers, defenders - idle, cards): 1.0}, cards, stop_at, terms, left)
        if not idle:
            return left
        if left.defenders[0] < NEVER:
            return _Left(left.attackers, [0.0] * idle + left.defenders)
        fighting *= 2


def _fight_out(
    positions: Mapping[tuple[int, int, Cards], float],
    cards: Cards,
    stop_at: int,
    terms: Terms,
    left: _Left,
) -> None:
    """Propagate probabilities from some positions to all final ones, and add them to `left`.

    `rows` holds the positions with the current number of attackers, one fewer, and two fewer.
    """
    starts: defaultdict[int, list[tuple[int, Cards, float]]] = defaultdict(list)
    for (attackers, defenders, state), mass in positions.items():
        starts[attackers].append((defenders, state, mass))
    most = max((defenders for _, defenders, _ in positions), default=0)
    rows = [_no_rows(most) for _ in range(3)]
    for attackers in range(max(starts, default=0), max(stop_at - 2, -1), -1):
        for defenders, state, mass in starts.pop(attackers, ()):
            rows[0][state][defenders] += mass
        if attackers > stop_at:
            _fight(rows, min(terms.max_dice, attackers), cards, terms)
        for row in rows[0].values():
            over = row[:1] if attackers > stop_at else row
            left.attackers[attackers] += sum(over)
            for defenders, mass in enumerate(over):
                left.defenders[defenders] += mass
        rows = [rows[1], rows[2], _no_rows(most)]
        if not (starts or rows[0] or rows[1]):
            break


def _no_rows(defenders: int) -> Rows:
    return defaultdict(lambda: [0.0] * (defenders + 1))


_few = lru_cache(maxsize=4096)(reckon)
_many = lru_cache(maxsize=32)(reckon)


def _summarise(left: _Left) -> Odds:
    # Rounding can push a probability slightly above 1.
    attack = tuple(min(1.0, probability) for probability in left.attackers)
    defence = tuple(min(1.0, probability) for probability in left.defenders)
    return Odds(
        win=defence[0],
        attackers_left=sum(armies * probability for armies, probability in enumerate(attack)),
        defenders_left=sum(armies * probability for armies, probability in enumerate(defence)),
        attackers_left_distribution=attack,
        defenders_left_distribution=defence,
    )


def _fight(rows: list[Rows], dice: int, cards: Cards, terms: Terms) -> None:
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
    rows: list[Rows], state: Cards, attack_dice: int, defence_dice: int, terms: Terms
) -> list[tuple[list[float], int, float]]:
    """Return (resulting row, defenders lost, probability) for each ending of a battle."""
    heroes, fortifications = state
    return [
        (
            rows[lost.attackers][heroes - lost.heroes, fortifications - lost.fortifications],
            lost.defenders,
            probability,
        )
        for lost, probability in endings(
            attack_dice, defence_dice, heroes > 0, fortifications > 0, terms
        )
    ]
