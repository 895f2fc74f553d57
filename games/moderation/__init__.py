"""What moderators do, each action through one door.

`actions` checks the role, asks for a reason, acts once and writes the record; `on_games` and
`on_people` are the actions. Restrictions in force are read from `games.trust`. Below: `absence`,
`people`, `lobby`, `play`.
"""
