"""The bot “captain”: a sensible opponent for a newcomer.

It claims land to complete empires, guards its stronghold, hides its armies beside strongholds,
attacks if odds and gain are good, keeps truces and pacts, and uses every kind of card. Without
strongholds it aims for continents, trades its sets and guards its headquarters. It plans only for
the current turn and keeps no state: any captain can take over from another.
"""

import random
from collections.abc import Callable

from rules.bots import classic_setup, continents, diplomacy, opening, placing, windows
from rules.bots.command import command, discard_spied
from rules.bots.reasons import Chosen
from rules.bots.reasons.moves import explained
from rules.moves import Move
from rules.questions import DecisionKind
from rules.view import View


class Captain:
    """Plays to win, with little computation."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def choose(self, view: View) -> Move:
        """Return a legal answer to the open decision."""
        kind = view.open_decision.kind
        if not view.ruleset.strongholds:
            if kind in _WORLD_OPENING:
                return _WORLD_OPENING[kind](view, self._chance)
            return _WORLD_ANSWERS[kind](view)
        if kind in _OPENING:
            return _OPENING[kind](view, self._chance)
        return _ANSWERS[kind](view)

    def decide(self, view: View) -> Chosen:
        """Return the answer to the open decision, and its reason."""
        return explained(view, Chosen(self.choose(view)))

    def answer(self, view: View) -> Chosen | None:
        """Accept pacts of limited length and profitable trades; refuse everything else."""
        chosen = diplomacy.weigh(view)
        return explained(view, chosen) if chosen is not None else None

    def propose(self, view: View) -> Chosen | None:
        """Offer nothing."""
        return None


_OPENING: dict[DecisionKind, Callable[[View, random.Random], Move]] = {
    DecisionKind.STRONGHOLD: opening.place_stronghold,
    DecisionKind.CLAIM: opening.claim,
    DecisionKind.HIDE: opening.hide,
    DecisionKind.MUSTER: opening.muster,
}
"""The answers in set-up; random numbers keep them from being predictable."""

_ANSWERS: dict[DecisionKind, Callable[[View], Move]] = {
    DecisionKind.PLACE: placing.place,
    DecisionKind.SPOILS: placing.place,
    DecisionKind.ATTACKS: command,
    DecisionKind.MOVE_IN: placing.move_in,
    DecisionKind.OCCUPY: placing.occupy,
    DecisionKind.FILL: placing.fill,
    DecisionKind.DRAGON: placing.dragon,
    DecisionKind.MOVE_BY_NIGHT: placing.march,
    DecisionKind.DEFEND: windows.defend,
    DecisionKind.STRIKE: windows.strike,
    DecisionKind.DICE: windows.dice,
    DecisionKind.COUNTER: windows.counter,
    DecisionKind.BLOCK_EVENT: windows.block_event,
    DecisionKind.RUIN: windows.ruin,
    DecisionKind.COUNTER_SPY: windows.counter,
    DecisionKind.DISCARD_SPIED: discard_spied,
}

_WORLD_OPENING: dict[DecisionKind, Callable[[View, random.Random], Move]] = {
    DecisionKind.CLAIM: classic_setup.claim,
    DecisionKind.MUSTER: classic_setup.muster,
    DecisionKind.HEADQUARTERS: classic_setup.headquarters,
}
"""The answers in set-up in a game without strongholds."""

_WORLD_ANSWERS: dict[DecisionKind, Callable[[View], Move]] = {
    DecisionKind.PLACE: continents.place,
    DecisionKind.SETS: continents.must_trade,
    DecisionKind.REINFORCE: continents.reinforce,
    DecisionKind.ATTACKS: continents.command,
    DecisionKind.MOVE_IN: continents.move_in,
    DecisionKind.FORTIFY: continents.fortify,
    DecisionKind.DEFEND: windows.defend,
}
"""The answers during a turn in a game without strongholds."""
