"""The only writer of moves, for people, bots, clocks and standing orders alike.

`play` locks the game, `checks` decides who may move now, `apply` calls the rules, `commit` saves
the entry and announces it; `forms` reads a POST as a `rules.Move`. Views and the worker call
`play`, `bots`, `plans` and `start`. Built on `clocks`, `processes`, `store`, `plans`, `rules`.
"""
