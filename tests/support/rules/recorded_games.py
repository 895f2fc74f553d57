"""Recorded games for the tests, with random moves and declarations of every kind."""

import json
import random
from functools import cache
from itertools import product

from rules import moves as m
from rules.chance import CommittedChance, SeededSalts, seed_commitment
from rules.errors import IllegalMove
from rules.moves.orders_and_wishes import ORDER_CHOICES, Orders, Wishes
from rules.record.document import RecordedSeat
from rules.record.entries import read_history
from rules.record.game import GameRecord
from rules.rulesets import RULESETS
from rules.rulesets.greyhawk import GREYHAWK
from rules.state import Options
from rules.turn import legal_moves
from tests.support.rules.strategies import own_options

GAME = "k3v9x2mq"
NAMES = ("Aelfgyth", "Brunhild", "Cunegund", "Dagobert", "Ermengar", "Friderun")


class Table:
    """A recorded game with a number of seats; with `bots`, every second seat has a bot."""

    def __init__(self, seats, number, options=None, bots=False, ruleset=GREYHAWK, values=True):
        self.random = random.Random(f"{seats} {number}")
        self.seed = self.random.randbytes(32)
        people = [
            RecordedSeat(seat, NAMES[seat], "bot", "careful")
            if bots and seat % 2
            else RecordedSeat(seat, NAMES[seat], value_given="before the start" if values else "")
            for seat in range(seats)
        ]
        values = [self.random.randbytes(16).hex() if seat.value_given else "" for seat in people]
        self.record = GameRecord.begin(
            ruleset,
            people,
            options or Options(rounds=2),
            GAME,
            CommittedChance(self.seed, values, GAME, SeededSalts(self.seed)),
            seed_commitment=seed_commitment(self.seed),
            values=values,
        )

    @property
    def state(self):
        return self.record.state

    def answer(self):
        """Answer one of the open decisions, usually as a player would."""
        seat = self.random.choice(self.state.decisions).seat
        if self.random.random() < 0.1:
            self.record.play(seat, m.Default(), "clock")
            return
        choices = list(legal_moves(self.state, seat))
        by = "player" if self.state.players[seat].person else "bot"
        self.record.play(seat, self.random.choice(choices), by)

    def say(self):
        """Try up to four random declarations, and stop after the first legal one."""
        ideas = self.ideas()
        for seat, move, by in self.random.sample(ideas, min(4, len(ideas))):
            try:
                self.record.play(seat, move, by)
                return
            except IllegalMove:
                pass

    def ideas(self):
        pick, state = self.random.choice, self.state
        seat = pick(range(len(state.players)))
        other = pick(range(len(state.players)))
        hand = state.players[seat].hand
        spared = f"spare:{list(state.board.territories)[-1]}"
        ideas = [
            (seat, m.SetOrders(self.orders()), "player"),
            (seat, m.SetWishes(self.wishes()), "player"),
            (seat, m.OfferPact((other,), ("peace", spared), 1, "Until winter"), "player"),
            (seat, m.WithdrawTrade(other), "player"),
            (seat, m.TakeSeat(m.Control.PLAYER, own=True), "moderator"),
            (seat, m.AskOnlyPlayable(False), "moderator"),
            (seat, m.Disarm("plan", "Nothing is left of it."), "clock"),
            (seat, m.AgreeResult(pick([None, (seat,), (other,)])), "player"),
        ]
        if self.random.random() < 0.1:
            ideas += [(seat, m.Resign(), "player"), (seat, m.ClaimWin(), "player")]
        if hand:
            ideas += [(seat, m.LayCards(other, (pick(hand),)), "player")] * 2
        ideas += [(pick([seat, other]), m.EndPact(pact.number), "player") for pact in state.pacts]
        ideas += [
            (each, m.AnswerPact(pact.number, pick([True, False])), "player")
            for pact in state.pacts
            for each in pact.partners
        ]
        for trade in state.trades:
            for one in (0, 1):
                give, get = trade.laid[one], trade.laid[1 - one]
                move = m.AcceptTrade(trade.seats[1 - one], give, get)
                ideas += [(trade.seats[one], move, "player")] * 3
        return ideas

    def orders(self):
        pick = self.random.choice
        names = {*GREYHAWK.standing_orders, *self.state.ruleset.standing_orders}
        says = {name: pick(choices) for name, choices in ORDER_CHOICES.items() if name in names}
        return Orders(**says, fallbacks={"dice": "most", "counter": pick(["always", "never"])})

    def wishes(self):
        names = self.random.sample(list(self.state.board.territories), 6)
        return Wishes(tuple(names[:3]), {}, tuple((name, 2) for name in names[3:]))

    def go_on(self, entries, talk=0.3):
        """Play on for this many entries, or until the game is over."""
        wanted = len(self.record.entries) + entries
        while len(self.record.entries) < wanted and not self.state.is_over:
            if self.random.random() < talk:
                self.say()
            else:
                self.answer()

    def take_back(self, entries):
        """Take back this many of the newest remaining entries."""
        kept = read_history(self.record.entries).kept
        self.record.take_back(kept[-1 - entries], "A slip of the hand")

    def end(self):
        """End the game if it is not over, and publish the seed; return the record as JSON."""
        if not self.state.is_over:
            self.record.play(0, m.EndGame((self.state.living()[0],)), "moderator")
        self.record.close(self.seed)
        return self.record.to_json()


def play_games():
    """Yield finished tables of every game, for 2 to 6 seats, most with two take-backs.

    Greyhawk is played with both set-ups for every number of seats, the other games with one of
    them, in turn.
    """
    kinds = product(enumerate(RULESETS.values()), range(2, 7), (False, True))
    for (game, ruleset), seats, quick in kinds:
        if ruleset is not GREYHAWK and quick != ((seats + game) % 2 == 0):
            continue
        ways = own_options(ruleset, seats)
        options = Options(
            quick=quick,
            pace="correspondence" if seats % 2 else "live",
            on_resign="bot" if quick else "steward",
            rounds=6,
            **ways[seats // 2 % len(ways)],
        )
        yield _finished(Table(seats, 5, options, bots=seats > 4, ruleset=ruleset))


def _finished(table):
    """Play a table to its end, with two take-backs on the way."""
    for entries, undone in ((250, 40), (60, 70), (300, 0)):
        table.go_on(entries)
        if undone and not table.state.is_over:
            table.take_back(undone)
    table.end()
    return table


@cache
def played_games():
    """Return the tables of `play_games`; all tests share them and must not change them."""
    return tuple(play_games())


@cache
def short_document():
    """Return a short finished record with one take-back, as JSON text."""
    table = Table(2, 3, Options(quick=True, rounds=1))
    table.go_on(30)
    table.take_back(6)
    table.go_on(40)
    return json.dumps(table.end())
