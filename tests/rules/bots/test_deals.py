"""How generals deal: truces against a leader, trades from which both gain, and promises kept."""

import itertools
import random
from collections import Counter

import pytest

from rules import RULESETS, FastChance, Options, new_game, play, view
from rules.bots import BOTS, offer_before
from rules.bots.general import deals, trading
from rules.bots.general.characters import CHARACTERS, PLAIN
from rules.bots.general.standing import Standing
from rules.bots.reasons import ReasonKind
from rules.cards import BattleCard
from rules.diplomacy.pacts import parties
from rules.events.agreements import PactBegun, PactBroken, TradeDone
from rules.moves import (
    AcceptTrade,
    AnswerPact,
    Control,
    DeclareAttack,
    EndAttacks,
    EndPact,
    LayCards,
    OfferPact,
    WithdrawTrade,
)
from rules.questions import DecisionKind
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.ruleset import Phase
from rules.state.players import Holding
from rules.terminal.simulate import make_bots, play_out
from rules.view import View
from tests.support.rules.bot_tables import Table, is_first_turn
from tests.support.rules.twins import twin_of

EVERY = {"general": PLAIN, **CHARACTERS}
DEALING = [name for name, character in EVERY.items() if character.alarm]
RULES = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)


def led(ruleset, players=4):
    """Return a position in which the last seat leads, and all players border each other.

    Seat 0 is about to end its attacks.
    """
    names = ("general",) * players
    table = Table(names, 5, ruleset=ruleset, quick=True, persons=0).play(is_first_turn)
    state = table.state
    for number, name in enumerate(state.holdings):
        if state.stronghold_on(name) is None:
            state.holdings[name] = Holding(number % players, 2)
    strengthen(state, players - 1, 3)
    state.placings, state.decisions, state.turn = [], (), 0
    state.phase = Phase.ATTACKS
    state.ask(0, DecisionKind.ATTACKS)
    state.round = 8
    return state


def strengthen(state, seat, times):
    for name in state.held_by(seat):
        state.holdings[name].armies *= times


def offer_of(state, name="general", seat=0):
    chosen = BOTS[name](random.Random(1)).propose(view(state, seat))
    return chosen and chosen.move


def tell(state, seat, move):
    play(state, seat, move, FastChance(1), by="bot")


# Offers of pacts


@RULES
@pytest.mark.parametrize("name", EVERY)
def test_every_dealer_offers_a_truce_against_a_leader_in_every_game(ruleset, name):
    state = led(ruleset)
    offer = offer_of(state, name)
    if not EVERY[name].alarm:
        assert not isinstance(offer, OfferPact)
        return
    assert isinstance(offer, OfferPact) and offer.terms == ("peace",)
    assert offer.until == 8 + EVERY[name].truce_rounds
    assert set(offer.partners) < {1, 2}
    chosen = BOTS[name](random.Random(1)).propose(view(state, 0))
    assert (chosen.reason.kind, chosen.reason.seat) == (ReasonKind.TRUCE, 3)
    tell(state, 0, offer)
    (partner,) = offer.partners
    answer = BOTS["general"](random.Random(2)).answer(view(state, partner))
    assert answer.move == AnswerPact(1, True) and answer.reason == chosen.reason


def test_nobody_offers_a_truce_without_a_leader_or_to_help_one():
    state = led(CLASSIC)
    assert offer_of(state, seat=3) is None
    strengthen(state, 0, 3)
    strengthen(state, 1, 3)
    strengthen(state, 2, 3)
    assert offer_of(state) is None


@pytest.mark.parametrize("ruleset", [CLASSIC, GREYHAWK], ids=lambda ruleset: ruleset.name)
def test_two_players_make_no_deals(ruleset):
    state = led(ruleset, 2)
    state.players[0].hand, state.players[1].hand = list(BattleCard), list(BattleCard)
    for number in range(1, 30):
        state.round = number
        assert offer_of(state) is None


