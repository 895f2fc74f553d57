"""Offers of pacts and cards: their rate limit, and when bots answer them."""

import random

import pytest
from django.urls import reverse

from games.community.fairness.audit import audit
from games.exceptions import Stale, TooFast
from games.models import Game, Move, Player
from games.playing import rate_limits
from games.playing.bots import answer_offer
from games.playing.clocks import after_move
from games.playing.clocks.bot_delay import STEPS
from games.playing.play import play_for, play_move, play_moves
from games.storage.store.stored_game import load
from games.web.worker import due
from rules import BOTS, IllegalMove
from rules.chapters.orders.standing_orders import CORRESPONDENCE
from rules.moves import (
    AnswerPact,
    Control,
    EndPact,
    LayCards,
    OfferPact,
    SetOrders,
    TakeSeat,
    WithdrawTrade,
)
from tests.support.visitors.waiting import item, let_pass, stored_times, times

BOT = 2
"""The seat of the captain at the table."""

# Rate limit


def test_offers_per_minute_are_limited():
    pact = OfferPact((1,), ("peace",))
    offers, most = {}, rate_limits.OFFER_LIMITS["offer_pact"][0][0]
    for number in range(most):
        assert rate_limits.wait(offers, 0, [pact], 1000 * number) == 0
        offers = rate_limits.counted(offers, 0, [pact], 1000 * number)
    assert rate_limits.wait(offers, 0, [pact], 10_000) == rate_limits.MINUTE - 10_000
    assert rate_limits.wait(offers, 0, [pact], rate_limits.MINUTE) == 0
    assert rate_limits.wait(offers, 1, [pact], 10_000) == 0
    assert rate_limits.wait(offers, 0, [EndPact(1), WithdrawTrade(1)], 10_000) == 0


def test_pact_offers_per_day_are_limited():
    pact = OfferPact((1,), ("peace",))
    most, within = rate_limits.OFFER_LIMITS["offer_pact"][1]
    offers = {}
    for number in range(most):
        offers = rate_limits.counted(offers, 0, [pact], number * rate_limits.MINUTE)
    late = most * rate_limits.MINUTE
    assert rate_limits.wait(offers, 0, [pact], late) == within - late
    assert len(offers[0]["offer_pact"]) == most
    assert len(rate_limits.counted(offers, 0, [pact], within)[0]["offer_pact"]) == most


def test_unlimited_actions_are_not_counted():
    assert rate_limits.counted({}, 0, [AnswerPact(1, True), EndPact(1)], 5) == {}


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [
        (1, "a second"),
        (1001, "2 seconds"),
        (59_500, "a minute"),
        (60_001, "2 minutes"),
        (3_600_000, "an hour"),
        (3_600_001, "2 hours"),
    ],
)
def test_the_waiting_time_is_given_in_words(milliseconds, words):
    assert rate_limits.in_words(milliseconds) == words


def say(table, user, *moves):
    return play_moves(table.code, user, moves, key=table.key(), decision=None)


def flood(table, user, partner):
    """Make and withdraw offers until one is refused; return the refusal."""
    for _ in range(40):
        try:
            say(table, user, OfferPact((partner,), ("help",)))
        except TooFast as refusal:
            return refusal
        say(table, user, EndPact(len(table.state().pacts)))
    raise AssertionError("Nobody was stopped.")


def test_a_flood_is_stopped_with_a_sentence_and_the_game_goes_on(client, table):
    user, other = table.mover, table.waiting
    seat = table.state().decisions[0].seat
    refusal = flood(table, user, 1 - seat)
    assert "You can make more in " in str(refusal)
    before = table.number()
    client.force_login(user)
    fields = {"move": "offer_pact", "partners": 1 - seat, "terms": "peace", "key": "flood-0001"}
    answer = client.post(reverse("play_move", args=[table.code]), fields)
    assert answer.status_code == 429
    assert "You can make more in " in answer.content.decode()
    assert table.number() == before
    # Other players are not limited, and the limited one may do everything else.
    say(table, other, OfferPact((seat,), ("help",)))
    say(table, user, AnswerPact(len(table.state().pacts), False))
    say(table, user, SetOrders(CORRESPONDENCE))
    table.answer()
    assert audit(table.code) == table.number() + 1


def test_refused_offers_do_not_count(table):
    seat = table.state().decisions[0].seat
    for _ in range(20):
        with pytest.raises(IllegalMove):
            say(table, table.mover, OfferPact((seat,), ("help",)))
    assert Game.objects.get(code=table.code).diplomacy == {}


