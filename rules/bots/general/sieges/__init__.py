"""How the general beats opponents that only defend, such as stewards.

`passivity` recognises such opponents. `projects` lists what to conquer, `schedule` finds the best
order, and `expansion` takes land with as few armies as possible. `siege` makes the moves of a turn,
and `opening` those of the set-up.
"""
