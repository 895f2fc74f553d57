"""The bot “general”: a strong opponent that plans its whole turn.

Without strongholds, `world` decides: `campaigns` simulates `routes` in a model of the position,
`evaluation` values the outcomes, and `fortress` guards the headquarters. With strongholds, `war`
decides: `storms` finds paths of any length to a stronghold, `prospects` weighs each storm against
the `dangers` to the general's own stronghold, and `sieges` beats opponents that only defend.
`reviews` estimates what moves of others are worth. `deals` offers pacts and answers offers,
`trading` does the same for trades. The captain makes all other decisions. A general keeps no state:
every plan is made from the current view.
"""

import random
from collections.abc import Callable

from rules.bots.captain import Captain
from rules.bots.general import deals, war, world
from rules.bots.general.characters import PLAIN, Character
from rules.bots.reasons import Chosen
from rules.bots.reasons.moves import explained
from rules.bots.weights import WarWeights, Weights, WorldWeights, load_weights
from rules.moves import Move
from rules.questions import DecisionKind
from rules.view import View


class General:
    """A bot that plans whole turns, with preferences set by a character.

    `weights` replaces the usual weights of the game.
    """

    def __init__(
        self,
        chance: random.Random,
        character: Character = PLAIN,
        weights: Weights | None = None,
    ) -> None:
        self._captain = Captain(chance)
        self._character = character
        self._weights = weights

    def choose(self, view: View) -> Move:
        """Return a legal answer to the open decision."""
        return self._decide(view).move

    def decide(self, view: View) -> Chosen:
        """Return the answer to the open decision, and its reason."""
        return explained(view, self._decide(view))

    def _decide(self, view: View) -> Chosen:
        weights = self._weights or load_weights(view.ruleset.name)
        kind, choice = view.open_decision.kind, None
        if isinstance(weights, WarWeights):
            if kind in _WAR_ANSWERS:
                choice = _WAR_ANSWERS[kind](view, self._character, weights)
        elif kind in _WORLD_ANSWERS:
            choice = _WORLD_ANSWERS[kind](view, self._character, weights)
        return Chosen(self._captain.choose(view)) if choice is None else choice

    def answer(self, view: View) -> Chosen | None:
        """Accept pacts and trades that pay; refuse everything else."""
        answer = deals.answer(view, self._character)
        return explained(view, answer) if answer is not None else None

    def propose(self, view: View) -> Chosen | None:
        """Offer a truce or a trade that pays both sides, or withdraw an old offer."""
        return deals.propose(view, self._character)


_WORLD_ANSWERS: dict[DecisionKind, Callable[[View, Character, WorldWeights], Chosen | None]] = {
    DecisionKind.PLACE: world.place,
    DecisionKind.REINFORCE: world.reinforce,
    DecisionKind.ATTACKS: world.command,
    DecisionKind.MOVE_IN: world.move_in,
    DecisionKind.FORTIFY: world.fortify,
}
"""The decisions of a turn without strongholds; the captain answers if a function returns None."""

_WAR_ANSWERS: dict[DecisionKind, Callable[[View, Character, WarWeights], Chosen | None]] = {
    DecisionKind.CLAIM: war.claim,
    DecisionKind.HIDE: war.hide,
    DecisionKind.PLACE: war.place,
    DecisionKind.SPOILS: war.place,
    DecisionKind.ATTACKS: war.command,
    DecisionKind.MOVE_IN: war.move_in,
    DecisionKind.MOVE_BY_NIGHT: war.march,
    DecisionKind.DRAGON: war.dragon,
}
"""The decisions of a turn with strongholds; the captain answers if a function returns None."""
