"""What moderators do: actions on people and games, reports, appeals, the site's mode.

`actions` runs each one in a transaction: it checks the role, requires a reason and writes the
record. `on_games` and `on_people` have the actions. Restrictions in force are read from
`games.trust`. Below: `absence`, `people`, `lobby`, `play`.
"""
