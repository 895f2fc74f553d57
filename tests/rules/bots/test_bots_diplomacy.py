"""Bots' answers to pacts and trades: sensible, from their view alone, and finite."""

import random
from collections import Counter

import pytest

from rules import BOTS, CASTLE, CLASSIC, GREYHAWK, FastChance, Options, new_game, play, view
from rules.cards import BattleCard
from rules.moves import AcceptTrade, AnswerPact, LayCards, OfferPact, WithdrawTrade
from rules.questions import DecisionKind
from tests.support.rules.twins import twin_of

MERCENARIES, HERO, FLEET = BattleCard.MERCENARIES, BattleCard.HERO, BattleCard.FLEET
FORTIFICATION, AMBASSADOR = BattleCard.FORTIFICATION, BattleCard.AMBASSADOR


def position(ruleset=GREYHAWK, seats=4):
    """A game at its first turn: all players are equally strong, all cards are in the deck."""
    chance = FastChance(3)
    state, _ = new_game(ruleset, [True] * seats, Options(quick=True), "abcdefgh", chance)
    bots = [BOTS["captain"](random.Random(seat)) for seat in range(seats)]
    while not state.round:
        seat = state.decisions[0].seat
        play(state, seat, bots[seat].choose(view(state, seat)), chance)
    for player in state.players:
        state.deck += player.hand
        player.hand = []
    for holding in state.holdings.values():
        holding.armies = 2
    return state


def give(state, seat, *cards):
    """Move cards from the deck into a hand."""
    for card in cards:
        state.deck.remove(card)
    state.players[seat].hand = sorted([*state.players[seat].hand, *cards])


def say(state, seat, move):
    play(state, seat, move, FastChance(1))


def answer(state, seat, bot="captain"):
    """Let a bot answer an offer; return the answer."""
    chosen = BOTS[bot](random.Random(1)).answer(view(state, seat))
    if chosen is None:
        return None
    assert view(state, seat).why_not(chosen.move) is None
    play(state, seat, chosen.move, FastChance(1), by="bot")
    return chosen.move


@pytest.mark.parametrize("bot", BOTS)
def test_without_an_offer_there_is_nothing_to_answer(bot):
    state = position()
    say(state, 0, OfferPact((2,), ("peace",), 3))
    assert answer(state, 1, bot) is None
    assert answer(state, 0, bot) is None


@pytest.mark.parametrize("ruleset", [GREYHAWK, CASTLE, CLASSIC], ids=lambda rules: rules.name)
def test_a_captain_accepts_peace_for_a_few_rounds_and_only_for_a_few(ruleset):
    state = position(ruleset)
    for number, (rounds, until, yes) in enumerate(
        [(5, 0, True), (6, 0, False), (0, 0, False), (0, 6, True), (0, 7, False)], 1
    ):
        say(state, 0, OfferPact((1,), ("peace",), rounds, "", until))
        assert answer(state, 1) == AnswerPact(number, yes), (rounds, until)


def test_a_captain_leaves_somebody_to_attack():
    state = position()
    say(state, 0, OfferPact((1, 2, 3), ("peace",), 2))
    assert answer(state, 1) == AnswerPact(1, False)
    for number, seat in enumerate((0, 2, 3), 2):
        say(state, seat, OfferPact((1,), ("peace",), 2))
        assert answer(state, 1) == AnswerPact(number, seat != 3)


def test_a_captain_of_two_makes_no_peace():
    state = position(seats=2)
    say(state, 0, OfferPact((1,), ("peace",), 2))
    assert answer(state, 1) == AnswerPact(1, False)


def test_a_captain_spares_only_what_the_parties_hold():
    state = position()
    theirs, others = state.held_by(0)[0], state.held_by(2)[0]
    for number, (place, yes) in enumerate([(theirs, True), (others, False)], 1):
        say(state, 0, OfferPact((1,), (f"spare:{place}",), 2))
        assert answer(state, 1) == AnswerPact(number, yes)


def test_a_captain_refuses_pacts_after_a_broken_one():
    state = position()
    say(state, 0, OfferPact((1,), ("peace",), 2))
    answer(state, 1)
    state.pacts[0].status = "broken"
    for number, seat in enumerate((0, 2), 2):
        say(state, seat, OfferPact((1,), ("peace",), 2))
        assert answer(state, 1) == AnswerPact(number, seat == 2)


def test_a_captain_does_not_spare_the_leader():
    state = position()
    for name in state.held_by(0):
        state.holdings[name].armies = 40
    say(state, 0, OfferPact((1,), ("peace",), 2))
    assert answer(state, 1) == AnswerPact(1, False)
    give(state, 0, FORTIFICATION)
    give(state, 1, AMBASSADOR)
    say(state, 0, LayCards(1, (FORTIFICATION,)))
    assert answer(state, 1) == WithdrawTrade(0)


