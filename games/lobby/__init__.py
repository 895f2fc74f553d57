"""Tables before and after a game: open, join, leave, list, host, rematch.

`access` decides who may look at a table. Below: `notices`, `display`, `play`, `trust`.
"""
