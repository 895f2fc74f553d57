"""The attack, from declaration to elimination (chapters 4 and 5).

`declare` starts one, `battle` rolls, `defence` and `windows` ask for answers, `elimination` hands
over what the loser held. Below: `armies`, `battle_cards`, `ending`, `state`.
"""
