"""Games as rows: load, lock, save, and the database's clock.

`stored_game` loads and saves a game; `rows` converts between rows and a `rules.State`; `locks`
states the order in which rows are locked; `database_time` is the clock all processes share.
Below: `models` and `rules`. Nothing here decides whether a move may be played; that is
`games.play`.
"""
