"""A table of six people to measure with, and moves as their pages would post them."""

import random
import secrets
from dataclasses import dataclass, field
from typing import Any

from games.models import User
from games.play import play_moves
from games.starting import create_game, start_game
from games.store import load
from rules import BOTS, Decision, Move, Options, move_to_json, view
from tests.games.pinned import pin


@dataclass
class SixPeople:
    """A running game; `users` by seat. Moves are those that captains would make."""

    code: str
    users: list[User]
    thoughts: random.Random = field(default_factory=lambda: random.Random(11))

    def next_move(self) -> tuple[Decision, Move]:
        """Return the first open decision and an answer."""
        state = load(self.code).state()
        decision = state.decisions[0]
        return decision, BOTS["captain"](self.thoughts).choose(view(state, decision.seat))

    def play_on(self, moves: int) -> int | None:
        """Play so many moves without any page; return the seat that made the last of them."""
        mover = None
        for _ in range(moves):
            decision, move = self.next_move()
            user = self.users[decision.seat]
            key = secrets.token_hex(8)
            play_moves(self.code, user, (move,), key=key, decision=decision.number)
            mover = decision.seat
        return mover

    def fields(self, decision: Decision, move: Move, have: str = "") -> dict[str, Any]:
        """Return what the page posts for a move."""
        shown = {True: "yes", False: "no"}
        written = {
            name: shown[value] if isinstance(value, bool) else value
            for name, value in move_to_json(move).items()
            if value is not None
        }
        return {**written, "decision": decision.number, "key": secrets.token_hex(8), "have": have}


def made_table(code: str, ruleset: str = "greyhawk") -> SixPeople:
    """Return a game of six people, all set up, in its first round.

    Its chance is known, so that every run measures the same moves.
    """
    names = (f"{code[:5].capitalize()} {number}" for number in range(1, 7))
    users = [User.objects.create_user(name) for name in names]
    table = SixPeople(pin(create_game(users, Options(quick=True), ruleset), code).code, users)
    start_game(table.code)
    while not load(table.code).state().round:
        table.play_on(1)
    return table
