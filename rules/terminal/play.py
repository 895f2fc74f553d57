"""A game at the terminal: one person against bots."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rules.bots.reasons import describe_reason
from rules.chance import FastChance
from rules.errors import IllegalMove
from rules.events.base import Event
from rules.moves import Move, SetOrders
from rules.moves.orders_and_wishes import ORDER_CHOICES
from rules.questions import DecisionKind
from rules.rulesets.ruleset import Ruleset
from rules.sentences.words import LETTERS, Words
from rules.state import Options
from rules.terminal.board import draw_board, draw_hand, wrapped
from rules.terminal.log import event_lines
from rules.terminal.menu import Back, Menu, Quit, compose, explain, look_around
from rules.terminal.simulate import make_bots
from rules.terminal.wording import ORDER_WORDS, heading
from rules.turn import new_game, play
from rules.view import View, view

PERSON = 0
BOT = "captain"
LOG_LENGTH = 40
WATCHED_ROUNDS = 100
COMMANDS = (
    "At any question you can type: board, near (the neighbours of a territory), hand, log, orders "
    "(your standing orders), ? (why a move is not offered), back (choose again), help, quit."
)


class TerminalGame:
    """A running game; the person has seat 0, bots have the others."""

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        seed: int,
        options: Options,
        bot: str = BOT,
        *,
        explains: bool = False,
    ) -> None:
        self._words = Words(LETTERS[:players], ruleset, reader=PERSON)
        self._chance = FastChance(seed, keep=False)
        self._bots = make_bots((bot,) * players, seed)
        self._menu = Menu(
            {
                "board": lambda: print(draw_board(self._view, self._words)),
                "hand": lambda: print(draw_hand(self._view, self._words)),
                "log": lambda: print("\n".join(self._log[-LOG_LENGTH:])),
                "orders": self._change_orders,
                "near": lambda: self._aside(look_around),
                "?": lambda: self._aside(explain),
                "help": lambda: print(wrapped(COMMANDS)),
            }
        )
        self._log: list[str] = []
        self._explains = explains
        self._board_shown = 0
        self._watched_from: int | None = None
        persons = [seat == PERSON for seat in range(players)]
        game = f"terminal-{seed}"
        self._state, events = new_game(ruleset, persons, options, game, self._chance)
        self._view = view(self._state, PERSON)
        print(wrapped(f"{ruleset.title}. You are A; {bot}s play {', '.join(LETTERS[1:players])}."))
        self._tell_options(ruleset, options)
        print(wrapped(COMMANDS))
        self._show_events(events)

    def _tell_options(self, ruleset: Ruleset, options: Options) -> None:
        for option in ruleset.options:
            chosen = getattr(options, option.name)
            sentence = next(text for value, _, text in option.choices if value == chosen)
            print(wrapped(f"{option.title}: {sentence} ({option.rule})"))

    def run(self) -> None:
        """Play to the end of the game, or until the person leaves."""
        try:
            while self._state.decisions and self._goes_on():
                seat = self._state.decisions[0].seat
                if seat == PERSON:
                    self._answer()
                else:
                    self._let_play(seat)
        except (Quit, KeyboardInterrupt):
            print("You left the game. It is not saved.")
        else:
            print(f"\n{draw_board(self._view, self._words)}")

    def _show_events(self, events: Sequence[Event]) -> None:
        words = replace(self._words, headquarters=self._state.headquarters)
        for line in event_lines(events, PERSON, words):
            self._log.append(line)
            print(line)

    def _play(self, seat: int, move: Move, by: str) -> None:
        self._show_events(play(self._state, seat, move, self._chance, by))

    def _let_play(self, seat: int) -> None:
        """Let a bot play its move; print its reason if `explains` was given."""
        bot, seen = self._bots[seat], view(self._state, seat)
        if not self._explains:
            self._play(seat, bot.choose(seen), "bot")
            return
        chosen = bot.decide(seen)
        self._play(seat, chosen.move, "bot")
        if chosen.reason is not None:
            why = describe_reason(chosen.reason, self._words)
            print(wrapped(f"  {self._words.player(seat)}: {why}"))

    def _answer(self) -> None:
        """Ask the person and play the answer; after Back, return so that the caller asks again."""
        kind, now = self._view.open_decision.kind, self._view.round
        if kind is DecisionKind.ATTACKS and self._board_shown < now:
            self._board_shown = now
            print(f"\n{draw_board(self._view, self._words)}")
        print(f"\n{wrapped(heading(self._view, self._words))}")
        if self._view.hand or self._view.territory_cards:
            print(draw_hand(self._view, self._words))
        try:
            move = compose(self._menu, self._view.offer(), self._view, self._words)
            self._play(PERSON, move, "player")
        except Back:
            return
        except IllegalMove as refusal:
            # The person may have changed standing orders meanwhile, and with them the offer.
            print(wrapped(str(refusal)))

    def _goes_on(self) -> bool:
        """Return whether to continue the game.

        An eliminated person is asked once whether to watch the bots, which then play for at most
        `WATCHED_ROUNDS` more rounds.
        """
        if not self._view.player(PERSON).eliminated:
            return True
        if self._watched_from is None:
            self._watched_from = self._view.round
            try:
                return self._menu.yes("You were eliminated. Watch the others to the end?", True)
            except Back:
                return False
        if self._view.round < self._watched_from + WATCHED_ROUNDS:
            return True
        print(f"The bots have played {WATCHED_ROUNDS} more rounds. The game stops here.")
        return False

    def _aside(self, answer: Callable[[Menu, View, Words], None]) -> None:
        """Run a command that asks further questions, such as “near”; Back cancels it."""
        try:
            answer(self._menu, self._view, self._words)
        except Back:
            return

    def _change_orders(self) -> None:
        """Show the standing orders and change one (ORD-1)."""
        orders = self._view.own_orders
        questions = [
            (self._words.say(f"{ORDER_WORDS[name]}: {getattr(orders, name)}"), name)
            for name in self._view.ruleset.standing_orders
        ]
        try:
            name = self._menu.choose(
                "Which order do you want to change? (back: none)", questions, None
            )
            choices = [(choice, choice) for choice in ORDER_CHOICES[name]]
            asked = self._words.say(f"{ORDER_WORDS[name]}:")
            order = self._menu.choose(asked, choices, None)
            changed: dict[str, Any] = {name: order}
            self._play(PERSON, SetOrders(replace(orders, **changed)), "player")
        except Back:
            return
        except IllegalMove as refusal:
            print(wrapped(str(refusal)))
