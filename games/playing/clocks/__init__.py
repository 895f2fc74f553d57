"""Time: time controls, clocks, deadlines, pauses, outages and the absence ladder.

`clock_settings` has a table's time control; `store.clocks` defines the clocks. `after_move`
computes the clocks after a move, and `timeouts` those after a deadline, both without I/O.
`expiry`, `pauses` and `outages` apply them to stored games.
Nothing here plays a move. Built on `commit`, `processes`, `store`, `plans`, `rules`.
"""
