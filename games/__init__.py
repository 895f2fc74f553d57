"""Games, players and the log of moves: stored, played and shown."""
