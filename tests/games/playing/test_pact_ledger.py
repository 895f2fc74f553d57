"""The endings of pacts: stored with the game, audited against the log, counted at its end."""

import pytest

from games.community.fairness.audit import Mismatch, audit
from games.models import Game, Move, Player
from games.playing.play import play_for, play_move
from games.storage.store.diplomacy import PactEnding
from games.storage.store.stored_game import load
from rules import legal_moves
from rules.moves import AnswerPact, DeclareAttack, EndGame, EndPact, OfferPact, Resign
from rules.questions import DecisionKind

SPAN = ("peace", "help")


def say(table, user, move):
    """Make a declaration outside a decision."""
    return play_move(table.code, user, move, key=table.key(), decision=None)


def make_pact(table, rounds=0):
    """Let the mover offer and the other accept; return the pact's number."""
    mover, other = table.mover, table.waiting
    say(table, mover, OfferPact((table.seat_of(other),), ("peace",), rounds))
    number = len(table.state().pacts)
    say(table, other, AnswerPact(number, True))
    return number


def attack_on(table, seat):
    """Play until another player may attack a seat; return the decision and the attack."""
    while True:
        state = table.state()
        decision = state.decisions[0]
        attacks = [
            move
            for move in legal_moves(state, decision.seat)
            if isinstance(move, DeclareAttack) and state.holdings[move.target].owner == seat
        ]
        if attacks and decision.kind is DecisionKind.ATTACKS and decision.seat != seat:
            return decision, attacks[0]
        table.answer()


def endings(table):
    return load(table.code).diplomacy.pacts


def end(table, *winners):
    play_for(table.code, 0, EndGame(winners), Move.By.MODERATOR, decision=None)


def counts(table):
    return {
        seat: numbers
        for seat, *numbers in Player.objects.filter(game__code=table.code)
        .order_by("seat")
        .values_list("seat", "pacts_kept", "pacts_broken", "pacts_ended")
    }


def test_ending_or_refusing_a_pact_is_recorded(table):
    mover, other = table.mover, table.waiting
    first, second = table.seat_of(mover), table.seat_of(other)
    assert endings(table) == {}
    make_pact(table)
    assert endings(table) == {}
    say(table, other, EndPact(1))
    say(table, mover, OfferPact((second,), ("help",)))
    say(table, other, AnswerPact(2, False))
    say(table, mover, OfferPact((second,), SPAN))
    say(table, mover, EndPact(3))
    found = endings(table)
    number = load(table.code).number
    assert found[1] == PactEnding("ended", number - 4, 1, second, True)
    assert found[2] == PactEnding("refused", number - 2, 1, second, True)
    assert found[3] == PactEnding("ended", number, 1, first, True)
    assert audit(table.code) == number + 1


def test_breaking_a_pact_is_recorded_with_the_attack(table):
    decision, move = attack_on(table, 2 if table.seat_of(table.mover) else 1)
    breaker, victim = decision.seat, table.state().holdings[move.target].owner
    # The pact is made in the middle of the turn, between the parties of the attack.
    by = Move.By.PLAYER if breaker in table.persons else Move.By.BOT
    if victim in table.persons:
        say(table, table.persons[victim], OfferPact((breaker,), ("peace",)))
        answer = AnswerPact(1, True)
        play_for(table.code, breaker, answer, by, decision=None)
    else:
        say(table, table.persons[breaker], OfferPact((victim,), ("peace",)))
        play_for(table.code, victim, AnswerPact(1, True), Move.By.BOT, decision=None)
    play_for(table.code, breaker, move, by, decision=decision.number)
    number, begun_in = load(table.code).number, Game.objects.get(code=table.code).round
    assert endings(table)[1] == PactEnding(
        "broken", number, begun_in, breaker, by is Move.By.PLAYER, move.source, move.target
    )
    assert audit(table.code) == number + 1
    end(table, breaker)
    broken = [0, 1, 0] if by is Move.By.PLAYER else [0, 0, 0]
    assert counts(table)[breaker] == broken
    assert counts(table)[victim] == [1, 0, 0]


def test_audit_finds_a_pact_ending_missing_from_the_log(table):
    make_pact(table)
    say(table, table.waiting, EndPact(1))
    stored = Game.objects.get(code=table.code).diplomacy
    stored["pacts"]["1"]["seat"] = 1 - stored["pacts"]["1"]["seat"]
    Game.objects.filter(code=table.code).update(diplomacy=stored)
    with pytest.raises(Mismatch, match="pact 1"):
        audit(table.code)


def test_pacts_are_counted_when_the_game_is_over(table):
    mover, other = table.mover, table.waiting
    first, second = table.seat_of(mover), table.seat_of(other)
    make_pact(table)
    make_pact(table, rounds=3)
    say(table, mover, EndPact(1))
    say(table, mover, OfferPact((second,), ("help",)))
    say(table, other, OfferPact((first,), SPAN))
    say(table, other, EndPact(4))
    assert set(map(tuple, counts(table).values())) == {(0, 0, 0)}
    end(table, first)
    # The mover ended the first pact, the second lasted to the end; offers do not count.
    assert counts(table) == {first: [1, 0, 1], second: [2, 0, 0], 2: [0, 0, 0]}


def test_a_pact_of_one_who_resigned_is_kept_until_the_end(table):
    mover, other = table.mover, table.waiting
    make_pact(table, rounds=9)
    say(table, mover, Resign())
    assert table.state().pacts[0].status == "in_force"
    end(table, table.seat_of(other))
    assert counts(table)[table.seat_of(other)] == [1, 0, 0]


def test_a_game_without_pacts_counts_none(table):
    end(table, 0)
    assert set(map(tuple, counts(table).values())) == {(0, 0, 0)}
    assert Game.objects.get(code=table.code).diplomacy == {}