def test_no_truce_is_offered_to_the_beaten_the_absent_or_the_unfaithful():
    state = led(CLASSIC)
    for name in state.held_by(1):
        state.holdings[name].armies = 1
    for name in state.held_by(1)[2:]:
        state.holdings[name].owner = 3
    assert Standing(view(state, 0)).is_beaten(1)
    assert offer_of(state).partners == (2,)
    state.players[2].control = Control.STEWARD
    assert offer_of(state) is None
    state = led(CLASSIC)
    for seat in (1, 2):
        tell(state, seat, OfferPact((0,), ("peace",), 3))
    for pact in state.pacts:
        pact.status = "broken"
    assert offer_of(state) is None


def test_no_truce_with_the_beaten_is_accepted():
    state = led(CLASSIC)
    for name in state.held_by(1)[2:]:
        state.holdings[name].owner = 3
    tell(state, 1, OfferPact((0,), ("peace",), 1))
    for name in EVERY:
        answer = BOTS[name](random.Random(1)).answer(view(state, 0))
        assert answer.move == AnswerPact(1, False)
        assert (answer.reason.kind, answer.reason.seat) == (ReasonKind.TOO_WEAK, 1)


def test_a_general_makes_no_peace_with_its_prey():
    state = led(CLASSIC)
    for name in state.held_by(3):
        state.holdings[name].armies = 2
    tell(state, 1, OfferPact((0,), ("peace",), 1))
    answer = BOTS["general"](random.Random(1)).answer(view(state, 0))
    assert answer.move.accept and answer.reason.kind is ReasonKind.AGREE
    for name in state.held_by(0):
        state.holdings[name].armies = 8
    for name in state.held_by(1)[:2]:
        state.holdings[name].armies = 6
    answer = BOTS["general"](random.Random(1)).answer(view(state, 0))
    assert not answer.move.accept and answer.reason.kind is ReasonKind.END_PACT


def test_every_refusal_has_its_own_reason():
    reasons = {}
    for terms, rounds, partners in (
        (("peace",), 0, (0,)),
        (("peace",), 1, (0, 2, 3)),
        (("spare:alaska", "spare:alberta", "spare:peru", "spare:egypt"), 1, (0,)),
    ):
        state = led(CLASSIC)
        tell(state, 1, OfferPact(partners, terms, rounds))
        answer = BOTS["general"](random.Random(1)).answer(view(state, 0))
        assert not answer.move.accept
        reasons[answer.reason.kind] = answer.reason.seat
    state = led(CLASSIC)
    tell(state, 3, OfferPact((0,), ("peace",), 1))
    answer = BOTS["general"](random.Random(1)).answer(view(state, 0))
    reasons[answer.reason.kind] = answer.reason.seat
    assert reasons == {
        ReasonKind.TOO_LONG: None,
        ReasonKind.NOBODY_LEFT: None,
        ReasonKind.LAND_OF_OTHERS: None,
        ReasonKind.TOO_STRONG: 3,
    }


# No pestering


@pytest.mark.parametrize("name", DEALING)
def test_an_offer_without_an_answer_is_withdrawn_and_not_soon_repeated(name):
    state, asked = led(CLASSIC), {}
    for state.round in range(8, 40):
        offer = offer_of(state, name)
        if offer is None:
            continue
        tell(state, 0, offer)
        if isinstance(offer, EndPact):
            assert state.round == max(asked.values()) + 1
            continue
        (partner,) = offer.partners
        assert state.round - asked.get(partner, 0) >= deals.PAUSE
        asked[partner] = state.round
    assert set(asked) == {1, 2}
    assert len(state.pacts) == deals.MOST_OFFERS


def test_a_refusal_is_respected_for_some_rounds():
    state = led(CLASSIC)
    for number in range(8, 14):
        state.round = number
        offer = offer_of(state)
        if offer is not None:
            assert number in (8, 9)
            tell(state, 0, offer)
            tell(state, offer.partners[0], AnswerPact(len(state.pacts), False))
    assert len(state.pacts) == 2


# Trades


