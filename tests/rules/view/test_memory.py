"""Every card that a seat remembers is in the hand (`rules.view.memory`)."""

from collections import Counter

import pytest
from hypothesis import given

from rules.cards import BattleCard
from rules.chance import FastChance
from rules.events.agreements import TradeDone
from rules.events.attack import HandTaken
from rules.events.base import Event, seen_events
from rules.events.cards import (
    AssassinUsed,
    CardLost,
    CardPlayed,
    CardReturned,
    HandSeen,
    HandShown,
    SpySent,
)
from rules.events.turn import AmbassadorRemoved, MercenariesPlayed
from rules.record.replaying import replay_entries
from rules.state import State
from rules.view import view
from rules.view.memory import remembered_cards
from tests.support.rules.every_game import in_every_game
from tests.support.rules.golden import FOLDER, read_golden
from tests.support.rules.strategies import Setting, Table, examples, settings_of_games

HERO, FLEET = BattleCard.HERO.value, BattleCard.FLEET.value
CHECKED_EVERY = 20


def verify_memory(state: State, events: list[Event]) -> int:
    """Check what each viewer remembers, and return how many cards it is."""
    remembered = 0
    for viewer in (None, *range(len(state.players))):
        known = remembered_cards(seen_events(events, viewer))
        for seat, cards in known.items():
            assert cards <= Counter(state.players[seat].hand)
            remembered += cards.total()
        if viewer is not None and known:
            drawn = view(state, viewer).determinise(FastChance(1, keep=False), known)
            assert all(cards <= Counter(drawn.players[seat].hand) for seat, cards in known.items())
    return remembered


@given(setting=settings_of_games(moves=400))
@in_every_game(moves=400)
@examples(10)
def test_remembered_cards_are_in_the_hands_of_random_games(setting: Setting) -> None:
    table = Table(setting)
    events = list(table.events)
    for number in range(setting.moves):
        if table.state.is_over:
            return
        events += table.play().events
        if number % CHECKED_EVERY == 0:
            verify_memory(table.state, events)


def test_remembered_cards_are_in_the_hands_of_golden_games() -> None:
    remembered = 0
    for path in sorted(FOLDER.glob("*.json.gz")):
        events = list[Event]()
        for each in replay_entries(read_golden(path)[0]):
            events += each.events
            if each.entry.number % CHECKED_EVERY == 0:
                remembered += verify_memory(each.state, events)
    assert remembered


ALL = Counter(BattleCard)
"""A hand with one card of each kind."""


@pytest.mark.parametrize(
    ("event", "hand"),
    [
        (HandShown(1, (FLEET,)), Counter((BattleCard.FLEET,))),
        (HandSeen(0, 1, (FLEET,)), Counter((BattleCard.FLEET,))),
        (CardReturned(1, HERO, "HRO-2"), ALL + Counter((BattleCard.HERO,))),
        (CardPlayed(1, HERO, "HRO-1"), ALL - Counter((BattleCard.HERO,))),
        (CardLost(1, HERO, "ASN-2"), ALL - Counter((BattleCard.HERO,))),
        (AssassinUsed(1, 0, "hand", None), ALL - Counter((BattleCard.ASSASSIN,))),
        (SpySent(1, 0), ALL - Counter((BattleCard.ASSASSIN,))),
        (MercenariesPlayed(1, (3,), 3), ALL - Counter((BattleCard.MERCENARIES,))),
        (AmbassadorRemoved(1, 2), ALL - Counter((BattleCard.AMBASSADOR,))),
        (
            TradeDone((1, 2), ((HERO,), (FLEET,))),
            ALL - Counter((BattleCard.HERO,)) + Counter((BattleCard.FLEET,)),
        ),
        (HandTaken(2, 1, 6, 0), Counter()),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_each_event_changes_what_is_remembered(event, hand):
    """A whole hand has been shown before; the other player of the event is seat 2."""
    shown = HandShown(1, tuple(card.value for card in BattleCard))
    known = remembered_cards((shown, event))
    assert known.get(1, Counter()) == hand
    gained = {TradeDone: Counter((BattleCard.HERO,)), HandTaken: ALL}
    assert known.get(2, Counter()) == gained.get(type(event), Counter())
