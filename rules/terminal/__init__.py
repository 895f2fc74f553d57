"""The terminal interface: `python -m rules`.

`main` and `options` parse the command line and `commands` runs it. `play` lets a person play
against bots; `simulate`, `recording` and `bench` run games between bots. The site does not import
from here. Built on `turn`, `record`, `bots`, `cases`.
"""
