"""`check` names the fault of broken positions of Classic and of its headquarters variant."""

import pytest

from rules import moves as m
from rules import turn
from rules.chance import FastChance
from rules.questions import DecisionKind
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.headquarters import HEADQUARTERS
from rules.rulesets.ruleset import Ruleset
from rules.state import Options, State, TerritoryCards
from rules.state.invariants import check, complaints
from tests.support.rules.strategies import copy_of


def played(ruleset: Ruleset, kind: DecisionKind, seats: int) -> State:
    """A game up to the first decision of a kind, played with default answers."""
    chance = FastChance(3)
    options = Options(quick=True, fixed_seats=True)
    state, _ = turn.new_game(ruleset, (True,) * seats, options, "broken", chance)
    while state.decisions[0].kind is not kind:
        turn.play(state, state.decisions[0].seat, m.Default(), chance, "clock")
    check(state)
    return state


ATTACKS = played(CLASSIC, DecisionKind.ATTACKS, 3)
TWO = played(CLASSIC, DecisionKind.ATTACKS, 2)
MUSTER = played(CLASSIC, DecisionKind.MUSTER, 2)
MARKING = played(HEADQUARTERS, DecisionKind.HEADQUARTERS, 3)
MARKED = played(HEADQUARTERS, DecisionKind.ATTACKS, 3)
TEMPLES = played(GREYHAWK, DecisionKind.ATTACKS, 3)


def lose_all(state: State) -> None:
    """Leave a player without territories, but in the game."""
    for name in state.held_by(2):
        state.holdings[name].owner = 1


def grow_neutral(state: State) -> None:
    next(item for item in state.holdings.values() if item.owner is None).armies += 1


def hold_nothing(state: State) -> None:
    state.holdings["siam"].owner, state.holdings["siam"].armies = None, 3


def mark_another(state: State) -> None:
    state.unseen_headquarters = {0: state.held_by(1)[0]}


BROKEN = {
    "territory cards are not those": (
        ATTACKS,
        lambda state: state.territory_cards.deck.append("wild"),
    ),
    "are not sorted": (ATTACKS, lambda state: state.territory_cards.deck.reverse()),
    "without five cards must trade": (
        ATTACKS,
        lambda state: setattr(state.territory_cards, "trading", True),
    ),
    "or none in one with them": (ATTACKS, lambda state: setattr(state, "territory_cards", None)),
    "in a game without them, or": (
        TEMPLES,
        lambda state: setattr(state, "territory_cards", TerritoryCards([], [[], [], []])),
    ),
    "or in without any": (ATTACKS, lose_all),
    "has 3 armies": (ATTACKS, hold_nothing),
    "neutral army has grown": (TWO, grow_neutral),
    "musters more or less": (
        MUSTER,
        lambda state: setattr(state.players[1].muster, "left", 25),
    ),
    "headquarters in a game without": (
        ATTACKS,
        lambda state: state.headquarters.update({0: "siam"}),
    ),
    "not one for every player": (MARKED, lambda state: state.headquarters.pop(1)),
    "headquarters it does not hold": (MARKING, mark_another),
    "strongholds in a game without them": (
        ATTACKS,
        lambda state: setattr(state.players[0], "stronghold", "siam"),
    ),
}


@pytest.mark.parametrize("words", BROKEN)
def test_broken_classic_invariants_are_named(words):
    state, break_it = BROKEN[words]
    state = copy_of(state)
    break_it(state)
    found = list(zip(complaints(state), range(3), strict=False))
    assert any(words in complaint for complaint, _ in found), found
