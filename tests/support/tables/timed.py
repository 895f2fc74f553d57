"""A game in memory with clocks, for tests that set the time."""

import random

from games.drawing.display.times import deadline_shown
from games.playing.clocks import after_move
from games.playing.clocks.clock_settings import ClockSettings
from games.storage.store import clocks
from games.storage.store.clocks import Clocks
from rules import GREYHAWK, FastChance, Options, legal_moves, new_game, play
from rules.moves import Control
from rules.questions import DecisionKind

SECOND = 1000
START = 1_800_000_000_000
TERMS = ClockSettings(turn_seconds=300, reaction_seconds=20, pace="calm")
TURN, REACTION = 300 * SECOND, 20 * SECOND


class Timed:
    """A game in memory with its clocks; `now` advances only on request."""

    def __init__(self, persons, seed=1, terms=TERMS, ruleset=GREYHAWK, **options):
        self.random = random.Random(seed)
        self.chance = FastChance(self.random)
        self.terms = terms
        self.state, _ = new_game(ruleset, persons, Options(**options), "timed", self.chance)
        self.now = START
        self.clocks = after_move.after(Clocks(), self.state, terms, self.now)

    def play(self, seat, move, by="player", seconds=0, battles=0):
        self.now += seconds * SECOND
        play(self.state, seat, move, self.chance, by)
        old = clocks.from_json(clocks.to_json(self.clocks))
        self.clocks = after_move.after(old, self.state, self.terms, self.now, battles)

    def answer(self, seconds=0):
        """Answer the first open decision at random."""
        decision = self.state.decisions[0]
        move = self.random.choice(list(legal_moves(self.state, decision.seat)))
        is_bot = self.state.players[decision.seat].control is not Control.PLAYER
        self.play(decision.seat, move, "bot" if is_bot else "player", seconds)

    def go_to(self, condition, seconds=0):
        """Play at random until a condition of the game holds; return the game."""
        for _ in range(3000):
            if condition(self):
                return self
            assert not self.state.is_over
            self.answer(seconds)
        raise AssertionError("It never came to that.")

    @property
    def asked(self):
        return [(decision.seat, decision.kind) for decision in self.state.decisions]

    @property
    def turn(self):
        return self.state.turn

    def until(self, seat=None):
        return self.clocks.running[self.turn if seat is None else seat].until

    def shown(self, seat=None):
        return deadline_shown(self.clocks, seat)


def is_to_attack(game):
    return game.state.round and game.asked == [(game.turn, DecisionKind.ATTACKS)]


def is_another_asked(game):
    asked = game.asked
    return game.state.round and len(asked) == 1 and asked[0][0] != game.turn
