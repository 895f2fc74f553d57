"""Turn plans and proposals as pure functions of a view.

`steps` is a plan as data, `next_move` the move it comes to now, `proposals` what a captain would
do. Imports `rules` only: no database, no clock.
"""
