"""Tables before and after a game: open, join, leave, list, host, rematch.

`access` decides who may see a table, `lists` what is shown of it.
Below: `notices`, `display`, `play`, `trust`.
"""
