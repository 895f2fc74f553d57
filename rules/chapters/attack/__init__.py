"""The attack, from declaration to elimination (chapters 4 and 5).

`declare` starts an attack, `battle` rolls the dice, `defence` and `windows` ask for answers, and
`elimination` hands over the loser's cards and territories. Built on `armies`, `battle_cards`,
`ending`, `state`.
"""
