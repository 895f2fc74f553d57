"""A test process that is killed leaves no servers and no folders behind."""

import signal
import subprocess
import sys
from pathlib import Path

from tests.support.servers.leftovers import marked
from tests.support.servers.processes import ROOT
from tests.support.visitors.patience import wait_until

STARTS = """
import subprocess, time
from tests.support.servers import leftovers, postgresql

with leftovers.temporary_folder("killed") as folder, postgresql.cluster() as cluster:
    subprocess.Popen(["sleep", "3600"], start_new_session=True)
    print(leftovers.watched(), folder, cluster.folder, flush=True)
    time.sleep(3600)
"""
"""Starts PostgreSQL and a process in a session of its own, and waits to be killed."""


def test_a_killed_process_leaves_nothing_behind(needs_postgresql):
    command = [sys.executable, "-c", STARTS]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        mark, *folders = process.stdout.readline().split()
        assert "postgres" in {name for _, name in marked(mark)}
        assert all(Path(folder).exists() for folder in folders)
        process.send_signal(signal.SIGKILL)
    wait_until(lambda: not list(marked(mark)) and not any(map(Path.exists, map(Path, folders))))
