"""A test table: its people answer at random, and its bots play on."""

import itertools
import random

from games.models import Card, Game, HiddenArmies, Move, Player
from games.playing.bots import play_bot
from games.playing.play import play_move
from games.storage.store.stored_game import load
from rules import legal_moves


def play_bots(code, moves):
    """Let bots answer this many decisions, with fixed random numbers."""
    source = random.Random(5)
    for _ in range(moves):
        if play_bot(code, source) is None:
            break


def rows(code):
    """Return everything stored about a game, for comparison."""
    game = Game.objects.get(code=code)
    return (
        Game.objects.filter(code=code).values().get(),
        *(
            list(model.objects.filter(game=game).order_by("pk").values())
            for model in (Player, Card, HiddenArmies, Move)
        ),
    )


class Table:
    """A running game; `persons` are the users by seat, bots have the other seats."""

    keys = itertools.count()

    def __init__(self, code, persons, source):
        self.code = code
        self.persons = persons
        self.random = source

    def state(self):
        return load(self.code).state()

    def number(self):
        return load(self.code).number

    @property
    def mover(self):
        """The user who must decide first."""
        return self.persons[self.state().decisions[0].seat]

    @property
    def waiting(self):
        """The first user other than `mover`."""
        return next(user for user in self.persons.values() if user != self.mover)

    def seat_of(self, user):
        """Return the seat of a user."""
        return next(seat for seat, one in self.persons.items() if one == user)

    def decision(self):
        """Return the first open decision and its first legal answer."""
        state = self.state()
        decision = state.decisions[0]
        return decision, next(legal_moves(state, decision.seat))

    def key(self):
        return f"key-{next(self.keys)}"

    def answer(self):
        """Answer the first open decision as its player."""
        state = self.state()
        decision = state.decisions[0]
        user = self.persons.get(decision.seat)
        if user is None:
            return play_bot(self.code, self.random)
        move = self.random.choice(list(legal_moves(state, decision.seat)))
        return play_move(self.code, user, move, key=self.key(), decision=decision.number)
