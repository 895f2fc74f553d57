"""Chapters 4 and 6: odds of attacks against published tables, hand counts and a naive recursion."""

import json
import sys
from collections import Counter, defaultdict
from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import cache
from itertools import product
from types import FrameType
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.odds import Odds, attack_odds, attacks, battle_odds
from rules.odds.battles import Terms

# By (attack dice, defence dice), the number of rolls in which the defender loses all the armies at
# stake, each side loses one, or the attacker loses all. From Osborne, see below.
PUBLISHED_ROLLS = {
    (3, 2): (2890, 2611, 2275),
    (3, 1): (855, 0, 441),
    (2, 2): (295, 420, 581),
    (2, 1): (125, 0, 91),
    (1, 2): (55, 0, 161),
    (1, 1): (15, 0, 21),
}

# J. A. Osborne, "Markov Chains for the RISK Board Game Revisited" (Mathematics Magazine, 2003):
# probability of a capture. Lines are for 1 to 10 attackers that may fight, columns for 1 to 10
# defenders.
OSBORNE = """
0.417 0.106 0.027 0.007 0.002 0.000 0.000 0.000 0.000 0.000
0.754 0.363 0.206 0.091 0.049 0.021 0.011 0.005 0.003 0.001
0.916 0.656 0.470 0.315 0.206 0.134 0.084 0.054 0.033 0.021
0.972 0.785 0.642 0.477 0.359 0.253 0.181 0.123 0.086 0.057
0.990 0.890 0.769 0.638 0.506 0.397 0.297 0.224 0.162 0.118
0.997 0.934 0.857 0.745 0.638 0.521 0.423 0.329 0.258 0.193
0.999 0.967 0.910 0.834 0.736 0.640 0.536 0.446 0.357 0.287
1.000 0.980 0.947 0.888 0.818 0.730 0.643 0.547 0.464 0.380
1.000 0.990 0.967 0.930 0.873 0.808 0.726 0.646 0.558 0.480
1.000 0.994 0.981 0.954 0.916 0.861 0.800 0.724 0.650 0.568
"""
OSBORNE_CELLS = [
    (attackers, defenders, float(win))
    for attackers, line in enumerate(OSBORNE.split("\n")[1:-1], start=1)
    for defenders, win in enumerate(line.split(), start=1)
]


def enumerate_rolls(
    attack_dice: int, defence_dice: int, attack_bonus: int = 0, defence_bonus: int = 0
) -> Counter[tuple[int, int, int]]:
    """Count (attack losses, defence losses, top comparison) by enumerating all 6ⁿ rolls."""
    counts: Counter[tuple[int, int, int]] = Counter()
    for dice in product(range(1, 7), repeat=attack_dice + defence_dice):
        attack = sorted(dice[:attack_dice], reverse=True)
        defence = sorted(dice[attack_dice:], reverse=True)
        attack_total, defence_total = attack[0] + attack_bonus, defence[0] + defence_bonus
        attack_losses = int(attack_total <= defence_total)
        defence_losses = int(attack_total > defence_total)
        if attack_dice >= 2 and defence_dice >= 2:
            attack_losses += attack[1] <= defence[1]
            defence_losses += attack[1] > defence[1]
        top = (attack_total > defence_total) - (attack_total < defence_total)
        counts[attack_losses, defence_losses, top] += 1
    return counts


class Situation(NamedTuple):
    """The arguments of `attack_odds` other than the armies, under the same names."""

    max_dice: int = 3
    defence_dice: int = 2
    heroes: int = 0
    fortifications: int = 0
    attack_bonus: int = 0
    defence_bonus: int = 0
    stop_at: int = 0
    hero_survives_tie: bool = False


enumerate_once = cache(enumerate_rolls)


