"""Every kind of decision has the traits of when it is asked, and every bot answers it legally.

`python -m tests.rules.bots.soak` checks many more positions.
"""

import pytest

from rules.bots import BOTS
from rules.questions import DecisionKind, Trait
from rules.rulesets import RULESETS
from tests.support.rules.positions import choose_blindly, kinds_of, positions_of

POSITIONS, RANDOM_GAMES, BOT_GAMES = 6, 12, 2

IN_ANY_TURN = {DecisionKind.DICE, DecisionKind.COUNTER, DecisionKind.BLOCK_EVENT}
"""Asked in the player's own turn and in others' turns, so none of them has `OWN_TURN`."""


@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param(ruleset, marks=pytest.mark.long if name in ("castle", "classic") else ())
        for name, ruleset in RULESETS.items()
    ],
    ids=lambda ruleset: ruleset.name,
)
def test_a_bots_moves_are_legal_and_never_depend_on_what_it_cannot_see(ruleset):
    found = positions_of(ruleset, POSITIONS, RANDOM_GAMES, BOT_GAMES)
    assert found.keys() == kinds_of(ruleset)
    for kind, positions in found.items():
        assert_traits_fit(kind, positions)
    for positions in found.values():
        for seed, (state, seat) in enumerate(positions):
            for name in BOTS:
                choose_blindly(name, state, seat, seed)


def assert_traits_fit(kind, positions):
    """Check a kind's traits against positions in which it is asked."""
    turns = [(state.turn, seat) for state, seat in positions if state.round]
    is_setup, is_own = len(turns) < len(positions), all(turn == seat for turn, seat in turns)
    if turns and kind not in IN_ANY_TURN:
        assert (Trait.OWN_TURN in kind.traits) == is_own, kind
    is_setup_or_own = is_setup or Trait.OWN_TURN in kind.traits
    assert (Trait.EXCUSABLE in kind.traits) == is_setup_or_own, kind
    is_reaction = kind in (DecisionKind.STRIKE, DecisionKind.RUIN)
    assert (Trait.ANNOUNCED in kind.traits) == (is_setup_or_own and not is_reaction), kind
