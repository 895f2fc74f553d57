"""What a table does about absent players: votes, seat changes, vacations.

The deadlines themselves are in `games.clocks`. Below: `lobby`, `talk`, `play`.
"""