def test_a_captain_offers_its_least_valuable_card_and_accepts():
    state = position()
    # The player on turn holds no card, so is not asked about the trade (DIP-4).
    state.turn, state.decisions = 2, ()
    state.ask(2, DecisionKind.ATTACKS)
    give(state, 0, FORTIFICATION, HERO)
    give(state, 1, FORTIFICATION, AMBASSADOR, FLEET)
    say(state, 0, LayCards(1, (FORTIFICATION, HERO)))
    laid = LayCards(0, (AMBASSADOR, FLEET))
    assert answer(state, 1) == laid
    accepted = AcceptTrade(0, laid.cards, (FORTIFICATION, HERO))
    assert answer(state, 1) == accepted
    assert answer(state, 1) is None
    say(state, 0, AcceptTrade(1, accepted.get, accepted.give))
    hands = (state.players[0].hand, state.players[1].hand)
    assert hands == ([AMBASSADOR, FLEET], [FORTIFICATION, FORTIFICATION, HERO])


@pytest.mark.parametrize(
    ("theirs", "mine"),
    [
        ((HERO,), (HERO,)),
        ((AMBASSADOR,), (HERO,)),
        ((HERO, FORTIFICATION), (AMBASSADOR,)),
        ((HERO,), ()),
    ],
)
def test_a_captain_withdraws_from_a_trade_without_gain(theirs, mine):
    state = position()
    give(state, 0, *theirs)
    give(state, 1, *mine)
    say(state, 0, LayCards(1, theirs))
    assert answer(state, 1) == WithdrawTrade(0)
    assert answer(state, 1) is None


def test_a_captain_reconsiders_a_trade_when_its_cards_change():
    state = position()
    give(state, 0, FORTIFICATION, AMBASSADOR)
    give(state, 1, FLEET)
    say(state, 0, LayCards(1, (FORTIFICATION,)))
    assert isinstance(answer(state, 1), LayCards) and isinstance(answer(state, 1), AcceptTrade)
    say(state, 0, LayCards(1, (AMBASSADOR,)))
    assert answer(state, 1) == WithdrawTrade(0)


def test_mercenaries_are_worth_their_armies():
    for covered, trades in ((0, False), (9, True)):
        state = position()
        state.track = covered
        give(state, 0, MERCENARIES)
        give(state, 1, HERO)
        say(state, 0, LayCards(1, (MERCENARIES,)))
        assert isinstance(answer(state, 1), LayCards) is trades


def test_a_steward_declines_all():
    state = position()
    give(state, 0, FORTIFICATION)
    give(state, 1, AMBASSADOR)
    say(state, 0, OfferPact((1,), ("peace",), 2))
    say(state, 0, LayCards(1, (FORTIFICATION,)))
    assert answer(state, 1, "steward") == AnswerPact(1, False)
    assert answer(state, 1, "steward") == WithdrawTrade(0)
    assert answer(state, 1, "steward") is None


def test_nothing_waits_while_a_trade_is_bound():
    state = position()
    state.turn, state.decisions = 2, ()
    give(state, 0, HERO, HERO)
    give(state, 1, FLEET)
    give(state, 2, FLEET)
    give(state, 3, FORTIFICATION)
    state.ask(2, DecisionKind.ATTACKS)
    say(state, 0, LayCards(3, (HERO,)))
    say(state, 0, LayCards(1, (HERO,)))
    say(state, 1, LayCards(0, (FLEET,)))
    say(state, 0, AcceptTrade(1, (HERO,), (FLEET,)))
    say(state, 1, AcceptTrade(0, (FLEET,), (HERO,)))
    assert state.bound is not None
    assert answer(state, 3) is None


@pytest.mark.parametrize("bot", BOTS)
def test_a_bots_answers_reveal_nothing_about_its_hand(bot):
    """Whether a bot answers does not depend on secrets; the same view gives the same answer."""
    source = random.Random(8)
    for seed in range(20):
        state = position()
        give(state, 0, FORTIFICATION, HERO)
        give(state, 1, FLEET, AMBASSADOR, HERO)
        say(state, 0, LayCards(1, (HERO,)))
        say(state, 2, OfferPact((1,), ("help",), 2))
        twin = twin_of(state, 0, source)
        assert view(state, 0).to_json() == view(twin, 0).to_json()
        for _ in range(4):
            said = [BOTS[bot](random.Random(seed)).answer(view(each, 1)) for each in (state, twin)]
            again = BOTS[bot](random.Random(seed)).answer(view(state, 1))
            assert said[0] == again
            assert (said[0] is None) == (said[1] is None)
            if said[0] is not None and isinstance(said[0].move, AnswerPact):
                assert said[0] == said[1]
                for each in (state, twin):
                    play(each, 1, said[0].move, FastChance(1), by="bot")


@pytest.mark.parametrize("bot", BOTS)
def test_answers_come_to_an_end(bot):
    """Whatever is offered, nothing waits for the bot after a few answers."""
    for seed in range(30):
        source = random.Random(seed)
        state = position()
        for seat in range(4):
            give(state, seat, *random_cards(state, source))
        for seat in (0, 2, 3):
            hand = state.players[seat].hand
            say(state, seat, OfferPact((1,), ("peace",), source.randrange(8)))
            say(state, seat, LayCards(1, tuple(sorted(source.sample(hand, 2)))))
        said = Counter(type(answer(state, 1, bot)).__name__ for _ in range(10))
        assert said["NoneType"] >= 1


def random_cards(state, source):
    return source.sample(sorted(state.deck), 3)
