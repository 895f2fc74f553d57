"""Correspondence games for tests: turns of days, a time bank and an excuse."""

import random

from games.models import AbsenceStep, Game
from games.playing.play import play_move
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.table.page.viewer import look
from games.table.sidebar.absence import absence_actions
from games.web.worker import due
from rules import Options
from rules.moves import EndAttacks
from rules.questions import DecisionKind
from tests.support.tables.play_ahead import is_to_attack, play_ahead
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import Table
from tests.support.visitors.waiting import item, let_pass, times

DAY, HOUR = 86_400, 3_600
SLOW = {
    "turn_seconds": DAY,
    "reaction_seconds": 8 * HOUR,
    "bank_seconds": 10 * HOUR,
    "refill_seconds": 2 * HOUR,
    "excuse_seconds": 12 * HOUR,
}
WHOLE = DAY + 10 * HOUR + 12 * HOUR
"""The longest a turn can take: its own time, the time bank and the excuse."""


def begun(users, code, ruleset="greyhawk"):
    """Return a game of some users in which the player on turn may attack."""
    game = pin(create_game(users, Options(quick=True), ruleset), code)
    Game.objects.filter(pk=game.pk).update(**SLOW)
    start_game(game.code)
    table = Table(game.code, dict(enumerate(users)), random.Random(7))
    play_ahead(table.code, table.random, is_to_attack)
    return table


def fire(table):
    return due.fire(item(table.code, "clock"))


def steps(table, seat=None):
    found = AbsenceStep.objects.filter(game__code=table.code).order_by("pk")
    return [step.step for step in found if seat is None or step.seat == seat]


def miss_turn(table):
    """Let every deadline pass until the player on turn has missed the turn; return the seat."""
    seat = table.state().turn
    while table.state().turn == seat and not table.state().is_over:
        let_pass(table.code, 10 * WHOLE)
        fire(table) if times(table.code).running else due.fire(item(table.code, "bot"))
    return seat


def pass_turn(table):
    """End the turn without an attack, all others answering; return the seat.

    A seat without a person misses its turn.
    """
    seat = table.state().turn
    decision = table.state().decisions[0]
    if decision.kind is DecisionKind.ATTACKS and decision.seat == seat:
        user = table.persons.get(seat)
        if user is None:
            return miss_turn(table)
        play_move(table.code, user, EndAttacks(), key=table.key(), decision=decision.number)
    while table.state().turn == seat and not table.state().is_over:
        table.answer()
    return seat


def to_turn_of(table, seat):
    while table.state().turn != seat:
        pass_turn(table)


def acts(table, user):
    return absence_actions(load(table.code), look(table.code, user and user.pk).scene, user)
