"""The gauntlet: bots against each other over many games, with what can be concluded from them.

`games` plays one game of a match, `running` many of them in several processes, `statistics` has the
estimates, `report` sums a match up, and `command` is `python -m rules gauntlet`.
"""
