"""The luck of a seat: its losses beside everything that the same dice could have brought."""

from dataclasses import replace
from itertools import product

import pytest

from rules.chapters.attack.battle import compare
from rules.events.attack import BattleFought
from rules.events.base import Modifier
from rules.record.luck import luck_of
from rules.rulesets import RULESETS
from tests.rules.record.soak import battles_of, kinds, lucks_of, means_of
from tests.support.rules.bot_tables import Table

ATTACKER, DEFENDER, OTHER = range(3)


def battle(attack, defence, bonus=0):
    """A battle with these dice, and modifiers of the attacker."""
    attack_order, defence_order = sorted(attack)[::-1], sorted(defence)[::-1]
    attack_order[0] += bonus
    pairs = compare(attack_order, defence_order)
    modifiers = (Modifier(1, "hero", "HRO-1"),) * bonus
    losses = pairs.count("defender"), pairs.count("attacker")
    totals = attack_order[0], defence_order[0]
    armies = 9, 9
    return BattleFought(
        ATTACKER, DEFENDER, "a", "b", attack, defence, modifiers, (), *totals, pairs, *losses,
        *armies,
    )  # fmt: skip


def numbers(luck):
    return luck.lost, luck.destroyed, luck.expected_lost, luck.expected_destroyed


def test_one_die_against_one():
    won = battle((6,), (5,))
    luck = luck_of(ATTACKER, [won])
    assert numbers(luck) == pytest.approx((0, 1, 21 / 36, 15 / 36))
    assert luck.luckier_than == pytest.approx(100 * (21 / 36 + 15 / 72))
    assert luck.saved == pytest.approx(21 / 36)
    assert luck.spread == pytest.approx((21 * 15) ** 0.5 / 36)
    assert numbers(luck_of(DEFENDER, [won])) == pytest.approx((1, 0, 15 / 36, 21 / 36))


def test_three_dice_against_two():
    both, one, none = 2890 / 7776, 2611 / 7776, 2275 / 7776
    luck = luck_of(ATTACKER, [battle((6, 4, 1), (5, 5))])
    assert numbers(luck) == pytest.approx((1, 1, one + 2 * none, one + 2 * both))
    assert luck.luckier_than == pytest.approx(100 * (none + one / 2))
    assert luck_of(DEFENDER, [battle((6, 6, 1), (5, 5))]).luckier_than == pytest.approx(50 * both)


def test_modifiers_count():
    luck = luck_of(ATTACKER, [battle((3,), (3,), bonus=1)])
    assert numbers(luck) == pytest.approx((0, 1, 15 / 36, 21 / 36))


def test_usual_losses_leave_out_the_rarest_twentieth_at_each_end():
    # Of twenty battles at 21 to 15, between 8 and 15 are lost in nine series of ten.
    assert luck_of(ATTACKER, [battle((6,), (5,))] * 20).usual_losses == (8, 15)
    assert luck_of(OTHER, []).usual_losses == (0, 0)


def test_over_every_result_of_the_dice_luck_has_its_mean():
    found = [
        luck_of(ATTACKER, [battle((a,), (b,), bonus=1), battle((c, d), (e,))])
        for a, b, c, d, e in product(range(1, 7), repeat=5)
    ]
    mean = sum(luck.luckier_than for luck in found) / len(found)
    assert mean == pytest.approx(50)
    assert sum(luck.saved for luck in found) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("ruleset", [RULESETS["greyhawk"], RULESETS["castle"]])
def test_two_players_share_the_luck_of_a_game(ruleset):
    events = Table(("captain",) * 2, 4, ruleset=ruleset, quick=True).play().events()
    battles = [event for event in events if isinstance(event, BattleFought)]
    one, other = (luck_of(seat, battles) for seat in range(2))
    assert len(battles) > 20
    assert one.luckier_than + other.luckier_than == pytest.approx(100)
    assert one.saved + other.saved == pytest.approx(0)
    assert (one.lost, one.destroyed) == (other.destroyed, other.lost)


def test_luck_is_fair_over_the_games_of_bots():
    """The seeds are fixed, so the result is always the same; `soak` plays many more games."""
    games = [battles_of(*kind) for kind in kinds(12)]
    means = means_of([luck for battles in games for luck in lucks_of(battles)])
    assert abs(means.luck - 50) < 8
    # Attackers alone lose as many armies as expected, within four standard deviations.
    attacks = [
        luck_of(ATTACKER, [replace(one, attacker=ATTACKER) for one in each]) for each in games
    ]
    spread = sum(luck.spread**2 for luck in attacks) ** 0.5
    assert abs(sum(luck.saved for luck in attacks)) < 4 * spread
    assert sum(luck.expected_lost for luck in attacks) > 20 * spread
