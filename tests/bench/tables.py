"""A table of six people for measurements, and moves as their pages would post them."""

import random
import secrets
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction

from games.models import User
from games.playing.play import play_moves
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from rules import BOTS, Decision, Move, Options, View, move_to_json, view
from tests.support.tables.positions.pinned import pin


@dataclass
class SixPeople:
    """A running game; `users` by seat. Moves are those that captains would make.

    With `battle_by_battle` no attack is pressed: each move causes one battle at most.
    """

    code: str
    users: list[User]
    source: random.Random = field(default_factory=lambda: random.Random(11))
    battle_by_battle: bool = False

    def next_move(self) -> tuple[Decision, Move]:
        """Return the first open decision and an answer."""
        state = load(self.code).state()
        decision = state.decisions[0]
        seen = view(state, decision.seat)
        move = BOTS["captain"](self.source).choose(seen)
        return decision, _not_pressed(seen, move) if self.battle_by_battle else move

    def play(self, decision: Decision, move: Move) -> None:
        """Play a move without a page."""
        user, key = self.users[decision.seat], secrets.token_hex(8)
        play_moves(self.code, user, (move,), key=key, decision=decision.number)

    def play_on(self, moves: int) -> int | None:
        """Play this many moves without a page; return the seat that made the last one."""
        mover = None
        for _ in range(moves):
            decision, move = self.next_move()
            self.play(decision, move)
            mover = decision.seat
        return mover

    def fall_ahead(self) -> tuple[Decision, Move] | None:
        """Play on until the next move eliminates a player; return (decision, move), or None."""
        while not load(self.code).state().is_over:
            fallen, (decision, move) = self._fallen(), self.next_move()
            with transaction.atomic():
                self.play(decision, move)
                if is_fall := self._fallen() > fallen:
                    transaction.set_rollback(True)
            if is_fall:
                return decision, move
        return None

    def _fallen(self) -> int:
        return sum(player.eliminated > 0 for player in load(self.code).state().players)

    def fields(self, decision: Decision, move: Move, have: str = "") -> dict[str, Any]:
        """Return the form that the page posts for a move."""
        shown = {True: "yes", False: "no"}
        written = {
            name: shown[value] if isinstance(value, bool) else value
            for name, value in move_to_json(move).items()
            if value is not None
        }
        return {**written, "decision": decision.number, "key": secrets.token_hex(8), "have": have}


def _not_pressed(seen: View, move: Move) -> Move:
    """Return an attack limited to one battle with the most dice; other moves unchanged."""
    if getattr(move, "press", None) is None:
        return move
    single = (replace(move, press=None, dice=dice) for dice in (3, 2, 1))
    return next((one for one in single if seen.why_not(one) is None), move)


def made_table(code: str, ruleset: str = "greyhawk") -> SixPeople:
    """Return a game of six people in its first round, after the set-up.

    Its chance is deterministic, so that every run measures the same moves.
    """
    names = (f"{code[:5].capitalize()} {number}" for number in range(1, 7))
    users = [User.objects.create_user(name) for name in names]
    table = SixPeople(pin(create_game(users, Options(quick=True), ruleset), code).code, users)
    start_game(table.code)
    while not load(table.code).state().round:
        table.play_on(1)
    return table


def falling_table(ruleset: str) -> SixPeople:
    """Return a game played battle by battle, to measure eliminations."""
    table = made_table(f"{ruleset[:3]}falls", ruleset)
    table.battle_by_battle = True
    return table
