"""The heartbeat thread of a process: it updates the process's row and exchanges presence."""

import atexit
import logging
import os
import signal
from datetime import datetime
from threading import Event, Thread
from time import monotonic

from django.db import DatabaseError, IntegrityError, connection

from games.models import Process
from games.playing.clocks import outages
from games.storage.processes import presence, registry
from games.storage.processes.connections import connect_apart, renew_pool, watch
from games.storage.processes.disk import is_full
from games.storage.store.database_time import moment_now

logger = logging.getLogger(__name__)

BEAT_SECONDS = 2.0
BEAT_SECONDS_AWAY = 0.5
DEADLINES_SECONDS, LEAST_SECONDS = 0.5, 0.05
"""The longest and the shortest interval between a web process's checks for deadlines."""
ENTER_SECONDS = 60.0


class HeartbeatThread:
    """A thread that records this process's heartbeat until the process ends."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._own: Process | None = None
        self._marked = self._shared_at = 0.0
        self._wait = BEAT_SECONDS
        self._stopped_since: datetime | None = None
        self._refusal = ""
        self._has_complained = False
        self._entered, self._stopping = Event(), Event()
        self._thread = Thread(target=self._run, name="heartbeat", daemon=True)

    @property
    def number(self) -> int | None:
        """The primary key of this process's row; None while it has none."""
        own = self._own
        return own.pk if own else None

    def start(self) -> None:
        """Start the thread and wait for its first beat.

        Raises CannotServe if this process cannot run alongside the others. If the database is
        down, the check runs once it is back; if it fails then, the process ends.
        """
        self._thread.start()
        self._entered.wait(ENTER_SECONDS)
        if self._refusal:
            raise registry.CannotServe(self._refusal)
        atexit.register(self.stop)

    def stop(self) -> None:
        """Delete the row, and stop the thread."""
        self._stopping.set()
        self._thread.join(BEAT_SECONDS)

    def _run(self) -> None:
        connect_apart()
        while not self._stopping.is_set() and not self._refusal:
            try:
                self._beat()
                self._note_back()
            except registry.CannotServe as refusal:
                self._refuse(str(refusal))
            except IntegrityError:
                # The row of this process or of a present user was deleted: insert it again.
                self._own = None
            except DatabaseError as error:
                self._note_away(error)
            # Catch everything: the heartbeat must continue.
            except Exception:
                logger.exception("The heartbeat failed.")
            self._entered.set()
            self._stopping.wait(BEAT_SECONDS_AWAY if watch().is_away else self._wait)
        self._leave()

    def _beat(self) -> None:
        self._wait = BEAT_SECONDS
        if self._own is None:
            presence.forget()
            self._own = registry.register(self._kind)
            self._marked, self._shared_at = monotonic(), 0.0
        # Beat before serving any request, so that an outage is recorded before the first request.
        deadline = outages.beat_web() if self._kind == Process.Kind.WEB else None
        if monotonic() >= self._shared_at:
            self._share(self._own)
            self._shared_at = monotonic() + BEAT_SECONDS
        if self._kind == Process.Kind.WEB:
            self._wait = _seconds_to(deadline)

    def _share(self, own: Process) -> None:
        """Update the row, exchange presence, and log when the clocks stop or resume."""
        if monotonic() - self._marked >= registry.SEEN_EVERY:
            self._marked = monotonic()
            if not registry.update_heartbeat(own):
                self._own = None
                return
        presence.write(own.pk)
        presence.read(own.pk)
        since = outages.stopped_since()
        outages.log_stopped(self._stopped_since, since)
        self._stopped_since = since

    def _refuse(self, sentence: str) -> None:
        self._refusal = sentence
        if self._entered.is_set():
            logger.critical(sentence)
            os.kill(os.getpid(), signal.SIGTERM)

    def _note_away(self, error: DatabaseError) -> None:
        if not self._has_complained:
            self._has_complained = True
            state = "full" if is_full(error) else "away"
            logger.warning("The database is %s: %s", state, str(error).strip())
        if is_full(error):
            # A database that is out of disk space can still be read.
            watch().is_full = True
        else:
            # SQLite fails while another process holds its lock; that does not mean it is down.
            watch().is_away = connection.vendor != "sqlite"
        try:
            connection.close()
        except DatabaseError:
            logger.debug("The connection was closed already.", exc_info=True)

    def _note_back(self) -> None:
        if self._has_complained:
            self._has_complained = False
            renew_pool()
            logger.info("The database is available again.")
        watch().is_away = False

    def _leave(self) -> None:
        try:
            presence.farewell()
            if self._own is not None:
                registry.unregister(self._own)
            connection.close()
        except DatabaseError:
            logger.info(
                "The database is unavailable; this process’s heartbeat row was not removed."
            )


def _seconds_to(deadline: datetime | None) -> float:
    """Return how long to wait for a deadline; capped, as an earlier deadline may be set."""
    if deadline is None:
        return DEADLINES_SECONDS
    left = (deadline - moment_now()).total_seconds()
    return max(LEAST_SECONDS, min(DEADLINES_SECONDS, left))
