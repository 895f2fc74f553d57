"""Turn plans and proposals, as pure functions of a view.

`steps` has plans as data, `next_move` the next move of a plan, `proposals` the moves that a
general would make. Imports only `rules`: no database, no clock.
"""
