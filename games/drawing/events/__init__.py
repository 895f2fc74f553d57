"""What the site shows of events beside their sentences: one module for each family of events.

Each module ends with a table that has, for each of its kinds of events, the moment among the latest
events, the result above the viewer's panel, the notice, and the heading in the recap. `families`
joins the tables, `rows` defines a table's rows, and `moments` the kinds of moments. The sentence,
the rule and the short phrase of each kind are in `rules/sentences`, which the terminal uses too.
Built on `display`, `board`.
"""
