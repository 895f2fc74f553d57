"""How generals trade: both sides gain, and a person who gives the wanted card is not refused."""

import itertools
import random
from collections import Counter

from rules import FastChance, play, view
from rules.bots import BOTS
from rules.bots.general import trading
from rules.bots.general.standing import Standing
from rules.bots.reasons import ReasonKind
from rules.cards import BattleCard
from rules.events.agreements import TradeDone
from rules.moves import (
    AcceptTrade,
    LayCards,
    WithdrawTrade,
)
from rules.questions import DecisionKind
from rules.rulesets.greyhawk import GREYHAWK
from tests.support.rules.dealing import hands, led, offer_of, strengthen, tell


def test_no_trade_loses_worth_for_either_side():
    """The cards that a side gains are worth more to it than those it gives."""
    source, done = random.Random(4), Counter()
    for _ in range(400):
        state = led(GREYHAWK)
        hands(state, source)
        # The player on turn could ruin a trade (DIP-4), so that player has no cards.
        state.deck += state.players[3].hand
        state.players[3].hand, state.turn, state.decisions = [], 3, ()
        for name in state.held_by(source.randrange(3)):
            state.holdings[name].armies = source.randrange(1, 9)
        state.ask(3, DecisionKind.ATTACKS)
        state.round = source.randrange(1, 30)
        offer = trading.offer(Standing(view(state, 0)))
        if offer is None:
            continue
        partner = offer.move.partner
        before = {seat: worth_of_hand(state, seat) for seat in (0, partner)}
        tell(state, 0, offer.move)
        events = answered(state)
        done[bool(events)] += 1
        for seat in before if events else ():
            assert worth_of_hand(state, seat) > before[seat]
    assert done[True] >= 5


def worth_of_hand(state, seat):
    return trading.Worth(Standing(view(state, seat)), seat).of_hand(state.players[seat].hand)


def answered(state):
    """Let generals answer all offers; return whether a trade was done."""
    bots = [BOTS["general"](random.Random(seat)) for seat in range(4)]
    found = []
    while answers := [
        (seat, answer) for seat in range(4) if (answer := bots[seat].answer(view(state, seat)))
    ]:
        seat, answer = answers[0]
        assert view(state, seat).why_not(answer.move) is None
        found += play(state, seat, answer.move, FastChance(1), by="bot")
    return [event for event in found if isinstance(event, TradeDone)] or state.bound is not None


def test_a_general_gives_nobody_a_card_for_a_worse_one():
    state = led(GREYHAWK)
    state.players[0].hand = [BattleCard.FORTIFICATION]
    state.players[1].hand = [BattleCard.FLEET, BattleCard.AMBASSADOR]
    tell(state, 1, LayCards(0, (BattleCard.AMBASSADOR,)))
    answer = BOTS["general"](random.Random(1)).answer(view(state, 0))
    assert answer.move == WithdrawTrade(1) and answer.reason.kind is ReasonKind.REFUSE


def test_a_trade_offer_says_what_would_be_welcome_and_is_withdrawn_after_a_round():
    state = led(GREYHAWK)
    state.players[0].hand = [BattleCard.FORTIFICATION]
    for player in state.players:
        state.holdings[player.stronghold].armies = 3
        player.hand = player.hand or [BattleCard.HERO]
    # A strong player in safety needs a Hero, the others a Fortification.
    state.holdings[state.players[0].stronghold].armies = 60
    offers = {}
    for state.round in range(1, 13):
        offer = trading.offer(Standing(view(state, 0)))
        if offer is not None:
            offers[state.round] = offer
    rounds = sorted(offers)
    assert rounds and all(later - one >= trading.EVERY for one, later in itertools.pairwise(rounds))
    assert all(offer.reason.kind is ReasonKind.WANT_CARD for offer in offers.values())
    first = offers[rounds[0]]
    tell(state, 0, first.move)
    assert offer_of(state) == WithdrawTrade(first.move.partner)


def test_a_person_who_gives_the_wanted_card_is_not_refused():
    """The general offers a Hero while it is weak; then it grows so strong that it needs one."""
    state = led(GREYHAWK)
    state.players[0].hand, state.players[1].hand = [BattleCard.HERO], [BattleCard.ASSASSIN]
    tell(state, 0, LayCards(1, (BattleCard.HERO,)))
    tell(state, 1, LayCards(0, (BattleCard.ASSASSIN,)))
    strengthen(state, 0, 4)
    seen = view(state, 0)
    gain = trading.Worth(Standing(seen), 0).gain(seen.hand, *seen.trades[0].laid)
    assert gain < 0
    for state.players[1].person in (False, True):
        answer = BOTS["general"](random.Random(1)).answer(view(state, 0)).move
        assert isinstance(answer, AcceptTrade) is state.players[1].person


def test_a_person_cannot_answer_with_a_card_of_little_worth():
    state = led(GREYHAWK)
    state.players[0].hand, state.players[1].hand = [BattleCard.HERO], [BattleCard.AMBASSADOR]
    state.players[1].person = True
    tell(state, 0, LayCards(1, (BattleCard.HERO,)))
    tell(state, 1, LayCards(0, (BattleCard.AMBASSADOR,)))
    answer = BOTS["general"](random.Random(1)).answer(view(state, 0)).move
    assert answer == WithdrawTrade(1)
