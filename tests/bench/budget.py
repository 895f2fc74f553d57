"""What a posted move costs in counts; `tests/budget/` keeps their limits."""

import sys

from tests.bench.figures import Figures
from tests.budget.posted_moves import counted_apart
from tests.budget.test_posted_move import LIMITS


def measure(figures: Figures) -> None:
    """Print the counts of a posted move beside their limits, which are for Python 3.11."""
    if sys.version_info[:2] != (3, 11):
        return
    for pages, counts in counted_apart().items():
        for name, count in counts.items():
            what = f"Posted move, {pages} pages open: {name.replace('_', ' ')}"
            figures.add(what, count, LIMITS[pages][name])
