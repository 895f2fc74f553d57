"""Tables before and after a game: open, join, leave, list, host, rematch.

`tables` opens and begins a table, `joining` seats people, `invitations` has those to tables;
`access` decides who may see a table, and `table_summaries` has what other pages show of it.
Built on `notices`, `display`, `play`, `trust`.
"""
