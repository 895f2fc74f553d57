"""A table for tests of trades: three persons, their hands, and the cards they lay."""

import random

from games.playing.play import play_moves
from games.playing.start import create_game, start_game
from rules import Options
from rules.cards import BattleCard
from rules.chapters.diplomacy.trades import find_trade
from rules.moves import AcceptTrade, LayCards
from rules.questions import DecisionKind
from tests.support.tables.positions.diplomacy import deal
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import Table

HERO, FLEET, ASSASSIN = BattleCard.HERO, BattleCard.FLEET, BattleCard.ASSASSIN


class Trading(Table):
    """A table of three persons: `turn` is on turn, `one` and `other` may trade."""

    def __init__(self, users, name):
        code = pin(create_game(users, Options(quick=True)), name).code
        start_game(code)
        super().__init__(code, dict(enumerate(users)), random.Random(7))
        while not self.is_to_attack():
            self.answer()
        self.turn = self.state().turn
        self.one, self.other = ((self.turn + step) % 3 for step in (1, 2))
        deal(code, {self.turn: [ASSASSIN], self.one: [HERO, FLEET], self.other: [FLEET, ASSASSIN]})

    def is_to_attack(self):
        state = self.state()
        return bool(state.round) and state.decisions[0].kind is DecisionKind.ATTACKS

    def say(self, seat, *moves):
        """Make declarations outside a decision, as the player of a seat."""
        user = self.persons[seat]
        return play_moves(self.code, user, moves, key=self.key(), decision=None)

    def lay(self, seat, partner, *cards):
        return self.say(seat, LayCards(partner, cards))

    def acceptance(self, seat, partner):
        """Return a seat's acceptance of a trade as currently laid."""
        trade = find_trade(self.state(), seat, partner)
        return AcceptTrade(partner, trade.laid_by(seat), trade.laid_by(partner))

    def accept(self, seat, partner):
        return self.say(seat, self.acceptance(seat, partner))

    def hand(self, seat):
        return self.state().players[seat].hand

    def both_lay(self):
        """Let the two lay a Hero and a Fleet for each other."""
        self.lay(self.one, self.other, HERO)
        self.lay(self.other, self.one, FLEET)
