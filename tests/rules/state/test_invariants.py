"""`check` accepts every position of a game, and names the fault of a broken one."""

from dataclasses import replace

import pytest

from rules import moves as m
from rules import turn
from rules.cards import BattleCard, EventCard
from rules.chance import FastChance
from rules.questions import DecisionKind
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.ruleset import Phase
from rules.state import Options, State
from rules.state.invariants import BrokenPosition, check, complaints
from rules.state.players import Decision
from rules.state.treaties import Trade, Truce
from rules.state.under_way import Attack, InForce, Placing, PlacingPurpose, Spying
from tests.support.rules.strategies import copy_of


def played(kind: DecisionKind, quick: bool = True) -> State:
    """A game of three up to the first decision of a kind, played with default answers."""
    chance = FastChance(3)
    options = Options(quick=quick, fixed_seats=True)
    state, _ = turn.new_game(GREYHAWK, (True,) * 3, options, "broken", chance)
    while state.decisions[0].kind is not kind:
        turn.play(state, state.decisions[0].seat, m.Default(), chance, "clock")
    check(state)
    return state


ATTACKS = played(DecisionKind.ATTACKS)
CLAIM = played(DecisionKind.CLAIM, quick=False)
MUSTER = played(DecisionKind.MUSTER)


def oldred(state: State, **changed: int | None) -> None:
    state.holdings["oldred"] = replace(state.holdings["oldred"], **changed)


def swap(state: State, first: int, other: int) -> None:
    """Exchange the strongholds of two players, but not the territories."""
    players = state.players
    players[first].stronghold, players[other].stronghold = (
        players[other].stronghold,
        players[first].stronghold,
    )


def lay_two_heroes(state: State) -> None:
    state.players[0].hand = []
    state.trades.append(Trade((0, 1), ((BattleCard.HERO,) * 2, ())))


def attack_oneself(state: State) -> None:
    own = state.held_by(state.turn)[:2]
    state.attack = Attack(1, state.turn, state.turn, *own, False, 0, 1, None)


