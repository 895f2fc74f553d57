"""The bot “general”: a strong opponent that plans its whole turn.

Without strongholds `campaigns` follows `routes` over a model of the position, `evaluation` weighs
their ends; `fortress` guards headquarters, and `world` answers. With strongholds `storms` finds the
way to one over any number of steps, `prospects` weighs it against the `dangers` to the general's
own, and `war` answers. What neither covers, a general answers as a captain does. It keeps no state:
a plan is found again from the view.
"""

import random
from collections.abc import Callable

from rules.bots import diplomacy
from rules.bots.captain import Captain
from rules.bots.general import war, world
from rules.bots.general.characters import PLAIN, Character
from rules.bots.reasons import Chosen
from rules.bots.reasons.moves import explained
from rules.moves import Move
from rules.questions import DecisionKind
from rules.view import View


class General:
    """Plays to win, with plans for a whole turn, weighed by a character."""

    def __init__(self, chance: random.Random, character: Character = PLAIN) -> None:
        self._captain = Captain(chance)
        self._character = character

    def choose(self, view: View) -> Move:
        """Return a legal answer to the open decision."""
        return self._decide(view).move

    def decide(self, view: View) -> Chosen:
        """Return the answer to the open decision, and its reason."""
        return explained(view, self._decide(view))

    def _decide(self, view: View) -> Chosen:
        answers = _WAR_ANSWERS if view.ruleset.strongholds else _WORLD_ANSWERS
        answer = answers.get(view.open_decision.kind)
        choice = answer(view, self._character) if answer is not None else None
        return Chosen(self._captain.choose(view)) if choice is None else choice

    def answer(self, view: View) -> Move | None:
        """Accept pacts with an end and trades that pay; refuse everything else."""
        return diplomacy.weigh(view, self._character.pact_rounds)


Answer = Callable[[View, Character], Chosen | None]

_WORLD_ANSWERS: dict[DecisionKind, Answer] = {
    DecisionKind.PLACE: world.place,
    DecisionKind.REINFORCE: world.reinforce,
    DecisionKind.ATTACKS: world.command,
    DecisionKind.MOVE_IN: world.move_in,
    DecisionKind.FORTIFY: world.fortify,
}
"""The turn in a game without strongholds; None leaves the answer to the captain."""

_WAR_ANSWERS: dict[DecisionKind, Answer] = {
    DecisionKind.PLACE: war.place,
    DecisionKind.SPOILS: war.place,
    DecisionKind.ATTACKS: war.command,
    DecisionKind.MOVE_IN: war.move_in,
}
"""The same in a game with strongholds."""
