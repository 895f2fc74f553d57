"""What a posted move costs in counts; `tests/budget/` keeps their limits."""

import sys

from tests.bench.figures import Figures
from tests.budget.posted_moves import counted_apart
from tests.budget.test_posted_move import LIMITS


def measure(figures: Figures) -> None:
    """Print the counts of a posted move beside their limits, which are for Python 3.11."""
    if sys.version_info[:2] != (3, 11):
        return
    for kind, counts in counted_apart().items():
        whose = "A bot’s move" if kind == "bot" else f"Posted move, {kind} pages open"
        for name, count in counts.items():
            figures.add(f"{whose}: {name.replace('_', ' ')}", count, LIMITS[kind][name])