@cache
def naive_endings(
    attackers: int, defenders: int, situation: Situation
) -> dict[tuple[int, int], Fraction]:
    """Exact probability of every (attackers left, defenders left), battle by battle."""
    if defenders == 0 or attackers <= situation.stop_at:
        return {(attackers, defenders): Fraction(1)}
    hero, fortification = situation.heroes > 0, situation.fortifications > 0
    rolls = enumerate_once(
        min(attackers, situation.max_dice),
        min(defenders, situation.defence_dice),
        situation.attack_bonus + hero,
        situation.defence_bonus + fortification,
    )
    endings: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (attack_losses, defence_losses, top), count in rolls.items():
        after = situation
        if top > 0 and fortification:
            after = after._replace(fortifications=after.fortifications - 1)
        if hero and (top < 0 or (top == 0 and not situation.hero_survives_tie)):
            after = after._replace(heroes=after.heroes - 1)
        further = naive_endings(attackers - attack_losses, defenders - defence_losses, after)
        for ending, probability in further.items():
            endings[ending] += probability * Fraction(count, rolls.total())
    return dict(endings)


def assert_exact(attackers: int, defenders: int, situation: Situation) -> None:
    odds = attack_odds(attackers, defenders, **situation._asdict())
    attack = [Fraction(0)] * (attackers + 1)
    defence = [Fraction(0)] * (defenders + 1)
    for (attack_left, defence_left), probability in naive_endings(
        attackers, defenders, situation
    ).items():
        attack[attack_left] += probability
        defence[defence_left] += probability
    attack_mean = sum(left * probability for left, probability in enumerate(attack))
    defence_mean = sum(left * probability for left, probability in enumerate(defence))
    expected = [
        *(defence[0], attack_mean, defence_mean),
        *(attackers - attack_mean, defenders - defence_mean),
        *attack,
        *defence,
    ]
    found = [
        *(odds.win, odds.attackers_left, odds.defenders_left),
        *(odds.expected_attack_losses, odds.expected_defence_losses),
        *odds.attackers_left_distribution,
        *odds.defenders_left_distribution,
    ]
    assert found == pytest.approx([float(value) for value in expected], rel=0, abs=1e-12)


situations = st.builds(
    Situation,
    max_dice=st.integers(1, 3),
    defence_dice=st.integers(1, 2),
    heroes=st.integers(0, 3),
    fortifications=st.integers(0, 3),
    attack_bonus=st.integers(-3, 3),
    defence_bonus=st.integers(-2, 2),
    stop_at=st.integers(0, 4),
    hero_survives_tie=st.booleans(),
)


@pytest.mark.parametrize("dice", PUBLISHED_ROLLS)
def test_single_rolls_as_published(dice: tuple[int, int]) -> None:
    rolls = 6 ** sum(dice)
    losses: Counter[tuple[int, int]] = Counter()
    for probability, attack_losses, defence_losses, _ in battle_odds(*dice):
        losses[attack_losses, defence_losses] += probability * rolls
    pairs = min(dice)
    both = losses[1, 1] if pairs == 2 else 0
    assert (losses[0, pairs], both, losses[pairs, 0]) == PUBLISHED_ROLLS[dice]
    assert sum(PUBLISHED_ROLLS[dice]) == rolls


@pytest.mark.parametrize("dice", PUBLISHED_ROLLS)
@pytest.mark.parametrize("bonuses", [(0, 0), (1, 0), (0, 1), (1, 1), (3, -1), (-4, 1), (-2, 4)])
def test_battle_odds_count_every_roll(dice: tuple[int, int], bonuses: tuple[int, int]) -> None:
    found = {tuple(outcome): probability for probability, *outcome in battle_odds(*dice, *bonuses)}
    counts = enumerate_rolls(*dice, *bonuses)
    assert found == {outcome: Fraction(n, counts.total()) for outcome, n in counts.items()}
    assert sum(found.values()) == 1


def test_battle_odds_begin_with_the_attackers_best() -> None:
    assert [outcome[1:] for outcome in battle_odds(3, 2)] == [
        (0, 2, 1),
        (1, 1, 1),
        (1, 1, 0),
        (1, 1, -1),
        (2, 0, 0),
        (2, 0, -1),
    ]


@pytest.mark.parametrize("bonus", [6, 7, 10**30])
def test_a_bonus_beyond_every_die_leaves_only_the_second_pair(bonus: int) -> None:
    assert battle_odds(1, 1, bonus) == ((Fraction(1), 0, 1, 1),)
    assert battle_odds(1, 1, 0, bonus) == ((Fraction(1), 1, 0, -1),)
    assert {outcome[1:] for outcome in battle_odds(2, 2, bonus)} == {(0, 2, 1), (1, 1, 1)}


