"""Ends what a test process leaves behind, even if the process is killed.

All that a process starts once it is watched has a mark in its environment. The watcher has a
session of its own, so that a signal to the process group does not end it too. When the process has
ended, it kills every process with the mark, and deletes the folders with the mark in their names.
"""

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

MARK = "CASTLERISK_TEST_PROCESS"
PLACES = (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm")
"""Where the folders of tests may be."""
GRACE, STUBBORN = 3, 15
"""Seconds that processes have to end by themselves, and PostgreSQL until it is killed too."""


@cache
def watched():
    """Start the watcher of this process, if the system has pidfds; return the mark."""
    mark = os.environ[MARK] = f"{os.getpid()}-{os.urandom(4).hex()}"
    if not hasattr(os, "pidfd_open"):
        return mark
    # Inheriting the mark of an outer test process would make the watcher end itself.
    environment = {name: value for name, value in os.environ.items() if name != MARK}
    quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    watcher = subprocess.Popen(
        [sys.executable, "-I", "-S", __file__, str(os.getpid()), mark],
        env=environment,
        start_new_session=True,
        **quiet,
    )
    # The watcher outlives this process, which must not be warned that it still runs.
    watcher.returncode = 0
    return mark


def prefix(name):
    """Return how the name of a temporary folder begins, for `tempfile`."""
    return f"castlerisk-{name}-{watched()}-"


def temporary_folder(name):
    """Return a context manager of a temporary folder."""
    return tempfile.TemporaryDirectory(prefix=prefix(name))


def marked(mark):
    """Yield the id and name of each running process with a mark."""
    wanted = f"{MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        # A process may end meanwhile, or belong to somebody else.
        with suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name), (folder / "comm").read_text().strip()


def end_all(mark):
    """End all processes with a mark, and delete their folders."""
    began = time.monotonic()
    while found := list(marked(mark)):
        waited = time.monotonic() - began
        for number, name in found if waited > GRACE else ():
            # PostgreSQL would leave its shared memory behind if it were killed.
            is_gentle = name == "postgres" and waited < STUBBORN
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGQUIT if is_gentle else signal.SIGKILL)
        time.sleep(0.1)
    for place in PLACES:
        for folder in Path(place).glob(f"castlerisk-*-{mark}-*"):
            shutil.rmtree(folder, ignore_errors=True)


def main(number, mark):
    """Wait until a process has ended, then clean up after it."""
    with suppress(ProcessLookupError):
        select.select([os.pidfd_open(number)], [], [])
    end_all(mark)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
