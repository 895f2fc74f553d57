"""Games as database rows: load, lock and save them, and read the database's clock.

`stored_game` loads a game and `saving` saves what changed, `rows` converts between rows and a
`rules.State`, `clocks` and `diplomacy` define stored records, `locks` the lock order, `sql` sends
several statements in one pipeline, and `database_time` is the clock that all processes share.
Built on `models` and `rules`. Whether a move may be played is decided in `games.playing`.
"""
