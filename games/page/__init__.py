"""The table as one viewer sees it: its parts, frames that update a page, log pages and the recap.

`viewer` builds a viewer's table, `frames` what changed since their version. Nothing here writes.
Below: `panel`, `table`, `board`, `display`.
"""
