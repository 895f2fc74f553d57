"""What a table and its players do about absence: votes, seat changes, rest times.

The deadlines themselves are in `games.clocks`. Below: `lobby`, `talk`, `play`.
"""
