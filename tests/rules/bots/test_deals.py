"""How generals deal: truces against a leader, and promises kept."""

import random
from collections import Counter

import pytest

from rules import RULESETS, FastChance, Options, new_game, play, view
from rules.bots import BOTS, offer_before
from rules.bots.general import deals
from rules.bots.general.characters import CHARACTERS, PLAIN
from rules.bots.general.standing import Standing
from rules.bots.reasons import ReasonKind
from rules.cards import BattleCard
from rules.chapters.diplomacy.pacts import parties
from rules.events.agreements import PactBegun, PactBroken
from rules.moves import (
    AnswerPact,
    Control,
    DeclareAttack,
    EndAttacks,
    EndPact,
    LayCards,
    OfferPact,
)
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.terminal.simulate import make_bots, play_out
from rules.view import View
from tests.support.rules.dealing import hands, led, offer_of, strengthen, tell
from tests.support.rules.twins import twin_of

EVERY = {"general": PLAIN, **CHARACTERS}
DEALING = [name for name, character in EVERY.items() if character.alarm]
RULES = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)


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
