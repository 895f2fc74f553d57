"""Absent players: votes, seat changes and rest times.

Deadlines are in `games.clocks`. Below: `lobby`, `talk`, `play`.
"""
