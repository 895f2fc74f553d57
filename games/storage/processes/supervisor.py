"""Child processes of `serve`, each restarted when it exits.

In production systemd restarts the processes instead; see castlerisk_site/OPERATING.md.
"""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

logger = logging.getLogger("games.serve")

FIRST_PAUSE, LONGEST_PAUSE, LONG_LIFE = 0.5, 30.0, 60.0
STOP_SECONDS = 15.0
LOOK_SECONDS = 0.1


@contextmanager
def children(*commands: Sequence[str]) -> Iterator[None]:
    """Keep management commands running during the block; each is (name in the log, *arguments).

    The child processes also stop when this process dies.
    """
    stopping = Event()
    threads = [Thread(target=_keep, args=(stopping, *each), daemon=True) for each in commands]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join()


def _keep(stopping: Event, name: str, *words: str) -> None:
    """Restart a child whenever it exits; the pause doubles if it exits soon after its start."""
    pause = FIRST_PAUSE
    while not stopping.is_set():
        began = monotonic()
        process = _start(name, words)
        if process is not None:
            code = _wait(process, stopping)
            if code is None:
                return
            pause = FIRST_PAUSE if monotonic() - began > LONG_LIFE else pause
            logger.warning("the %s ended code=%s wait=%.1f", name, code, pause)
        stopping.wait(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _start(name: str, words: Sequence[str]) -> "subprocess.Popen[bytes] | None":
    """Start a child; return None if the system refuses, for example for lack of memory."""
    command = [sys.executable, sys.argv[0], *words, "--parent", str(os.getpid())]
    try:
        # The child gets its own session, so that Ctrl-C reaches only this process.
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    except OSError as error:
        logger.error("the %s could not be started: %s", name, error)
        return None


def _wait(process: "subprocess.Popen[bytes]", stopping: Event) -> int | None:
    """Return a child's exit code; None if `stopping` was set and the child was stopped."""
    while process.poll() is None:
        if stopping.wait(LOOK_SECONDS):
            _stop(process)
            return None
    return process.returncode


def _stop(process: "subprocess.Popen[bytes]") -> None:
    """Ask a child to finish its work and stop; kill it after a timeout."""
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
