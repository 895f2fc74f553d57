"""Case files: positions, moves and what must come of them, in plain text a player can read."""

from rules.cases.running import run_case, run_paths

__all__ = ["run_case", "run_paths"]
