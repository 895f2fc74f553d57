"""Child processes that are restarted when they exit."""

import logging
import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from threading import Event, Lock, Thread
from time import monotonic, sleep

logger = logging.getLogger("games.serve")

FIRST_PAUSE, LONGEST_PAUSE, LONG_LIFE = 0.5, 30.0, 60.0
STOP_SECONDS = 15.0
READY_SECONDS = 120.0
PARENT_SECONDS = 0.5


class ChildProcess:
    """A management command in a child process, restarted when it exits.

    The child inherits `fds`, and a pipe in which it reports that it is ready.
    """

    def __init__(self, name: str, *words: str, fds: Sequence[int] = ()) -> None:
        self._name, self._fds = name, fds
        self._told, self._telling = os.pipe()
        own = ("--parent", str(os.getpid()), "--ready", str(self._telling))
        self._command = [sys.executable, sys.argv[0], *words, *own]
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = Event()
        self._is_renewed = False
        self._lock = Lock()
        self._keeper = Thread(target=self._keep, name="keeper", daemon=True)

    def start(self) -> None:
        """Start the child and the thread that restarts it."""
        self._keeper.start()

    def wait_until_ready(self) -> bool:
        """Wait until the child reports that it is ready; return False on a timeout."""
        return self._is_told(READY_SECONDS)

    def _is_told(self, seconds: float) -> bool:
        found, _, _ = select.select([self._told], [], [], seconds)
        return bool(found and os.read(self._told, 1))

    def renew(self) -> bool:
        """Restart the child after it has finished its work; return whether it became ready."""
        with self._lock:
            # Discard ready reports of earlier starts.
            while self._is_told(0):
                pass
            self._is_renewed = True
            if self._process is not None:
                self._process.terminate()
        return self.wait_until_ready()

    def stop(self) -> None:
        """Stop the child after it has finished its work, and wait; kill it after a timeout."""
        self.tell_to_stop()
        self._keeper.join(STOP_SECONDS)
        if self._keeper.is_alive() and self._process is not None:
            self._process.kill()
            self._keeper.join()

    def tell_to_stop(self) -> None:
        """Ask the child to finish its work and stop."""
        with self._lock:
            self._stopping.set()
            if self._process is not None:
                self._process.terminate()

    def _keep(self) -> None:
        pause = FIRST_PAUSE
        while True:
            started = monotonic()
            with self._lock:
                if self._stopping.is_set():
                    return
                # A start after `renew` satisfies it, even if no child was running.
                self._is_renewed = False
                # The child gets its own session, so that Ctrl-C reaches only this process.
                self._process = self._started()
            code = self._process.wait() if self._process else None
            if self._stopping.is_set():
                return
            if self._is_renewed and self._process:
                continue
            pause = FIRST_PAUSE if monotonic() - started > LONG_LIFE else pause
            if self._process:
                logger.warning("the %s ended code=%s wait=%.1f", self._name, code, pause)
            self._stopping.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _started(self) -> "subprocess.Popen[bytes] | None":
        """Start the child; return None if the system refuses, for example for lack of memory."""
        try:
            return subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                pass_fds=(*self._fds, self._telling),
            )
        except OSError as error:
            logger.error("the %s could not be started: %s", self._name, error)
            return None


# In the child process


def say_ready(fd: int | None) -> None:
    """Report to the supervisor that this process is ready."""
    if fd is not None:
        os.write(fd, b"r")


def end_with(parent: int | None) -> None:
    """Stop this process when its parent exits."""
    if parent is not None:
        Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        sleep(PARENT_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
