"""Invariants of battle cards and event cards (chapter 6, TRN-7)."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from rules.cards import EVENT_CARDS, BattleCard, EventCard
from rules.state import State


def battle_cards(state: State) -> Iterator[str]:
    """Check that no battle card is missing or duplicated, and that the deck is sorted."""
    found = count_battle_cards(state)
    for card, number in state.ruleset.battle_cards.items():
        if found[card] != number:
            yield f"There are {found[card]} cards “{card}”, not {number}."
    if set(state.removed) - {BattleCard.AMBASSADOR}:
        yield "A card other than an Ambassador left the game."
    if state.deck != sorted(state.deck):
        yield "The battle deck is not sorted."


def count_battle_cards(state: State) -> Counter[BattleCard]:
    """Count the battle cards in decks, piles, hands and play."""
    hands = chain.from_iterable(player.hand for player in state.players)
    return Counter(chain(state.deck, state.discard, state.removed, hands, _in_play(state)))


def _in_play(state: State) -> Iterator[BattleCard]:
    yield from [BattleCard.MERCENARIES] * state.track
    yield from [BattleCard.AMBASSADOR] * len(state.truces)
    yield from [BattleCard.HERO] * state.this_turn.hero
    if state.attack:
        yield from [BattleCard.FLEET] * state.attack.fleet
        yield from [BattleCard.FORTIFICATION] * state.attack.fortification
    if state.assassination:
        yield BattleCard.ASSASSIN
    if state.bound and state.bound.assassination:
        yield BattleCard.ASSASSIN
    yield from [BattleCard.FORTIFICATION] * len(state.this_turn.fortified)
    if state.spying and not state.spying.looked:
        yield BattleCard.ASSASSIN


def hands(state: State) -> Iterator[str]:
    """Check that hands are sorted, contain all cards that spies saw, and obey AMB-4."""
    is_settled = not state.is_over and not is_hand_to_take(state)
    no_ambassadors = is_settled and state.round > 0 and len(state.living()) == 2
    for player in state.players:
        if player.hand != sorted(player.hand):
            yield f"The hand of seat {player.seat} is not sorted."
        if no_ambassadors and BattleCard.AMBASSADOR in player.hand:
            yield f"Seat {player.seat} holds an Ambassador, with two players left."
    for seat, cards in state.this_turn.seen.items():
        if Counter(cards) - Counter(state.players[seat].hand):
            yield f"A spy knows cards of seat {seat} that it does not hold."


def is_hand_to_take(state: State) -> bool:
    """Return whether a captor has yet to take an eliminated player's hand (ELM-1)."""
    return state.fall is not None and not state.fall.hand_taken


def event_cards(state: State) -> Iterator[str]:
    """Check that no event card is missing, duplicated or in force too long."""
    found = count_event_cards(state)
    for card, number in state.ruleset.event_cards.items():
        if found[card] != number:
            yield f"There are {found[card]} event cards “{card}”, not {number}."
    if state.event_deck != sorted(state.event_deck):
        yield "The event deck is not sorted."
    for item in state.in_force:
        is_without_drawer = state.players[item.drawer].eliminated and not state.is_over
        if not 1 <= item.turn_ends <= EVENT_CARDS[item.card].turn_ends or is_without_drawer:
            yield f"The event card “{item.card}” is in force too long."


def count_event_cards(state: State) -> Counter[EventCard]:
    """Count the event cards in the deck, in the pile, in force and being carried out."""
    found = Counter(chain(state.event_deck, state.event_discard))
    found.update(item.card for item in state.in_force)
    if state.event:
        found[state.event.card] += 1
    return found
