"""One viewer's whole table: its parts, frames that update it, log pages, recap.

`viewer` decides what a viewer gets, `frames` what changed since their version. Writes nothing.
Below: `panel`, `table`, `board`, `display`.
"""
