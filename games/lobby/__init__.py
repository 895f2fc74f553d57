"""Tables before and after a game: open, join, leave, list, host, rematch.

`access` decides who may see a table; `lists` has the data shown of it.
Built on `notices`, `display`, `play`, `trust`.
"""
