"""What moves that people post cost with six and with twenty pages open, and what a bot’s cost."""

import sys
import tomllib
from pathlib import Path

import pytest

from tests.budget.posted_moves import counted_apart

LIMITS = tomllib.loads(Path(__file__).with_name("counts.toml").read_text("utf-8"))["posted_move"]


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="Other versions count other calls.")
def test_a_posted_move_costs_little():
    reached = counted_apart()
    # A count of nothing would mean that the function counted is no longer used.
    assert all(all(counts.values()) for counts in reached.values()), reached
    beyond = [
        f"posted_move.{pages}.{name} is {count:.2f}, more than {LIMITS[pages][name]}"
        for pages, counts in reached.items()
        for name, count in counts.items()
        if count > LIMITS[pages][name]
    ]
    assert not beyond, (
        f"{'; '.join(beyond)}. If this is worth it, raise the limits in tests/budget/counts.toml "
        f"and say why in the commit."
    )
