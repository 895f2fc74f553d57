"""Tables of bots, for tests that check how they play."""

import hashlib
import json
import random

from rules.bots import BOTS
from rules.chance import FastChance
from rules.questions import DecisionKind
from rules.rulesets.greyhawk import GREYHAWK
from rules.state import Options, to_json
from rules.turn import new_game, play
from rules.view import View

MOST_MOVES = 20_000


class Table:
    """A game and its bots; `log` has (seat, decision, move, events) of every answer."""

    def __init__(self, names, seed, *, see=View, persons=6, ruleset=GREYHAWK, **options):
        self.chance = FastChance(seed, keep=False)
        seats = [seat < persons for seat in range(len(names))]
        options = Options(**options, only_playable=persons == 1)
        self.state, _ = new_game(ruleset, seats, options, f"game {seed}", self.chance)
        self.bots = [BOTS[name](random.Random(f"{seed} {seat}")) for seat, name in enumerate(names)]
        self.views = [see(self.state, seat) for seat in range(len(names))]
        self.log = []

    def tell(self, seat, move, by="player"):
        return play(self.state, seat, move, self.chance, by)

    def step(self):
        decision = self.state.decisions[0]
        move = self.bots[decision.seat].choose(self.views[decision.seat])
        told = self.tell(decision.seat, move, "bot")
        self.log.append((decision.seat, decision.kind, move, told))

    def play(self, until=lambda state: False):
        while self.state.outcome is None and not until(self.state):
            assert len(self.log) < MOST_MOVES, "The game does not come to an end."
            self.step()
        return self

    def events(self):
        return [event for _, _, _, told in self.log for event in told]


def is_first_turn(state):
    return state.round == 1 and bool(state.decisions)


def digest(seed):
    table = Table(("captain", "random", "captain", "steward"), seed, quick=True, rounds=5).play()
    text = json.dumps(to_json(table.state), sort_keys=True) + repr([item[2] for item in table.log])
    return hashlib.sha256(text.encode()).hexdigest()


def in_two_empires(ruleset=GREYHAWK):
    """Return (table, source, target) for a game at its first turn.

    Seat 0 can storm seat 1's stronghold, `target`, from `source`.
    """
    table = Table(("captain",) * 3, 1, ruleset=ruleset, quick=True).play(is_first_turn)
    state = table.state
    state.turn, state.decisions = 0, ()
    state.ask(0, DecisionKind.ATTACKS)
    target = state.players[1].stronghold
    source = state.board.territories[target].neighbours[0]
    for name, holding in state.holdings.items():
        holding.armies = 3 if state.stronghold_on(name) is not None else 1
    state.holdings[source].owner, state.holdings[source].armies = 0, 30
    for player in state.players:
        player.hand = []
    return table, source, target


def with_safe_home(ruleset):
    """Return (state, stronghold): seat 0's stronghold is safe, inland and full of armies."""
    table, _, _ = in_two_empires(ruleset)
    state = table.state
    own = state.players[0].stronghold
    for name, holding in state.holdings.items():
        holding.armies = 1
        if state.stronghold_on(name) is not None:
            holding.armies = 20 if name != own else 40
    for near in state.board.territories[own].neighbours:
        if state.stronghold_on(near) is None:
            state.holdings[near].owner = 0
    return state, own
