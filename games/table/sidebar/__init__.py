"""Everything around the board for one viewer: players, status, hand, diplomacy, outcome.

Turns a `Scene` into parts, and writes nothing except hint preferences. `page`, `panel` and `views`
import from here. Built on `animations`, `absence`, `people`, `fairness`, `board`, `display`.
"""
