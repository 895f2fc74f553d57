"""Every bot answers every kind of decision legally, from what its seat can see.

`python -m tests.rules.bots.soak` checks many more positions.
"""

import pytest

from rules.bots import BOTS
from rules.rulesets import RULESETS
from tests.support.rules.positions import choose_blindly, kinds_of, positions_of

POSITIONS, RANDOM_GAMES, BOT_GAMES = 6, 12, 2


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_a_bots_moves_are_legal_and_never_depend_on_what_it_cannot_see(ruleset):
    found = positions_of(ruleset, POSITIONS, RANDOM_GAMES, BOT_GAMES)
    assert found.keys() == kinds_of(ruleset)
    for positions in found.values():
        for seed, (state, seat) in enumerate(positions):
            for name in BOTS:
                choose_blindly(name, state, seat, seed)
