"""What a general thinks of others' moves: its own are no worse, and it knows only the view."""

import random

import pytest

from rules.bots.general import General
from rules.bots.general.reviews import estimate
from rules.bots.reasons.verdicts import HAIR, describe_verdict, is_worse
from rules.cards import BattleCard
from rules.moves import DeclareAttack, EndAttacks, Pass, PlayMercenaries
from rules.questions import DecisionKind
from rules.rulesets.classic import CLASSIC
from rules.view import View
from tests.support.rules.bot_tables import in_two_empires
from tests.support.rules.worlds import world


def before_attacks(table):
    """The view of seat 0 when it decides about its attacks."""
    table.state.decisions = ()
    table.state.ask(0, DecisionKind.ATTACKS)
    return View(table.state, 0)


@pytest.fixture
def conquest():
    """A view in a classic game: a large force of seat 0 beside the last territory of Australia."""
    own = dict.fromkeys(("new_guinea", "western_australia", "eastern_australia"), (0, 1))
    holdings = {**own, "siam": (0, 20), "indonesia": (1, 1)}
    return before_attacks(world(CLASSIC, ("captain",) * 3, holdings, (1, 2)))


@pytest.fixture
def storm():
    """A view before a storm with thirty armies against three, and the storm."""
    table, source, target = in_two_empires()
    return View(table.state, 0), DeclareAttack(source, target, press=1)


def test_a_conquest_is_better_than_waiting_or_another_attack(conquest):
    chosen = General(random.Random(1)).decide(conquest).move
    assert isinstance(chosen, DeclareAttack) and chosen.target == "indonesia"
    best = estimate(conquest, [chosen])
    waiting = estimate(conquest, [EndAttacks()])
    other = estimate(conquest, [DeclareAttack("siam", "china", press=1)])
    assert is_worse(best, waiting) and best >= other and 0 < waiting < best < 1


def test_a_storm_is_better_than_waiting(storm):
    view, attack = storm
    best, waiting = estimate(view, [attack]), estimate(view, [EndAttacks()])
    assert is_worse(best, waiting) and 0 <= waiting < best <= 1


def test_what_others_hold_in_secret_changes_no_estimate(storm):
    view, attack = storm
    before = estimate(view, [attack]), estimate(view, [EndAttacks()])
    # The number of cards is public: only what they are differs.
    view._state.players[1].hand = [BattleCard.HERO, BattleCard.HERO]
    with_heroes = estimate(view, [attack])
    view._state.players[1].hand = [BattleCard.FORTIFICATION, BattleCard.FORTIFICATION]
    assert estimate(view, [attack]) == with_heroes
    view._state.players[1].hand = []
    assert (estimate(view, [attack]), estimate(view, [EndAttacks()])) == before


def test_cards_and_the_set_up_have_no_estimate(storm, conquest):
    view, _ = storm
    assert estimate(view, [PlayMercenaries(1)]) is None
    conquest._state.round = 0
    assert estimate(conquest, [Pass()]) is None


def test_verdicts_are_kind_and_hairs_are_not_split():
    assert "just as good" in describe_verdict(0.4, 0.4 - HAIR / 2, is_same=False)
    assert "just as good" in describe_verdict(0.4, 0.5, is_same=False)
    assert describe_verdict(0.4, 0.1, is_same=True) == "You did the same."
    assert describe_verdict(None, 0.3, is_same=False) == ""
    worse = describe_verdict(0.4, 0.3, is_same=False)
    assert "40%" in worse and "30%" in worse
