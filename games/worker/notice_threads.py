"""The part of a worker that writes and brings notices and mail, in threads of its own.

It holds no game, and its threads depend on nothing in common: a slow mail server delays no webhook,
a slow webhook delays no mail, and neither delays a clock.
"""

import logging
from collections.abc import Callable
from functools import partial
from threading import Event, Semaphore, Thread
from time import monotonic

from django.db import DatabaseError, connection

from games.models import Delivery
from games.notices import deliveries, from_log, outbox
from games.notices.lanes import SLOTS, Lanes
from games.processes.partition import Share

logger = logging.getLogger("games.work")

LOOK_SECONDS = 0.5
LONGEST_PAUSE, LONGEST_PAUSE_AWAY = 30.0, 2.0
MAIL_THREADS = 2
"""How many notices are on their way by mail at once in one worker."""


class Postman:
    """Writes notices and brings them, until `stop` is set."""

    def __init__(self, stop: Event, share: Callable[[], Share]) -> None:
        """Read the logs of a `share` of the games, as it is then."""
        self._stop = stop
        jobs: list[Callable[[], bool]] = [lambda: _read_on(share()), outbox.send_next]
        jobs += [partial(deliveries.deliver_next, deliveries.BY_MAIL)] * MAIL_THREADS
        self._posting = Posting()
        jobs.append(self._posting.post_next)
        self._threads = [
            Thread(target=self._work, args=[job], name=f"postman-{number}", daemon=True)
            for number, job in enumerate(jobs)
        ]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def join(self, seconds: float) -> None:
        """Wait until what was begun is finished, at most so long; the rest is tried again."""
        end = monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, end - monotonic()))
        self._posting.join(end - monotonic())

    def _work(self, job: Callable[[], bool]) -> None:
        """Do a job again at once as long as it says that there is more to do."""
        pause = LOOK_SECONDS
        while not self._stop.is_set():
            try:
                if job():
                    pause = LOOK_SECONDS
                    continue
                pause = LOOK_SECONDS
            except DatabaseError as error:
                pause = min(2 * pause, LONGEST_PAUSE_AWAY)
                logger.warning("database error=%r wait=%.1f", str(error).strip(), pause)
                _close()
            # Nothing that is wrong with one notice ends all others.
            except Exception:
                pause = min(2 * pause, LONGEST_PAUSE)
                logger.exception("The postman failed.")
            self._stop.wait(pause)
        _close()


class Posting:
    """Sends webhooks and pushes, each request in a thread of its own, as the lanes allow."""

    def __init__(self) -> None:
        self._slots = Semaphore(SLOTS)
        self._lanes: Lanes | None = None

    def post_next(self) -> bool:
        """Begin to send what is due first; False where nothing is, or no slot is free."""
        if self._lanes is None:
            self._lanes = Lanes(deliveries.fast_destinations())
        if not self._slots.acquire(timeout=LOOK_SECONDS):
            return False
        wanted: list[Delivery] = []
        try:
            taken = deliveries.take_next(deliveries.BY_POST, self._lanes)
            wanted = deliveries.still_wanted(taken)
        finally:
            if not wanted:
                self._slots.release()
        if wanted:
            self._lanes.begin(wanted[0].destination)
            Thread(target=self._send, args=[wanted], name="posting", daemon=True).start()
        return bool(taken)

    def _send(self, wanted: list[Delivery]) -> None:
        try:
            deliveries.bring_in_lane(wanted, self._lanes)
        except DatabaseError as error:
            # It stays taken for a while, and is then tried again.
            logger.warning("database error=%r", str(error).strip())
        except Exception:
            logger.exception("The postman failed.")
        finally:
            _close()
            self._slots.release()

    def join(self, seconds: float) -> None:
        """Wait until what is under way has ended, at most so long."""
        end = monotonic() + seconds
        for _ in range(SLOTS):
            self._slots.acquire(timeout=max(0.0, end - monotonic()))


def _close() -> None:
    try:
        connection.close()
    except DatabaseError:
        logger.debug("The connection was closed already.", exc_info=True)


def _read_on(share: Share) -> bool:
    """Write notices; say whether there are more to write.

    What moves in a short while is read together: many games cost little more than one does.
    """
    return from_log.notice_moves(share) >= from_log.BATCH
