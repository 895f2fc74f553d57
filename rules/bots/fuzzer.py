"""The bot “random”, which finds bugs: it plays random legal moves from all parts of the offer."""

import random

from rules.bots.diplomacy import offered_answers
from rules.bots.reasons import Chosen, Reason, ReasonKind
from rules.moves import DeclareAttack, Move
from rules.moves.options import Choice, Option, Ranking
from rules.questions import DecisionKind
from rules.view import View

QUICK_TRIES = 12


class Fuzzer:
    """Plays random legal moves."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def choose(self, view: View) -> Move:
        """Return a random legal answer."""
        if view.open_decision.kind is DecisionKind.ATTACKS and self._chance.random() < 0.7:
            move = self._attack(view)
            if move is not None:
                return move
        parts = list(view.offer_parts())
        self._chance.shuffle(parts)
        for part in parts:
            options = list(part())
            if options:
                return self._any(self._chance.choice(options))
        raise ValueError("There is nothing to choose from.")

    def decide(self, view: View) -> Chosen:
        """Return the answer to the open decision, and its reason."""
        return Chosen(self.choose(view), Reason(ReasonKind.RANDOM))

    def answer(self, view: View) -> Chosen | None:
        """Return a random answer to one of the open offers."""
        answers = offered_answers(view)
        if not answers:
            return None
        return Chosen(self._chance.choice(answers), Reason(ReasonKind.RANDOM))

    def propose(self, view: View) -> Chosen | None:
        """Offer nothing."""
        return None

    def _any(self, option: Option) -> Move:
        picked = {name: self._pick(choice) for name, choice in option.choices.items()}
        return option.move(**picked)

    def _pick(self, choice: Choice) -> object:
        if isinstance(choice, Ranking):
            names = list(choice.names)
            self._chance.shuffle(names)
            return tuple(names[: self._chance.randrange(len(names) + 1)])
        return choice[int(self._chance.random() * len(choice))]

    def _attack(self, view: View) -> Move | None:
        """Try a few random attacks by land, which is cheaper than listing them all."""
        names, board = list(view.board.territories), view.board.territories
        for _ in range(QUICK_TRIES):
            source = names[int(self._chance.random() * len(names))]
            armies = view.armies(source)
            if view.owner(source) != view.seat or armies < 2:
                continue
            neighbours = board[source].neighbours
            target = neighbours[int(self._chance.random() * len(neighbours))]
            if view.owner(target) == view.seat:
                continue
            move = self._declared(source, target, armies, view.ruleset.attack_dice)
            if view.why_not(move) is None:
                return move
        return None

    def _declared(self, source: str, target: str, armies: int, most: int) -> DeclareAttack:
        if self._chance.random() < 0.5:
            dice = 1 + int(self._chance.random() * min(most, armies - 1))
            return DeclareAttack(source, target, dice=dice)
        press = 1 + int(self._chance.random() * (armies - 1))
        return DeclareAttack(source, target, press=press)
