"""Absent players: votes, seat changes and rest times.

Deadlines are in `games.clocks`. Built on `lobby`, `talk`, `play`.
"""
