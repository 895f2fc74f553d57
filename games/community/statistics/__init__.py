"""Statistics of finished games: the dice of the site, and what a person did in all their games.

`tallies` counts each game once, so that no page reads its log again; `dice` compares dice with the
limits from `limits`; `careers` adds up a person's games. Built on `display`, `playing`.
"""
