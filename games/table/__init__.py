"""Everything around the board for one viewer: players, status, hand, diplomacy, outcome.

Turns a `Scene` into parts, and writes nothing except dismissed hints. Below: `board`, `absence`,
`display`.
"""
