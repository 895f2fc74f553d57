"""What a move causes besides the position it leads to, in one module for each consequence.

`changes` in each module compares the game before and after the moves of a request, and returns the
changes to save; `play.CONSEQUENCES` lists them in order. Built on `commit`, `clocks`, `plans`,
`store`, `rules`.
"""
