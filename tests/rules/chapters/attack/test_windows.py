"""ORD-2: only orders and public facts decide which windows open, never secret cards or choices."""

import json
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from itertools import product

import pytest

from rules import moves as m
from rules import turn
from rules.cards import BattleCard, EventCard
from rules.chance import FastChance
from rules.chance.recorded import ScriptedChance
from rules.events.base import Event, is_visible
from rules.state import State
from rules.state.players import HiddenArmies, Holding
from rules.view import view
from tests.support.rules.duels import SOURCE, TARGET, duel
from tests.support.rules.strategies import copy_of

ASSASSIN, FLEET, FORTIFICATION, HERO = (
    BattleCard.ASSASSIN,
    BattleCard.FLEET,
    BattleCard.FORTIFICATION,
    BattleCard.HERO,
)
ATTACK = m.DeclareAttack(SOURCE, TARGET, dice=1)


def order(state: State, seat: int, **orders: str) -> None:
    player = state.players[seat]
    player.orders = replace(player.orders, **orders)


def attacked(hero: bool = False, question: str = "fortification") -> Callable:
    """Return a case: seat 0 attacks; seat 1 should be asked about a card in its hand."""

    def play(card: BattleCard, orders: str) -> tuple[State, tuple[Event, ...]]:
        state = duel((HERO,), (card,))
        order(state, 1, **{question: orders})
        return state, turn.play(state, 0, replace(ATTACK, hero=hero), FastChance(2))

    return play


def used(move: m.Move) -> Callable:
    """Return a case: seat 0 uses an Assassin; seat 1 should be asked for a counter."""

    def play(card: BattleCard, orders: str) -> tuple[State, tuple[Event, ...]]:
        state = duel((ASSASSIN,), (card,))
        order(state, 1, counter=orders)
        # The Assassin fails, so nothing in the hand is revealed.
        chance = ScriptedChance(dice=(1, 6), fallback=FastChance(2))
        return state, turn.play(state, 0, move, chance)

    return play


def fortified(card: BattleCard, orders: str) -> tuple[State, tuple[Event, ...]]:
    """Seat 1 plays a Fortification; seat 0 should be asked for an Assassin against it."""
    state = duel((card,), (FORTIFICATION,))
    order(state, 0, strike=orders)
    order(state, 1, fortification="always")
    return state, turn.play(state, 0, replace(ATTACK, dice=1), FastChance(2))


def raided(card: BattleCard, orders: str) -> tuple[State, tuple[Event, ...]]:
    """Savages attack seat 1, which should be asked about a Fortification."""
    state = duel((), (card,))
    state.holdings["hepmonaland"] = Holding(1, 5)
    order(state, 1, block_event=orders)
    chance = ScriptedChance(picks=[EventCard.SAVAGES_ATTACK], fallback=FastChance(2))
    return state, turn.play(state, 0, m.EndAttacks(), chance)


def traded(card: BattleCard, orders: str) -> tuple[State, tuple[Event, ...]]:
    """Seats 1 and 2 trade; seat 0 should be asked for an Assassin against the trade."""
    state, chance = duel((card,), (HERO,)), FastChance(2)
    order(state, 0, ruin=orders)
    state.players[2].hand = [FLEET]
    turn.play(state, 1, m.LayCards(2, (HERO,)), chance)
    turn.play(state, 2, m.LayCards(1, (FLEET,)), chance)
    turn.play(state, 2, m.AcceptTrade(1, (FLEET,), (HERO,)), chance)
    return state, turn.play(state, 1, m.AcceptTrade(2, (HERO,), (FLEET,)), chance)


WINDOWS = {
    "a Fortification": (attacked(), FORTIFICATION, (1, "defend")),
    "a block": (attacked(hero=True, question="block"), ASSASSIN, (1, "defend")),
    "a counter to a spy": (used(m.Spy(1)), ASSASSIN, (1, "counter")),
    "a counter to a killer": (used(m.AssassinateHand(1)), ASSASSIN, (1, "counter")),
    "an Assassin against a Fortification": (fortified, ASSASSIN, (0, "strike")),
    "an event to block": (raided, FORTIFICATION, (1, "block_event")),
    "a trade to ruin": (traded, ASSASSIN, (0, "ruin")),
}


@pytest.mark.parametrize(("play", "card", "asked"), WINDOWS.values(), ids=WINDOWS)
def test_a_player_with_nothing_to_play_is_still_asked(play, card, asked):
    armed, unarmed = play(card, "ask"), play(FLEET, "ask")
    assert asked in view(armed[0], None).asked
    assert public(*armed) == public(*unarmed)
    offers = [turn.offer(state, asked[0]) for state, _ in (armed, unarmed)]
    assert offers[0] != offers[1]


