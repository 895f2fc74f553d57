"""Turn plans and proposals, computed from a view without the database or a clock.

`steps` has plans as data, `next_move` the next move of a plan, `proposals` an adviser's moves,
whose random choices derive from the site's secret key. Built on `rules`.
"""
