"""Views for watching games again: the replay, luck, what a player missed, public links and maps.

`replay` serves those who may open the game, `watch` those who have its public link; `data` sends
what the pages of both fetch. `general` and `mistakes` answer a person about their own moves.
"""