@pytest.mark.parametrize(("play", "card", "asked"), WINDOWS.values(), ids=WINDOWS)
def test_a_player_whose_orders_answer_is_not_asked(play, card, asked):
    armed, unarmed = play(card, "never"), play(FLEET, "never")
    assert asked not in view(armed[0], None).asked
    assert told(armed[1]) == told(unarmed[1])


SMALL = (
    *(
        m.Pass,
        m.Counter,
        m.BlockHero,
        m.BlockEvent,
        m.RuinTrade,
        m.Defend,
        m.NameDice,
        m.StopAttack,
    ),
    *(m.Spy, m.AssassinateHand, m.AssassinateAmbassador, m.AssassinateFortification, m.EndAttacks),
    *(m.PlayMercenaries, m.PlayAmbassador, m.MoveIn),
)
VALUES = {
    "opponent": range(3),
    "partner": range(3),
    "card": BattleCard,
    "dice": range(4),
    "fortification": (False, True),
    "reveal": range(3),
    "scope": m.Scope,
    "count": range(4),
    "armies": range(4),
}


def every_small_answer() -> Iterator[m.Move]:
    """Every possible answer that names no territory."""
    for cls in SMALL:
        names = [item.name for item in fields(cls)]
        for values in product(*(VALUES[name] for name in names)):
            yield cls(**dict(zip(names, values, strict=True)))
    yield from (m.AssassinateHand(seat) for seat in range(3))


@pytest.mark.parametrize("play", [window[0] for window in WINDOWS.values()], ids=WINDOWS)
@pytest.mark.parametrize("card", BattleCard)
def test_a_window_accepts_only_offered_answers(play, card):
    state, _ = play(card, "ask")
    for seat in range(3):
        offer = turn.offer(state, seat)
        for move in every_small_answer():
            is_offered = any(move in option for option in offer)
            assert turn.is_allowed(state, seat, move) == is_offered, (seat, move)


def public(state: State, events: tuple[Event, ...]) -> tuple[str, list[Event]]:
    """A spectator's view of a position, and the events visible to them."""
    return json.dumps(view(state, None).to_json()), told(events)


def told(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if is_visible(event, None)]


# Hidden armies: asked at every attack that could hide them, and at no other


def hide(state: State, territory: str) -> State:
    """Give seat 1 usable hidden armies in a territory, and the others none."""
    state.track = 1
    for item in state.hidden:
        item.revealed = item.maker != 1
        item.territory = territory if item.maker == 1 else item.territory
    return state


def asked_about_hidden_armies(state: State) -> tuple[tuple[int, str], ...]:
    order(state, 1, hidden="ask")
    events = turn.play(state, 0, ATTACK, FastChance(2))
    assert [event.name for event in events][:1] == ["attack_declared"]
    return view(state, None).asked


def test_a_player_with_hidden_armies_elsewhere_is_still_asked():
    there, elsewhere = hide(duel(), TARGET), hide(duel(), "dullstrand")
    assert asked_about_hidden_armies(there) == asked_about_hidden_armies(elsewhere)
    assert view(there, None).asked == ((1, "defend"),)
    assert there.attack == elsewhere.attack


def closed_by(change: Callable[[State], None]) -> State:
    state = hide(duel(), TARGET)
    change(state)
    return state


def use_up(state: State) -> None:
    for item in state.hidden:
        item.revealed = True


def no_mercenaries(state: State) -> None:
    state.track = 0


def stronghold_site(state: State) -> None:
    """Make the target the site of an eliminated player's stronghold."""
    state.players[2].stronghold = TARGET
    state.players[2].eliminated = 1


@pytest.mark.parametrize("change", [use_up, no_mercenaries, stronghold_site])
def test_public_facts_close_the_window_of_hidden_armies(change):
    assert (1, "defend") not in asked_about_hidden_armies(closed_by(change))


def test_an_empty_hand_closes_every_window_about_cards():
    state = duel((ASSASSIN, ASSASSIN, HERO), ())
    order(state, 1, fortification="ask", block="ask", counter="ask")
    turn.play(state, 0, replace(ATTACK, hero=True), FastChance(2))
    assert view(state, None).asked == ((0, "attacks"),)


def test_a_solo_game_asks_only_about_playable_cards():
    for card, is_asked in ((FORTIFICATION, True), (FLEET, False)):
        state = duel((), (card,))
        state.options = replace(state.options, only_playable=True)
        order(state, 1, fortification="ask")
        state = copy_of(state)
        turn.play(state, 0, ATTACK, FastChance(2))
        assert ((1, "defend") in view(state, None).asked) == is_asked


def test_a_captured_hidden_choice_counts_as_own():
    state = hide(duel(), "dullstrand")
    taken = HiddenArmies(2, 1, TARGET, "00" * 32, "", revealed=False)
    state.hidden = [item for item in state.hidden if item.maker != 2] + [taken]
    assert asked_about_hidden_armies(state) == ((1, "defend"),)
    (offered,) = turn.offer(state, 1)
    assert list(offered.choices["reveal"]) == [0, 1]
