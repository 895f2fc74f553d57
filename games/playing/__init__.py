"""The only writer of moves, for people, bots, clocks and standing orders alike.

`play` locks the game, `checks` decides who may move now, `apply` calls the rules, `consequences`
has what the move causes, `commit` saves and announces it; `forms` reads a POST as a `rules.Move`.
Views and the worker call `play`, `bots`, `turn_plans` and `start`. Built on `storage`, `rules`.
"""
