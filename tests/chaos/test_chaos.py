"""A site of several processes, parts of which are killed during play; `make chaos` does more."""

import os
import subprocess
import sys

import pytest

from tests.support.servers.processes import ROOT

pytestmark = pytest.mark.long


def chaos(scenario, **options):
    """Run a scenario with these options; return what it printed."""
    words = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    done = subprocess.run(
        [sys.executable, "-m", "tests.chaos", scenario, *words],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_nothing_is_lost_when_parts_are_killed(needs_postgresql):
    said = chaos("storm", games=3, strikes=2, seconds=8, without_redis=2)
    assert "deadlines fired once each" in said
    (killed,) = [line for line in said.splitlines() if line.startswith("killed: ")]
    assert all(part in killed for part in ("postgresql", "redis", "web", "worker"))


def test_no_acknowledged_move_is_lost_or_repeated_under_kills(needs_postgresql):
    said = chaos("kills", moves=40, kills=4, minutes=10, players=2)
    assert "lost 0, twice 0" in said


def test_giving_time_back_to_many_games_is_no_outage():
    chaos("outage-sqlite", games=60)


def test_a_power_cut_loses_no_acknowledged_move(needs_postgresql):
    said = chaos("power-cut-postgresql", cuts=2)
    assert said.count("lost 0, twice 0; audit: ") == 2
