"""Time: time controls, clocks, deadlines, pauses, outages and the steps of absence.

`clocks` has the value objects, `after_move` what a move does to them, `timeouts` what happens at
a deadline, `stored` the clocks of a stored game. Nothing here plays a move. Below: `processes`,
`store`, `plans`, `rules`.
"""