@pytest.mark.parametrize(("attackers", "defenders", "win"), OSBORNE_CELLS)
def test_whole_attacks_as_published(attackers: int, defenders: int, win: float) -> None:
    assert attack_odds(attackers, defenders).win == pytest.approx(win, abs=0.0005001)


@pytest.mark.parametrize(
    ("attackers", "situation", "win"),
    [
        (1, Situation(heroes=1), Fraction(21, 36)),
        (1, Situation(fortifications=1), Fraction(10, 36)),
        (1, Situation(heroes=1, fortifications=1), Fraction(15, 36)),
        (1, Situation(attack_bonus=2), Fraction(26, 36)),
        (1, Situation(defence_bonus=2), Fraction(6, 36)),
        # A tie still kills the attacker; a Hero lost with it does not help the second attacker.
        (
            2,
            Situation(max_dice=1, heroes=1),
            Fraction(21, 36) + Fraction(15, 36) * Fraction(15, 36),
        ),
        (2, Situation(max_dice=1, heroes=2), 1 - Fraction(15, 36) ** 2),
        (
            2,
            Situation(max_dice=1, heroes=1, hero_survives_tie=True),
            Fraction(21, 36)
            + Fraction(5, 36) * Fraction(21, 36)
            + Fraction(10, 36) * Fraction(15, 36),
        ),
        # If the Hero is lost with the first attacker, the second has 10 of 36 rolls.
        (
            2,
            Situation(max_dice=1, heroes=1, fortifications=1),
            Fraction(15, 36) + Fraction(21, 36) * Fraction(10, 36),
        ),
        (2, Situation(stop_at=1), Fraction(125, 216)),
    ],
)
def test_against_one_defender_as_counted_by_hand(
    attackers: int, situation: Situation, win: Fraction
) -> None:
    odds = attack_odds(attackers, 1, **situation._asdict())
    assert odds.win == pytest.approx(float(win), abs=1e-15)


def test_two_fortifications_apply_in_sequence() -> None:
    """With one die each, the attacker wins with 10/36 · 10/36; with one card, 10/36 · 15/36."""
    two = attack_odds(1, 2, defence_dice=1, fortifications=2)
    one = attack_odds(1, 2, defence_dice=1, fortifications=1)
    assert two.win == pytest.approx(100 / 1296, abs=1e-15)
    assert one.win == pytest.approx(150 / 1296, abs=1e-15)


def test_a_battle_may_exceed_the_stop_limit() -> None:
    odds = attack_odds(3, 2, stop_at=2)
    # One battle: of 7776 rolls 2890 win it, 2611 cost each side one army, 2275 cost two attackers.
    assert odds.attackers_left_distribution == pytest.approx(
        (0, 2275 / 7776, 2611 / 7776, 2890 / 7776)
    )
    assert odds.defenders_left_distribution == pytest.approx(
        (2890 / 7776, 2611 / 7776, 2275 / 7776)
    )


@pytest.mark.parametrize(
    "situation",
    [
        Situation(),
        Situation(max_dice=2),
        Situation(max_dice=1, defence_dice=1),
        Situation(stop_at=2),
        Situation(heroes=1),
        Situation(fortifications=2),
        Situation(heroes=2, fortifications=1),
        Situation(heroes=1, fortifications=1, hero_survives_tie=True),
        Situation(max_dice=2, heroes=3, fortifications=3, attack_bonus=1, defence_bonus=2),
        Situation(attack_bonus=-1, stop_at=1, heroes=2, hero_survives_tie=True),
        Situation(attack_bonus=9, defence_bonus=1),
        Situation(attack_bonus=-1, defence_bonus=8, heroes=1),
    ],
)
def test_agrees_with_the_naive_recursion(situation: Situation) -> None:
    for attackers, defenders in product(range(6), range(5)):
        assert_exact(attackers, defenders, situation)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 8), st.integers(0, 7), situations)
def test_agrees_with_the_naive_recursion_anywhere(
    attackers: int, defenders: int, situation: Situation
) -> None:
    assert_exact(attackers, defenders, situation)


def test_large_attacks_agree_with_the_naive_recursion() -> None:
    assert_exact(30, 25, Situation())
    assert_exact(16, 18, Situation(max_dice=2, heroes=1, fortifications=1))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 120), st.integers(0, 120), situations)
