"""Bots at a table: what they offer people, how they answer, and what they say about it."""

import random

import pytest

from games.community.fairness.audit import audit
from games.community.moderation.take_back import take_back
from games.community.people.preferences import save_preferences
from games.community.trust.roles import Role
from games.models import Game, Move
from games.playing.bots import answer_offer, play_bot
from games.playing.consequences.pacts import has_begun
from games.playing.play import play_move
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from rules import Options
from rules.bots.reasons import ReasonKind
from rules.cards import BattleCard
from rules.chapters.diplomacy.pacts import PEACE
from rules.moves import LayCards, OfferPact
from rules.questions import DecisionKind
from tests.support.tables.play_ahead import is_in_round, play_ahead
from tests.support.tables.positions.diplomacy import (
    buttons_of,
    count_of,
    deal,
    lead,
    ledger_of,
    page,
    press,
)
from tests.support.tables.positions.pinned import pin
from tests.support.visitors.moderators import action, moderator

ALICE, GENERAL, LEADER = range(3)


def begun(alice, ruleset="classic"):
    """Return the code of a game in which a general is about to end its attacks."""
    game = pin(create_game([alice, "general", "captain"], Options(quick=True), ruleset), "offer2me")
    start_game(game.code)
    play_ahead(game.code, random.Random(4), is_generals_turn, people="captain")
    lead(game.code, LEADER)
    return game.code


def is_generals_turn(state):
    decision = state.decisions[0]
    return bool(state.round) and decision.seat == GENERAL and decision.kind is DecisionKind.ATTACKS


@pytest.fixture
def offered(alice):
    """The code of a game in which the general has offered Alice a truce."""
    code = begun(alice)
    play_bot(code, random.Random(1))
    return code


def pacts(code):
    return load(code).state().pacts


def kinds_said(code, key):
    said = load(code).diplomacy.remarks.get(key, ())
    return [(remark.seat, remark.reason.kind) for remark in said]


def test_a_general_offers_a_truce_once_and_ends_its_attacks(offered):
    (pact,) = pacts(offered)
    assert (pact.seat, pact.partners, pact.terms) == (GENERAL, (ALICE,), (PEACE,))
    moves = Move.objects.filter(game__code=offered, by=Move.By.BOT).order_by("number")
    names = [private["move"]["move"] for private in moves.values_list("private", flat=True)]
    assert names[-2:] == ["offer_pact", "end_attacks"]
    for _ in range(4):
        play_bot(offered, random.Random(1))
    assert len(pacts(offered)) == 1


def test_the_offer_is_shown_with_its_reason_and_buttons(client, offered, alice, bob):
    html = page(client, alice, offered)
    said = "A truce leaves more armies to face Captain Cedar, the strongest player."
    assert said in ledger_of(html) and count_of(html) == "1 waiting for you"
    assert {"Accept (1)", "Decline (1)"} <= buttons_of(html).keys()
    for user in (bob, None):
        watching = page(client, user, offered)
        assert said in ledger_of(watching) and "Accept (1)" not in buttons_of(watching)
    assert press(client, alice, offered, "Accept (1)").status_code == 302
    assert pacts(offered)[0].status == "in_force"
    assert said in ledger_of(page(client, alice, offered))


def test_who_wants_no_offers_from_bots_gets_none(alice):
    save_preferences(alice, {"bot_offers": "off"})
    code = begun(alice)
    play_bot(code, random.Random(1))
    assert pacts(code) == []
    assert load(code).state().decisions[0].kind is not DecisionKind.ATTACKS


def test_a_general_answers_an_offer_with_a_sentence(client, alice):
    code = begun(alice)
    for number, (rounds, accepts, kind) in enumerate(
        [(2, True, ReasonKind.TRUCE), (9, False, ReasonKind.NOBODY_LEFT)], 1
    ):
        partners = (GENERAL,) if accepts else (GENERAL, LEADER)
        offer = OfferPact(partners, (PEACE,), rounds)
        play_move(code, alice, offer, key=f"offer-{number:05}", decision=None)
        while answer_offer(code, random.Random(1)):
            pass
        assert (pacts(code)[-1].status == "in_force") is accepts
        assert (GENERAL, kind) in kinds_said(code, f"pact {number}")
    told = ledger_of(page(client, alice, code))
    assert "General Birch A truce leaves more armies to face Captain Cedar" in told
    assert "The pact would leave nobody to attack." in told


def test_a_refused_trade_leaves_the_bots_sentence_for_a_round(client, alice):
    code = begun(alice, "greyhawk")
    deal(code, {ALICE: [BattleCard.AMBASSADOR], GENERAL: [BattleCard.HERO], LEADER: []})
    offer = LayCards(GENERAL, (BattleCard.AMBASSADOR,))
    play_move(code, alice, offer, key="trade-0001", decision=None)
    while answer_offer(code, random.Random(1)):
        pass
    told = ledger_of(page(client, alice, code))
    assert "No trade between" in told and "The offer is not good enough." in told
    stored = load(code)
    assert not stored.state().trades
    play_move(code, alice, offer, key="trade-0002", decision=None)
    assert kinds_said(code, f"trade {ALICE} {GENERAL}") == []


def test_an_offer_that_nobody_answers_is_withdrawn_a_round_later(client, offered, alice):
    play_ahead(offered, random.Random(2), lambda state: state.turn == LEADER, people="steward")
    play_ahead(offered, random.Random(2), is_generals_turn, people="steward")
    lead(offered, LEADER)
    play_bot(offered, random.Random(1))
    (pact,) = pacts(offered)
    assert pact.status == "ended"
    assert kinds_said(offered, "pact 1") == [(GENERAL, ReasonKind.NO_ANSWER)]
    told = ledger_of(page(client, alice, offered))
    assert "Nobody answered for a whole round." in told


def test_a_game_with_deals_between_bots_passes_its_audit(db):
    seats = ["diplomat", "general", "turtle", "raider"]
    game = pin(create_game(seats, Options(quick=True), "greyhawk"), "deals2me")
    start_game(game.code)
    source, is_begun = random.Random(5), False
    while not is_begun and load(game.code).status == Game.Status.RUNNING:
        if answer_offer(game.code, source) is None:
            play_bot(game.code, source)
        is_begun = any(has_begun(pact) for pact in pacts(game.code))
    assert is_begun
    assert audit(game.code) == load(game.code).number + 1


def test_a_take_back_drops_what_was_said(alice):
    game = create_game([alice, "general", "captain"], Options(quick=True), "classic")
    start_game(game.code)
    play_ahead(game.code, random.Random(4), is_in_round)
    before = load(game.code).number
    play_move(game.code, alice, OfferPact((GENERAL,), (PEACE,)), key="offer-0001", decision=None)
    answer_offer(game.code, random.Random(1))
    assert kinds_said(game.code, "pact 1") == [(GENERAL, ReasonKind.TOO_LONG)]
    dora = moderator("dora", Role.SENIOR)
    take_back(action("take_back", dora, game=Game.objects.get(code=game.code)), before)
    assert kinds_said(game.code, "pact 1") == []
