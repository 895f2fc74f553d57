"""Absent players: votes, seat changes and rest times.

Deadlines are in `games.playing.clocks`. Built on `lobby`, `talk`, `play`.
"""
