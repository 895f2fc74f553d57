"""Case files: positions, moves and expected results, in plain text that a player can read.

`files` parses the text and `running` runs it. `facts` and `players` state and check positions,
`moves` and `chance` script what happens, `checks` covers everything else. tests/cases/README.md
describes the format. Only `terminal` and the tests import from here. Built on `turn`,
`view`, `state`.
"""

from rules.cases.running import run_case, run_paths

__all__ = ["run_case", "run_paths"]
