"""Moderation: actions on people and games, reports, appeals and the site's mode.

`actions` runs each action in a transaction: it checks the role, requires a reason and writes the
record. `on_games`, `on_tables` and `on_people` contain the actions. `waiting` notifies moderators
of reports and appeals. `trust` reads the restrictions in force. Built on `absence`,
`people`, `lobby`, `play`.
"""
