"""Case files: positions, moves and expected results, in plain text that a player can read."""

from rules.cases.running import run_case, run_paths

__all__ = ["run_case", "run_paths"]
