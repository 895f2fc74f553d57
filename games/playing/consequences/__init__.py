"""What a move causes besides the position it leads to, one module each.

Each module's `changes` takes the game before and after a request's moves and returns the changes to
save; `play.CONSEQUENCES` lists them in order. Built on `clocks`, `plans`, `store`, `rules`.
"""
