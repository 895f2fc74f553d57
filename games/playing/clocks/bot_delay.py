"""How long a bot waits before it moves; depends only on the pace and on public information.

A delay that depended on the bot's cards or choice would reveal them.
"""

from rules import State
from rules.questions import DecisionKind

STEPS = {"calm": 1500, "quick": 500, "at once": 0}
"""The full delay in milliseconds, by the pace of the game."""

BATTLE_STEPS = {"calm": 400, "quick": 150, "at once": 0}
LONGEST_BATTLES = 8000
"""Extra milliseconds for each battle just fought, so that players can watch it, and their limit."""

UNSEEN = frozenset(
    {
        DecisionKind.STRONGHOLD, DecisionKind.HIDE, DecisionKind.MUSTER,
        DecisionKind.HEADQUARTERS,
    }
)  # fmt: skip
"""Set-up decisions that all seats make simultaneously and in secret; bots make them at once."""

ASIDE = frozenset(
    {
        DecisionKind.CLAIM, DecisionKind.PLACE, DecisionKind.SPOILS,
        DecisionKind.MOVE_IN, DecisionKind.OCCUPY,
        DecisionKind.REINFORCE, DecisionKind.SETS, DecisionKind.FORTIFY,
    }
)  # fmt: skip
"""Decisions with a third of the delay."""

ANSWERS = frozenset(
    {
        DecisionKind.DEFEND, DecisionKind.STRIKE, DecisionKind.DICE, DecisionKind.COUNTER,
        DecisionKind.BLOCK_EVENT, DecisionKind.FILL, DecisionKind.RUIN,
    }
)  # fmt: skip
"""Decisions with half of the delay."""


def wait(state: State, kind: DecisionKind, pace: str, battles: int) -> int:
    """Return a bot's delay in milliseconds before a decision, after `battles` battles."""
    return _step(state, kind, STEPS[pace]) + min(LONGEST_BATTLES, battles * BATTLE_STEPS[pace])


def _step(state: State, kind: DecisionKind, step: int) -> int:
    if is_unseen(state, kind):
        return 0
    if kind in ASIDE:
        return step // 3
    return step // 2 if kind in ANSWERS else step


def is_unseen(state: State, kind: DecisionKind) -> bool:
    """Return whether all seats make this decision simultaneously and in secret."""
    return state.turn is None and kind in UNSEEN