# Bots


def offered(table, *moves):
    """Let the mover make the captain an offer; return the mover."""
    user = table.mover
    say(table, user, *moves)
    return user


def test_a_bot_answers_at_its_pace_and_nobody_waits(table):
    decisions = table.state().decisions
    offered(table, OfferPact((BOT,), ("help",), 3))
    found = times(table.code)
    assert found.offer.seat == BOT
    assert stored_times(table.code)["offer"] == found.offer.when
    assert table.state().decisions == decisions
    assert due.fire(item(table.code, "offer")) is None
    let_pass(table.code, 1 + STEPS["calm"] // 1000)
    played = due.fire(item(table.code, "offer"))
    assert played.seat == BOT
    assert table.state().pacts[0].status in ("in_force", "refused")
    assert item(table.code, "offer") is None
    assert times(table.code).offer is None
    assert table.state().decisions == decisions
    assert audit(table.code) == table.number() + 1


def test_other_moves_do_not_delay_the_bots_answer(table):
    offered(table, OfferPact((BOT,), ("help",), 3))
    when = times(table.code).offer.when
    say(table, table.waiting, SetOrders(CORRESPONDENCE))
    assert times(table.code).offer.when == when


def test_a_bot_answers_a_trade_step_by_step(table):
    state = table.state()
    seat = state.decisions[0].seat
    card = state.players[seat].hand[0]
    offered(table, LayCards(BOT, (card,)), OfferPact((BOT,), ("peace",)))
    answers = []
    while (played := answer_offer(table.code, random.Random(1))) is not None:
        answers.append(played.number)
    assert 2 <= len(answers) <= 3
    assert after_move.next_answerer(table.state()) is None
    assert table.state().pacts[0].status == "refused"
    assert audit(table.code) == table.number() + 1


def test_a_steward_declines_for_an_absent_player(table):
    user, other = table.mover, table.waiting
    seat = next(number for number, one in table.persons.items() if one == other)
    play_for(table.code, seat, TakeSeat(Control.STEWARD, True), Move.By.CLOCK, decision=None)
    say(table, user, OfferPact((seat,), ("help",), 2))
    assert answer_offer(table.code).seat == seat
    assert table.state().pacts[0].status == "refused"
    assert Player.objects.get(game__code=table.code, seat=seat).control == "steward"


def test_bots_do_not_answer_for_people(table):
    seat = table.state().decisions[0].seat
    offered(table, OfferPact((1 - seat,), ("help",), 2))
    assert times(table.code).offer is None
    assert answer_offer(table.code) is None


class Broken:
    """A bot that fails, or makes an illegal move."""

    def __init__(self, source):
        self.source = source

    def answer(self, view):
        return AnswerPact(77, True)


def test_a_failing_bot_declines(table, monkeypatch, caplog):
    monkeypatch.setitem(BOTS, "captain", Broken)
    offered(table, OfferPact((BOT,), ("help",), 3))
    assert answer_offer(table.code).seat == BOT
    assert table.state().pacts[0].status == "refused"
    assert "failed" in caplog.text


def test_an_offer_that_changed_while_the_bot_thought_is_answered_again(table, monkeypatch):
    class Slow(Broken):
        """A bot whose offer is withdrawn and replaced while it thinks."""

        def answer(self, view):
            say(table, user, EndPact(1))
            say(table, user, OfferPact((BOT,), ("peace",), 2))
            return AnswerPact(1, True)

    user = offered(table, OfferPact((BOT,), ("help",), 3))
    monkeypatch.setitem(BOTS, "captain", Slow)
    with pytest.raises(Stale):
        answer_offer(table.code)
    assert [pact.status for pact in table.state().pacts] == ["ended", "offered"]


def test_offers_are_not_answered_after_the_game(table):
    offered(table, OfferPact((BOT,), ("help",), 3))
    Game.objects.filter(code=table.code).update(status=Game.Status.OVER)
    assert answer_offer(table.code) is None


def test_a_repeated_offer_is_made_and_counted_once(table):
    user = table.mover
    move = OfferPact((BOT,), ("help",), 3)
    first = play_move(table.code, user, move, key="the-same-key", decision=None)
    again = play_move(table.code, user, move, key="the-same-key", decision=None)
    assert first == again
    assert len(table.state().pacts) == 1
    (by_seat,) = load(table.code).diplomacy.offers.values()
    assert len(by_seat["offer_pact"]) == 1