def test_probabilities_add_up(attackers: int, defenders: int, situation: Situation) -> None:
    odds = attack_odds(attackers, defenders, **situation._asdict())
    for distribution, most in (
        (odds.attackers_left_distribution, attackers),
        (odds.defenders_left_distribution, defenders),
    ):
        assert len(distribution) == most + 1
        assert all(0 <= probability <= 1 for probability in distribution)
        assert sum(distribution) == pytest.approx(1, abs=1e-12)
    assert odds.win == odds.defenders_left_distribution[0]


@pytest.mark.parametrize(
    ("attackers", "defenders", "situation"),
    [
        (310, 330, Situation()),
        (450, 301, Situation(max_dice=2, stop_at=5)),
        (340, 320, Situation(max_dice=1)),
        (330, 310, Situation(max_dice=1, defence_dice=1, attack_bonus=1)),
        # These cards are gone after about 60 battles, ...
        (305, 340, Situation(heroes=1)),
        (500, 320, Situation(max_dice=2, heroes=2, fortifications=1)),
        # ... these may last for most of the attack, ...
        (302, 500, Situation(heroes=1, attack_bonus=2)),
        (900, 310, Situation(fortifications=1, defence_bonus=2)),
        (600, 320, Situation(max_dice=2, heroes=1, fortifications=1, defence_bonus=1)),
        # ... and these are never lost.
        (301, 700, Situation(heroes=1, attack_bonus=6)),
        (301, 301, Situation(max_dice=1, heroes=1, attack_bonus=7, hero_survives_tie=True)),
    ],
)
def test_a_long_attack_has_the_odds_that_all_its_positions_add_up_to(
    attackers: int, defenders: int, situation: Situation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacks of more than LONG armies on each side have a calculation of their own."""
    arguments = (
        attackers,
        defenders,
        (situation.heroes, situation.fortifications),
        situation.stop_at,
        Terms(
            situation.max_dice,
            situation.defence_dice,
            situation.attack_bonus - situation.defence_bonus,
            situation.hero_survives_tie,
        ),
    )
    found = attacks.reckon(*arguments)
    monkeypatch.setattr(attacks, "LONG", attacks.ARMY_LIMIT)
    exact = attacks.reckon(*arguments)
    for distribution in ("attackers_left_distribution", "defenders_left_distribution"):
        assert getattr(found, distribution) == pytest.approx(
            getattr(exact, distribution), abs=1e-10
        )
    assert found.attackers_left == pytest.approx(exact.attackers_left, abs=1e-7)
    assert found.defenders_left == pytest.approx(exact.defenders_left, abs=1e-7)


@pytest.mark.parametrize(
    ("attackers", "defenders", "situation", "win"),
    [
        (20_000, 5, Situation(), 1),
        (5, 20_000, Situation(), 0),
        (299, 20_000, Situation(heroes=1), 0),
        (4_100, 4_100, Situation(max_dice=2, fortifications=1), 0),
        (20_000, 20_000, Situation(heroes=1, fortifications=1), 1),
    ],
)
def test_odds_of_many_armies_take_few_steps(
    attackers: int, defenders: int, situation: Situation, win: int
) -> None:
    """A line takes about 70 ns: 4,000,000 are a third of a second. To visit every position of
    20,000 armies against 20,000 would take a hundred times as many."""
    with LimitedLines(4_000_000):
        odds = attack_odds(attackers, defenders, **situation._asdict())
    assert sum(odds.attackers_left_distribution) == pytest.approx(1, abs=1e-9)
    assert sum(odds.defenders_left_distribution) == pytest.approx(1, abs=1e-9)
    assert odds.win == pytest.approx(win, abs=1e-3)


class LimitedLines:
    """Fails as soon as the code in a block has run more lines than a limit."""

    def __init__(self, limit: int) -> None:
        self.left = limit

    def __enter__(self) -> None:
        sys.settrace(self._trace)

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _trace(self, _frame: FrameType, event: str, _argument: object) -> Any:
        self.left -= event == "line"
        assert self.left > 0, "The odds take too many steps."
        return self._trace


@pytest.mark.parametrize("attackers", range(1, 16))
@pytest.mark.parametrize("defenders", [1, 2, 3, 8, 15])
def test_every_modifier_improves_the_odds(attackers: int, defenders: int) -> None:
    win = attack_odds(attackers, defenders).win
    assert attack_odds(attackers + 1, defenders).win > win
    assert attack_odds(attackers, defenders + 1).win < win
    assert attack_odds(attackers, defenders, heroes=1).win > win
    assert attack_odds(attackers, defenders, attack_bonus=1).win > win
    assert attack_odds(attackers, defenders, fortifications=1).win < win
    assert attack_odds(attackers, defenders, defence_bonus=1).win < win
    assert attack_odds(attackers, defenders, max_dice=2).win <= win
    assert attack_odds(attackers, defenders, stop_at=1).win <= win


def test_without_a_battle_nothing_changes() -> None:
    stopped = attack_odds(4, 3, stop_at=4)
    assert (stopped.win, stopped.attackers_left, stopped.defenders_left) == (0, 4, 3)
    assert attack_odds(4, 3, stop_at=9) == stopped
    nobody = attack_odds(0, 3)
    assert (nobody.win, nobody.attackers_left, nobody.defenders_left) == (0, 0, 3)
    taken = attack_odds(4, 0)
    assert (taken.win, taken.attackers_left, taken.defenders_left) == (1, 4, 0)


def test_only_the_difference_of_bonuses_counts() -> None:
    assert attack_odds(9, 7, attack_bonus=3, defence_bonus=2) == attack_odds(9, 7, attack_bonus=1)


def test_json_has_the_five_fields() -> None:
    odds = attack_odds(2, 1, stop_at=1)
    document = json.loads(json.dumps(odds.to_json()))
    assert document == odds.to_json()
    assert list(document) == [
        "win",
        "attackers_left",
        "defenders_left",
        "attackers_left_distribution",
        "defenders_left_distribution",
    ]
    assert document["attackers_left"] == pytest.approx(1 + 125 / 216)
    assert document["defenders_left_distribution"] == pytest.approx([125 / 216, 91 / 216])


def test_odds_cannot_be_changed() -> None:
    odds = attack_odds(3, 2)
    assert isinstance(odds, Odds)
    with pytest.raises(FrozenInstanceError):
        odds.win = 1.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"attackers": -1}, "The number of attackers must be a whole number, 0 or more."),
        ({"attackers": True}, "The number of attackers must be a whole number, 0 or more."),
        ({"defenders": 2.0}, "The number of defenders must be a whole number, 0 or more."),
        ({"defenders": [2]}, "The number of defenders must be a whole number, 0 or more."),
        ({"defenders": 25_001}, "The number of defenders can be 25,000 at most."),
        ({"heroes": None}, "The number of heroes must be a whole number, 0 or more."),
        ({"heroes": 21}, "The number of heroes can be 20 at most."),
        ({"fortifications": "1"}, "The number of fortifications must be a whole number"),
        ({"stop_at": -2}, "The number of attackers to stop at must be a whole number, 0 or more."),
        ({"max_dice": 4}, "The attacker rolls 1, 2 or 3 dice."),
        ({"max_dice": True}, "The attacker rolls 1, 2 or 3 dice."),
        ({"defence_dice": 0}, "The defender rolls 1 or 2 dice."),
        ({"attack_bonus": 0.5}, "A bonus must be a whole number."),
        ({"defence_bonus": False}, "A bonus must be a whole number."),
        ({"hero_survives_tie": 1}, "Whether a hero survives a tie must be true or false."),
        ({"attackers": 400, "defenders": 400, "heroes": 6, "fortifications": 6}, "fewer cards"),
    ],
)
def test_impossible_odds_are_refused_plainly(arguments: dict[str, object], sentence: str) -> None:
    attack_odds(1, 1)
    with pytest.raises(ValueError, match=sentence):
        attack_odds(**{"attackers": 1, "defenders": 1, **arguments})  # type: ignore[arg-type]


@pytest.mark.parametrize("dice", [(0, 1), (4, 2), (3, 3), (True, 1), (2, 1.0)])
def test_a_single_roll_has_one_to_three_dice_against_one_or_two(dice: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="dice"):
        battle_odds(*dice)
