"""ELM-7: missed turns, the steward who takes over the seat, and the player's return."""

import random

import pytest

from games.community.fairness.audit import audit
from games.exceptions import NotSeated, Stale
from games.models import Move
from games.playing.play import play_move, return_to_seat
from games.playing.start import create_game, start_game
from games.web.worker import due
from rules import IllegalMove, Options
from rules.moves import Control, EndAttacks, Resign
from rules.questions import DecisionKind
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import Table, rows
from tests.support.visitors.waiting import LONG, item, let_pass, missed, run_out, say_orders, times

pytestmark = pytest.mark.django_db


def go_on(duel, user):
    """End the others' attacks, and let all other decisions time out, until a user may attack."""
    while True:
        decision = duel.state().decisions[0]
        mover = duel.persons[decision.seat]
        if decision.kind is not DecisionKind.ATTACKS:
            run_out(duel.code)
        elif mover == user:
            return
        else:
            number = decision.number
            play_move(duel.code, mover, EndAttacks(), key=duel.key(), decision=number)


def test_a_turn_that_was_missed_counts_once_and_an_own_move_wipes_it_out(duel):
    user = duel.mover
    seat = duel.seat_of(user)
    run_out(duel.code)
    assert missed(duel.code)[seat] == 1
    while duel.state().turn == seat:
        run_out(duel.code)
    assert missed(duel.code)[seat] == 1
    assert duel.state().players[seat].control is Control.PLAYER
    say_orders(duel, user)
    assert missed(duel.code)[seat] == 0


def test_an_answer_that_was_missed_is_no_missed_turn(duel):
    user = duel.mover
    seat = duel.seat_of(user)
    decision, _ = duel.decision()
    play_move(duel.code, user, EndAttacks(), key="a", decision=decision.number)
    while duel.state().turn == seat:
        run_out(duel.code)
    assert missed(duel.code)[seat] == 0


@pytest.fixture
def away(duel):
    """The duel after its mover has missed two turns in a row: (duel, user, seat)."""
    user = duel.mover
    run_out(duel.code)
    go_on(duel, user)
    assert missed(duel.code)[duel.seat_of(user)] == 1
    run_out(duel.code)
    return duel, user, duel.seat_of(user)


def test_after_two_missed_turns_a_steward_holds_the_seat(away):
    duel, _, seat = away
    player = duel.state().players[seat]
    assert (player.control, player.own) == (Control.STEWARD, True)
    assert seat not in times(duel.code).running
    newest = list(Move.objects.filter(game__code=duel.code).order_by("-number")[:2])
    assert [entry.by for entry in newest] == ["clock", "clock"]
    assert [entry.private["move"]["move"] for entry in newest] == ["seat", "default"]
    while item(duel.code, "bot"):
        let_pass(duel.code, LONG)
        due.fire(item(duel.code, "bot"))
    assert audit(duel.code) == duel.number() + 1


@pytest.mark.parametrize("ruleset", ["classic", "headquarters"])
def test_a_missed_turn_that_begins_with_its_armies_counts_once(alice, bob, ruleset):
    code = pin(create_game([alice, bob], Options(quick=True), ruleset), "c2lassic").code
    start_game(code)
    duel = Table(code, {0: alice, 1: bob}, random.Random(7))
    while not duel.state().round:
        duel.answer()
    user = duel.mover
    seat = duel.seat_of(user)
    while duel.state().turn == seat:
        run_out(code)
    assert missed(code)[seat] == 1
    go_on(duel, user)
    run_out(code)
    assert duel.state().players[seat].control is Control.STEWARD
    assert audit(code) == duel.number() + 1


def test_the_player_takes_the_seat_back_by_acting(away):
    duel, user, seat = away
    say_orders(duel, user)
    assert duel.state().players[seat].control is Control.PLAYER
    assert missed(duel.code)[seat] == 0
    assert audit(duel.code) == duel.number() + 1


def test_the_player_takes_the_seat_back_by_saying_so(away, charlie):
    duel, user, seat = away
    with pytest.raises(NotSeated):
        return_to_seat(duel.code, charlie, key="c")
    first = return_to_seat(duel.code, user, key="again")
    assert duel.state().players[seat].control is Control.PLAYER
    assert missed(duel.code)[seat] == 0
    before = rows(duel.code)
    assert return_to_seat(duel.code, user, key="again") == first
    with pytest.raises(Stale, match="already have your seat"):
        return_to_seat(duel.code, user, key="another")
    assert rows(duel.code) == before
    assert audit(duel.code) == duel.number() + 1


def test_a_resigned_player_cannot_return(table):
    user = table.waiting
    play_move(table.code, user, Resign(), key="a", decision=None)
    with pytest.raises(IllegalMove, match="Someone else has your seat"):
        return_to_seat(table.code, user, key="b")
