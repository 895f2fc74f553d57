"""A signal to stop may arrive at any moment, even while the process checks for one."""

import signal
import subprocess
import sys

import pytest

from tests.support.visitors.patience import PATIENCE

INTERRUPTED = """
import os
import sys
from games.storage.processes.shutdown import stop_on_signals

stop = stop_on_signals()
with stop._cond:
    # As whoever waits for the event does when it begins and ends to wait.
    os.kill(os.getpid(), int(sys.argv[1]))
    print("told")
stop.wait()
print("stopped")
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_shutdown_during_a_lock_does_not_deadlock(number):
    command = [sys.executable, "-c", INTERRUPTED, str(int(number))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.split() == ["told", "stopped"]
