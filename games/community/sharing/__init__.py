"""Public links to finished games: who may open and withdraw them, and whose names they show.

`links` has the links, `names` what the players are called there, `summary` the final map, and
`jobs` the queue of what workers make of finished games. Built on `lobby`.
"""
