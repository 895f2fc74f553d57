"""The gauntlet: many games between bots, and statistics on how strong each bot is.

`games` plays one game of a match, `running` many of them in several processes, `statistics` has the
estimates, `report` sums a match up, and `command` is `python -m rules gauntlet`.
"""
