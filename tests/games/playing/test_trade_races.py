"""Concurrent diplomacy (chapter 9): of contradictory moves exactly one is played."""

from collections import Counter

import pytest

from games.models import Move, User
from games.playing.bots import play_bot
from games.playing.rate_limits import OFFER_LIMITS
from games.playing.requests import Played
from games.storage.store.stored_game import load
from rules.moves import AnswerPact, LayCards, OfferPact, WithdrawTrade
from tests.support.tables.positions.trades import ASSASSIN, FLEET, HERO, Trading
from tests.support.visitors.crowds import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table():
    users = [User.objects.create_user(name) for name in ("alice", "bob", "charlie")]
    return Trading(users, "r4cetrad")


def all_say(table, *said):
    """Make each (seat, move) concurrently; return how many were played and how many refused."""

    answers = at_once(lambda one: table.say(*one), said)
    return Counter("played" if isinstance(answer, Played) else "refused" for answer in answers)


def told(table, name):
    """The number of times an event is in the log."""
    entries = Move.objects.filter(game__code=table.code).values_list("public", flat=True)
    return sum(event["event"] == name for public in entries for event in public["events"])


def test_concurrent_acceptances_close_one_trade(table):
    table.both_lay()
    said = [(seat, table.acceptance(seat, table.one + table.other - seat))
            for seat in (table.one, table.other)]  # fmt: skip
    assert all_say(table, *said) == {"played": 2}
    state = table.state()
    assert state.bound is not None and state.trades == []
    assert told(table, "trade_accepted") == 2
    assert [decision.seat for decision in state.decisions] == [table.turn]


def test_repeated_concurrent_acceptances_count_once(table):
    table.both_lay()
    move = table.acceptance(table.one, table.other)
    assert all_say(table, *[(table.one, move)] * 6) == {"played": 1, "refused": 5}
    assert told(table, "trade_accepted") == 1


def test_accepting_gets_the_shown_cards_or_nothing(table):
    table.both_lay()
    table.accept(table.other, table.one)
    seen = table.acceptance(table.one, table.other)
    outcome = all_say(table, (table.one, seen), (table.other, LayCards(table.one, (ASSASSIN,))))
    assert outcome == {"played": 1, "refused": 1}
    state = table.state()
    if state.bound is not None:
        assert state.bound.trade.laid in (((HERO,), (FLEET,)), ((FLEET,), (HERO,)))
    else:
        assert state.trades[0].accepted == (False, False)


def test_concurrent_withdrawal_and_acceptance_are_consistent(table):
    table.both_lay()
    table.accept(table.other, table.one)
    move = table.acceptance(table.one, table.other)
    outcome = all_say(table, (table.one, move), (table.other, WithdrawTrade(table.one)))
    assert outcome == {"played": 1, "refused": 1}
    state = table.state()
    assert (state.bound is not None) == (told(table, "trade_withdrawn") == 0)
    assert state.trades == []


def test_one_card_laid_for_two_goes_to_one(table):
    table.both_lay()
    table.lay(table.one, table.turn, HERO)
    table.lay(table.turn, table.one, ASSASSIN)
    for partner in (table.other, table.turn):
        table.accept(table.one, partner)
    said = [(seat, table.acceptance(seat, table.one)) for seat in (table.other, table.turn)]
    outcome = all_say(table, *said)
    assert outcome["played"] >= 1
    while table.state().bound is not None:
        table.answer()
    hands = [table.hand(seat) for seat in range(3)]
    assert sum(hand.count(HERO) for hand in hands) <= 1
    assert HERO not in table.hand(table.one) or told(table, "trade_done") == 0
    assert told(table, "trade_done") <= 1


def test_a_pact_that_both_accept_at_once_begins_once(table):
    table.say(table.turn, OfferPact((table.one, table.other), ("peace",), 2))
    said = [(seat, AnswerPact(1, True)) for seat in (table.one, table.other)]
    assert all_say(table, *said) == {"played": 2}
    assert table.state().pacts[0].status == "in_force"
    assert told(table, "pact_begun") == 1


def test_concurrent_offers_respect_the_limit(table):
    most = OFFER_LIMITS["lay_cards"][0][0]
    moves = [(table.one, LayCards(table.other, (HERO,)))] * (most + 6)
    assert all_say(table, *moves) == {"played": most, "refused": 6}
    assert load(table.code).number == Move.objects.filter(game__code=table.code).count() - 1


def test_a_move_is_not_blocked_by_offers(table):
    assert play_bot(table.code) is None
    decision = table.state().decisions[0]
    all_say(table, *[(table.one, LayCards(table.other, (HERO,)))] * 4)
    assert table.state().decisions[0] == decision
    table.answer()
    assert table.state().decisions[0] != decision