BROKEN = {
    "is held by nobody": (ATTACKS, lambda state: oldred(state, owner=None, armies=0)),
    "has no army": (ATTACKS, lambda state: oldred(state, armies=0)),
    "has 2 armies": (CLAIM, lambda state: oldred(state, owner=None, armies=2)),
    "has -1 armies": (ATTACKS, lambda state: oldred(state, armies=-1)),
    "not those of the board": (ATTACKS, lambda state: state.holdings.pop("oldred")),
    "does not have 35 starting armies": (
        CLAIM,
        lambda state: setattr(state.players[1], "unplaced", 36),
    ),
    "musters more or less": (
        MUSTER,
        lambda state: setattr(state.players[1].muster, "left", 40),
    ),
    "something left from set-up": (
        ATTACKS,
        lambda state: setattr(state.players[1], "unplaced", 1),
    ),
    "is asked “attacks” in another player’s turn": (
        ATTACKS,
        lambda state: setattr(state, "turn", (state.turn + 1) % 3),
    ),
    "armies to place where": (
        ATTACKS,
        lambda state: state.placings.append(Placing(0, 2, PlacingPurpose.SPOILS, ())),
    ),
    "has 0 armies to place": (
        ATTACKS,
        lambda state: state.placings.append(Placing(0, 0, PlacingPurpose.SPOILS)),
    ),
    "11 cards “mercenaries”": (
        ATTACKS,
        lambda state: state.deck.remove(BattleCard.MERCENARIES),
    ),
    "13 cards “mercenaries”": (ATTACKS, lambda state: setattr(state, "track", 1)),
    "9 cards “hero”": (ATTACKS, lambda state: setattr(state.this_turn, "hero", True)),
    "battle deck is not sorted": (ATTACKS, lambda state: state.deck.reverse()),
    "hand of seat 1 is not sorted": (
        ATTACKS,
        lambda state: state.players[1].hand.sort(reverse=True),
    ),
    "A spy knows": (
        ATTACKS,
        lambda state: state.this_turn.seen.update({1: [BattleCard.FLEET] * 7}),
    ),
    "event cards “dragon_unleashed”": (
        ATTACKS,
        lambda state: state.event_discard.append(EventCard.DRAGON_UNLEASHED),
    ),
    "in force too long": (
        ATTACKS,
        lambda state: state.in_force.append(InForce(EventCard.AZURE_STORMS, 1, 3)),
    ),
    "offered cards it does not hold": (ATTACKS, lay_two_heroes),
    "two Ambassadors with the same opponent": (
        ATTACKS,
        lambda state: state.truces.extend([Truce(0, 1), Truce(0, 1)]),
    ),
    "two Fortifications in play": (
        ATTACKS,
        lambda state: state.this_turn.fortified.extend([1, 1]),
    ),
    "9 cards “fortification”": (ATTACKS, lambda state: state.this_turn.fortified.append(1)),
    "8 cards “assassin”": (ATTACKS, lambda state: setattr(state, "spying", Spying(0, 1))),
    "order of seats": (ATTACKS, lambda state: setattr(state, "order", (0, 1, 1))),
    "numbered one by one": (ATTACKS, lambda state: setattr(state.players[1], "eliminated", 2)),
    "held by a player who is out": (
        ATTACKS,
        lambda state: setattr(state.players[1], "eliminated", 1),
    ),
    "player on turn is not": (ATTACKS, lambda state: setattr(state, "turn", None)),
    "empires drawn and undrawn": (ATTACKS, lambda state: state.undrawn_empires.pop()),
    "banners are not one": (
        ATTACKS,
        lambda state: state.players[0].banners.extend(state.players[1].banners),
    ),
    "is not in its empire": (ATTACKS, lambda state: swap(state, 0, 1)),
    "is not out": (
        ATTACKS,
        lambda state: setattr(state.holdings[state.players[1].stronghold], "owner", 2),
    ),
    "not one for every player": (ATTACKS, lambda state: state.hidden.pop()),
    "commitment of seat": (ATTACKS, lambda state: setattr(state.hidden[0], "salt", "00" * 32)),
    "stronghold territory “": (
        ATTACKS,
        lambda state: setattr(state.hidden[0], "territory", state.players[0].stronghold),
    ),
    "is not the defender’s": (ATTACKS, attack_oneself),
    "there is no open decision": (ATTACKS, lambda state: setattr(state, "decisions", ())),
    "two things at once": (
        ATTACKS,
        lambda state: setattr(state, "decisions", state.decisions * 2),
    ),
    "can’t be asked": (
        ATTACKS,
        lambda state: setattr(
            state, "decisions", (Decision(state.turn, DecisionKind.ATTACKS, 99),)
        ),
    ),
    "“attacks” at the wrong time": (ATTACKS, lambda state: setattr(state, "phase", Phase.SPOILS)),
    "for a bound trade": (
        ATTACKS,
        lambda state: setattr(state, "suspended", state.decisions),
    ),
}


@pytest.mark.parametrize(("sentence", "broken"), BROKEN.items(), ids=BROKEN)
def test_broken_invariants_are_named(sentence, broken):
    sound, breaking = broken
    state = copy_of(sound)
    breaking(state)
    with pytest.raises(BrokenPosition) as error:
        check(state)
    assert error.value.message.endswith(".")
    assert any(sentence in complaint for complaint in complaints(state))


@pytest.mark.parametrize("kind", DecisionKind)
def test_decisions_fit_their_phase(kind):
    sound = {DecisionKind.CLAIM, DecisionKind.STRONGHOLD, DecisionKind.HIDE, DecisionKind.MUSTER}
    state = copy_of(ATTACKS if kind in sound else CLAIM)
    seat = state.decisions[0].seat
    state.decisions = (Decision(seat, kind, state.players[seat].asked),)
    assert f"Seat {seat} is asked “{kind}” at the wrong time." in complaints(state)


def test_a_game_that_is_over_has_nothing_open():
    state = copy_of(ATTACKS)
    turn.play(state, 0, m.EndGame((1,)), FastChance(1), "moderator")
    check(state)
    state.decisions = ATTACKS.decisions
    with pytest.raises(BrokenPosition, match="there is an open decision"):
        check(state)