def hands(state, source):
    """Deal everybody new cards."""
    for player in state.players:
        state.deck += player.hand
        player.hand = []
    for player in state.players:
        player.hand = sorted(source.sample(sorted(state.deck), source.randrange(1, 7)))
        for card in player.hand:
            state.deck.remove(card)


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


# Promises


class Ledger:
    """Plays the moves of bots, checks each deal, and records who broke a pact."""

    def __init__(self, names):
        self.names, self.offers, self.kinds = names, Counter(), Counter()
        self.broken = []

    def play(self, state, seat, move, chance):
        if isinstance(move, OfferPact | LayCards) and state.turn == seat:
            self.offers[state.round, seat] += 1
        if isinstance(move, OfferPact):
            standing = Standing(view(state, seat))
            assert not any(standing.is_beaten(other) for other in move.partners)
        told = play(state, seat, move, chance, by="bot")
        self.kinds.update(type(event) for event in told)
        for event in told:
            if isinstance(event, PactBroken):
                assert isinstance(move, DeclareAttack)
                assert state.pacts[event.pact - 1].status == "broken"
                self.broken.append(self.names[event.seat])
        return told


@RULES
def test_bots_keep_their_pacts_and_offer_once_a_round(ruleset):
    """Only a raider's attack breaks a pact; nobody ends one that is in force."""
    ledgers = []
    for seed, names in enumerate(
        [("diplomat", "general", "turtle", "captain"), ("raider", "diplomat", "aggressor")]
    ):
        ledger = Ledger(names)
        chance = FastChance(seed, keep=False)
        options = Options(rounds=12, quick=ruleset.name != "castle")
        state, _ = new_game(ruleset, [False] * len(names), options, "deals", chance)
        play_out(state, make_bots(names, seed), chance, ledger.play)
        assert state.outcome is not None
        assert set(ledger.offers.values()) <= {1}
        assert set(ledger.broken) <= {"raider"}
        in_force = [pact for pact in state.pacts if len(pact.accepted) == len(pact.partners)]
        for pact in in_force:
            if pact.status == "ended":
                gone = any(state.players[seat].eliminated for seat in parties(pact))
                assert gone or state.round > pact.until
        ledgers.append(ledger)
    assert sum(ledger.kinds[PactBegun] for ledger in ledgers)


@pytest.mark.parametrize("name", EVERY)
def test_only_a_raider_breaks_a_truce_it_offered(name):
    """A raider attacks a partner that is weak; the others keep the truce to its end."""
    state = led(CLASSIC)
    tell(state, 0, OfferPact((1,), ("peace",), 3))
    tell(state, 1, AnswerPact(1, True))
    for holding in state.holdings.values():
        holding.armies = {0: 9, 1: 1}.get(holding.owner, 9)
    bot = BOTS[name](random.Random(1))
    move = bot.choose(view(state, 0))
    partner = isinstance(move, DeclareAttack) and state.holdings[move.target].owner == 1
    assert partner is (name == "raider")


# Secrets


@pytest.mark.parametrize("name", DEALING)
def test_offers_depend_only_on_the_view(name):
    source = random.Random(3)
    for seed in range(6):
        state = led(GREYHAWK)
        hands(state, source)
        state.round = seed + 1
        twin = twin_of(state, 0, source)
        assert view(state, 0).to_json() == view(twin, 0).to_json()
        one, other = (
            BOTS[name](random.Random(seed)).propose(view(each, 0)) for each in (state, twin)
        )
        assert one == other


def test_only_the_end_of_attacks_comes_with_an_offer():
    state = led(CLASSIC)
    bot = BOTS["general"](random.Random(1))
    assert offer_before(bot, View(state, 0), EndAttacks()) is not None
    assert offer_before(bot, View(state, 0), DeclareAttack("alaska", "alberta")) is None
    for name in ("captain", "recruit", "steward", "random"):
        assert offer_before(BOTS[name](random.Random(1)), View(state, 0), EndAttacks()) is None
