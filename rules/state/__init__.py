"""The state of a game, secrets included, as plain mutable data.

Only `rules.turn.play` changes it, through the packages that implement the rulebook's chapters.
`players`, `this_turn`, `treaties` and `under_way` have its parts; `invariants` checks it and
`copying` copies it. Built on `moves`, `rulesets`, `board`, `chance`.
"""

from rules.state.json import STORED, from_json, parts_to_json, to_json
from rules.state.state import Options, Outcome, State, TerritoryCards

__all__ = [
    "STORED",
    "Options",
    "Outcome",
    "State",
    "TerritoryCards",
    "from_json",
    "parts_to_json",
    "to_json",
]
