"""A site of several processes whose parts are killed while it is played on."""

import os
import subprocess
import sys

from tests.games.processes import ROOT


def test_nothing_is_lost_when_parts_are_killed(possible):
    words = ("--games", "3", "--strikes", "2", "--seconds", "20", "--without-redis", "2")
    done = subprocess.run(
        [sys.executable, "-m", "tests.chaos", *words],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "deadlines fired once each" in done.stdout
    (killed,) = [line for line in done.stdout.splitlines() if line.startswith("killed: ")]
    assert all(part in killed for part in ("postgresql", "redis", "web", "worker"))
