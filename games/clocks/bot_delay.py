"""How long a bot waits before it moves: by the pace of the game and by what everybody can see.

Never by what the bot holds or is going to do: its waiting tells nothing.
"""

from rules import State
from rules.state.players import DecisionKind

STEPS = {"calm": 1500, "quick": 500, "at once": 0}
"""The whole wait in milliseconds, by the pace of the game."""

BATTLE_STEPS = {"calm": 400, "quick": 150, "at once": 0}
LONGEST_BATTLES = 8000
"""How much longer for each battle just fought, so that it can be watched, and at most."""

UNSEEN = frozenset(
    {
        *(DecisionKind.STRONGHOLD, DecisionKind.HIDE, DecisionKind.MUSTER),
        DecisionKind.HEADQUARTERS,
    }
)
"""Decisions of the set-up that all make at once, unseen, while nobody is on turn: no wait."""

ASIDE = frozenset(
    {
        *(DecisionKind.CLAIM, DecisionKind.PLACE, DecisionKind.SPOILS),
        *(DecisionKind.MOVE_IN, DecisionKind.OCCUPY),
        *(DecisionKind.REINFORCE, DecisionKind.SETS, DecisionKind.FORTIFY),
    }
)
"""Decisions that take a third of the wait."""

ANSWERS = frozenset(
    {
        *(DecisionKind.DEFEND, DecisionKind.STRIKE, DecisionKind.DICE, DecisionKind.COUNTER),
        *(DecisionKind.BLOCK_EVENT, DecisionKind.FILL, DecisionKind.RUIN),
    }
)
"""Decisions that take half of it."""


def wait(state: State, kind: DecisionKind, pace: str, battles: int) -> int:
    """Return the milliseconds a bot waits that is asked something after so many battles."""
    return _step(state, kind, STEPS[pace]) + min(LONGEST_BATTLES, battles * BATTLE_STEPS[pace])


def _step(state: State, kind: DecisionKind, step: int) -> int:
    if is_unseen(state, kind):
        return 0
    if kind in ASIDE:
        return step // 3
    return step // 2 if kind in ANSWERS else step


def is_unseen(state: State, kind: DecisionKind) -> bool:
    """Say whether all are asked this at once, and nobody sees what the others answer."""
    return state.turn is None and kind in UNSEEN
