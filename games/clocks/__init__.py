"""Time: time controls, clocks, deadlines, pauses, outages and the absence ladder.

`clock_settings` has a table's time control; the clocks themselves are records of `store.clocks`.
`after_move` changes them after a move, `timeouts` at a deadline; both are pure. `stored`,
`absence`, `pauses` and `outages` do the same for stored games.
Nothing here plays a move. Below: `processes`, `store`, `plans`, `rules`.
"""
