"""What surrounds the board for one viewer: players, status, hand, diplomacy, outcome.

Reads a `View` and a `Scene`, writes nothing. Below: `board`, `absence`, `display`.
"""
